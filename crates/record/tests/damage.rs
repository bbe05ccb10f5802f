//! Recordings of strangers: whatever a file holds under right checksums, reading it ends in states or in an error; and a recording whose
//! program was killed is whole up to its last half second.
//!
//! A sample runs here; `STICTION_DAMAGES=10000` makes it longer.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use stiction::{Budget, Data, Model, NoAssets, load_string, step};
use stiction_record::{Bundle, Recorder, Recording};
use stiction_testkit::SplitMix64;

const XML: &str = r#"<mujoco model="two"><option timestep="0.004"><flag sleep="enable"/></option><worldbody><geom type="plane" size="2 2 1"/>
    <body pos="0 0 .3"><freejoint/><geom type="box" size=".1 .1 .1"/></body><body pos="1 0 .1"><freejoint/><geom size=".1"/></body>
    <body pos=".05 0 .7" euler="10 20 0"><joint type="ball"/><geom type="capsule" size=".05 .2"/></body></worldbody>
    <keyframe><key name="k"/></keyframe></mujoco>"#;

fn bundle() -> (Model, Bundle) {
    let m = load_string(XML, &NoAssets).expect("loads").model;
    (m, Bundle { main: ("two.xml".into(), XML.as_bytes().to_vec()), ..Bundle::default() })
}

fn recorded(steps: usize) -> Vec<u8> {
    let (m, bundle) = bundle();
    let mut d = Data::new(&m);
    let mut out = Vec::new();
    let mut r = Recorder::new(&mut out, &m, &bundle, "").expect("writes");
    for _ in 0..steps {
        step(&m, &mut d).expect("steps");
        r.push(&m, &d).expect("writes");
    }
    r.finish(None).expect("writes");
    out
}

/// (tag, payload) of every block.
fn blocks(bytes: &[u8]) -> Vec<([u8; 4], Vec<u8>)> {
    let (mut rest, mut out) = (&bytes[8..], Vec::new());
    while rest.len() >= 12 {
        let n = u32::from_le_bytes(rest[4..8].try_into().expect("four")) as usize;
        out.push((rest[..4].try_into().expect("four"), rest[12..12 + n].to_vec()));
        rest = &rest[12 + n..];
    }
    out
}

/// The file again, with checksums of what it holds now.
fn file(blocks: &[([u8; 4], Vec<u8>)]) -> Vec<u8> {
    let mut out = b"STICREC1".to_vec();
    for (tag, payload) in blocks {
        out.extend(tag);
        out.extend((payload.len() as u32).to_le_bytes());
        out.extend(crc32fast::hash(payload).to_le_bytes());
        out.extend(payload);
    }
    out
}

fn damage(list: &mut Vec<([u8; 4], Vec<u8>)>, r: &mut SplitMix64) {
    let b = r.below(list.len());
    let k = r.below(list.len());
    let payload = &mut list[b].1;
    let n = payload.len();
    let at = if n == 0 { 0 } else { [r.below(n), r.below(n.min(40))][r.below(2)] };
    match r.below(9) {
        0..=2 if n > 0 => payload[at] = r.next_u64() as u8,
        3 if n >= at + 4 => {
            let odd = [0, 1, 999, 1001, u32::MAX, i32::MAX as u32, 8, n as u32][r.below(8)];
            payload[at..at + 4].copy_from_slice(&odd.to_le_bytes());
        }
        4 if n >= at + 8 => {
            let odd = [f64::NAN, f64::INFINITY, -1e300, 7e9, -1.5, 2.0][r.below(6)];
            payload[at..at + 8].copy_from_slice(&odd.to_le_bytes());
        }
        5 => payload.truncate(at),
        6 => list.swap(b, k),
        7 => list[b].0 = list[k].0,
        _ => {
            let again = list[b].clone();
            list.insert(k, again);
        }
    }
}

/// Everything that programs do with a recording.
fn use_it(bytes: Vec<u8>) -> &'static str {
    let Ok(mut r) = Recording::read(bytes) else { return "refused" };
    let Ok(loaded) = r.bundle.compile() else { return "no model" };
    let m = loaded.model;
    if r.fits(&m).is_err() {
        assert!(r.verify(&m).is_err() && (r.is_empty() || r.state(&m, 0).is_err()));
        return "other model";
    }
    let mut d = Data::with_budget(&m, Budget::UNTRUSTED);
    let mut good = true;
    for i in (0..r.len()).step_by(7) {
        good &= r.load(&m, &mut d, i).is_ok();
        if i % 70 == 0 {
            let _ = step(&m, &mut d);
        }
    }
    let verified = r.verify(&m);
    if good && verified.is_ok_and(|v| v.first.is_none()) { "whole" } else { "damaged" }
}

