//! Everything that is wrong with a file is reported at once, each problem with its place and a hint.

use stiction_mjcf::files::MemoryAssets;
use stiction_mjcf::{LoadOptions, Loaded, load, load_bytes};
use stiction_model::assets::NoAssets;
use stiction_model::diag::{Diagnostics, Severity};

fn read(xml: &str) -> Result<Loaded, Diagnostics> {
    load("m.xml", xml, &NoAssets, &LoadOptions::default())
}

/// The errors as `line:col message (hint)`.
fn errors(xml: &str) -> Vec<String> {
    let Err(d) = read(xml) else { return Vec::new() };
    d.list
        .iter()
        .map(|d| {
            let at = d.loc.map_or("-".into(), |l| format!("{}:{}", l.line, l.col));
            let hint = d.hint.as_ref().map_or(String::new(), |h| format!(" ({h})"));
            format!("{at} {}{hint}", d.message)
        })
        .collect()
}

fn one(xml: &str) -> String {
    let list = errors(xml);
    assert_eq!(list.len(), 1, "{list:#?}");
    list[0].clone()
}

#[test]
fn five_mistakes_give_five_errors() {
    let xml = r#"<mujoco>
  <option timestep="fast"/>
  <worldbody>
    <body name="a" poss="0 0 1">
      <joint type="hinga" axis="0 1"/>
      <geon size="0.1"/>
    </body>
  </worldbody>
</mujoco>"#;
    let list = errors(xml);
    assert_eq!(
        list,
        [
            "2:11 attribute 'timestep': 'fast' is not a number (values are separated by spaces)",
            "4:20 unknown attribute 'poss' of <body> (did you mean 'pos'?)",
            "6:7 unknown element <geon> in <body> (did you mean <geom>?)",
            "5:14 attribute 'type': 'hinga' is not one of the allowed words (did you mean 'hinge'? allowed: free, \
             ball, slide, hinge)",
            "5:27 attribute 'axis': has 2 values, expected 3",
        ]
    );
}

#[test]
fn spans_cover_the_attribute_and_columns_count_characters() {
    let xml = "<mujoco>\n  <!-- äöü --><option gravity=\"1 2\"/></mujoco>";
    let d = read(xml).unwrap_err();
    let l = d.list[0].loc.unwrap();
    assert_eq!((l.line, l.col), (2, 23));
    assert_eq!(&xml[l.start as usize..(l.start + l.len) as usize], "gravity=\"1 2\"");
    assert_eq!(d.list[0].element, "option");
    assert_eq!(d.sources[l.file as usize].name, "m.xml");
}

#[test]
fn numbers_must_be_finite_and_in_reach() {
    for (value, says) in [
        ("nan", "nan is not a number here"),
        ("-inf", "-inf is not a number here"),
        ("1e999", "1e999 is too large"),
        ("1e300", "1e300 is too large"),
        ("1,0", "'1,0' is not a number"),
    ] {
        let text = one(&format!("<mujoco><option density=\"{value}\"/></mujoco>"));
        assert!(text.contains(says), "{text}");
    }
    assert!(
        one("<mujoco><option iterations=\"2.0\"/></mujoco>").contains("'2.0' must be an integer (write 2)")
    );
    assert!(one("<mujoco><option iterations=\"99999999999\"/></mujoco>").contains("32-bit integer"));
}

#[test]
fn rules_between_attributes() {
    let body = |inside: &str| format!("<mujoco><worldbody><body>{inside}</body></worldbody></mujoco>");
    assert!(one(&body("<geom size='1' quat='1 0 0 0' euler='0 0 0'/>")).contains("exclude each other"));
    assert!(one(&body("<geom size='1' quat='0 0 0 0'/>")).contains("zero quaternion"));
    assert!(one(&body("<inertial mass='1'/>")).contains("required attribute 'pos' is missing"));
    let twice = "<inertial pos='0 0 0' mass='1'/><inertial pos='0 0 0' mass='1'/>";
    assert!(one(&body(twice)).contains("only once"));
    let eq = |inside: &str| format!("<mujoco><equality>{inside}</equality></mujoco>");
    assert!(one(&eq("<connect body1='a'/>")).contains("one of these must be given"));
    assert!(one(&eq("<weld site1='a'/>")).contains("'site1' needs 'site2'"));
    assert!(
        one("<mujoco><worldbody><joint/></worldbody></mujoco>").contains("world body cannot have joints")
    );
    assert!(one("<mujoco><sensor><contact data='force found'/></sensor></mujoco>").contains("in this order"));
}

