//! Write only C: the Jacobian, ∂C/∂t and γ come from dual numbers, exact to rounding.
//!
//! J e_k = d/dε C(exp(ε e_k) X, t)        six dual directions per body: translation, rotation in world axes; and time (1)
//! γ, ∂C/∂t = second derivative along X(s) = exp(s V) X, t + s, and partial in t: one jet                             (2)
//! velocity level, r(X, V, t) = J V − b:   J = ∂r/∂V, −b = r(X, 0, t), γ = dr/ds along (2) at constant V              (3)
//!
//! Cost   one evaluation of C per body with 7 derivatives, one jet; no allocation

use super::at::At;
use super::traits::{Bounds, Constraint, Fault, Law, Level, Rates, Touches};
use super::writer::{RateWriter, RowWriter};
use stiction_spatial::{Dual, Jet, Motion, Pose, Quat, Scalar, Vec3};

/// Most bodies, joints and rows of a constraint given by C alone (they live on the stack).
pub const MAX_BODIES: usize = 8;
/// Joints.
pub const MAX_JOINTS: usize = 16;
/// Rows.
pub const MAX_DIM: usize = 24;

/// What C is a function of.
#[derive(Clone, Copy, Debug)]
pub struct Config<'a, T: Scalar> {
    /// Time (s).
    pub time: T,
    /// Poses of the bodies, in the order of `touches`.
    pub poses: &'a [Pose<T>],
    /// Positions of the joints.
    pub positions: &'a [T],
}

impl<T: Scalar> Config<'_, T> {
    /// A point of body k, given in its frame, in the world.
    #[inline]
    pub fn point(&self, k: usize, local: Vec3) -> Vec3<T> {
        self.poses[k].pos + T::rotate(&self.poses[k].quat, local)
    }
    /// A direction of body k, given in its frame, in the world.
    #[inline]
    pub fn direction(&self, k: usize, local: Vec3) -> Vec3<T> {
        T::rotate(&self.poses[k].quat, local)
    }
}

/// A vector without derivatives.
pub fn constant<T: Scalar>(v: Vec3) -> Vec3<T> {
    Vec3(v.0.map(T::from_f64))
}

/// A quaternion without derivatives.
pub fn constant_quat<T: Scalar>(q: Quat) -> Quat<T> {
    Quat(q.0.map(T::from_f64))
}

