//! Any bytes as an archive: entries may lie about sizes, names and packing.
#![no_main]

use libfuzzer_sys::fuzz_target;
use stiction::{LoadOptions, NoAssets};

fuzz_target!(|bytes: &[u8]| {
    let mut file = b"PK\x03\x04".to_vec();
    file.extend(bytes);
    if let Ok(loaded) = stiction::load_bytes("a.mjz", &file, &NoAssets, &LoadOptions::default()) {
        stiction_fuzz::live(loaded.model);
    }
});
