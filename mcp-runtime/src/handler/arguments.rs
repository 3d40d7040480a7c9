//! Arguments of a call: from the raw object to the handler's parameters, and everything that is wrong with them.

use serde::de::{DeserializeOwned, Deserializer, Error as _, Visitor};
use serde_json::Value;
use serde_json::value::RawValue;

use super::explain::{self, Found};
use super::output::{HandlerOutput, ToolResult};
use super::rules::{MOST, Rules};
use super::{schema, strict};
use crate::envelope::members::Members;

/// A type that the model can give a value of.
///
/// Every type has it that serde can read and that has a JSON Schema; there is nothing to implement.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be an argument of a tool",
    label = "the model cannot give this",
    note = "derive `serde::Deserialize` and `schemars::JsonSchema` (of schemars 1) for it",
    note = "if it is something that the server holds, borrow it: `&{Self}`"
)]
pub trait ToolArgument: Sized + Send {
    #[doc(hidden)]
    fn schema() -> Value;
    #[doc(hidden)]
    fn read(text: &str) -> Result<Self, serde_json::Error>;
    #[doc(hidden)]
    fn locate(text: &str) -> (String, String);
    #[doc(hidden)]
    fn absent() -> Option<Self>;
}

#[diagnostic::do_not_recommend]
impl<T: DeserializeOwned + schemars::JsonSchema + Send> ToolArgument for T {
    fn schema() -> Value {
        schema::argument_of::<T>()
    }

    fn read(text: &str) -> Result<Self, serde_json::Error> {
        serde_json::from_str(text)
    }

    /// Where reading fails, and why; for a text of which it is known that it does.
    fn locate(text: &str) -> (String, String) {
        let mut source = serde_json::Deserializer::from_str(text);
        match serde_path_to_error::deserialize::<_, T>(&mut source) {
            Ok(_) => (String::new(), String::new()),
            Err(error) => (error.path().to_string(), error.into_inner().to_string()),
        }
    }

    fn absent() -> Option<Self> {
        T::deserialize(Absent).ok()
    }
}

/// One parameter of a handler that the model gives; what the macro puts into a constant.
#[derive(Debug)]
pub struct Argument<T> {
    pub(crate) name: &'static str,
    pub(crate) description: Option<&'static str>,
    pub(crate) header: Option<&'static str>,
    pub(crate) shown_default: Option<&'static str>,
    default: Option<fn() -> T>,
    pub(crate) schema: fn() -> Value,
    read: fn(&str) -> Result<T, serde_json::Error>,
    locate: fn(&str) -> (String, String),
    absent: fn() -> Option<T>,
}

/// An argument of this type; the one place that wants to know whether the model can give one.
#[must_use]
pub const fn argument<T: ToolArgument>(name: &'static str) -> Argument<T> {
    Argument {
        name,
        description: None,
        header: None,
        shown_default: None,
        default: None,
        schema: T::schema,
        read: T::read,
        locate: T::locate,
        absent: T::absent,
    }
}

impl<T> Argument<T> {
    /// What the model reads about it.
    #[must_use]
    pub const fn described(mut self, description: &'static str) -> Self {
        self.description = Some(description);
        self
    }

    /// The value when the model gives none.
    #[must_use]
    pub const fn or(mut self, default: fn() -> T) -> Self {
        self.default = Some(default);
        self
    }

    /// The default as JSON, for the schema.
    #[must_use]
    pub const fn showing(mut self, default: &'static str) -> Self {
        self.shown_default = Some(default);
        self
    }

    /// The HTTP header that mirrors it: `Mcp-Param-…`.
    #[must_use]
    pub const fn header(mut self, name: &'static str) -> Self {
        self.header = Some(name);
        self
    }

    /// Whether the model may leave it out.
    pub(crate) fn is_optional(&self) -> bool {
        self.default.is_some() || (self.absent)().is_some()
    }
}

/// The arguments of one call, split into members but not read yet.
#[derive(Debug)]
pub struct Arguments<'call> {
    tool: &'call str,
    text: &'call str,
    members: Vec<(String, &'call RawValue)>,
    rules: Option<&'call Rules>,
}