#[test]
fn broken_xml_says_where_and_shows_no_content() {
    let list = errors("<mujoco>\n<a></b></mujoco>");
    assert!(list[0].starts_with("2:4 the closing tag does not match") && list.len() == 2, "{list:?}");
    assert!(list[1].starts_with("2:1 unknown element <a>"), "{list:?}");
    assert!(one("<mujoco><option density='1' density='2'/></mujoco>").contains("given twice"));
    assert!(
        one("<!DOCTYPE m [<!ENTITY a 'b'>]><mujoco/>")
            .contains("document type declarations are not supported")
    );
    assert!(
        one("<mujoco><custom><text name='a' data='&secret;'/></custom></mujoco>").contains("unknown entity")
    );
    assert!(one("").contains("no element"));
    assert!(one("<model/>").contains("not <mujoco> or <robot>"));
    let deep = format!(
        "<mujoco><worldbody>{}{}</worldbody></mujoco>",
        "<body>".repeat(5000),
        "</body>".repeat(5000)
    );
    assert!(one(&deep).contains("nested deeper than 1000"));
    let wide: String = (0..100_000).map(|k| format!(" a{k}='='")).collect();
    assert!(one(&format!("<mujoco><option{wide}/></mujoco>")).contains("more than 1000 attributes"));
    let long = format!("<mujoco><custom><text name='a' data='{}'/></custom></mujoco>", "=".repeat(5000));
    assert!(read(&long).is_ok());
    let fine =
        format!("<mujoco><worldbody>{}{}</worldbody></mujoco>", "<body>".repeat(900), "</body>".repeat(900));
    assert_eq!(read(&fine).unwrap().spec.bodies.len(), 901);
}

#[test]
fn comments_as_mujoco_reads_them() {
    assert!(read("<mujoco><!-- a -- b --- c ---><worldbody/></mujoco>").is_ok());
}

#[test]
fn attributes_without_a_blank_between_them_as_mujoco_reads_them() {
    let loaded =
        read("<mujoco><worldbody>\n <geom name=\"a\"size=\"2\" pos='1 0 0'/></worldbody></mujoco>").unwrap();
    let geom = &loaded.spec.geoms[0];
    assert_eq!((geom.meta.name.as_str(), geom.pos.0[0]), ("a", 1.0));
    let list = &loaded.warnings.list;
    assert_eq!(list.len(), 1, "{list:?}");
    let at = list[0].loc.unwrap();
    assert_eq!((at.line, at.col, list[0].severity), (2, 16, Severity::Warning));
    let twice =
        read("<mujoco><worldbody><geom name=\"a\"size=\"2\"pos='1 0 0'/></worldbody></mujoco>").unwrap();
    assert_eq!(twice.warnings.list.len(), 2, "{:?}", twice.warnings.list);
    assert_eq!(twice.spec.geoms[0].pos.0[0], 1.0);
}

#[test]
fn unsupported_features_are_named_and_can_be_left_out() {
    let xml = r#"<mujoco>
  <extension><plugin plugin="mujoco.sensor.touch_grid"/></extension>
  <deformable><flex name="s" body="b" element="0 1"/></deformable>
  <worldbody>
    <body><flexcomp name="f"/><composite type="cable"/></body>
  </worldbody>
</mujoco>"#;
    let list = errors(xml);
    assert_eq!(list.len(), 3, "{list:#?}");
    for (k, (line, what)) in [(3, "flex"), (5, "flexcomp"), (5, "composite")].iter().enumerate() {
        assert!(list[k].starts_with(&format!("{line}:")) && list[k].contains(what), "{}", list[k]);
    }
    let permissive = LoadOptions { permissive: true, ..LoadOptions::default() };
    let loaded = load("m.xml", xml, &NoAssets, &permissive).unwrap();
    assert_eq!(loaded.warnings.list.len(), 3);
    assert!(loaded.warnings.list.iter().all(|w| w.severity == Severity::Warning));
    assert_eq!((loaded.spec.bodies.len(), loaded.spec.geoms.len()), (2, 0));
}

