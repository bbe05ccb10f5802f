//! What files mean: default classes, replicate, attach, shortcuts.

use stiction_mjcf::files::MemoryAssets;
use stiction_mjcf::{LoadOptions, load};
use stiction_model::assets::NoAssets;
use stiction_model::kinds::{BiasKind, DynKind, GainKind};
use stiction_model::spec::{Orient, Spec};

fn read(xml: &str) -> Spec {
    load("m.xml", xml, &NoAssets, &LoadOptions::default()).unwrap_or_else(|d| panic!("{d}")).spec
}

fn names<T>(list: &[T], name: impl Fn(&T) -> &str) -> Vec<String> {
    list.iter().map(|x| name(x).to_string()).collect()
}

#[test]
fn default_classes_nest_and_apply_by_childclass() {
    let s = read(
        r#"<mujoco>
          <default>
            <geom size="1" rgba="1 0 0 1"/>
            <default class="a"><geom size="2"/><joint damping="3"/>
              <default class="b"><geom rgba="0 1 0 1"/></default>
            </default>
          </default>
          <worldbody>
            <geom name="g0"/>
            <body childclass="a">
              <joint name="j"/>
              <geom name="g1"/>
              <geom name="g2" class="b" size="5"/>
              <geom name="g3" class="main"/>
              <frame childclass="b"><geom name="g4"/></frame>
              <body><geom name="g5"/><freejoint/></body>
            </body>
          </worldbody>
        </mujoco>"#,
    );
    let by = |n: &str| s.geoms.iter().find(|g| g.meta.name == n).unwrap();
    assert_eq!(by("g0").size[0], 1.0);
    assert_eq!((by("g1").size[0], by("g1").rgba[0]), (2.0, 1.0));
    assert_eq!((by("g2").size[0], by("g2").rgba[1]), (5.0, 1.0));
    assert_eq!(by("g3").size[0], 1.0);
    assert_eq!((by("g4").size[0], by("g4").rgba[1]), (2.0, 1.0));
    assert_eq!((by("g5").size[0], by("g5").rgba[0]), (2.0, 1.0));
    assert_eq!(s.joints[0].damping[0], 3.0);
    assert_eq!(s.joints[1].damping[0], 0.0, "a freejoint takes no defaults");
    assert_eq!(s.classes[s.class("b").unwrap()].parent, s.class("a"));
}

#[test]
fn an_orientation_replaces_the_classs_whatever_its_form() {
    let s = read(
        "<mujoco><default><geom euler='1 2 3' size='1'/></default><worldbody><geom quat='0 1 0 0'/><geom/></worldbody></mujoco>",
    );
    assert!(matches!(s.geoms[0].orient, Orient::Quat(q) if q.0 == [0.0, 1.0, 0.0, 0.0]));
    assert_eq!(s.geoms[1].orient, Orient::Euler([1.0, 2.0, 3.0]));
}

#[test]
fn sections_may_repeat_and_later_values_win() {
    let s = read(
        "<mujoco><option timestep='1' density='2'/><worldbody><geom name='a' size='1'/></worldbody>
         <option timestep='3'><flag contact='disable' energy='enable'/></option><worldbody><geom name='b' size='1'/></worldbody>
         <option><flag contact='enable' gravity='disable'/></option></mujoco>",
    );
    assert_eq!((s.option.timestep, s.option.density), (3.0, 2.0));
    assert_eq!((s.option.disableflags, s.option.enableflags), (128, 2));
    assert_eq!(names(&s.geoms, |g| &g.meta.name), ["a", "b"]);
}

#[test]
fn replicate_names_poses_and_relations() {
    let s = read(
        r#"<mujoco>
          <worldbody>
            <site name="home"/>
            <replicate count="12" sep="_" offset="1 0 0" euler="0 0 90">
              <body name="b" pos="0 0 1"><joint name="j"/><geom name="g" size=".1"/><site name="s"/></body>
            </replicate>
          </worldbody>
          <tendon><spatial name="t"><site site="home"/><site site="s"/></spatial></tendon>
          <actuator><motor name="m" joint="j"/><motor name="mt" tendon="t"/></actuator>
          <sensor><jointpos name="q" joint="j"/></sensor>
          <contact><exclude body1="world" body2="b"/></contact>
        </mujoco>"#,
    );
    assert_eq!(s.bodies.len(), 13);
    assert_eq!(s.bodies[1].meta.name, "b_00");
    assert_eq!(s.bodies[12].meta.name, "b_11");
    assert_eq!(names(&s.sensors, |x| &x.meta.name)[3], "q_03");
    assert_eq!((s.tendons.len(), s.actuators.len(), s.sensors.len(), s.excludes.len()), (12, 24, 12, 12));
    assert_eq!(s.actuators[1].target, "t_00");
    assert_eq!(s.excludes[5].bodyname2, "b_05");
    assert_eq!(s.excludes[5].bodyname1, "world");
    // four turns by 90° close a square of side 1
    let frame = |k: usize| s.frames[s.bodies[k].frame.unwrap()].clone();
    for (k, want) in [(1, [0.0, 0.0]), (2, [1.0, 0.0]), (3, [1.0, 1.0]), (4, [0.0, 1.0]), (5, [0.0, 0.0])] {
        let p = frame(k).pos;
        assert!((p[0] - want[0]).abs() < 1e-12 && (p[1] - want[1]).abs() < 1e-12, "{k}: {p:?}");
    }
}

