//! Direct solve of equalities between rigid bodies, for those who want only that.
//!
//! A λ = −J M⁻¹ (F − ω × Iω) − γ − α C − β Ċ,   A = J M⁻¹ Jᵀ,   force on the bodies Jᵀ λ                              (1)
//!
//! M⁻¹ = diag(1/m, R I⁻¹ Rᵀ) per body. Soft laws act as α = k, β = b; hard ones as α = β = 0. Rows that depend on others
//! are named and carry no force; the condition number is measured (`eigen`).
//!
//! Cost   O(n³) for n rows, no allocation once the solver has grown

use super::at::Place;
use super::eigen::condition;
use super::reference::{differences, dot_velocity};
use super::set::{Work, evaluate_at, rates_at, width};
use super::traits::{Bounds, Constraint, Fault, Law, Touches};
use super::writer::Numbers;
use crate::hold::pivot::Pivoted;
use stiction_spatial::{Force, Mat3, Motion, Pose, Vec3};

/// A rigid body: its frame is at its centre of mass, along its principal axes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RigidBody {
    /// Mass [kg]; infinite: the body cannot move.
    pub mass: f64,
    /// Principal moments of inertia [kg·m²].
    pub inertia: Vec3,
    /// X_WB.
    pub pose: Pose,
    /// Velocity of the centre of mass and angular velocity, world axes.
    pub twist: Motion,
    /// Force and torque about the centre of mass, world axes; gravity belongs in here.
    pub force: Force,
}

impl RigidBody {
    /// A body at rest without forces.
    pub fn new(mass: f64, inertia: Vec3, pose: Pose) -> Self {
        RigidBody { mass, inertia, pose, twist: Motion::zero(), force: Force::zero() }
    }
    /// A body that cannot move.
    pub fn fixed(pose: Pose) -> Self {
        Self::new(f64::INFINITY, Vec3([f64::INFINITY; 3]), pose)
    }
    /// M⁻¹ of a force.
    fn response(&self, inverse: &Mat3, lin: Vec3, ang: Vec3) -> Motion {
        Motion::new(inverse.mul_vec(ang), lin * (1.0 / self.mass))
    }
    fn inverse_inertia(&self) -> Mat3 {
        let r = self.pose.quat.to_mat();
        let scaled = r.mul_mat(&Mat3::diag(Vec3(self.inertia.0.map(|x| 1.0 / x))));
        scaled.mul_mat_tr(&r)
    }
    /// −ω × Iω.
    fn gyroscopic(&self) -> Vec3 {
        if !self.mass.is_finite() {
            return Vec3::ZERO;
        }
        let q = self.pose.quat;
        let w = self.twist.ang;
        let momentum = q.rotate(q.conj().rotate(w).hadamard(self.inertia));
        -w.cross(momentum)
    }
}

/// A row that depends on others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RedundantRow {
    /// Index of the constraint.
    pub constraint: usize,
    /// Its row.
    pub row: usize,
}

/// Result of [`BilateralSolver::solve`].
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SolveResult {
    /// Multipliers, constraint after constraint.
    pub lambdas: Vec<f64>,
    /// First multiplier of every constraint.
    pub first: Vec<usize>,
    /// Net constraint force and torque on every body.
    pub body_forces: Vec<Force>,
    /// The system is regular and solved to rounding. False for a singular one: forces are then those of the kept rows, finite.
    pub converged: bool,
    /// Condition number of A; infinite if it is singular.
    pub condition_number: f64,
    /// The condition number is above 1e12: multipliers have lost most of their digits.
    pub ill_conditioned: bool,
    /// Rows that depend on others.
    pub redundant: Vec<RedundantRow>,
    /// Why nothing was solved: the constraint's name and what is wrong.
    pub error: Option<String>,
}

