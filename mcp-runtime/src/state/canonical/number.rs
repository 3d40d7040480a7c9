//! The digits of a number to its canonical form: what is significant of them, and a power of ten.

use super::{NotCanonical, Reader};

/// The most digits of an exponent, so that every sum with a number of digits fits 64 bits.
const MAX_EXPONENT_DIGITS: usize = 17;

impl<'t> Reader<'t> {
    /// Reads a number and writes it as its significant digits and a power of ten.
    pub(super) fn number(&mut self) -> Result<(), NotCanonical> {
        let negative = self.peek() == Some(b'-');
        if negative {
            self.step();
        }
        let whole = self.digits()?;
        if whole.len() > 1 && whole.starts_with('0') {
            return Err(self.malformed());
        }
        let mut fraction = "";
        if self.peek() == Some(b'.') {
            self.step();
            fraction = self.digits()?;
        }
        let exponent = self.exponent()?;
        self.write_number(negative, whole, fraction, exponent)
    }

    /// The exponent of a number, `0` if it has none; nothing if it is too long to compute with.
    fn exponent(&mut self) -> Result<Option<i64>, NotCanonical> {
        if !matches!(self.peek(), Some(b'e' | b'E')) {
            return Ok(Some(0));
        }
        self.step();
        let sign = self.peek();
        if matches!(sign, Some(b'+' | b'-')) {
            self.step();
        }
        let digits = self.digits()?.trim_start_matches('0');
        if digits.len() > MAX_EXPONENT_DIGITS {
            return Ok(None);
        }
        let size = digits.bytes().fold(0_i64, |size, digit| size * 10 + i64::from(digit - b'0'));
        Ok(Some(if sign == Some(b'-') { -size } else { size }))
    }

    fn write_number(
        &mut self,
        negative: bool,
        whole: &str,
        fraction: &str,
        exponent: Option<i64>,
    ) -> Result<(), NotCanonical> {
        let fraction = fraction.trim_end_matches('0');
        // Without a fraction, the zeros at the end of the whole part belong to the power of ten.
        let digits = if fraction.is_empty() { whole.trim_end_matches('0') } else { whole };
        let zeros = whole.len().saturating_sub(digits.len());
        let digits = digits.trim_start_matches('0');
        let fraction_digits =
            if digits.is_empty() { fraction.trim_start_matches('0') } else { fraction };
        if digits.is_empty() && fraction_digits.is_empty() {
            self.written.push('0');
            return Ok(());
        }
        let power = exponent.and_then(|exponent| {
            exponent
                .checked_add(i64::try_from(zeros).ok()?)?
                .checked_sub(i64::try_from(fraction.len()).ok()?)
        });
        let power = power.ok_or(NotCanonical::Exponent { at: self.at })?;
        if negative {
            self.written.push('-');
        }
        self.written.push_str(digits);
        self.written.push_str(fraction_digits);
        if power != 0 {
            self.written.push('e');
            self.written.push_str(&power.to_string());
        }
        Ok(())
    }

    /// One digit or more.
    fn digits(&mut self) -> Result<&'t str, NotCanonical> {
        let rest = self.rest();
        let len = rest.bytes().position(|byte| !byte.is_ascii_digit()).unwrap_or(rest.len());
        self.at = self.at.saturating_add(len);
        rest.get(..len).filter(|digits| !digits.is_empty()).ok_or_else(|| self.malformed())
    }
}
