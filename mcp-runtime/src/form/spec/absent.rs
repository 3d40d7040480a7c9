//! The default of a derived field, checked while compiling against what its type can hold.

use super::super::types::{ChoiceOption, FormField};
use super::super::value::FieldValue;
use super::{Absent, FieldOf, Shape};

impl<T> FieldOf<T> {
    /// Text, or the name of an option, when the field is left out.
    #[must_use]
    #[track_caller]
    pub const fn or_text(mut self, text: &'static str) -> Self {
        match self.shape {
            Shape::Text(_) => {
                let length = characters(text);
                assert!(
                    at_least(length, self.min_count) && at_most(length, self.max_count),
                    "the default is shorter or longer than the field allows; change one of them"
                );
                assert!(
                    match self.format {
                        Some(format) => format.admits(text),
                        None => true,
                    },
                    "the default is not written like the format of the field; write it so, or leave it out"
                );
            }
            Shape::Select(options) => {
                assert!(
                    is_option(options, text),
                    "the default is no option of the enum; write the name of one as clients send it"
                );
            }
            _ => panic!(
                "the default is text, which the type of the field is not; write a value of that type"
            ),
        }
        self.absent = Absent::Text(text);
        self
    }

    /// A number when the field is left out.
    #[must_use]
    #[track_caller]
    #[expect(
        clippy::cast_precision_loss,
        reason = "a default of decimals that is written as an integer"
    )]
    pub const fn or_integer(mut self, number: i128) -> Self {
        let Shape::Integer { least, greatest } = self.shape else {
            return self.or_number(number as f64);
        };
        let fits = number >= least
            && number <= greatest
            && match self.least {
                Some(least) => number >= least,
                None => true,
            }
            && match self.greatest {
                Some(greatest) => number <= greatest,
                None => true,
            };
        assert!(fits, "the default is outside the range of the field; change one of them");
        self.absent = Absent::Integer(number);
        self
    }

    /// A number with decimals when the field is left out.
    #[must_use]
    #[track_caller]
    pub const fn or_number(mut self, number: f64) -> Self {
        assert!(
            matches!(self.shape, Shape::Number),
            "the default is a number, which the type of the field is not; write a value of that type"
        );
        let fits = match self.minimum {
            Some(minimum) => number >= minimum,
            None => true,
        } && match self.maximum {
            Some(maximum) => number <= maximum,
            None => true,
        };
        assert!(fits, "the default is outside the range of the field; change one of them");
        self.absent = Absent::Number(number);
        self
    }

    /// Yes or no when the field is left out.
    #[must_use]
    #[track_caller]
    pub const fn or_boolean(mut self, boolean: bool) -> Self {
        assert!(
            matches!(self.shape, Shape::Boolean),
            "the default is a `bool`, which the type of the field is not; write a value of that type"
        );
        self.absent = Absent::Boolean(boolean);
        self
    }

    /// These options when the field is left out.
    #[must_use]
    #[track_caller]
    pub const fn or_selected(mut self, names: &'static [&'static str]) -> Self {
        let Shape::MultiSelect(options) = self.shape else {
            panic!(
                "the default is a list, which the type of the field is not; write a value of that type"
            );
        };
        assert!(
            at_least(names.len(), self.min_count) && at_most(names.len(), self.max_count),
            "the default has fewer or more options than the field allows; change one of them"
        );
        let mut rest = names;
        while let [name, others @ ..] = rest {
            assert!(
                is_option(options, name),
                "the default holds what is no option of the enum; write names as clients send them"
            );
            assert!(!holds(others, name), "the default holds an option twice; write it once");
            rest = others;
        }
        self.absent = Absent::Selected(names);
        self
    }

    /// What `default` computes when the field is left out. Its rules are checked at run time.
    #[must_use]
    pub const fn or(mut self, default: fn() -> Option<FieldValue>) -> Self {
        self.absent = Absent::Computed(default);
        self
    }
}

/// The default of a field of type `T`.
#[expect(clippy::needless_pass_by_value, reason = "an expansion has nothing else to do with it")]
pub fn computed<T: FormField>(default: T::Value) -> Option<FieldValue> {
    default.to_value()
}

const fn at_least(count: usize, least: Option<usize>) -> bool {
    match least {
        Some(least) => count >= least,
        None => true,
    }
}

const fn at_most(count: usize, most: Option<usize>) -> bool {
    match most {
        Some(most) => count <= most,
        None => true,
    }
}

/// How many characters a text has: its bytes that do not continue one.
const fn characters(text: &str) -> usize {
    let mut count = 0;
    let mut rest = text.as_bytes();
    while let [byte, others @ ..] = rest {
        if *byte & 0b1100_0000 != 0b1000_0000 {
            count += 1;
        }
        rest = others;
    }
    count
}

const fn is_option(options: &[ChoiceOption], name: &str) -> bool {
    let mut rest = options;
    while let [option, others @ ..] = rest {
        if same(option.value.as_bytes(), name.as_bytes()) {
            return true;
        }
        rest = others;
    }
    false
}

const fn holds(names: &[&str], name: &str) -> bool {
    let mut rest = names;
    while let [other, others @ ..] = rest {
        if same(other.as_bytes(), name.as_bytes()) {
            return true;
        }
        rest = others;
    }
    false
}

const fn same(mut left: &[u8], mut right: &[u8]) -> bool {
    while let ([first, left_rest @ ..], [other, right_rest @ ..]) = (left, right) {
        if *first != *other {
            return false;
        }
        left = left_rest;
        right = right_rest;
    }
    left.is_empty() && right.is_empty()
}
