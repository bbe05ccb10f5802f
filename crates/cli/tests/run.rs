//! `stiction run` as users call it.

use std::process::{Command, Output};

fn stiction(args: &[&str]) -> Output {
    // a run that diverges leaves its recording where it is started
    Command::new(env!("CARGO_BIN_EXE_stiction"))
        .args(args)
        .current_dir(std::env::temp_dir())
        .output()
        .expect("starts")
}

fn file(name: &str, text: &str) -> String {
    let path = std::env::temp_dir().join(format!("stiction-cli-{}-{name}", std::process::id()));
    std::fs::write(&path, text).expect("writes");
    path.to_string_lossy().into_owned()
}

fn model(name: &str) -> String {
    format!("{}/../../models/{name}.xml", env!("CARGO_MANIFEST_DIR"))
}

/// The number after `"name":`.
fn number(json: &str, name: &str) -> f64 {
    let at =
        json.find(&format!("\"{name}\":")).unwrap_or_else(|| panic!("{name} in {json}")) + name.len() + 3;
    json[at..].split([',', '}']).next().and_then(|t| t.parse().ok()).unwrap_or(f64::NAN)
}

#[test]
fn reports_every_figure() {
    let out = stiction(&["run", &model("boxes"), "--seconds", "0.5", "--json"]);
    let text = String::from_utf8_lossy(&out.stdout).into_owned();
    assert!(out.status.success(), "{text}");
    assert!((number(&text, "simulated_seconds") - 0.5).abs() < 1e-9);
    assert!(number(&text, "mean_contacts") > 1.0 && number(&text, "mean_iterations") >= 0.0);
    assert!(number(&text, "checked_steps") >= 1.0, "{text}");
    assert!(number(&text, "max_residual") < 1e-3, "{text}");
    assert!(number(&text, "energy_start").is_finite() && number(&text, "solver") > 0.0);
    let out = stiction(&["run", &model("boxes"), "--steps", "260"]);
    let text = String::from_utf8_lossy(&out.stdout).into_owned();
    for word in [
        "260 steps",
        "times real time",
        "energy",
        "contacts",
        "iterations per step",
        "residual",
        "µs per step",
    ] {
        assert!(text.contains(word), "{word} in {text}");
    }
    assert!(out.stderr.is_empty(), "no progress bar where nobody looks");
}

#[test]
fn the_same_seed_gives_the_same_bits() {
    let hash = |seed: &str| {
        let out = stiction(&["run", &model("humanoid"), "--steps", "50", "--json", "--ctrl", seed]);
        let text = String::from_utf8_lossy(&out.stdout).into_owned();
        text.split("\"state_hash\":").nth(1).map(|t| t[..18].to_owned()).expect("hash")
    };
    assert_eq!(hash("random:3"), hash("random:3"));
    assert_ne!(hash("random:3"), hash("random:4"));
    assert_ne!(hash("random:3"), hash("zero"));
}

#[test]
fn writes_arrays_and_reads_controls() {
    let xml = r#"<mujoco><worldbody><body><joint name="j" axis="0 1 0"/><geom size=".1" pos=".2 0 0"/></body></worldbody>
        <actuator><motor joint="j"/></actuator></mujoco>"#;
    let (m, table) = (file("arm.xml", xml), file("ctrl.csv", "# torque\n0.5\n1\n"));
    let npz = file("run.npz", "");
    let out = stiction(&["run", &m, "--steps", "10", "--ctrl", &table, "--out", &npz]);
    assert!(out.status.success());
    let bytes = std::fs::read(&npz).expect("written");
    assert!(bytes.starts_with(b"PK"));
    let holds = |name: &str| bytes.windows(name.len()).any(|w| w == name.as_bytes());
    assert!(["time.npy", "qpos.npy", "qvel.npy", "ctrl.npy"].iter().all(|n| holds(n)));
    let bad = file("bad.csv", "1 2 3\n");
    let out = stiction(&["run", &m, "--steps", "10", "--ctrl", &bad]);
    assert!(!out.status.success());
    assert!(String::from_utf8_lossy(&out.stderr).contains("3 numbers, the model has 1 controls"));
}

#[test]
fn a_divergence_is_explained() {
    let m = file(
        "blast.xml",
        r#"<mujoco><worldbody><body><joint name="hip" axis="0 1 0"/><geom size=".1" pos=".2 0 0"/></body></worldbody>
        <actuator><general joint="hip" gainprm="1e9" biastype="affine" biasprm="0 1e9 1e9"/></actuator></mujoco>"#,
    );
    let out = stiction(&["run", &m, "--seconds", "1", "--ctrl", "random:1"]);
    let text = String::from_utf8_lossy(&out.stderr).into_owned();
    assert_eq!(out.status.code(), Some(1));
    assert!(text.contains("simulation diverged at t =") && text.contains("hip"), "{text}");
    assert!(text.contains("likely cause") && !text.contains("panicked"), "{text}");
}

/// An L of three unit cubes: 3 m³ of a hull of 3.5 m³.
const ELBOW: &str = "vertex=\"0 0 0 2 0 0 2 1 0 1 1 0 1 2 0 0 2 0 0 0 1 2 0 1 2 1 1 1 1 1 1 2 1 0 2 1\" \
    face=\"0 2 1 0 3 2 0 4 3 0 5 4 6 7 8 6 8 9 6 9 10 6 10 11 \
    0 1 7 0 7 6 1 2 8 1 8 7 2 3 9 2 9 8 3 4 10 3 10 9 4 5 11 4 11 10 5 0 6 5 6 11\"";

#[test]
fn check_tells_how_much_of_a_hull_is_not_mesh() {
    let scene = |mesh: &str, custom: &str| {
        format!(
            "<mujoco><asset><mesh name=\"part\" {mesh}/></asset><worldbody><geom type=\"plane\" size=\"5 5 1\"/>
             <body pos=\"0 0 2\"><freejoint/><geom type=\"mesh\" mesh=\"part\"/></body></worldbody>{custom}</mujoco>"
        )
    };
    let check = |name: &str, xml: &str| {
        let out = stiction(&["check", &file(name, xml)]);
        assert!(out.status.success());
        format!("{}{}", String::from_utf8_lossy(&out.stdout), String::from_utf8_lossy(&out.stderr))
    };
    // 0.5 of 3.5 m³: 14 %
    let text = check("elbow.xml", &scene(ELBOW, ""));
    assert!(text.contains("mesh 'part' collides as its convex hull, of which 14 % is not mesh"), "{text}");
    assert!(text.contains("3.000e0 of 3.500e0"), "{text}");
    // declared exact, or convex: nothing to warn about
    let exact = "<custom><tuple name=\"stiction:exact\"><element objtype=\"mesh\" objname=\"part\"/></tuple></custom>";
    let text = check("exact.xml", &scene(ELBOW, exact));
    assert!(!text.contains("convex hull"), "{text}");
    let cube = "vertex=\"0 0 0 1 0 0 0 1 0 1 1 0 0 0 1 1 0 1 0 1 1 1 1 1\"";
    let text = check("cube.xml", &scene(cube, ""));
    assert!(!text.contains("convex hull"), "{text}");
}
