//! Where a server is: a child process, this process, or the other end of a pair of pipes.

use std::fmt;
use std::process::Stdio;

use tokio::io::{AsyncRead, AsyncWrite};
use tokio::process::{Child, Command};

use super::error::ClientError;
use crate::server::Server;

/// Bytes that may be under way between a client and a server in the same process, each way.
const IN_PROCESS_BUFFER: usize = 64 * 1024;

/// Where a server is, and how to get there.
pub struct Transport(Way);

enum Way {
    Line(String),
    Command(Box<Command>),
    Pipes(Input, Output),
    InProcess(Box<Server>),
}

type Input = Box<dyn AsyncRead + Send + Unpin>;
type Output = Box<dyn AsyncWrite + Send + Unpin>;

/// A way that is open.
pub(super) struct Opened {
    /// What the server writes.
    pub(super) input: Input,
    /// What the server reads.
    pub(super) output: Output,
    /// The server's process, if it is our child.
    pub(super) child: Option<Child>,
}

impl Transport {
    /// A server to be started as a child process, by a command line: `"cargo run -q --bin folders"`.
    ///
    /// It is split into words as a shell does, quotes included, and no shell is started. What the child writes to
    /// standard error goes where this process writes it.
    pub fn child(line: impl Into<String>) -> Self {
        Self(Way::Line(line.into()))
    }

    /// A server to be started as a child process, with everything that a command can say: its directory, its
    /// environment, where its standard error goes. Its standard input and output are set by the client.
    #[must_use]
    pub fn command(command: Command) -> Self {
        Self(Way::Command(Box::new(command)))
    }

    /// A server in this process, reached over the same lines of JSON as any other.
    #[must_use]
    pub fn in_process(server: Server) -> Self {
        Self(Way::InProcess(Box::new(server)))
    }

    /// A server at the other end of a pair of pipes: what it writes, and what it reads.
    pub fn pipes(
        input: impl AsyncRead + Send + Unpin + 'static,
        output: impl AsyncWrite + Send + Unpin + 'static,
    ) -> Self {
        Self(Way::Pipes(Box::new(input), Box::new(output)))
    }

    /// Opens the way; a child is started here.
    pub(super) fn open(self) -> Result<Opened, ClientError> {
        match self.0 {
            Way::Line(line) => {
                let words = shlex::split(&line).unwrap_or_default();
                let Some((program, arguments)) = words.split_first() else {
                    return Err(ClientError::Command { line });
                };
                let mut command = Command::new(program);
                command.args(arguments);
                start(command)
            }
            Way::Command(command) => start(*command),
            Way::Pipes(input, output) => Ok(Opened { input, output, child: None }),
            Way::InProcess(server) => Ok(serve(*server)),
        }
    }
}

fn start(mut command: Command) -> Result<Opened, ClientError> {
    let program = command.as_std().get_program().to_string_lossy().into_owned();
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).kill_on_drop(true);
    let mut child = command.spawn().map_err(|source| ClientError::Spawn { program, source })?;
    // Both were asked for, so both are there.
    let (Some(input), Some(output)) = (child.stdout.take(), child.stdin.take()) else {
        return Err(ClientError::Disconnected);
    };
    Ok(Opened { input: Box::new(input), output: Box::new(output), child: Some(child) })
}

fn serve(server: Server) -> Opened {
    let (ours, theirs) = tokio::io::duplex(IN_PROCESS_BUFFER);
    let (input, output) = tokio::io::split(ours);
    tokio::spawn(async move {
        let (reads, writes) = tokio::io::split(theirs);
        if let Err(error) = server.serve_pipes(reads, writes).await {
            tracing::warn!(target: crate::trace::TARGET, %error, "a server in this process ended");
        }
    });
    Opened { input: Box::new(input), output: Box::new(output), child: None }
}

impl fmt::Debug for Transport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let way = match &self.0 {
            // Arguments and the environment may hold secrets.
            Way::Line(_) | Way::Command(_) => "child",
            Way::Pipes(..) => "pipes",
            Way::InProcess(_) => "in process",
        };
        f.debug_tuple("Transport").field(&way).finish()
    }
}
