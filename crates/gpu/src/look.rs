//! What can be asked of worlds on a device beside their state, and the items that a kernel answers it by.
//!
//! Frames of bodies, inertias, geoms, sites and cameras stand in every world's tables; an [`Output`] is a list of items that name them.

use crate::pose::Pose;
use crate::tables::{Builder, Links, Unsupported};
use stiction_kernel::tables::{Shape, frame, idof, item, tree};
use stiction_model::Model;
use stiction_model::ids::{Object, ObjectId};
use stiction_model::kinds::{CamLightMode, JointKind, ObjKind, SensorKind, TrnKind, disable};
use stiction_spatial::{Code, Vec3};

/// An array that is computed when it is asked for, one row per world, with MuJoCo's name and layout.
///
/// Positions and velocities are those of the present state, as `mj_forward` gives them; accelerations are those of the last step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Output {
    /// Positions of bodies.
    Xpos,
    /// Orientations of bodies.
    Xquat,
    /// Centres of mass of bodies.
    Xipos,
    /// Positions of geoms.
    GeomXpos,
    /// Positions of sites.
    SiteXpos,
    /// Centres of mass of subtrees.
    SubtreeCom,
    /// Potential and kinetic energy.
    Energy,
    /// The model's sensors.
    Sensordata,
}

impl Output {
    /// All of them.
    pub const ALL: [Output; 8] = [
        Output::Xpos,
        Output::Xquat,
        Output::Xipos,
        Output::GeomXpos,
        Output::SiteXpos,
        Output::SubtreeCom,
        Output::Energy,
        Output::Sensordata,
    ];

    /// MuJoCo's name.
    pub fn name(self) -> &'static str {
        match self {
            Output::Xpos => "xpos",
            Output::Xquat => "xquat",
            Output::Xipos => "xipos",
            Output::GeomXpos => "geom_xpos",
            Output::SiteXpos => "site_xpos",
            Output::SubtreeCom => "subtree_com",
            Output::Energy => "energy",
            Output::Sensordata => "sensordata",
        }
    }
}

/// The items of an output, four words each, and how many numbers they give.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Items {
    /// Items.
    pub words: Vec<u32>,
    /// Numbers per world.
    pub width: usize,
}

impl Items {
    /// Items of an output of a model whose tables have this shape.
    ///
    /// # Errors
    /// Sensors that the kernels do not have, by name.
    pub fn new(m: &Model, sh: &Shape, output: Output) -> Result<Self, Unsupported> {
        let s = &m.size;
        // the first two numbers of items: no cutoff, gear 1
        let plain = item_numbers(m, sh);
        let each = |n: usize, kind: u32, first: usize, wide: usize| Items {
            words: (0..n).flat_map(|i| [kind, (first + i) as u32, plain, (wide * i) as u32]).collect(),
            width: wide * n,
        };
        let first = |kind: ObjKind| first_frame(m, kind).unwrap_or(0);
        match output {
            Output::Xpos => Ok(each(s.nbody, item::POSITION, first(ObjKind::Xbody), 3)),
            Output::Xquat => Ok(each(s.nbody, item::ORIENTATION, first(ObjKind::Xbody), 4)),
            Output::Xipos => Ok(each(s.nbody, item::POSITION, first(ObjKind::Body), 3)),
            Output::GeomXpos => Ok(each(s.ngeom, item::POSITION, first(ObjKind::Geom), 3)),
            Output::SiteXpos => Ok(each(s.nsite, item::POSITION, first(ObjKind::Site), 3)),
            Output::SubtreeCom => Ok(each(s.nbody, item::CENTRE, 0, 3)),
            Output::Energy if has_sprung_tendons(m) => {
                Err(Unsupported(vec!["energy of the springs of tendons".into()]))
            }
            Output::Energy => {
                Ok(Items { words: vec![item::POTENTIAL, 0, plain, 0, item::KINETIC, 0, plain, 1], width: 2 })
            }
            Output::Sensordata => sensors(m, plain),
        }
    }
}

/// Whether the potential energy depends on lengths of tendons, which looks do not know.
fn has_sprung_tendons(m: &Model) -> bool {
    !m.disabled(disable::SPRING) && m.tendon.stiffness.iter().any(|&k| k != 0.0)
}

/// Where the frames of a kind of element begin.
fn first_frame(m: &Model, kind: ObjKind) -> Option<usize> {
    let s = &m.size;
    match kind {
        ObjKind::Xbody => Some(0),
        ObjKind::Body => Some(s.nbody),
        ObjKind::Geom => Some(2 * s.nbody),
        ObjKind::Site => Some(2 * s.nbody + s.ngeom),
        ObjKind::Camera => Some(2 * s.nbody + s.ngeom + s.nsite),
        _ => None,
    }
}

