//! Any text as a model file.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| stiction_fuzz::load_and_live(text));
