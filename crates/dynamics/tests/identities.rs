//! Identities of rigid-body dynamics on random trees: every joint kind, several per body, off axis, with velocity.
//!
//! Each test checks one algorithm by another, or by differences in time or configuration.

use stiction_dynamics::chain::{BodyPoint, Columns, Common};
use stiction_dynamics::jacobian::{self, Blocks};
use stiction_dynamics::kinematics::Mocap;
use stiction_dynamics::object::{self, Axes};
use stiction_dynamics::rnea::{Rates, RneScratch};
use stiction_dynamics::stages::*;
use stiction_dynamics::{com, crba, energy, kinematics, manifold, post, rnea, velocity};
use stiction_linalg::TreePattern;
use stiction_model::Model;
use stiction_model::ids::BodyId;
use stiction_model::kinds::{JointKind, ObjKind};
use stiction_spatial::{Motion, Vec3};
use stiction_testkit::SplitMix64;
use stiction_testkit::tree::{random_qpos, random_qvel, random_tree, random_vec3};

/// Seeds and sizes of the trees.
const TREES: &[(u64, usize)] = &[(1, 2), (2, 6), (3, 12), (4, 20), (5, 30), (6, 9), (7, 14)];

/// Everything at one state.
#[derive(Clone)]
struct State {
    m: Model,
    q: Vec<f64>,
    v: Vec<f64>,
    kin: Kinematics,
    com: Com,
    mass: MassMatrix,
    tree: TreePattern,
    vel: Velocities,
}

impl State {
    fn new(m: Model, q: Vec<f64>, v: Vec<f64>) -> State {
        let mut s = State {
            kin: Kinematics::allocate(&m),
            com: Com::allocate(&m),
            mass: MassMatrix::allocate(&m),
            tree: crba::pattern(&m),
            vel: Velocities::allocate(&m),
            m,
            q,
            v,
        };
        kinematics::kinematics(&s.m, &s.q, Mocap::default(), &mut s.kin);
        com::com_pos(&s.m, &s.kin, &mut s.com);
        crba::crb(&s.m, &s.com, &mut s.mass);
        assert_eq!(crba::factor_m(&s.tree, 1e-15, &mut s.mass), None);
        velocity::com_vel(&s.m, &s.com, &s.v, &mut s.vel);
        s
    }
    fn random(seed: u64, nbody: usize) -> (State, SplitMix64) {
        let m = random_tree(seed, nbody);
        let mut rng = SplitMix64(seed + 1000);
        let (q, v) = (random_qpos(&m, &mut rng), random_qvel(&m, &mut rng));
        (State::new(m, q, v), rng)
    }
    /// The state at q ⊕ dq.
    fn moved(&self, dq: &[f64]) -> State {
        let mut q = self.q.clone();
        manifold::integrate_pos(&self.m, &mut q, dq, 1.0);
        State::new(self.m.clone(), q, self.v.clone())
    }
    /// The state at q ⊕ h e_k.
    fn nudged(&self, k: usize, h: f64) -> State {
        self.moved(&unit(self.m.size.nv, k, h))
    }
    fn nv(&self) -> usize {
        self.m.size.nv
    }
    fn full(&self) -> Vec<f64> {
        let mut dst = vec![0.0; self.nv() * self.nv()];
        crba::full_m(&self.tree, &self.mass, &mut dst);
        dst
    }
    fn rne(&self, qacc: Option<&[f64]>) -> Vec<f64> {
        let mut out = vec![0.0; self.nv()];
        let rates = Rates { qvel: &self.v, qacc };
        rnea::rne(&self.m, &self.com, &self.vel, rates, &mut RneScratch::allocate(&self.m), &mut out);
        out
    }
    fn potential(&self) -> f64 {
        energy::energy_pos(&self.m, &self.kin, &[], &self.q, &[])
    }
    fn kinetic(&self) -> f64 {
        energy::energy_vel(&self.tree, &self.mass, &self.v, &mut vec![0.0; self.nv()])
    }
}

fn unit(n: usize, k: usize, h: f64) -> Vec<f64> {
    let mut e = vec![0.0; n];
    e[k] = h;
    e
}

fn close(what: &str, a: &[f64], b: &[f64], tol: f64) {
    assert_eq!(a.len(), b.len(), "{what}");
    let scale = a.iter().chain(b).fold(1.0_f64, |s, x| s.max(x.abs()));
    for (k, (x, y)) in a.iter().zip(b).enumerate() {
        assert!((x - y).abs() <= tol * scale, "{what}[{k}]: {x} and {y}");
    }
}

