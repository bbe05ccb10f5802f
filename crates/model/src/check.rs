//! Every index of a compiled model exists: what the engine relies on wherever it follows one.
//!
//! A compiled model holds by construction. Models that come from elsewhere (pickles, arrays of another engine, arrays that a program
//! wrote into) are checked here before they are used. Indices that the structure rests on (parents, addresses, counts, patterns) are
//! read-only outside ([`is_structure`]); others may be written and must name something that exists.
//!
//! Reads  all tables     Cost O(size of the model), paid only when integers changed
//! Checked by: every model of the repository passes; each rule refuses a value out of range.

use crate::Model;
use crate::compile::sensor::{contact_width, fixed_width, ray_width, wanted};
use crate::fields::{Numbers, Shape};
use crate::ids::{ObjectId, WORLD};
use crate::kinds::{
    CamLightMode, EqKind, GeomKind, JointKind, LightKind, ObjKind, SensorKind, SleepPolicy, Stage,
    TendonKind, TrnKind, WrapKind,
};
use crate::plugin::Plugin;
use stiction_spatial::flat::flat;

/// What the integers of a field may be.
#[derive(Clone, Copy)]
enum Rule {
    /// An index below this number.
    Below(usize),
    /// The same, or −1 for none.
    Optional(usize),
    /// An address or a count: at most this number.
    UpTo(usize),
    /// An address, or −1 for none.
    OptionalUpTo(usize),
    /// A row before this one, or −1 for none.
    Earlier,
    /// A number of a closed set.
    Kind(fn(i32) -> bool),
}

/// True for arrays of indices that the structure of a model rests on: nobody writes them after compilation.
pub fn is_structure(name: &str) -> bool {
    let (prefix, rest) = name.split_once('_').unwrap_or(("", name));
    match prefix {
        "bvh" => rest != "aabb",
        "oct" => matches!(rest, "child" | "depth"),
        "skin" => rest.ends_with("adr") || rest.ends_with("num") || matches!(rest, "face" | "bonevertid"),
        "ten" | "B" | "M" | "D" | "name" | "names" => true,
        "mesh" => !matches!(rest, "vert" | "normal" | "texcoord" | "scale" | "pos" | "quat" | "polynormal"),
        "hfield" => matches!(rest, "nrow" | "ncol" | "adr" | "pathadr"),
        "tex" => !matches!(rest, "type" | "colorspace" | "data"),
        "wrap" => rest != "prm",
        "numeric" | "text" | "tuple" => matches!(rest, "adr" | "size"),
        "tree" => rest != "sleep_policy",
        "body" | "jnt" | "dof" | "geom" | "site" | "cam" | "light" | "tendon" | "actuator" | "sensor" => {
            matches!(
                rest,
                "parentid"
                    | "rootid"
                    | "weldid"
                    | "mocapid"
                    | "bodyid"
                    | "jntid"
                    | "treeid"
                    | "treenum"
                    | "simplenum"
                    | "history"
                    | "adr"
                    | "num"
                    | "dim"
                    | "Madr"
            ) || rest.ends_with("adr")
                || rest.ends_with("num")
                || name == "jnt_type"
                || name == "tendon_type"
        }
        _ => matches!(name, "mapM2M" | "mapM2D" | "mapD2M"),
    }
}

