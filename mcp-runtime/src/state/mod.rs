//! **4, 8** A journal to `requestState` and back. It travels through the client, so it is attacker-controlled on return.
