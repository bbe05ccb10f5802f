//! Any bytes as a model file: loading, compiling and five steps must end in a model or an error, never in a panic.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let Ok(loaded) = stiction::load_string(text, &stiction::NoAssets) else { return };
    // large models are legal but slow
    if loaded.model.size.nv > 200 {
        return;
    }
    let mut data = stiction::Data::new(&loaded.model);
    for _ in 0..5 {
        if stiction::step(&loaded.model, &mut data).is_err() {
            return;
        }
    }
});