/// The rule of a field of integers, if it has one of its own.
fn rule(m: &Model, name: &str) -> Option<Rule> {
    use Rule::{Below, Earlier, Kind, Optional, OptionalUpTo, UpTo};
    let s = &m.size;
    let kind = |ok: fn(i32) -> bool| Some(Kind(ok));
    Some(match name {
        "body_rootid" | "body_weldid" | "jnt_bodyid" | "dof_bodyid" | "geom_bodyid" | "site_bodyid"
        | "cam_bodyid" | "light_bodyid" => Below(s.nbody),
        "skin_bonebodyid" => Below(s.nbody),
        "skin_matid" => Optional(s.nmat),
        "cam_targetbodyid" | "light_targetbodyid" => Optional(s.nbody),
        "body_mocapid" => Optional(s.nmocap),
        "body_treeid" | "dof_treeid" | "tendon_treeid" => Optional(s.ntree),
        "dof_jntid" => Below(s.njnt),
        "dof_parentid" => Earlier,
        "dof_Madr" => UpTo(s.nM),
        "dof_simplenum" => UpTo(s.nv),
        "jnt_actuatorid" | "tendon_actuatorid" => Optional(s.nactuator),
        "jnt_plasticadr" | "tendon_plasticadr" => OptionalUpTo(s.nplastic),
        "geom_matid" | "site_matid" | "tendon_matid" => Optional(s.nmat),
        "light_texid" | "mat_texid" => Optional(s.ntex),
        "pair_geom1" | "pair_geom2" => Below(s.ngeom),
        "actuator_historyadr" | "sensor_historyadr" => OptionalUpTo(s.nhistory),
        "geom_condim" | "pair_dim" => return kind(|x| matches!(x, 1 | 3 | 4 | 6)),
        "jnt_type" => return kind(|x| JointKind::from_i32(x).is_some()),
        "geom_type" | "site_type" => return kind(|x| GeomKind::from_i32(x).is_some()),
        "cam_mode" | "light_mode" => return kind(|x| CamLightMode::from_i32(x).is_some()),
        "light_type" => return kind(|x| LightKind::from_i32(x).is_some()),
        "eq_type" => return kind(|x| EqKind::from_i32(x).is_some()),
        "wrap_type" => return kind(|x| WrapKind::from_i32(x).is_some()),
        "tendon_type" => return kind(|x| TendonKind::from_i32(x).is_some()),
        "actuator_trntype" => return kind(|x| TrnKind::from_i32(x).is_some()),
        "sensor_type" => return kind(|x| SensorKind::from_i32(x).is_some()),
        "sensor_needstage" => return kind(|x| Stage::from_i32(x).is_some()),
        "tree_sleep_policy" => return kind(|x| SleepPolicy::from_i32(x).is_some()),
        "B_colind" | "M_colind" | "D_colind" | "ten_J_colind" => Below(s.nv),
        "mapM2M" | "mapM2D" => Optional(s.nC.max(s.nM)),
        "mapD2M" => Optional(s.nD.max(s.nC)),
        "D_diag" => UpTo(s.nv),
        _ => return None,
    })
}

impl Rule {
    /// What is expected in row `i`, if `x` is not it.
    fn refuse(self, x: i32, i: usize) -> Option<String> {
        let below = |n: usize| usize::try_from(x).is_ok_and(|x| x < n);
        let (ok, wanted) = match self {
            Rule::Below(n) => (below(n), format!("an index below {n}")),
            Rule::Optional(n) => (x == -1 || below(n), format!("−1 or an index below {n}")),
            Rule::UpTo(n) => (below(n + 1), format!("at most {n}")),
            Rule::OptionalUpTo(n) => (x == -1 || below(n + 1), format!("−1 or at most {n}")),
            Rule::Earlier => (x == -1 || below(i), format!("−1 or an index below {i}")),
            Rule::Kind(ok) => (ok(x), "one of the kinds there are".to_owned()),
        };
        (!ok).then_some(wanted)
    }
}

/// An error that names the first index of `m` that does not exist.
///
/// # Errors
/// If there is one.
pub fn check(m: &Model) -> Result<(), String> {
    shapes(m)?;
    let mut found = None;
    m.each(&mut |name, shape, numbers| {
        if found.is_none() {
            found = bad(m, name, shape, &numbers);
        }
    });
    found.map_or(Ok(()), Err)?;
    parents(m)?;
    spans(m)?;
    references(m)
}

fn bad(m: &Model, name: &str, shape: Shape, numbers: &Numbers<'_>) -> Option<String> {
    let Numbers::I32(x) = numbers else { return None };
    let rule = rule(m, name)?;
    let cols = shape.cols.unwrap_or(1).max(1);
    x.iter().enumerate().find_map(|(k, &x)| {
        let wanted = rule.refuse(x, k / cols)?;
        let at = if shape.cols.is_some() { format!("{}, {}", k / cols, k % cols) } else { k.to_string() };
        Some(format!("{name}[{at}] is {x}: {wanted} is needed"))
    })
}

/// Tables have as many rows as their sizes say.
fn shapes(m: &Model) -> Result<(), String> {
    let mut found = None;
    m.each(&mut |name, shape, _| {
        if let Some(rows) = rows(m, name).filter(|r| *r != shape.rows)
            && found.is_none()
        {
            found = Some(format!("{name} has {} rows: {rows} are needed", shape.rows));
        }
    });
    found.map_or(Ok(()), Err)?;
    let (s, k) = (&m.size, &m.key);
    let widths = [
        ("key_qpos", k.qpos.width, s.nq),
        ("key_qvel", k.qvel.width, s.nv),
        ("key_act", k.act.width, s.na),
        ("key_ctrl", k.ctrl.width, s.nu),
        ("key_mpos", k.mpos.width, 3 * s.nmocap),
        ("key_mquat", k.mquat.width, 4 * s.nmocap),
        ("key_plastic", k.plastic.width, s.nplastic),
    ];
    match widths.iter().find(|(_, have, want)| s.nkey > 0 && have != want) {
        Some((name, have, want)) => Err(format!("{name} has {have} columns: {want} are needed")),
        None => Ok(()),
    }
}

