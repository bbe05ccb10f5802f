//! The compiled model: fixed structure, numbers that its owner may change between steps.

use crate::fields::{FieldData, Numbers, NumbersMut, Shape};
use crate::identity::Identity;
use crate::kinds::ObjKind;
use crate::names::Names;
use crate::options::{Options, Statistics, Visual};
use crate::plugin::Plugin;
use crate::stiction::Stiction;
use crate::tables::*;

/// How many of everything (`mjModel.n*`).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[allow(missing_docs, non_snake_case)]
pub struct Sizes {
    pub nq: usize,
    pub nv: usize,
    pub nu: usize,
    pub nactuator: usize,
    pub nout: usize,
    pub na: usize,
    pub nbody: usize,
    pub nbvh: usize,
    pub nbvhstatic: usize,
    pub nbvhdynamic: usize,
    pub njnt: usize,
    pub ntree: usize,
    pub nM: usize,
    pub nB: usize,
    pub nC: usize,
    pub nD: usize,
    pub ngeom: usize,
    pub nsite: usize,
    pub ncam: usize,
    pub nlight: usize,
    pub nmesh: usize,
    pub nmeshvert: usize,
    pub nmeshnormal: usize,
    pub nmeshtexcoord: usize,
    pub nmeshface: usize,
    pub nmeshgraph: usize,
    pub nmeshpoly: usize,
    pub nmeshpolyvert: usize,
    pub nmeshpolymap: usize,
    pub noct: usize,
    pub nskin: usize,
    pub nskinvert: usize,
    pub nskintexvert: usize,
    pub nskinface: usize,
    pub nskinbone: usize,
    pub nskinbonevert: usize,
    pub nhfield: usize,
    pub nhfielddata: usize,
    pub ntex: usize,
    pub ntexdata: usize,
    pub nmat: usize,
    pub npair: usize,
    pub nexclude: usize,
    pub neq: usize,
    pub ntendon: usize,
    pub nJten: usize,
    pub nwrap: usize,
    pub nsensor: usize,
    pub nnumeric: usize,
    pub nnumericdata: usize,
    pub ntext: usize,
    pub ntextdata: usize,
    pub ntuple: usize,
    pub ntupledata: usize,
    pub nkey: usize,
    pub nmocap: usize,
    pub nuser_body: usize,
    pub nuser_jnt: usize,
    pub nuser_geom: usize,
    pub nuser_site: usize,
    pub nuser_cam: usize,
    pub nuser_tendon: usize,
    pub nuser_actuator: usize,
    pub nuser_sensor: usize,
    pub nnames: usize,
    pub npaths: usize,
    pub nplastic: usize,
    pub nnames_map: usize,
    pub nJmom: usize,
    pub ngravcomp: usize,
    pub nemax: usize,
    pub njmax: usize,
    pub nconmax: usize,
    pub npolygonmax: usize,
    pub nmeshdegmax: usize,
    pub nuserdata: usize,
    pub nsensordata: usize,
    pub nhistory: usize,
}

