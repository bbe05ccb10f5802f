//! Stiction: rigid-body physics with exact contact.
//!
//! # A model from a file
//!
//! [`Sim`] is a model with its data: load, step, ask by name, command. Files are MJCF or URDF; text works as well.
//!
//! ```
//! use stiction::prelude::*;
//!
//! let mut sim = Sim::parse(r#"<mujoco>
//!   <worldbody>
//!     <geom type="plane" size="1 1 .1"/>
//!     <body name="ball" pos="0 0 1"><freejoint/><geom size=".1" mass="2"/></body>
//!   </worldbody>
//! </mujoco>"#)?;
//! sim.step_for(2.0)?;
//! let height = sim.body("ball")?.position()[2];
//! let carried: f64 = sim.contacts().map(|c| c.force[2]).sum();
//! assert!((height - 0.1).abs() < 1e-3 && (carried - 2.0 * 9.81).abs() < 1e-3);
//! # Ok::<(), Error>(())
//! ```
//!
//! # Exact contact
//!
//! The same file under the hard law: no penetration, Coulomb's cone without a regularisation, and a report for every step that says by
//! how much the answer is off, found by a checker that is not the solver.
//!
//! ```
//! # use stiction::prelude::*;
//! let mut sim = Sim::parse(r#"<mujoco>
//!   <option gravity="-3 0 -9.81"/>
//!   <worldbody>
//!     <geom type="plane" size="9 9 .1" friction="0.5"/>
//!     <body name="box" pos="0 0 .1"><freejoint/><geom type="box" size=".1 .1 .1" friction="0.5"/></body>
//!   </worldbody>
//! </mujoco>"#)?;
//! sim.exact();
//! let report = sim.step_for(1.0)?.expect("there were steps");
//! assert!(report.status.is_solved());
//! let moved = sim.body("box")?.position()[0];
//! assert!(moved.abs() < 1e-9, "3 < 0.5 · 9.81: it sticks, {moved}");
//! # Ok::<(), Error>(())
//! ```
//!
//! # Bodies that come and go
//!
//! A [`World`] takes bodies, whole models and constraints while it runs.
//!
//! ```
//! # use stiction::prelude::*;
//! let mut world = World::new(Vec3([0.0, 0.0, -9.81]))?;
//! world.spawn(BodyDesc::environment(Shape::Plane));
//! let ball = world.spawn(BodyDesc::dynamic(Shape::Sphere(0.1)).at(Vec3([0.0, 0.0, 1.0])));
//! let arm = BodyDesc::dynamic(Shape::Box(Vec3([0.3, 0.05, 0.05]))).at(Vec3([2.0, 0.0, 1.0]));
//! let arm = world.spawn(arm);
//! // it hangs on a hinge about the y axis through its left end
//! world.join(Join::Hinge, [None, Some(arm)], Vec3([1.7, 0.0, 1.0]), Vec3::Y)?;
//! // a rod of one metre from the origin, written as its equation
//! let rod = world.constrain(&[ball], 1, |x, c| {
//!     let p = x.poses[0].pos;
//!     c[0] = p.dot(p) - Jet::from_f64(1.0);
//! })?;
//! for _ in 0..100 {
//!     world.step(0.002)?;
//! }
//! println!("{:?} {:?}", world.pose(ball)?.pos, world.constraint_force(rod));
//! # Ok::<(), Error>(())
//! ```
//!
//! # What is wrong with a file
//!
//! Loading tells every problem of a file at once, each with its line and once only: mistakes of XML, unknown attributes, missing files,
//! impossible values, dangling names. What only follows from another problem is not told.
//!
//! ```
//! # use stiction::prelude::*;
//! let text = "<mujoco>
//!   <worldbody>
//!     <body name='arm'><joint rnage='0 1'/><geom size='-1'/></body>
//!   </worldbody>
//!   <actuator><motor joint='elbow'/></actuator>
//! </mujoco>";
//! let problems = Model::parse(text).unwrap_err();
//! let lines: Vec<u32> = problems.list.iter().filter_map(|p| Some(p.loc?.line)).collect();
//! assert_eq!(lines, [3, 3, 5], "{problems}");
//! ```
//!
//! # Features
//!
//! | feature | gives |
//! |---|---|
//! | `mint` | conversions of [`Vec3`] and [`Quat`] to and from `mint`, and through it glam, nalgebra, cgmath |
//! | `serde` | states, snapshots, poses, bodies of worlds, options and reports can be written and read; a [`Spec`] is saved as XML ([`mjcf::writer`]) |
//!
//! None is on by default. Text formats must write numbers so that they come back to the bit (`serde_json` reads them so with its feature
//! `float_roundtrip`). Files of assets that were loaded before are not decoded again: [`asset_cache`].
//!
//! # Below the front
//!
//! Everything is reachable: [`Model`] and [`Data`] with MuJoCo's fields, [`step()`], [`forward()`], [`inverse()`], [`Spec`] to edit, [`batch`] for
//! many at once, [`constraint`] for constraints and solvers that users write. `docs/` of the repository has the guides.

#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used))]

mod front;
mod load;
mod worlds;

pub use front::{Actuator, Error, Joint, Key, Placed, Row, Sim, Thing, Touch};
pub use load::{
    LoadOptions, Loaded, ModelExt, compile, load_bytes, load_path, load_string, load_with, refresh,
};
pub use stiction_constraint::Budget;
pub use stiction_constraint::user::{Handle, over_bodies, over_joints};
pub use stiction_model::assets::{Assets, NoAssets};
pub use stiction_model::compile::asset_cache;
pub use stiction_model::diag::{Diagnostic, Diagnostics, Severity};
pub use stiction_model::stiction::EDITION;
pub use stiction_model::{Model, spec::Spec};
pub use stiction_model::{diag, ids, kinds};
pub use stiction_sim::world::{BodyDesc, BodyId, Event, Join, ModelId, Shape, Spring, World, WorldError};
pub use stiction_sim::{Data, Hooks, StepError, StepReport, forward, inverse, step};
pub use stiction_spatial::{Jet, Pose, Quat, Scalar, Vec3};
pub use worlds::WorldExt;
pub use {
    stiction_batch as batch, stiction_constraint as constraint, stiction_dynamics as dynamics,
    stiction_geometry as geometry, stiction_mjcf as mjcf, stiction_model as model, stiction_sim as sim,
    stiction_solver as solver, stiction_spatial as spatial,
};

/// What most programs need.
pub mod prelude {
    pub use crate::{
        Assets, BodyDesc, BodyId, Data, Diagnostics, Error, Handle, Jet, Join, Model, ModelExt, ModelId,
        NoAssets, Pose, Quat, Scalar, Shape, Sim, Spec, StepError, Vec3, World, WorldExt, forward, inverse,
        over_bodies, over_joints, step,
    };
}

/// The Rust programs of the guides, run as they stand there.
#[cfg(doctest)]
mod guides {
    #[doc = include_str!("../../../docs/constraints.md")]
    struct Constraints;
    #[doc = include_str!("../../../README.md")]
    struct Readme;
    #[doc = include_str!("../../../docs/rust.md")]
    struct Rust;
}
