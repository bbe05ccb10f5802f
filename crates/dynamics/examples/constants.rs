//! Recomputes the constants that `set_const` derives and compares them with those of reference dumps.
//!
//! Statistics differ where the author of the model gives them.
//!
//! `STICTION_DUMPS=dir cargo run --release --example constants -p stiction-dynamics [name filter]`

use std::collections::BTreeMap;
use stiction_dynamics::set_const;
use stiction_model::Model;
use stiction_model::fields::{Numbers, NumbersMut};
use stiction_model::spec::StatisticOverride;
use stiction_testkit::dump::{Dump, relative_error};

const DERIVED: &[&str] = &[
    "dof_M0",
    "dof_invweight0",
    "dof_length",
    "body_invweight0",
    "tendon_length0",
    "tendon_invweight0",
    "actuator_length0",
    "actuator_acc0",
    "cam_pos0",
    "cam_poscom0",
    "cam_mat0",
    "light_pos0",
    "light_poscom0",
    "light_dir0",
];

fn main() {
    let dir = std::env::var("STICTION_DUMPS").unwrap_or_else(|_| "/work/dumps/all".into());
    let filter = std::env::args().nth(1).unwrap_or(".0".into());
    let Ok(list) = std::fs::read_dir(&dir) else { return println!("SKIPPED: no {dir}") };
    let mut paths: Vec<_> = list.filter_map(|e| e.ok().map(|e| e.path())).collect();
    paths.sort();
    let mut worst: BTreeMap<String, (f64, String)> = BTreeMap::new();
    for path in paths {
        let name = path.file_stem().map(|s| s.to_string_lossy().to_string()).unwrap_or_default();
        if !name.contains(&filter) || path.extension().is_none_or(|e| e != "dump") {
            continue;
        }
        for (field, e) in one(&Dump::read(&path)) {
            let row = worst.entry(field).or_default();
            if e >= row.0 {
                *row = (e, name.clone());
            }
        }
    }
    for (field, (e, at)) in &worst {
        let verdict = match (*e <= 1e-9, field.starts_with("stat.")) {
            (true, _) => "ok   ",
            (false, true) => "given",
            (false, false) => "FAIL ",
        };
        println!("{verdict} {field:20} {e:9.1e}  {at}");
    }
}

fn one(d: &Dump) -> Vec<(String, f64)> {
    let theirs = d.model();
    let mut m = theirs.clone();
    spoil(&mut m);
    let r = match set_const::at_reference(&mut m) {
        Ok(r) => r,
        Err(e) => return vec![(format!("error: {e}"), f64::INFINITY)],
    };
    let mut out = Vec::new();
    m.each(&mut |name, _, numbers| {
        if let (true, Numbers::F64(x), Some(a)) =
            (DERIVED.contains(&name) || name == "eq_data", numbers, d.0.get(&format!("m.{name}")))
        {
            out.push((name.to_string(), relative_error(x, &a.data, 1e-6)));
        }
    });
    set_const::statistics(&mut m, &r, &StatisticOverride::default());
    let s = &m.stat;
    let mut stat = |name: &str, x: &[f64]| {
        out.push((format!("stat.{name}"), relative_error(x, d.get(&format!("stat.{name}")), 1e-6)));
    };
    stat("extent", &[s.extent]);
    stat("center", &s.center.0);
    stat("meansize", &[s.meansize]);
    stat("meanmass", &[s.meanmass]);
    stat("meaninertia", &[s.meaninertia]);
    let all: Vec<usize> = (0..m.size.ntendon).collect();
    set_const::spring_lengths(&mut m, &all);
    let same = all.iter().filter(|&&t| theirs.tendon.lengthspring[t][0] == theirs.tendon.lengthspring[t][1]);
    let e = same.map(|&t| (m.tendon.lengthspring[t][0] - theirs.tendon.lengthspring[t][0]).abs());
    out.push(("lengthspring".into(), e.fold(0.0, f64::max)));
    out
}

/// Overwrites what must be recomputed.
fn spoil(m: &mut Model) {
    m.each_mut(&mut |name, _, numbers| {
        if let (true, NumbersMut::F64(x)) = (DERIVED.contains(&name), numbers) {
            x.fill(f64::NAN);
        }
    });
    for i in 0..m.size.neq {
        if m.eq.objtype[i] == 1 && (m.eq.kind[i] == 0 || (m.eq.kind[i] == 1 && m.eq.data[i][11] != 0.0)) {
            let end = if m.eq.kind[i] == 0 { 6 } else { 10 };
            m.eq.data[i][3..end].fill(f64::NAN);
        }
    }
}
