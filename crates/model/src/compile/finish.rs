//! Last steps: sizes, constants that follow from the rest, total mass, and a look at every number.

use super::Build;
use super::math::MIN_VAL;
use super::report::Who;
use crate::fields::Numbers;
use crate::fixed;
use crate::kinds::ObjKind;
use crate::model::Model;

impl Build<'_> {
    /// Completes the model.
    pub(crate) fn finish(&mut self) {
        self.sizes();
        self.name_sizes();
        let m = &mut self.model;
        m.body.invweight0 = vec![[0.0; 2]; m.size.nbody].into();
        m.dof.invweight0 = vec![0.0; m.size.nv].into();
        m.dof.M0 = vec![0.0; m.size.nv].into();
        m.dof.length = vec![0.0; m.size.nv].into();
        let total = self.spec.compiler.settotalmass;
        if total > 0.0 {
            set_total_mass(m, total);
        }
        if let Err(why) = fixed::set_fixed(m) {
            self.report.error(Who::section("sleep"), why);
        }
        self.check_finite();
    }

    fn sizes(&mut self) {
        let m = &mut self.model;
        let z = &mut m.size;
        z.nq = m.qpos0.len();
        z.nv = m.dof.bodyid.len();
        z.nactuator = m.actuator.trntype.len();
        z.nbody = m.body.pos.len();
        z.njnt = m.jnt.kind.len();
        z.ngeom = m.geom.kind.len();
        z.nsite = m.site.kind.len();
        z.ncam = m.cam.mode.len();
        z.nlight = m.light.mode.len();
        z.nmesh = m.mesh.vertadr.len();
        z.nmeshvert = m.mesh.vert.len();
        z.nmeshnormal = m.mesh.normal.len();
        z.nmeshtexcoord = m.mesh.texcoord.len();
        z.nmeshface = m.mesh.face.len();
        z.nmeshgraph = m.mesh.graph.len();
        z.nmeshpoly = m.mesh.polynormal.len();
        z.nmeshpolyvert = m.mesh.polyvert.len();
        z.nmeshpolymap = m.mesh.polymap.len();
        z.noct = m.oct.depth.len();
        z.nskin = m.skin.vertadr.len();
        z.nskinvert = m.skin.vert.len();
        z.nskintexvert = m.skin.texcoord.len();
        z.nskinface = m.skin.face.len();
        z.nskinbone = m.skin.bonebodyid.len();
        z.nskinbonevert = m.skin.bonevertid.len();
        z.nhfield = m.hfield.nrow.len();
        z.nhfielddata = m.hfield.data.len();
        z.ntex = m.tex.kind.len();
        z.ntexdata = m.tex.data.len();
        z.nmat = m.mat.emission.len();
        z.npair = m.pair.dim.len();
        z.nexclude = m.exclude.signature.len();
        z.neq = m.eq.kind.len();
        z.ntendon = m.tendon.kind.len();
        z.nwrap = m.wrap.kind.len();
        z.nsensor = m.sensor.kind.len();
        z.nnumeric = m.numeric.adr.len();
        z.nnumericdata = m.numeric.data.len();
        z.ntext = m.text.adr.len();
        z.ntextdata = m.text.data.len();
        z.ntuple = m.tuple.adr.len();
        z.ntupledata = m.tuple.objid.len();
        z.nkey = m.key.time.len();
        z.nuser_body = m.body.user.width;
        z.nuser_jnt = m.jnt.user.width;
        z.nuser_geom = m.geom.user.width;
        z.nuser_site = m.site.user.width;
        z.nuser_cam = m.cam.user.width;
        z.nuser_tendon = m.tendon.user.width;
        z.nuser_actuator = m.actuator.user.width;
        z.nuser_sensor = m.sensor.user.width;
        z.npaths = m.paths.len();
        let request = &self.spec.size;
        let count = |n: i32| usize::try_from(n).unwrap_or(0);
        z.nemax = z.nemax.max(count(request.nemax));
        z.nuserdata = count(request.nuserdata);
        // "no limit" is −1, kept as the largest number
        z.njmax = (request.njmax as isize).cast_unsigned();
        z.nconmax = (request.nconmax as isize).cast_unsigned();
    }

    /// Bytes of all names with their terminators, and slots of the hash map that finds them.
    fn name_sizes(&mut self) {
        let m = &mut self.model;
        let (mut bytes, mut objects) = (m.name.len() + 1, 0);
        for &kind in ObjKind::ALL.iter().filter(|&&k| k != ObjKind::Xbody && k < ObjKind::Frame) {
            let list = m.names.list(kind);
            bytes += list.iter().map(|n| n.len() + 1).sum::<usize>();
            objects += list.len();
        }
        m.size.nnames = bytes;
        m.size.nnames_map = 2 * objects;
    }

    /// Every float of the model is a number.
    fn check_finite(&mut self) {
        let mut bad = Vec::new();
        self.model.each(&mut |name, shape, numbers| {
            let at = match numbers {
                Numbers::F64(x) => x.iter().position(|v| !v.is_finite()),
                Numbers::F32(x) => x.iter().position(|v| !v.is_finite()),
                _ => None,
            };
            bad.extend(at.map(|i| (name, i / shape.cols.unwrap_or(1).max(1))));
        });
        for (name, row) in bad {
            self.report.error_hint(
                Who::section("model"),
                format!("{name}[{row}] is not a finite number"),
                "some value in the model is too large, too small, or not a number",
            );
        }
        let o = &self.model.opt;
        let options = [
            o.timestep,
            o.impratio,
            o.tolerance,
            o.ls_tolerance,
            o.noslip_tolerance,
            o.ccd_tolerance,
            o.sleep_tolerance,
            o.density,
            o.viscosity,
            o.o_margin,
        ];
        let vectors = [o.gravity, o.wind, o.magnetic];
        let lists = o.o_solref.iter().chain(&o.o_solimp).chain(&o.o_friction);
        let all = options.iter().chain(vectors.iter().flat_map(|v| &v.0)).chain(lists);
        if all.into_iter().any(|x| !x.is_finite()) {
            self.report.error(Who::section("option"), "a value is not a finite number");
        }
    }
}

/// Scales all masses and inertias to this total (`mj_setTotalmass`).
pub fn set_total_mass(m: &mut Model, total: f64) {
    let now: f64 = m.body.mass.iter().skip(1).sum();
    let scale = (total / now.max(MIN_VAL)).max(MIN_VAL);
    m.body.mass.iter_mut().for_each(|x| *x *= scale);
    m.body.inertia.iter_mut().for_each(|i| *i *= scale);
}
