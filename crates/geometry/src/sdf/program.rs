//! A signed distance as a list of operations: what a function written in another language becomes, so that steps need not call it.
//!
//! Each operation writes the next number from earlier ones; the first three numbers are x, y, z, the last is φ.

use super::Field;
use crate::query::Aabb;
use stiction_spatial::{Dual, Scalar, Vec3};

/// One operation; numbers name earlier results.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs)]
pub enum Op {
    Constant(f64),
    Add(usize, usize),
    Sub(usize, usize),
    Mul(usize, usize),
    Div(usize, usize),
    Neg(usize),
    Abs(usize),
    Sqrt(usize),
    Sin(usize),
    Cos(usize),
    /// Angle of the point (x = second, y = first).
    Atan2(usize, usize),
    Min(usize, usize),
    Max(usize, usize),
    /// The largest whole number not above; no derivative.
    Floor(usize),
    /// 1 if the first is less than the second, else 0.
    Less(usize, usize),
    /// The second where the first is not zero, else the third.
    Select(usize, usize, usize),
}

/// What is wrong with a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProgramError(String);

impl std::fmt::Display for ProgramError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for ProgramError {}

/// A distance as a list of operations.
#[derive(Clone, Debug, PartialEq)]
pub struct Program {
    ops: Vec<Op>,
    bounds: Aabb,
}

/// Numbers that an evaluation keeps on the stack; a program has at most so many operations.
const MOST: usize = 512;

impl Program {
    /// Checks that every operation uses earlier numbers only, and that the bounds are a box.
    ///
    /// # Errors
    /// What is wrong with them.
    pub fn new(ops: Vec<Op>, bounds: Aabb) -> Result<Self, ProgramError> {
        if ops.len() + 3 > MOST {
            return Err(ProgramError(format!("a distance may have at most {} operations", MOST - 3)));
        }
        for (i, op) in ops.iter().enumerate() {
            if operands(*op).iter().flatten().any(|&k| k >= i + 3) {
                return Err(ProgramError(format!("operation {i} uses a number that is not there yet")));
            }
        }
        let size = bounds.max - bounds.min;
        if !size.is_finite() || size.0.iter().any(|&x| x <= 0.0) {
            return Err(ProgramError(
                "the bounds of a solid must be finite, the upper above the lower".into(),
            ));
        }
        Ok(Program { ops, bounds })
    }

    fn run<T: Scalar>(&self, p: Vec3<T>) -> T {
        let mut v = [T::zero(); MOST];
        v[..3].copy_from_slice(&p.0);
        for (i, op) in self.ops.iter().enumerate() {
            v[i + 3] = match *op {
                Op::Constant(x) => T::from_f64(x),
                Op::Add(a, b) => v[a] + v[b],
                Op::Sub(a, b) => v[a] - v[b],
                Op::Mul(a, b) => v[a] * v[b],
                Op::Div(a, b) => v[a] / v[b],
                Op::Neg(a) => -v[a],
                Op::Abs(a) => super::abs(v[a]),
                // the root of zero has no slope: flat is the choice of every distance to a point
                Op::Sqrt(a) if v[a].value() == 0.0 => T::zero(),
                Op::Sqrt(a) => v[a].sqrt(),
                Op::Sin(a) => v[a].sin(),
                Op::Cos(a) => v[a].cos(),
                Op::Atan2(a, b) => v[a].atan2(v[b]),
                Op::Min(a, b) => super::union(v[a], v[b]),
                Op::Max(a, b) => super::intersection(v[a], v[b]),
                Op::Floor(a) => T::from_f64(v[a].value().floor()),
                Op::Less(a, b) => T::from_f64(f64::from(v[a] < v[b])),
                Op::Select(a, b, c) => {
                    if v[a].value() == 0.0 {
                        v[c]
                    } else {
                        v[b]
                    }
                }
            };
        }
        v[self.ops.len() + 2]
    }
}

fn operands(op: Op) -> [Option<usize>; 3] {
    match op {
        Op::Constant(_) => [None; 3],
        Op::Neg(a) | Op::Abs(a) | Op::Sqrt(a) | Op::Sin(a) | Op::Cos(a) | Op::Floor(a) => {
            [Some(a), None, None]
        }
        Op::Add(a, b)
        | Op::Sub(a, b)
        | Op::Mul(a, b)
        | Op::Div(a, b)
        | Op::Atan2(a, b)
        | Op::Min(a, b)
        | Op::Max(a, b)
        | Op::Less(a, b) => [Some(a), Some(b), None],
        Op::Select(a, b, c) => [Some(a), Some(b), Some(c)],
    }
}

impl Field for Program {
    fn bounds(&self) -> Aabb {
        self.bounds
    }
    fn value(&self, p: Vec3) -> f64 {
        self.run(p)
    }
    fn slope(&self, p: Vec3) -> (f64, Vec3) {
        let x: Dual<3> = self.run(Vec3([0, 1, 2].map(|k| Dual::variable(p[k], k))));
        (x.re, Vec3(x.du))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bounds() -> Aabb {
        Aabb { min: Vec3([-1.0; 3]), max: Vec3([1.0; 3]) }
    }

    #[test]
    fn a_ball_by_operations() {
        let ops = vec![
            Op::Mul(0, 0),
            Op::Mul(1, 1),
            Op::Mul(2, 2),
            Op::Add(3, 4),
            Op::Add(6, 5),
            Op::Sqrt(7),
            Op::Constant(0.5),
            Op::Sub(8, 9),
        ];
        let ball = Program::new(ops, bounds()).unwrap();
        let p = Vec3::new(0.3, -0.4, 1.2);
        let (v, g) = ball.slope(p);
        assert!((v - 0.8).abs() < 1e-15);
        assert!((g - p * (1.0 / 1.3)).max_abs() < 1e-15);
        assert!(ball.slope(Vec3::ZERO).1.is_finite());
    }

    #[test]
    fn numbers_that_are_not_there_are_refused() {
        assert!(Program::new(vec![Op::Add(0, 3)], bounds()).is_err());
        assert!(Program::new(vec![Op::Neg(0)], Aabb::EMPTY).is_err());
    }
}
