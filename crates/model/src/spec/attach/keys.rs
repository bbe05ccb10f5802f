//! Keyframes of an attached model: their values go where the attached joints, actuators and mocap bodies end up.
//!
//! The order of the state is that of the compiled model, known only when everything is attached, so a copied keyframe
//! keeps its values by name until [`Spec::place_keys`] lays them out. Entries that no keyframe gives are NaN, which the
//! compiler replaces by the default configuration.

use super::{Space, Subtree, tree};
use crate::kinds::{DynKind, GainKind};
use crate::spec::{Actuator, Key, KeyPart, Spec};

/// Number of activations of an actuator.
fn activations(a: &Actuator) -> usize {
    match a.dyntype {
        DynKind::None => 0,
        DynKind::Pid if a.actdim < 0 => usize::from(a.gainprm[0] != 0.0) + usize::from(a.dynprm[1] > 0.0),
        DynKind::Integrator if a.gaintype == GainKind::So3 => 3,
        _ if a.actdim >= 0 => a.actdim as usize,
        _ => 1,
    }
}

/// Number of controls of an actuator.
fn controls(a: &Actuator) -> usize {
    const NONE: i32 = 16;
    match a.gaintype {
        GainKind::So3 => 3 + usize::from(a.ctrlspec == 2),
        GainKind::Pid if a.ctrlspec == 0 => 2,
        GainKind::Dcmotor if a.ctrlspec == 0 => 1,
        GainKind::Pid | GainKind::Dcmotor if a.ctrlspec == NONE => 0,
        GainKind::Pid | GainKind::Dcmotor => (a.ctrlspec & 0b1111).count_ones() as usize,
        _ => 1,
    }
}

/// Indices of bodies in compiled order: depth first, children in list order.
fn body_order(spec: &Spec) -> Vec<usize> {
    let mut children = vec![Vec::new(); spec.bodies.len()];
    for (k, b) in spec.bodies.iter().enumerate().skip(1) {
        if b.parent < k {
            children[b.parent].push(k);
        }
    }
    let (mut order, mut stack) = (Vec::with_capacity(spec.bodies.len()), vec![0]);
    while let Some(k) = stack.pop() {
        order.push(k);
        stack.extend(children[k].iter().rev());
    }
    order
}

/// Indices of joints in compiled order.
fn joint_order(spec: &Spec) -> Vec<usize> {
    let mut of = vec![Vec::new(); spec.bodies.len()];
    for (k, j) in spec.joints.iter().enumerate() {
        if let Some(list) = of.get_mut(j.body) {
            list.push(k);
        }
    }
    body_order(spec).into_iter().flat_map(|b| std::mem::take(&mut of[b])).collect()
}

/// The keyframes of a model, taken apart.
pub(super) struct Taken {
    keys: Vec<(Key, Vec<KeyPart>)>,
}

/// Takes the keyframes of `child` apart: what they say about each joint, actuator and mocap body. Joints and bodies get
/// the indices that their copies will have in `to`.
pub(super) fn gather(to: &Spec, child: &Spec, what: Subtree) -> Taken {
    let at = super::AttachPoint { body: 0, frame: None, class: 0 };
    let placement = tree::Placement::new(child, what, at, to.bodies.len(), to.frames.len());
    let mut next = to.joints.len();
    let copies: Vec<Option<usize>> = child
        .joints
        .iter()
        .map(|j| {
            placement.of(child, j.body, j.frame).map(|_| {
                next += 1;
                next - 1
            })
        })
        .collect();
    let (joints, bodies) = (joint_order(child), body_order(child));
    let keys = child.keys.iter().map(|k| (k.clone(), parts(child, k, &joints, &copies, &bodies, &placement)));
    Taken { keys: keys.collect() }
}