#[test]
fn trees_are_rich() {
    let mut kinds = [0; 4];
    let mut deepest = 0;
    for &(seed, n) in TREES {
        let m = random_tree(seed, n);
        m.jnt.kind.iter().for_each(|&k| kinds[k.number() as usize] += 1);
        for mut b in 1..m.size.nbody {
            let mut depth = 0;
            while b > 0 {
                (b, depth) = (m.body.parentid[b].idx(), depth + 1);
            }
            deepest = deepest.max(depth);
        }
    }
    assert!(kinds.iter().all(|&k| k >= 3) && deepest > 5, "{kinds:?}, depth {deepest}");
}

#[test]
fn inertia_matrix_is_rnea_columns() {
    for &(seed, n) in TREES {
        let (mut s, _) = State::random(seed, n);
        s.m.opt.gravity = Vec3::ZERO;
        s.v.fill(0.0);
        let s = State::new(s.m, s.q, s.v);
        let (full, nv) = (s.full(), s.nv());
        for k in 0..nv {
            let mut column = s.rne(Some(&unit(nv, k, 1.0)));
            column[k] += s.m.dof.armature[k];
            let want: Vec<f64> = (0..nv).map(|i| full[i * nv + k]).collect();
            close("M column", &column, &want, 1e-12);
        }
    }
}

#[test]
fn factor_solves_and_square_roots_agree() {
    for &(seed, n) in TREES {
        let (s, mut rng) = State::random(seed, n);
        let nv = s.nv();
        let x: Vec<f64> = (0..nv).map(|_| rng.sym()).collect();
        let (mut mx, mut half) = (vec![0.0; nv], vec![0.0; nv]);
        crba::mul_m(&s.tree, &s.mass, &mut mx, &x);
        let dense: Vec<f64> = (0..nv).map(|i| (0..nv).map(|j| s.full()[i * nv + j] * x[j]).sum()).collect();
        close("M x", &mx, &dense, 1e-13);
        crba::mul_m2(&s.tree, &s.mass, &mut half, &x);
        let xmx: f64 = mx.iter().zip(&x).map(|(a, b)| a * b).sum();
        close("|√M x|²", &[half.iter().map(|h| h * h).sum()], &[xmx], 1e-12);
        let mut y = mx.clone();
        crba::solve_m(&s.tree, &s.mass, &mut y);
        close("M⁻¹ M x", &y, &x, 1e-9);
        let mut w = mx.clone();
        crba::solve_m2(&s.tree, &s.mass, &mut w);
        close("xᵀ M x", &[w.iter().map(|h| h * h).sum()], &[xmx], 1e-10);
    }
}

/// c = Ṁ v − ½ ∂(vᵀ M v) + ∂V + ω × p, the last for rotations whose velocity is in the body's own axes.
#[test]
fn bias_is_christoffel_terms_and_gravity() {
    let h = 1e-5;
    for &(seed, n) in TREES.iter().filter(|t| t.1 <= 14) {
        let (s, _) = State::random(seed, n);
        let nv = s.nv();
        let mut want = vec![0.0; nv];
        let quad = |m: &[f64], a: &[f64], b: &[f64]| -> f64 {
            (0..nv).map(|i| a[i] * (0..nv).map(|j| m[i * nv + j] * b[j]).sum::<f64>()).sum()
        };
        for k in 0..nv {
            let (p, q) = (s.nudged(k, h), s.nudged(k, -h));
            let dm: Vec<f64> = p.full().iter().zip(q.full()).map(|(a, b)| (a - b) / (2.0 * h)).collect();
            for i in 0..nv {
                want[i] += s.v[k] * (0..nv).map(|j| dm[i * nv + j] * s.v[j]).sum::<f64>();
            }
            want[k] -= 0.5 * quad(&dm, &s.v, &s.v);
            want[k] += (p.potential() - q.potential()) / (2.0 * h);
        }
        let mut momentum = vec![0.0; nv];
        crba::mul_m(&s.tree, &s.mass, &mut momentum, &s.v);
        for j in 0..s.m.size.njnt {
            let d = match s.m.jnt.kind[j].get() {
                Some(JointKind::Free) => s.m.jnt.dofadr[j].idx() + 3,
                Some(JointKind::Ball) => s.m.jnt.dofadr[j].idx(),
                _ => continue,
            };
            let three = |x: &[f64]| Vec3([x[d], x[d + 1], x[d + 2]]);
            let mut p = three(&momentum);
            // the rotor of an armature turns about fixed axes of the joint: it has no gyroscopic part
            (0..3).for_each(|i| p[i] -= s.m.dof.armature[d + i] * s.v[d + i]);
            let turn = three(&s.v).cross(p);
            (0..3).for_each(|i| want[d + i] += turn[i]);
        }
        close("bias", &s.rne(None), &want, 2e-8);
    }
}

