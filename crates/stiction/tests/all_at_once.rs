//! One run shows all that is wrong with a file: what the reader finds and what only the whole model shows.

use stiction::model::assets::NoAssets;

fn messages(xml: &str) -> Vec<String> {
    let d = stiction::load_string(xml, &NoAssets).expect_err("has errors");
    d.list.iter().map(|d| format!("{}: {}", d.element, d.message)).collect()
}

#[test]
fn bad_values_repeated_names_and_dangling_references_come_together() {
    let m = messages(
        "<mujoco><worldbody>
           <body name='a'><joint name='j'/><geom size='0.1 x'/></body>
           <body name='a'><geom size='0.1'/></body>
         </worldbody>
         <actuator><motor joint='k'/></actuator></mujoco>",
    );
    assert_eq!(m.len(), 3, "{m:?}");
    assert!(m.iter().any(|m| m.contains("repeated name")), "{m:?}");
    assert!(m.iter().any(|m| m.contains("no joint named 'k'")), "{m:?}");
}

#[test]
fn an_element_that_was_not_understood_makes_no_second_error() {
    let m = messages(
        "<mujoco><worldbody><body><geom size='0.1'/><jiont name='hip'/></body></worldbody>
         <actuator><motor joint='hip'/></actuator></mujoco>",
    );
    assert_eq!(m.len(), 1, "{m:?}");
}

#[test]
fn deprecated_settings_warn_once() {
    let l = stiction::load_string(
        "<mujoco><compiler settotalmass='3'/><worldbody><body><joint/><geom size='0.1'/></body></worldbody></mujoco>",
        &NoAssets,
    )
    .expect("loads");
    assert_eq!(l.warnings.list.len(), 1, "{:?}", l.warnings.list);
}
