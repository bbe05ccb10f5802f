//! One table of elements: an attribute that a row declares is in the schema, is read, written, documented and shown to
//! Python without being named anywhere else. A new row needs no line outside `crates/model/src/elements` for that.

use std::path::{Path, PathBuf};
use stiction_mjcf::files::MemoryAssets;
use stiction_mjcf::schema::markdown;
use stiction_mjcf::writer::write;
use stiction_mjcf::{LoadOptions, load};
use stiction_model::elements::{self as el, Attr, Element, Fields, MANY, Ty, Value};
use stiction_model::spec::Spec;

/// A kind of the table: its schema, a file around one element of it (`@` stands for attributes), the element in a spec, and
/// its class in Python's stubs.
struct Kind {
    el: &'static Element,
    file: &'static str,
    get: fn(&Spec) -> &dyn Fields,
    class: &'static str,
}

macro_rules! kind {
    ($el:ident, $file:literal, |$s:ident| $get:expr, $class:literal) => {
        Kind { el: &el::$el, file: $file, get: |$s| $get, class: $class }
    };
}

fn kinds() -> Vec<Kind> {
    vec![
        kind!(PAIR, "<contact><pair @/></contact>", |s| &s.pairs[0], "MjsPair"),
        kind!(EXCLUDE, "<contact><exclude @/></contact>", |s| &s.excludes[0], "MjsExclude"),
        kind!(EQ_JOINT, "<equality><joint joint1='a' @/></equality>", |s| &s.equalities[0], "MjsEquality"),
        kind!(
            SPATIAL,
            "<tendon><spatial @><site site='a'/></spatial></tendon>",
            |s| &s.tendons[0],
            "MjsTendon"
        ),
        kind!(GENERAL, "<actuator><general @/></actuator>", |s| &s.actuators[0], "MjsActuator"),
        kind!(CLOCK, "<sensor><clock @/></sensor>", |s| &s.sensors[0], "MjsSensor"),
        kind!(BODY, "<worldbody><body @/></worldbody>", |s| &s.bodies[1], "MjsBody"),
        kind!(
            FRAME,
            "<worldbody><frame @><geom size='1'/></frame></worldbody>",
            |s| &s.frames[0],
            "MjsFrame"
        ),
        kind!(JOINT, "<worldbody><body><joint @/></body></worldbody>", |s| &s.joints[0], "MjsJoint"),
        kind!(GEOM, "<worldbody><geom @/></worldbody>", |s| &s.geoms[0], "MjsGeom"),
        kind!(SITE, "<worldbody><site @/></worldbody>", |s| &s.sites[0], "MjsSite"),
        kind!(CAMERA, "<worldbody><camera @/></worldbody>", |s| &s.cameras[0], "MjsCamera"),
        kind!(LIGHT, "<worldbody><light @/></worldbody>", |s| &s.lights[0], "MjsLight"),
        kind!(MESH, "<asset><mesh @/></asset>", |s| &s.meshes[0], "MjsMesh"),
        kind!(TEXTURE, "<asset><texture @/></asset>", |s| &s.textures[0], "MjsTexture"),
        kind!(MATERIAL, "<asset><material @/></asset>", |s| &s.materials[0], "MjsMaterial"),
        kind!(KEY, "<keyframe><key @/></keyframe>", |s| &s.keys[0], "MjsKey"),
        kind!(COMPILER, "<compiler @/>", |s| &s.compiler, "MjsCompiler"),
        kind!(LENGTHRANGE, "<compiler><lengthrange @/></compiler>", |s| &s.compiler.lengthrange, "MjLROpt"),
        kind!(OPTION, "<option @/>", |s| &s.option, ""),
        kind!(SIZE, "<size @/>", |s| &s.size, "MjSpec"),
        kind!(STATISTIC, "<statistic @/>", |s| &s.statistic, ""),
        kind!(GLOBAL, "<visual><global @/></visual>", |s| &s.visual.global, ""),
        kind!(QUALITY, "<visual><quality @/></visual>", |s| &s.visual.quality, ""),
        kind!(HEADLIGHT, "<visual><headlight @/></visual>", |s| &s.visual.headlight, ""),
        kind!(MAP, "<visual><map @/></visual>", |s| &s.visual.map, ""),
        kind!(SCALE, "<visual><scale @/></visual>", |s| &s.visual.scale, ""),
        kind!(RGBA, "<visual><rgba @/></visual>", |s| &s.visual.rgba, ""),
    ]
}

fn read(xml: &str) -> Spec {
    let loaded = load("m.xml", xml, &MemoryAssets::new(), &LoadOptions::default());
    loaded.unwrap_or_else(|d| panic!("{d}\n{xml}")).spec
}

fn file(kind: &Kind, attrs: &str) -> String {
    format!("<mujoco><default><default class='other'/></default>{}</mujoco>", kind.file.replace('@', attrs))
}