#[test]
fn jacobians_are_derivatives_of_poses() {
    let h = 1e-6;
    for &(seed, n) in TREES {
        let (s, mut rng) = State::random(seed, n);
        let nv = s.nv();
        let body = BodyId::new(1 + rng.below(s.m.size.nbody - 1));
        let local = random_vec3(&mut rng);
        let axis = random_vec3(&mut rng);
        let at = |s: &State| kinematics::to_world(&s.kin, body, local);
        let p = BodyPoint { body, pos: at(&s) };
        let (mut jp, mut jr, mut ja) = (vec![0.0; 3 * nv], vec![0.0; 3 * nv], vec![0.0; 3 * nv]);
        jacobian::jac(&s.m, &s.com, p, Blocks::both(&mut jp, &mut jr));
        let world = s.kin.xmat[body].mul_vec(axis);
        jacobian::jac_point_axis(&s.m, &s.com, p, world, Blocks { jacp: None, jacr: Some(&mut ja) });
        let mut jc = vec![0.0; 3 * nv];
        jacobian::jac_subtree_com(&s.m, &s.kin, &s.com, body, &mut jc);
        for k in 0..nv {
            let (a, b) = (s.nudged(k, h), s.nudged(k, -h));
            let col = |j: &[f64]| [j[k], j[nv + k], j[2 * nv + k]];
            close("jacp", &col(&jp), &((at(&a) - at(&b)) / (2.0 * h)).0, 1e-8);
            // world rotation vector from the one configuration to the other
            let spin = (a.kin.xquat[body] * b.kin.xquat[body].conj()).to_rotation_vector() / (2.0 * h);
            close("jacr", &col(&jr), &spin.0, 1e-8);
            let da = (a.kin.xmat[body].mul_vec(axis) - b.kin.xmat[body].mul_vec(axis)) / (2.0 * h);
            close("axis", &col(&ja), &da.0, 1e-8);
            let dc = (a.com.subtree_com[body] - b.com.subtree_com[body]) / (2.0 * h);
            close("subtree", &col(&jc), &dc.0, 1e-8);
        }
    }
}

#[test]
fn jacobian_rates_are_derivatives_of_jacobians() {
    let h = 1e-5;
    for &(seed, n) in TREES {
        let (s, mut rng) = State::random(seed, n);
        let nv = s.nv();
        let body = BodyId::new(s.m.size.nbody - 1);
        let local = random_vec3(&mut rng);
        let jac = |s: &State| {
            let (mut jp, mut jr) = (vec![0.0; 3 * nv], vec![0.0; 3 * nv]);
            let pos = kinematics::to_world(&s.kin, body, local);
            jacobian::jac(&s.m, &s.com, BodyPoint { body, pos }, Blocks::both(&mut jp, &mut jr));
            jp.extend(jr);
            jp
        };
        let step = |t: f64| jac(&s.moved(&s.v.iter().map(|v| v * t).collect::<Vec<_>>()));
        let want: Vec<f64> = step(h).iter().zip(step(-h)).map(|(a, b)| (a - b) / (2.0 * h)).collect();
        let p = BodyPoint { body, pos: kinematics::to_world(&s.kin, body, local) };
        let (mut jp, mut jr) = (vec![0.0; 3 * nv], vec![0.0; 3 * nv]);
        jacobian::jac_dot(&s.m, &s.com, &s.vel, p, Blocks::both(&mut jp, &mut jr));
        jp.extend(jr);
        close("J̇", &jp, &want, 1e-7);
        let mut cols = Columns::default();
        cols.point_dot(&s.m, &s.com, &s.vel, p);
        for (&k, c) in cols.dofs.iter().zip(&cols.cols) {
            let k = k as usize;
            let dense = [jp[3 * nv + k], jp[4 * nv + k], jp[5 * nv + k], jp[k], jp[nv + k], jp[2 * nv + k]];
            assert_eq!(c.to_array(), dense);
        }
    }
}