impl<'call> Arguments<'call> {
    /// Splits the object.
    ///
    /// # Errors
    ///
    /// What is wrong, in words: a member is there twice, here or in an object within.
    pub(crate) fn split(
        tool: &'call str,
        text: &'call str,
        rules: Option<&'call Rules>,
    ) -> Result<Self, String> {
        let members: Members<&'call RawValue> = serde_json::from_str(text)
            .map_err(|error| explain::without_place(&error.to_string()).to_owned())?;
        strict::check(text)?;
        Ok(Self { tool, text, members: members.0, rules })
    }

    /// All of them.
    ///
    /// # Errors
    ///
    /// A result that tells the model why they cannot be read: nested too deep, or a number that nothing holds.
    pub(crate) fn value(&self) -> Result<Value, ToolResult> {
        serde_json::from_str(self.text)
            .map_err(|error| not_right(self.tool, explain::without_place(&error.to_string())))
    }

    fn find(&self, name: &str) -> Option<&'call str> {
        let (_, raw) = self.members.iter().find(|(key, _)| key == name)?;
        Some(raw.get())
    }
}

/// A result that tells the model what is wrong with the arguments of a call.
pub(crate) fn not_right(tool: &str, problem: &str) -> ToolResult {
    ToolResult::error(format!("The arguments of `{tool}` are not right: {problem}"))
}

/// Reads the arguments of one call one by one, and collects what is wrong with them.
#[derive(Debug)]
pub struct Given<'call> {
    arguments: &'call Arguments<'call>,
    problems: Vec<String>,
}

impl<'call> Given<'call> {
    /// Nothing read yet.
    #[must_use]
    pub fn new(arguments: &'call Arguments<'call>) -> Self {
        Self { arguments, problems: Vec::new() }
    }

    /// One argument, or `None` and one more problem.
    pub fn read<T>(&mut self, argument: &Argument<T>) -> Option<T> {
        let Some(text) = self.arguments.find(argument.name) else {
            let value = argument.default.map_or_else(argument.absent, |default| Some(default()));
            if value.is_none() {
                self.problem(argument, "", &Found::Nothing, "");
            }
            return value;
        };
        if text == "null"
            && let Some(default) = argument.default
        {
            return Some((argument.read)(text).unwrap_or_else(|_| default()));
        }
        let read = (argument.read)(text).or_else(|error| {
            explain::whole_numbers(text).map_or(Err(error), |text| (argument.read)(&text))
        });
        if let Ok(value) = read {
            return self.obeys(argument, text).then_some(value);
        }
        let (path, message) = (argument.locate)(text);
        let (path, found) = explain::found(text, &path, &message);
        self.problem(argument, &path, &found, &message);
        None
    }

    /// A result that tells the model everything that is wrong.
    ///
    /// # Errors
    ///
    /// Never; the type is that of a handler's output.
    pub fn refuse(self) -> HandlerOutput {
        let tool = self.arguments.tool;
        let problems = self.problems.join("\n- ");
        let text = format!("The arguments of `{tool}` are not right:\n- {problems}");
        Ok(ToolResult::error(text).into())
    }

    /// Checks what the schema says and serde does not: ranges, lengths, enumerations.
    fn obeys<T>(&mut self, argument: &Argument<T>, text: &str) -> bool {
        let Some(rules) = self.arguments.rules.and_then(|rules| rules.of(argument.name)) else {
            return true;
        };
        let Ok(value) = serde_json::from_str::<Value>(text) else { return true };
        let broken = rules.broken(&value);
        for (path, expected, value) in &broken {
            let place = explain::place(argument.name, path);
            self.problems
                .push(format!("{place}: expected {expected}, got {}", Found::Value(value)));
        }
        if broken.len() >= MOST {
            self.problems.push(format!("`{}`: there may be more", argument.name));
        }
        broken.is_empty()
    }

    fn problem<T>(&mut self, argument: &Argument<T>, path: &str, found: &Found<'_>, message: &str) {
        let place = explain::place(argument.name, path);
        let schema = (argument.schema)();
        let expected = explain::expected(&schema, path)
            .unwrap_or_else(|| explain::without_place(message).to_owned());
        self.problems.push(format!("{place}: expected {expected}, got {found}"));
    }
}

/// What a type makes of a member that is not there: `Option` is `None`, everything else fails.
struct Absent;

impl<'de> Deserializer<'de> for Absent {
    type Error = serde::de::value::Error;

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Self::Error> {
        Err(Self::Error::custom("absent"))
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Self::Error> {
        visitor.visit_none()
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit
        unit_struct newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}
