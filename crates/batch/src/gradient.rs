//! Derivatives of the next step of many simulations at once.

use crate::cells::Cells;
use std::cell::RefCell;
use std::sync::Arc;
use stiction_grad::{Differentiator, Method};
use stiction_model::Model;
use stiction_sim::Data;

thread_local! {
    /// Work space of this thread: what it holds does not change what it finds.
    static WORK: RefCell<Option<Differentiator>> = const { RefCell::new(None) };
}

/// A, B and labels of the step of each simulation of the call, from its state and controls.
pub struct GradientQuery {
    /// How derivatives are found.
    pub method: Method,
    /// (n × (2 nv + na)²).
    pub a: Arc<Cells>,
    /// (n × (2 nv + na) × nu).
    pub b: Arc<Cells>,
    /// Labels of the columns of A, then of B (n × (2 nv + na + nu)).
    pub label: Arc<Cells>,
}

impl GradientQuery {
    pub(crate) fn answer(&self, m: &Model, d: &Data, k: usize) -> Result<(), String> {
        let found = WORK
            .with_borrow_mut(|work| work.get_or_insert_with(|| Differentiator::new(m)).at(m, d, self.method));
        let g = found.map_err(|e| e.to_string())?;
        self.a.write_f64(k * g.a.len(), &g.a);
        self.b.write_f64(k * g.b.len(), &g.b);
        let n = g.label_a.len() + g.label_b.len();
        for (i, label) in g.label_a.iter().chain(&g.label_b).enumerate() {
            self.label.set_int(k * n + i, *label as i32);
        }
        Ok(())
    }
}
