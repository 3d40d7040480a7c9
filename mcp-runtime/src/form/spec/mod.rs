//! A field of a derived form, as a constant.
//!
//! An expansion builds one `const` for each field. What no macro can see, because it depends on a
//! type that is only a name to it (the options of an enum, an alias), is checked here while that
//! constant is evaluated: a rule that does not hold does not compile, at the rule's own tokens.
#![expect(
    clippy::missing_panics_doc,
    clippy::panic,
    reason = "only constants are built here, so that a panic is an error of the compiler"
)]

mod absent;
mod describe;

use super::kind::Format;
use super::types::{ChoiceOption, FormField};
use super::value::FieldValue;

pub use absent::computed;

/// What a Rust type can hold.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Shape {
    /// Text, of a format if the type has one.
    Text(Option<Format>),
    /// Whole numbers, both ends included.
    Integer {
        /// The least.
        least: i128,
        /// The greatest.
        greatest: i128,
    },
    /// Numbers.
    Number,
    /// Yes or no.
    Boolean,
    /// One of these.
    Select(&'static [ChoiceOption]),
    /// Some of these.
    MultiSelect(&'static [ChoiceOption]),
}

/// A value that a field takes when it is left out.
#[derive(Clone, Copy, Debug)]
enum Absent {
    Nothing,
    Text(&'static str),
    Integer(i128),
    Number(f64),
    Boolean(bool),
    Selected(&'static [&'static str]),
    Computed(fn() -> Option<FieldValue>),
}

/// One field of a derived form, with the function that makes its value.
#[derive(Debug)]
pub struct FieldOf<T> {
    name: &'static str,
    title: Option<&'static str>,
    description: Option<&'static str>,
    optional: bool,
    shape: Shape,
    minimum: Option<f64>,
    maximum: Option<f64>,
    least: Option<i128>,
    greatest: Option<i128>,
    min_count: Option<usize>,
    max_count: Option<usize>,
    format: Option<Format>,
    pattern: Option<&'static str>,
    absent: Absent,
    read: fn(Option<&FieldValue>) -> Option<T>,
}

/// A field of type `T`. The bound stands here and nowhere else, so that it is reported once.
#[must_use]
pub const fn field<T: FormField>(name: &'static str) -> FieldOf<T> {
    let (least, greatest, format) = match T::SHAPE {
        // The bounds of 64 bits would only confuse: no client keeps them exactly.
        Shape::Integer { least, greatest } => (
            if least > i64::MIN as i128 { Some(least) } else { None },
            if greatest < i64::MAX as i128 { Some(greatest) } else { None },
            None,
        ),
        Shape::Text(format) => (None, None, format),
        _ => (None, None, None),
    };
    FieldOf {
        name,
        title: None,
        description: None,
        optional: T::OPTIONAL,
        shape: T::SHAPE,
        minimum: None,
        maximum: None,
        least,
        greatest,
        min_count: None,
        max_count: None,
        format,
        pattern: None,
        absent: Absent::Nothing,
        read: T::from_value,
    }
}

impl<T> FieldOf<T> {
    /// What the user reads instead of the name.
    #[must_use]
    pub const fn titled(mut self, title: &'static str) -> Self {
        self.title = Some(title);
        self
    }

    /// What the user reads beside the field.
    #[must_use]
    pub const fn described(mut self, description: &'static str) -> Self {
        self.description = Some(description);
        self
    }

    /// The least number allowed.
    #[must_use]
    #[track_caller]
    #[expect(
        clippy::cast_precision_loss,
        reason = "bounds of decimals that are written as integers"
    )]
    pub const fn minimum(mut self, minimum: i128) -> Self {
        match self.shape {
            Shape::Integer { least, .. } => {
                assert!(
                    minimum >= least,
                    "the minimum is below what the type of the field can hold; raise it, or leave it out"
                );
                self.least = Some(minimum);
                self.in_order();
                self
            }
            _ => self.minimum_number(minimum as f64),
        }
    }

    /// The greatest number allowed.
    #[must_use]
    #[track_caller]
    #[expect(
        clippy::cast_precision_loss,
        reason = "bounds of decimals that are written as integers"
    )]
    pub const fn maximum(mut self, maximum: i128) -> Self {
        match self.shape {
            Shape::Integer { greatest, .. } => {
                assert!(
                    maximum <= greatest,
                    "the maximum is above what the type of the field can hold; lower it, or leave it out"
                );
                self.greatest = Some(maximum);
                self.in_order();
                self
            }
            _ => self.maximum_number(maximum as f64),
        }
    }

    /// The least number allowed, with decimals.
    #[must_use]
    #[track_caller]
    pub const fn minimum_number(mut self, minimum: f64) -> Self {
        assert!(
            matches!(self.shape, Shape::Number),
            "`minimum` and `maximum` are for numbers, with decimals for `f32` and `f64` only"
        );
        self.minimum = Some(minimum);
        self.in_order();
        self
    }

    /// The greatest number allowed, with decimals.
    #[must_use]
    #[track_caller]
    pub const fn maximum_number(mut self, maximum: f64) -> Self {
        assert!(
            matches!(self.shape, Shape::Number),
            "`minimum` and `maximum` are for numbers, with decimals for `f32` and `f64` only"
        );
        self.maximum = Some(maximum);
        self.in_order();
        self
    }

    /// The least number of characters.
    #[must_use]
    #[track_caller]
    pub const fn min_length(mut self, length: usize) -> Self {
        assert!(
            matches!(self.shape, Shape::Text(_)),
            "`min_length` is for text; remove it, or change the type of the field"
        );
        self.min_count = Some(length);
        self.in_order();
        self
    }

    /// The greatest number of characters.
    #[must_use]
    #[track_caller]
    pub const fn max_length(mut self, length: usize) -> Self {
        assert!(
            matches!(self.shape, Shape::Text(_)),
            "`max_length` is for text; remove it, or change the type of the field"
        );
        self.max_count = Some(length);
        self.in_order();
        self
    }

    /// How many options have to be taken.
    #[must_use]
    #[track_caller]
    pub const fn min_items(mut self, count: usize) -> Self {
        let Shape::MultiSelect(options) = self.shape else {
            panic!(
                "`min_items` is for lists of options; remove it, or change the type of the field"
            );
        };
        assert!(count <= options.len(), "`min_items` is more than the enum has options; lower it");
        self.min_count = Some(count);
        self.in_order();
        self
    }

    /// How many options may be taken.
    #[must_use]
    #[track_caller]
    pub const fn max_items(mut self, count: usize) -> Self {
        assert!(
            matches!(self.shape, Shape::MultiSelect(_)),
            "`max_items` is for lists of options; remove it, or change the type of the field"
        );
        self.max_count = Some(count);
        self.in_order();
        self
    }

    /// What the text is written like.
    #[must_use]
    #[track_caller]
    pub const fn format(mut self, format: Format) -> Self {
        let Shape::Text(own) = self.shape else {
            panic!("`format` is for text; remove it, or change the type of the field")
        };
        assert!(own.is_none(), "the type of the field has a format of its own; remove this one");
        self.format = Some(format);
        self
    }

    /// A regular expression that the text has to match.
    #[must_use]
    #[track_caller]
    pub const fn pattern(mut self, pattern: &'static str) -> Self {
        assert!(
            matches!(self.shape, Shape::Text(_)),
            "`pattern` is for text; remove it, or change the type of the field"
        );
        self.pattern = Some(pattern);
        self
    }

    #[track_caller]
    const fn in_order(&self) {
        let crossed = match (self.least, self.greatest) {
            (Some(least), Some(greatest)) => least > greatest,
            _ => false,
        } || match (self.minimum, self.maximum) {
            (Some(minimum), Some(maximum)) => minimum > maximum,
            _ => false,
        } || match (self.min_count, self.max_count) {
            (Some(minimum), Some(maximum)) => minimum > maximum,
            _ => false,
        };
        assert!(!crossed, "no value fits, as the lower bound is above the upper; swap them");
    }
}