impl Sizes {
    /// Every size with its name.
    pub fn each(&self, visit: &mut dyn FnMut(&'static str, usize)) {
        visit("nq", self.nq);
        visit("nv", self.nv);
        visit("nu", self.nu);
        visit("nactuator", self.nactuator);
        visit("nout", self.nout);
        visit("na", self.na);
        visit("nbody", self.nbody);
        visit("nbvh", self.nbvh);
        visit("nbvhstatic", self.nbvhstatic);
        visit("nbvhdynamic", self.nbvhdynamic);
        visit("njnt", self.njnt);
        visit("ntree", self.ntree);
        visit("nM", self.nM);
        visit("nB", self.nB);
        visit("nC", self.nC);
        visit("nD", self.nD);
        visit("ngeom", self.ngeom);
        visit("nsite", self.nsite);
        visit("ncam", self.ncam);
        visit("nlight", self.nlight);
        visit("nmesh", self.nmesh);
        visit("nmeshvert", self.nmeshvert);
        visit("nmeshnormal", self.nmeshnormal);
        visit("nmeshtexcoord", self.nmeshtexcoord);
        visit("nmeshface", self.nmeshface);
        visit("nmeshgraph", self.nmeshgraph);
        visit("nmeshpoly", self.nmeshpoly);
        visit("nmeshpolyvert", self.nmeshpolyvert);
        visit("nmeshpolymap", self.nmeshpolymap);
        visit("noct", self.noct);
        visit("nskin", self.nskin);
        visit("nskinvert", self.nskinvert);
        visit("nskintexvert", self.nskintexvert);
        visit("nskinface", self.nskinface);
        visit("nskinbone", self.nskinbone);
        visit("nskinbonevert", self.nskinbonevert);
        visit("nhfield", self.nhfield);
        visit("nhfielddata", self.nhfielddata);
        visit("ntex", self.ntex);
        visit("ntexdata", self.ntexdata);
        visit("nmat", self.nmat);
        visit("npair", self.npair);
        visit("nexclude", self.nexclude);
        visit("neq", self.neq);
        visit("ntendon", self.ntendon);
        visit("nJten", self.nJten);
        visit("nwrap", self.nwrap);
        visit("nsensor", self.nsensor);
        visit("nnumeric", self.nnumeric);
        visit("nnumericdata", self.nnumericdata);
        visit("ntext", self.ntext);
        visit("ntextdata", self.ntextdata);
        visit("ntuple", self.ntuple);
        visit("ntupledata", self.ntupledata);
        visit("nkey", self.nkey);
        visit("nmocap", self.nmocap);
        visit("nuser_body", self.nuser_body);
        visit("nuser_jnt", self.nuser_jnt);
        visit("nuser_geom", self.nuser_geom);
        visit("nuser_site", self.nuser_site);
        visit("nuser_cam", self.nuser_cam);
        visit("nuser_tendon", self.nuser_tendon);
        visit("nuser_actuator", self.nuser_actuator);
        visit("nuser_sensor", self.nuser_sensor);
        visit("nnames", self.nnames);
        visit("npaths", self.npaths);
        visit("nplastic", self.nplastic);
        visit("nnames_map", self.nnames_map);
        visit("nJmom", self.nJmom);
        visit("ngravcomp", self.ngravcomp);
        visit("nemax", self.nemax);
        visit("njmax", self.njmax);
        visit("nconmax", self.nconmax);
        visit("npolygonmax", self.npolygonmax);
        visit("nmeshdegmax", self.nmeshdegmax);
        visit("nuserdata", self.nuserdata);
        visit("nsensordata", self.nsensordata);
        visit("nhistory", self.nhistory);
    }
    /// Every size with its name, writable.
    pub fn each_mut(&mut self, visit: &mut dyn FnMut(&'static str, &mut usize)) {
        visit("nq", &mut self.nq);
        visit("nv", &mut self.nv);
        visit("nu", &mut self.nu);
        visit("nactuator", &mut self.nactuator);
        visit("nout", &mut self.nout);
        visit("na", &mut self.na);
        visit("nbody", &mut self.nbody);
        visit("nbvh", &mut self.nbvh);
        visit("nbvhstatic", &mut self.nbvhstatic);
        visit("nbvhdynamic", &mut self.nbvhdynamic);
        visit("njnt", &mut self.njnt);
        visit("ntree", &mut self.ntree);
        visit("nM", &mut self.nM);
        visit("nB", &mut self.nB);
        visit("nC", &mut self.nC);
        visit("nD", &mut self.nD);
        visit("ngeom", &mut self.ngeom);
        visit("nsite", &mut self.nsite);
        visit("ncam", &mut self.ncam);
        visit("nlight", &mut self.nlight);
        visit("nmesh", &mut self.nmesh);
        visit("nmeshvert", &mut self.nmeshvert);
        visit("nmeshnormal", &mut self.nmeshnormal);
        visit("nmeshtexcoord", &mut self.nmeshtexcoord);
        visit("nmeshface", &mut self.nmeshface);
        visit("nmeshgraph", &mut self.nmeshgraph);
        visit("nmeshpoly", &mut self.nmeshpoly);
        visit("nmeshpolyvert", &mut self.nmeshpolyvert);
        visit("nmeshpolymap", &mut self.nmeshpolymap);
        visit("noct", &mut self.noct);
        visit("nskin", &mut self.nskin);
        visit("nskinvert", &mut self.nskinvert);
        visit("nskintexvert", &mut self.nskintexvert);
        visit("nskinface", &mut self.nskinface);
        visit("nskinbone", &mut self.nskinbone);
        visit("nskinbonevert", &mut self.nskinbonevert);
        visit("nhfield", &mut self.nhfield);
        visit("nhfielddata", &mut self.nhfielddata);
        visit("ntex", &mut self.ntex);
        visit("ntexdata", &mut self.ntexdata);
        visit("nmat", &mut self.nmat);
        visit("npair", &mut self.npair);
        visit("nexclude", &mut self.nexclude);
        visit("neq", &mut self.neq);
        visit("ntendon", &mut self.ntendon);
        visit("nJten", &mut self.nJten);
        visit("nwrap", &mut self.nwrap);
        visit("nsensor", &mut self.nsensor);
        visit("nnumeric", &mut self.nnumeric);
        visit("nnumericdata", &mut self.nnumericdata);
        visit("ntext", &mut self.ntext);
        visit("ntextdata", &mut self.ntextdata);
        visit("ntuple", &mut self.ntuple);
        visit("ntupledata", &mut self.ntupledata);
        visit("nkey", &mut self.nkey);
        visit("nmocap", &mut self.nmocap);
        visit("nuser_body", &mut self.nuser_body);
        visit("nuser_jnt", &mut self.nuser_jnt);
        visit("nuser_geom", &mut self.nuser_geom);
        visit("nuser_site", &mut self.nuser_site);
        visit("nuser_cam", &mut self.nuser_cam);
        visit("nuser_tendon", &mut self.nuser_tendon);
        visit("nuser_actuator", &mut self.nuser_actuator);
        visit("nuser_sensor", &mut self.nuser_sensor);
        visit("nnames", &mut self.nnames);
        visit("npaths", &mut self.npaths);
        visit("nplastic", &mut self.nplastic);
        visit("nnames_map", &mut self.nnames_map);
        visit("nJmom", &mut self.nJmom);
        visit("ngravcomp", &mut self.ngravcomp);
        visit("nemax", &mut self.nemax);
        visit("njmax", &mut self.njmax);
        visit("nconmax", &mut self.nconmax);
        visit("npolygonmax", &mut self.npolygonmax);
        visit("nmeshdegmax", &mut self.nmeshdegmax);
        visit("nuserdata", &mut self.nuserdata);
        visit("nsensordata", &mut self.nsensordata);
        visit("nhistory", &mut self.nhistory);
    }
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

impl Model {
    /// Takes the identity of the structure as it is now: for those who fill a model table by table.
    pub fn seal(&mut self) {
        self.identity = Identity::of(self);
    }
    /// Visits every array: (MuJoCo name, shape, numbers).
    pub fn each(&self, visit: &mut dyn FnMut(&'static str, Shape, Numbers<'_>)) {
        visit("qpos0", self.qpos0.shape(), self.qpos0.numbers());
        visit("qpos_spring", self.qpos_spring.shape(), self.qpos_spring.numbers());
        self.body.each(visit);
        self.bvh.each(visit);
        self.jnt.each(visit);
        self.dof.each(visit);
        self.tree.each(visit);
        self.geom.each(visit);
        self.site.each(visit);
        self.cam.each(visit);
        self.light.each(visit);
        self.mesh.each(visit);
        self.oct.each(visit);
        self.skin.each(visit);
        self.hfield.each(visit);
        self.tex.each(visit);
        self.mat.each(visit);
        self.pair.each(visit);
        self.exclude.each(visit);
        self.eq.each(visit);
        self.tendon.each(visit);
        self.wrap.each(visit);
        self.actuator.each(visit);
        self.sensor.each(visit);
        self.numeric.each(visit);
        self.text.each(visit);
        self.tuple.each(visit);
        self.key.each(visit);
        self.sparse.each(visit);
    }
    /// Visits every array, writable.
    pub fn each_mut(&mut self, visit: &mut dyn FnMut(&'static str, Shape, NumbersMut<'_>)) {
        let shape = self.qpos0.shape();
        visit("qpos0", shape, self.qpos0.numbers_mut());
        visit("qpos_spring", shape, self.qpos_spring.numbers_mut());
        self.body.each_mut(visit);
        self.bvh.each_mut(visit);
        self.jnt.each_mut(visit);
        self.dof.each_mut(visit);
        self.tree.each_mut(visit);
        self.geom.each_mut(visit);
        self.site.each_mut(visit);
        self.cam.each_mut(visit);
        self.light.each_mut(visit);
        self.mesh.each_mut(visit);
        self.oct.each_mut(visit);
        self.skin.each_mut(visit);
        self.hfield.each_mut(visit);
        self.tex.each_mut(visit);
        self.mat.each_mut(visit);
        self.pair.each_mut(visit);
        self.exclude.each_mut(visit);
        self.eq.each_mut(visit);
        self.tendon.each_mut(visit);
        self.wrap.each_mut(visit);
        self.actuator.each_mut(visit);
        self.sensor.each_mut(visit);
        self.numeric.each_mut(visit);
        self.text.each_mut(visit);
        self.tuple.each_mut(visit);
        self.key.each_mut(visit);
        self.sparse.each_mut(visit);
    }
    /// Visits every array itself, to resize it.
    pub fn each_field(&mut self, visit: &mut dyn FnMut(&'static str, &mut dyn FieldData)) {
        visit("qpos0", &mut self.qpos0);
        visit("qpos_spring", &mut self.qpos_spring);
        self.body.each_field(visit);
        self.bvh.each_field(visit);
        self.jnt.each_field(visit);
        self.dof.each_field(visit);
        self.tree.each_field(visit);
        self.geom.each_field(visit);
        self.site.each_field(visit);
        self.cam.each_field(visit);
        self.light.each_field(visit);
        self.mesh.each_field(visit);
        self.oct.each_field(visit);
        self.skin.each_field(visit);
        self.hfield.each_field(visit);
        self.tex.each_field(visit);
        self.mat.each_field(visit);
        self.pair.each_field(visit);
        self.exclude.each_field(visit);
        self.eq.each_field(visit);
        self.tendon.each_field(visit);
        self.wrap.each_field(visit);
        self.actuator.each_field(visit);
        self.sensor.each_field(visit);
        self.numeric.each_field(visit);
        self.text.each_field(visit);
        self.tuple.each_field(visit);
        self.key.each_field(visit);
        self.sparse.each_field(visit);
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
