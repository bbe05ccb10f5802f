//! Keyframes with gaps: entries that an attached model left open get the default configuration.

use super::radians;
use stiction_model::Model;
use stiction_model::kinds::JointKind;
use stiction_model::spec::{Body, Compiler, Meta, Orient, Spec, resolve_euler};
use stiction_spatial::{Quat, Vec3};

/// Takes the keyframes of the compiled model.
pub(super) fn from_model(spec: &mut Spec, m: &Model) {
    if spec.keys.len() > m.key.time.len() {
        return;
    }
    for (i, key) in spec.keys.iter_mut().enumerate() {
        key.time = m.key.time[i];
        // vectors that say nothing stay away
        for (to, from) in [
            (&mut key.qpos, m.key.qpos.row(i)),
            (&mut key.qvel, m.key.qvel.row(i)),
            (&mut key.act, m.key.act.row(i)),
            (&mut key.mpos, m.key.mpos.row(i)),
            (&mut key.mquat, m.key.mquat.row(i)),
            (&mut key.ctrl, m.key.ctrl.row(i)),
            (&mut key.plastic, m.key.plastic.row(i)),
        ] {
            *to = from.to_vec();
        }
        if key.qpos == m.qpos0 {
            key.qpos.clear();
        }
    }
}

/// A copy of the spec whose keyframes have no gaps, if any has.
pub(super) fn complete(spec: &Spec) -> Option<Spec> {
    let gap = |v: &[f64]| v.iter().any(|x| x.is_nan());
    let gaps = spec
        .keys
        .iter()
        .any(|k| [&k.qpos, &k.qvel, &k.act, &k.mpos, &k.mquat, &k.ctrl].iter().any(|v| gap(v)));
    if !gaps {
        return None;
    }
    let mut out = spec.clone();
    let qpos = default_qpos(spec);
    let mut mocap = (Vec::new(), Vec::new());
    for b in order(spec).into_iter().filter(|b| spec.bodies[*b].mocap) {
        let (p, q) = world_pose(spec, &spec.bodies[b]);
        mocap.0.extend(p.0);
        mocap.1.extend(q.0);
    }
    for key in &mut out.keys {
        fill(&mut key.qpos, &qpos);
        fill(&mut key.mpos, &mocap.0);
        fill(&mut key.mquat, &mocap.1);
        for v in [&mut key.qvel, &mut key.act, &mut key.ctrl] {
            fill(v, &[]);
        }
    }
    Some(out)
}

/// Replaces gaps by the value at their place, or 0; a vector of gaps goes away.
fn fill(v: &mut Vec<f64>, with: &[f64]) {
    if v.iter().all(|x| x.is_nan()) {
        v.clear();
    }
    for (i, x) in v.iter_mut().enumerate() {
        if x.is_nan() {
            *x = with.get(i).copied().unwrap_or(0.0);
        }
    }
}

/// Bodies in compiled order.
pub(super) fn order(spec: &Spec) -> Vec<usize> {
    let mut children = vec![Vec::new(); spec.bodies.len()];
    for (k, b) in spec.bodies.iter().enumerate().skip(1) {
        if b.parent < k {
            children[b.parent].push(k);
        }
    }
    let (mut out, mut stack) = (Vec::new(), vec![0]);
    while let Some(k) = stack.pop() {
        out.push(k);
        stack.extend(children[k].iter().rev());
    }
    out
}

/// The reference configuration, as far as the spec alone tells.
fn default_qpos(spec: &Spec) -> Vec<f64> {
    let mut of = vec![Vec::new(); spec.bodies.len()];
    for j in &spec.joints {
        if let Some(list) = of.get_mut(j.body) {
            list.push(j);
        }
    }
    let mut q = Vec::new();
    for b in order(spec) {
        for j in &of[b] {
            match j.kind {
                JointKind::Free => {
                    let (p, r) = world_pose(spec, &spec.bodies[b]);
                    q.extend(p.0);
                    q.extend(r.0);
                }
                JointKind::Ball => q.extend([1.0, 0.0, 0.0, 0.0]),
                JointKind::Hinge if spec.compiler_of(&j.meta).degree => q.push(radians(j.ref_)),
                _ => q.push(j.ref_),
            }
        }
    }
    q
}

/// Pose of a body in its parent, through its frames.
fn world_pose(spec: &Spec, b: &Body) -> (Vec3, Quat) {
    let (mut p, mut q) = (b.pos, rotation(&b.orient, &b.meta, spec));
    let mut frame = b.frame;
    while let Some(f) = frame.and_then(|k| spec.frames.get(k)) {
        let r = rotation(&f.orient, &f.meta, spec);
        (p, q) = (f.pos + r.rotate(p), r.mul_quat(q));
        frame = f.frame;
    }
    (p, q)
}

pub(super) fn rotation(o: &Orient, meta: &Meta, spec: &Spec) -> Quat {
    let c: &Compiler = spec.compiler_of(meta);
    let angle = |a: f64| if c.degree { radians(a) } else { a };
    match *o {
        Orient::Quat(q) => q.normalized(),
        Orient::Euler(e) => resolve_euler(e, c).unwrap_or(Quat::IDENTITY),
        Orient::AxisAngle([x, y, z, a]) => Quat::from_axis_angle(Vec3([x, y, z]).normalized().0, angle(a)),
        Orient::ZAxis(z) => Quat::from_z_to(Vec3(z)),
        Orient::XyAxes([a, b, c, d, e, f]) => {
            let x = Vec3([a, b, c]).normalized().0;
            let y = Vec3([d, e, f]);
            let y = (y - x * x.dot(y)).normalized().0;
            let z = x.cross(y);
            let mut m = stiction_spatial::Mat3::default();
            for i in 0..3 {
                (m[(i, 0)], m[(i, 1)], m[(i, 2)]) = (x[i], y[i], z[i]);
            }
            Quat::from_mat(&m)
        }
    }
}
