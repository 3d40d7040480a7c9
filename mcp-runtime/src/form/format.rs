//! Whether a text is written like an address, a URL, a date.
//!
//! The functions are `const` so that the default of a derived form is checked while compiling.

use super::kind::Format;

impl Format {
    /// Whether `text` is written like this.
    #[must_use]
    pub const fn admits(self, text: &str) -> bool {
        match self {
            Self::Date => is_date(text.as_bytes()),
            Self::DateTime => is_date_time(text.as_bytes()),
            Self::Email => is_email(text.as_bytes()),
            Self::Uri => is_uri(text.as_bytes()),
        }
    }
}

/// `2026-07-28`, a day that there is.
const fn is_date(text: &[u8]) -> bool {
    let [y1, y2, y3, y4, b'-', m1, m2, b'-', d1, d2] = *text else { return false };
    let (Some(century), Some(year)) = (two_digits(y1, y2), two_digits(y3, y4)) else {
        return false;
    };
    let (Some(month), Some(day)) = (two_digits(m1, m2), two_digits(d1, d2)) else {
        return false;
    };
    let year = century as u32 * 100 + year as u32;
    let is_leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let days = match month {
        1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
        4 | 6 | 9 | 11 => 30,
        2 if is_leap => 29,
        2 => 28,
        _ => return false,
    };
    day >= 1 && day <= days
}

/// `2026-07-28T12:00:00.5+02:00`, as in RFC 3339; an offset has to be there.
const fn is_date_time(text: &[u8]) -> bool {
    let Some((date, rest)) = text.split_at_checked(10) else { return false };
    let [b'T' | b't' | b' ', h1, h2, b':', m1, m2, b':', s1, s2, rest @ ..] = rest else {
        return false;
    };
    // A leap second is the 60th.
    is_date(date)
        && below(*h1, *h2, 24)
        && below(*m1, *m2, 60)
        && below(*s1, *s2, 61)
        && is_offset(without_fraction(rest))
}

const fn without_fraction(text: &[u8]) -> &[u8] {
    let [b'.', first, rest @ ..] = text else { return text };
    if !first.is_ascii_digit() {
        return text;
    }
    let mut rest = rest;
    while let [b'0'..=b'9', tail @ ..] = rest {
        rest = tail;
    }
    rest
}

const fn is_offset(text: &[u8]) -> bool {
    match *text {
        [b'Z' | b'z'] => true,
        [b'+' | b'-', h1, h2, b':', m1, m2] => below(h1, h2, 24) && below(m1, m2, 60),
        _ => false,
    }
}

const fn two_digits(tens: u8, ones: u8) -> Option<u8> {
    if tens.is_ascii_digit() && ones.is_ascii_digit() {
        Some((tens - b'0') * 10 + (ones - b'0'))
    } else {
        None
    }
}

const fn below(tens: u8, ones: u8, limit: u8) -> bool {
    matches!(two_digits(tens, ones), Some(number) if number < limit)
}

/// Something, one `@`, and a host name. Whether mail gets there, only mail can tell.
const fn is_email(text: &[u8]) -> bool {
    let mut at = 0;
    let mut rest = text;
    while let [byte, tail @ ..] = rest {
        if *byte == b'@' {
            return at >= 1 && at <= 64 && is_host(tail);
        }
        if byte.is_ascii_control() || matches!(byte, b' ' | b'<' | b'>' | b',' | b';' | b':') {
            return false;
        }
        at += 1;
        rest = tail;
    }
    false
}

/// Labels that are not empty and do not start or end with a hyphen, between dots.
const fn is_host(text: &[u8]) -> bool {
    let mut previous = b'.';
    let mut rest = text;
    while let [byte, tail @ ..] = rest {
        let fits = match byte {
            b'.' => !matches!(previous, b'.' | b'-'),
            b'-' => previous != b'.',
            _ => byte.is_ascii_alphanumeric() || !byte.is_ascii(),
        };
        if !fits {
            return false;
        }
        previous = *byte;
        rest = tail;
    }
    text.len() <= 253 && !matches!(previous, b'.' | b'-')
}

/// A scheme, a colon, and something without spaces or quotes behind it.
const fn is_uri(text: &[u8]) -> bool {
    let [first, rest @ ..] = text else { return false };
    if !first.is_ascii_alphabetic() {
        return false;
    }
    let mut rest = rest;
    while let [byte, tail @ ..] = rest {
        rest = tail;
        if *byte == b':' {
            return !rest.is_empty() && is_uri_body(rest);
        }
        if !(byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.')) {
            return false;
        }
    }
    false
}

const fn is_uri_body(text: &[u8]) -> bool {
    let mut rest = text;
    while let [byte, tail @ ..] = rest {
        let quotes = matches!(byte, b'"' | b'<' | b'>' | b'\\' | b'^' | b'`' | b'{' | b'|' | b'}');
        if quotes || byte.is_ascii_control() || *byte == b' ' {
            return false;
        }
        rest = tail;
    }
    true
}

#[cfg(test)]
mod tests {
    use super::Format;

    #[test]
    fn each_format_knows_its_own() {
        for (format, text) in [
            (Format::Date, "2026-07-28"),
            (Format::Date, "2024-02-29"),
            (Format::Date, "2000-02-29"),
            (Format::DateTime, "2026-07-28T12:00:00Z"),
            (Format::DateTime, "2026-07-28t23:59:60.123+05:30"),
            (Format::Email, "ada@example.com"),
            (Format::Email, "ada+x@localhost"),
            (Format::Email, "ada@bücher.example"),
            (Format::Uri, "https://example.com/a?b#c"),
            (Format::Uri, "urn:isbn:0"),
        ] {
            assert!(format.admits(text), "{format} {text}");
        }
    }

    #[test]
    fn each_format_refuses_what_only_looks_like_it() {
        for (format, text) in [
            (Format::Date, ""),
            (Format::Date, "2026-7-28"),
            (Format::Date, "2026-02-29"),
            (Format::Date, "1900-02-29"),
            (Format::Date, "2026-13-01"),
            (Format::Date, "2026-00-10"),
            (Format::Date, "2026-01-00"),
            (Format::Date, "２026-01-01"),
            (Format::DateTime, "2026-07-28"),
            (Format::DateTime, "2026-07-28T12:00:00"),
            (Format::DateTime, "2026-07-28T24:00:00Z"),
            (Format::DateTime, "2026-07-28T12:00:00.Z"),
            (Format::DateTime, "2026-07-28T12:00:00+2"),
            (Format::Email, "ada"),
            (Format::Email, "@example.com"),
            (Format::Email, "ada@"),
            (Format::Email, "a@b@c"),
            (Format::Email, "ada@example..com"),
            (Format::Email, "ada lovelace@example.com"),
            (Format::Uri, "example.com"),
            (Format::Uri, "/path"),
            (Format::Uri, "https:"),
            (Format::Uri, "https://a b"),
        ] {
            assert!(!format.admits(text), "{format} {text}");
        }
    }
}
