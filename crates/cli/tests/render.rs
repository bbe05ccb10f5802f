//! `stiction render` as users call it.

use std::path::{Path, PathBuf};
use std::process::Command;

/// One texel of pure green.
const GREEN: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\x02\0\0\0\x90wS\xde\0\0\0\x0cIDATx\x9cc`\xf8\xcf\0\0\x02\x02\x01\0{\t\x81x\0\0\0\0IEND\xaeB`\x82";

const CUBE: &str = r#"<mujoco><compiler passthrough="textures"/>
    <asset><texture name="t" type="2d" file="green.png"/><material name="m" texture="t"/></asset>
    <worldbody><light pos="0 0 4"/><body><freejoint/><geom type="box" size=".2 .2 .2" material="m"/></body></worldbody></mujoco>"#;

fn folder(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("stiction-render-{}-{name}", std::process::id()));
    std::fs::create_dir_all(&path).expect("is made");
    path
}

/// Runs in a folder and gives what was said.
fn stiction(here: &Path, args: &[&str]) -> String {
    let out =
        Command::new(env!("CARGO_BIN_EXE_stiction")).args(args).current_dir(here).output().expect("starts");
    let said = String::from_utf8_lossy(&[out.stdout, out.stderr].concat()).into_owned();
    assert!(out.status.success(), "{args:?}: {said}");
    said
}

/// Columns, rows and pixels of a picture.
fn picture(path: &Path) -> (usize, usize, Vec<[u8; 3]>) {
    let file = std::io::BufReader::new(std::fs::File::open(path).expect("was written"));
    let mut reader = png::Decoder::new(file).read_info().expect("is a picture");
    let mut bytes = vec![0; reader.output_buffer_size().expect("has a size")];
    let info = reader.next_frame(&mut bytes).expect("is whole");
    let pixels = bytes.chunks_exact(3).map(|c| [c[0], c[1], c[2]]).collect();
    (info.width as usize, info.height as usize, pixels)
}

fn is_green([r, g, b]: [u8; 3]) -> bool {
    g > 20 && r == 0 && b == 0
}

#[test]
fn textures_by_reference_are_drawn_and_travel_in_recordings() {
    let (here, elsewhere) = (folder("here"), folder("elsewhere"));
    std::fs::write(here.join("green.png"), GREEN).expect("writes");
    std::fs::write(here.join("cube.xml"), CUBE).expect("writes");
    let target = elsewhere.join("run.stic").to_string_lossy().into_owned();
    stiction(&here, &["render", "cube.xml", "cube.png", "--seconds", "0.02"]);
    stiction(&here, &["run", "cube.xml", "--seconds", "0.02", "--record", &target]);
    std::fs::remove_file(here.join("green.png")).expect("was there");
    stiction(&elsewhere, &["render", "run.stic", "run.png"]);
    for path in [here.join("cube.png"), elsewhere.join("run.png")] {
        let (w, h, pixels) = picture(&path);
        assert!(is_green(pixels[h / 2 * w + w / 2]), "{}: {:?}", path.display(), pixels[h / 2 * w + w / 2]);
    }
    // without its file it is drawn plain
    let said = stiction(&here, &["check", "cube.xml"]);
    assert!(said.contains("green.png") && said.contains("warning"), "{said}");
    stiction(&here, &["render", "cube.xml", "plain.png", "--seconds", "0.02"]);
    let (w, h, pixels) = picture(&here.join("plain.png"));
    assert!(!is_green(pixels[h / 2 * w + w / 2]));
    let _ = (std::fs::remove_dir_all(here), std::fs::remove_dir_all(elsewhere));
}

#[test]
fn the_subject_fills_a_third_to_two_thirds() {
    let here = folder("fill");
    let ball = r#"<mujoco><visual><headlight ambient="1 1 1"/></visual><worldbody><body><freejoint/><geom size=".3"/></body></worldbody></mujoco>"#;
    std::fs::write(here.join("ball.xml"), ball).expect("writes");
    for size in ["320x200", "200x320"] {
        stiction(&here, &["render", "ball.xml", "ball.png", "--seconds", "0", "--size", size]);
        let (w, h, pixels) = picture(&here.join("ball.png"));
        let columns = (0..w).filter(|x| (0..h).any(|y| pixels[y * w + x] != pixels[0])).count();
        let fill = columns as f64 / w.min(h) as f64;
        assert!((0.3..0.7).contains(&fill), "{size}: {fill}");
    }
    let _ = std::fs::remove_dir_all(here);
}
