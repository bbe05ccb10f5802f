//! Solids of the user's own: the operations that `stiction.shapes` notes, as a program of the engine.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use stiction_geometry::query::Aabb;
use stiction_geometry::sdf::{Field, Op, Own, Program};
use stiction_spatial::Vec3;

/// A solid by its signed distance.
#[pyclass(frozen, module = "stiction._native")]
pub struct Shape {
    program: Program,
    pub(crate) own: Own,
}

#[pymethods]
impl Shape {
    /// Operations (name, numbers they use, constant) and bounds (min, max).
    #[new]
    fn new(ops: Vec<(String, Vec<usize>, f64)>, bounds: [f64; 6]) -> PyResult<Self> {
        let ops = ops
            .iter()
            .map(|(name, a, x)| {
                op(name, a, *x).ok_or_else(|| PyValueError::new_err(format!("no such operation: {name}")))
            })
            .collect::<PyResult<Vec<Op>>>()?;
        let [a, b, c, d, e, f] = bounds;
        let program = Program::new(ops, Aabb { min: Vec3([a, b, c]), max: Vec3([d, e, f]) })
            .map_err(|e| PyValueError::new_err(e.to_string()))?;
        Ok(Shape { own: Own::new(program.clone()), program })
    }

    /// Signed distance of a point [m].
    fn distance(&self, point: [f64; 3]) -> f64 {
        self.program.value(Vec3(point))
    }

    /// Gradient of the distance at a point.
    fn gradient(&self, point: [f64; 3]) -> [f64; 3] {
        self.program.slope(Vec3(point)).1.0
    }
}

fn op(name: &str, a: &[usize], x: f64) -> Option<Op> {
    Some(match (name, a) {
        ("constant", []) => Op::Constant(x),
        ("neg", &[a]) => Op::Neg(a),
        ("abs", &[a]) => Op::Abs(a),
        ("sqrt", &[a]) => Op::Sqrt(a),
        ("sin", &[a]) => Op::Sin(a),
        ("cos", &[a]) => Op::Cos(a),
        ("floor", &[a]) => Op::Floor(a),
        ("add", &[a, b]) => Op::Add(a, b),
        ("sub", &[a, b]) => Op::Sub(a, b),
        ("mul", &[a, b]) => Op::Mul(a, b),
        ("div", &[a, b]) => Op::Div(a, b),
        ("atan2", &[a, b]) => Op::Atan2(a, b),
        ("min", &[a, b]) => Op::Min(a, b),
        ("max", &[a, b]) => Op::Max(a, b),
        ("less", &[a, b]) => Op::Less(a, b),
        ("select", &[a, b, c]) => Op::Select(a, b, c),
        _ => return None,
    })
}

/// Adds the class to a module.
pub fn register(m: &Bound<'_, PyModule>) -> PyResult<()> {
    m.add_class::<Shape>()
}