/// Where the numbers of items begin: behind those of subtrees.
fn item_numbers(m: &Model, sh: &Shape) -> u32 {
    sh.tree_f + tree::SIZE * m.size.nbody as u32
}

fn sensors(m: &Model, plain: u32) -> Result<Items, Unsupported> {
    let mut items = Items { words: Vec::new(), width: m.size.nsensordata };
    let mut missing = Vec::new();
    for i in 0..m.size.nsensor {
        match sensor(m, i) {
            Some((kind, reference, who)) => {
                let numbers = plain + item::SIZE * (1 + i as u32);
                items.words.extend([kind | reference << 8, who, numbers, m.sensor.adr[i].number() as u32]);
            }
            None => {
                let name = m.names.get(ObjKind::Sensor, i);
                let kind = m.sensor.kind[i].get();
                missing.push(format!(
                    "sensor {i} \"{name}\" ({})",
                    kind.map_or("?".into(), |k| format!("{k:?}"))
                ));
            }
        }
    }
    if missing.is_empty() { Ok(items) } else { Err(Unsupported(missing)) }
}

/// Kind of an item, its reference frame's number plus one, and what it asks about.
fn sensor(m: &Model, i: usize) -> Option<(u32, u32, u32)> {
    use SensorKind as S;
    let t = &m.sensor;
    if t.delay[i] > 0.0 || t.interval[i][0] > 0.0 || t.history[i][0] > 0 {
        return None;
    }
    match t.kind[i].get()? {
        S::EPotential => return (!has_sprung_tendons(m)).then_some((item::POTENTIAL, 0, 0)),
        S::EKinetic => return Some((item::KINETIC, 0, 0)),
        _ => {}
    }
    let id = t.objid[i].get()?.idx();
    let place = |kind: Code<ObjKind>, id: ObjectId| {
        let (kind, id) = (kind.get()?, id.get()?.idx());
        // a camera that tracks or targets is no frame of its body
        let fixed = kind != ObjKind::Camera || m.cam.mode[id] == CamLightMode::Fixed;
        fixed.then_some((first_frame(m, kind)? + id) as u32)
    };
    let reference = if t.refid[i].is_none() { 0 } else { place(t.reftype[i], t.refid[i])? + 1 };
    let of_frame = |kind: u32| Some((kind, reference, place(t.objtype[i], t.objid[i])?));
    let of_site = |kind: u32| Some((kind, 0, place(ObjKind::Site.into(), t.objid[i])?));
    let position = |kind: u32, j: usize| Some((kind, 0, m.jnt.qposadr.get(j)?.number() as u32));
    let speed = |kind: u32, j: usize| Some((kind, 0, m.jnt.dofadr.get(j)?.number() as u32));
    // a control's length is gear times coordinate on joints of one coordinate
    let driven = || {
        let j = m.actuator.trnid[id][0].get()?;
        let one = matches!(m.jnt.kind[j.joint()].get(), Some(JointKind::Hinge | JointKind::Slide));
        (m.actuator.trntype[id] == TrnKind::Joint && one).then_some(j.idx())
    };
    match t.kind[i].get()? {
        S::Accelerometer => of_site(item::PULL_WITHIN),
        S::Velocimeter => of_site(item::VELOCITY_WITHIN),
        S::Gyro => of_site(item::TURNS_WITHIN),
        S::Magnetometer => of_site(item::MAGNETIC_WITHIN),
        S::Jointpos => position(item::COORDINATE, id),
        S::Jointvel => speed(item::RATE, id),
        S::Ballquat => position(item::TURN, id),
        S::Ballangvel => speed(item::TURNING, id),
        S::Actuatorpos => position(item::COORDINATE, driven()?),
        S::Actuatorvel => speed(item::RATE, driven()?),
        S::Framepos => of_frame(item::POSITION),
        S::Framequat => of_frame(item::ORIENTATION),
        S::Framexaxis => of_frame(item::AXIS_X),
        S::Frameyaxis => of_frame(item::AXIS_Y),
        S::Framezaxis => of_frame(item::AXIS_Z),
        S::Framelinvel => of_frame(item::VELOCITY),
        S::Frameangvel => of_frame(item::TURNS),
        S::Framelinacc => of_frame(item::PULL),
        S::Frameangacc => of_frame(item::SPIN),
        S::Subtreecom => Some((item::CENTRE, 0, id as u32)),
        S::Subtreelinvel => Some((item::DRIFT, 0, id as u32)),
        _ => None,
    }
}

