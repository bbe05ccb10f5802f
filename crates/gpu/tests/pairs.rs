//! Pairs of shapes in random poses, apart, touching and deep in each other: contacts as those of the CPU engine.

/// Uniform in (−1, 1), the same everywhere.
fn next(state: &mut u64) -> f64 {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*state >> 11) as f64 / (1u64 << 52) as f64 - 1.0
}

/// Contacts of the CPU and of the kernels, and the relative difference of accelerations, for one pose after the other.
fn poses(first: &str, second: &str, deep: f64) -> Vec<(usize, u32, f64)> {
    let xml = format!(
        "<mujoco><option gravity='0 0 0' tolerance='0' iterations='100'/>
        <asset><hfield name='hills' nrow='4' ncol='5' size='.3 .25 .1 .05' elevation='0 .4 1 .2 .3  .5 .1 .6 .9 0  1 .7 .2 0 .4  .3 0 .8 .5 1'/></asset><worldbody><body><freejoint/><geom {first} condim='3'/></body>
        <body><freejoint/><geom {second} condim='3'/></body></worldbody></mujoco>"
    );
    let m = stiction::load_string(&xml, &stiction::NoAssets).expect("a model").model;
    let mut twin = stiction_gpu::Twin::<f64>::new(&m).expect("tables");
    let mut random = 7;
    let mut out = Vec::new();
    for _ in 0..1000 {
        let mut d = stiction::Data::new(&m);
        for b in 0..2 {
            (0..3).for_each(|k| d.state.qpos[7 * b + k] = deep * next(&mut random));
            (3..7).for_each(|k| d.state.qpos[7 * b + k] = next(&mut random));
        }
        twin.qpos.copy_from_slice(&d.state.qpos);
        twin.qvel.fill(0.0);
        twin.qacc.fill(0.0);
        (twin.tally, twin.memo) = (Default::default(), [0; 32]);
        stiction::step(&m, &mut d).expect("a step");
        twin.step();
        let size = 1.0 + d.solution.qacc.iter().fold(0.0f64, |s, x| s.max(x.abs()));
        let e = twin.qacc.iter().zip(&d.solution.qacc).fold(0.0f64, |s, (a, b)| s.max((a - b).abs())) / size;
        out.push((d.contacts.list.len(), twin.tally.contacts, e));
    }
    out
}

fn check(first: &str, second: &str, deep: f64, wrong: usize) {
    let all = poses(first, second, deep);
    let touching = all.iter().filter(|p| p.0 > 0).count();
    let counts = all.iter().filter(|p| p.0 != p.1 as usize).count();
    let far = all.iter().filter(|p| !(p.2 < 1e-8)).count();
    println!("{first} {second} within {deep}: {touching} touch, {counts} counts differ, {far} accelerations");
    if std::env::var("STICTION_SHOW").is_ok() {
        for (k, p) in all.iter().enumerate().filter(|(_, p)| !(p.2 < 1e-8)).take(12) {
            println!("  {k}: {p:?}");
        }
    }
    assert!(touching > 50 && counts <= wrong && far <= wrong, "{first} {second}");
}

#[test]
fn capsules_and_boxes() {
    check("type='capsule' size='.1 .2'", "type='box' size='.3 .2 .1'", 0.3, 0);
    check("type='capsule' size='.05 .5'", "type='box' size='.1 .2 .1'", 0.15, 0);
}

/// Beside a rim, which feature a capsule lies on is decided by the last points of a search; one pose in a thousand may differ.
#[test]
fn capsules_and_cylinders() {
    check("type='capsule' size='.1 .2'", "type='cylinder' size='.2 .1'", 0.3, 1);
    check("type='capsule' size='.05 .5'", "type='cylinder' size='.1 .3'", 0.15, 1);
    check("type='capsule' size='.1 .1'", "type='cylinder' size='.4 .02'", 0.2, 1);
}

#[test]
fn boxes_and_boxes() {
    check("type='box' size='.1 .2 .3'", "type='box' size='.3 .2 .1'", 0.3, 0);
    check("type='box' size='.02 .4 .4'", "type='box' size='.1 .1 .1'", 0.15, 0);
}

/// Deep in the ground, beside its walls and under it, too.
#[test]
fn height_fields_and_spheres() {
    let hills = "type='hfield' hfield='hills' condim='3'/><geom size='.1' contype='0' conaffinity='0'";
    check(hills, "size='.05'", 0.3, 0);
    check(hills, "size='.2'", 0.3, 0);
    check(hills, "size='.01' margin='.05'", 0.15, 0);
}
