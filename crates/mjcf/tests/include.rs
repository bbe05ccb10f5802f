//! Includes, sub-models and where files are looked for.

use std::fs;
use stiction_mjcf::files::{DiskAssets, MemoryAssets};
use stiction_mjcf::{LoadOptions, load, load_path, load_untrusted};
use stiction_model::assets::Assets;

fn assets(files: &[(&str, &str)]) -> MemoryAssets {
    let mut a = MemoryAssets::new();
    for (name, text) in files {
        a.insert(name, text.as_bytes().to_vec());
    }
    a
}

fn errors(xml: &str, files: &MemoryAssets) -> String {
    load("main.xml", xml, files, &LoadOptions::default()).map_or_else(|d| d.to_string(), |_| String::new())
}

#[test]
fn elements_are_inserted_in_place() {
    let files = assets(&[
        ("parts/arm.xml", "<x><body name='b'/><include file='hand.xml'/><body name='d'/></x>"),
        ("parts/hand.xml", "<x><body name='c'/></x>"),
    ]);
    let xml = "<mujoco><worldbody><body name='a'/><include file='parts/arm.xml'/><body name='e'/></worldbody></mujoco>";
    let l = load("main.xml", xml, &files, &LoadOptions::default()).unwrap();
    let names: Vec<&str> = l.spec.bodies.iter().map(|b| b.meta.name.as_str()).collect();
    assert_eq!(names, ["world", "a", "b", "c", "d", "e"]);
    let loc = l.spec.bodies[3].meta.loc.unwrap();
    assert!(l.spec.sources[loc.file as usize].name.ends_with("hand.xml"));
    assert_eq!((loc.line, loc.col), (1, 4));
}

#[test]
fn cycles_and_repeats_are_errors_with_the_chain() {
    let files = assets(&[
        ("a.xml", "<x><include file='b.xml'/></x>"),
        ("b.xml", "<x><include file='a.xml'/></x>"),
        ("c.xml", "<x><option timestep='1'/></x>"),
        ("main.xml", "<mujoco><include file='main.xml'/></mujoco>"),
    ]);
    let e = errors("<mujoco><include file='a.xml'/></mujoco>", &files);
    assert!(e.contains("include cycle: a.xml → b.xml → a.xml"), "{e}");
    let e = errors("<mujoco><include file='c.xml'/><include file='./c.xml'/></mujoco>", &files);
    assert!(e.contains("'c.xml' is already included"), "{e}");
    let e = errors("<mujoco><include file='main.xml'/></mujoco>", &files);
    assert!(e.contains("include cycle: main.xml → main.xml"), "{e}");
}

#[test]
fn problems_with_included_files() {
    let files = assets(&[
        ("bad.xml", "<x><geom size='1'></y>"),
        ("empty.xml", "<x/>"),
        ("typo.xml", "<x>\n <geom sise='1'/></x>"),
        ("secret.txt", "root:x:0:0:topsecret"),
    ]);
    let wrap = |f: &str| format!("<mujoco><worldbody><include file='{f}'/></worldbody></mujoco>");
    assert!(errors(&wrap("none.xml"), &files).contains("not among the assets"));
    assert!(errors(&wrap("empty.xml"), &files).contains("has no elements"));
    let e = errors(&wrap("bad.xml"), &files);
    assert!(e.contains("in the included file 'bad.xml' (line 1, column"), "{e}");
    let e = errors(&wrap("typo.xml"), &files);
    assert!(e.starts_with("typo.xml:2:8: error: geom: unknown attribute 'sise'"), "{e}");
    let d = load("main.xml", &wrap("secret.txt"), &files, &LoadOptions::default()).unwrap_err();
    assert!(!d.to_string().contains("topsecret") && d.sources.iter().all(|s| !s.text.contains("topsecret")));
    for (name, text) in [("secret.txt", "root:x:topsecret"), ("other.xml", "<private>topsecret</private>")] {
        let mut files = MemoryAssets::new();
        files.insert(name, text.as_bytes().to_vec());
        let xml = format!("<mujoco><asset><model file='{name}'/></asset></mujoco>");
        let d = load("main.xml", &xml, &files, &LoadOptions::default()).unwrap_err();
        assert!(
            !d.to_string().contains("topsecret") && d.sources.iter().all(|s| !s.text.contains("topsecret"))
        );
    }
    let e = errors("<mujoco><include file='typo.xml'><a/></include></mujoco>", &files);
    assert!(e.contains("cannot have elements inside"), "{e}");
    assert!(errors("<mujoco><include/></mujoco>", &files).contains("'file' is missing"));
}

