//! Tests of handlers.