/// A constraint given by C(q, t) alone. Every type that implements it is a [`Constraint`].
pub trait Holonomic: Send + Sync {
    /// Name for messages.
    fn name(&self) -> &str;
    /// Bodies or joints it touches.
    fn touches(&self) -> Touches<'_>;
    /// Number of rows.
    fn dim(&self) -> usize;
    /// Where the multipliers may lie.
    fn bounds(&self) -> Bounds {
        Bounds::Equality
    }
    /// How strictly it is held.
    fn law(&self) -> Law {
        Law::SOFT
    }
    /// False if it has no rows in this configuration.
    fn is_active(&self, at: &At<'_>) -> bool {
        let _ = at;
        true
    }
    /// C of every row.
    fn c<T: Scalar>(&self, x: &Config<'_, T>, c: &mut [T]);
}

pub(super) fn limits(dim: usize, touches: Touches<'_>) -> Result<(), Fault> {
    let (bodies, joints) = match touches {
        Touches::Bodies(b) => (b.len(), 0),
        Touches::Joints(j) => (0, j.len()),
    };
    if dim > MAX_DIM || bodies > MAX_BODIES || joints > MAX_JOINTS {
        return Err(Fault(format!(
            "has {dim} rows, {bodies} bodies, {joints} joints; given by C alone it may have {MAX_DIM}, {MAX_BODIES}, {MAX_JOINTS}"
        )));
    }
    Ok(())
}

/// A pose without derivatives.
fn fixed<T: Scalar>(x: &Pose) -> Pose<T> {
    Pose::new(constant(x.pos), constant_quat(x.quat))
}

fn fixed_all<T: Scalar, const N: usize>(at: &At<'_>) -> [Pose<T>; N] {
    std::array::from_fn(|k| at.poses.get(k).map_or(Pose::default(), fixed))
}

/// Six directions of a pose, and time.
type Seven = Dual<7>;

/// (1): a pose with six dual directions.
fn varied(x: &Pose) -> Pose<Seven> {
    let mut out = fixed::<Seven>(x);
    let q = &x.quat;
    for k in 0..3 {
        out.pos[k].du[k] = 1.0;
    }
    // (0, e_k) q
    let d = [[-q[1], q[0], -q[3], q[2]], [-q[2], q[3], q[0], -q[1]], [-q[3], -q[2], q[1], q[0]]];
    for i in 0..4 {
        for k in 0..3 {
            out.quat[i].du[3 + k] = 0.5 * d[k][i];
        }
    }
    out
}

/// (2): a pose moving with its twist.
pub(super) fn moving(x: &Pose, v: &Motion) -> Pose<Jet> {
    let w = v.ang;
    let d1 = Quat([0.0, 0.5 * w[0], 0.5 * w[1], 0.5 * w[2]]) * x.quat;
    let shrink = -0.25 * w.norm_squared();
    let pos = [0, 1, 2].map(|k| Jet { re: x.pos[k], d1: v.lin[k], d2: 0.0, dt: 0.0 });
    let quat = [0, 1, 2, 3].map(|k| Jet { re: x.quat[k], d1: d1[k], d2: shrink * x.quat[k], dt: 0.0 });
    Pose::new(Vec3(pos), Quat(quat))
}

impl<H: Holonomic> Constraint for H {
    fn name(&self) -> &str {
        Holonomic::name(self)
    }
    fn touches(&self) -> Touches<'_> {
        Holonomic::touches(self)
    }
    fn dim(&self) -> usize {
        Holonomic::dim(self)
    }
    fn bounds(&self) -> Bounds {
        Holonomic::bounds(self)
    }
    fn law(&self) -> Law {
        Holonomic::law(self)
    }
    fn is_active(&self, at: &At<'_>) -> bool {
        Holonomic::is_active(self, at)
    }

    fn evaluate(&self, at: &At<'_>, out: &mut RowWriter<'_>) -> Result<(), Fault> {
        let dim = Holonomic::dim(self);
        limits(dim, Holonomic::touches(self))?;
        // room on the stack for what most constraints have, or for the most they may have
        match (at.poses.len(), at.positions.len(), dim) {
            (1.., _, 0..=6) if at.poses.len() <= 2 => body_rows::<H, 2, 6>(self, at, dim, out),
            (1.., _, _) => body_rows::<H, MAX_BODIES, MAX_DIM>(self, at, dim, out),
            (_, 0..=2, 0..=6) => joint_rows::<H, 2, 6>(self, at, dim, out),
            _ => joint_rows::<H, MAX_JOINTS, MAX_DIM>(self, at, dim, out),
        }
        Ok(())
    }

    fn values(&self, at: &At<'_>, out: &mut RowWriter<'_>) -> Result<(), Fault> {
        let dim = Holonomic::dim(self);
        limits(dim, Holonomic::touches(self))?;
        let mut c = [f64::NAN; MAX_DIM];
        self.c(&Config { time: at.time, poses: at.poses, positions: at.positions }, &mut c[..dim]);
        for (i, c) in c[..dim].iter().enumerate() {
            out.value(i, *c);
        }
        Ok(())
    }

    fn rates(&self, at: &At<'_>, out: &mut RateWriter<'_>) -> Result<Rates, Fault> {
        let dim = Holonomic::dim(self);
        match (at.poses.len(), at.positions.len(), dim) {
            (0..=2, 0..=2, 0..=6) => jets::<H, 2, 2, 6>(self, at, dim, out),
            _ => jets::<H, MAX_BODIES, MAX_JOINTS, MAX_DIM>(self, at, dim, out),
        }
        Ok(Rates::Given)
    }
}

