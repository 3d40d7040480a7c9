//! The Rust types that a field of a derived form can have.

use std::collections::BTreeSet;

use super::spec::Shape;
use super::value::FieldValue;

/// A type that a field of a form can have.
///
/// Text, numbers, `bool`, enums without data that derive [`Elicit`](super::Elicit), lists of those
/// enums, and an `Option` of any of these; behind features, dates, URLs and email addresses.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a field of a form",
    label = "no client can ask for this",
    note = "a field is a `String`, a number of up to 64 bits, a `bool`, an enum without data that derives `Elicit`, \
            a `Vec` or `BTreeSet` of such an enum, or an `Option` of one of these",
    note = "features of `mcp-runtime` add dates (`jiff`, `chrono`), `url::Url` (`url`) and `EmailAddress` (`email`)",
    note = "forms are flat: give the fields of a nested struct to this one, or ask twice"
)]
pub trait FormField: Sized + Send + 'static {
    /// The type without its `Option`.
    #[doc(hidden)]
    type Value: FormField;
    /// What the field holds.
    #[doc(hidden)]
    const SHAPE: Shape;
    /// Whether the field may be left out.
    #[doc(hidden)]
    const OPTIONAL: bool = false;

    /// The value, or `None` if the type cannot hold it.
    #[doc(hidden)]
    fn from_value(value: Option<&FieldValue>) -> Option<Self>;

    /// The value as an answer would have it; `None` if there is none.
    #[doc(hidden)]
    fn to_value(&self) -> Option<FieldValue>;
}

/// An enum without data, which a user selects from. `#[derive(Elicit)]` on the enum implements it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no options to select from",
    label = "not an enum that derives `Elicit`",
    note = "derive `Elicit` for it; its variants must be without data"
)]
pub trait Choice: Sized + Send + 'static {
    /// The options, in the order of the variants.
    #[doc(hidden)]
    const OPTIONS: &'static [ChoiceOption];

    /// The variant with this value.
    #[doc(hidden)]
    fn from_name(name: &str) -> Option<Self>;

    /// The value of this variant.
    #[doc(hidden)]
    fn to_name(&self) -> &'static str;
}

/// One option of a [`Choice`].
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct ChoiceOption {
    pub(super) value: &'static str,
    pub(super) title: Option<&'static str>,
}

impl ChoiceOption {
    /// An option with this value.
    #[must_use]
    pub const fn new(value: &'static str) -> Self {
        Self { value, title: None }
    }

    /// What the user reads instead of the value.
    #[must_use]
    pub const fn titled(mut self, title: &'static str) -> Self {
        self.title = Some(title);
        self
    }
}

#[diagnostic::do_not_recommend]
impl<T: Choice> FormField for T {
    type Value = Self;
    const SHAPE: Shape = Shape::Select(T::OPTIONS);

    fn from_value(value: Option<&FieldValue>) -> Option<Self> {
        match value? {
            FieldValue::Text(name) => T::from_name(name),
            _ => None,
        }
    }

    fn to_value(&self) -> Option<FieldValue> {
        Some(FieldValue::Text(self.to_name().to_owned()))
    }
}

#[diagnostic::do_not_recommend]
impl<T: FormField> FormField for Option<T> {
    type Value = T::Value;
    const SHAPE: Shape = T::SHAPE;
    const OPTIONAL: bool = true;

    fn from_value(value: Option<&FieldValue>) -> Option<Self> {
        match value {
            None => Some(None),
            value => T::from_value(value).map(Some),
        }
    }

    fn to_value(&self) -> Option<FieldValue> {
        self.as_ref().and_then(T::to_value)
    }
}

/// A list of options, of which each is taken at most once.
macro_rules! multi_select {
    ($($list:ident: $($bound:ident)+;)*) => {
        $(
            #[diagnostic::do_not_recommend]
            impl<T: $($bound +)+> FormField for $list<T> {
                type Value = Self;
                const SHAPE: Shape = Shape::MultiSelect(T::OPTIONS);

                fn from_value(value: Option<&FieldValue>) -> Option<Self> {
                    match value? {
                        FieldValue::Selected(names) => {
                            names.iter().map(|name| T::from_name(name)).collect()
                        }
                        _ => None,
                    }
                }

                fn to_value(&self) -> Option<FieldValue> {
                    let names = self.iter().map(|choice| choice.to_name().to_owned());
                    Some(FieldValue::Selected(names.collect()))
                }
            }
        )*
    };
}

