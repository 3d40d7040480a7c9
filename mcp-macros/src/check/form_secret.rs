//! Forms pass through the client, and often through a model: the specification forbids to ask for
//! secrets in them. A name is the only hint a macro has.

use quote::ToTokens;
use syn::ext::IdentExt;

use crate::diag::Diagnostics;
use crate::model::form::Field;
use crate::model::form_type::Guess;

/// Words that name a secret, wherever they stand in a name.
const SECRETS: [&[&str]; 17] = [
    &["password"],
    &["passwd"],
    &["passphrase"],
    &["pwd"],
    &["secret"],
    &["apikey"],
    &["api", "key"],
    &["access", "key"],
    &["private", "key"],
    &["card", "number"],
    &["credit", "card"],
    &["credential"],
    &["credentials"],
    &["cvv"],
    &["cvc"],
    &["ssn"],
    &["token"],
];

/// Last words that turn the name of a secret into that of something about it.
const ABOUT: [&str; 15] = [
    "age", "budget", "count", "expiry", "format", "kind", "length", "limit", "name", "policy",
    "ring", "rotation", "symbol", "type", "usage",
];

pub(super) fn asks_for_no_secret(field: &Field, diag: &mut Diagnostics) {
    // A yes or no about a secret is none.
    if field.options.not_secret || field.guess == Guess::Boolean {
        return;
    }
    let ident = field.ident.unraw().to_string();
    let (at, name) = if names_a_secret(&ident) {
        (field.ident.to_token_stream(), ident)
    } else if names_a_secret(&field.name.text) {
        (field.name.at.clone(), field.name.text.clone())
    } else {
        return;
    };
    diag.error(
        at,
        format_args!("`{name}` sounds like a secret, which a form must not ask for"),
        "ask for it on a page, with `#[elicit(url = \"…\")]`; \
         if it is no secret, mark it `#[elicit(not_secret)]`",
    );
}

fn names_a_secret(name: &str) -> bool {
    let words = words(name);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let is_about_one = words.last().is_some_and(|last| ABOUT.contains(last));
    let holds = |secret: &&[&str]| words.windows(secret.len()).any(|window| window == *secret);
    (!is_about_one && SECRETS.iter().any(holds)) || is_pin(&words)
}

/// A pin is also something on a map, so more of the name has to say so.
fn is_pin(words: &[&str]) -> bool {
    matches!(words, ["pin"] | [.., "pin", "code" | "number"] | [.., "card" | "bank" | "sim", "pin"])
}

/// The words of a name in any case, in lower case and without digits at their ends.
fn words(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut was_lower = false;
    for character in name.chars() {
        let is_start = character.is_uppercase() && was_lower;
        was_lower = character.is_lowercase();
        if is_start || !character.is_alphabetic() {
            words.push(String::new());
        }
        if character.is_alphabetic()
            && let Some(word) = words.last_mut()
        {
            word.extend(character.to_lowercase());
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

#[cfg(test)]
mod tests {
    use super::names_a_secret;

    #[test]
    fn secrets_are_known_in_every_spelling() {
        for name in [
            "password",
            "db_password",
            "password2",
            "new_password_again",
            "apiKey",
            "api_key",
            "API_KEY",
            "api-key",
            "token",
            "access_token",
            "card_number",
            "credentials",
            "pin",
            "pin_code",
            "card_pin",
            "client_secret",
            "private_key",
            "cvc",
            "ssn",
        ] {
            assert!(names_a_secret(name), "{name}");
        }
    }

    #[test]
    fn what_is_about_a_secret_or_only_looks_like_one_is_none() {
        for name in [
            "tokens_used",
            "max_tokens",
            "token_count",
            "token_limit",
            "password_policy",
            "secretary",
            "pinned",
            "map_pin",
            "pin_color",
            "key",
            "card",
            "number",
            "spinner",
            "passport",
            "tokenizer",
        ] {
            assert!(!names_a_secret(name), "{name}");
        }
    }
}
