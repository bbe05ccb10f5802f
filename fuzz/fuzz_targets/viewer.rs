//! What a viewer may send: any JSON as commands, applied to a simulation.
#![no_main]

use libfuzzer_sys::fuzz_target;
use std::sync::LazyLock;
use stiction::{Budget, Data, Model, ModelExt, step};
use stiction_viewer::live::Live;
use stiction_viewer::{Command, Json, answer};

static MODEL: LazyLock<Model> =
    LazyLock::new(|| Model::from_xml_string(include_str!("../seeds/rich.xml")).expect("loads"));

fuzz_target!(|text: &str| {
    let mut m = MODEL.clone();
    let mut d = Data::with_budget(&m, Budget::UNTRUSTED);
    let mut live = Live::measuring();
    for line in text.lines().take(10) {
        let Ok(json) = line.parse::<Json>() else { continue };
        let Ok(command) = Command::read(&json) else { continue };
        if let Command::Get(what, id) = &command {
            let _ = answer(&m, &d, what, *id);
        } else if live.apply(&mut m, &mut d, &command).is_ok() {
            live.before_step(&m, &mut d);
            let _ = step(&m, &mut d);
        }
    }
});
