//! Time of each stage of the rigid tree on reference dumps: `time_stages DUMP…` (best of several rounds, ns).

use std::hint::black_box;
use std::time::Instant;
use stiction_dynamics::active::Whole;
use stiction_dynamics::inputs::Positions;
use stiction_dynamics::kinematics::Mocap;
use stiction_dynamics::rnea::{Rates, RneScratch};
use stiction_dynamics::stages::*;
use stiction_dynamics::{camlight, com, crba, kinematics, rnea, tendon, velocity};
use stiction_spatial::{Quat, Vec3};
use stiction_testkit::Dump;

fn best(mut f: impl FnMut()) -> f64 {
    let mut best = f64::INFINITY;
    for _ in 0..30 {
        let n = 1000;
        let start = Instant::now();
        (0..n).for_each(|_| f());
        best = best.min(start.elapsed().as_nanos() as f64 / f64::from(n));
    }
    best
}

fn main() {
    println!(
        "{:40} {:>4} {:>7} {:>7} {:>7} {:>7} {:>7} {:>7} {:>7} {:>7} {:>7} {:>7}",
        "dump",
        "nv",
        "bodies",
        "frames",
        "com",
        "camlgt",
        "tendon",
        "crb",
        "factor",
        "comvel",
        "rne",
        "solve"
    );
    for path in std::env::args().skip(1) {
        one(&path);
    }
}

fn one(path: &str) {
    let d = Dump::read(path);
    let m = d.model();
    let all = Whole::new(&m);
    let (qpos, qvel) = (d.get("d.qpos").to_vec(), d.get("d.qvel").to_vec());
    let pos: Vec<Vec3> = d.get("d.mocap_pos").chunks_exact(3).map(|c| Vec3([c[0], c[1], c[2]])).collect();
    let quat: Vec<Quat> =
        d.get("d.mocap_quat").chunks_exact(4).map(|c| Quat([c[0], c[1], c[2], c[3]])).collect();
    let mocap = Mocap { pos: &pos, quat: &quat };
    let (mut kin, mut cm, mut ten) = (Kinematics::allocate(&m), Com::allocate(&m), Tendons::allocate(&m));
    let (mut mass, mut vel) = (MassMatrix::allocate(&m), Velocities::allocate(&m));
    let tree = crba::pattern(&m);
    let mut scratch = RneScratch::allocate(&m);
    let mut out = vec![0.0; m.size.nv];
    let t = [
        best(|| kinematics::bodies(&m, all.view(), black_box(&qpos), mocap, &mut kin)),
        best(|| kinematics::frames(&m, all.view(), black_box(&mut kin))),
        best(|| com::com_pos(&m, black_box(&kin), &mut cm)),
        best(|| camlight::camlight(&m, &cm, black_box(&mut kin))),
        best(|| tendon::tendons(&m, &qpos, &Positions { kin: black_box(&kin), com: &cm }, &mut ten)),
        best(|| crba::make_m(&m, black_box(&cm), &ten, &mut mass)),
        best(|| {
            crba::factor_m(&tree, black_box(&mut mass));
        }),
        best(|| velocity::com_vel(&m, &cm, black_box(&qvel), &mut vel)),
        best(|| {
            rnea::rne(&m, &cm, &vel, Rates { qvel: black_box(&qvel), qacc: None }, &mut scratch, &mut out)
        }),
        best(|| crba::solve_m(&tree, &mass, black_box(&mut out))),
    ];
    let name = path.rsplit('/').next().unwrap_or(path);
    print!("{name:40} {:4}", m.size.nv);
    t.iter().for_each(|x| print!(" {x:7.0}"));
    println!();
}
