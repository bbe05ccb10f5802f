//! Compares what a constraint says with differences of what it says.
//!
//! J_k ≈ (C(x ⊕ δ e_k) − C(x ⊖ δ e_k))/2δ,   ∂C/∂t ≈ difference in t,   γ ≈ second difference along the motion         (1)
//! velocity level:   γ ≈ d/dt (J v − b) along the motion
//!
//! A test of a new constraint is one line: `check_constraint(&c, 1).unwrap()`.

use super::at::Place;
use super::reference::dot_velocity;
use super::set::{evaluate_at, rates_at, width};
use super::traits::{Constraint, Fault, Level, Touches};
use super::writer::Numbers;
use stiction_spatial::{Motion, Pose, Quat, SplitMix64, Vec3};

/// Largest differences found, each relative to 1 + |value|.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Agreement {
    /// Of J (zero for the velocity level, where J has no C to differ).
    pub jacobian: f64,
    /// Of ∂C/∂t.
    pub time: f64,
    /// Of γ.
    pub bias: f64,
}

fn vec(r: &mut SplitMix64) -> Vec3 {
    Vec3([r.sym(), r.sym(), r.sym()])
}

/// A random place of the objects that `c` touches.
fn place(c: &dyn Constraint, seed: u64) -> Place {
    let mut r = SplitMix64(seed);
    let mut p = Place { time: r.sym(), ..Place::default() };
    match c.touches() {
        Touches::Bodies(list) => {
            for _ in list {
                let q = Quat([r.sym(), r.sym(), r.sym(), r.sym()]).normalized();
                p.poses.push(Pose::new(vec(&mut r), q));
                p.twists.push(Motion::new(vec(&mut r), vec(&mut r)));
            }
        }
        Touches::Joints(list) => {
            p.positions.extend(list.iter().map(|_| r.sym()));
            p.velocities.extend(list.iter().map(|_| r.sym()));
        }
    }
    p
}

/// The place with column k displaced by s.
fn displaced(p: &Place, k: usize, s: f64) -> Place {
    let mut unit = p.clone();
    unit.twists.fill(Motion::zero());
    unit.velocities.fill(0.0);
    if p.positions.is_empty() {
        let v = &mut unit.twists[k / 6];
        if k % 6 < 3 { v.lin[k % 3] = 1.0 } else { v.ang[k % 3] = 1.0 }
    } else {
        unit.velocities[k] = 1.0;
    }
    let mut out = Place::default();
    unit.moved(s, 0.0, &mut out);
    out
}

/// Compares `c` with differences of itself at `states` random states.
///
/// # Errors
/// If it cannot be evaluated, or differs by more than 1e-6 in J, ∂C/∂t or 2e-5 in γ.
pub fn check_constraint(c: &dyn Constraint, states: u64) -> Result<Agreement, Fault> {
    let mut worst = Agreement::default();
    for seed in 0..states.max(1) {
        let p = place(c, seed + 1);
        let a = check_at(c, &p)?;
        worst.jacobian = worst.jacobian.max(a.jacobian);
        worst.time = worst.time.max(a.time);
        worst.bias = worst.bias.max(a.bias);
    }
    let named = |what: &str, x: f64| {
        Fault(format!("constraint '{}': {what} differs from differences by {x:.2e}", c.name()))
    };
    if !(worst.jacobian < 1e-6) {
        return Err(named("the Jacobian", worst.jacobian));
    }
    if !(worst.time < 1e-6) {
        return Err(named("the time derivative", worst.time));
    }
    if !(worst.bias < 2e-5) {
        return Err(named("the acceleration term (J̇v)", worst.bias));
    }
    Ok(worst)
}

fn check_at(c: &dyn Constraint, p: &Place) -> Result<Agreement, Fault> {
    const D: f64 = 1e-5;
    const LONG: f64 = 2e-4;
    let wide = width(c.touches());
    let eval = |p: &Place| -> Result<Numbers, Fault> {
        let mut n = Numbers::new(c.dim(), wide);
        evaluate_at(c, &p.at(), &mut n)?;
        Ok(n)
    };
    let moved = |s: f64, dt: f64| -> Result<Numbers, Fault> {
        let mut out = Place::default();
        p.moved(s, dt, &mut out);
        eval(&out)
    };
    let off = |a: f64, b: f64| (a - b).abs() / (1.0 + b.abs());
    let mut n = eval(p)?;
    let mut worst = Agreement::default();
    let position = c.level() == Level::Position;
    if position {
        for k in 0..wide {
            let (plus, minus) = (eval(&displaced(p, k, D))?, eval(&displaced(p, k, -D))?);
            for i in 0..n.dim {
                let x = (plus.value[i] - minus.value[i]) / (2.0 * D);
                worst.jacobian = worst.jacobian.max(off(n.row(i)[k], x));
            }
        }
    }
    if !rates_at(c, &p.at(), &mut n)? {
        return Ok(worst);
    }
    let (later, earlier) = (moved(0.0, D)?, moved(0.0, -D)?);
    let (ahead, behind) = (moved(LONG, LONG)?, moved(-LONG, -LONG)?);
    for i in 0..n.dim {
        let bias = if position {
            worst.time = worst.time.max(off(n.rate[i], (later.value[i] - earlier.value[i]) / (2.0 * D)));
            // Ċ along the motion needs ∂C/∂t there: take the second difference of C itself
            (ahead.value[i] - 2.0 * n.value[i] + behind.value[i]) / (LONG * LONG)
        } else {
            let rate = |x: &Numbers| dot_velocity(x.row(i), p) + x.rate[i];
            (rate(&ahead) - rate(&behind)) / (2.0 * LONG)
        };
        worst.bias = worst.bias.max(off(n.bias[i], bias));
    }
    Ok(worst)
}
