//! Lines of bounded length. A line that is too long is skipped to its end, and the next one is read as if nothing
//! had been.

use tokio::io::{AsyncBufReadExt as _, AsyncRead, BufReader};

/// One line of input.
#[derive(Debug, Eq, PartialEq)]
pub(crate) enum Line {
    Message(Vec<u8>),
    /// It had more bytes than a message may have.
    TooLong,
}

#[derive(Debug)]
pub(crate) struct Lines<R> {
    input: BufReader<R>,
    limit: usize,
}

impl<R: AsyncRead + Unpin> Lines<R> {
    pub(crate) fn new(input: R, limit: usize) -> Self {
        Self { input: BufReader::with_capacity(64 * 1024, input), limit }
    }

    /// The next line that is not empty, without its end; `None` at the end of input. A last line needs no end.
    ///
    /// # Errors
    ///
    /// If reading fails.
    pub(crate) async fn next(&mut self) -> std::io::Result<Option<Line>> {
        loop {
            let mut line = Vec::new();
            let mut skipped = false;
            let ended = loop {
                let available = self.input.fill_buf().await?;
                if available.is_empty() {
                    break true;
                }
                let (taken, found) = match available.iter().position(|byte| *byte == b'\n') {
                    Some(place) => (place, true),
                    None => (available.len(), false),
                };
                if skipped || line.len() + taken > self.limit {
                    skipped = true;
                    line = Vec::new();
                } else {
                    line.extend_from_slice(available.get(..taken).unwrap_or_default());
                }
                self.input.consume(taken + usize::from(found));
                if found {
                    break false;
                }
            };
            if skipped {
                return Ok(Some(Line::TooLong));
            }
            if !line.trim_ascii().is_empty() {
                return Ok(Some(Line::Message(line)));
            }
            if ended {
                return Ok(None);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn read(input: &[u8], limit: usize) -> Vec<Line> {
        let mut lines = Lines::new(input, limit);
        let mut found = Vec::new();
        while let Some(line) = lines.next().await.unwrap() {
            found.push(line);
        }
        found
    }

    #[tokio::test]
    async fn a_line_that_is_too_long_is_skipped_to_its_end() {
        let message = |text: &str| Line::Message(text.as_bytes().to_vec());
        assert_eq!(
            read(b"12345\n123456789\n\r\n  \nab\r\nlast", 5).await,
            [message("12345"), Line::TooLong, message("ab\r"), message("last")]
        );
        assert_eq!(read(b"1234567", 5).await, [Line::TooLong]);
        assert_eq!(read(b"", 5).await, []);
        let large = vec![b'x'; 1 << 20];
        assert_eq!(read(&large, 1 << 19).await, [Line::TooLong]);
    }
}
