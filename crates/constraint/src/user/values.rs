//! C and J of one constraint at a given place, outside of a simulation.

use super::at::At;
use super::set::{evaluate_at, width};
use super::traits::{Constraint, Fault};
use super::writer::Numbers;

/// Numbers of one constraint.
#[derive(Clone, Debug, Default)]
pub struct RowValues(Numbers);

impl RowValues {
    /// Evaluates `c` at `at`.
    ///
    /// # Errors
    /// What the constraint says, or that it wrote wrong sizes or bad numbers.
    pub fn evaluate(&mut self, c: &dyn Constraint, at: &At<'_>) -> Result<(), Fault> {
        self.0.resize(c.dim(), width(c.touches()));
        evaluate_at(c, at, &mut self.0)
    }
    /// C of row i.
    pub fn value(&self, i: usize) -> f64 {
        self.0.value[i]
    }
    /// J of row i over twists or joints.
    pub fn row(&self, i: usize) -> &[f64] {
        self.0.row(i)
    }
}