/// The clock, with its own derivative.
fn clock(time: f64) -> Seven {
    Dual::variable(time, 6)
}

/// (1) for at most N bodies and D rows.
fn body_rows<H: Holonomic, const N: usize, const D: usize>(
    h: &H,
    at: &At<'_>,
    dim: usize,
    out: &mut RowWriter<'_>,
) {
    let time = clock(at.time);
    let n = at.poses.len();
    let mut poses = fixed_all::<Seven, N>(at);
    for k in 0..n {
        poses[k] = varied(&at.poses[k]);
        let mut c = [Seven::from_f64(f64::NAN); D];
        h.c(&Config { time, poses: &poses[..n], positions: &[] }, &mut c[..dim]);
        for (i, c) in c[..dim].iter().enumerate() {
            out.row(i)[6 * k..6 * k + 6].copy_from_slice(&c.du[..6]);
            if k == 0 {
                out.value(i, c.re);
                out.time(i, c.du[6]);
            }
        }
        poses[k] = fixed(&at.poses[k]);
    }
}

/// The same for at most N joints, six at a time.
fn joint_rows<H: Holonomic, const N: usize, const D: usize>(
    h: &H,
    at: &At<'_>,
    dim: usize,
    out: &mut RowWriter<'_>,
) {
    let time = clock(at.time);
    let mut positions = [Seven::from_f64(0.0); N];
    let joints = at.positions.len();
    for (p, q) in positions.iter_mut().zip(at.positions) {
        p.re = *q;
    }
    for first in (0..joints).step_by(6) {
        let count = 6.min(joints - first);
        for k in 0..count {
            positions[first + k].du[k] = 1.0;
        }
        let mut c = [Seven::from_f64(f64::NAN); D];
        h.c(&Config { time, poses: &[], positions: &positions[..joints] }, &mut c[..dim]);
        for (i, c) in c[..dim].iter().enumerate() {
            out.value(i, c.re);
            out.time(i, c.du[6]);
            out.row(i)[first..first + count].copy_from_slice(&c.du[..count]);
        }
        for p in &mut positions[first..first + count] {
            p.du = [0.0; 7];
        }
    }
}

/// (2) for at most N bodies, K joints and D rows.
fn jets<H: Holonomic, const N: usize, const K: usize, const D: usize>(
    h: &H,
    at: &At<'_>,
    dim: usize,
    out: &mut RateWriter<'_>,
) {
    let poses: [Pose<Jet>; N] = std::array::from_fn(|k| match at.poses.get(k) {
        Some(x) => moving(x, &at.twists[k]),
        None => Pose::default(),
    });
    let positions: [Jet; K] = std::array::from_fn(|k| match at.positions.get(k) {
        Some(&re) => Jet { re, d1: at.velocities[k], d2: 0.0, dt: 0.0 },
        None => Jet::default(),
    });
    let time = Jet { re: at.time, d1: 1.0, d2: 0.0, dt: 1.0 };
    let mut c = [Jet::from_f64(f64::NAN); D];
    let x = Config { time, poses: &poses[..at.poses.len()], positions: &positions[..at.positions.len()] };
    h.c(&x, &mut c[..dim]);
    for (i, c) in c[..dim].iter().enumerate() {
        out.time(i, c.dt);
        out.bias(i, c.d2);
    }
}

