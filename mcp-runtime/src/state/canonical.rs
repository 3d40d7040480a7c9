//! JSON text to the one text that all spellings of the same value share.
//!
//! Structure and strings are those of RFC 8785: members in the order of their names' UTF-16 code units, no white space,
//! no escape that isn't needed. Numbers go by their exact decimal value, read from their digits: `1`, `1.0` and `10e-1`
//! are the same, and numbers that only a floating-point type would confuse are not.
//!
//! The text is written once, in the order in which it came; [`Reordered`] remembers the objects whose members have to
//! trade places, and the pass that hands the text out follows it. So the work is that of reading and sorting, however
//! deep the objects are nested.

mod number;
mod string;

use std::{borrow::Cow, cmp::Ordering, ops::Range};

use sha2::{Digest as _, Sha256};

/// How deep arrays and objects may be nested.
const MAX_DEPTH: usize = 128;

/// Why a text has no canonical form. Says where, as a number of bytes from the start.
#[derive(Clone, Copy, Debug, Eq, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum NotCanonical {
    /// An object names a member twice, and readers disagree on which of the two counts.
    #[error("the object that starts at byte {at} has two members of the same name")]
    DuplicateKey {
        /// Where the object starts.
        at: usize,
    },
    /// An exponent is too long to be computed with.
    #[error("the number that ends at byte {at} has an exponent out of all proportion")]
    Exponent {
        /// Where the number ends.
        at: usize,
    },
    /// The text is not JSON.
    #[error("the text is not JSON at byte {at}")]
    Malformed {
        /// Where it stops being JSON.
        at: usize,
    },
    /// Arrays and objects are nested deeper than anybody means to.
    #[error("arrays and objects are nested more than {MAX_DEPTH} deep at byte {at}")]
    TooDeep {
        /// Where the one too many starts.
        at: usize,
    },
}

/// Where canonical text goes.
pub(crate) trait Sink {
    /// Takes the next piece.
    fn put(&mut self, piece: &[u8]);
}

impl Sink for Vec<u8> {
    fn put(&mut self, piece: &[u8]) {
        self.extend_from_slice(piece);
    }
}

impl Sink for Sha256 {
    fn put(&mut self, piece: &[u8]) {
        self.update(piece);
    }
}

/// Writes the canonical form of the JSON `text` to `out`; nothing of it if there is none.
pub(crate) fn write(text: &str, out: &mut impl Sink) -> Result<(), NotCanonical> {
    let mut reader =
        Reader { text, at: 0, written: String::with_capacity(text.len()), reordered: Vec::new() };
    reader.value(0)?;
    reader.skip_space();
    if reader.at < text.len() {
        return Err(reader.malformed());
    }
    reader.reordered.sort_unstable_by_key(|object| object.place.start);
    hand_out(&reader.written, 0..reader.written.len(), &reader.reordered, out);
    Ok(())
}

/// The SHA-256 of the canonical form of the JSON `text`.
pub(crate) fn digest(text: &str) -> Result<[u8; 32], NotCanonical> {
    let mut hash = Sha256::new();
    write(text, &mut hash)?;
    Ok(hash.finalize().into())
}

/// An object whose members are not in order where they were written.
struct Reordered {
    /// The whole of it, braces included.
    place: Range<usize>,
    /// Its members, each from its name to the end of its value, in the right order.
    members: Vec<Range<usize>>,
}

/// Gives `part` of what was `written` to `out`, with the members of `reordered` objects in their right order.
fn hand_out(written: &str, part: Range<usize>, reordered: &[Reordered], out: &mut impl Sink) {
    let mut at = part.start;
    let mut rest =
        reordered.get(reordered.partition_point(|object| object.place.start < at)..).unwrap_or(&[]);
    while let [object, later @ ..] = rest
        && object.place.start < part.end
    {
        put(written, at..object.place.start, out);
        for (index, member) in object.members.iter().enumerate() {
            out.put(if index == 0 { b"{" } else { b"," });
            hand_out(written, member.clone(), later, out);
        }
        out.put(b"}");
        at = object.place.end;
        let within = later.partition_point(|object| object.place.start < at);
        rest = later.get(within..).unwrap_or(&[]);
    }
    put(written, at..part.end, out);
}

fn put(written: &str, part: Range<usize>, out: &mut impl Sink) {
    out.put(written.as_bytes().get(part).unwrap_or(&[]));
}

/// A member of an object: its name, and where it was written.
struct Member<'t> {
    name: Cow<'t, str>,
    place: Range<usize>,
}