/// Rows that a field must have, where its prefix tells.
fn rows(m: &Model, name: &str) -> Option<usize> {
    let s = &m.size;
    let (prefix, rest) = name.split_once('_').unwrap_or(("", name));
    Some(match prefix {
        "body" => s.nbody,
        "jnt" => s.njnt,
        "dof" => s.nv,
        "tree" => s.ntree,
        "geom" => s.ngeom,
        "site" => s.nsite,
        "cam" => s.ncam,
        "light" => s.nlight,
        "mat" => s.nmat,
        "pair" => s.npair,
        "exclude" => s.nexclude,
        "eq" => s.neq,
        "tendon" => s.ntendon,
        "wrap" => s.nwrap,
        "sensor" => s.nsensor,
        "key" => s.nkey,
        "bvh" => match rest {
            "aabb" => s.nbvhstatic,
            _ => s.nbvh,
        },
        "oct" => s.noct,
        "skin" => match rest {
            "vert" => s.nskinvert,
            "texcoord" => s.nskintexvert,
            "face" => s.nskinface,
            "bonevertadr" | "bonevertnum" | "bonebindpos" | "bonebindquat" | "bonebodyid" => s.nskinbone,
            "bonevertid" | "bonevertweight" => s.nskinbonevert,
            _ => s.nskin,
        },
        "hfield" if rest == "data" => s.nhfielddata,
        "hfield" => s.nhfield,
        "tex" if rest == "data" => s.ntexdata,
        "tex" => s.ntex,
        "actuator" => match rest {
            "gear" | "acc0" | "length0" | "lengthrange" => s.nout,
            "ctrllimited" | "ctrlrange" => s.nu,
            _ => s.nactuator,
        },
        "mesh" => match rest {
            "vert" => s.nmeshvert,
            "normal" => s.nmeshnormal,
            "texcoord" => s.nmeshtexcoord,
            "face" | "facenormal" | "facetexcoord" => s.nmeshface,
            "graph" => s.nmeshgraph,
            "polynormal" | "polyvertadr" | "polyvertnum" => s.nmeshpoly,
            "polyvert" => s.nmeshpolyvert,
            "polymapadr" | "polymapnum" => s.nmeshvert,
            "polymap" => s.nmeshpolymap,
            _ => s.nmesh,
        },
        "M" | "D" if matches!(rest, "rownnz" | "rowadr" | "diag") => s.nv,
        "M" if rest == "colind" => s.nC,
        "D" if rest == "colind" => s.nD,
        "B" if matches!(rest, "rownnz" | "rowadr") => s.nbody,
        "ten" if matches!(rest, "J_rownnz" | "J_rowadr") => s.ntendon,
        _ if name == "mapM2M" || name == "mapD2M" => s.nC,
        _ if name == "mapM2D" => s.nD,
        _ if name == "qpos0" || name == "qpos_spring" => s.nq,
        _ => return None,
    })
}

/// Parents come before their children, so that passes over trees end.
fn parents(m: &Model) -> Result<(), String> {
    for (i, &p) in m.body.parentid.iter().enumerate() {
        if !(p == WORLD && i == 0 || p.get().is_some_and(|p| p.idx() < i)) {
            return Err(format!("body_parentid[{i}] is {p}: an index below {i} is needed"));
        }
    }
    Ok(())
}

