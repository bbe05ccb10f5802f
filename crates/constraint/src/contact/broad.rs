//! Broad phase: body pairs that may touch.
//!
//! What can ever collide is fixed by the tree: bodies of one weld group, dof-less pairs, parent and child, and excluded pairs
//! never do. For small models the remaining pairs are a bit each, made once, and the spheres around the bodies are compared four at a
//! time; for large ones a tree over the boxes of the bodies that collide at all finds them anew, in O(n log n).
//!
//! Reads  model.body, model.bvh, kin     Writes candidate body pairs, ascending

use stiction_dynamics::stages::{Com, Kinematics, Velocities};
use stiction_geometry::query::{Aabb, BroadPhase};
use stiction_linalg::lanes::vectorised;
use stiction_model::Model;
use stiction_model::ids::{GeomId, WORLD};
use stiction_model::kinds::{GeomKind, disable, enable};
use stiction_spatial::{Motion, Vec3};

/// Up to this many bodies with geoms every pair is a bit of a word.
const BITS: usize = u64::BITS as usize;

/// What detection does with the motion of the bodies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// Hard contact must see what it can reach within the step: true distances, farther away.
    Ahead,
    /// Speculative contacts of the soft law: fast geoms get the contact that they would miss.
    Speculate,
}

/// Motion that widens detection.
#[derive(Clone, Copy)]
pub struct Sweep<'a> {
    /// What for.
    pub look: Look,
    /// Reference points of the velocities.
    pub com: &'a Com,
    /// Velocities of the bodies.
    pub vel: &'a Velocities,
    /// Step (s).
    pub timestep: f64,
    /// Added whatever the speed (m).
    pub pad: f64,
    /// Per body, what its velocity changes within the step add to its travel (m); none if empty.
    pub extra: &'a [f64],
}

/// Bodies that can collide, and the pairs of them that the tree allows.
#[derive(Clone, Debug, Default)]
pub struct BodyPairs {
    /// Bodies with geoms, ascending.
    bodies: Vec<u32>,
    /// For small models: the pairs that the tree allows, by the places of the bodies in `bodies`.
    table: Option<Vec<Later>>,
    /// Spheres of the bodies by place, for small models.
    packed: Packed,
    /// For small models, by place: bodies at later places whose spheres overlap, this step.
    near: Vec<u64>,
    /// Per body: it has a plane (unbounded).
    unbounded: Vec<bool>,
    /// Per body: centre and radius of the sphere around its geoms, margins included, this step.
    sphere: Vec<(Vec3, f64)>,
    /// Per body, for hard contact: how its sphere moves.
    motion: Vec<Travel>,
    /// For large models: bodies that collide at all, and their boxes, this step.
    active: Vec<u32>,
    boxes: Vec<Aabb>,
    tree: BroadPhase,
}

/// How the sphere around a body moves.
#[derive(Clone, Copy, Debug, Default)]
pub struct Travel {
    /// Centre and radius of the sphere, margins included (m); infinite: everywhere.
    pub centre: Vec3,
    /// See `centre`.
    pub radius: f64,
    /// Velocity of the centre (m/s).
    pub lin: Vec3,
    /// What spin, and what is known of its change, adds at the surface (m/s).
    pub spin: f64,
}

impl Travel {
    /// The sphere of body `b`, which moves with `v`.
    fn new(m: &Model, com: &Com, v: Motion, b: usize, centre: Vec3, radius: f64) -> Travel {
        let bounded = radius.is_finite();
        let at = if bounded { centre - com.subtree_com[m.body.rootid[b]] } else { Vec3::ZERO };
        let spin = if bounded { v.ang.norm() * radius } else { 0.0 };
        Travel { centre, radius, lin: v.lin + v.ang.cross(at), spin }
    }

    /// How fast two bodies can come nearer (m/s).
    #[inline]
    pub fn approach(&self, other: &Travel) -> f64 {
        (self.lin - other.lin).norm() + self.spin + other.spin
    }

    /// How far apart two spheres are (m); negative: they overlap.
    #[inline]
    pub fn apart(&self, other: &Travel) -> f64 {
        (self.centre - other.centre).norm() - self.radius - other.radius
    }
}

