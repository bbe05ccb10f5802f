//! What is written reads back to the same model.

use stiction_mjcf::files::MemoryAssets;
use stiction_mjcf::writer::write;
use stiction_mjcf::{LoadOptions, load, load_path};
use stiction_model::spec::{Meta, Spec};

/// Everything that must survive, without places in files and the notation of actuators.
fn essence(s: &Spec) -> String {
    let mut s = s.clone();
    s.sources.clear();
    s.authored.clear();
    let classes: Vec<String> = s.classes.iter().map(|c| c.name.clone()).collect();
    let mut out = String::new();
    macro_rules! all {
        ($($list:ident),*) => {$(
            for x in &mut s.$list {
                let class = classes.get(x.meta.class).cloned().unwrap_or_default();
                let name = std::mem::take(&mut x.meta.name);
                x.meta = Meta { name, ..Meta::default() };
                out.push_str(&format!("{} class {class} {x:?}\n", stringify!($list)));
            }
        )*};
    }
    for a in &mut s.actuators {
        a.kind = stiction_model::kinds::ActuatorShortcut::General;
    }
    for t in &mut s.tendons {
        t.path.iter_mut().for_each(|p| p.loc = None);
    }
    all!(
        bodies, joints, geoms, sites, cameras, lights, meshes, hfields, textures, materials, pairs, excludes
    );
    all!(equalities, tendons, actuators, sensors, numerics, texts, tuples, keys);
    for f in &s.frames {
        out.push_str(&format!("{:?} {:?} {:?} {:?} {}\n", f.pos, f.orient, f.scale, f.scaling, f.massscale));
    }
    out.push_str(&format!(
        "{:?}\n{:?}\n{:?}\n{:?}\n{:?}",
        s.compiler, s.option, s.visual, s.statistic, s.size
    ));
    out
}

fn round_trip(xml: &str) -> String {
    let opts = LoadOptions::default();
    let files = MemoryAssets::new();
    let first = load("m.xml", xml, &files, &opts).unwrap_or_else(|d| panic!("{d}")).spec;
    let text = write(&first);
    let second = load("again.xml", &text, &files, &opts).unwrap_or_else(|d| panic!("{d}\n{text}")).spec;
    for (a, b) in essence(&first).lines().zip(essence(&second).lines()) {
        assert_eq!(a, b, "\n{text}");
    }
    assert_eq!(essence(&first).lines().count(), essence(&second).lines().count());
    assert_eq!(write(&second), text, "writing is stable");
    text
}

#[test]
fn tree_classes_and_frames() {
    let text = round_trip(
        r#"<mujoco model="a &amp; b">
          <compiler angle="degree" eulerseq="XYZ" autolimits="false" inertiafromgeom="true"/>
          <option timestep="0.001" integrator="implicitfast" gravity="0 0 -1e-7"><flag contact="disable" energy="enable"/></option>
          <size nuser_geom="2" memory="1M"/>
          <visual><map znear="0.001"/><rgba haze="1 2 3 4"/><global offwidth="99"/><headlight active="false"/></visual>
          <statistic extent="2" center="0 0 1"/>
          <default>
            <geom friction="2 0.1" rgba="0.1 0.2 0.3 1"/><pair margin="0.5"/><equality solref="0.1 2"/>
            <default class="leg"><joint damping="1 2" range="-30 40" limited="true"/><geom type="capsule" size="0.1"/>
              <default class="foot"><geom size="0.2" material="grid"/><site size="0.3"/></default></default>
          </default>
          <asset>
            <texture name="t" builtin="checker" width="8" height="9" rgb1="1 0 0" mark="edge"/>
            <material name="grid" texture="t" texrepeat="3 4"/><material name="pbr"><layer texture="t" role="orm"/></material>
            <mesh name="m" vertex="0 0 0 1 0 0 0 1 0 0 0 1" scale="1 2 3" inertia="exact"/>
            <mesh name="ball" builtin="sphere" params="2"/>
            <hfield name="h" nrow="2" ncol="3" size="1 2 3 4" elevation="1 2 3 4 5 6"/>
          </asset>
          <worldbody>
            <light name="sun" pos="0 0 3" type="directional" castshadow="false"/>
            <camera name="eye" pos="1 2 3" xyaxes="1 0 0 0 0 1" fovy="60" mode="targetbody" target="torso"/>
            <geom name="floor" type="plane" size="1 1 1" class="main"/>
            <geom type="hfield" hfield="h"/>
            <frame name="f" pos="1 0 0" euler="10 20 30" scale="2 2 2"><geom name="first" size="1"/><site name="s1"/></frame>
            <body name="torso" childclass="leg" pos="0 0 1" axisangle="0 0 1 45" gravcomp="0.5">
              <inertial pos="0 0 0.1" mass="2" fullinertia="1 2 3 0.1 0.2 0.3"/>
              <freejoint name="root" align="true"/>
              <geom name="a" fromto="0 0 0 0 0 1" mass="0"/>
              <frame name="inner" pos="0 1 0" childclass="foot"><geom name="b" user="1 2"/></frame>
              <geom name="c"/>
              <frame pos="0 2 0"><geom name="d" zaxis="0 1 1"/><body name="shin" sleep="never" fuse="false">
                <joint name="knee" axis="0 1 0" ref="5" springref="-10"/><geom class="foot"/><geom class="main" size="1"/></body></frame>
              <body name="mo"><joint type="slide" range="-1 1" stiffness="1 2 3" solreflimit="0.1"/><geom/><site name="s2"/></body>
            </body>
            <body name="target" mocap="true"><geom contype="0" conaffinity="0" size="0.1"/></body>
          </worldbody>
          <contact><pair geom1="a" geom2="floor" condim="4" friction="1 1 0.1"/><exclude body1="torso" body2="shin"/></contact>
          <equality><weld body1="torso" body2="mo" relpose="1 2 3 1 0 0 0" torquescale="2" active="false"/>
            <connect site1="s1" site2="s2"/><joint joint1="knee" polycoef="0 1 2"/></equality>
          <tendon><fixed name="ft" range="0 1" limited="true"><joint joint="knee" coef="2"/></fixed>
            <spatial name="st" width="0.01" springlength="0.1 0.2" material="grid"><site site="s1"/><geom geom="first" sidesite="s2"/><pulley divisor="2"/><site site="s2"/></spatial></tendon>
          <sensor><framepos name="fp" objtype="xbody" objname="shin" reftype="site" refname="s1" noise="0.1"/>
            <contact geom1="a" subtree2="mo" data="found force dist" num="3" reduce="mindist"/><clock/>
            <rangefinder site="s1" data="dist point" cutoff="5"/><user dim="3" needstage="vel" datatype="axis"/>
            <insidesite site="s1" objtype="geom" objname="a"/><distance geom1="a" body2="mo"/></sensor>
          <custom><numeric name="n" size="3" data="1 2"/><text name="t" data="a &quot;quoted&quot; &lt;text&gt;"/>
            <tuple name="u"><element objtype="body" objname="torso" prm="0.5"/></tuple></custom>
          <keyframe><key name="k" time="2" qpos="1 2 3"/></keyframe>
        </mujoco>"#,
    );
    assert!(text.contains("childclass=\"leg\"") && text.contains("<default class=\"foot\">"));
    assert!(!text.contains("name=\"c\" class"), "a class in force is not repeated");
}