/// Stretches of rows that belong to one object lie within their table.
fn spans(m: &Model) -> Result<(), String> {
    let s = &m.size;
    let one = |name: &str, adr: &[i32], num: &[i32], total: usize| -> Result<(), String> {
        for (i, (&a, &n)) in adr.iter().zip(num).enumerate() {
            let inside = match (usize::try_from(a), usize::try_from(n)) {
                (Ok(a), Ok(n)) => a.checked_add(n).is_some_and(|end| end <= total),
                (Err(_), Ok(n)) => n == 0 || a == -1 && total == 0,
                _ => false,
            };
            if !inside {
                return Err(format!("{name}[{i}] reaches from {a} over {n} of {total} rows"));
            }
        }
        Ok(())
    };
    one("body_jntadr", flat(&m.body.jntadr), &m.body.jntnum, s.njnt)?;
    one("body_dofadr", flat(&m.body.dofadr), &m.body.dofnum, s.nv)?;
    one("body_geomadr", flat(&m.body.geomadr), &m.body.geomnum, s.ngeom)?;
    one("body_bvhadr", &m.body.bvhadr, &m.body.bvhnum, s.nbvh)?;
    one("tree_bodyadr", flat(&m.tree.bodyadr), &m.tree.bodynum, s.nbody)?;
    one("tree_dofadr", flat(&m.tree.dofadr), &m.tree.dofnum, s.nv)?;
    one("tendon_adr", flat(&m.tendon.adr), &m.tendon.num, s.nwrap)?;
    one("actuator_ctrladr", flat(&m.actuator.ctrladr), &m.actuator.ctrlnum, s.nu)?;
    one("actuator_outadr", flat(&m.actuator.outadr), &m.actuator.outnum, s.nout)?;
    one("actuator_actadr", flat(&m.actuator.actadr), &m.actuator.actnum, s.na)?;
    one("sensor_adr", flat(&m.sensor.adr), &m.sensor.dim, s.nsensordata)?;
    one("numeric_adr", &m.numeric.adr, &m.numeric.size, m.numeric.data.len())?;
    one("text_adr", &m.text.adr, &m.text.size, m.text.data.len())?;
    one("tuple_adr", &m.tuple.adr, &m.tuple.size, m.tuple.objid.len())?;
    let x = &m.mesh;
    one("mesh_vertadr", &x.vertadr, &x.vertnum, s.nmeshvert)?;
    one("mesh_faceadr", &x.faceadr, &x.facenum, s.nmeshface)?;
    one("mesh_bvhadr", &x.bvhadr, &x.bvhnum, s.nbvh)?;
    one("mesh_octadr", &x.octadr, &x.octnum, s.noct)?;
    one("mesh_normaladr", &x.normaladr, &x.normalnum, s.nmeshnormal)?;
    one("mesh_polyadr", &x.polyadr, &x.polynum, s.nmeshpoly)?;
    one("mesh_polyvertadr", &x.polyvertadr, &x.polyvertnum, s.nmeshpolyvert)?;
    one("mesh_polymapadr", &x.polymapadr, &x.polymapnum, s.nmeshpolymap)?;
    let x = &m.skin;
    one("skin_vertadr", &x.vertadr, &x.vertnum, s.nskinvert)?;
    one("skin_faceadr", &x.faceadr, &x.facenum, s.nskinface)?;
    one("skin_boneadr", &x.boneadr, &x.bonenum, s.nskinbone)?;
    one("skin_bonevertadr", &x.bonevertadr, &x.bonevertnum, s.nskinbonevert)?;
    skins(m)?;
    one("M_rowadr", &m.sparse.M_rowadr, &m.sparse.M_rownnz, m.sparse.M_colind.len())?;
    one("B_rowadr", &m.sparse.B_rowadr, &m.sparse.B_rownnz, m.sparse.B_colind.len())?;
    one("D_rowadr", &m.sparse.D_rowadr, &m.sparse.D_rownnz, m.sparse.D_colind.len())?;
    one("ten_J_rowadr", &m.sparse.ten_J_rowadr, &m.sparse.ten_J_rownnz, m.sparse.ten_J_colind.len())?;
    fields(m)?;
    joints(m)
}

/// Faces and bones of a skin name its own vertices.
fn skins(m: &Model) -> Result<(), String> {
    let x = &m.skin;
    let span = |adr: i32, num: i32| adr.max(0) as usize..(adr.max(0) + num.max(0)) as usize;
    for i in 0..m.size.nskin {
        let n = x.vertnum[i];
        let has = |v: &i32| (0..n).contains(v);
        let faces = x.face[span(x.faceadr[i], x.facenum[i])].iter().flatten().all(has);
        let mut bones = span(x.boneadr[i], x.bonenum[i]);
        if !faces || !bones.all(|b| x.bonevertid[span(x.bonevertadr[b], x.bonevertnum[b])].iter().all(has)) {
            return Err(format!("skin {i} names a vertex that it does not have"));
        }
        if x.texcoordadr[i] >= 0 && span(x.texcoordadr[i], n).end > m.size.nskintexvert {
            return Err(format!("skin_texcoordadr[{i}] leaves no room for its vertices"));
        }
    }
    Ok(())
}