/// Text for an attribute that is not what the field holds by default.
fn other(a: &Attr, default: Value<'_>) -> String {
    let numbers = |hi: u16, whole: bool| {
        let n = if hi == MANY { 3 } else { hi };
        let one = |k: u16| if whole { format!("{}", 7 + k) } else { format!("{}", 0.625 + f64::from(k)) };
        (0..n).map(one).collect::<Vec<_>>().join(" ")
    };
    match a.ty {
        Ty::Real(_, hi) | Ty::Float(_, hi) => numbers(hi, false),
        Ty::Int(_, hi) => numbers(hi, true),
        Ty::Word(set) | Ty::WordOrInt(set) | Ty::WordList(set) => {
            let now = match default {
                Value::Kind(n, _) | Value::Int(n) => n,
                Value::Flag(on) => i32::from(on),
                Value::Real(x) => x as i32,
                _ => -1,
            };
            // the second: a joint of the first type is another element
            let mut others = set.iter().filter(|w| w.1 != now).map(|w| w.0);
            let first = others.next().unwrap_or("");
            others.next().unwrap_or(first).into()
        }
        _ => "other".into(),
    }
}

/// Attributes that another must stand beside.
fn beside(kind: &Kind, a: &Attr) -> &'static str {
    match (kind.el.path, a.name) {
        ("contact/exclude", "body1") => "body2='b' ",
        ("contact/exclude", "body2") => "body1='b' ",
        ("asset/mesh", "builtin") => "params='1' ",
        ("asset/mesh", "params") => "builtin='sphere' ",
        _ => "",
    }
}

#[test]
fn every_row_is_read_and_written() {
    let mut rows = 0;
    for kind in kinds() {
        let bare = if kind.el.path == "contact/exclude" { "body1='' body2=''" } else { "" };
        let plain = read(&file(&kind, bare));
        let (x, count) = ((kind.get)(&plain), (kind.get)(&plain).rows().len());
        for i in 0..count {
            let (row, default) = (x.rows()[i], x.fields()[i].value());
            let Some(a) = row.attr.filter(|a| !a.code && kind.el.attr(a.name).is_some()) else { continue };
            let text = other(&a, default);
            let attrs = format!("{}{}='{text}'", beside(&kind, &a), a.name);
            let first = read(&file(&kind, &attrs));
            let what = format!("{} {}", kind.el.path, a.name);
            let held = format!("{:?}", (kind.get)(&first).fields()[i].value());
            assert_ne!(held, format!("{default:?}"), "{what} is not read");
            let saved = write(&first);
            assert!(saved.contains(&format!(" {}=\"", a.name)), "{what} is not written:\n{saved}");
            let second = read(&saved);
            assert_eq!(
                format!("{:?}", (kind.get)(&second).fields()[i].value()),
                held,
                "{what} changes:\n{saved}"
            );
            rows += 1;
        }
    }
    assert!(rows > 250, "{rows} rows");
}

#[test]
fn every_row_is_in_the_schema_once() {
    for e in el::all() {
        let mut names: Vec<&str> = e.all_attrs().map(|a| a.name).collect();
        names.sort_unstable();
        assert!(names.windows(2).all(|w| w[0] != w[1]), "{} has an attribute twice: {names:?}", e.path);
    }
    for kind in kinds() {
        let spec =
            read(&file(&kind, if kind.el.path == "contact/exclude" { "body1='' body2=''" } else { "" }));
        for row in (kind.get)(&spec).rows() {
            let declared = row.attr.iter().chain(row.group);
            // actuators and sensors share rows; some elements leave a few out
            for a in declared.filter_map(|a| kind.el.attr(a.name).map(|b| (a, b))) {
                assert_eq!(format!("{:?}", a.0), format!("{:?}", a.1), "{}", kind.el.path);
            }
        }
    }
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

#[test]
fn the_page_is_generated_from_the_table() {
    let page = std::fs::read_to_string(root().join("docs/mjcf.md")).expect("docs/mjcf.md");
    assert!(page == markdown(), "docs/mjcf.md is not what the table says; run `cargo xtask docs`");
    for kind in kinds() {
        let section =
            page.split("\n### ").find(|s| s.lines().next() == Some(kind.el.path)).expect(kind.el.path);
        for a in kind.el.all_attrs() {
            assert!(section.contains(&format!("| `{}` |", a.name)), "{} {}", kind.el.path, a.name);
        }
    }
}

/// Fields that Python does not show as values, or shows under another name.
const SHOWN_OTHERWISE: &[&str] = &[
    "meta",
    "body",
    "parent",
    "frame",
    "orient",
    "iorient",
    "params",
    "parts",
    "path",
    "lengthrange",
    "plugin_instance",
    "stretch",
];

#[test]
fn pythons_stubs_have_every_field() {
    let stubs = root().join("crates/python/python/stiction/mujoco/_specs.pyi");
    let stubs = std::fs::read_to_string(stubs).expect("_specs.pyi");
    for kind in kinds().iter().filter(|k| !k.class.is_empty()) {
        let class = stubs.split("\nclass ").find(|c| {
            let name = c.strip_prefix(kind.class).unwrap_or("");
            name.starts_with(':') || name.starts_with('(')
        });
        let class = class.unwrap_or_else(|| panic!("no class {}", kind.class));
        let spec =
            read(&file(kind, if kind.el.path == "contact/exclude" { "body1='' body2=''" } else { "" }));
        for row in (kind.get)(&spec).rows().iter().filter(|r| !SHOWN_OTHERWISE.contains(&r.field)) {
            let name = if row.field == "kind" { "type" } else { row.field.trim_end_matches('_') };
            let shown = [format!("  {name}: "), format!("  def {name}(self)")];
            assert!(shown.iter().any(|s| class.contains(s)), "{}.{name}", kind.class);
        }
    }
}
