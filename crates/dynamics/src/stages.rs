//! Outputs of the stages of the smooth part of a step, one writer each.
//!
//! Field names, types and shapes are those of `mjData`. `allocate(m)` sizes every array once; no stage allocates later.

use stiction_model::{Model, fields};
use stiction_spatial::{Force, Inertia, Mat3, Motion, Quat, Vec3};

/// A sparse row: ascending columns and their values.
#[derive(Clone, Copy, Debug, Default)]
pub struct SparseRow<'a> {
    /// Columns.
    pub cols: &'a [i32],
    /// One value for each.
    pub vals: &'a [f64],
}

impl SparseRow<'_> {
    /// The first `n` entries.
    pub fn head(&self, n: usize) -> Self {
        SparseRow { cols: &self.cols[..n], vals: &self.vals[..n] }
    }

    /// Column and value of every entry.
    pub fn entries(&self) -> impl Iterator<Item = (usize, f64)> + Clone {
        self.cols.iter().zip(self.vals).map(|(&c, &v)| (c as usize, v))
    }
}

fields! {
    /// Poses of everything. Written by `kinematics`.
    pub struct Kinematics("") {
        xpos: Vec<Vec3>,
        xquat: Vec<Quat>,
        xmat: Vec<Mat3>,
        xipos: Vec<Vec3>,
        xiquat: Vec<Quat>,
        ximat: Vec<Mat3>,
        xanchor: Vec<Vec3>,
        xaxis: Vec<Vec3>,
        geom_xpos: Vec<Vec3>,
        geom_xquat: Vec<Quat>,
        geom_xmat: Vec<Mat3>,
        site_xpos: Vec<Vec3>,
        site_xquat: Vec<Quat>,
        site_xmat: Vec<Mat3>,
        cam_xpos: Vec<Vec3>,
        cam_xmat: Vec<Mat3>,
        light_xpos: Vec<Vec3>,
        light_xdir: Vec<Vec3>,
    }
}

fields! {
    /// Quantities about subtree centres of mass. Written by `com`.
    pub struct Com("") {
        subtree_com: Vec<Vec3>,
        cdof: Vec<Motion>,
        cinert: Vec<Inertia>,
    }
}

fields! {
    /// Joint-space inertia and its factor M = LᵀDL. Written by `crba`.
    #[allow(non_snake_case)]
    pub struct MassMatrix("") {
        crb: Vec<Inertia>,
        M: Vec<f64>,
        qLD: Vec<f64>,
        qLDiagInv: Vec<f64>,
    }
}

fields! {
    /// Tendon paths, lengths, Jacobian (pattern: `model.sparse.ten_J_*`). Written by `tendon`.
    #[allow(non_snake_case)]
    pub struct Tendons("") {
        ten_wrapadr: Vec<i32>,
        ten_wrapnum: Vec<i32>,
        ten_J: Vec<f64>,
        ten_length: Vec<f64>,
        wrap_obj: Vec<[i32; 2]>,
        wrap_xpos: Vec<[f64; 6]>,
    }
}

fields! {
    /// Actuator lengths and moment arms (CSR rows over force outputs). Written by `transmission`.
    pub struct Transmissions("") {
        actuator_length: Vec<f64>,
        moment_rownnz: Vec<i32>,
        moment_rowadr: Vec<i32>,
        moment_colind: Vec<i32>,
        actuator_moment: Vec<f64>,
    }
}

fields! {
    /// Velocities. Written by `velocity` (`ten_velocity`, `actuator_velocity` as J q̇).
    pub struct Velocities("") {
        ten_velocity: Vec<f64>,
        actuator_velocity: Vec<f64>,
        cvel: Vec<Motion>,
        cdof_dot: Vec<Motion>,
    }
}

fields! {
    /// c(q, v): gravity, Coriolis and centrifugal forces. Written by `rnea`.
    pub struct Bias("") {
        qfrc_bias: Vec<f64>,
    }
}

fields! {
    /// Passive forces. Written by `passive`.
    pub struct Passive("") {
        qfrc_spring: Vec<f64>,
        qfrc_damper: Vec<f64>,
        qfrc_gravcomp: Vec<f64>,
        qfrc_fluid: Vec<f64>,
        qfrc_adhesion: Vec<f64>,
        qfrc_passive: Vec<f64>,
    }
}

fields! {
    /// Actuator forces. Written by `actuation`.
    pub struct Actuation("") {
        act_dot: Vec<f64>,
        actuator_force: Vec<f64>,
        qfrc_actuator: Vec<f64>,
    }
}

fields! {
    /// Unconstrained forces and accelerations. Written by `smooth`.
    pub struct Smooth("") {
        qfrc_smooth: Vec<f64>,
        qacc_smooth: Vec<f64>,
    }
}

fields! {
    /// Accelerations and forces of bodies after the constraint solve, subtree momenta. Written by `post`.
    pub struct Post("") {
        cacc: Vec<Motion>,
        cfrc_int: Vec<Force>,
        cfrc_ext: Vec<Force>,
        subtree_linvel: Vec<Vec3>,
        subtree_angmom: Vec<Vec3>,
    }
}

/// Rows of each field, by MuJoCo's name.
fn rows(m: &Model, name: &str) -> usize {
    let s = &m.size;
    match name {
        "xanchor" | "xaxis" => s.njnt,
        n if n.starts_with("geom_") => s.ngeom,
        n if n.starts_with("site_") => s.nsite,
        n if n.starts_with("cam_") => s.ncam,
        n if n.starts_with("light_") => s.nlight,
        "M" | "qLD" => s.nC,
        "ten_J" => s.nJten,
        "ten_wrapadr" | "ten_wrapnum" | "ten_length" | "ten_velocity" => s.ntendon,
        "wrap_obj" | "wrap_xpos" => s.nwrap,
        "actuator_length" | "actuator_velocity" | "actuator_force" | "moment_rownnz" | "moment_rowadr" => {
            s.nout
        }
        "moment_colind" | "actuator_moment" => s.nJmom,
        "act_dot" => s.na,
        "cdof" | "cdof_dot" | "qLDiagInv" => s.nv,
        n if n.starts_with("qfrc_") || n.starts_with("qacc_") => s.nv,
        _ => s.nbody,
    }
}

macro_rules! allocate {
    ($($Name:ident),*) => {$(
        impl $Name {
            /// Arrays of the sizes that `m` needs, zeroed.
            pub fn allocate(m: &Model) -> Self {
                let mut out = Self::default();
                out.each_field(&mut |name, field| field.resize_rows(rows(m, name)));
                out
            }
        }
    )*};
}
allocate!(
    Kinematics,
    Com,
    MassMatrix,
    Tendons,
    Transmissions,
    Velocities,
    Bias,
    Passive,
    Actuation,
    Smooth,
    Post
);
