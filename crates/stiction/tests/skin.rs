//! Vertices of a skin follow their bones: a triangle on a body that has turned by a quarter, one corner shared with a body that has not.

use stiction::dynamics::skin::{SkinShape, skin_shape};
use stiction::forward;
use stiction::prelude::*;

fn triangle(inflate: f64) -> String {
    format!(
        r#"<mujoco><worldbody>
          <body name="turns" pos="0 0 2"><joint axis="0 0 1"/><geom size=".1"/></body>
          <body name="stays" pos="0 0 2"><geom size=".1"/></body></worldbody>
        <deformable><skin inflate="{inflate}" vertex="1 0 2  0 1 2  0 0 3" face="0 1 2">
          <bone body="turns" bindpos="0 0 2" bindquat="1 0 0 0" vertid="0 1 2" vertweight="1 1 1"/>
          <bone body="stays" bindpos="0 0 2" bindquat="1 0 0 0" vertid="0" vertweight="1"/>
        </skin></deformable></mujoco>"#
    )
}

fn shape(inflate: f64) -> SkinShape {
    let m = Model::parse(&triangle(inflate)).expect("the model loads");
    let mut d = Data::new(&m);
    d.state.qpos[0] = std::f64::consts::FRAC_PI_2;
    forward(&m, &mut d).expect("forward");
    let mut out = SkinShape::default();
    // memory of an earlier shape leaves no trace
    out.vert.resize(7, [9.0; 3]);
    skin_shape(&m, &d.kin, 0, &mut out);
    out
}

fn close(a: [f32; 3], b: [f64; 3]) {
    assert!((0..3).all(|k| (f64::from(a[k]) - b[k]).abs() < 1e-6), "{a:?} {b:?}");
}

#[test]
fn corners_follow_their_bones() {
    let s = shape(0.0);
    assert_eq!(s.vert.len(), 3);
    close(s.vert[0], [0.5, 0.5, 2.0]); // the mean of (0, 1, 2), turned, and (1, 0, 2)
    close(s.vert[1], [-1.0, 0.0, 2.0]);
    close(s.vert[2], [0.0, 0.0, 3.0]);
}

#[test]
fn an_inflated_skin_is_moved_along_its_normals() {
    let [flat, thick] = [0.0, 0.1].map(shape);
    // (v₁ − v₀) × (v₂ − v₀) of the corners above
    let length = 2.75_f64.sqrt();
    for k in 0..3 {
        close(flat.normal[k], [-0.5 / length, 1.5 / length, 0.5 / length]);
        let moved = std::array::from_fn(|a| f64::from(flat.vert[k][a]) + 0.1 * f64::from(flat.normal[k][a]));
        close(thick.vert[k], moved);
    }
}
