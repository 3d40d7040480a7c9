//! Reads whole numbers from the text of a JSON number, exactly.
//!
//! A detour over `f64` would lose 9007199254740993, and one over `i64` would refuse 2.0 and 2e0,
//! which are the number 2 as much as `2` is.

/// More digits than any number of 64 bits has, and few enough for an `i128`.
const MOST_DIGITS: usize = 30;

/// What a JSON number is.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Whole {
    /// A whole number.
    Exactly(i128),
    /// A number with a fraction.
    Fraction,
    /// A whole number of more than [`MOST_DIGITS`] digits.
    Huge,
}

/// Reads `text`, which is a JSON number. `None` if it is not one.
pub(super) fn whole(text: &str) -> Option<Whole> {
    let (negative, magnitude) = match text.strip_prefix('-') {
        Some(magnitude) => (true, magnitude),
        None => (false, text),
    };
    let (mantissa, exponent) = match magnitude.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, read_exponent(exponent)?),
        None => (magnitude, 0),
    };
    let (integer, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    if integer.is_empty() || !(integer.bytes().chain(fraction.bytes())).all(|b| b.is_ascii_digit())
    {
        return None;
    }

    // The number is `digits` times ten to the power of `scale`, with no zero at either end.
    let digits = format!("{integer}{fraction}");
    let significant = digits.trim_end_matches('0');
    let zeros = length(&digits).saturating_sub(length(significant));
    let scale = exponent.saturating_sub(length(fraction)).saturating_add(zeros);
    let significant = significant.trim_start_matches('0');
    if significant.is_empty() {
        return Some(Whole::Exactly(0));
    }
    if scale < 0 {
        return Some(Whole::Fraction);
    }
    let scale = usize::try_from(scale).unwrap_or(usize::MAX);
    if significant.len().saturating_add(scale) > MOST_DIGITS {
        return Some(Whole::Huge);
    }
    let value: i128 = format!("{significant}{}", "0".repeat(scale)).parse().ok()?;
    Some(Whole::Exactly(if negative { -value } else { value }))
}

fn length(text: &str) -> i64 {
    i64::try_from(text.len()).unwrap_or(i64::MAX)
}

/// Reads the digits after the `e`. What does not fit is as large as it gets: nothing can tell.
fn read_exponent(text: &str) -> Option<i64> {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|digit| digit.is_ascii_digit()) {
        return None;
    }
    let magnitude = digits.parse().unwrap_or(i64::MAX);
    Some(if text.starts_with('-') { -magnitude } else { magnitude })
}

#[cfg(test)]
mod tests {
    use super::{Whole, whole};

    #[test]
    fn a_number_is_whole_by_its_value_not_by_its_spelling() {
        for (text, value) in [
            ("2", 2),
            ("2.0", 2),
            ("2e0", 2),
            ("20e-1", 2),
            ("0.002E+3", 2),
            ("-0", 0),
            ("0e99999999999999999999", 0),
            ("-0.0", 0),
            ("9007199254740993", 9_007_199_254_740_993),
            ("9007199254740993.000", 9_007_199_254_740_993),
            ("18446744073709551615", i128::from(u64::MAX)),
            ("-9223372036854775808", i128::from(i64::MIN)),
        ] {
            assert_eq!(whole(text), Some(Whole::Exactly(value)), "{text}");
        }
    }

    #[test]
    fn fractions_and_giants_are_told_apart() {
        for text in ["2.5", "1e-1", "0.1", "1e-99999999999999999999", "-20.5e0"] {
            assert_eq!(whole(text), Some(Whole::Fraction), "{text}");
        }
        for text in ["1e31", "1e99999999999999999999", "-1e300"] {
            assert_eq!(whole(text), Some(Whole::Huge), "{text}");
        }
    }

    #[test]
    fn what_is_no_number_is_none() {
        for text in ["", "-", "e", ".5", "1e", "1e+", "x", "1.x", "0x2", "--1", "1e1.5"] {
            assert_eq!(whole(text), None, "{text}");
        }
    }
}
