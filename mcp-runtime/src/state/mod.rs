//! **4, 8** A journal to `requestState` and back. It travels through the client, so it is attacker-controlled on return.
//!
//! A state is sealed for one [`Binding`]: the digest that a [`Binder`] makes of the request and of who makes it. It opens
//! for a request with the same binding, under a key of the ring, before it expires, and for nothing else. `key` turns
//! configured secrets into keys, `binding` and `canonical` requests into bindings, `token` payloads into text and back
//! (`encrypted`, if nobody may read them); `config` is all of it as a server has it. `call` makes names for the effects of
//! a call, and `spent` remembers states that may be used once.
//!
//! Invariant: nothing of a state is parsed before its tag holds, and one that fails never reaches a handler.
//!
//! # Threats
//!
//! The attacker is whoever can send requests: a client, a person who has another account, a page that reached a local
//! server, a thief of states. Each row is an attempt, what stops it, and the test that fails without that; the tests are in
//! `tests.rs` and `tests/` beside this file unless a path says otherwise.
//!
//! | an attacker who… | is stopped by | test |
//! |---|---|---|
//! | changes any bit of a state | the tag, over every byte that is sent | `every_bit_matters` |
//! | cuts a state short or makes it longer | the tag, and lengths in front of parts | `nothing_can_be_cut_off_or_added` |
//! | sends something else: nothing, rubbish, a mebibyte | decoding that fails and never panics | `any_text_is_refused_without_harm` |
//! | sends more than any state has, to keep us busy | a limit that is looked at first | `a_text_that_is_too_long_is_not_looked_at` |
//! | writes the same bytes in another way, to pass as new | strict base64: one text a state | `a_state_has_one_spelling` |
//! | names another version, to be read in another way | the version, under the tag | `another_version_is_another_tag` |
//! | moves bytes from one part to its neighbour | a length in front of each part | `parts_do_not_run_into_each_other`, `the_wire_form_is_the_documented_one` |
//! | redeems the state of somebody else | issuer, client and subject, in the binding | `a_state_belongs_to_its_caller` |
//! | drops authorization, or adds some | a marker for nobody that is no subject | `nobody_is_not_somebody` |
//! | has a token that names nobody | the refusal to bind to it | `a_token_without_a_subject_identifies_nobody` |
//! | takes a state to another server, method, tool, version, or other arguments | all of them, in the binding | `a_state_belongs_to_its_request` |
//! | takes a state to a server with the same keys | the audience, in the binding | `a_state_belongs_to_its_audience` |
//! | names an argument twice, so that two readers differ | canonical form, which has no such text | `an_argument_that_is_there_twice_is_refused` |
//! | passes one number off as another | numbers by exact value, no floating point | `canonical::tests::numbers_that_a_float_confuses_are_different` |
//! | sends arguments that cost more to read than to send | bounds on depth and exponents, one pass | `canonical::tests::depth_is_bounded`, `canonical::tests::an_exponent_costs_what_its_digits_cost`, `canonical::tests::members_nested_out_of_order_cost_no_more_than_reading` |
//! | keeps a state for later | the expiry, under the tag | `a_state_goes_stale` |
//! | keeps a call alive round by round | the age of the call, in each expiry | `a_call_goes_stale_however_quick_its_rounds_are` |
//! | asks us which of its states were genuine | the tag, before the expiry | `only_a_state_that_is_genuine_is_called_stale` |
//! | learns from our replies what was wrong | one reply for every failure | `tests/state.rs::failures_look_alike` |
//! | reads what a call has learned, where nobody may | encryption, if it is switched on | `encrypted::nobody_reads_what_the_client_carries`, `encrypted::the_wire_form_of_encrypted_states_is_the_documented_one` |
//! | takes an encrypted state to another request or caller | the same binding, as associated data | `encrypted::an_encrypted_state_belongs_to_its_request_and_caller` |
//! | looks which states hold the same | a random nonce in each | `encrypted::the_same_payload_is_another_text_each_time` |
//! | passes a signed state off as an encrypted one | a version for each, of which one is taken | `encrypted::one_protection_does_not_pass_for_the_other` |
//! | learns from our replies what was wrong with an encrypted state | the same reply | `tests/encrypt.rs::misuses_of_an_encrypted_state_look_like_those_of_any_other` |
//! | reads the secrets of a server that forgot to encrypt | no server, where a step is secret and states are readable | `tests/server.rs::a_secret_step_needs_states_that_nobody_can_read` |
//! | tells the name of an effect from a state, and uses it up | a secret for each call, from a key of its own | `calls::the_name_of_an_effect_is_that_of_its_call_alone`, `calls::a_secret_that_travels_does_not_show`, `tests/idempotency.rs::who_does_not_have_the_key_cannot_tell_a_name` |
//! | waits for new keys, to have an effect twice under two names | a secret that goes from key to key | `calls::a_call_keeps_its_names_when_keys_are_replaced`, `tests/idempotency.rs::a_name_stays_the_same_when_keys_are_replaced_in_the_middle_of_a_call` |
//! | redeems a state twice, where a tool accepts each once | an id in it, spent before the handler runs | `tests/single_use.rs::each_state_is_accepted_once` |
//! | redeems it twice at once | a store that marks and tells in one step | `spent::memory::tests::of_many_at_once_one_is_fresh`, `tests/single_use.rs::of_two_at_once_one_is_accepted` |
//! | redeems it in two processes at once | a store that they share | `examples/tests/redis.rs::of_two_processes_one_accepts_a_state_a_thousand_times` |
//! | brings the store down, or fills it | refusing what can't be told | `tests/single_use.rs::nothing_is_done_while_the_store_cannot_tell_and_the_state_stays_good`, `spent::memory::tests::a_full_store_accepts_nothing_and_forgets_nothing`, `examples/tests/redis.rs::while_redis_is_gone_nothing_is_done_and_it_goes_on_when_redis_is_back` |
//! | waits until the store forgets | remembering a minute longer than a state lives | `spent::memory::tests::a_state_is_remembered_a_minute_longer_than_it_lives` |
//! | has a state of before a tool accepted each once | the refusal of one without an id | `tests/single_use.rs::other_tools_take_a_state_as_often_as_it_comes` |
//! | has a key that was taken away | opening by the keys of the ring alone | `a_key_opens_until_it_is_taken_away` |
//! | guesses at a key that is short or empty | the refusal of fewer than 32 bytes | `a_short_key_is_refused`, `a_bad_entry_is_named_and_never_shown`, `a_variable_that_is_missing_or_empty_is_an_error` |
//! | has a tag that the same secret made elsewhere | a key derived for this purpose alone | `a_configured_key_is_not_itself_the_key_of_a_tag` |
//! | reads a state that it carries | encryption, where it is switched on | `encrypted::nobody_reads_what_the_client_carries` |
//! | passes a signed state off as an encrypted one, or the other way around | one protection a server, and no other | `encrypted::one_protection_does_not_pass_for_the_other` |
//! | computes the name of an effect, to use it up | a secret of the call that no state shows | `calls::the_name_of_an_effect_is_that_of_its_call_alone` |
//! | reads our logs | `Debug` that hides, errors that don't quote | `secrets_do_not_show`, `a_bad_entry_is_named_and_never_shown` |
//! | reads memory that was let go | keys that wipe themselves, and can't be copied | `key::tests::keys_are_wiped` |
//!
//! Tags are compared in constant time, by the `hmac` and `aes-gcm-siv` crates; no test can show that.
//!
//! A client that means well may write its arguments in another order or spelling: `arguments_may_be_written_in_any_way`.
//!
//! Not stopped, by design: reading a state that is signed and not encrypted; telling from its length how much a call has
//! learned; redeeming it twice while it is valid, unless its tool says `single_use`; sending a first round twice, which is
//! two calls; and, where requests come without authorization, redeeming a state that was stolen along with its arguments.

mod binding;
mod call;
mod canonical;
mod config;
#[cfg(feature = "encrypt")]
mod encrypted;
mod key;
mod spent;
mod token;

pub use binding::{BindError, Binder, Binding, BoundRequest, OriginatingRequest, Principal};
pub use canonical::NotCanonical;
pub use config::RequestState;
pub use key::{EntryProblem, KeyError, KeyTooShort, SealKey};
pub use spent::{MemorySpentStates, Spend, SpendError, Spending, SpentStates, StateUse};
#[cfg(feature = "redis")]
pub use spent::{RedisSpentStates, RedisUrlError};

pub(crate) use key::KeyPlace;
pub(crate) use spent::Store;
pub(crate) use token::{Rejected, Token};

#[cfg(test)]
mod tests;
