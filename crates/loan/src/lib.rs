//! Values that a foreign language shares with Rust: who may use them when, and where their numbers stand.
//!
//! | module | what |
//! |---|---|
//! | [`shared`] | [`Shared`]: readers or one writer, by a stack of loans; [`Taken`]: a value moved out while foreign code may run |
//! | [`place`] | [`Place`]: address, number type and shape of one field that foreign arrays point at |
//! | [`watch`] | [`Watch`]: fields that foreign code may have written, looked at before Rust reads them |
//!
//! Architecture invariant: no Python and no physics here, so that Miri and the thread sanitizer can run every line
//! (`cargo +nightly miri test -p stiction-loan`).

pub mod place;
pub mod shared;
pub mod watch;

pub use place::{Num, Place, Value};
pub use shared::{Denied, Read, Shared, Taken, Write};
pub use watch::Watch;