/// A velocity-level constraint given by its residual J(q) v − b(q, t) alone; wrap it in [`Velocity`].
pub trait Nonholonomic: Send + Sync {
    /// Name for messages.
    fn name(&self) -> &str;
    /// Bodies it touches.
    fn bodies(&self) -> &[usize];
    /// Number of rows.
    fn dim(&self) -> usize;
    /// Where the multipliers may lie.
    fn bounds(&self) -> Bounds {
        Bounds::Equality
    }
    /// How strictly it is held.
    fn law(&self) -> Law {
        Law::SOFT
    }
    /// False if it has no rows in this configuration.
    fn is_active(&self, at: &At<'_>) -> bool {
        let _ = at;
        true
    }
    /// J(q) v − b(q, t) of every row, linear in the twists.
    fn residual<T: Scalar>(&self, x: &Config<'_, T>, twists: &[Motion<T>], r: &mut [T]);
}

/// Makes a [`Constraint`] of a [`Nonholonomic`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Velocity<N>(pub N);

impl<N: Nonholonomic> Constraint for Velocity<N> {
    fn name(&self) -> &str {
        self.0.name()
    }
    fn touches(&self) -> Touches<'_> {
        Touches::Bodies(self.0.bodies())
    }
    fn dim(&self) -> usize {
        self.0.dim()
    }
    fn bounds(&self) -> Bounds {
        self.0.bounds()
    }
    fn law(&self) -> Law {
        self.0.law()
    }
    fn level(&self) -> Level {
        Level::Velocity
    }
    fn is_active(&self, at: &At<'_>) -> bool {
        self.0.is_active(at)
    }

    fn evaluate(&self, at: &At<'_>, out: &mut RowWriter<'_>) -> Result<(), Fault> {
        let dim = self.0.dim();
        limits(dim, self.touches())?;
        match (at.poses.len(), dim) {
            (0..=2, 0..=6) => residual_rows::<N, 2, 6>(&self.0, at, dim, out),
            _ => residual_rows::<N, MAX_BODIES, MAX_DIM>(&self.0, at, dim, out),
        }
        Ok(())
    }

    fn rates(&self, at: &At<'_>, out: &mut RateWriter<'_>) -> Result<Rates, Fault> {
        let dim = self.0.dim();
        match (at.poses.len(), dim) {
            (0..=2, 0..=6) => residual_rates::<N, 2, 6>(&self.0, at, dim, out),
            _ => residual_rates::<N, MAX_BODIES, MAX_DIM>(&self.0, at, dim, out),
        }
        Ok(Rates::Given)
    }
}

/// J and b of (3) for at most K bodies and D rows.
fn residual_rows<N: Nonholonomic, const K: usize, const D: usize>(
    c: &N,
    at: &At<'_>,
    dim: usize,
    out: &mut RowWriter<'_>,
) {
    let n = at.poses.len();
    let poses = fixed_all::<Dual<6>, K>(at);
    let x = Config { time: Dual::from_f64(at.time), poses: &poses[..n], positions: &[] };
    let mut twists = [Motion::<Dual<6>>::zero(); K];
    for k in 0..n {
        for i in 0..3 {
            twists[k].lin[i].du[i] = 1.0;
            twists[k].ang[i].du[3 + i] = 1.0;
        }
        let mut r = [Dual::<6>::from_f64(f64::NAN); D];
        c.residual(&x, &twists[..n], &mut r[..dim]);
        for (i, r) in r[..dim].iter().enumerate() {
            out.target(i, -r.re);
            out.row(i)[6 * k..6 * k + 6].copy_from_slice(&r.du);
        }
        twists[k] = Motion::zero();
    }
}

/// γ of (3) for at most K bodies and D rows.
fn residual_rates<N: Nonholonomic, const K: usize, const D: usize>(
    c: &N,
    at: &At<'_>,
    dim: usize,
    out: &mut RateWriter<'_>,
) {
    let n = at.poses.len();
    let poses: [Pose<Jet>; K] = std::array::from_fn(|k| match at.poses.get(k) {
        Some(x) => moving(x, &at.twists[k]),
        None => Pose::default(),
    });
    let mut twists = [Motion::<Jet>::zero(); K];
    for (t, v) in twists.iter_mut().zip(at.twists) {
        *t = Motion::new(constant(v.ang), constant(v.lin));
    }
    let mut r = [Jet::from_f64(f64::NAN); D];
    let time = Jet { re: at.time, d1: 1.0, d2: 0.0, dt: 1.0 };
    c.residual(&Config { time, poses: &poses[..n], positions: &[] }, &twists[..n], &mut r[..dim]);
    for (i, r) in r[..dim].iter().enumerate() {
        out.bias(i, r.d1);
    }
}
