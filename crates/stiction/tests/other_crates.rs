//! Vectors, quaternions and poses of other crates: what they mean survives the way there and back.

use stiction::prelude::*;

#[test]
fn a_turned_point_is_the_same_point_in_glam() {
    let pose = Pose::new(Vec3([1.0, -2.0, 0.5]), Quat([0.5, 0.5, -0.5, 0.5]));
    let local = Vec3([0.3, 0.2, -0.7]);
    let ours = pose.point(local);
    let quat: glam::DQuat = mint::Quaternion::from(pose.quat).into();
    let [at, of] = [pose.pos, local].map(|v| glam::DVec3::from(mint::Vector3::from(v)));
    let theirs = quat * of + at;
    let matrix: glam::DMat4 = mint::ColumnMatrix4::from(pose).into();
    for back in [theirs, matrix.transform_point3(of)] {
        let back = Vec3::from(mint::Vector3::from(back));
        assert!((back - ours).norm() < 1e-15, "{back:?} {ours:?}");
    }
    assert_eq!(Quat::from(mint::Quaternion::from(quat)), pose.quat);
}
