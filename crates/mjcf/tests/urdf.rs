//! URDF files.

use stiction_mjcf::files::MemoryAssets;
use stiction_mjcf::{LoadOptions, Loaded, load};
use stiction_model::diag::Diagnostics;
use stiction_model::kinds::{GeomKind, JointKind, Tri};
use stiction_model::spec::Orient;

fn read(body: &str) -> Result<Loaded, Diagnostics> {
    let mut files = MemoryAssets::new();
    files.insert("pkgs/arm/meshes/a.stl", b"x".to_vec());
    let opts = LoadOptions { package_roots: vec!["pkgs".into()], ..LoadOptions::default() };
    load("r.urdf", &format!("<robot name='r'>{body}</robot>"), &files, &opts)
}

fn good(body: &str) -> Loaded {
    read(body).unwrap_or_else(|d| panic!("{d}"))
}

fn bad(body: &str) -> String {
    read(body).map_or_else(|d| d.to_string(), |_| panic!("loads"))
}

fn link(name: &str) -> String {
    format!(
        "<link name='{name}'><inertial><origin xyz='0 0 1'/><mass value='2'/>
         <inertia ixx='1' iyy='1' izz='1' ixy='0' ixz='0' iyz='0'/></inertial></link>"
    )
}

fn joint(name: &str, kind: &str, parent: &str, child: &str, more: &str) -> String {
    format!(
        "<joint name='{name}' type='{kind}'><parent link='{parent}'/><child link='{child}'/>{more}</joint>"
    )
}

#[test]
fn links_joints_limits_and_mimic() {
    let l = good(&[
        link("base"),
        link("a"),
        link("b"),
        joint("j", "revolute", "base", "a", "<limit lower='-1' upper='2' effort='-5' velocity='9'/><axis xyz='0 1 0'/>"),
        joint("k", "prismatic", "a", "b", "<origin xyz='1 2 3' rpy='0 0 1.5707963267948966'/><dynamics damping='3' friction='4'/><mimic joint='j' multiplier='2' offset='0.5'/>"),
    ]
    .concat());
    let s = &l.spec;
    assert_eq!(s.name, "r");
    assert!(s.compiler.fusestatic && s.compiler.discardvisual && !s.compiler.degree);
    assert_eq!((s.bodies[2].parent, s.bodies[3].parent), (1, 2));
    let j = &s.joints[0];
    assert_eq!(
        (j.kind, j.range, j.actfrcrange, j.axis.0),
        (JointKind::Hinge, [-1.0, 2.0], [-5.0, 5.0], [0.0, 1.0, 0.0])
    );
    let k = &s.joints[1];
    assert_eq!(
        (k.kind, k.damping[0], k.frictionloss, k.axis.0),
        (JointKind::Slide, 3.0, 4.0, [1.0, 0.0, 0.0])
    );
    assert_eq!(s.bodies[3].pos.0, [1.0, 2.0, 3.0]);
    assert!(matches!(s.bodies[3].orient, Orient::Quat(q) if (q.0[3] - 0.5f64.sqrt()).abs() < 1e-15));
    assert_eq!((s.equalities[0].name1.as_str(), s.equalities[0].name2.as_str()), ("k", "j"));
    assert_eq!(s.equalities[0].data[..2], [0.5, 2.0]);
    assert_eq!((s.bodies[1].mass, s.bodies[1].ipos.unwrap().0[2]), (2.0, 1.0));
}

#[test]
fn other_joints() {
    let two = |kind: &str, more: &str| {
        good(&[link("w"), link("a"), joint("j", kind, "w", "a", more)].concat()).spec
    };
    assert_eq!(two("fixed", "").joints.len(), 0);
    assert_eq!(two("floating", "").joints[0].kind, JointKind::Free);
    assert_eq!(two("spherical", "").joints[0].kind, JointKind::Ball);
    assert_eq!(two("continuous", "").joints[0].limited, Tri::Auto);
    let p = two("planar", "<dynamics damping='2'/><axis xyz='0 0 1'/>");
    let names: Vec<&str> = p.joints.iter().map(|j| j.meta.name.as_str()).collect();
    assert_eq!(names, ["j_TX", "j_TY", "j_RZ"]);
    assert!(p.joints.iter().all(|j| j.damping[0] == 2.0));
    assert_eq!(two("revolute", "<limit lower='1' upper='0'/>").joints[0].limited, Tri::False);
    let world = good(
        &[
            "<link name='world'/>".into(),
            link("a"),
            joint("j", "fixed", "world", "a", "<origin xyz='1 0 0'/>"),
        ]
        .concat(),
    );
    assert_eq!(
        (world.spec.bodies.len(), world.spec.bodies[1].parent, world.spec.bodies[1].pos.0[0]),
        (2, 0, 1.0)
    );
}

