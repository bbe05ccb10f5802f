//! Frames of bodies, geoms, sites and cameras.
//!
//! A frame (p, R) on body b turns and shifts with the dofs k of its chain, r = p − c:
//!
//! ```text
//! dp = S_k·at r,   dR = [S_k,ang ×] R,   dω = dV_ang,   dṗ = dV·at r + ω × dp,   dV = S_k × V + Ṡ_k                    (1)
//! a = A·at r + ω × ṗ:   da = dA·at r + A_ang × dp + dω × ṗ + ω × dṗ                                                  (2)
//! dA = S_k × A + η_k + Ṡ_k × V by q_k,   Ṡ_k + Ṡ'_k + S_k × V by v_k,   S_k by q̈_k                                     (3)
//! y = Rᵀx:   dy = Rᵀ(dx − dθ × x),   dθ the turn of R                                                               (4)
//! ```
//!
//! Reads  poses, velocities, accelerations     Cost O(depth) per sensor; O(depth · columns) for accelerations

use super::{Seen, Slopes, Solve};
use crate::soft::chain;
use crate::tree::{at, reference};
use stiction_dynamics::object::{Frame, frame, orientation};
use stiction_model::kinds::{CamLightMode, ObjKind, SensorKind};
use stiction_spatial::{MIN_VAL, Mat3, Motion, Quat, Vec3};

/// A frame and its motion.
pub(super) struct Moving {
    pub at: Frame,
    pub quat: Quat,
    /// ω, ṗ.
    pub ang: Vec3,
    pub lin: Vec3,
    pub by: Vec<Change>,
}

/// (1) with one dof.
#[derive(Clone, Copy)]
pub(super) struct Change {
    pub dof: usize,
    pub turn: Vec3,
    pub shift: Vec3,
    /// dω, dṗ by q_k; by v_k they are `turn` and `shift`.
    pub spin: Vec3,
    pub slide: Vec3,
}

