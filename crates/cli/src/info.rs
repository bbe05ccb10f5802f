//! `stiction info`: sizes, tree, total mass, and what a file uses.

use crate::args::{Common, Info};
use crate::load;
use crate::term::say;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use stiction::Model;
use stiction::kinds::{Code, ConeKind, Integrator, Kind, ObjKind, SolverKind};

/// Describes every file; true if all load.
pub fn run(args: &Info, common: &Common) -> bool {
    let mut ok = true;
    let mut reports = Vec::new();
    for file in &args.files {
        match load::model(file, common) {
            Some(model) if common.json => reports.push(describe(file, &model)),
            Some(model) => print(file, &model),
            None => ok = false,
        }
    }
    if common.json {
        say!("{}", Value::Array(reports));
    }
    ok
}

fn total_mass(m: &Model) -> f64 {
    m.body.subtreemass.first().copied().unwrap_or(0.0)
}

/// How many of each kind.
fn census<K: Kind + std::fmt::Debug>(codes: &[Code<K>]) -> BTreeMap<String, usize> {
    let mut out = BTreeMap::new();
    for &c in codes {
        let key = c.get().map_or_else(|| c.to_string(), |k| format!("{k:?}").to_lowercase());
        *out.entry(key).or_insert(0) += 1;
    }
    out
}

fn summary(counts: &BTreeMap<String, usize>) -> String {
    let parts: Vec<String> = counts.iter().map(|(k, n)| format!("{n} {k}")).collect();
    if parts.is_empty() { "none".into() } else { parts.join(", ") }
}

fn options(m: &Model) -> String {
    let name = |x: Option<String>| x.unwrap_or_default().to_lowercase();
    format!(
        "step {} s, integrator {}, cone {}, solver {}",
        m.opt.timestep,
        name(Integrator::from_i32(m.opt.integrator).map(|k| format!("{k:?}"))),
        name(ConeKind::from_i32(m.opt.cone).map(|k| format!("{k:?}"))),
        name(SolverKind::from_i32(m.opt.solver).map(|k| format!("{k:?}"))),
    )
}

fn print(file: &str, m: &Model) {
    let s = &m.size;
    say!("{file}: model '{}'", m.name);
    say!("  positions nq {}, dofs nv {}, controls nu {}, activations na {}", s.nq, s.nv, s.nu, s.na);
    say!("  {} bodies in {} trees, total mass {:.6} kg", s.nbody, s.ntree, total_mass(m));
    say!("  joints: {}", summary(&census(&m.jnt.kind)));
    say!("  geoms: {}", summary(&census(&m.geom.kind)));
    say!(
        "  {} sites, {} meshes, {} height fields, {} tendons, {} actuators, {} sensors, {} equalities, {} keyframes",
        s.nsite,
        s.nmesh,
        s.nhfield,
        s.ntendon,
        s.nactuator,
        s.nsensor,
        s.neq,
        s.nkey
    );
    say!("  {}", options(m));
    say!("  tree");
    print_tree(m);
}

/// Bodies by depth, without recursion; long models are cut.
fn print_tree(m: &Model) {
    const LIMIT: usize = 60;
    let mut depth = vec![0usize; m.size.nbody];
    for b in 1..m.size.nbody {
        depth[b] = depth[m.body.parentid[b]] + 1;
    }
    for b in 0..m.size.nbody.min(LIMIT) {
        let name = m.names.get(ObjKind::Body, b);
        let name = if name.is_empty() { format!("(body {b})") } else { name.to_owned() };
        let joints: Vec<String> = m
            .body
            .joints(b)
            .range()
            .map(|j| {
                let kind = m.jnt.kind[j].get().map_or(String::new(), |k| format!("{k:?}").to_lowercase());
                let name = m.names.get(ObjKind::Joint, j);
                if name.is_empty() { kind } else { format!("{name}:{kind}") }
            })
            .collect();
        let joints = if joints.is_empty() { String::new() } else { format!("  [{}]", joints.join(" ")) };
        say!("    {}{name}{joints}", "  ".repeat(depth[b].min(30)));
    }
    if m.size.nbody > LIMIT {
        say!("    … and {} more bodies", m.size.nbody - LIMIT);
    }
}

fn describe(file: &str, m: &Model) -> Value {
    let mut sizes = Map::new();
    m.size.each(&mut |name, n| {
        sizes.insert(name.to_owned(), json!(n));
    });
    let counts = |c: BTreeMap<String, usize>| -> Vec<Value> {
        c.into_iter().map(|(k, n)| json!({ "kind": k, "count": n })).collect()
    };
    json!({
        "file": file,
        "model": m.name,
        "mass": total_mass(m),
        "timestep": m.opt.timestep,
        "sizes": sizes,
        "joints": counts(census(&m.jnt.kind)),
        "geoms": counts(census(&m.geom.kind)),
    })
}
