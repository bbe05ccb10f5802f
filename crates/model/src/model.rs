//! The compiled model: fixed structure, numbers that its owner may change between steps.

use crate::fields::{FieldData, Numbers, NumbersMut, Shape};
use crate::identity::Identity;
use crate::kinds::{GeomKind, ObjKind};
use crate::names::Names;
use crate::options::{Options, Statistics, Visual};
use crate::plugin::Plugin;
use crate::stiction::Stiction;
use crate::tables::*;
use stiction_spatial::Pose;

macro_rules! sizes {
    ($($n:ident),* $(,)?) => {
        /// How many of everything (`mjModel.n*`).
        #[derive(Clone, Debug, Default, PartialEq, Eq)]
        #[allow(missing_docs, non_snake_case)]
        pub struct Sizes {
            $(pub $n: usize,)*
        }
        impl Sizes {
            /// Every size with its name.
            pub fn each(&self, visit: &mut dyn FnMut(&'static str, usize)) {
                $(visit(stringify!($n), self.$n);)*
            }
            /// Every size, writable.
            pub fn each_mut(&mut self, visit: &mut dyn FnMut(&'static str, &mut usize)) {
                $(visit(stringify!($n), &mut self.$n);)*
            }
        }
    };
}

impl Sizes {
    /// How many objects of a kind there are; `None`: nothing can be named.
    pub fn of(&self, kind: ObjKind) -> Option<usize> {
        Some(match kind {
            ObjKind::Body | ObjKind::Xbody => self.nbody,
            ObjKind::Joint => self.njnt,
            ObjKind::Dof => self.nv,
            ObjKind::Geom => self.ngeom,
            ObjKind::Site => self.nsite,
            ObjKind::Camera => self.ncam,
            ObjKind::Light => self.nlight,
            ObjKind::Mesh => self.nmesh,
            ObjKind::Skin => self.nskin,
            ObjKind::Hfield => self.nhfield,
            ObjKind::Texture => self.ntex,
            ObjKind::Material => self.nmat,
            ObjKind::Pair => self.npair,
            ObjKind::Exclude => self.nexclude,
            ObjKind::Equality => self.neq,
            ObjKind::Tendon => self.ntendon,
            ObjKind::Actuator => self.nactuator,
            ObjKind::Sensor => self.nsensor,
            ObjKind::Numeric => self.nnumeric,
            ObjKind::Text => self.ntext,
            ObjKind::Tuple => self.ntuple,
            ObjKind::Key => self.nkey,
            _ => return None,
        })
    }
}

sizes! {
    nq, nv, nu, nactuator, nout, na, nbody, nbvh, nbvhstatic, nbvhdynamic, njnt, ntree, nM, nB, nC, nD,
    ngeom, nsite, ncam, nlight, nmesh, nmeshvert, nmeshnormal, nmeshtexcoord, nmeshface, nmeshgraph,
    nmeshpoly, nmeshpolyvert, nmeshpolymap, noct, nskin, nskinvert, nskintexvert, nskinface, nskinbone,
    nskinbonevert, nhfield, nhfielddata, ntex, ntexdata, nmat, npair, nexclude, neq, ntendon, nJten, nwrap,
    nsensor, nnumeric, nnumericdata, ntext, ntextdata, ntuple, ntupledata, nkey, nmocap, nuser_body,
    nuser_jnt, nuser_geom, nuser_site, nuser_cam, nuser_tendon, nuser_actuator, nuser_sensor, nnames,
    npaths, nplastic, nnames_map, nJmom, ngravcomp, nemax, njmax, nconmax, npolygonmax, nmeshdegmax,
    nuserdata, nsensordata, nhistory,
}

/// A compiled model (`mjModel`). Sizes, tree and ids never change; every numeric field may be written between steps, and
/// `dynamics::set_const` refreshes what is derived from it.
#[derive(Clone, Debug, Default, PartialEq)]
#[allow(missing_docs)]
pub struct Model {
    /// Name of the model.
    pub name: String,
    /// Sizes.
    pub size: Sizes,
    /// Physics options.
    pub opt: Options,
    /// Statistics.
    pub stat: Statistics,
    /// Our own options: contact law, friction model, solver, restitution.
    pub stiction: Stiction,
    /// Visual settings.
    pub vis: Visual,
    /// True if any body has gravity compensation.
    pub flg_gravcomp: bool,
    /// True if any geom has a surface velocity.
    pub flg_surfacevel: bool,
    /// True if any geom or pair is adhesive.
    pub flg_adhesion: bool,
    /// Reference configuration (nq).
    pub qpos0: Vec<f64>,
    /// Reference configuration of springs (nq).
    pub qpos_spring: Vec<f64>,
    pub body: Bodies,
    pub bvh: BoundingVolumes,
    pub jnt: Joints,
    pub dof: Dofs,
    pub tree: Trees,
    pub geom: Geoms,
    pub site: Sites,
    pub cam: Cameras,
    pub light: Lights,
    pub mesh: Meshes,
    pub oct: Octrees,
    pub skin: Skins,
    pub hfield: HeightFields,
    pub tex: Textures,
    pub mat: Materials,
    pub pair: Pairs,
    pub exclude: Excludes,
    pub eq: Equalities,
    pub tendon: Tendons,
    pub wrap: Wraps,
    pub actuator: Actuators,
    pub sensor: Sensors,
    /// Plugins, one per element that uses one, addressed by the `plugin` columns.
    pub plugins: Vec<Plugin>,
    pub numeric: Numerics,
    pub text: Texts,
    pub tuple: Tuples,
    pub key: Keyframes,
    pub sparse: Sparsity,
    /// Names of all objects.
    pub names: Names,
    /// Files that assets came from, addressed by the `pathadr` fields (0-terminated, one after the other).
    pub paths: Vec<u8>,
    /// Names the structure: data made for this model fit every model with the same identity.
    pub identity: Identity,
}

/// Calls a visitor of every table, in MuJoCo's order.
macro_rules! tables {
    ($m:ident, $each:ident, $visit:ident) => {
        tables!(@ $m, $each, $visit, body, bvh, jnt, dof, tree, geom, site, cam, light, mesh, oct, skin, hfield, tex, mat, pair, exclude,
            eq, tendon, wrap, actuator, sensor, numeric, text, tuple, key, sparse)
    };
    (@ $m:ident, $each:ident, $visit:ident, $($table:ident),*) => { $($m.$table.$each($visit);)* };
}

impl Model {
    /// Takes the identity of the structure as it is now: for those who fill a model table by table.
    pub fn seal(&mut self) {
        self.identity = Identity::of(self);
    }
    /// Where the shape of a mesh site is in the site's own frame: the vertices of a mesh refer to its principal axes. None for other sites.
    pub fn site_offset(&self, site: usize) -> Option<Pose> {
        let mesh = self.site.dataid[site].get().filter(|_| self.site.kind[site] == GeomKind::Mesh)?.idx();
        Some(Pose::new(*self.mesh.pos.get(mesh)?, *self.mesh.quat.get(mesh)?))
    }
    /// Visits every array: (MuJoCo name, shape, numbers).
    pub fn each(&self, visit: &mut dyn FnMut(&'static str, Shape, Numbers<'_>)) {
        visit("qpos0", self.qpos0.shape(), self.qpos0.numbers());
        visit("qpos_spring", self.qpos_spring.shape(), self.qpos_spring.numbers());
        tables!(self, each, visit);
    }
    /// Visits every array, writable.
    pub fn each_mut(&mut self, visit: &mut dyn FnMut(&'static str, Shape, NumbersMut<'_>)) {
        let shape = self.qpos0.shape();
        visit("qpos0", shape, self.qpos0.numbers_mut());
        visit("qpos_spring", shape, self.qpos_spring.numbers_mut());
        tables!(self, each_mut, visit);
    }
    /// Visits every array itself, to resize it.
    pub fn each_field(&mut self, visit: &mut dyn FnMut(&'static str, &mut dyn FieldData)) {
        visit("qpos0", &mut self.qpos0);
        visit("qpos_spring", &mut self.qpos_spring);
        tables!(self, each_field, visit);
    }
    /// Id of the object of this kind and name (`mj_name2id`).
    pub fn id(&self, kind: ObjKind, name: &str) -> Option<usize> {
        self.names.id(kind, name)
    }
    /// True if this disable bit (see [`crate::kinds::disable`]) is set.
    #[inline]
    pub fn disabled(&self, bit: i32) -> bool {
        self.opt.disableflags & bit != 0
    }
    /// True if this enable bit (see [`crate::kinds::enable`]) is set.
    #[inline]
    pub fn enabled(&self, bit: i32) -> bool {
        self.opt.enableflags & bit != 0
    }
}