impl Seen<'_> {
    /// Object or, with `other`, reference of sensor `i`.
    pub(super) fn moving(&self, kind: ObjKind, id: usize) -> Result<Moving, &'static str> {
        let (m, d) = (self.m, self.d);
        if kind == ObjKind::Camera && m.cam.mode[id] != CamLightMode::Fixed {
            return Err("a camera that follows");
        }
        let still = Frame { body: stiction_model::ids::WORLD, pos: Vec3::ZERO, mat: Mat3::IDENTITY };
        let frame = frame(m, &d.kin, kind, id).unwrap_or(still);
        let b = frame.body.idx();
        let (r, v) = (frame.pos - reference(m, &d.com.subtree_com, b), self.vel.body[b]);
        let change = |k: usize| {
            let s = d.com.cdof[k];
            let dv = s.cross_motion(v) + d.vel.cdof_dot[k];
            let shift = at(s, r);
            Change { dof: k, turn: s.ang, shift, spin: dv.ang, slide: at(dv, r) + v.ang.cross(shift) }
        };
        Ok(Moving {
            at: frame,
            quat: orientation(m, &d.kin, kind, id),
            ang: v.ang,
            lin: at(v, r),
            by: chain(m, d, b).map(change).collect(),
        })
    }

    /// The sensor's object.
    pub(super) fn object(&self, i: usize) -> Result<Moving, &'static str> {
        let s = &self.m.sensor;
        self.moving(s.objtype[i].get().unwrap_or(ObjKind::Unknown), s.objid[i].get().map_or(0, |o| o.idx()))
    }

    /// The frame that it is seen from, if there is one.
    fn base(&self, i: usize) -> Result<Option<Moving>, &'static str> {
        let s = &self.m.sensor;
        match (s.refid[i].get(), s.reftype[i].get()) {
            (Some(id), Some(kind)) => self.moving(kind, id.idx()).map(Some),
            _ => Ok(None),
        }
    }

    /// Positions, axes, quaternions.
    pub(super) fn pose(&self, i: usize, kind: SensorKind, out: &mut Slopes) -> Result<(), &'static str> {
        let (of, base) = (self.object(i)?, self.base(i)?);
        if kind == SensorKind::Framequat {
            turn_quaternion(&of, base.as_ref(), out);
            return Ok(());
        }
        let place = kind == SensorKind::Framepos;
        let axes = base.as_ref().map_or(Mat3::IDENTITY, |b| b.at.mat);
        let far = if place {
            of.at.pos - base.as_ref().map_or(Vec3::ZERO, |b| b.at.pos)
        } else {
            of.at.mat.col((kind as i32 - SensorKind::Framexaxis as i32) as usize)
        };
        for c in &of.by {
            out.add(c.dof, axes.tr_mul_vec(if place { c.shift } else { c.turn.cross(far) }));
        }
        for c in base.iter().flat_map(|b| &b.by) {
            let shift = if place { c.shift } else { Vec3::ZERO };
            out.add(c.dof, axes.tr_mul_vec(-shift - c.turn.cross(far)));
        }
        Ok(())
    }

    /// Linear and angular velocity, in the frame's own axes or seen from another that turns.
    pub(super) fn frame_velocity(
        &self,
        i: usize,
        kind: SensorKind,
        out: &mut Slopes,
    ) -> Result<(), &'static str> {
        let (of, nv) = (self.object(i)?, self.m.size.nv);
        let own = matches!(kind, SensorKind::Velocimeter | SensorKind::Gyro);
        let turns = matches!(kind, SensorKind::Gyro | SensorKind::Frameangvel);
        if own {
            let x = if turns { of.ang } else { of.lin };
            for c in &of.by {
                let (by_q, by_v) = if turns { (c.spin, c.turn) } else { (c.slide, c.shift) };
                out.add(c.dof, of.at.mat.tr_mul_vec(by_q - c.turn.cross(x)));
                out.add(nv + c.dof, of.at.mat.tr_mul_vec(by_v));
            }
            return Ok(());
        }
        let base = self.base(i)?;
        let (axes, far, spin) = base
            .as_ref()
            .map_or((Mat3::IDENTITY, Vec3::ZERO, Vec3::ZERO), |b| (b.at.mat, of.at.pos - b.at.pos, b.ang));
        for c in &of.by {
            let (by_q, by_v) =
                if turns { (c.spin, c.turn) } else { (c.slide + c.shift.cross(spin), c.shift) };
            out.add(c.dof, axes.tr_mul_vec(by_q));
            out.add(nv + c.dof, axes.tr_mul_vec(by_v));
        }
        if let Some(b) = &base {
            let x = if turns { of.ang - b.ang } else { of.lin - b.lin + far.cross(b.ang) };
            for c in &b.by {
                let (by_q, by_v) = if turns {
                    (c.spin, c.turn)
                } else {
                    (c.slide + c.shift.cross(spin) - far.cross(c.spin), c.shift - far.cross(c.turn))
                };
                out.add(c.dof, axes.tr_mul_vec(-by_q - c.turn.cross(x)));
                out.add(nv + c.dof, axes.tr_mul_vec(-by_v));
            }
        }
        Ok(())
    }

    /// (2): accelerometers in their own axes, others in those of the world.
    pub(super) fn frame_acceleration(
        &self,
        i: usize,
        kind: SensorKind,
        out: &mut Slopes,
    ) -> Result<(), &'static str> {
        let solve: Solve<'_> = self.solve?;
        let (of, nv) = (self.object(i)?, self.m.size.nv);
        let (b, turns) = (of.at.body.idx(), kind == SensorKind::Frameangacc);
        let r = of.at.pos - reference(self.m, &self.d.com.subtree_com, b);
        let (a, v) = (self.rigid.acc.body[b], self.vel.body[b]);
        let (axes, x) = if kind == SensorKind::Accelerometer {
            (of.at.mat, at(a, r) + of.ang.cross(of.lin))
        } else {
            (Mat3::IDENTITY, Vec3::ZERO)
        };
        let change = |da: Motion, spin: Vec3, slide: Vec3, shift: Vec3| {
            if turns {
                return da.ang;
            }
            at(da, r) + a.ang.cross(shift) + spin.cross(of.lin) + of.ang.cross(slide)
        };
        for c in &of.by {
            let (s, dot) = (self.d.com.cdof[c.dof], self.d.vel.cdof_dot[c.dof]);
            let by_q = s.cross_motion(a) + self.eta[c.dof] + dot.cross_motion(v);
            let by_v = self.rate[c.dof] + s.cross_motion(v);
            let dx = change(by_q, c.spin, c.slide, c.shift);
            out.add(c.dof, axes.tr_mul_vec(dx - c.turn.cross(x)));
            out.add(nv + c.dof, axes.tr_mul_vec(change(by_v, c.turn, c.shift, Vec3::ZERO)));
            out.by_acceleration(&solve, c.dof, axes.tr_mul_vec(if turns { c.turn } else { c.shift }));
        }
        out.switches_of(&solve);
        Ok(())
    }

    /// Rᵀ b of a constant field.
    pub(super) fn magnetometer(&self, i: usize, out: &mut Slopes) -> Result<(), &'static str> {
        let (of, field) = (self.object(i)?, self.m.opt.magnetic);
        of.by.iter().for_each(|c| out.add(c.dof, of.at.mat.tr_mul_vec(-c.turn.cross(field))));
        Ok(())
    }

    /// (−f_x x/z, f_y y/z) of a site in the axes of a camera.
    pub(super) fn projection(&self, i: usize, out: &mut Slopes) -> Result<(), &'static str> {
        let (of, cam) = (self.object(i)?, self.m.sensor.refid[i].get().map_or(0, |o| o.idx()));
        let eye = self.moving(ObjKind::Camera, cam)?;
        let far = of.at.pos - eye.at.pos;
        let p = eye.at.mat.tr_mul_vec(far);
        if p[2].abs() < MIN_VAL {
            return Err("a point in the plane of a camera");
        }
        let [fx, fy] = stiction_sim::sensor::focal_lengths(self.m, cam);
        let mut add = |k: usize, dx: Vec3| {
            let dp = eye.at.mat.tr_mul_vec(dx);
            out.x.add(0, k, -fx * (dp[0] - p[0] * dp[2] / p[2]) / p[2]);
            out.x.add(1, k, fy * (dp[1] - p[1] * dp[2] / p[2]) / p[2]);
        };
        of.by.iter().for_each(|c| add(c.dof, c.shift));
        eye.by.iter().for_each(|c| add(c.dof, -c.shift - c.turn.cross(far)));
        Ok(())
    }
}

/// q₀* q:   d = ½ q₀* (dθ − dθ₀) q.
fn turn_quaternion(of: &Moving, base: Option<&Moving>, out: &mut Slopes) {
    let from = base.map_or(Quat::IDENTITY, |b| b.quat.conj());
    let mut add = |k: usize, turn: Vec3, sign: f64| {
        let half = Quat([0.0, 0.5 * sign * turn[0], 0.5 * sign * turn[1], 0.5 * sign * turn[2]]);
        let dq = from * half * of.quat;
        (0..4).for_each(|i| out.x.add(i, k, dq.0[i]));
    };
    of.by.iter().for_each(|c| add(c.dof, c.turn, 1.0));
    base.into_iter().flat_map(|b| &b.by).for_each(|c| add(c.dof, c.turn, -1.0));
}