#[test]
fn nested_replicates_append_inner_suffixes_first() {
    let s = read(
        r#"<mujoco><worldbody>
            <replicate count="2" offset="0 1 0" euler="90 0 0">
              <replicate count="2" sep="-" offset="1 0 0" euler="0 90 0"><site name="Alice"/></replicate>
            </replicate></worldbody>
          <sensor><accelerometer name="Bob" site="Alice"/></sensor></mujoco>"#,
    );
    assert_eq!(names(&s.sites, |x| &x.meta.name), ["Alice-00", "Alice-10", "Alice-01", "Alice-11"]);
    assert_eq!(names(&s.sensors, |x| &x.meta.name), ["Bob-00", "Bob-10", "Bob-01", "Bob-11"]);
}

const CHILD: &str = r#"<mujoco model="arm">
  <compiler angle="radian" meshdir="m"/>
  <default><geom rgba="1 0 0 1"/><default class="thin"><geom size="0.5"/></default></default>
  <asset><material name="mat"/><mesh name="box" file="box.obj"/></asset>
  <worldbody>
    <body name="base" childclass="thin"><joint name="j" range="-1 1"/><geom name="g" material="mat"/>
      <body name="tip"><joint name="k"/><geom/><site name="end"/></body></body>
    <body name="other"><joint name="o"/><geom/></body>
  </worldbody>
  <actuator><motor name="a" joint="j"/><motor name="b" joint="o"/></actuator>
  <sensor><framepos name="f" objtype="site" objname="end"/></sensor>
  <keyframe><key name="home" qpos="0.1 0.2 0.3" ctrl="5 6"/></keyframe>
</mujoco>"#;

#[test]
fn attach_brings_what_refers_to_the_part() {
    let mut files = MemoryAssets::new();
    files.insert("sub/arm.xml", CHILD.as_bytes().to_vec());
    let xml = r#"<mujoco>
      <asset><model name="arm" file="sub/arm.xml"/></asset>
      <worldbody>
        <body name="root"><joint name="r"/><geom size="1"/>
          <frame pos="0 0 1"><attach model="arm" body="base" prefix="L_"/></frame></body>
      </worldbody>
    </mujoco>"#;
    let s = load("m.xml", xml, &files, &LoadOptions::default()).unwrap_or_else(|d| panic!("{d}")).spec;
    assert_eq!(names(&s.bodies, |b| &b.meta.name), ["world", "root", "L_base", "L_tip"]);
    assert_eq!((s.bodies[2].parent, s.bodies[3].parent), (1, 2));
    assert_eq!(s.frames[s.bodies[2].frame.unwrap()].pos[2], 1.0);
    assert_eq!(s.bodies[2].childclass, "L_thin");
    assert_eq!(s.geoms[1].material, "L_mat");
    assert_eq!((s.geoms[1].size[0], s.geoms[1].rgba), (0.5, [1.0, 0.0, 0.0, 1.0]));
    assert_eq!(names(&s.materials, |m| &m.meta.name), ["L_mat"]);
    assert_eq!(names(&s.actuators, |a| &a.meta.name), ["L_a"], "the other body's motor stays away");
    assert_eq!(s.sensors[0].objname, "L_end");
    // the child's own compiler settings go with its elements
    assert!(s.compiler_of(&s.joints[0].meta).degree && !s.compiler_of(&s.joints[1].meta).degree);
    assert_eq!(s.compiler_of(&s.meshes[0].meta).meshdir, "sub/m");
    // its keyframe stands at the places of its joints; the rest is left to the default
    let q = &s.keys[0].qpos;
    assert_eq!(s.keys[0].meta.name, "L_home");
    assert!(q[0].is_nan() && q[1] == 0.1 && q[2] == 0.2 && q.len() == 3);
    assert_eq!(s.keys[0].ctrl, [5.0]);
}

