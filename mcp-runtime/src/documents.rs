//! The examples in the documents, compiled and run as doc tests of this crate.

#[doc = include_str!("../../README.md")]
struct Readme;

#[doc = include_str!("../../docs/guide/asking.md")]
struct Asking;

#[doc = include_str!("../../docs/guide/errors.md")]
struct Errors;

#[doc = include_str!("../../docs/guide/explicit.md")]
struct Explicit;

#[doc = include_str!("../../docs/guide/first-tool.md")]
struct FirstTool;

#[doc = include_str!("../../docs/guide/forms.md")]
struct Forms;

#[cfg(feature = "http")]
#[doc = include_str!("../../docs/guide/http.md")]
struct OverHttp;

#[doc = include_str!("../../docs/guide/rounds.md")]
struct Rounds;

#[doc = include_str!("../../docs/guide/server.md")]
struct ServerAndKeys;

#[cfg(feature = "testing")]
#[doc = include_str!("../../docs/guide/testing.md")]
struct Testing;
