//! Numbers that a program writes into a compiled model and its data between steps, as Python does: what the check lets through must step.
#![no_main]

use libfuzzer_sys::fuzz_target;
use std::sync::LazyLock;
use stiction::{Budget, Data, Model, ModelExt, step};
use stiction_model::check::{check, is_structure};
use stiction_model::fields::NumbersMut;

static MODELS: LazyLock<[Model; 2]> = LazyLock::new(|| {
    [include_str!("../seeds/rich.xml"), include_str!("../../models/humanoid.xml")]
        .map(|t| Model::from_xml_string(t).expect("loads"))
});

const REALS: [f64; 12] =
    [0.0, -0.0, 1.0, -1.0, f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1e308, -1e308, 1e-308, 1e10, 0.5];

/// Writes number `at` of the field that is visited as number `which`.
fn put(numbers: NumbersMut<'_>, at: usize, value: u8) {
    fn set<T>(x: &mut [T], at: usize, v: T) {
        let n = x.len().max(1);
        if let Some(x) = x.get_mut(at % n) {
            *x = v;
        }
    }
    let real = REALS[usize::from(value) % REALS.len()];
    let whole = [0, 1, 2, 3, 4, 5, 6, 7, 8, -1, i32::MAX, i32::MIN][usize::from(value) % 12];
    match numbers {
        NumbersMut::F64(x) => set(x, at, real),
        NumbersMut::F32(x) => set(x, at, real as f32),
        NumbersMut::I32(x) => set(x, at, whole),
        NumbersMut::I64(x) => set(x, at, i64::from(whole)),
        NumbersMut::U8(x) => set(x, at, value),
        NumbersMut::Bool(x) => set(x, at, value % 2 == 1),
    }
}

fuzz_target!(|bytes: &[u8]| {
    let Some((&first, rest)) = bytes.split_first() else { return };
    let mut m = MODELS[usize::from(first) % 2].clone();
    if first & 2 != 0 {
        m.stiction.exact();
    }
    let mut d = Data::with_budget(&m, Budget::UNTRUSTED);
    let mut names = Vec::new();
    m.each_mut(&mut |name, _, _| names.push(name));
    for e in rest.chunks(4).take(40) {
        let &[what, place, at, value] = e else { break };
        let field = usize::from(u16::from_le_bytes([what, place]));
        if place & 128 != 0 {
            let mut k = 0;
            d.each_mut(&mut |name, _, numbers| {
                // indices that stages computed are read-only outside
                let index = matches!(numbers, NumbersMut::I32(_));
                if k == field % 120 && !index && name != "tree_asleep" {
                    put(numbers, usize::from(at), value);
                }
                k += 1;
            });
        } else {
            let name = names[field % names.len()];
            m.each_mut(&mut |n, _, numbers| {
                if n == name && !is_structure(n) {
                    put(numbers, usize::from(at), value);
                }
            });
        }
        if value % 16 == 0 && check(&m).is_ok() {
            let _ = step(&m, &mut d);
        }
    }
    if check(&m).is_ok() {
        let _ = step(&m, &mut d);
        let _ = stiction_sim::step_resetting(&m, &mut d, &mut stiction_sim::NoHooks);
    }
});
