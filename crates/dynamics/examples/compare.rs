//! Compares every quantity of the rigid tree with reference dumps.
//!
//! `STICTION_DUMPS=dir cargo run --release --example compare -p stiction-dynamics [name filter]` reads each `*.dump` of the
//! directory (written by `crates/testkit/dump.py`) and prints, per field, the worst error over all of them and where it is.

use std::collections::BTreeMap;
use stiction_dynamics::active::Whole;
use stiction_dynamics::chain::{BodyPoint, Columns, Common};
use stiction_dynamics::inputs::{PassiveInput, Positions};
use stiction_dynamics::jacobian::{self, Blocks};
use stiction_dynamics::kinematics::Mocap;
use stiction_dynamics::object::{self, Axes};
use stiction_dynamics::rnea::{Rates, RneScratch};
use stiction_dynamics::stages::*;
use stiction_dynamics::{
    camlight, com, crba, energy, kinematics, manifold, passive, post, rnea, smooth, tendon, velocity,
};
use stiction_model::Model;
use stiction_model::fields::Numbers;
use stiction_model::kinds::ObjKind;
use stiction_spatial::flat::flat;
use stiction_spatial::{Force, Motion, Quat, Vec3};
use stiction_testkit::dump::{Dump, relative_error};

/// Worst error per field, with the dump where it was seen.
#[derive(Default)]
struct Table(BTreeMap<String, (f64, String)>);

impl Table {
    fn add(&mut self, name: &str, at: &str, ours: &[f64], theirs: &[f64]) {
        let e = relative_error(ours, theirs, 1e-6);
        let row = self.0.entry(name.to_string()).or_default();
        if e >= row.0 {
            *row = (e, at.to_string());
        }
    }
}

fn main() {
    let dir = std::env::var("STICTION_DUMPS").unwrap_or_else(|_| "/work/dumps/all".into());
    let filter = std::env::args().nth(1).unwrap_or_default();
    let mut paths: Vec<_> = match std::fs::read_dir(&dir) {
        Ok(d) => d.filter_map(|e| e.ok().map(|e| e.path())).collect(),
        Err(e) => return println!("SKIPPED: {dir}: {e}"),
    };
    paths.sort();
    let mut table = Table::default();
    let mut count = 0;
    for path in paths {
        let name = path.file_stem().map(|s| s.to_string_lossy().to_string()).unwrap_or_default();
        if path.extension().is_some_and(|e| e == "dump") && name.contains(&filter) {
            let dump = Dump::read(&path);
            one(&dump, &name, &mut table);
            count += 1;
        }
    }
    println!("{count} dumps");
    for (field, (e, at)) in &table.0 {
        println!("{} {field:18} {e:9.1e}  {at}", if *e <= 1e-9 { "ok  " } else { "FAIL" });
    }
}

fn vec3s(x: &[f64]) -> Vec<Vec3> {
    x.chunks_exact(3).map(|c| Vec3([c[0], c[1], c[2]])).collect()
}

fn one(d: &Dump, at: &str, t: &mut Table) {
    let m = d.model();
    let get = |n: &str| d.0.get(n).map(|a| a.data.clone()).unwrap_or_default();
    let (qpos, qvel, qacc) = (get("d.qpos"), get("d.qvel"), get("d.qacc"));
    let mocap_pos = vec3s(&get("d.mocap_pos"));
    let mocap_quat: Vec<Quat> =
        get("d.mocap_quat").chunks_exact(4).map(|c| Quat([c[0], c[1], c[2], c[3]])).collect();
    let mut kin = Kinematics::allocate(&m);
    let mut cm = Com::allocate(&m);
    kinematics::kinematics(&m, &qpos, Mocap { pos: &mocap_pos, quat: &mocap_quat }, &mut kin);
    com::com_pos(&m, &kin, &mut cm);
    camlight::camlight(&m, &cm, &mut kin);
    let mut ten = Tendons::allocate(&m);
    let pos = Positions { kin: &kin, com: &cm };
    tendon::tendons(&m, &qpos, &pos, &mut ten);
    let tree = crba::pattern(&m);
    let mut mass = MassMatrix::allocate(&m);
    crba::make_m(&m, &cm, &ten, &mut mass);
    crba::factor_m(&tree, &mut mass);
    let mut vel = Velocities::allocate(&m);
    velocity::com_vel(&m, &cm, &qvel, &mut vel);
    tendon::velocities(&m, &ten, &qvel, &mut vel.ten_velocity);
    vel.actuator_velocity = get("d.actuator_velocity");
    each(d, at, t, |v| ten.each(v));
    each(d, at, t, |v| kin.each(v));
    each(d, at, t, |v| cm.each(v));
    each(d, at, t, |v| mass.each(v));
    each(d, at, t, |v| vel.each(v));
    forces(d, at, t, &m, &kin, &cm, &ten, &vel, &qvel, &qacc);
    let mut full = vec![0.0; m.size.nv * m.size.nv];
    crba::full_m(&tree, &mass, &mut full);
    t.add("fullM", at, &full, &get("x.fullM"));
    let mut work = vec![0.0; m.size.nv];
    let e = [
        energy::energy_pos(&m, &kin, &ten.ten_length, &qpos, &get("d.plastic")),
        energy::energy_vel(&tree, &mass, &qvel, &mut work),
    ];
    t.add("energy", at, &e, &get("x.energy"));
    let mut s = Smooth::allocate(&m);
    s.qfrc_smooth = get("d.qfrc_smooth");
    smooth::acceleration(&tree, Whole::new(&m).view(), &mass, &mut s);
    t.add("qacc_smooth", at, &s.qacc_smooth, &get("d.qacc_smooth"));
    jacobians(d, at, t, &m, &kin, &cm, &vel);
    if !get("y.integrate").is_empty() {
        let mut q = qpos.clone();
        manifold::integrate_pos(&m, &mut q, &get("y.qacc"), 0.1);
        t.add("integratePos", at, &q, &get("y.integrate"));
        manifold::differentiate_pos(&m, &mut work, 0.3, &qpos, &get("y.integrate"));
        t.add("differentiatePos", at, &work, &get("y.differentiate"));
        let bias = get("d.qfrc_bias");
        crba::mul_m(&tree, &mass, &mut work, &bias);
        t.add("mulM", at, &work, &get("y.mulM"));
        work.copy_from_slice(&bias);
        crba::solve_m(&tree, &mass, &mut work);
        t.add("solveM", at, &work, &get("y.solveM"));
    }
}

