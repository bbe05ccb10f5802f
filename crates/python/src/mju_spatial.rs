//! `mju_` helpers: 3-vectors, quaternions, poses.
#![allow(non_snake_case)]

use crate::args::{In, Out, OutMat, check};
use crate::errors::FatalError;
use pyo3::prelude::*;
use stiction_spatial::{Mat3, Pose, Quat, Vec3};

type V3 = In<3>;
type V4 = In<4>;

fn v(a: &In<3>) -> Vec3 {
    Vec3(a.0)
}
fn q(a: &In<4>) -> Quat {
    Quat(a.0)
}

/// Sets a vector to zero.
#[pyfunction]
fn mju_zero3(mut res: Out<'_, 3>) {
    res.set([0.0; 3]);
}
/// res = data
#[pyfunction]
fn mju_copy3(mut res: Out<'_, 3>, data: V3) {
    res.set(data.0);
}
/// res = vec · scl
#[pyfunction]
fn mju_scl3(mut res: Out<'_, 3>, vec: V3, scl: f64) {
    res.set((v(&vec) * scl).0);
}
/// res = vec1 + vec2
#[pyfunction]
fn mju_add3(mut res: Out<'_, 3>, vec1: V3, vec2: V3) {
    res.set((v(&vec1) + v(&vec2)).0);
}
/// res = vec1 − vec2
#[pyfunction]
fn mju_sub3(mut res: Out<'_, 3>, vec1: V3, vec2: V3) {
    res.set((v(&vec1) - v(&vec2)).0);
}
/// res += vec
#[pyfunction]
fn mju_addTo3(mut res: Out<'_, 3>, vec: V3) {
    res.set((Vec3(res.get()) + v(&vec)).0);
}
/// res −= vec
#[pyfunction]
fn mju_subFrom3(mut res: Out<'_, 3>, vec: V3) {
    res.set((Vec3(res.get()) - v(&vec)).0);
}
/// res += vec · scl
#[pyfunction]
fn mju_addToScl3(mut res: Out<'_, 3>, vec: V3, scl: f64) {
    res.set((Vec3(res.get()) + v(&vec) * scl).0);
}
/// res = vec1 + vec2 · scl
#[pyfunction]
fn mju_addScl3(mut res: Out<'_, 3>, vec1: V3, vec2: V3, scl: f64) {
    res.set((v(&vec1) + v(&vec2) * scl).0);
}
/// Normalises a vector and returns its length; a zero vector becomes the x axis.
#[pyfunction]
fn mju_normalize3(mut vec: Out<'_, 3>) -> f64 {
    let (unit, n) = Vec3(vec.get()).normalized();
    vec.set(unit.0);
    n
}
/// Length of a vector.
#[pyfunction]
fn mju_norm3(vec: V3) -> f64 {
    v(&vec).norm()
}
/// vec1 · vec2
#[pyfunction]
fn mju_dot3(vec1: V3, vec2: V3) -> f64 {
    v(&vec1).dot(v(&vec2))
}
/// Distance of two points.
#[pyfunction]
fn mju_dist3(pos1: V3, pos2: V3) -> f64 {
    (v(&pos1) - v(&pos2)).norm()
}
/// res = a × b
#[pyfunction]
fn mju_cross(mut res: Out<'_, 3>, a: V3, b: V3) {
    res.set(v(&a).cross(v(&b)).0);
}
/// res = mat · vec
#[pyfunction]
fn mju_mulMatVec3(mut res: Out<'_, 3>, mat: In<9>, vec: V3) {
    res.set(Mat3(mat.0).mul_vec(v(&vec)).0);
}
/// res = matᵀ · vec
#[pyfunction]
fn mju_mulMatTVec3(mut res: Out<'_, 3>, mat: In<9>, vec: V3) {
    res.set(Mat3(mat.0).tr_mul_vec(v(&vec)).0);
}
/// Sets a 4-vector to zero.
#[pyfunction]
fn mju_zero4(mut res: Out<'_, 4>) {
    res.set([0.0; 4]);
}
/// Sets the unit quaternion (1, 0, 0, 0).
#[pyfunction]
fn mju_unit4(mut res: Out<'_, 4>) {
    res.set(Quat::IDENTITY.0);
}
/// res = data
#[pyfunction]
fn mju_copy4(mut res: Out<'_, 4>, data: V4) {
    res.set(data.0);
}
/// Normalises a quaternion and returns its length; zero becomes the unit quaternion.
#[pyfunction]
fn mju_normalize4(mut vec: Out<'_, 4>) -> f64 {
    let quat = Quat(vec.get());
    vec.set(quat.normalized().0);
    quat.norm()
}
/// Rotates a vector by a quaternion.
#[pyfunction]
fn mju_rotVecQuat(mut res: Out<'_, 3>, vec: V3, quat: V4) {
    res.set(q(&quat).rotate(v(&vec)).0);
}
/// Conjugate quaternion: the opposite rotation.
#[pyfunction]
fn mju_negQuat(mut res: Out<'_, 4>, quat: V4) {
    res.set(q(&quat).conj().0);
}
/// Product of quaternions.
#[pyfunction]
fn mju_mulQuat(mut res: Out<'_, 4>, quat1: V4, quat2: V4) {
    res.set(q(&quat1).mul_quat(q(&quat2)).0);
}
/// Product of a quaternion and a vector taken as a quaternion.
#[pyfunction]
fn mju_mulQuatAxis(mut res: Out<'_, 4>, quat: V4, axis: V3) {
    let a = axis.0;
    res.set(q(&quat).mul_quat(Quat([0.0, a[0], a[1], a[2]])).0);
}
/// Quaternion of a rotation about a unit axis.
#[pyfunction]
fn mju_axisAngle2Quat(mut res: Out<'_, 4>, axis: V3, angle: f64) {
    res.set(Quat::from_axis_angle(v(&axis), angle).0);
}
/// Angular velocity that makes this rotation in time dt.
#[pyfunction]
fn mju_quat2Vel(mut res: Out<'_, 3>, quat: V4, dt: f64) {
    res.set(q(&quat).to_rotation_vector().0.map(|x| x / dt));
}
/// Rotation vector from qb to qa, in the frame of qb: qb · exp(res) = qa.
#[pyfunction]
fn mju_subQuat(mut res: Out<'_, 3>, qa: V4, qb: V4) {
    res.set(q(&qa).difference(q(&qb)).0);
}
/// Rotation matrix of a quaternion.
#[pyfunction]
fn mju_quat2Mat(mut res: Out<'_, 9>, quat: V4) {
    res.set(q(&quat).to_mat().0);
}
/// Quaternion of a rotation matrix.
#[pyfunction]
fn mju_mat2Quat(mut quat: Out<'_, 4>, mat: In<9>) {
    quat.set(Quat::from_mat(&Mat3(mat.0)).0);
}
/// Time derivative of a quaternion that turns with angular velocity `vel`.
#[pyfunction]
fn mju_derivQuat(mut res: Out<'_, 4>, quat: V4, vel: V3) {
    let w = vel.0;
    res.set(Quat([0.0, w[0], w[1], w[2]]).mul_quat(q(&quat)).0.map(|x| 0.5 * x));
}
/// Turns a quaternion with the local angular velocity `vel` for time `scale`.
#[pyfunction]
fn mju_quatIntegrate(mut quat: Out<'_, 4>, vel: V3, scale: f64) {
    let turned = Quat(quat.get()).integrate(v(&vel), scale);
    quat.set(turned.0);
}
/// Shortest rotation from the z axis to a vector.
#[pyfunction]
fn mju_quatZ2Vec(mut quat: Out<'_, 4>, vec: V3) {
    quat.set(Quat::from_z_to(v(&vec)).0);
}
/// Quaternion of Euler angles; lower-case axes move with the body, upper-case axes are fixed.
#[pyfunction]
fn mju_euler2Quat(mut quat: Out<'_, 4>, euler: V3, seq: &str) -> PyResult<()> {
    if seq.len() != 3 {
        return Err(FatalError::new_err("mju_euler2Quat: seq must contain exactly 3 characters"));
    }
    let mut total = Quat::IDENTITY;
    for (i, c) in seq.chars().enumerate() {
        let axis = match c.to_ascii_lowercase() {
            'x' => Vec3::X,
            'y' => Vec3::Y,
            'z' => Vec3::Z,
            _ => {
                let message = format!("mju_euler2Quat: seq[{i}] is '{c}', should be one of x, y, z, X, Y, Z");
                return Err(FatalError::new_err(message));
            }
        };
        let turn = Quat::from_axis_angle(axis, euler.0[i]);
        total = if c.is_ascii_lowercase() { total.mul_quat(turn) } else { turn.mul_quat(total) };
    }
    quat.set(total.0);
    Ok(())
}
/// Product of poses.
#[pyfunction]
fn mju_mulPose(mut posres: Out<'_, 3>, mut quatres: Out<'_, 4>, pos1: V3, quat1: V4, pos2: V3, quat2: V4) {
    let product = Pose::new(v(&pos1), q(&quat1)) * Pose::new(v(&pos2), q(&quat2));
    posres.set(product.pos.0);
    quatres.set(product.quat.normalized().0);
}
/// Inverse of a pose.
#[pyfunction]
fn mju_negPose(mut posres: Out<'_, 3>, mut quatres: Out<'_, 4>, pos: V3, quat: V4) {
    let inverse = Pose::new(v(&pos), q(&quat)).inverse();
    posres.set(inverse.pos.0);
    quatres.set(inverse.quat.0);
}
/// Transforms a point by a pose.
#[pyfunction]
fn mju_trnVecPose(mut res: Out<'_, 3>, pos: V3, quat: V4, vec: V3) {
    res.set(Pose::new(v(&pos), q(&quat)).point(v(&vec)).0);
}
/// Moves a spatial vector (angular, linear) to another point and frame.
#[pyfunction]
fn mju_transformSpatial(
    mut res: Out<'_, 6>,
    vec: In<6>,
    flg_force: i32,
    newpos: V3,
    oldpos: V3,
    rotnew2old: In<9>,
) {
    let x = vec.0;
    let (mut ang, mut lin) = (Vec3([x[0], x[1], x[2]]), Vec3([x[3], x[4], x[5]]));
    let shift = v(&newpos) - v(&oldpos);
    if flg_force != 0 {
        ang -= shift.cross(lin);
    } else {
        lin -= shift.cross(ang);
    }
    let rot = Mat3(rotnew2old.0);
    let (a, l) = (rot.tr_mul_vec(ang).0, rot.tr_mul_vec(lin).0);
    res.set([a[0], a[1], a[2], l[0], l[1], l[2]]);
}
/// Rotation part of a 3×3 matrix, starting from `quat`; returns the number of iterations.
#[pyfunction]
fn mju_mat2Rot(mut quat: Out<'_, 4>, mat: In<9>) -> i32 {
    // Müller, Bender, Chentanez, Macklin 2016: ω = Σ rᵢ × aᵢ / (|Σ rᵢ · aᵢ| + ε), q ← exp(ω) q
    let a = Mat3(mat.0);
    let mut rot = Quat(quat.get());
    let mut done = 500;
    for iteration in 0..500 {
        let r = rot.to_mat();
        let (mut turn, mut along) = (Vec3([0.0; 3]), 0.0);
        for k in 0..3 {
            turn += r.col(k).cross(a.col(k));
            along += r.col(k).dot(a.col(k));
        }
        let (axis, angle) = (turn * (1.0 / (along.abs() + stiction_spatial::MIN_VAL))).normalized();
        if angle < 1e-9 {
            done = iteration;
            break;
        }
        rot = Quat::from_axis_angle(axis, angle).mul_quat(rot).normalized();
    }
    quat.set(rot.0);
    done
}
/// Derivatives of `mju_subQuat` (3×3, row-major) with respect to qa and qb; either may be None.
#[pyfunction]
fn mjd_subQuat(qa: V4, qb: V4, Da: Option<OutMat<'_>>, Db: Option<OutMat<'_>>) -> PyResult<()> {
    let right = |m: &Option<OutMat<'_>>| m.as_ref().is_none_or(|m| m.len() == 9);
    check(right(&Da), "Da should have size 9")?;
    check(right(&Db), "Db should have size 9")?;
    // inverse of the right Jacobian of the exponential map
    let (axis, angle) = q(&qa).difference(q(&qb)).normalized();
    let half = 0.5 * angle;
    let k = Mat3::skew(axis);
    let kk = k.mul_mat(&k);
    let coefficient = 1.0 - if half < 6e-8 { 1.0 } else { half / libm::tan(half) };
    let mut d = Mat3::IDENTITY.0;
    for i in 0..9 {
        d[i] += half * k.0[i] + coefficient * kk.0[i];
    }
    if let Some(mut out) = Da {
        out.set(&d);
    }
    if let Some(mut out) = Db {
        out.set(&Mat3(d).transpose().0.map(|x| -x));
    }
    Ok(())
}
/// Derivatives of `mju_quatIntegrate` with respect to the quaternion, the velocity and the scale.
#[pyfunction]
fn mjd_quatIntegrate(
    vel: V3,
    scale: f64,
    mut Dquat: Out<'_, 9>,
    mut Dvel: Out<'_, 9>,
    mut Dscale: Out<'_, 3>,
) {
    let s = v(&vel) * scale;
    let xx = s.dot(s);
    let x = xx.sqrt();
    let a = libm::cos(x);
    // sin x / x, (1 − cos x) / x², (x − sin x) / x³; series below 1/32, where the differences lose digits
    let (b, c, d) = if x > 1.0 / 32.0 {
        let b = libm::sin(x) / x;
        (b, (1.0 - a) / xx, (1.0 - b) / xx)
    } else {
        (
            1.0 - xx / 6.0 * (1.0 - xx / 20.0 * (1.0 - xx / 42.0)),
            0.5 * (1.0 - xx / 12.0 * (1.0 - xx / 30.0 * (1.0 - xx / 56.0))),
            (1.0 - xx / 20.0 * (1.0 - xx / 42.0 * (1.0 - xx / 72.0))) / 6.0,
        )
    };
    let (eye, skew) = (Mat3::IDENTITY, Mat3::skew(s));
    let (mut dq, mut dv) = ([0.0; 9], [0.0; 9]);
    for i in 0..9 {
        let outer = s[i / 3] * s[i % 3];
        dq[i] = a * eye.0[i] - b * skew.0[i] + c * outer;
        dv[i] = b * eye.0[i] - c * skew.0[i] + d * outer;
    }
    Dquat.set(dq);
    Dvel.set(dv);
    Dscale.set(Mat3(dv).mul_vec(v(&vel)).0);
}