/// Cutoff and gear of a sensor. Axes and quaternions are never cut.
fn numbers_of(m: &Model, i: usize) -> [f64; 2] {
    use SensorKind as S;
    let kind = m.sensor.kind[i].get();
    let whole =
        matches!(kind, Some(S::Ballquat | S::Framequat | S::Framexaxis | S::Frameyaxis | S::Framezaxis));
    let gear = match kind {
        Some(S::Actuatorpos | S::Actuatorvel) => {
            m.sensor.objid[i].get().map_or(1.0, |a| m.actuator.gear[m.actuator.outadr[a.actuator()]][0])
        }
        _ => 1.0,
    };
    [if whole { 0.0 } else { m.sensor.cutoff[i] }, gear]
}

/// Writes the frames, the subtrees and the numbers of items.
pub(crate) fn frames(b: &mut Builder<'_>) {
    let m = b.m;
    let s = &m.size;
    let mut all: Vec<(Pose, usize)> = Vec::new();
    let on = |links: &Links, body: usize, p: Vec3, q: stiction_spatial::Quat| {
        (links.at[body].then(&Pose::new(p, q)), body)
    };
    let links = &b.links;
    all.extend((0..s.nbody).map(|i| (links.at[i], i)));
    all.extend((0..s.nbody).map(|i| on(links, i, m.body.ipos[i], m.body.iquat[i])));
    all.extend((0..s.ngeom).map(|i| on(links, m.geom.bodyid[i].idx(), m.geom.pos[i], m.geom.quat[i])));
    all.extend((0..s.nsite).map(|i| on(links, m.site.bodyid[i].idx(), m.site.pos[i], m.site.quat[i])));
    all.extend((0..s.ncam).map(|i| on(links, m.cam.bodyid[i].idx(), m.cam.pos[i], m.cam.quat[i])));
    let lane = |body: usize| links.of[body].map_or(255, |l| b.indices[(idof::LINK_LANE * 32) as usize + l]);
    let n = all.len();
    let mut numbers = vec![0.0; frame::SIZE as usize * n];
    for (i, (pose, _)) in all.iter().enumerate() {
        for k in 0..3 {
            numbers[(frame::POS as usize + k) * n + i] = pose.p[k];
        }
        for k in 0..4 {
            numbers[(frame::QUAT as usize + k) * n + i] = pose.q.0[k];
        }
    }
    let lanes: Vec<u32> = all.iter().map(|&(_, body)| lane(body)).collect();
    let (masks, masses) = subtrees(m, links);
    let sh = &mut b.shape;
    (sh.nbody, sh.nframe) = (s.nbody as u32, n as u32);
    sh.frame_f = b.numbers.len() as u32;
    b.numbers.extend(numbers);
    sh.tree_f = b.numbers.len() as u32;
    b.numbers.extend(masses);
    b.numbers.extend([0.0, 1.0]);
    b.numbers.extend((0..s.nsensor).flat_map(|i| numbers_of(m, i)));
    sh.frame_u = b.indices.len() as u32;
    b.indices.extend(lanes);
    sh.tree_u = b.indices.len() as u32;
    b.indices.extend(masks);
}

/// Of every body: the links in its subtree but its own, and what is fixed to it there (all of a link whose body it is).
fn subtrees(m: &Model, links: &Links) -> (Vec<u32>, Vec<f64>) {
    let n = m.size.nbody;
    let (mut masks, mut mass, mut moment) = (vec![0u32; n], m.body.mass.clone(), vec![Vec3::ZERO; n]);
    for i in 0..n {
        moment[i] = m.body.ipos[i] * mass[i];
    }
    for i in (1..n).rev() {
        let p = m.body.parentid[i];
        if m.body.dofnum[i] > 0 {
            masks[p] |= masks[i] | links.of[i].map_or(0, |l| 1 << l);
        } else {
            masks[p] |= masks[i];
            let pose = Pose::new(m.body.pos[i], m.body.quat[i]);
            let turned = pose.rotate(moment[i]) + pose.p * mass[i];
            mass[p] += mass[i];
            moment[p] += turned;
        }
    }
    let mut out = vec![0.0; tree::SIZE as usize * n];
    for i in 0..n {
        out[tree::MASS as usize * n + i] = mass[i];
        for k in 0..3 {
            let centre = if mass[i] > 0.0 { moment[i][k] / mass[i] } else { 0.0 };
            out[(tree::CENTRE as usize + k) * n + i] = centre;
        }
    }
    (masks, out)
}
