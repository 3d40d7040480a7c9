//! Cases for the macros live in `fail/` and `pass/`; `tests/ui.rs` runs them.