/// Bodies at later places that a body can touch, one bit each.
#[derive(Clone, Copy, Debug, Default)]
struct Later {
    /// With its parent and children.
    all: u64,
    /// Without them.
    unrelated: u64,
}

/// Centres and radii of spheres in groups of four: x of all four, then y, z and r.
#[derive(Clone, Debug, Default)]
struct Packed(Vec<[[f64; 4]; 4]>);

impl Packed {
    fn new(n: usize) -> Self {
        Packed(vec![[[0.0; 4]; 4]; n.div_ceil(4)])
    }

    #[inline(always)]
    fn set(&mut self, i: usize, centre: Vec3, radius: f64) {
        let (group, lane) = (&mut self.0[i / 4], i % 4);
        for (row, x) in group.iter_mut().zip([centre[0], centre[1], centre[2], radius]) {
            row[lane] = x;
        }
    }

    /// Those of the `later` spheres that overlap sphere i, one bit each; see [`touch`].
    #[inline(always)]
    fn near(&self, i: usize, later: u64) -> u64 {
        let (first, lane) = (i / 4, i % 4);
        let [x, y, z, r] = &self.0[first];
        let (cx, cy, cz, cr) = (x[lane], y[lane], z[lane], r[lane]);
        if cr == f64::INFINITY {
            return later;
        }
        let mut mask = 0;
        for g in (first..self.0.len()).filter(|g| later >> (4 * g) & 15 != 0) {
            let [x, y, z, r] = &self.0[g];
            let mut apart = [false; 4];
            for k in 0..4 {
                let (dx, dy, dz, sum) = (x[k] - cx, y[k] - cy, z[k] - cz, r[k] + cr);
                apart[k] = dx * dx + dy * dy + dz * dz > sum * sum;
            }
            let bits = apart.iter().enumerate().fold(0, |m, (k, &far)| m | u64::from(!far) << k);
            mask |= bits << (4 * g);
        }
        later & mask
    }
}

/// True if no rule of the tree forbids contacts between two bodies (`mj` filters: weld group, no dofs, parent–child,
/// exclude). `filterparent` is read each step, since it is an option.
pub(super) fn allowed(m: &Model, b1: usize, b2: usize, filter_parent: bool) -> bool {
    let (w1, w2) = (m.body.weldid[b1].idx(), m.body.weldid[b2].idx());
    if w1 == w2 || (m.body.dofnum[w1] == 0 && m.body.dofnum[w2] == 0) {
        return false;
    }
    let parent = |w: usize| m.body.weldid[m.body.parentid[w]].idx();
    !(filter_parent && w1 != 0 && w2 != 0 && (w1 == parent(w2) || w2 == parent(w1)))
}

/// MuJoCo's number of a body pair.
#[inline]
pub(super) fn signature(b1: u32, b2: u32) -> i64 {
    (i64::from(b1) << 16) + i64::from(b2)
}

impl BodyPairs {
    /// The structure of `m`.
    pub fn new(m: &Model) -> Self {
        let bodies: Vec<u32> = (0..m.size.nbody as u32).filter(|&b| m.body.geomnum[b as usize] > 0).collect();
        let plane = |g: GeomId| m.geom.kind[g] == GeomKind::Plane;
        let unbounded = m.bodies().map(|b| m.body.geoms(b).any(plane)).collect();
        let table = (bodies.len() <= BITS).then(|| {
            let later = |k: usize, filter_parent: bool| {
                let can = |j: usize| allowed(m, bodies[k] as usize, bodies[j] as usize, filter_parent);
                (k + 1..bodies.len()).filter(|&j| can(j)).fold(0, |bits, j| bits | 1 << j)
            };
            (0..bodies.len()).map(|k| Later { all: later(k, false), unrelated: later(k, true) }).collect()
        });
        BodyPairs {
            packed: Packed::new(if table.is_some() { bodies.len() } else { 0 }),
            bodies,
            table,
            near: Vec::new(),
            unbounded,
            sphere: vec![(Vec3::ZERO, 0.0); m.size.nbody],
            motion: vec![Travel::default(); m.size.nbody],
            active: Vec::new(),
            boxes: Vec::new(),
            tree: BroadPhase::new(),
        }
    }

