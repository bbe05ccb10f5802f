//! `stiction run` as users call it.

use serde_json::Value;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Command, Output, Stdio};
use std::time::Duration;

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

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn json(out: &Output) -> Value {
    serde_json::from_slice(&out.stdout).unwrap_or_else(|e| panic!("{e}: {}", text(&out.stdout)))
}

/// Runs with standard input.
fn piped(args: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_stiction"))
        .args(args)
        .current_dir(std::env::temp_dir())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("starts");
    child.stdin.take().expect("is piped").write_all(input).expect("is read");
    child.wait_with_output().expect("ends")
}

#[test]
fn reports_every_figure() {
    let out = stiction(&["run", &model("boxes"), "--seconds", "0.5", "--json"]);
    assert!(out.status.success());
    let j = json(&out);
    let number = |name: &str| j[name].as_f64().unwrap_or_else(|| panic!("{name} in {j}"));
    assert!((number("simulated_seconds") - 0.5).abs() < 1e-9);
    assert!(number("mean_contacts") > 1.0 && number("mean_iterations") >= 0.0);
    assert!(number("checked_steps") >= 1.0, "{j}");
    assert!(number("max_residual") < 1e-3, "{j}");
    assert!(number("energy_start").is_finite());
    assert!(j["microseconds_per_step"]["solver"].as_f64().is_some_and(|t| t > 0.0));
    let t = ["low", "median", "high"].map(|k| j["step_microseconds"][k].as_f64().expect("a time"));
    assert!(0.0 < t[0] && t[0] <= t[1] && t[1] <= t[2], "{t:?}");
    assert!(number("processor_seconds") > 0.0);
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
        json(&out)["state_hash"].as_str().expect("a hash").to_owned()
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

const DROP: &str = r#"<mujoco><worldbody><geom type="plane" size="1 1 1"/><body pos="0 0 .2"><freejoint/><geom type="box" size=".1 .1 .1"/></body></worldbody></mujoco>"#;

#[test]
fn every_command_has_help_and_a_wrong_line_is_status_2() {
    let all = stiction(&["--help"]);
    assert!(all.status.success() && text(&all.stdout).contains("Exit status"));
    for command in
        ["check", "info", "run", "view", "replay", "compare", "bench", "convert", "docs", "completions"]
    {
        assert!(text(&all.stdout).contains(command));
        let out = stiction(&[command, "--help"]);
        assert!(out.status.success() && text(&out.stdout).contains("Usage"), "{command}");
    }
    let out = stiction(&["run", "m.xml", "--step", "3"]);
    assert_eq!(out.status.code(), Some(2));
    assert!(text(&out.stderr).contains("--steps"), "{}", text(&out.stderr));
    let out = stiction(&["completions", "bash"]);
    assert!(text(&out.stdout).contains("_stiction()") && text(&out.stdout).contains("--keyframe"));
}

#[test]
fn a_model_comes_from_standard_input() {
    let out = piped(&["check", "-", "--steps", "3"], DROP.as_bytes());
    assert!(out.status.success() && text(&out.stdout).contains("-: ok"), "{}", text(&out.stderr));
    let out = piped(&["run", "-", "--steps", "5", "--json"], DROP.as_bytes());
    assert_eq!(json(&out)["steps"], 5);
    let out = piped(&["convert", "-", "-"], DROP.as_bytes());
    assert!(out.status.success() && text(&out.stdout).starts_with("<mujoco"), "{}", text(&out.stdout));
    let out = piped(&["check", "-"], b"<mujoco><worldbodi/></mujoco>");
    assert_eq!(out.status.code(), Some(1));
    assert!(
        text(&out.stderr).contains("did you mean <worldbody>")
            && text(&out.stderr).contains("standard input:1")
    );
}

#[test]
fn json_is_one_document_for_every_command() {
    let (m, stic) = (file("json.xml", DROP), file("json.stic", ""));
    assert_eq!(json(&stiction(&["check", &m, "--json"]))[0]["ok"], true);
    assert_eq!(json(&stiction(&["info", &m, "--json"]))[0]["sizes"]["nv"], 6);
    assert!(stiction(&["run", &m, "--steps", "20", "--record", &stic]).status.success());
    let npz = file("json.npz", "");
    let replayed = json(&stiction(&["replay", &stic, "--verify", "--export", &npz, "--json"]));
    assert_eq!((&replayed["verified"]["equal"], &replayed["states"]), (&Value::Bool(true), &21.into()));
    let benched = json(&stiction(&["bench", &m, "--steps", "20", "--repeat", "3", "--json"]));
    assert!(benched[0]["step_microseconds"]["median"].as_f64().is_some_and(|t| t > 0.0), "{benched}");
    let out = stiction(&["compare", &m, "--with", "timestep=0.001", "--steps", "5", "--json"]);
    assert_eq!((out.status.code(), &json(&out)["first_difference"]["step"]), (Some(1), &0.into()));
    let to = file("json-out.xml", "");
    assert_eq!(json(&stiction(&["convert", &m, &to, "--json"]))["wrote"][0], to.as_str());
}

#[test]
fn a_closed_pipe_is_no_panic_and_keeps_the_status() {
    for (command, status) in [("info", 0), ("check", 1)] {
        let good = model("humanoid");
        let bad = file("pipe.xml", "<mujoco><worldbodi/></mujoco>");
        let files = if status == 0 { vec![good.as_str(); 3] } else { vec![good.as_str(), &bad] };
        let mut child = Command::new(env!("CARGO_BIN_EXE_stiction"))
            .arg(command)
            .args(files)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("starts");
        drop(child.stdout.take());
        let mut said = String::new();
        child.stderr.take().expect("is piped").read_to_string(&mut said).expect("is text");
        assert_eq!(child.wait().expect("ends").code(), Some(status), "{said}");
        assert!(!said.contains("panicked"), "{said}");
    }
}

#[test]
fn colours_only_where_they_are_wanted() {
    let bad = file("colour.xml", "<mujoco><worldbodi/></mujoco>");
    let said = |name: &str, value: &str| {
        let out =
            Command::new(env!("CARGO_BIN_EXE_stiction")).args(["check", &bad]).env(name, value).output();
        text(&out.expect("starts").stderr)
    };
    assert!(!said("X", "1").contains('\u{1b}') && said("CLICOLOR_FORCE", "1").contains("\u{1b}[1m"));
    assert!(!said("NO_COLOR", "1").contains('\u{1b}'));
}

#[test]
fn steps_that_do_not_converge_are_named() {
    let stack = DROP.replace("<mujoco>", "<mujoco><option iterations=\"1\" solver=\"PGS\"/>");
    let m = file("hasty.xml", &stack);
    let j = json(&stiction(&["run", &m, "--steps", "200", "--json"]));
    let list = j["not_converged"].as_array().expect("a list");
    assert!(!list.is_empty() && j["steps_not_converged"].as_u64() >= Some(list.len() as u64), "{j}");
    let worst = list.iter().filter_map(|u| u["residual"].as_f64()).fold(0.0, f64::max);
    assert!(worst > 0.0 && j["max_residual_not_converged"].as_f64() >= Some(worst), "{j}");
    assert_eq!(list[0]["status"], "Stuck");
    let said = text(&stiction(&["run", &m, "--steps", "200"]).stdout);
    let step = list[0]["step"].as_u64().expect("a number");
    assert!(
        said.contains(&format!("step {step} (t = "))
            && said.contains("the solver ended short of the tolerance, residual "),
        "{said}"
    );
    let good = stiction(&["run", &file("patient.xml", DROP), "--steps", "200", "--json"]);
    assert_eq!(json(&good)["steps_not_converged"], 0);
}

#[test]
fn replay_serves_without_opening_anything() {
    let (m, stic) = (file("served.xml", DROP), file("served.stic", ""));
    assert!(stiction(&["run", &m, "--steps", "20", "--record", &stic]).status.success());
    let mut child = Command::new(env!("CARGO_BIN_EXE_stiction"))
        .args(["replay", &stic, "--no-open", "--port", "0"])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("starts");
    let lines = BufReader::new(child.stdout.take().expect("is piped")).lines();
    let url = lines.map_while(Result::ok).find_map(|l| Some(l.strip_prefix("http://")?.to_owned()));
    let host = url.as_deref().map(|u| u.trim_end_matches('/').to_owned()).unwrap_or_default();
    let mut page = String::new();
    let asked = std::net::TcpStream::connect(&host).and_then(|mut t| {
        write!(t, "GET /scene.json HTTP/1.1\r\nHost: {host}\r\n\r\n")?;
        t.read_to_string(&mut page)
    });
    std::thread::sleep(Duration::from_millis(300));
    let ended = child.try_wait().expect("is known");
    child.kill().expect("runs until it is ended");
    let _ = child.wait();
    assert!(
        ended.is_none() && asked.is_ok() && page.starts_with("HTTP/1.1 200"),
        "{ended:?} {host} {page:.60}"
    );
    assert!(page.contains("\"recording\""));
}
