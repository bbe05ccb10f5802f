//! What a step computes: one struct per stage, declared once.
//!
//! The list below makes the struct, its allocation for a model, its copy and its visitor; a stage that is not in it does not
//! exist. Structs are written by the functions of one module only, named at each field; everybody reads.

use crate::check::WarningStat;
use crate::inverse::Inverse;
use crate::sensor::SensorData;
use crate::sleep::Sleeping;
use crate::stage::articulated::Route;
use crate::stage::hard::Hard;
use crate::stage::integrate::Implicit;
use crate::stage::metric::StepMetric;
use crate::stage::smooth::StepForce;
use stiction_constraint::Contacts;
use stiction_constraint::rows::RowCounts;
use stiction_dynamics::crba;
use stiction_dynamics::inputs::{ContactPoint, ForceScratch};
use stiction_dynamics::stages::{
    Actuation, Bias, Com, Kinematics, MassMatrix, Passive, Post, Smooth, Tendons, Transmissions, Velocities,
};
use stiction_linalg::TreePattern;
use stiction_model::Model;
use stiction_model::fields::{FieldData, NumbersMut, Shape};
use stiction_solver::{Islands, Rows, Solution, Undefined};

/// A visitor of fixed-size arrays: (MuJoCo name, shape, numbers).
pub type Visit<'a> = &'a mut dyn FnMut(&'static str, Shape, NumbersMut<'_>);

