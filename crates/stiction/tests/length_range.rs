//! Length ranges of muscles: the compiler simulates them, as the reference engine does.

use stiction::Model;
use stiction::ModelExt;

const ARM: &str = r#"
<mujoco>
  <worldbody>
    <site name="w" pos="0.05 0 0.3"/>
    <body>
      <joint name="a" axis="0 1 0" range="-60 60" limited="true"/>
      <geom type="capsule" size="0.03" fromto="0 0 0 0.4 0 0" contype="0" conaffinity="0"/>
      <site name="s1" pos="0.2 0 0.05"/>
      <body pos="0.4 0 0">
        <joint name="b" axis="0 1 0" range="-10 60" limited="true"/>
        <geom type="capsule" size="0.03" fromto="0 0 0 0.3 0 0" contype="0" conaffinity="0"/>
        <site name="s2" pos="0.1 0 0.08"/>
      </body>
    </body>
  </worldbody>
  <tendon>
    <spatial name="t"><site site="w"/><site site="s1"/></spatial>
    <spatial name="t2"><site site="s1"/><site site="s2"/></spatial>
    <fixed name="f"><joint joint="a" coef="0.1"/><joint joint="b" coef="-0.05"/></fixed>
  </tendon>
  <actuator>
    <muscle tendon="t"/><muscle tendon="t2"/><muscle joint="b" gear="-0.05"/><muscle tendon="f"/>
  </actuator>
</mujoco>"#;

/// MuJoCo 4.0.0 on the same model.
const REFERENCE: [[f64; 2]; 4] = [
    [0.10199253, 0.45785137],
    [0.28825998, 0.33421777],
    [-0.05240151, 0.00875521],
    [-0.15713354, 0.11347913],
];

#[test]
fn muscles_get_the_reference_ranges() {
    let m = Model::from_xml_string(ARM).expect("a valid model");
    for (got, want) in m.actuator.lengthrange.iter().zip(REFERENCE) {
        for k in 0..2 {
            assert!((got[k] - want[k]).abs() < 1e-6, "{:?}", m.actuator.lengthrange);
        }
    }
    assert_eq!(m.opt.disableflags, 0, "options are restored");
}

#[test]
fn limits_stand_in_for_simulation() {
    let limited =
        ARM.replace("<worldbody>", "<compiler><lengthrange uselimit=\"true\"/></compiler><worldbody>");
    let m = Model::from_xml_string(&limited).expect("a valid model");
    assert_eq!(m.actuator.lengthrange[2], m.jnt.range[1]);
}

#[test]
fn a_length_that_never_settles_is_an_error_that_says_so() {
    let free = ARM.replace("limited=\"true\"", "limited=\"false\"");
    let e = Model::from_xml_string(&free).expect_err("spins for ever").to_string();
    assert!(e.contains("length"), "{e}");
}

/// A file cannot ask for a simulation without end.
#[test]
fn endless_simulations_are_refused() {
    for lengthrange in [r#"inttotal="1e99""#, r#"timestep="1e-99""#, r#"inttotal="2000""#] {
        let text =
            ARM.replace("<mujoco>", &format!("<mujoco><compiler><lengthrange {lengthrange}/></compiler>"));
        let why = Model::from_xml_string(&text).unwrap_err().to_string();
        assert!(why.contains("more than 100000 steps"), "{lengthrange}: {why}");
    }
    let text = ARM.replace("<mujoco>", "<mujoco><compiler><lengthrange inttotal=\"20\"/></compiler>");
    assert!(Model::from_xml_string(&text).is_ok());
}
