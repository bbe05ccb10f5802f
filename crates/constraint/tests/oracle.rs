//! Contacts and rows against reference dumps of the oracle (`crates/testkit/dump.py`), if `STICTION_DUMPS` names a folder of
//! them. The full comparison runs through the Python package; this one needs no loader.

use stiction_constraint::rows::{Rigidity, RowCounts};
use stiction_constraint::{Contacts, RowInput, RowScratch, assemble, contact::DetectInput, detect, rows};
use stiction_dynamics::stages::{Com, Kinematics, Tendons, Velocities};
use stiction_model::fields::NumbersMut;
use stiction_solver::Rows;
use stiction_testkit::Dump;
use stiction_testkit::dump::relative_error;

fn fill(dump: &Dump, name: &str, numbers: NumbersMut<'_>) {
    let Some(a) = dump.0.get(&format!("d.{name}")) else { return };
    match numbers {
        NumbersMut::F64(d) => d.copy_from_slice(&a.data),
        NumbersMut::I32(d) => d.iter_mut().zip(&a.data).for_each(|(d, s)| *d = *s as i32),
        _ => {}
    }
}

#[test]
fn contacts_and_rows_agree_with_dumps() {
    let Ok(dir) = std::env::var("STICTION_DUMPS") else {
        println!("SKIPPED: set STICTION_DUMPS to a folder of reference dumps");
        return;
    };
    let mut worst: f64 = 0.0;
    for entry in std::fs::read_dir(dir).expect("dump folder") {
        let path = entry.expect("entry").path();
        if path.extension().is_none_or(|e| e != "dump") {
            continue;
        }
        let e = check(&path);
        println!("{:60} {e:.1e}", path.file_name().expect("name").to_string_lossy());
        worst = worst.max(e);
    }
    assert!(worst < 1e-6, "worst error {worst:e}");
}

fn check(path: &std::path::Path) -> f64 {
    let dump = Dump::read(path);
    let m = dump.model();
    let (mut kin, mut com) = (Kinematics::allocate(&m), Com::allocate(&m));
    let (mut ten, mut vel) = (Tendons::allocate(&m), Velocities::allocate(&m));
    kin.each_mut(&mut |n, _, x| fill(&dump, n, x));
    com.each_mut(&mut |n, _, x| fill(&dump, n, x));
    ten.each_mut(&mut |n, _, x| fill(&dump, n, x));
    vel.each_mut(&mut |n, _, x| fill(&dump, n, x));
    let mut contacts = Contacts::allocate(&m);
    detect(&m, &DetectInput { kin: &kin, asleep: &|_| false, filter: None, sweep: None }, &mut contacts);
    let ncon = dump.scalar("d.ncon") as usize;
    if contacts.list.len() != ncon {
        println!("  contacts {} for {ncon}", contacts.list.len());
        return f64::INFINITY;
    }
    let mut err: f64 = 0.0;
    if ncon > 0 {
        let dist: Vec<f64> = contacts.list.iter().map(|c| c.dist).collect();
        let pos: Vec<f64> = contacts.list.iter().flat_map(|c| c.pos.0).collect();
        let frame: Vec<f64> = contacts.list.iter().flat_map(|c| c.frame.0).collect();
        err = err.max(relative_error(&dist, dump.get("contact.dist"), 1.0));
        err = err.max(relative_error(&pos, dump.get("contact.pos"), 1.0));
        err = err.max(relative_error(&frame, dump.get("contact.frame"), 1.0));
    }
    let eq_active: Vec<bool> =
        if m.size.neq > 0 { dump.get("d.eq_active").iter().map(|x| *x != 0.0).collect() } else { vec![] };
    let input = RowInput {
        after: None,
        mocap: &[],
        rigidity: Rigidity::Soft,
        qpos: dump.get("d.qpos"),
        qvel: dump.get("d.qvel"),
        eq_active: &eq_active,
        kin: &kin,
        com: &com,
        ten: &ten,
        vel: &vel,
        tree_asleep: None,
        span: None,
    };
    let mut rows = Rows::default();
    assemble(
        &m,
        &input,
        &mut contacts.list,
        &mut RowScratch::default(),
        &mut rows,
        &mut RowCounts::default(),
    );
    rows::set_reference(&m, &input, &contacts.list, &mut Vec::new(), &mut rows);
    if rows.jac.nrow() != dump.scalar("d.nefc") as usize {
        println!("  rows {} for {}", rows.jac.nrow(), dump.scalar("d.nefc"));
        return f64::INFINITY;
    }
    if rows.jac.nrow() > 0 {
        for (name, ours) in
            [("efc_pos", &rows.pos), ("efc_D", &rows.d), ("efc_aref", &rows.aref), ("efc_vel", &rows.vel)]
        {
            let e = relative_error(ours, dump.get(&format!("d.{name}")), 1.0);
            if e > 1e-7 {
                println!("  {name} {e:.1e}");
            }
            err = err.max(e);
        }
    }
    err
}
