//! One run shows all that is wrong with a file, in XML, in elements and in the whole model, each once and none that only follows.

use stiction::mjcf::files::MemoryAssets;
use stiction::model::assets::{Assets, NoAssets};

/// `line: element: message` of every problem.
fn told(xml: &str, files: &dyn Assets) -> Vec<String> {
    let d = stiction::load_string(xml, files).expect_err("has errors");
    let line = |d: &stiction::Diagnostic| d.loc.map_or(0, |l| l.line);
    d.list.iter().map(|d| format!("{}: {}: {}", line(d), d.element, d.message)).collect()
}

/// Checks that the problems are these, in any order: line and a part of the text.
#[track_caller]
fn check_with(xml: &str, files: &dyn Assets, expected: &[(u32, &str)]) {
    let all = told(xml, files);
    for (line, part) in expected {
        let n = all.iter().filter(|m| m.starts_with(&format!("{line}: ")) && m.contains(part)).count();
        assert_eq!(n, 1, "line {line} with '{part}' in\n{}", all.join("\n"));
    }
    assert_eq!(all.len(), expected.len(), "more than expected in\n{}", all.join("\n"));
}

#[track_caller]
fn check(xml: &str, expected: &[(u32, &str)]) {
    check_with(xml, &NoAssets, expected);
}

#[test]
fn a_missing_mesh_a_negative_size_and_a_massless_body_do_not_hide() {
    check(
        "<mujoco>
  <compiler angle='grad'/>
  <option timestp='0.01' gravity='0 0'/>
  <asset>
    <mesh name='part' file='part.stl'/>
    <material name='m' rgba='1 0 0 x'/>
  </asset>
  <worldbody>
    <geom name='floor' typ='plane' size='1 1 1'/>
    <body name='a'><joint name='j'/><geom size='-0.1'/></body>
    <body name='b'><freejoint/></body>
    <body name='c'><joint rnage='0 1'/><geom type='mesh' mesh='part'/></body>
    <body name='d'><jiont/><geom size='.1' colour='red'/></body>
    <body name='e'><joint axis='0 0 0'/><geom size='.1'/></body>
  </worldbody>
  <actuator><motor joint='k'/><motor joint='j' gear='x'/></actuator>
</mujoco>",
        &[
            (2, "'grad'"),
            (3, "'timestp'"),
            (3, "'gravity'"),
            (5, "part.stl"),
            (6, "'rgba'"),
            (9, "'typ'"),
            (10, "size 0 must be positive"),
            (11, "must have positive mass"),
            (12, "'rnage'"),
            (13, "<jiont>"),
            (13, "'colour'"),
            (14, "axis is zero"),
            (16, "no joint named 'k'"),
            (16, "'gear'"),
        ],
    );
}

#[test]
fn what_follows_from_a_problem_is_not_told() {
    // the motor of a joint that was not understood, the mass of a body without its geom, the size that was misspelt
    check(
        "<mujoco><worldbody>
           <body><geom size='0.1'/><jiont name='hip'/></body>
           <body><joint/><goem size='0.1'/></body>
           <body><joint/><geom szie='0.1'/></body>
           <body><joint/><inertial mas='1' pos='0 0 0' diaginertia='1 1 1'/></body>
           <body><joint/><geom type='bix' size='.1 .1'/></body>
         </worldbody>
         <actuator><motor joint='hip'/></actuator></mujoco>",
        &[(2, "<jiont>"), (3, "<goem>"), (4, "'szie'"), (5, "'mas'"), (6, "'bix'")],
    );
}

#[test]
fn a_class_that_was_not_understood_makes_no_more_errors() {
    check(
        "<mujoco>
           <default><default class='leg'><geom szie='0.1'/></default><defualt class='arm'/></default>
           <worldbody>
             <body childclass='leg'><joint/><geom/></body>
             <body childclass='arm'><joint/><geom/></body>
             <body childclass='lge'><joint/><geom/></body>
             <body><joint class='leg' range='2 1'/><geom size='-.1' class='leg'/></body>
           </worldbody>
         </mujoco>",
        &[
            (2, "'szie'"),
            (2, "<defualt>"),
            (6, "unknown default class 'lge'"),
            (7, "must increase"),
            (7, "size 0 must be positive"),
        ],
    );
}