/// The exact law's warm start belongs to the state: a recording of it replays bit by bit, block after block.
#[test]
fn recordings_of_the_exact_law_replay_bit_by_bit() {
    let xml = XML
        .replace("<worldbody>", r#"<custom><text name="stiction" data="preset=exact"/></custom><worldbody>"#)
        .replace("sleep=\"enable\"", "energy=\"enable\"");
    let m = load_string(&xml, &NoAssets).expect("loads").model;
    let bundle = Bundle { main: ("exact.xml".into(), xml.as_bytes().to_vec()), ..Bundle::default() };
    let (mut d, mut out) = (Data::new(&m), Vec::new());
    let mut r = Recorder::new(&mut out, &m, &bundle, "").expect("writes");
    r.push(&m, &d).expect("writes");
    for _ in 0..2200 {
        step(&m, &mut d).expect("steps");
        r.push(&m, &d).expect("writes");
    }
    r.finish(None).expect("writes");
    assert!(d.contacts.list.len() >= 4, "it rests on contacts");
    let mut r = Recording::read(out.clone()).expect("reads");
    let verdict = r.verify(&m).expect("verifies");
    assert_eq!((verdict.compared, verdict.first), (2200, None));
    let without: Vec<_> = blocks(&out).into_iter().filter(|b| &b.0 != b"WARM").collect();
    assert!(without.len() < blocks(&out).len(), "the warm start is in the file");
    // without it the same file is no exact replay, so the comparison above means something
    assert!(Recording::read(file(&without)).expect("reads").verify(&m).expect("verifies").first.is_some());
}

#[test]
fn damaged_recordings_with_right_checksums() {
    let count: u64 = std::env::var("STICTION_DAMAGES").ok().and_then(|s| s.parse().ok()).unwrap_or(300);
    let whole = blocks(&recorded(120));
    assert_eq!(use_it(file(&whole)), "whole");
    let mut seen = std::collections::BTreeMap::new();
    for seed in 0..count {
        let mut r = SplitMix64(seed);
        let mut list = whole.clone();
        for _ in 0..1 + r.below(3) {
            damage(&mut list, &mut r);
        }
        *seen.entry(use_it(file(&list))).or_insert(0) += 1;
    }
    println!("{count} damaged recordings: {seen:?}");
    assert!(seen.len() >= 4 && seen["damaged"] > count / 20, "the damage must reach the decoder: {seen:?}");
}

/// Records until it is killed; run by the test below in a process of its own.
#[test]
fn record_until_killed() {
    let Ok(path) = std::env::var("STICTION_RECORD_TO") else { return };
    let (m, bundle) = bundle();
    let mut d = Data::new(&m);
    let out = std::fs::File::create(path).expect("creates");
    let mut r = Recorder::new(out, &m, &bundle, "").expect("writes");
    println!("begun");
    let start = Instant::now();
    // in real time: simulated seconds are seconds
    loop {
        while d.time < start.elapsed().as_secs_f64() {
            step(&m, &mut d).expect("steps");
            r.push(&m, &d).expect("writes");
        }
        println!("time {}", d.time);
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[cfg(unix)]
#[test]
fn a_killed_recording_is_whole_to_its_last_second() {
    let path = std::env::temp_dir().join(format!("stiction-killed-{}.stic", std::process::id()));
    let mut child = Command::new(std::env::current_exe().expect("this test"))
        .args(["--exact", "record_until_killed", "--nocapture"])
        .env("STICTION_RECORD_TO", &path)
        .stdout(Stdio::piped())
        .spawn()
        .expect("starts");
    let mut last = 0.0;
    for line in BufReader::new(child.stdout.take().expect("piped")).lines().map_while(Result::ok) {
        if let Some(t) = line.strip_prefix("time ").and_then(|t| t.parse::<f64>().ok()) {
            last = t;
            if t > 2.5 {
                break;
            }
        }
    }
    child.kill().expect("kill -9");
    child.wait().expect("ends");
    let mut r = Recording::read(std::fs::read(&path).expect("is there")).expect("reads");
    let _ = std::fs::remove_file(&path);
    assert!(r.problem.as_deref().is_some_and(|p| !p.contains("damaged")), "{:?}", r.problem);
    let m = r.bundle.compile().expect("compiles").model;
    let n = r.len();
    let end = r.state(&m, n - 1).expect("is there")[0];
    assert!(end > last - 1.0, "the last state is {end} s, {last} s were simulated");
    let verdict = r.verify(&m).expect("verifies");
    assert_eq!(verdict.first, None);
}