/// Adds the functions to a module.
pub fn register(m: &Bound<'_, PyModule>) -> PyResult<()> {
    macro_rules! add {
        ($($f:ident),* $(,)?) => { $( m.add_function(wrap_pyfunction!($f, m)?)?; )* };
    }
    add!(
        mju_zero3,
        mju_copy3,
        mju_scl3,
        mju_add3,
        mju_sub3,
        mju_addTo3,
        mju_subFrom3,
        mju_addToScl3,
        mju_addScl3,
        mju_normalize3,
        mju_norm3,
        mju_dot3,
        mju_dist3,
        mju_cross,
        mju_mulMatVec3,
        mju_mulMatTVec3,
        mju_zero4,
        mju_unit4,
        mju_copy4,
        mju_normalize4,
        mju_rotVecQuat,
        mju_negQuat,
        mju_mulQuat,
        mju_mulQuatAxis,
        mju_axisAngle2Quat,
        mju_quat2Vel,
        mju_subQuat,
        mju_quat2Mat,
        mju_mat2Quat,
        mju_derivQuat,
        mju_quatIntegrate,
        mju_quatZ2Vec,
        mju_euler2Quat,
        mju_mulPose,
        mju_negPose,
        mju_trnVecPose,
        mju_transformSpatial,
        mju_mat2Rot,
        mjd_subQuat,
        mjd_quatIntegrate,
    );
    Ok(())
}
