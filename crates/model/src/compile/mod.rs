//! The compiler: an editable [`Spec`] becomes a [`Model`] with MuJoCo 4.0's semantics.
//!
//! Everything structural and every constant that needs no dynamics is made here, in the order of the lines of
//! [`compile`]. All problems of a spec are collected, each with its element, place and a hint; nothing is thrown at the
//! first one. What only dynamics can find is left in [`Pending`].

mod actuator;
mod assets;
mod body;
mod bvh;
mod camera;
mod contact;
mod custom;
mod damage;
mod equality;
mod finish;
mod frames;
mod geom;
mod inertia;
mod joint;
mod key;
mod lookup;
pub(crate) mod math;
mod options;
mod order;
mod orient;
mod pending;
mod report;
mod scale;
pub(crate) mod sensor;
pub mod simplify;
mod site;
mod sparse;
mod tendon;
mod tree;

pub use assets::{cache as asset_cache, read_textures};
pub use damage::Damage;
pub use pending::{Pending, SpringDamper};

use crate::assets::Assets;
use crate::diag::{Diagnostic, Diagnostics};
use crate::model::Model;
use crate::options::Statistics;
use crate::spec::Spec;
use assets::AssetBuild;
use geom::GeomMass;
use order::Order;
use report::Report;
use std::collections::BTreeMap;
use std::sync::Arc;
use stiction_spatial::{Pose, Vec3};

/// A compiled model and what is still to be done with it.
#[derive(Clone, Debug)]
pub struct Compiled {
    /// The model; constants that need dynamics are still zero.
    pub model: Model,
    /// What dynamics has to resolve.
    pub pending: Pending,
    /// Problems that do not prevent the model from being used.
    pub warnings: Vec<Diagnostic>,
}

/// The state of a compilation.
pub(crate) struct Build<'a> {
    spec: &'a Spec,
    assets: &'a dyn Assets,
    order: Order,
    /// Pose of each frame of the spec in its body.
    frames: Vec<Pose>,
    /// Compiled assets that later steps need in full.
    asset: AssetBuild,
    /// Mass properties by geom id.
    mass: Vec<GeomMass>,
    model: Model,
    pending: Pending,
    report: Report,
    /// Number of dangling references so far.
    dangling: usize,
    /// Meshes that were compiled before, by name.
    cache: MeshCache,
}

/// Compiled meshes by name.
pub(crate) type MeshCache = BTreeMap<String, Arc<stiction_geometry::asset::Mesh>>;

impl<'a> Build<'a> {
    /// Starts a compilation; gives the report back if the tree is broken.
    pub(crate) fn new(spec: &'a Spec, assets: &'a dyn Assets, mut report: Report) -> Result<Self, Report> {
        let Some(order) = order::order(spec, &mut report) else { return Err(report) };
        let frames = frames::poses(spec, &mut report);
        Ok(Build {
            spec,
            assets,
            order,
            frames,
            asset: AssetBuild::default(),
            mass: Vec::new(),
            model: Model { name: spec.name.clone(), stat: initial_statistics(), ..Model::default() },
            pending: Pending::new(spec),
            report,
            dangling: 0,
            cache: MeshCache::new(),
        })
    }
}

/// Compiles a spec.
///
/// # Errors
/// Everything that is wrong with the spec.
pub fn compile(spec: &Spec, assets: &dyn Assets) -> Result<Compiled, Diagnostics> {
    build(spec, assets, Report::new(Damage::default(), &spec.places))
        .map_err(|list| Diagnostics { list, sources: spec.sources.clone() })
}

/// Everything that is wrong with a spec that could not be read in full, except what follows from that.
pub fn problems(spec: &Spec, assets: &dyn Assets, damage: Damage) -> Vec<Diagnostic> {
    build(spec, assets, Report::new(damage, &spec.places)).map_or_else(|list| list, |made| made.warnings)
}

fn build(spec: &Spec, assets: &dyn Assets, mut report: Report) -> Result<Compiled, Vec<Diagnostic>> {
    let mut cache = MeshCache::new();
    let spec = &*simplify::simplify(spec, assets, &mut cache, &mut report);
    let mut b = Build::new(spec, assets, report).map_err(Report::finish)?;
    b.cache = cache;
    b.set_names();
    b.options();
    b.user_sizes();
    b.assets();
    b.structure();
    b.geoms();
    b.bodies();
    b.joints();
    b.sites();
    b.cameras();
    b.lights();
    b.align_free();
    b.body_trees();
    b.trees();
    b.pairs();
    b.excludes();
    b.equalities();
    b.tendons();
    b.actuators();
    b.sensors();
    b.custom();
    b.moving_masses();
    // a reference to what stands in a misplaced element dangles too, though its problem is reported where it stands
    let sound = |b: &Build<'_>| b.report.errors() == 0 && b.dangling == 0;
    if sound(&b) {
        b.simple_bodies();
        b.keys();
        b.sparsity();
        b.finish();
    } else if b.knows_state() {
        b.keys();
    }
    if !sound(&b) {
        return Err(b.report.finish());
    }
    b.model.seal();
    Ok(Compiled { model: b.model, pending: b.pending, warnings: b.report.finish() })
}

/// Statistics of a model without bodies.
fn initial_statistics() -> Statistics {
    Statistics { meaninertia: 1.0, meanmass: 1.0, meansize: 0.2, extent: 2.0, center: Vec3::ZERO }
}

fn failed(spec: &Spec, report: Report) -> Diagnostics {
    Diagnostics { list: report.finish(), sources: spec.sources.clone() }
}