#[test]
fn sub_models_must_not_contain_themselves() {
    let files = assets(&[
        ("a.xml", "<mujoco><asset><model name='b' file='b.xml'/></asset></mujoco>"),
        ("b.xml", "<mujoco><asset><model name='a' file='a.xml'/></asset></mujoco>"),
    ]);
    let e = errors("<mujoco><asset><model file='a.xml'/></asset></mujoco>", &files);
    assert!(e.contains("model cycle: a.xml → b.xml → a.xml"), "{e}");
}

#[test]
fn assets_by_name() {
    let files = assets(&[("x/Mesh.STL", "s")]);
    for name in ["x/Mesh.STL", "./x/../x/Mesh.STL", "Mesh.STL", "other/mesh.stl"] {
        assert!(files.exists(name), "{name}");
    }
    assert!(!files.exists("mesh.obj"));
}

#[test]
fn disk_access_is_guarded() {
    let dir = std::env::temp_dir().join(format!("stiction-mjcf-{}", std::process::id()));
    let inner = dir.join("inner");
    fs::create_dir_all(inner.join("sub")).unwrap();
    fs::write(dir.join("outside.xml"), "<x><option timestep='0.5'/></x>").unwrap();
    fs::write(inner.join("sub/inside.xml"), "<x><option timestep='0.25'/></x>").unwrap();
    fs::write(inner.join("bad.xml"), "<mujoco><include file='../outside.xml'/></mujoco>").unwrap();
    fs::write(inner.join("good.xml"), "<mujoco><include file='sub/inside.xml'/></mujoco>").unwrap();
    fs::write(inner.join("url.xml"), "<mujoco><include file='http://x/y.xml'/></mujoco>").unwrap();
    fs::write(inner.join("folder.xml"), "<mujoco><include file='sub'/></mujoco>").unwrap();
    let opts = LoadOptions::default();

    assert_eq!(load_path(&inner.join("bad.xml"), &opts).unwrap().spec.option.timestep, 0.5);
    assert_eq!(load_untrusted(&inner.join("good.xml"), &[], &opts).unwrap().spec.option.timestep, 0.25);
    let e = load_untrusted(&inner.join("bad.xml"), &[], &opts).unwrap_err().to_string();
    assert!(e.contains("outside the model's folder"), "{e}");
    assert!(load_untrusted(&inner.join("bad.xml"), std::slice::from_ref(&dir), &opts).is_ok());
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(dir.join("outside.xml"), inner.join("link.xml")).unwrap();
        fs::write(inner.join("vialink.xml"), "<mujoco><include file='link.xml'/></mujoco>").unwrap();
        assert!(load_untrusted(&inner.join("vialink.xml"), &[], &opts).is_err());
        assert!(load_path(&inner.join("vialink.xml"), &opts).is_ok());
    }
    assert!(load_path(&inner.join("url.xml"), &opts).unwrap_err().to_string().contains("URL"));
    assert!(load_path(&inner.join("folder.xml"), &opts).unwrap_err().to_string().contains("regular file"));
    assert!(DiskAssets::new(&inner).load("missing").unwrap_err().contains("not found"));
    fs::remove_dir_all(&dir).unwrap();
}