type Visit<'a> = &'a mut dyn FnMut(&'static str, stiction_model::fields::Shape, Numbers<'_>);

/// Adds every field of a stage that the dump has under the same name.
fn each(d: &Dump, at: &str, t: &mut Table, stage: impl Fn(Visit<'_>)) {
    stage(&mut |name, _, numbers| {
        if let (Numbers::F64(x), Some(a)) = (numbers, d.0.get(&format!("d.{name}"))) {
            t.add(name, at, x, &a.data);
        }
    });
}

fn forces(
    d: &Dump,
    at: &str,
    t: &mut Table,
    m: &Model,
    kin: &Kinematics,
    cm: &Com,
    ten: &Tendons,
    vel: &Velocities,
    qvel: &[f64],
    qacc: &[f64],
) {
    let get = |n: &str| d.0.get(n).map(|a| a.data.clone()).unwrap_or_default();
    let mut scratch = RneScratch::allocate(m);
    let mut out = vec![0.0; m.size.nv];
    rnea::rne(m, cm, vel, Rates { qvel, qacc: None }, &mut scratch, &mut out);
    if tendon::add_bias(m, &Positions { kin, com: cm }, ten, vel, qvel, &mut out).is_err() {
        println!("{at}: a wrapping tendon with armature has no bias");
    }
    t.add("qfrc_bias", at, &out, &get("d.qfrc_bias"));
    let xfrc: Vec<[f64; 6]> =
        get("d.xfrc_applied").chunks_exact(6).map(|c| [c[0], c[1], c[2], c[3], c[4], c[5]]).collect();
    let mut s = Smooth::allocate(m);
    let passive = Passive { qfrc_passive: get("d.qfrc_passive"), ..Default::default() };
    let bias = Bias { qfrc_bias: get("d.qfrc_bias") };
    let act = Actuation { qfrc_actuator: get("d.qfrc_actuator"), ..Default::default() };
    let (whole, applied) = (Whole::new(m), get("d.qfrc_applied"));
    smooth::sum_forces(whole.view(), &passive, &bias, &act, &applied, &mut s.qfrc_smooth);
    smooth::xfrc_accumulate(m, kin, cm, &xfrc, &mut s.qfrc_smooth);
    t.add("qfrc_smooth", at, &s.qfrc_smooth, &get("d.qfrc_smooth"));
    let mut p = Post::allocate(m);
    post::begin(m, kin, cm, &xfrc, &mut p);
    let theirs = get("x.cfrc_ext");
    if d.scalar("d.nefc") == 0.0 && m.size.nactuator == 0 {
        let (qpos, plastic) = (get("d.qpos"), get("d.plastic"));
        let pos = Positions { kin, com: cm };
        let input = PassiveInput { qpos: &qpos, qvel, plastic: &plastic, pos, ten, vel, contacts: &[] };
        (0..m.size.ntendon).filter(|&k| !tendon::is_fixed(m, k)).for_each(|k| {
            post::add_tendon(m, cm, ten, k, passive::tendon_force(m, &input, k), &mut p);
        });
        t.add("cfrc_ext", at, flat(&p.cfrc_ext), &theirs);
    }
    // elsewhere the reference external forces stand for contacts, equalities and actuated tendons
    p.cfrc_ext = theirs
        .chunks_exact(6)
        .map(|c| Force::new(Vec3([c[0], c[1], c[2]]), Vec3([c[3], c[4], c[5]])))
        .collect();
    post::rne_post(m, cm, vel, Rates { qvel, qacc: Some(qacc) }, &mut p);
    post::subtree_vel(m, kin, cm, vel, &mut p);
    t.add("cacc", at, flat(&p.cacc), &get("x.cacc"));
    t.add("cfrc_int", at, flat(&p.cfrc_int), &get("x.cfrc_int"));
    t.add("subtree_linvel", at, flat(&p.subtree_linvel), &get("x.subtree_linvel"));
    t.add("subtree_angmom", at, flat(&p.subtree_angmom), &get("x.subtree_angmom"));
    if get("y.vel").is_empty() {
        return;
    }
    let y_acc = get("y.qacc");
    rnea::rne(m, cm, vel, Rates { qvel, qacc: Some(&y_acc) }, &mut scratch, &mut out);
    t.add("rne flg_acc", at, &out, &get("y.rne1"));
    post::rne_post(m, cm, vel, Rates { qvel, qacc: Some(&y_acc) }, &mut p);
    let gather = |f: &dyn Fn(usize) -> Motion| -> Vec<f64> {
        (0..m.size.nbody).flat_map(|b| f(b).to_array()).collect()
    };
    let frame = |kind, b| object::frame(m, kin, kind, b).expect("bodies have frames");
    let v = gather(&|b| object::velocity(m, cm, vel, &frame(ObjKind::Body, b), Axes::World));
    t.add("objectVelocity", at, &v, &get("y.vel"));
    let v = gather(&|b| object::velocity(m, cm, vel, &frame(ObjKind::Xbody, b), Axes::Local));
    t.add("objectVelocity", at, &v, &get("y.velL"));
    let a = gather(&|b| object::acceleration(m, cm, vel, &p, &frame(ObjKind::Body, b), Axes::World));
    t.add("objectAccel", at, &a, &get("y.acc"));
    let a = gather(&|b| object::acceleration(m, cm, vel, &p, &frame(ObjKind::Xbody, b), Axes::Local));
    t.add("objectAccel", at, &a, &get("y.accL"));
}

fn jacobians(d: &Dump, at: &str, t: &mut Table, m: &Model, kin: &Kinematics, cm: &Com, vel: &Velocities) {
    let nv = m.size.nv;
    let mut j = vec![0.0; 6 * nv];
    let mut check = |name: &str, f: &mut dyn FnMut(Blocks<'_>)| {
        if let Some(a) = d.0.get(&format!("y.{name}")) {
            let (p, r) = j.split_at_mut(3 * nv);
            f(Blocks::both(p, r));
            t.add(name, at, &j[..a.data.len()], &a.data);
        }
    };
    let last = m.size.nbody - 1;
    let first = last.min(1);
    let point = BodyPoint { body: last, pos: kin.xipos[last] + Vec3([0.1, -0.2, 0.3]) };
    check("jac_body", &mut |b| jacobian::jac_body(m, kin, cm, last, b));
    check("jac_bodycom", &mut |b| jacobian::jac_body_com(m, kin, cm, last, b));
    check("jac_site", &mut |b| jacobian::jac_site(m, kin, cm, m.size.nsite - 1, b));
    check("jac_geom", &mut |b| jacobian::jac_geom(m, kin, cm, m.size.ngeom - 1, b));
    check("jac_dot", &mut |b| jacobian::jac_dot(m, cm, vel, point, b));
    check("jac_subtree", &mut |b| jacobian::jac_subtree_com(m, kin, cm, first, b.jacp.expect("both blocks")));
    check("angmom", &mut |b| jacobian::angmom_mat(m, kin, cm, first, b.jacp.expect("both blocks")));
    // every pair of bodies: the sparse difference against the dense one
    let (mut jp, mut jr) = (vec![0.0; 3 * nv], vec![0.0; 3 * nv]);
    let mut cols = Columns::allocate(m);
    let mut worst: f64 = 0.0;
    for a in (0..m.size.nbody).step_by(1 + m.size.nbody / 12) {
        for b in (0..m.size.nbody).step_by(1 + m.size.nbody / 15) {
            let (pa, pb) = (BodyPoint { body: a, pos: point.pos }, BodyPoint { body: b, pos: kin.xpos[b] });
            let mut diff = vec![0.0; 6 * nv];
            for (p, sign) in [(pa, -1.0), (pb, 1.0)] {
                jacobian::jac(m, cm, p, Blocks::both(&mut jp, &mut jr));
                for k in 0..3 * nv {
                    diff[k] += sign * jp[k];
                    diff[3 * nv + k] += sign * jr[k];
                }
            }
            cols.pair(m, cm, pa, pb, Common::Keep);
            for (&k, c) in cols.dofs.iter().zip(&cols.cols) {
                for i in 0..3 {
                    diff[i * nv + k as usize] -= c.lin[i];
                    diff[(3 + i) * nv + k as usize] -= c.ang[i];
                }
            }
            assert!(cols.dofs.windows(2).all(|w| w[0] < w[1]), "{at}: dofs must ascend");
            worst = diff.iter().fold(worst, |w, x| w.max(x.abs()));
        }
    }
    t.add("jac pair", at, &[worst], &[0.0]);
}