#[test]
fn mistakes_of_xml_hide_nothing() {
    check(
        "<mujoco>
  <option timestep=0.01/>
  <asset><mesh name='part' file='part.stl'/></asset>
  <worldbody>
    <body name='a & b'><joint/><geom size='-1' size='2'/></body>
    <body name='c'><freejoint/></bdoy>
    <body><joint/><geom size='.1 .1'><geom size='.1'/></body>
    </site>
    <geom name='quote size='.1'/>
    <body name='d'><joint/><geom size='.1' mass='-1'/></body>
  </worldbody>
</mujoco>",
        &[
            (2, "in quotes"),
            (3, "part.stl"),
            (5, "&amp;"),
            (5, "given twice"),
            (5, "size 0 must be positive"),
            (6, "does not match"),
            (6, "must have positive mass"),
            (7, "does not match"),
            (7, "unknown element <geom>"),
            (8, "does not match"),
            (9, "an attribute is name"),
            (10, "must not be negative"),
        ],
    );
}

#[test]
fn an_include_that_is_missing_leaves_names_and_defaults_open() {
    check(
        "<mujoco>
           <include file='robot.xml'/>
           <worldbody>
             <body><joint/><geom class='shell'/></body>
             <body><joint/><geom size='-1'/></body>
           </worldbody>
           <actuator><motor joint='hip'/></actuator>
         </mujoco>",
        &[(2, "robot.xml"), (5, "size 0 must be positive")],
    );
}

#[test]
fn copies_share_their_problem_and_parts_keep_theirs() {
    let mut files = MemoryAssets::new();
    files.insert(
        "arm.xml",
        "<mujoco model='arm'><worldbody>
           <body name='upper'><joint name='j' rnge='0 1'/><geom size='0'/></body></worldbody></mujoco>"
            .as_bytes(),
    );
    check_with(
        "<mujoco>
           <asset><model name='arm' file='arm.xml'/></asset>
           <worldbody>
             <replicate count='20' offset='1 0 0'><body name='b'><joint/><geom size='-1'/></body></replicate>
             <frame><attach model='arm' prefix='l_'/></frame>
           </worldbody>
           <actuator><motor joint='l_j'/><motor joint='l_k'/></actuator>
         </mujoco>",
        &files,
        &[
            (2, "has 1 error"),
            (2, "'rnge'"),
            (2, "size 0 must be positive"),
            (4, "size 0 must be positive"),
            (7, "no joint named 'l_k'"),
        ],
    );
}

#[test]
fn folders_and_masses_that_settings_leave_open() {
    check(
        "<mujoco>
           <compiler meshdri='meshes' boundmas='1'/>
           <asset><mesh name='m' file='m.stl'/></asset>
           <worldbody><body><joint/></body></worldbody>
         </mujoco>",
        &[(2, "'meshdri'"), (2, "'boundmas'")],
    );
    check(
        "<mujoco>
           <compiler angle='grad' boundmass='-1'/>
           <asset><mesh name='m' file='m.stl'/></asset>
           <worldbody><body><joint/></body></worldbody>
         </mujoco>",
        &[(2, "'grad'"), (3, "m.stl"), (4, "positive mass")],
    );
}

#[test]
fn keyframes_are_checked_beside_other_problems() {
    check(
        "<mujoco>
           <worldbody><body><joint range='2 1'/><geom size='.1' friction='-1'/></body></worldbody>
           <keyframe><key qpos='1 2 3'/></keyframe>
         </mujoco>",
        &[(2, "must increase"), (2, "friction"), (3, "qpos has 3 numbers")],
    );
}

#[test]
fn urdf_shows_all_too() {
    check(
        "<robot name='r'>
           <link name='base'><visual><geometry><box size='1 1'/></geometry></visual></link>
           <link name='arm'>
             <inertial><mass valeu='1'/><inertia ixx='1' iyy='1' izz='1' ixy='0' ixz='0' iyz='0'/></inertial>
             <collision><geometry><sphere radius='-1'/></geometry></collision>
           </link>
           <link name='hand'><collision><geometry><mesh filename='hand.stl'/></geometry></collision></link>
           <link name='x'/><link name='y'/>
           <joint name='j' type='revolut'><parent link='base'/><child link='arm'/></joint>
           <joint name='k' type='fixed'><parent link='arn'/><child link='hand'/></joint>
           <joint name='l' type='revolute'><parent link='x'/><child link='y'/></joint>
           <joint name='m' type='revolute'><parent link='y'/><child link='x'/></joint>
         </robot>",
        &[
            (2, "'size'"),
            (4, "'valeu'"),
            (5, "size 0 must be positive"),
            (7, "hand.stl"),
            (8, "circle"),
            (9, "'revolut'"),
            (10, "unknown link 'arn'"),
        ],
    );
}

#[test]
fn bad_values_repeated_names_and_dangling_references_come_together() {
    check(
        "<mujoco><worldbody>
           <body name='a'><joint name='j'/><geom size='0.1 x'/></body>
           <body name='a'><geom size='0.1'/></body>
         </worldbody>
         <actuator><motor joint='k'/></actuator></mujoco>",
        &[(2, "'x' is not a number"), (3, "repeated name"), (5, "no joint named 'k'")],
    );
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
