//! Detection takes no memory on heaps it has seen: 500 mixed primitives, 100 convex meshes, and an exact mesh among them.

use stiction::prelude::*;
use stiction::sim::{NoHooks, forward};
use stiction_testkit::SplitMix64;
use stiction_testkit::alloc::{Counting, allocations};

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn heap(n: usize, geom: impl Fn(usize) -> String, custom: &str) -> String {
    let bodies: String = (0..n).map(|k| format!("<body><freejoint/>{}</body>", geom(k))).collect();
    format!(
        r#"<mujoco><asset>
        <mesh name="gem" vertex=".1 0 0 -.1 0 0 0 .12 0 0 -.12 0 0 0 .1 0 0 -.1 .06 .06 .06 -.06 .06 .06 .06 -.06 .06 .06 .06 -.06 -.06 -.06 -.06"/>
        <mesh name="cup" vertex="-.1 -.1 -.1 .1 -.1 -.1 .1 .1 -.1 -.1 .1 -.1 -.1 -.1 .1 .1 -.1 .1 .1 .1 .1 -.1 .1 .1 0 0 -.05"
          face="0 2 1 0 3 2 0 1 5 0 5 4 1 2 6 1 6 5 2 3 7 2 7 6 3 0 4 3 4 7 4 5 8 5 6 8 6 7 8 7 4 8"/></asset>
        <worldbody><geom type="plane" size="5 5 .1"/>{bodies}</worldbody>{custom}</mujoco>"#
    )
}

#[test]
fn detection_takes_no_memory_on_heaps_it_has_seen() {
    let kinds = ["sphere", "capsule", "ellipsoid", "cylinder", "box"];
    let primitive = |k: usize| format!("<geom type=\"{}\" size=\".08 .06 .09\"/>", kinds[k % 5]);
    let mesh = |k: usize| {
        format!("<geom type=\"mesh\" mesh=\"{}\"/>", if k.is_multiple_of(4) { "cup" } else { "gem" })
    };
    let exact =
        r#"<custom><tuple name="stiction:exact"><element objtype="mesh" objname="cup"/></tuple></custom>"#;
    for (name, xml) in [
        ("500 primitives", heap(500, primitive, "")),
        ("100 convex meshes", heap(100, mesh, "")),
        ("100 meshes, a quarter exact", heap(100, mesh, exact)),
    ] {
        let m = Model::from_xml_string(&xml).unwrap_or_else(|e| panic!("{e}"));
        let mut d = Data::new(&m);
        let (n, side) = (m.size.nbody - 1, 0.17 * libm::cbrt(m.size.nbody as f64));
        let mut most = 0;
        for round in 0..3 {
            let mut rng = SplitMix64(7);
            for pose in 0..6 {
                for b in 0..n {
                    let q = &mut d.state.qpos[7 * b..7 * b + 7];
                    q.iter_mut().for_each(|x| *x = rng.sym());
                    q[..3].iter_mut().for_each(|x| *x *= 0.5 * side);
                    q[2] += 0.5 * side;
                }
                forward::poses(&m, &mut d);
                let before = allocations();
                forward::contacts(&m, &mut d, &mut NoHooks);
                let taken = allocations() - before;
                most = most.max(d.contacts.list.len());
                assert!(round == 0 || taken == 0, "{name}: pose {pose} took memory {taken} times");
                assert!(round == 0 || d.contacts.grown == 0);
            }
        }
        println!("{name}: up to {most} contacts");
        assert!(most > n, "{name}: only {most} contacts");
    }
}