#[test]
fn attach_whole_models_and_parts_of_this_one() {
    let mut files = MemoryAssets::new();
    files.insert("arm.xml", CHILD.as_bytes().to_vec());
    let xml = r#"<mujoco>
      <asset><model file="arm.xml"/></asset>
      <worldbody>
        <attach model="arm" prefix="1"/><attach model="arm" prefix="2"/>
        <body name="xbox"><geom name="xg" size="1"/></body>
        <frame pos="1 0 0"><attach body="xbox" prefix="copy"/></frame>
      </worldbody>
    </mujoco>"#;
    let s = load("m.xml", xml, &files, &LoadOptions::default()).unwrap_or_else(|d| panic!("{d}")).spec;
    assert_eq!(
        names(&s.bodies, |b| &b.meta.name),
        ["world", "1base", "1tip", "1other", "2base", "2tip", "2other", "xbox", "copyxbox"]
    );
    assert_eq!(names(&s.actuators, |a| &a.meta.name), ["1a", "1b", "2a", "2b"]);
    assert_eq!(s.origins.len(), 1, "equal settings are kept once");
    let e = load("m.xml", &xml.replace("prefix=\"copy\"", "prefix=\"\""), &files, &LoadOptions::default());
    assert!(e.unwrap_err().to_string().contains("already exists"));
    let e = load("m.xml", &xml.replace("body=\"xbox\"", "body=\"xbx\""), &files, &LoadOptions::default());
    assert!(e.unwrap_err().to_string().contains("did you mean 'xbox'?"));
}

#[test]
fn actuator_shortcuts_expand_and_inherit() {
    let s = read(
        r#"<mujoco>
          <default>
            <position kp="5" kv="1" ctrlrange="-1 1"/>
            <default class="v"><velocity kv="2"/></default>
            <default class="g"><general gaintype="fixed" gainprm="7" biasprm="1 2 -3"/></default>
          </default>
          <worldbody><body name="b"><joint name="j"/><geom size="1"/></body></worldbody>
          <actuator>
            <position joint="j" kp="6"/>
            <motor joint="j"/>
            <position joint="j" class="v"/>
            <velocity joint="j" class="v"/>
            <position joint="j" class="g"/>
            <general joint="j"/>
            <muscle joint="j" force="10"/>
            <cylinder joint="j" diameter="2"/>
            <pid joint="j" ki="3" input="pos vel ff"/>
            <dcmotor joint="j" motorconst="1 4" resistance="2" controller="1 2"/>
          </actuator>
        </mujoco>"#,
    );
    let a = &s.actuators;
    assert_eq!((a[0].gainprm[0], a[0].biasprm[1], a[0].biasprm[2]), (6.0, -6.0, -1.0));
    assert_eq!((a[1].gainprm[0], a[1].biastype, a[1].ctrlrange), (1.0, BiasKind::None, [-1.0, 1.0]));
    assert_eq!(a[2].gainprm[0], 5.0, "kp comes from the parent class's position default");
    assert_eq!((a[3].gainprm[0], a[3].biasprm[2]), (2.0, -2.0));
    assert_eq!((a[4].gainprm[0], a[4].biasprm[1], a[4].biasprm[2]), (7.0, -7.0, -3.0));
    assert_eq!((a[5].gainprm[0], a[5].biastype), (5.0, BiasKind::Affine));
    assert_eq!((a[6].gainprm[2], a[6].gainprm[3], a[6].dyntype), (10.0, 200.0, DynKind::Muscle));
    assert!((a[7].gainprm[0] - std::f64::consts::PI).abs() < 1e-15);
    assert_eq!(
        (a[8].gaintype, a[8].gainprm[0], a[8].ctrlspec, a[8].biasprm[1]),
        (GainKind::Pid, 3.0, 7, -1.0)
    );
    assert_eq!((a[9].gainprm[0], a[9].gainprm[1], a[9].actdim), (2.0, 2.0, 1));
}

#[test]
fn settings_attached_models_disagree_on() {
    let mut files = MemoryAssets::new();
    files.insert("c.xml", b"<mujoco model='c'><option timestep='0.001' iterations='7'/><worldbody><body name='b'/></worldbody></mujoco>".to_vec());
    let xml = |conflict: &str| {
        format!(
            "<mujoco><compiler conflict='{conflict}'/><option timestep='0.004'/><asset><model file='c.xml'/></asset>
             <worldbody><attach model='c' prefix='p'/></worldbody></mujoco>"
        )
    };
    let go = |c: &str| load("m.xml", &xml(c), &files, &LoadOptions::default());
    let l = go("warning").unwrap();
    assert_eq!((l.spec.option.timestep, l.spec.option.iterations, l.warnings.list.len()), (0.004, 100, 1));
    let l = go("merge").unwrap();
    assert_eq!((l.spec.option.timestep, l.spec.option.iterations), (0.001, 7));
    assert!(go("error").unwrap_err().to_string().contains("timestep"));
}
