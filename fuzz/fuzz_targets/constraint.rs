//! Constraints of the user's that fail, lie about their size or write numbers that make no sense.
#![no_main]

use libfuzzer_sys::fuzz_target;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use stiction::{Budget, Data, Model, ModelExt, step};
use stiction_constraint::user::{At, Bounds, Constraint, Fault, Law, Level, RateWriter, Rates, RowWriter, Touches};

static MODEL: LazyLock<Model> =
    LazyLock::new(|| Model::from_xml_string(include_str!("../../models/gripper.xml")).expect("loads"));

/// Does what its bytes say, one after the other.
struct Odd {
    bytes: Vec<u8>,
    next: AtomicUsize,
    objects: Vec<usize>,
}

const REALS: [f64; 8] = [0.0, 1.0, -1.0, f64::NAN, f64::INFINITY, 1e300, 1e-300, 0.1];

impl Odd {
    fn byte(&self) -> u8 {
        let k = self.next.fetch_add(1, Ordering::Relaxed);
        self.bytes.get(k % self.bytes.len().max(1)).copied().unwrap_or(0)
    }
    fn real(&self) -> f64 {
        REALS[usize::from(self.byte()) % REALS.len()]
    }
}

impl Constraint for Odd {
    fn name(&self) -> &str {
        "odd"
    }
    fn touches(&self) -> Touches<'_> {
        if self.bytes[0] % 2 == 0 { Touches::Bodies(&self.objects) } else { Touches::Joints(&self.objects) }
    }
    fn dim(&self) -> usize {
        usize::from(self.bytes[0] / 2 % 4)
    }
    fn bounds(&self) -> Bounds {
        Bounds::Equality
    }
    fn law(&self) -> Law {
        if self.bytes[0] & 64 == 0 { Law::SOFT } else { Law::Hard }
    }
    fn level(&self) -> Level {
        if self.bytes[0] & 128 == 0 { Level::Position } else { Level::Velocity }
    }
    fn evaluate(&self, _at: &At<'_>, out: &mut RowWriter<'_>) -> Result<(), Fault> {
        if self.byte() > 250 {
            return Err("this one fails".into());
        }
        for i in 0..self.dim() {
            if self.level() == Level::Position { out.value(i, self.real()) } else { out.target(i, self.real()) }
            out.row(i).iter_mut().for_each(|x| *x = self.real());
        }
        Ok(())
    }
    fn rates(&self, _at: &At<'_>, out: &mut RateWriter<'_>) -> Result<Rates, Fault> {
        if self.byte() % 2 == 0 {
            return Ok(Rates::ByDifferences);
        }
        (0..self.dim()).for_each(|i| out.bias(i, self.real()));
        Ok(Rates::Given)
    }
}

fuzz_target!(|bytes: &[u8]| {
    if bytes.len() < 4 {
        return;
    }
    let mut m = MODEL.clone();
    if bytes[1] & 1 == 1 {
        m.stiction.exact();
    }
    let mut d = Data::with_budget(&m, Budget::UNTRUSTED);
    let objects = vec![usize::from(bytes[2]) % 12, usize::from(bytes[3]) % 12];
    d.constraints.add(Odd { bytes: bytes.to_vec(), next: AtomicUsize::new(0), objects });
    for _ in 0..3 {
        let before = d.state.clone();
        if step(&m, &mut d).is_err() {
            assert_eq!(d.state.qpos, before.qpos, "a refused step leaves the state as it was");
            return;
        }
    }
});