#[test]
fn sparse_pairs_are_dense_differences() {
    for &(seed, n) in TREES {
        let (s, mut rng) = State::random(seed, n);
        let (nv, mut cols) = (s.nv(), Columns::allocate(&s.m));
        let dense = |p: BodyPoint| {
            let (mut jp, mut jr) = (vec![0.0; 3 * nv], vec![0.0; 3 * nv]);
            jacobian::jac(&s.m, &s.com, p, Blocks::both(&mut jp, &mut jr));
            (0..nv)
                .map(|k| {
                    let v = |j: &[f64]| Vec3([j[k], j[nv + k], j[2 * nv + k]]);
                    Motion::new(v(&jr), v(&jp))
                })
                .collect::<Vec<_>>()
        };
        for a in 0..s.m.size.nbody {
            for b in 0..s.m.size.nbody {
                let x = random_vec3(&mut rng);
                let pair = |pos| (BodyPoint { body: a.into(), pos: x }, BodyPoint { body: b.into(), pos });
                for (common, pos) in [(Common::Keep, random_vec3(&mut rng)), (Common::Skip, x)] {
                    let (pa, pb) = pair(pos);
                    cols.pair(&s.m, &s.com, pa, pb, common);
                    assert!(cols.dofs.windows(2).all(|w| w[0] < w[1]), "dofs ascend");
                    let mut sparse = vec![Motion::zero(); nv];
                    cols.dofs.iter().zip(&cols.cols).for_each(|(&k, c)| sparse[k as usize] = *c);
                    for k in 0..nv {
                        let want = dense(pb)[k] - dense(pa)[k];
                        close("pair", &sparse[k].to_array(), &want.to_array(), 1e-12);
                    }
                }
            }
        }
    }
}

/// d(T + V)/dt = vᵀ τ along the motion that τ causes.
#[test]
fn power_of_forces_is_the_change_of_energy() {
    let h = 1e-4;
    for &(seed, n) in TREES {
        let (s, mut rng) = State::random(seed, n);
        let tau: Vec<f64> = (0..s.nv()).map(|_| rng.sym()).collect();
        let mut acc: Vec<f64> = tau.iter().zip(s.rne(None)).map(|(t, c)| t - c).collect();
        crba::solve_m(&s.tree, &s.mass, &mut acc);
        // any curve with tangent (v, v̇) has the same rate at t = 0
        let energy = |t: f64| {
            let mut moved = s.moved(&s.v.iter().map(|v| t * v).collect::<Vec<_>>());
            moved.v.iter_mut().zip(&acc).for_each(|(v, a)| *v += t * a);
            moved.kinetic() + moved.potential()
        };
        let power: f64 = tau.iter().zip(&s.v).map(|(t, v)| t * v).sum();
        let rate = (8.0 * (energy(h) - energy(-h)) - (energy(2.0 * h) - energy(-2.0 * h))) / (12.0 * h);
        let scale = 1.0 + acc.iter().fold(0.0_f64, |m, a| m.max(a.abs()));
        close("power", &[rate / scale], &[power / scale], 1e-9);
    }
}

#[test]
fn kinetic_energy_and_momenta_are_sums_over_bodies() {
    for &(seed, n) in TREES {
        let (mut s, _) = State::random(seed, n);
        s.m.dof.armature.fill(0.0);
        let s = State::new(s.m, s.q, s.v);
        let (m, nv) = (&s.m, s.nv());
        let (mut t, mut p, mut l) = (0.0, Vec3::ZERO, Vec3::ZERO);
        for b in 1..m.size.nbody {
            let f = object::frame(m, &s.kin, ObjKind::Body, b).expect("a body");
            let v = object::velocity(m, &s.com, &s.vel, &f, Axes::Local);
            let (w, u) = (v.ang.hadamard(m.body.inertia[b]), v.lin * m.body.mass[b]);
            t += 0.5 * (v.ang.dot(w) + v.lin.dot(u));
            p += f.mat.mul_vec(u);
            l += f.mat.mul_vec(w) + (f.pos - s.com.subtree_com[0]).cross(f.mat.mul_vec(u));
        }
        close("T", &[s.kinetic()], &[t], 1e-12);
        let mut out = Post::allocate(m);
        post::subtree_vel(m, &s.kin, &s.com, &s.vel, &mut out);
        close("p", &(out.subtree_linvel[0] * m.body.subtreemass[0]).0, &p.0, 1e-12);
        close("L", &out.subtree_angmom[0].0, &l.0, 1e-12);
        for b in 1..m.size.nbody {
            let mut mat = vec![0.0; 3 * nv];
            let times = |j: &[f64]| [0, 1, 2].map(|i| (0..nv).map(|k| j[i * nv + k] * s.v[k]).sum::<f64>());
            jacobian::angmom_mat(m, &s.kin, &s.com, b.into(), &mut mat);
            close("angular momentum matrix", &times(&mat), &out.subtree_angmom[b].0, 1e-11);
            jacobian::jac_subtree_com(m, &s.kin, &s.com, b.into(), &mut mat);
            close("centre of mass velocity", &times(&mat), &out.subtree_linvel[b].0, 1e-11);
        }
    }
}