/// One entry of the list.
pub(crate) trait Part: Clone {
    /// As `m` needs it.
    fn allocate(m: &Model) -> Self;
    /// Becomes a copy without moving arrays that views may point at.
    fn copy_from(&mut self, from: &Self) {
        self.clone_from(from);
    }
    /// Visits its arrays of fixed size.
    fn each_mut(&mut self, _visit: Visit<'_>) {}
}

macro_rules! stages {
    ($($(#[$doc:meta])* $field:ident: $ty:ty,)*) => {
        /// Everything that a step computes, one struct per stage. [`crate::Data`] lends it for reading.
        #[derive(Clone, Debug)]
        pub struct Stages {
            $($(#[$doc])* pub $field: $ty,)*
        }
        impl Part for Stages {
            fn allocate(m: &Model) -> Self {
                Stages { $($field: <$ty as Part>::allocate(m),)* }
            }
            fn copy_from(&mut self, from: &Self) {
                $(Part::copy_from(&mut self.$field, &from.$field);)*
            }
            fn each_mut(&mut self, visit: Visit<'_>) {
                $(Part::each_mut(&mut self.$field, visit);)*
            }
        }
    };
}

stages! {
    /// Sparsity of the inertia. Fixed.
    tree: TreePattern,
    /// Kinematic tree of every dof. Fixed.
    dof_tree: DofTree,
    /// Poses. Written by `stage::position`.
    kin: Kinematics,
    /// Centres of mass and dof axes. Written by `stage::position`.
    com: Com,
    /// Tendons. Written by `stage::position`.
    ten: Tendons,
    /// Inertia and its factor. Written by `stage::position`.
    mass: MassMatrix,
    /// Contacts. Written by `stage::contact`.
    contacts: Contacts,
    /// Contacts as forces see them. Written by `stage::contact`.
    touching: Vec<ContactPoint>,
    /// Constraint rows. Written by `stage::rows`.
    rows: Rows,
    /// Numbers of rows by source. Written by `stage::rows`.
    counts: RowCounts,
    /// Groups of trees that share rows. Written by `stage::rows`.
    islands: Islands,
    /// Actuator lengths and moment arms. Written by `stage::position`.
    trn: Transmissions,
    /// Velocities. Written by `stage::velocity`.
    vel: Velocities,
    /// Springs, dampers, fluid. Written by `stage::force`.
    passive: Passive,
    /// Gravity and Coriolis forces. Written by `stage::force`.
    bias: Bias,
    /// Actuator forces. Written by `stage::force`.
    actuation: Actuation,
    /// How actuators were driven. Written by `stage::force`.
    drives: ForceScratch,
    /// Smooth force and acceleration. Written by `stage::smooth`.
    smooth: Smooth,
    /// Metric of a velocity-level step. Written by `stage::metric`.
    metric: StepMetric,
    /// Smooth force in that metric. Written by `stage::smooth`.
    force: StepForce,
    /// What hard contact keeps. Written by `stage::hard`.
    hard: Hard,
    /// Matrices of the implicit integrators. Written by `stage::integrate`.
    implicit: Implicit,
    /// Accelerations and forces of bodies. Written by `post`.
    post: Post,
    /// Result of inverse dynamics. Written by `inverse`.
    inverse: Inverse,
    /// Outputs of sensors. Written by `sensor`.
    sensors: SensorData,
    /// What sleeps. Written by `sleep`.
    sleep: Sleeping,
    /// Acceleration and constraint forces. Written by `stage::solve`.
    solution: Solution,
    /// How the last soft solve was made. Written by `stage::solve` and `stage::articulated`.
    route: Route,
    /// Why the last solve was not defined, if it was not. Written by `stage::solve`.
    undefined: Option<Undefined>,
    /// Potential and kinetic energy (J). Written by `stage::energy`.
    energy: [f64; 2],
    /// Which lazily computed quantities are up to date.
    flags: Flags,
    /// Counts of warnings.
    warnings: [WarningStat; 7],
    /// Differences between forward and inverse dynamics, if the option `fwdinv` asks for them. Written by `inverse`.
    fwdinv: [f64; 2],
    /// Trees with `sleep="init"` that could not be put to sleep at the last reset.
    failed_to_sleep: usize,
}

/// Which lazily computed quantities are up to date.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Flags {
    /// Potential energy.
    pub energypos: bool,
    /// Kinetic energy.
    pub energyvel: bool,
    /// Subtree velocities.
    pub subtreevel: bool,
    /// Accelerations and forces of bodies.
    pub rnepost: bool,
}

/// Kinematic tree of every dof.
pub type DofTree = Vec<u32>;

/// Entries that are struct of arrays: their own visitor shows them.
macro_rules! arrays {
    ($($Name:ident),*) => {$(
        impl Part for $Name {
            fn allocate(m: &Model) -> Self {
                $Name::allocate(m)
            }
            fn each_mut(&mut self, visit: Visit<'_>) {
                $Name::each_mut(self, visit);
            }
        }
    )*};
}
arrays!(
    Kinematics,
    Com,
    Tendons,
    MassMatrix,
    Transmissions,
    Velocities,
    Passive,
    Bias,
    Actuation,
    Smooth,
    Implicit,
    Post,
    Inverse,
    SensorData
);

/// Entries that no view shows.
macro_rules! hidden {
    ($($Name:ty => $make:expr;)*) => {$(
        impl Part for $Name {
            fn allocate(m: &Model) -> Self {
                let make: fn(&Model) -> Self = $make;
                make(m)
            }
        }
    )*};
}
hidden! {
    TreePattern => crba::pattern;
    DofTree => |m| m.dof.treeid.iter().map(|t| t.number() as u32).collect();
    Vec<ContactPoint> => |_| Vec::new();
    Rows => |_| Rows::default();
    RowCounts => |_| RowCounts::default();
    Islands => |_| Islands::default();
    ForceScratch => ForceScratch::allocate;
    StepMetric => StepMetric::allocate;
    StepForce => StepForce::allocate;
    Hard => |_| Hard::default();
    Option<Undefined> => |_| None;
    Route => |_| Route::Rows;
    Flags => |_| Flags::default();
    [WarningStat; 7] => |_| Default::default();
    usize => |_| 0;
}

impl Part for Contacts {
    fn allocate(m: &Model) -> Self {
        Contacts::allocate(m)
    }
    /// What finds contacts belongs to the model and to scratch; what was found is copied.
    fn copy_from(&mut self, from: &Self) {
        self.list.clone_from(&from.list);
        (self.dropped, self.hidden, self.grown) = (from.dropped, from.hidden, from.grown);
    }
}

impl Part for Sleeping {
    fn allocate(m: &Model) -> Self {
        Sleeping::allocate(m)
    }
    fn copy_from(&mut self, from: &Self) {
        Sleeping::copy_from(self, from);
    }
    fn each_mut(&mut self, visit: Visit<'_>) {
        self.lists.each_mut(visit);
    }
}

impl Part for Solution {
    fn allocate(m: &Model) -> Self {
        let zero = vec![0.0; m.size.nv];
        Solution { qacc: zero.clone(), qfrc_constraint: zero, ..Solution::default() }
    }
    fn copy_from(&mut self, from: &Self) {
        let Solution { qacc, qfrc_constraint, efc_force, efc_state, efc_b, report } = self;
        qacc.clone_from(&from.qacc);
        qfrc_constraint.clone_from(&from.qfrc_constraint);
        efc_force.clone_from(&from.efc_force);
        efc_state.clone_from(&from.efc_state);
        efc_b.clone_from(&from.efc_b);
        report.clone_from(&from.report);
    }
    fn each_mut(&mut self, visit: Visit<'_>) {
        for (name, x) in [("qacc", &mut self.qacc), ("qfrc_constraint", &mut self.qfrc_constraint)] {
            visit(name, x.shape(), x.numbers_mut());
        }
    }
}

impl Part for [f64; 2] {
    fn allocate(_: &Model) -> Self {
        [0.0; 2]
    }
}
