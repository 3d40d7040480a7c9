//! What messages, urls, prompts and keys may capture.

use crate::diag::Diagnostics;
use crate::model::ask::{Ask, Kind};
use crate::parse::text::{Piece, Text};

pub(super) fn captures_only_variables(texts: &[&Text], diag: &mut Diagnostics) {
    for text in texts {
        for piece in &text.pieces {
            match piece {
                Piece::NoCapture(inside) => diag.error(
                    &text.literal,
                    format_args!("`{{{inside}}}` is no capture: there are no arguments to fill it"),
                    "write `{name}` with the name of a variable, or `{{` for a brace",
                ),
                Piece::Unmatched(brace) => diag.error(
                    &text.literal,
                    format_args!("this `{brace}` has no partner"),
                    format_args!(
                        "write `{brace}{brace}` for a brace, or `{{name}}` for a variable"
                    ),
                ),
                Piece::Capture { .. } | Piece::Plain(_) => {}
            }
        }
    }
}

/// A value that decides where a user is sent could send them anywhere.
pub(super) fn leads_to_a_host_of_ours(ask: &Ask, diag: &mut Diagnostics) {
    let Kind::Page { url, .. } = &ask.kind else { return };
    let start = match url.pieces.first() {
        Some(Piece::Plain(text)) => text.as_str(),
        _ => "",
    };
    if let Err((problem, help)) = host(start, url) {
        diag.error(&url.literal, problem, help);
    }
    let formatted = |piece: &&Piece| matches!(piece, Piece::Capture { spec: Some(_), .. });
    if url.pieces.iter().any(|piece| formatted(&piece)) {
        diag.error(
            &url.literal,
            "a capture in a url is percent-encoded as it is, and takes no format",
            "format it into a variable above, and capture that",
        );
    }
}

type Mistake = (&'static str, &'static str);

/// Looks for the host in `start`, the part of `url` before the first capture.
fn host(start: &str, url: &Text) -> Result<(), Mistake> {
    let Some((scheme, rest)) = start.split_once("://") else {
        return Err(if url.pieces.iter().any(|piece| matches!(piece, Piece::Capture { .. })) {
            CAPTURED
        } else {
            ("a url names its scheme and host", "write `https://…`")
        });
    };
    let (authority, ends) = match rest.find(['/', '?', '#']) {
        Some(end) => (rest.get(..end).unwrap_or_default(), true),
        None => (rest, url.pieces.len() == 1),
    };
    if !ends {
        return Err(CAPTURED);
    }
    let odd = |letter: char| letter.is_whitespace() || letter.is_control() || letter == '\\';
    if authority.is_empty() || authority.contains(odd) || authority.contains('@') {
        return Err((
            "this url has no host that a browser and a reader agree on",
            "write `https://` and the name of the host, then `/`",
        ));
    }
    match scheme {
        "https" => Ok(()),
        "http" if is_loopback(authority) => Ok(()),
        _ => Err((
            "a user can only be sent to `https://`, or to `http://` on this machine",
            "write `https://…`, or `http://localhost…` while developing",
        )),
    }
}

const CAPTURED: Mistake = (
    "the scheme and the host of a url cannot be captured: a value could send the user anywhere",
    "write them out, or take them from server state and use `cx.elicit_url(…)`",
);

fn is_loopback(authority: &str) -> bool {
    ["localhost", "127.0.0.1", "[::1]"].iter().any(|host| {
        authority.strip_prefix(host).is_some_and(|port| {
            port.is_empty()
                || port.strip_prefix(':').is_some_and(|digits| digits.parse::<u16>().is_ok())
        })
    })
}