/// Forces through joints project to joint forces; accelerations of points are J v̇ + J̇ v − g.
#[test]
fn body_forces_and_accelerations_agree_with_joints() {
    for &(seed, n) in TREES {
        let (s, mut rng) = State::random(seed, n);
        let (m, nv) = (&s.m, s.nv());
        let acc: Vec<f64> = (0..nv).map(|_| rng.sym()).collect();
        let mut xfrc: Vec<[f64; 6]> = (0..m.size.nbody).map(|_| [0.0; 6].map(|_: f64| rng.sym())).collect();
        xfrc[0] = [0.0; 6];
        let rates = Rates { qvel: &s.v, qacc: Some(&acc) };
        let mut out = Post::allocate(m);
        post::begin(m, &s.kin, &s.com, &xfrc, &mut out);
        post::rne_post(m, &s.com, &s.vel, rates, &mut out);
        // joint forces = inverse dynamics − external forces
        let mut want = s.rne(Some(&acc));
        let mut external = vec![0.0; nv];
        stiction_dynamics::smooth::xfrc_accumulate(m, &s.kin, &s.com, &xfrc, &mut external);
        want.iter_mut().zip(&external).for_each(|(w, x)| *w -= x);
        let got: Vec<f64> = (0..nv).map(|k| s.com.cdof[k].dot(out.cfrc_int[m.dof.bodyid[k]])).collect();
        close("Sᵀ cfrc_int", &got, &want, 1e-12);
        let mut cols = Columns::default();
        for b in 1..m.size.nbody {
            let f = object::frame(m, &s.kin, ObjKind::Xbody, b).expect("a body");
            let p = BodyPoint { body: b.into(), pos: f.pos };
            cols.point(m, &s.com, p);
            let mut want = cols.mul(&acc);
            cols.point_dot(m, &s.com, &s.vel, p);
            want += cols.mul(&s.v);
            want.lin -= m.opt.gravity;
            let got = object::acceleration(m, &s.com, &s.vel, &out, &f, Axes::World);
            close("acceleration", &got.to_array(), &want.to_array(), 1e-11);
        }
    }
}

#[test]
fn addition_and_difference_of_configurations_are_inverse() {
    for &(seed, n) in TREES {
        let (s, mut rng) = State::random(seed, n);
        let (m, nv) = (&s.m, s.nv());
        let mut v = vec![0.0; nv];
        let mut q = s.q.clone();
        manifold::integrate_pos(m, &mut q, &s.v, 0.7);
        manifold::differentiate_pos(m, &mut v, 0.7, &s.q, &q);
        close("(q ⊕ v) ⊖ q", &v, &s.v, 1e-13);
        let other = random_qpos(m, &mut rng);
        manifold::differentiate_pos(m, &mut v, 1.0, &s.q, &other);
        let mut back = s.q.clone();
        manifold::integrate_pos(m, &mut back, &v, 1.0);
        let there = State::new(s.m.clone(), other, v.clone());
        let again = State::new(s.m.clone(), back, v);
        for b in 0..m.size.nbody {
            close("q ⊕ (p ⊖ q)", &again.kin.xmat[b].0, &there.kin.xmat[b].0, 1e-12);
            close("q ⊕ (p ⊖ q)", &again.kin.xpos[b].0, &there.kin.xpos[b].0, 1e-12);
        }
        let mut scaled = s.q.clone();
        for j in 0..m.size.njnt {
            let at = m.jnt.qposadr[j];
            match m.jnt.kind[j].get() {
                Some(JointKind::Free) => scaled[(at + 3).span(4)].iter_mut().for_each(|x| *x *= 3.0),
                Some(JointKind::Ball) => scaled[at.span(4)].iter_mut().for_each(|x| *x *= 0.2),
                _ => {}
            }
        }
        // kinematics sees only directions of quaternions and leaves qpos alone
        let seen = State::new(s.m.clone(), scaled.clone(), s.v.clone());
        close("normalised", &seen.kin.xpos[m.size.nbody - 1].0, &s.kin.xpos[m.size.nbody - 1].0, 1e-13);
        manifold::normalize_quat(m, &mut scaled);
        close("normalize_quat", &scaled, &s.q, 1e-15);
    }
}
