//! Which pages a user may be asked to open.

use std::fmt;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

/// Everything that RFC 3986 does not call unreserved.
const CAPTURE: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// Why a user is not asked to open a page.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub(crate) enum UrlRefused {
    #[error("it is not an absolute url")]
    NotAbsolute,
    #[error("its scheme is not `https`, and its host is not this machine")]
    NotSecure,
    #[error("it holds a user name or a password")]
    HoldsUser,
    #[error("it holds a character that must be percent-encoded")]
    NotEncoded,
}

/// Lets absolute `https:` urls pass, and `http:` ones to loopback.
pub(crate) fn check(url: &str) -> Result<(), UrlRefused> {
    if !url.bytes().all(may_stand_in_a_url) {
        return Err(UrlRefused::NotEncoded);
    }
    let before_fragment = url.split('#').next().unwrap_or_default();
    let parsed: http::Uri = before_fragment.parse().map_err(|_| UrlRefused::NotAbsolute)?;
    let (Some(scheme), Some(authority)) = (parsed.scheme_str(), parsed.authority()) else {
        return Err(UrlRefused::NotAbsolute);
    };
    if authority.as_str().contains('@') {
        return Err(UrlRefused::HoldsUser);
    }
    match scheme {
        "https" if !authority.host().is_empty() => Ok(()),
        "http" if is_loopback(authority.host()) => Ok(()),
        _ => Err(UrlRefused::NotSecure),
    }
}

fn may_stand_in_a_url(byte: u8) -> bool {
    byte.is_ascii_graphic() && !matches!(byte, b'"' | b'<' | b'>' | b'\\' | b'`')
}

fn is_loopback(host: &str) -> bool {
    let bare = host.trim_start_matches('[').trim_end_matches(']');
    host.eq_ignore_ascii_case("localhost")
        || bare.parse::<std::net::IpAddr>().is_ok_and(|address| address.is_loopback())
}

/// `value` as a part of a url, percent-encoded down to the unreserved characters.
pub(crate) fn percent(value: &impl fmt::Display) -> String {
    utf8_percent_encode(&value.to_string(), CAPTURE).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_https_and_loopback_are_opened() {
        for url in [
            "https://example.com",
            "https://example.com/pay/1?x=%20#top",
            "https://example.com:8443/",
            "http://localhost:8080/x",
            "http://127.0.0.1/",
            "http://[::1]:3000/",
        ] {
            assert_eq!(check(url), Ok(()), "{url}");
        }
        for (url, why) in [
            ("javascript:alert(1)", UrlRefused::NotAbsolute),
            ("/relative", UrlRefused::NotAbsolute),
            ("", UrlRefused::NotAbsolute),
            ("data:text/html,hi", UrlRefused::NotAbsolute),
            ("file:///etc/passwd", UrlRefused::NotAbsolute),
            ("http://example.com", UrlRefused::NotSecure),
            ("http://127.0.0.1.example.com", UrlRefused::NotSecure),
            ("ftp://example.com", UrlRefused::NotSecure),
            ("https://user:word@example.com", UrlRefused::HoldsUser),
            ("https://example.com/a b", UrlRefused::NotEncoded),
            ("https://example.com/\u{202e}", UrlRefused::NotEncoded),
            ("https://example.com/\n", UrlRefused::NotEncoded),
            ("https://example.com\\@evil.com", UrlRefused::NotEncoded),
        ] {
            assert_eq!(check(url), Err(why), "{url}");
        }
    }

    #[test]
    fn a_capture_cannot_leave_its_place() {
        assert_eq!(percent(&"a/../b?c#d@é"), "a%2F..%2Fb%3Fc%23d%40%C3%A9");
        assert_eq!(percent(&42), "42");
    }
}