    /// Lists every body pair that may touch, in ascending order. False, and none is listed, if there are more than `limit`.
    pub(super) fn candidates(
        &mut self,
        m: &Model,
        kin: &Kinematics,
        asleep: &dyn Fn(usize) -> bool,
        sweep: Option<&Sweep<'_>>,
        limit: usize,
        out: &mut Vec<(u32, u32)>,
    ) -> bool {
        out.clear();
        self.tree.set_limit((limit < usize::MAX).then_some(limit));
        let collides = |b: usize| (m.body.contype[b] | m.body.conaffinity[b]) != 0;
        if let Some(s) = sweep {
            self.bound(m, kin, |_| true);
            self.widen(m, s);
        } else {
            self.bound(m, kin, collides);
        }
        let (filter_parent, sleeps) = (!m.disabled(disable::FILTERPARENT), m.enabled(enable::SLEEP));
        let keep = |i: u32, j: u32| {
            let (i, j) = (i as usize, j as usize);
            let masks = m.body.contype[i] & m.body.conaffinity[j] != 0
                || m.body.contype[j] & m.body.conaffinity[i] != 0;
            masks && !(sleeps && both_asleep(m, i, j, asleep))
        };
        if let Some(table) = &self.table {
            self.near.resize(table.len(), 0);
            let (packed, near) = (&self.packed, &mut self.near);
            let bodies = &self.bodies;
            vectorised!(for (k, n) in near.iter_mut().enumerate() {
                let later = if filter_parent { table[k].unrelated } else { table[k].all };
                *n = if later != 0 && collides(bodies[k] as usize) { packed.near(k, later) } else { 0 };
            });
            for (k, near) in near.iter().enumerate() {
                let mut bits = *near;
                while bits != 0 {
                    let (i, j) = (self.bodies[k], self.bodies[bits.trailing_zeros() as usize]);
                    if keep(i, j) {
                        out.push((i, j));
                    }
                    bits &= bits - 1;
                }
            }
            true
        } else {
            let keep = |i: u32, j: u32| allowed(m, i as usize, j as usize, filter_parent) && keep(i, j);
            self.overlaps(m, kin, keep, out)
        }
    }

    /// Bounding spheres of the bodies with geoms that are asked for; those of others stay as they are.
    fn bound(&mut self, m: &Model, kin: &Kinematics, wanted: impl Fn(usize) -> bool) {
        let n = m.size.nbody;
        let (margins, number, first) = (&m.body.margin[..n], &m.body.geomnum[..n], &m.body.geomadr[..n]);
        let (unbounded, sphere) = (&self.unbounded[..n], &mut self.sphere[..n]);
        // an override replaces the margin, not the gap, which the model has as one sum
        let extra = if m.enabled(enable::OVERRIDE) { m.opt.o_margin } else { 0.0 };
        let small = self.table.is_some();
        for (k, b) in self.bodies.iter().map(|&b| b as usize).enumerate().filter(|&(_, b)| wanted(b)) {
            let margin = margins[b] + extra;
            sphere[b] = if unbounded[b] {
                (Vec3::ZERO, f64::INFINITY)
            } else if number[b] == 1 {
                let g = first[b];
                (kin.geom_xpos[g], m.geom.rbound[g] + margin)
            } else if m.body.bvhnum[b] == 0 {
                // nothing of it collided when the model was compiled: masks that were written since decide
                (Vec3::ZERO, f64::INFINITY)
            } else {
                let root = m.bvh.aabb[m.body.bvhadr[b].max(0) as usize];
                let centre = Vec3([root[0], root[1], root[2]]);
                let half = Vec3([root[3], root[4], root[5]]);
                (kin.xipos[b] + kin.ximat[b].mul_vec(centre), half.norm() + margin)
            };
            if small {
                self.packed.set(k, sphere[b].0, sphere[b].1);
            }
        }
    }

