//! One request of HTTP: is it for us, is it a message, and what is its answer.

use std::convert::Infallible;
use std::fmt;
use std::future::poll_fn;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use http::header::{self, HeaderValue};
use http::{Method, Request, Response, StatusCode};
use http_body::Body;
use tokio::sync::{Semaphore, mpsc};

use super::body::{self, Read, ReplyBody};
use super::options::HttpOptions;
use super::origin::{self, Visitor};
use super::refuse;
use super::sse::{Answer, Events, Rest, Running};
use crate::envelope::{Envelope, Kind};
use crate::error::Refusal;
use crate::respond;
use crate::server::outbox::Outbox;
use crate::server::{Peer, Server};
use crate::state::Principal;
use crate::trace::TARGET;
use crate::transport::room::Room;

/// How many notifications of one call may wait for its client to read them.
const WAITING_NOTIFICATIONS: usize = 256;

/// A server as a `tower::Service`: mount it in axum with `route_service`, or serve it with hyper.
///
/// A layer in front that knows who calls puts a [`Principal`] into the request's extensions; handlers get it from
/// [`Context::principal`](crate::Context::principal), and states are bound to it. Cloning is cheap.
#[derive(Clone)]
pub struct HttpService {
    inner: Arc<Inner>,
}

struct Inner {
    server: Server,
    options: HttpOptions,
    calls: Arc<Semaphore>,
    room: Room,
}

impl HttpService {
    /// Says at once what will break if this server is public and has no key to share.
    pub(crate) fn new(server: Server, options: HttpOptions) -> Self {
        if options.is_public() && server.seals_with_own_key() {
            warn_about_key("requests to hosts of other machines are served");
        }
        let calls = Arc::new(Semaphore::new(options.max_calls.min(Semaphore::MAX_PERMITS)));
        let room = Room::new(options.max_buffered_bytes);
        Self { inner: Arc::new(Inner { server, options, calls, room }) }
    }

    /// Says what will break if this address is public and the server has no key to share, unless that was said.
    pub(super) fn warn_unless_local(&self, address: std::net::SocketAddr) {
        let said = self.inner.options.is_public();
        if !said && !address.ip().is_loopback() && self.inner.server.seals_with_own_key() {
            warn_about_key("other machines can reach this address");
        }
    }

    pub(super) fn options(&self) -> &HttpOptions {
        &self.inner.options
    }

    /// Answers one request of HTTP. Dropping the future, or the body of the answer, cancels the call.
    pub async fn answer<B: Body>(&self, request: Request<B>) -> Response<ReplyBody> {
        let (head, body) = request.into_parts();
        let options = &self.inner.options;
        let page = match origin::check(&head.uri, &head.headers, options) {
            Visitor::Welcome => None,
            Visitor::Page(page) => Some(page),
            refused => return refuse::visitor(&refused),
        };
        if let (&Method::OPTIONS, Some(page)) = (&head.method, &page) {
            return refuse::preflight(page, &head.headers);
        }
        let mut response = self.post(head, body).await;
        if let Some(page) = &page {
            refuse::for_page(&mut response, page);
        }
        response
    }

    async fn post<B: Body>(&self, head: http::request::Parts, body: B) -> Response<ReplyBody> {
        if head.method != Method::POST {
            return refuse::method();
        }
        if let Some(refusal) = refuse::media(&head.headers) {
            return refusal;
        }
        let options = &self.inner.options;
        let Read { bytes, room } = match body::read(body, options, &self.inner.room).await {
            Ok(read) => read,
            Err(unread) => return refuse::unread(unread, options.max_body_bytes),
        };
        let message = Envelope::parse(bytes);
        let mut wants_notifications = false;
        if let Ok(envelope) = &message {
            match envelope.kind() {
                Kind::Notification => return refuse::bare(StatusCode::ACCEPTED),
                Kind::Response => {
                    let problem = "a response was posted: this revision has no requests of servers";
                    return refuse::refusal(StatusCode::BAD_REQUEST, problem);
                }
                Kind::Request => {
                    let params = envelope.params();
                    wants_notifications = (params.progress_token.is_some()
                        || params.log_level.is_some())
                        && refuse::takes_events(&head.headers);
                }
            }
        }
        let Ok(permit) = Arc::clone(&self.inner.calls).try_acquire_owned() else {
            let id = message.as_ref().ok().and_then(Envelope::id).map(str::to_owned);
            return refuse::answer(respond::refused(id.as_deref(), &Refusal::Busy));
        };
        let mut extensions = head.extensions;
        let peer = match extensions.remove::<Principal>() {
            Some(principal) => Peer::authenticated(principal),
            None => Peer::anonymous(),
        };
        let peer = peer.headers(head.headers);
        if !wants_notifications {
            let reply = self.inner.server.answer(message, &peer).await;
            drop((permit, room));
            return refuse::answer(reply);
        }
        let (sender, notifications) = mpsc::channel(WAITING_NOTIFICATIONS);
        let server = self.inner.server.clone();
        let answer: Answer = Box::pin(async move {
            let reply = server.answer(message, &peer.outbox(Outbox::new(sender))).await;
            drop((permit, room));
            reply
        });
        first_word(answer, notifications).await
    }
}

fn warn_about_key(reason: &'static str) {
    tracing::warn!(
        target: TARGET, reason,
        "states are sealed with a random key of this process: a call that asks breaks when this process is started \
         again, or when its next round reaches another process; configure a key that they share with \
         `.request_state(RequestState::from_env(…)?)`"
    );
}

/// Waits until the call is done, or says something before that: then the answer is a stream.
async fn first_word(
    mut answer: Answer,
    mut notifications: mpsc::Receiver<Vec<u8>>,
) -> Response<ReplyBody> {
    let word = poll_fn(|task| {
        let done = answer.as_mut().poll(task);
        match notifications.poll_recv(task) {
            Poll::Ready(Some(first)) => {
                let done = if let Poll::Ready(reply) = done { Some(reply) } else { None };
                Poll::Ready((Some(first), done))
            }
            _ => done.map(|reply| (None, Some(reply))),
        }
    })
    .await;
    let (first, rest) = match word {
        (None, Some(reply)) => return refuse::answer(reply),
        (Some(first), Some(reply)) => (first, Rest::Reply(Some(reply))),
        (Some(first), None) => (first, Rest::Running(Running::start(answer))),
        (None, None) => return refuse::bare(StatusCode::INTERNAL_SERVER_ERROR),
    };
    let mut response = Response::new(ReplyBody::stream(Events::new(first, notifications, rest)));
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/event-stream"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    // A proxy that collects the stream would hold back what it is for.
    headers.insert("x-accel-buffering", HeaderValue::from_static("no"));
    response
}

type Answering =
    Pin<Box<dyn Future<Output = Result<Response<ReplyBody>, Infallible>> + Send + 'static>>;

impl<B> tower_service::Service<Request<B>> for HttpService
where
    B: Body + Send + 'static,
    B::Data: Send,
    B::Error: Send,
{
    type Response = Response<ReplyBody>;
    type Error = Infallible;
    type Future = Answering;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request<B>) -> Answering {
        let service = self.clone();
        Box::pin(async move { Ok(service.answer(request).await) })
    }
}

impl fmt::Debug for HttpService {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HttpService").field("options", &self.inner.options).finish_non_exhaustive()
    }
}
