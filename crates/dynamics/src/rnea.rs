//! Recursive Newton–Euler algorithm: joint forces of a motion.
//!
//! A_i = A_parent + Σ_j (Ṡ_j v_j + S_j v̇_j),   A_world = −g                                           (8)
//! f_i = I_i A_i + V_i ×* I_i V_i,   F_i = f_i + Σ_children F_k
//! τ_j = S_jᵀ F_body(j)
//!
//! Without v̇ this is the bias c(q, v) of gravity, Coriolis and centrifugal forces; with it, M v̇ + c (without armature).
//!
//! Reads  model.body, `Com`, `Velocities`, qvel, qacc     Writes a vector of nv forces
//! Cost   O(nbody + nv), no allocation. Source Featherstone 2008, ch. 5. Checked by: M ≡ columns, bias ≡ Christoffel terms.

use crate::active::{Active, Whole};
use crate::crba::power;
use crate::stages::{Com, Velocities};
use stiction_linalg::lanes::{Kernel, dispatch};
use stiction_model::Model;
use stiction_model::kinds::disable;
use stiction_spatial::{Force, Motion, Vec3};

/// Rates of the configuration.
#[derive(Clone, Copy, Debug)]
pub struct Rates<'a> {
    /// Velocity (nv).
    pub qvel: &'a [f64],
    /// Acceleration (nv), or none for the bias alone.
    pub qacc: Option<&'a [f64]>,
}

/// Work memory of [`rne`].
#[derive(Clone, Debug, Default)]
pub struct RneScratch {
    acc: Vec<Motion>,
    frc: Vec<Force>,
}

impl RneScratch {
    /// Memory for models of this size.
    pub fn allocate(m: &Model) -> Self {
        RneScratch { acc: vec![Motion::zero(); m.size.nbody], frc: vec![Force::zero(); m.size.nbody] }
    }
}

/// Acceleration of the world that stands for gravity.
pub(crate) fn world_acceleration(m: &Model) -> Motion {
    let lift = if m.disabled(disable::GRAVITY) { Vec3::ZERO } else { -m.opt.gravity };
    Motion::new(Vec3::ZERO, lift)
}

/// Joint forces of the motion, eq. (8) (`mj_rne`; `flg_acc` is whether `rates.qacc` is given).
pub fn rne(
    m: &Model,
    com: &Com,
    vel: &Velocities,
    rates: Rates<'_>,
    scratch: &mut RneScratch,
    result: &mut [f64],
) {
    rne_of(m, Whole::new(m).view(), com, vel, rates, scratch, result);
}

/// The same for a part of the model: forces of other dofs stay as they are.
pub fn rne_of(
    m: &Model,
    part: Active<'_>,
    com: &Com,
    vel: &Velocities,
    rates: Rates<'_>,
    scratch: &mut RneScratch,
    result: &mut [f64],
) {
    dispatch(Rne { m, part, com, vel, rates, scratch, result });
}

/// Arguments of [`rne_of`].
struct Rne<'a> {
    m: &'a Model,
    part: Active<'a>,
    com: &'a Com,
    vel: &'a Velocities,
    rates: Rates<'a>,
    scratch: &'a mut RneScratch,
    result: &'a mut [f64],
}

impl Kernel for Rne<'_> {
    type Output = ();
    #[inline(always)]
    fn run(self) {
        let Rne { m, part, com, vel, rates, scratch, result } = self;
        let n = m.size.nbody;
        if n == 0 {
            return;
        }
        let (acc, frc) = (&mut scratch.acc[..n], &mut scratch.frc[..n]);
        let (parent, cinert, cvel) = (&m.body.parentid[..n], &com.cinert[..n], &vel.cvel[..n]);
        let (dofadr, dofnum) = (&m.body.dofadr[..n], &m.body.dofnum[..n]);
        acc[0] = world_acceleration(m);
        frc[0] = Force::zero();
        for run in part.bodies {
            for b in run.range() {
                let mut a = acc[parent[b]];
                let num = dofnum[b] as usize;
                if num > 0 {
                    let dofs = dofadr[b].span(num).range();
                    a += combine(&vel.cdof_dot[dofs.clone()], &rates.qvel[dofs.clone()]);
                    if let Some(qacc) = rates.qacc {
                        a += combine(&com.cdof[dofs.clone()], &qacc[dofs]);
                    }
                }
                acc[b] = a;
                let (i, v) = (&cinert[b], cvel[b]);
                frc[b] = i.mul(a) + v.cross_force(i.mul(v));
            }
        }
        for run in part.bodies.iter().rev() {
            for b in run.range().rev() {
                let f = frc[b];
                frc[parent[b]] += f;
            }
        }
        for run in part.dofs {
            let r = run.range();
            for ((r, s), &b) in result[r.clone()].iter_mut().zip(&com.cdof[r.clone()]).zip(&m.dof.bodyid[r]) {
                *r = power(*s, frc[b]);
            }
        }
    }
}

/// Σ_k S_k x_k.
#[inline(always)]
pub(crate) fn combine(s: &[Motion], x: &[f64]) -> Motion {
    let mut sum = Motion::zero();
    for (s, x) in s.iter().zip(x) {
        sum = sum.add_scaled(*s, *x);
    }
    sum
}