multi_select! {
    Vec: Choice;
    BTreeSet: Choice Ord;
}

#[diagnostic::do_not_recommend]
impl FormField for String {
    type Value = Self;
    const SHAPE: Shape = Shape::Text(None);

    fn from_value(value: Option<&FieldValue>) -> Option<Self> {
        match value? {
            FieldValue::Text(text) => Some(text.clone()),
            _ => None,
        }
    }

    fn to_value(&self) -> Option<FieldValue> {
        Some(FieldValue::Text(self.clone()))
    }
}

#[diagnostic::do_not_recommend]
impl FormField for bool {
    type Value = Self;
    const SHAPE: Shape = Shape::Boolean;

    fn from_value(value: Option<&FieldValue>) -> Option<Self> {
        match value? {
            FieldValue::Boolean(boolean) => Some(*boolean),
            _ => None,
        }
    }

    fn to_value(&self) -> Option<FieldValue> {
        Some(FieldValue::Boolean(*self))
    }
}

macro_rules! whole_numbers {
    ($($integer:ident)*) => {
        $(
            #[diagnostic::do_not_recommend]
            impl FormField for $integer {
                type Value = Self;
                const SHAPE: Shape = Shape::Integer {
                    least: $integer::MIN as i128,
                    greatest: $integer::MAX as i128,
                };

                fn from_value(value: Option<&FieldValue>) -> Option<Self> {
                    match value? {
                        FieldValue::Integer(number) => (*number).try_into().ok(),
                        _ => None,
                    }
                }

                fn to_value(&self) -> Option<FieldValue> {
                    i128::try_from(*self).ok().map(FieldValue::Integer)
                }
            }
        )*
    };
}

whole_numbers!(u8 u16 u32 u64 usize i8 i16 i32 i64 isize);

#[diagnostic::do_not_recommend]
impl FormField for f64 {
    type Value = Self;
    const SHAPE: Shape = Shape::Number;

    fn from_value(value: Option<&FieldValue>) -> Option<Self> {
        match value? {
            FieldValue::Number(number) => Some(*number),
            _ => None,
        }
    }

    fn to_value(&self) -> Option<FieldValue> {
        Some(FieldValue::Number(*self))
    }
}

#[diagnostic::do_not_recommend]
impl FormField for f32 {
    type Value = Self;
    const SHAPE: Shape = Shape::Number;

    fn from_value(value: Option<&FieldValue>) -> Option<Self> {
        let number = f64::from_value(value)?;
        #[expect(
            clippy::cast_possible_truncation,
            reason = "the nearest `f32` is what is asked for"
        )]
        let nearest = number as f32;
        nearest.is_finite().then_some(nearest)
    }

    fn to_value(&self) -> Option<FieldValue> {
        f64::from(*self).to_value()
    }
}

/// A type that is written and read as text of a format.
#[cfg(any(feature = "chrono", feature = "email", feature = "jiff", feature = "url"))]
macro_rules! written_as {
    ($format:ident: $type:ty, $read:expr, $write:expr) => {
        #[diagnostic::do_not_recommend]
        impl $crate::form::FormField for $type {
            type Value = Self;
            const SHAPE: $crate::form::spec::Shape =
                $crate::form::spec::Shape::Text(Some($crate::form::Format::$format));

            fn from_value(value: Option<&$crate::form::FieldValue>) -> Option<Self> {
                match value? {
                    $crate::form::FieldValue::Text(text) => {
                        let read: fn(&str) -> Option<Self> = $read;
                        read(text)
                    }
                    _ => None,
                }
            }

            fn to_value(&self) -> Option<$crate::form::FieldValue> {
                let write: fn(&Self) -> String = $write;
                Some($crate::form::FieldValue::Text(write(self)))
            }
        }
    };
}
#[cfg(any(feature = "chrono", feature = "email", feature = "jiff", feature = "url"))]
pub(super) use written_as;
