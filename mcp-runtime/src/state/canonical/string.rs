//! A string to what it stands for, and to the one way of writing that.

use std::borrow::Cow;

use super::{NotCanonical, Reader};

impl<'t> Reader<'t> {
    /// Reads a string and writes it; gives what it stands for.
    pub(super) fn string(&mut self) -> Result<Cow<'t, str>, NotCanonical> {
        self.step();
        let plain = self.plain();
        if self.peek() == Some(b'"') {
            self.step();
            self.written.push('"');
            self.written.push_str(plain);
            self.written.push('"');
            return Ok(Cow::Borrowed(plain));
        }
        let mut meant = plain.to_owned();
        loop {
            match self.peek() {
                Some(b'"') => break,
                Some(b'\\') => meant.push(self.escaped()?),
                _ => return Err(self.malformed()),
            }
            meant.push_str(self.plain());
        }
        self.step();
        write_string(&meant, &mut self.written);
        Ok(Cow::Owned(meant))
    }

    /// The characters up to the next one that a string can't have as it is.
    fn plain(&mut self) -> &'t str {
        let rest = self.rest();
        let special = |byte: &u8| matches!(byte, b'"' | b'\\' | ..b' ');
        let len = rest.as_bytes().iter().position(special).unwrap_or(rest.len());
        self.at = self.at.saturating_add(len);
        rest.get(..len).unwrap_or_default()
    }

    fn escaped(&mut self) -> Result<char, NotCanonical> {
        self.step();
        let meant = match self.peek() {
            Some(b'"') => '"',
            Some(b'\\') => '\\',
            Some(b'/') => '/',
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{c}',
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            Some(b'u') => return self.escaped_unit(),
            _ => return Err(self.malformed()),
        };
        self.step();
        Ok(meant)
    }

    /// The character of one UTF-16 unit, or of the pair that it starts. Half a pair is no character.
    fn escaped_unit(&mut self) -> Result<char, NotCanonical> {
        let first = self.unit()?;
        let units = if (0xd800..0xdc00).contains(&first) && self.rest().starts_with("\\u") {
            self.step();
            [first, self.unit()?]
        } else {
            [first, 0]
        };
        match char::decode_utf16(units).next() {
            Some(Ok(meant)) => Ok(meant),
            _ => Err(self.malformed()),
        }
    }

    /// The number of `uXXXX`.
    fn unit(&mut self) -> Result<u16, NotCanonical> {
        self.step();
        let mut unit: u16 = 0;
        for _ in 0..4 {
            let digit = self.peek().and_then(|byte| char::from(byte).to_digit(16));
            let digit = digit.and_then(|digit| u16::try_from(digit).ok());
            unit = unit << 4 | digit.ok_or_else(|| self.malformed())?;
            self.step();
        }
        Ok(unit)
    }
}

/// Writes `meant` with no escape that it can do without.
fn write_string(meant: &str, out: &mut String) {
    out.push('"');
    for character in meant.chars() {
        match character {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\u{8}' => out.push_str("\\b"),
            '\t' => out.push_str("\\t"),
            '\n' => out.push_str("\\n"),
            '\u{c}' => out.push_str("\\f"),
            '\r' => out.push_str("\\r"),
            control @ ..' ' => {
                let code = u32::from(control);
                out.push_str("\\u00");
                out.extend(
                    [code >> 4, code & 0xf].map(|digit| char::from_digit(digit, 16).unwrap_or('0')),
                );
            }
            plain => out.push(plain),
        }
    }
    out.push('"');
}
