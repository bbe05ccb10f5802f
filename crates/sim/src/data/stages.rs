//! What a step computes: one struct per stage, declared once.
//!
//! The list below makes the struct, its allocation for a model, its copy and its visitor; a stage that is not in it does not
//! exist. A struct is written by one module, its owner, and read by everybody: `Owned<position::Owner, T>` is a `T` that only `position` can write.

use super::owned::Owned;
use crate::check::WarningStat;
use crate::inverse::{self, Inverse};
use crate::post;
use crate::sensor::{self, SensorData};
use crate::sleep::{self, Sleeping};
use crate::stage::hard::Hard;
use crate::stage::integrate::{self, Implicit};
use crate::stage::metric::{self, StepMetric};
use crate::stage::smooth::{self, StepForce};
use crate::stage::solve::{self, Route};
use crate::stage::{contact, energy, force, position, rows, velocity};
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
pub(crate) trait Part: Sized {
    /// As `m` needs it.
    fn allocate(m: &Model) -> Self;
    /// A copy.
    fn duplicate(&self) -> Self;
    /// Becomes a copy without moving arrays that views may point at.
    fn copy_from(&mut self, from: &Self);
    /// Visits its arrays of fixed size.
    fn each_mut(&mut self, _visit: Visit<'_>) {}
}

macro_rules! stages {
    ($($(#[$doc:meta])* $field:ident: $ty:ty,)*) => {
        /// Everything that a step computes, one struct per stage. [`crate::Data`] lends it for reading.
        #[derive(Debug)]
        pub struct Stages {
            $($(#[$doc])* pub $field: $ty,)*
        }
        impl Clone for Stages {
            fn clone(&self) -> Self {
                self.duplicate()
            }
        }
        impl Part for Stages {
            fn allocate(m: &Model) -> Self {
                Stages { $($field: <$ty as Part>::allocate(m),)* }
            }
            fn duplicate(&self) -> Self {
                Stages { $($field: Part::duplicate(&self.$field),)* }
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
    /// Poses.
    kin: Owned<position::Owner, Kinematics>,
    /// Centres of mass and dof axes.
    com: Owned<position::Owner, Com>,
    /// Tendons.
    ten: Owned<position::Owner, Tendons>,
    /// Inertia and its factor.
    mass: Owned<position::Owner, MassMatrix>,
    /// Contacts.
    contacts: Owned<contact::Owner, Contacts>,
    /// Contacts as forces see them.
    touching: Owned<contact::Owner, Vec<ContactPoint>>,
    /// Constraint rows.
    rows: Owned<rows::Owner, Rows>,
    /// Numbers of rows by source.
    counts: Owned<rows::Owner, RowCounts>,
    /// Groups of trees that share rows.
    islands: Owned<rows::Owner, Islands>,
    /// Actuator lengths and moment arms.
    trn: Owned<position::Owner, Transmissions>,
    /// Velocities.
    vel: Owned<velocity::Owner, Velocities>,
    /// Springs, dampers, fluid.
    passive: Owned<force::Owner, Passive>,
    /// Gravity and Coriolis forces.
    bias: Owned<force::Owner, Bias>,
    /// Actuator forces.
    actuation: Owned<force::Owner, Actuation>,
    /// How actuators were driven.
    drives: Owned<force::Owner, ForceScratch>,
    /// Smooth force and acceleration.
    smooth: Owned<smooth::Owner, Smooth>,
    /// Metric of a velocity-level step.
    metric: Owned<metric::Owner, StepMetric>,
    /// Smooth force in that metric.
    force: Owned<smooth::Owner, StepForce>,
    /// What hard contact keeps. Written by `stage::hard`.
    hard: Hard,
    /// Matrices of the implicit integrators.
    implicit: Owned<integrate::Owner, Implicit>,
    /// Accelerations and forces of bodies.
    post: Owned<post::Owner, Post>,
    /// Result of inverse dynamics.
    inverse: Owned<inverse::Owner, Inverse>,
    /// Outputs of sensors.
    sensors: Owned<sensor::Owner, SensorData>,
    /// What sleeps.
    sleep: Owned<sleep::Owner, Sleeping>,
    /// Acceleration and constraint forces.
    solution: Owned<solve::Owner, Solution>,
    /// How the last soft solve was made.
    route: Owned<solve::Owner, Route>,
    /// Why the last solve was not defined, if it was not.
    undefined: Owned<solve::Owner, Option<Undefined>>,
    /// Potential and kinetic energy (J).
    energy: Owned<energy::Owner, [f64; 2]>,
    /// Which lazily computed quantities are up to date.
    flags: Flags,
    /// Counts of warnings.
    warnings: [WarningStat; 7],
    /// Differences between forward and inverse dynamics, if the option `fwdinv` asks for them.
    fwdinv: Owned<inverse::Owner, [f64; 2]>,
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

/// Copies as `Clone` makes them.
macro_rules! cloned {
    () => {
        fn duplicate(&self) -> Self {
            self.clone()
        }
        fn copy_from(&mut self, from: &Self) {
            self.clone_from(from);
        }
    };
}

/// Entries that are struct of arrays: their own visitor shows them.
macro_rules! arrays {
    ($($Name:ident),*) => {$(
        impl Part for $Name {
            fn allocate(m: &Model) -> Self {
                $Name::allocate(m)
            }
            cloned!();
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
            cloned!();
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
    fn duplicate(&self) -> Self {
        self.clone()
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
    fn duplicate(&self) -> Self {
        self.clone()
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
    fn duplicate(&self) -> Self {
        self.clone()
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
    cloned!();
}