impl SolveResult {
    /// Multipliers of one constraint.
    pub fn constraint_lambdas(&self, constraint: usize) -> &[f64] {
        let start = self.first.get(constraint).copied().unwrap_or(self.lambdas.len());
        let end = self.first.get(constraint + 1).copied().unwrap_or(self.lambdas.len());
        &self.lambdas[start..end]
    }
    /// Redundant rows as text, e.g. `row 0 of 'rod'`.
    pub fn redundant_names(&self, constraints: &[&dyn Constraint]) -> Vec<String> {
        let name = |r: &RedundantRow| constraints.get(r.constraint).map_or("?", |c| c.name());
        self.redundant.iter().map(|r| format!("row {} of '{}'", r.row, name(r))).collect()
    }
}

/// A condition number above this is warned about.
pub const ILL_CONDITIONED: f64 = 1e12;
/// A row is dependent if the others leave less than this of its diagonal.
const DEPENDENT: f64 = 1e-13;

/// The direct solver and its memory.
#[derive(Clone, Default)]
pub struct BilateralSolver {
    result: SolveResult,
    numbers: Numbers,
    work: Work,
    place: Place,
    /// J, dense over 6 columns per body, and M⁻¹Jᵀ.
    jac: Vec<f64>,
    minv: Vec<f64>,
    a: Vec<f64>,
    copy: Vec<f64>,
    scale: Vec<f64>,
    rhs: Vec<f64>,
    inverse: Vec<Mat3>,
    factor: Pivoted,
    eigen: [Vec<f64>; 2],
    owner: Vec<RedundantRow>,
}

impl std::fmt::Debug for BilateralSolver {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("BilateralSolver").field("result", &self.result).finish_non_exhaustive()
    }
}

impl BilateralSolver {
    /// Multipliers and forces of equalities between `bodies` at `time`. Body indices of the constraints are indices into
    /// `bodies`. Never panics: what cannot be solved is told in the result.
    pub fn solve(
        &mut self,
        constraints: &[&dyn Constraint],
        bodies: &[RigidBody],
        time: f64,
    ) -> &SolveResult {
        let r = &mut self.result;
        r.lambdas.clear();
        r.first.clear();
        r.redundant.clear();
        r.body_forces.clear();
        r.body_forces.resize(bodies.len(), Force::zero());
        (r.converged, r.condition_number, r.ill_conditioned, r.error) = (false, 1.0, false, None);
        self.inverse.clear();
        self.inverse.extend(bodies.iter().map(RigidBody::inverse_inertia));
        for v in [&mut self.jac, &mut self.minv, &mut self.rhs] {
            v.clear();
        }
        self.owner.clear();
        for (k, c) in constraints.iter().enumerate() {
            self.result.first.push(self.rhs.len());
            if let Err(fault) = self.add(k, *c, bodies, time) {
                self.result.error = Some(format!("constraint '{}': {}", c.name(), fault.0));
                return &self.result;
            }
        }
        self.finish(6 * bodies.len());
        &self.result
    }