    /// Grows every sphere by what its body can travel in one step.
    fn widen(&mut self, m: &Model, s: &Sweep<'_>) {
        for (k, b) in self.bodies.iter().map(|&b| b as usize).enumerate() {
            let (centre, radius) = self.sphere[b];
            let bounded = radius.is_finite();
            let v = s.vel.cvel[b];
            let extra = s.extra.get(b).map_or(0.0, |x| x / s.timestep);
            let travel = Travel::new(m, s.com, v, b, centre, radius);
            let spin = if bounded { travel.spin + extra } else { 0.0 };
            self.motion[b] = Travel { spin, ..travel };
            self.sphere[b].1 += s.timestep * (travel.lin.norm() + spin) + s.pad;
            if self.table.is_some() {
                self.packed.set(k, centre, self.sphere[b].1);
            }
        }
    }

    /// How far two bodies can approach in one step.
    pub(super) fn travel(&self, b1: usize, b2: usize, s: &Sweep<'_>) -> f64 {
        s.timestep * self.motion[b1].approach(&self.motion[b2]) + s.pad
    }

    /// How the sphere of a body moves as the last detection of hard contact knew it, and with the velocities `after`; what has no dofs goes on as it did.
    pub fn travels(&self, m: &Model, com: &Com, after: &Velocities, b: usize) -> [Travel; 2] {
        let known = self.motion[b];
        if m.body.treeid[b].is_none() {
            return [known, known];
        }
        [known, Travel::new(m, com, after.cvel[b], b, known.centre, known.radius)]
    }

    /// Overlapping boxes; the world and unbounded bodies pair with everything.
    fn overlaps(
        &mut self,
        m: &Model,
        kin: &Kinematics,
        keep: impl Fn(u32, u32) -> bool,
        out: &mut Vec<(u32, u32)>,
    ) -> bool {
        self.active.clear();
        let collides = |b: usize| (m.body.contype[b] | m.body.conaffinity[b]) != 0;
        self.active.extend(self.bodies.iter().filter(|&&b| collides(b as usize)));
        self.boxes.clear();
        for &b in &self.active {
            let (centre, radius) = self.sphere[b as usize];
            // the world is not one box: its geoms may be anywhere
            let radius = if b == 0 { f64::INFINITY } else { radius };
            let mut half = Vec3::new(radius, radius, radius);
            if let Some((h, grow)) = self.single_box(m, kin, b as usize, radius) {
                half = Vec3([0, 1, 2].map(|k| half[k].min(h[k] + grow)));
            }
            self.boxes.push(Aabb { min: centre - half, max: centre + half });
        }
        let (bodies, sphere) = (&self.active, &self.sphere);
        let near = |i: u32, j: u32| {
            let (i, j) = (bodies[i as usize], bodies[j as usize]);
            touch([sphere[i as usize], sphere[j as usize]]) && keep(i, j)
        };
        let all = self.tree.pairs_where(&self.boxes, near, out);
        for pair in out {
            *pair = (bodies[pair.0 as usize], bodies[pair.1 as usize]);
        }
        all
    }

    /// Half extents along the world axes of a body's only geom, about the centre of its sphere, and what margin and motion add.
    fn single_box(&self, m: &Model, kin: &Kinematics, b: usize, radius: f64) -> Option<(Vec3, f64)> {
        if m.body.geomnum[b] != 1 || !radius.is_finite() {
            return None;
        }
        let g = m.body.geomadr[b];
        let [cx, cy, cz, hx, hy, hz] = m.geom.aabb[g];
        let rot = &kin.geom_xmat[g];
        let shift = rot.mul_vec(Vec3([cx, cy, cz]));
        let size = |k: usize| {
            let r = rot.row(k);
            r[0].abs() * hx + r[1].abs() * hy + r[2].abs() * hz + shift[k].abs()
        };
        Some((Vec3([0, 1, 2].map(size)), radius - m.geom.rbound[g]))
    }
}

/// Whether two spheres overlap; written so that infinite radii and centres that overflow stay candidates.
#[inline]
fn touch(spheres: [(Vec3, f64); 2]) -> bool {
    let [(c1, r1), (c2, r2)] = spheres;
    let r = r1 + r2;
    !((c1 - c2).norm_squared() > r * r)
}

/// Neither body is awake and dynamic: no force between them can matter.
fn both_asleep(m: &Model, i: usize, j: usize, asleep: &dyn Fn(usize) -> bool) -> bool {
    let (a, b) = (asleep(i), asleep(j));
    a && (b || m.body.weldid[j] == WORLD) || b && m.body.weldid[i] == WORLD
}