#[test]
fn shapes_materials_and_meshes() {
    let l = good(
        "<mujoco><compiler discardvisual='false' fusestatic='false'/></mujoco>
         <material name='red'><color rgba='1 0 0 1'/></material>
         <link name='a'>
           <visual name='v'><geometry><mesh filename='package://arm/meshes/a.stl' scale='1 1 2'/></geometry><material name='red'/></visual>
           <collision name='v'><geometry><cylinder radius='1' length='4'/></geometry></collision>
           <collision><origin rpy='0 0 0'/><geometry><box size='2 4 6'/></geometry></collision>
           <collision><geometry><mesh filename='package://arm/meshes/a.stl' scale='1 1 2'/></geometry></collision>
           <collision><geometry><mesh filename='package://arm/meshes/a.stl'/></geometry></collision>
         </link>",
    );
    let g = &l.spec.geoms;
    assert_eq!((g[0].contype, g[0].group, g[0].density, g[0].rgba), (0, 1, 0.0, [1.0, 0.0, 0.0, 1.0]));
    assert_eq!((g[0].meta.name.as_str(), g[1].meta.name.as_str()), ("v", ""));
    assert_eq!((g[1].kind, g[1].size[1]), (GeomKind::Cylinder, 2.0));
    assert_eq!(g[2].size, [1.0, 2.0, 3.0]);
    let m: Vec<(&str, &str)> =
        l.spec.meshes.iter().map(|m| (m.meta.name.as_str(), m.file.as_str())).collect();
    assert_eq!(m, [("a", "pkgs/arm/meshes/a.stl"), ("a1", "pkgs/arm/meshes/a.stl")]);
    assert_eq!(l.warnings.list.len(), 1, "the repeated name");
    assert!(bad("<mujoco><compiler discardvisual='false'/></mujoco><link name='a'><visual><geometry><mesh filename='package://../../etc/passwd.stl'/></geometry></visual></link>").contains("not found in any package"));
}

#[test]
fn slips_are_reported_and_dialects_are_not() {
    let e = bad("<link name='a'><inertal/><collision><geometri/></collision></link><jont/><link nam='b'/>");
    for what in ["<inertal>", "<geometri>", "<jont>", "'nam'"] {
        assert!(e.contains(what), "{what} in {e}");
    }
    // what was misspelt is not told again as missing
    assert!(!e.contains("is missing"), "{e}");
    let e = bad("<link/><link name='a'><collision/></link>");
    assert!(e.contains("'name' is missing") && e.contains("<geometry> is missing"), "{e}");
    let l = good("<link name='a'><sensor/><my_own_tag/></link><gazebo reference='a'/><transmission/>");
    assert_eq!(l.warnings.list.len(), 1);
    assert!(bad(&[link("a"), joint("j", "hinge", "a", "a", "")].concat()).contains("'hinge' is not one of"));
}

#[test]
fn trees_only() {
    let ab = [link("a"), link("b")].concat();
    let two = format!("{ab}{}{}", joint("j", "revolute", "a", "b", ""), joint("k", "revolute", "b", "a", ""));
    assert!(bad(&two).contains("form a circle"));
    assert!(bad(&format!("{ab}{}", joint("j", "fixed", "a", "zz", ""))).contains("unknown link 'zz'"));
    assert!(
        bad(&format!("{ab}{}{}", joint("j", "fixed", "a", "b", ""), joint("k", "fixed", "a", "b", "")))
            .contains("another joint")
    );
    assert!(bad(&format!("{ab}{}", link("a"))).contains("defined twice"));
    let mimic = joint("j", "revolute", "a", "b", "<mimic joint='i'/>");
    assert!(bad(&format!("{ab}{mimic}")).contains("unknown joint 'i' in <mimic>"));
}

#[test]
fn a_long_chain_loads() {
    let mut xml = String::new();
    for k in 0..=5000 {
        xml.push_str(&format!("<link name='l{k}'/>"));
    }
    for k in 0..5000 {
        xml.push_str(&joint(&format!("j{k}"), "fixed", &format!("l{k}"), &format!("l{}", k + 1), ""));
    }
    assert_eq!(good(&xml).spec.bodies.len(), 5002);
    for k in 5000..10_000 {
        xml.push_str(&format!("<link name='l{}'/>", k + 1));
        xml.push_str(&joint(&format!("j{k}"), "fixed", &format!("l{k}"), &format!("l{}", k + 1), ""));
    }
    assert!(bad(&xml).contains("nested deeper than 10000"));
}

#[test]
fn impossible_inertias_are_bounded_with_a_warning() {
    let thin = "<link name='b'><inertial><mass value='1'/><inertia ixx='1' iyy='1' izz='9' ixy='0' ixz='0' iyz='0'/></inertial></link>";
    let l = good(&[link("a"), thin.into(), joint("j", "revolute", "a", "b", "")].concat());
    assert!(l.warnings.list[0].message.contains("A + B ≥ C"));
    let full = l.spec.bodies[2].fullinertia.unwrap();
    assert!(full[..3].iter().all(|x| (x - 11.0 / 3.0).abs() < 1e-12));
    let l = good(&[link("a"), "<link name='b'/>".into(), joint("j", "revolute", "a", "b", "")].concat());
    assert!(l.warnings.list[0].message.contains("without mass") && l.spec.bodies[2].mass > 0.0);
    // fixed links share their mass
    let l = good(
        &[
            link("a"),
            "<link name='b'/>".into(),
            link("c"),
            joint("j", "revolute", "a", "b", ""),
            joint("k", "fixed", "b", "c", ""),
        ]
        .concat(),
    );
    assert!(l.warnings.list.is_empty(), "{}", l.warnings);
}