#[test]
fn removed_attributes_say_what_to_use() {
    assert!(one("<mujoco><compiler coordinate='global'/></mujoco>").contains("no longer supported"));
    assert!(
        one("<mujoco><option collision='all'/></mujoco>").contains("was removed from MJCF (use `contype`")
    );
    assert!(one("<mujoco><equality><distance/></equality></mujoco>").contains("was removed"));
}

#[test]
fn counts_are_checked_before_memory_is_taken() {
    for xml in [
        "<mujoco><worldbody><replicate count='1000000000'><geom size='.1'/></replicate></worldbody></mujoco>",
        "<mujoco><asset><hfield name='h' nrow='100000' ncol='100000' size='1 1 1 1'/></asset></mujoco>",
        "<mujoco><custom><numeric name='n' size='2000000000'/></custom></mujoco>",
        "<mujoco><size nuser_body='2000000000'/></mujoco>",
        "<mujoco><size memory='3E'/></mujoco>",
        "<mujoco><sensor><user dim='2000000000'/></sensor></mujoco>",
        "<mujoco><sensor><clock nsample='2000000000'/></sensor></mujoco>",
        "<mujoco><asset><texture name='t' builtin='flat' width='100000' height='100000'/></asset></mujoco>",
    ] {
        let text = one(xml);
        assert!(text.contains("limit") || text.contains("between") || text.contains("larger"), "{text}");
        assert!(text.len() < 1000);
    }
}

#[test]
fn attachments_cannot_explode() {
    // each line doubles the body
    let doubling: String = (0..60).map(|k| format!("<attach body='a' prefix='{k}_'/>")).collect();
    let t = std::time::Instant::now();
    let d = read(&format!(
        "<mujoco><worldbody><body name='a'><geom size='1'/>{doubling}</body></worldbody></mujoco>"
    ));
    assert!(d.unwrap_err().to_string().contains("attached"));
    let many: String = (0..20_000).map(|k| format!("<attach body='a' prefix='{k}_'/>")).collect();
    let _ = read(&format!(
        "<mujoco><worldbody><body name='a'><geom size='1'/></body>{many}</worldbody></mujoco>"
    ));
    assert!(t.elapsed().as_secs() < 30);
}

#[test]
fn messages_stay_short_and_printable() {
    let junk = "x\u{7}".repeat(100_000).replace('\u{7}', "&#9;");
    for xml in [
        format!("<mujoco><option timestep='{junk}'/></mujoco>"),
        format!("<mujoco><option solver='{junk}'/></mujoco>"),
        format!("<mujoco><worldbody><geom name='{junk}' class='{junk}'/></worldbody></mujoco>"),
        format!("<mujoco><{0}/></mujoco>", "y".repeat(100_000)),
    ] {
        let d = read(&xml).unwrap_err();
        for p in &d.list {
            let n = p.message.len() + p.element.len() + p.hint.as_ref().map_or(0, String::len);
            assert!(n < 1000, "{n}");
            assert!(!p.message.chars().any(char::is_control));
        }
    }
    let many = format!("<mujoco>{}</mujoco>", "<nope/>".repeat(100_000));
    assert!(read(&many).unwrap_err().list.len() < 600);
}

#[test]
fn bytes_that_are_no_text() {
    let opts = LoadOptions::default();
    assert!(load_bytes("m.xml", &[0xff, 0xfe, 0x00, 0x3c], &NoAssets, &opts).is_err());
    let latin = b"<mujoco><!-- caf\xe9 --><worldbody/></mujoco>";
    assert_eq!(load_bytes("m.xml", latin, &NoAssets, &opts).unwrap().warnings.list.len(), 1);
    let bom = b"\xef\xbb\xbf<mujoco/>";
    assert!(load_bytes("m.xml", bom, &NoAssets, &opts).is_ok());
    assert!(load_bytes("m.mjz", b"PK\x03\x04junk", &MemoryAssets::new(), &opts).is_err());
}

#[test]
fn a_reference_into_a_misplaced_element_is_no_panic() {
    let xml = r#"<mujoco><worldbody><body><wrong><joint name="j"/></wrong><geom size=".1"/></body></worldbody>
        <tendon><fixed><joint joint="j" coef="1"/></fixed></tendon></mujoco>"#;
    let list = errors(xml);
    assert!(!list.is_empty() && list.iter().all(|e| e.contains("wrong")), "{list:?}");
}
