//! Robots changed element by element.
#![no_main]

use libfuzzer_sys::fuzz_target;
use std::sync::LazyLock;
use stiction_testkit::mutate::Pool;

static POOL: LazyLock<Pool> = LazyLock::new(stiction_fuzz::robots);

fuzz_target!(|bytes: &[u8]| stiction_fuzz::load_and_live(&POOL.chosen(bytes)));