/// Reads the text from left to right, and writes each value in its canonical form.
struct Reader<'t> {
    text: &'t str,
    at: usize,
    written: String,
    reordered: Vec<Reordered>,
}

impl<'t> Reader<'t> {
    fn value(&mut self, depth: usize) -> Result<(), NotCanonical> {
        self.skip_space();
        match self.peek() {
            Some(b'{') => self.object(depth),
            Some(b'[') => self.array(depth),
            Some(b'"') => {
                self.string()?;
                Ok(())
            }
            Some(b'-' | b'0'..=b'9') => self.number(),
            Some(b't') => self.literal("true"),
            Some(b'f') => self.literal("false"),
            Some(b'n') => self.literal("null"),
            _ => Err(self.malformed()),
        }
    }

    fn object(&mut self, depth: usize) -> Result<(), NotCanonical> {
        let at = self.at;
        let start = self.written.len();
        self.enter(depth, '{')?;
        let mut members: Vec<Member<'t>> = Vec::new();
        if !self.took(b'}') {
            loop {
                members.push(self.member(depth)?);
                if !self.another(b'}')? {
                    break;
                }
            }
        }
        self.written.push('}');
        self.order(at, start, members)
    }

    fn member(&mut self, depth: usize) -> Result<Member<'t>, NotCanonical> {
        self.skip_space();
        let start = self.written.len();
        if self.peek() != Some(b'"') {
            return Err(self.malformed());
        }
        let name = self.string()?;
        if !self.took(b':') {
            return Err(self.malformed());
        }
        self.written.push(':');
        self.value(depth.saturating_add(1))?;
        Ok(Member { name, place: start..self.written.len() })
    }

    /// Remembers the right order of `members`, if it is not the one that they came in.
    fn order(
        &mut self,
        at: usize,
        start: usize,
        mut members: Vec<Member<'t>>,
    ) -> Result<(), NotCanonical> {
        let ascend = |left: &Member<'_>, right: &Member<'_>| by_utf16(left, right).is_lt();
        if members.is_sorted_by(ascend) {
            return Ok(());
        }
        members.sort_unstable_by(by_utf16);
        if !members.is_sorted_by(ascend) {
            return Err(NotCanonical::DuplicateKey { at });
        }
        let members = members.into_iter().map(|member| member.place).collect();
        self.reordered.push(Reordered { place: start..self.written.len(), members });
        Ok(())
    }

    fn array(&mut self, depth: usize) -> Result<(), NotCanonical> {
        self.enter(depth, '[')?;
        if !self.took(b']') {
            loop {
                self.value(depth.saturating_add(1))?;
                if !self.another(b']')? {
                    break;
                }
            }
        }
        self.written.push(']');
        Ok(())
    }

    /// Reads a bracket and writes it.
    fn enter(&mut self, depth: usize, bracket: char) -> Result<(), NotCanonical> {
        if depth >= MAX_DEPTH {
            return Err(NotCanonical::TooDeep { at: self.at });
        }
        self.step();
        self.written.push(bracket);
        Ok(())
    }

    /// Whether a comma says that there is more; otherwise `end` has to say that there is not.
    fn another(&mut self, end: u8) -> Result<bool, NotCanonical> {
        if self.took(b',') {
            self.written.push(',');
            Ok(true)
        } else if self.took(end) {
            Ok(false)
        } else {
            Err(self.malformed())
        }
    }

    fn literal(&mut self, word: &str) -> Result<(), NotCanonical> {
        if !self.rest().starts_with(word) {
            return Err(self.malformed());
        }
        self.at = self.at.saturating_add(word.len());
        self.written.push_str(word);
        Ok(())
    }

    /// Whether `byte` is what comes next, white space aside; steps over it then.
    fn took(&mut self, byte: u8) -> bool {
        self.skip_space();
        let took = self.peek() == Some(byte);
        if took {
            self.step();
        }
        took
    }

    fn skip_space(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.step();
        }
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn step(&mut self) {
        self.at = self.at.saturating_add(1);
    }

    fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn malformed(&self) -> NotCanonical {
        NotCanonical::Malformed { at: self.at }
    }
}

/// The order of RFC 8785, which is that of the bytes only as long as all is ASCII.
fn by_utf16(left: &Member<'_>, right: &Member<'_>) -> Ordering {
    if left.name.is_ascii() && right.name.is_ascii() {
        left.name.cmp(&right.name)
    } else {
        left.name.encode_utf16().cmp(right.name.encode_utf16())
    }
}

#[cfg(test)]
mod tests;