/// Height fields and textures have all their samples.
fn fields(m: &Model) -> Result<(), String> {
    let (h, t) = (&m.hfield, &m.tex);
    for i in 0..m.size.nhfield {
        let (adr, sides) = (i64::from(h.adr[i]), [i64::from(h.nrow[i]), i64::from(h.ncol[i])]);
        if !samples_fit(adr, &sides, h.data.len()) {
            return Err(format!("hfield_adr[{i}]: {} by {} samples are not there", sides[0], sides[1]));
        }
    }
    for i in 0..m.size.ntex {
        let sides = [t.height[i], t.width[i], t.nchannel[i]].map(i64::from);
        if !samples_fit(t.adr[i], &sides, t.data.len()) {
            return Err(format!("tex_adr[{i}]: {sides:?} samples are not there"));
        }
    }
    Ok(())
}

fn samples_fit(adr: i64, sides: &[i64], total: usize) -> bool {
    let product = sides.iter().try_fold(1_i64, |p, &s| if s < 0 { None } else { p.checked_mul(s) });
    let end = product.and_then(|p| p.checked_add(adr));
    adr >= 0 && end.and_then(|e| usize::try_from(e).ok()).is_some_and(|e| e <= total)
}

/// Joints have room for their positions and velocities.
fn joints(m: &Model) -> Result<(), String> {
    for j in 0..m.size.njnt {
        let (q, v) = (m.jnt.qposadr[j], m.jnt.dofadr[j]);
        let (nq, nv) = m.jnt.kind[j].get().unwrap_or(JointKind::Hinge).size();
        let fits = q.is_some() && v.is_some() && q.idx() + nq <= m.size.nq && v.idx() + nv <= m.size.nv;
        if !fits {
            return Err(format!("jnt_qposadr[{j}] or jnt_dofadr[{j}] leaves no room for the joint"));
        }
    }
    Ok(())
}

/// An error unless `id` names an object among `n`; −1 where none is allowed.
fn named(name: &str, i: usize, id: ObjectId, n: usize, optional: bool) -> Result<(), String> {
    let rule = if optional { Rule::Optional(n) } else { Rule::Below(n) };
    rule.refuse(id.number(), i)
        .map_or(Ok(()), |wanted| Err(format!("{name}[{i}] is {id}: {wanted} is needed")))
}

/// References whose target depends on a kind beside them.
fn references(m: &Model) -> Result<(), String> {
    let s = &m.size;
    for (name, kinds, ids) in
        [("geom_dataid", &m.geom.kind[..], &m.geom.dataid[..]), ("site_dataid", &m.site.kind, &m.site.dataid)]
    {
        for (i, (&kind, &id)) in kinds.iter().zip(ids).enumerate() {
            match kind.get() {
                Some(GeomKind::Hfield) => named(name, i, id, s.nhfield, false)?,
                Some(GeomKind::Mesh | GeomKind::Sdf) => named(name, i, id, s.nmesh, false)?,
                // a primitive fitted to a mesh remembers which
                _ => named(name, i, id, s.nmesh.max(s.nhfield), true)?,
            }
        }
    }
    for (i, &kind) in m.wrap.kind.iter().enumerate() {
        let n = match kind.get() {
            Some(WrapKind::Joint) => s.njnt,
            Some(WrapKind::Site) => s.nsite,
            Some(WrapKind::Sphere | WrapKind::Cylinder) => s.ngeom,
            _ => continue,
        };
        named("wrap_objid", i, m.wrap.objid[i], n, false)?;
    }
    equalities(m)?;
    transmissions(m)?;
    sensors(m)?;
    for (i, (&kind, &id)) in m.tuple.objtype.iter().zip(&m.tuple.objid).enumerate() {
        if let Some(n) = kind.get().and_then(|k| m.size.of(k)) {
            named("tuple_objid", i, id, n, false)?;
        }
    }
    Ok(())
}

fn equalities(m: &Model) -> Result<(), String> {
    let (s, e) = (&m.size, &m.eq);
    for i in 0..s.neq {
        let (n, optional) = match e.kind[i].get() {
            Some(EqKind::Connect | EqKind::Weld) if e.objtype[i] == ObjKind::Site => (s.nsite, false),
            Some(EqKind::Connect | EqKind::Weld) => (s.nbody, false),
            Some(EqKind::Joint) => (s.njnt, true),
            Some(EqKind::Tendon) => (s.ntendon, true),
            _ => continue,
        };
        named("eq_obj1id", i, e.obj1id[i], n, false)?;
        named("eq_obj2id", i, e.obj2id[i], n, optional)?;
    }
    Ok(())
}