    /// Rows of one constraint.
    fn add(&mut self, k: usize, c: &dyn Constraint, bodies: &[RigidBody], time: f64) -> Result<(), Fault> {
        let Touches::Bodies(list) = c.touches() else {
            return Err("a direct solve needs rows over bodies".into());
        };
        if c.bounds() != Bounds::Equality {
            return Err("a direct solve takes equalities only".into());
        }
        self.place.time = time;
        self.place.resize(list.len(), 0);
        for (k, &b) in list.iter().enumerate() {
            let Some(x) = bodies.get(b) else {
                return Err(Fault(format!("names body {b}, but there are {}", bodies.len())));
            };
            (self.place.poses[k], self.place.twists[k]) = (x.pose, x.twist);
        }
        if !c.is_active(&self.place.at()) {
            return Ok(());
        }
        let n = &mut self.numbers;
        n.resize(c.dim(), width(c.touches()));
        evaluate_at(c, &self.place.at(), n)?;
        if !rates_at(c, &self.place.at(), n)? {
            differences(c, n, &self.place, &mut self.work)?;
        }
        let (alpha, beta) = match c.law() {
            Law::Hard => (0.0, 0.0),
            Law::Baumgarte { alpha, beta } => (alpha.0, beta.0),
            Law::Soft { solref: [t, z], solimp: [_, d, ..] } if t > 0.0 => {
                (1.0 / (d * d * t * t * z * z), 2.0 / (d * t))
            }
            Law::Soft { solref, solimp: [_, d, ..] } => (-solref[0] / (d * d), -solref[1] / d),
        };
        let wide = 6 * bodies.len();
        for i in 0..n.dim {
            let first = self.jac.len();
            self.jac.resize(first + wide, 0.0);
            self.minv.resize(first + wide, 0.0);
            let rate = dot_velocity(n.row(i), &self.place) + n.rate[i];
            let mut rhs = -n.bias[i] - alpha * n.value[i] - beta * rate;
            for (s, &b) in list.iter().enumerate() {
                let x: [f64; 6] = std::array::from_fn(|q| n.row(i)[6 * s + q]);
                for (q, x) in x.iter().enumerate() {
                    self.jac[first + 6 * b + q] += x;
                }
            }
            for (b, body) in bodies.iter().enumerate() {
                let at = first + 6 * b;
                let j = &self.jac[at..at + 6];
                let (lin, ang) = (Vec3([j[0], j[1], j[2]]), Vec3([j[3], j[4], j[5]]));
                let y = body.response(&self.inverse[b], lin, ang);
                self.minv[at..at + 3].copy_from_slice(&y.lin.0);
                self.minv[at + 3..at + 6].copy_from_slice(&y.ang.0);
                rhs -= y.lin.dot(body.force.lin) + y.ang.dot(body.force.ang + body.gyroscopic());
            }
            self.rhs.push(rhs);
            self.owner.push(RedundantRow { constraint: k, row: i });
        }
        Ok(())
    }

    /// A, its condition, λ and forces.
    fn finish(&mut self, wide: usize) {
        let n = self.rhs.len();
        let r = &mut self.result;
        if n == 0 {
            r.converged = true;
            return;
        }
        self.a.clear();
        self.a.resize(n * n, 0.0);
        for i in 0..n {
            for j in 0..=i {
                let (a, b) = (&self.jac[i * wide..(i + 1) * wide], &self.minv[j * wide..(j + 1) * wide]);
                let x = a.iter().zip(b).map(|(a, b)| a * b).sum();
                (self.a[i * n + j], self.a[j * n + i]) = (x, x);
            }
        }
        self.scale.clear();
        self.scale.resize(n, 0.0);
        self.factor.factor(&self.a, n, &self.scale, DEPENDENT);
        r.redundant.extend(self.factor.dependent().iter().map(|&i| self.owner[i]));
        self.copy.clone_from(&self.a);
        let [d, e] = &mut self.eigen;
        r.condition_number =
            if r.redundant.is_empty() { condition(&mut self.copy, n, d, e) } else { f64::INFINITY };
        r.ill_conditioned = !(r.condition_number <= ILL_CONDITIONED);
        r.lambdas.clone_from(&self.rhs);
        self.factor.solve(&mut r.lambdas);
        let mut scale = 0.0f64;
        let mut worst = 0.0f64;
        for i in 0..n {
            let row = &self.a[i * n..(i + 1) * n];
            let terms = row.iter().zip(&r.lambdas).map(|(a, x)| (a * x).abs()).fold(0.0, f64::max);
            let sum: f64 = row.iter().zip(&r.lambdas).map(|(a, x)| a * x).sum();
            scale = scale.max(terms).max(self.rhs[i].abs());
            worst = worst.max((sum - self.rhs[i]).abs());
        }
        let finite = r.lambdas.iter().all(|x| x.is_finite());
        r.converged = finite && r.redundant.is_empty() && worst <= 1e-9 * scale.max(f64::MIN_POSITIVE);
        if !finite {
            r.lambdas.fill(0.0);
        }
        for (x, j) in r.lambdas.iter().zip(self.jac.chunks_exact(wide)) {
            for (f, c) in r.body_forces.iter_mut().zip(j.chunks_exact(6)) {
                f.lin = f.lin.add_scaled(Vec3([c[0], c[1], c[2]]), *x);
                f.ang = f.ang.add_scaled(Vec3([c[3], c[4], c[5]]), *x);
            }
        }
    }
}