fn parts(
    child: &Spec,
    key: &Key,
    joints: &[usize],
    copies: &[Option<usize>],
    bodies: &[usize],
    placement: &tree::Placement,
) -> Vec<KeyPart> {
    let mut parts = Vec::new();
    let (mut q, mut v) = (0, 0);
    for &k in joints {
        let (nq, nv) = child.joints[k].kind.size();
        if let Some(joint) = copies[k] {
            parts.push(KeyPart::Joint {
                joint,
                qpos: slice(&key.qpos, q, nq),
                qvel: slice(&key.qvel, v, nv),
            });
        }
        (q, v) = (q + nq, v + nv);
    }
    let (mut act, mut ctrl) = (0, 0);
    for a in &child.actuators {
        let (na, nu) = (activations(a), controls(a));
        parts.push(KeyPart::Actuator {
            name: a.meta.name.clone(),
            act: slice(&key.act, act, na),
            ctrl: slice(&key.ctrl, ctrl, nu),
        });
        (act, ctrl) = (act + na, ctrl + nu);
    }
    for (m, &b) in bodies.iter().filter(|b| child.bodies[**b].mocap).enumerate() {
        if let Some(body) = placement.body(b) {
            parts.push(KeyPart::Mocap {
                body,
                mpos: slice(&key.mpos, 3 * m, 3),
                mquat: slice(&key.mquat, 4 * m, 4),
            });
        }
    }
    parts
}

fn slice(v: &[f64], from: usize, n: usize) -> Vec<f64> {
    v.get(from..from + n).map_or(Vec::new(), <[f64]>::to_vec)
}

/// Adds the keyframes of the attached model.
pub(super) fn adopt(to: &mut Spec, taken: Taken, space: Space<'_>) {
    for (key, mut parts) in taken.keys {
        for p in &mut parts {
            if let KeyPart::Actuator { name, .. } = p {
                space.rename(name);
            }
        }
        let mut meta = key.meta.clone();
        space.rename(&mut meta.name);
        to.keys.push(Key { meta, time: key.time, parts, ..Key::default() });
    }
}

impl Spec {
    /// Lays out keyframes that hold values by name (from attached models) in the order of the compiled state.
    pub fn place_keys(&mut self) {
        if self.keys.iter().all(|k| k.parts.is_empty()) {
            return;
        }
        let joints: Vec<(usize, usize, usize)> = joint_order(self)
            .into_iter()
            .map(|k| {
                let (nq, nv) = self.joints[k].kind.size();
                (k, nq, nv)
            })
            .collect();
        let actuators: Vec<(String, usize, usize)> =
            self.actuators.iter().map(|a| (a.meta.name.clone(), activations(a), controls(a))).collect();
        let mocap: Vec<usize> = body_order(self).into_iter().filter(|b| self.bodies[*b].mocap).collect();
        for key in self.keys.iter_mut().filter(|k| !k.parts.is_empty()) {
            let parts = std::mem::take(&mut key.parts);
            for (k, nq, nv) in &joints {
                let part = parts.iter().find_map(|p| match p {
                    KeyPart::Joint { joint, qpos, qvel } if joint == k => Some((qpos, qvel)),
                    _ => None,
                });
                extend(&mut key.qpos, part.map(|p| p.0), *nq);
                extend(&mut key.qvel, part.map(|p| p.1), *nv);
            }
            for (name, na, nu) in &actuators {
                let part = parts.iter().find_map(|p| match p {
                    KeyPart::Actuator { name: n, act, ctrl } if n == name => Some((act, ctrl)),
                    _ => None,
                });
                extend(&mut key.act, part.map(|p| p.0), *na);
                extend(&mut key.ctrl, part.map(|p| p.1), *nu);
            }
            for k in &mocap {
                let part = parts.iter().find_map(|p| match p {
                    KeyPart::Mocap { body, mpos, mquat } if body == k => Some((mpos, mquat)),
                    _ => None,
                });
                extend(&mut key.mpos, part.map(|p| p.0), 3);
                extend(&mut key.mquat, part.map(|p| p.1), 4);
            }
        }
    }
}

/// Appends the values, or NaN ("default") if there are none.
fn extend(to: &mut Vec<f64>, values: Option<&Vec<f64>>, n: usize) {
    match values.filter(|v| v.len() == n) {
        Some(v) => to.extend_from_slice(v),
        None => to.extend(std::iter::repeat_n(f64::NAN, n)),
    }
}