fn transmissions(m: &Model) -> Result<(), String> {
    let s = &m.size;
    for i in 0..s.nactuator {
        let [a, b] = m.actuator.trnid[i];
        let (n, second) = match m.actuator.trntype[i].get() {
            Some(TrnKind::Joint | TrnKind::Jointinparent) => (s.njnt, None),
            Some(TrnKind::So3) => (s.njnt.max(s.nsite), Some((s.nsite, true))),
            Some(TrnKind::Slidercrank) => (s.nsite, Some((s.nsite, false))),
            Some(TrnKind::Tendon) => (s.ntendon, None),
            Some(TrnKind::Site) => (s.nsite, Some((s.nsite, true))),
            Some(TrnKind::Body) => (s.nbody, None),
            _ => continue,
        };
        named("actuator_trnid", i, a, n, false)?;
        if let Some((n, optional)) = second {
            named("actuator_trnid", i, b, n, optional)?;
        }
    }
    Ok(())
}

fn sensors(m: &Model) -> Result<(), String> {
    let x = &m.sensor;
    for i in 0..m.size.nsensor {
        for (name, kind, id) in
            [("sensor_objid", x.objtype[i], x.objid[i]), ("sensor_refid", x.reftype[i], x.refid[i])]
        {
            let kind = kind.get().ok_or_else(|| {
                format!("{}[{i}] is {kind}: there is no such kind", name.replace("id", "type"))
            })?;
            if let Some(n) = m.size.of(kind) {
                named(name, i, id, n, name == "sensor_refid")?;
            }
        }
        sensor(m, i)?;
    }
    Ok(())
}

/// Sensor `i`, whose objects exist, reads what they have and gives as many values as it has room for.
fn sensor(m: &Model, i: usize) -> Result<(), String> {
    use SensorKind as S;
    let x = &m.sensor;
    let [Some(on), Some(to)] = [x.objtype[i].get(), x.reftype[i].get()] else { return Ok(()) };
    let Some(kind) = x.kind[i].get() else { return Ok(()) };
    let no = |what: &str| Err(format!("sensor_type[{i}] is {kind:?}: it must be attached to {what}"));
    let (id, needs) = (x.objid[i].get().map(|o| o.idx()), wanted(kind, on, to));
    if !needs.is_empty() {
        return no(needs);
    }
    if matches!(kind, S::Camprojection | S::Tactile | S::Insidesite) && x.refid[i].get().is_none()
        || kind == S::Camprojection && to != ObjKind::Camera
        || kind == S::Insidesite && to != ObjKind::Site
        || kind == S::Plugin && on != ObjKind::Site
    {
        return no("another object");
    }
    let ball = matches!(kind, S::Ballquat | S::Ballangvel);
    if ball && id.is_none_or(|j| m.jnt.kind[j] != JointKind::Ball) {
        return no("a ball joint");
    }
    let [fields, _, num] = x.intprm[i];
    let count = |n: i32| u64::try_from(n).unwrap_or(0);
    let rays = || match id.filter(|_| on == ObjKind::Camera) {
        Some(c) => m.cam.resolution[c].map(count).iter().product(),
        None => 1,
    };
    let width = match kind {
        S::Actuatorpos | S::Actuatorvel | S::Actuatorfrc => id.map(|a| count(m.actuator.outnum[a])),
        S::Contact => Some(contact_width(fields).saturating_mul(count(num))),
        S::Rangefinder => Some(ray_width(fields).saturating_mul(rays())),
        S::Tactile => id.map(|k| 3 * count(m.mesh.vertnum[k])),
        S::Plugin => match x.plugin[i].get().and_then(|p| m.plugins.get(p.idx())) {
            Some(Plugin::TouchGrid(g)) => Some((g.size[0] * g.size[1] * g.nchannel) as u64),
            _ => None,
        },
        S::User => None,
        _ => fixed_width(kind),
    };
    match width.filter(|w| *w != count(x.dim[i])) {
        Some(w) => {
            Err(format!("sensor_type[{i}] is {kind:?} with {w} values where there is room for {}", x.dim[i]))
        }
        None => Ok(()),
    }
}
