//! Any bytes as an image or a height field.
#![no_main]

use libfuzzer_sys::fuzz_target;
use stiction_geometry::asset::{load_hfield_bin, load_png};

fuzz_target!(|bytes: &[u8]| {
    let Some((&kind, rest)) = bytes.split_first() else { return };
    if kind % 4 == 3 {
        let _ = load_hfield_bin(rest);
    } else {
        let _ = load_png(rest, [1, 3, 4][usize::from(kind % 4)]);
    }
});