#[test]
fn actuators_of_every_kind() {
    round_trip(
        r#"<mujoco>
          <default><position kp="3" ctrlrange="0 1"/><default class="m"><muscle force="3"/></default>
            <default class="d"><dcmotor motorconst="1" resistance="2" input="pos vel"/></default></default>
          <worldbody><body name="b"><joint name="j"/><geom size="1"/><site name="s"/><body><joint name="q" type="ball"/><geom size="1"/></body></body></worldbody>
          <actuator>
            <position joint="j" timeconst="0.1"/><position joint="j" dampratio="1" inheritrange="0.9"/><motor joint="j" gear="2"/>
            <velocity joint="j" kv="3"/><intvelocity joint="j" kp="4" actrange="-1 1"/><damper joint="j" kv="2"/>
            <cylinder joint="j" area="2" bias="1 2 3"/><muscle joint="j" class="m"/><adhesion body="b" gain="4"/>
            <pid joint="j" ki="1" input="pos ff" ffrange="-2 2"/><orientation joint="q" input="quat"/>
            <dcmotor joint="j" class="d" lugre="1 2 3 4 5"/><general joint="j" input="" dyntype="user" actdim="3" user="1"/>
            <general site="s" refsite="s" gear="0 0 1" actearly="true" nsample="3" delay="0.1" interp="cubic"/>
          </actuator>
        </mujoco>"#,
    );
}

#[test]
fn parts_in_other_units_are_written_in_radians() {
    let mut files = MemoryAssets::new();
    files.insert(
        "d/c.xml",
        b"<mujoco model='c'><compiler angle='degree' meshdir='x'/><asset><mesh name='m' file='m.obj'/></asset>
          <worldbody><body name='b' euler='0 0 90'><joint range='-90 180'/><geom size='1'/></body></worldbody></mujoco>"
            .to_vec(),
    );
    let xml = "<mujoco><compiler angle='radian'/><asset><model file='d/c.xml'/></asset>
               <worldbody><body name='a'><joint range='-1 1'/><geom size='1'/></body><attach model='c' prefix='p'/></worldbody></mujoco>";
    let opts = LoadOptions::default();
    let text = write(&load("m.xml", xml, &files, &opts).unwrap().spec);
    let s = load("again.xml", &text, &files, &opts).unwrap().spec;
    assert!(s.origins.is_empty() && !s.compiler.degree);
    assert_eq!(s.joints[0].range, [-1.0, 1.0]);
    assert_eq!(s.joints[1].range, [-std::f64::consts::FRAC_PI_2, std::f64::consts::PI]);
    assert_eq!(s.meshes[0].file, "d/x/m.obj");
}

#[test]
fn our_models_and_the_test_models_are_stable() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../../");
    let mut files = Vec::new();
    let mut stack = vec![format!("{root}models"), format!("{root}../shared/models")];
    while let Some(dir) = stack.pop() {
        let Ok(list) = std::fs::read_dir(&dir) else { continue };
        for f in list.flatten() {
            let p = f.path();
            if p.is_dir() {
                stack.push(p.to_string_lossy().into_owned());
            } else if p.extension().is_some_and(|e| e == "xml") {
                files.push(p);
            }
        }
    }
    if files.is_empty() {
        eprintln!("SKIPPED: no model folders beside the repository");
        return;
    }
    let opts = LoadOptions { permissive: true, ..LoadOptions::default() };
    for f in files {
        // parts that only other files include do not load on their own
        let Ok(first) = load_path(&f, &opts) else { continue };
        let text = write(&first.spec);
        let disk = stiction_mjcf::files::DiskAssets::new(f.parent().unwrap());
        let second =
            load("again.xml", &text, &disk, &opts).unwrap_or_else(|d| panic!("{}: {d}", f.display())).spec;
        assert_eq!(write(&second), text, "{}", f.display());
    }
}
