//! Broad phase: body pairs that may touch.
//!
//! What can ever collide is fixed by the tree: bodies of one weld group, dof-less pairs, parent and child, and excluded pairs
//! never do. For small models the remaining pairs are a list made once, tested by bounding spheres; for large ones a
//! sweep along the axis of largest spread finds them anew, in O(n log n).
//!
//! Reads  model.body, model.bvh, kin     Writes candidate body pairs, ascending

use stiction_dynamics::stages::{Com, Kinematics, Velocities};
use stiction_model::Model;
use stiction_model::kinds::{GeomKind, disable};
use stiction_spatial::Vec3;

/// Up to this many bodies with geoms, the list of all possible pairs is kept.
const LIST_LIMIT: usize = 64;

/// Motion that widens detection: hard contact must see what it can reach within the step.
#[derive(Clone, Copy)]
pub struct Sweep<'a> {
    /// Reference points of the velocities.
    pub com: &'a Com,
    /// Velocities of the bodies.
    pub vel: &'a Velocities,
    /// Step [s].
    pub timestep: f64,
    /// Added whatever the speed [m].
    pub pad: f64,
}

/// Bodies that can collide, and the pairs of them that the tree allows.
#[derive(Clone, Debug, Default)]
pub struct BodyPairs {
    /// Bodies with geoms, ascending.
    bodies: Vec<u32>,
    /// For small models: pairs (i < j) that no structural filter forbids, ascending.
    listed: Option<Vec<(u32, u32)>>,
    /// Per body: it has a plane (unbounded).
    unbounded: Vec<bool>,
    /// Per body: centre and radius of the sphere around its geoms, margins included, this step.
    sphere: Vec<(Vec3, f64)>,
    /// Per body, for hard contact: velocity of the sphere's centre, and the speed that spin adds at its surface.
    motion: Vec<(Vec3, f64)>,
    /// Sweep: (lower end, upper end, body) along the sweep axis, kept sorted between steps.
    order: Vec<(f64, f64, u32)>,
}

/// True if no rule of the tree forbids contacts between two bodies (`mj` filters: weld group, no dofs, parent–child,
/// exclude). `filterparent` is read each step, since it is an option.
fn allowed(m: &Model, b1: usize, b2: usize, filter_parent: bool) -> bool {
    let (w1, w2) = (m.body.weldid[b1] as usize, m.body.weldid[b2] as usize);
    if w1 == w2 || (m.body.dofnum[w1] == 0 && m.body.dofnum[w2] == 0) {
        return false;
    }
    let parent = |w: usize| m.body.weldid[m.body.parentid[w] as usize] as usize;
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
        let plane = GeomKind::Plane as i32;
        let geoms = |b: usize| {
            m.body.geomadr[b].max(0) as usize..(m.body.geomadr[b].max(0) + m.body.geomnum[b]) as usize
        };
        let unbounded = (0..m.size.nbody)
            .map(|b| m.body.geomnum[b] > 0 && geoms(b).any(|g| m.geom.kind[g] == plane))
            .collect();
        let listed = (bodies.len() <= LIST_LIMIT).then(|| {
            let mut list = Vec::new();
            for (k, &i) in bodies.iter().enumerate() {
                for &j in &bodies[k + 1..] {
                    if allowed(m, i as usize, j as usize, false) {
                        list.push((i, j));
                    }
                }
            }
            list
        });
        let order = bodies.iter().filter(|&&b| b != 0).map(|&b| (0.0, 0.0, b)).collect();
        BodyPairs {
            bodies,
            listed,
            unbounded,
            sphere: vec![(Vec3::ZERO, 0.0); m.size.nbody],
            motion: vec![(Vec3::ZERO, 0.0); m.size.nbody],
            order,
        }
    }

    /// Calls `visit` with every body pair that may touch, in ascending order. `awake(b)` is false for sleeping bodies.
    pub(super) fn candidates(
        &mut self,
        m: &Model,
        kin: &Kinematics,
        asleep: &dyn Fn(usize) -> bool,
        sweep: Option<&Sweep<'_>>,
        out: &mut Vec<(u32, u32)>,
    ) {
        out.clear();
        self.bound(m, kin);
        if let Some(s) = sweep {
            self.widen(m, s);
        }
        let filter_parent = !m.disabled(disable::FILTERPARENT);
        let keep = |i: u32, j: u32| {
            let (i, j) = (i as usize, j as usize);
            let masks = m.body.contype[i] & m.body.conaffinity[j] != 0
                || m.body.contype[j] & m.body.conaffinity[i] != 0;
            masks && allowed(m, i, j, filter_parent) && !both_asleep(m, i, j, asleep)
        };
        if let Some(list) = &self.listed {
            out.extend(list.iter().copied().filter(|&(i, j)| self.spheres_touch(i, j) && keep(i, j)));
        } else {
            self.sweep(out);
            out.retain(|&(i, j)| keep(i, j));
            out.sort_unstable();
        }
    }

    /// Bounding spheres of all bodies with geoms.
    fn bound(&mut self, m: &Model, kin: &Kinematics) {
        for &b in &self.bodies {
            let b = b as usize;
            let margin = m.body.margin[b];
            self.sphere[b] = if self.unbounded[b] {
                (Vec3::ZERO, f64::INFINITY)
            } else if m.body.geomnum[b] == 1 {
                let g = m.body.geomadr[b] as usize;
                (kin.geom_xpos[g], m.geom.rbound[g] + margin)
            } else {
                let root = m.bvh.aabb[m.body.bvhadr[b].max(0) as usize];
                let centre = Vec3([root[0], root[1], root[2]]);
                let half = Vec3([root[3], root[4], root[5]]);
                (kin.xipos[b] + kin.ximat[b].mul_vec(centre), half.norm() + margin)
            };
        }
    }

    /// Grows every sphere by what its body can travel in one step.
    fn widen(&mut self, m: &Model, s: &Sweep<'_>) {
        for &b in &self.bodies {
            let b = b as usize;
            let (centre, radius) = self.sphere[b];
            let bounded = radius.is_finite();
            let v = s.vel.cvel[b];
            let at = if bounded { centre - s.com.subtree_com[m.body.rootid[b] as usize] } else { Vec3::ZERO };
            let lin = v.lin + v.ang.cross(at);
            let spin = if bounded { v.ang.norm() * radius } else { 0.0 };
            self.motion[b] = (lin, spin);
            self.sphere[b].1 += s.timestep * (lin.norm() + spin) + s.pad;
        }
    }

    /// How far two bodies can approach in one step.
    pub(super) fn travel(&self, b1: usize, b2: usize, s: &Sweep<'_>) -> f64 {
        let ((v1, w1), (v2, w2)) = (self.motion[b1], self.motion[b2]);
        s.timestep * ((v1 - v2).norm() + w1 + w2) + s.pad
    }

    #[inline]
    fn spheres_touch(&self, i: u32, j: u32) -> bool {
        let ((c1, r1), (c2, r2)) = (self.sphere[i as usize], self.sphere[j as usize]);
        let r = r1 + r2;
        // written so that infinite radii and centres that overflow stay candidates
        !((c1 - c2).norm_squared() > r * r)
    }

    /// Sweep along the axis of largest spread; the world and unbounded bodies pair with everything.
    fn sweep(&mut self, out: &mut Vec<(u32, u32)>) {
        let axis = self.spread_axis();
        for e in &mut self.order {
            let (c, r) = self.sphere[e.2 as usize];
            (e.0, e.1) = (c[axis] - r, c[axis] + r);
        }
        insertion_sort(&mut self.order);
        for (k, &(_, hi, i)) in self.order.iter().enumerate() {
            for &(lo, _, j) in &self.order[k + 1..] {
                if lo > hi {
                    break;
                }
                if self.spheres_touch(i, j) {
                    out.push((i.min(j), i.max(j)));
                }
            }
        }
        if self.bodies.first() == Some(&0) {
            out.extend(self.bodies[1..].iter().map(|&b| (0, b)));
        }
    }

    fn spread_axis(&self) -> usize {
        let (mut sum, mut sq, mut n) = (Vec3::ZERO, Vec3::ZERO, 0.0);
        for &(_, _, b) in &self.order {
            let (c, r) = self.sphere[b as usize];
            if r.is_finite() && c.is_finite() {
                sum += c;
                sq += c.hadamard(c);
                n += 1.0;
            }
        }
        let var = sq - sum.hadamard(sum) / f64::max(n, 1.0);
        if var[0] >= var[1] && var[0] >= var[2] {
            0
        } else if var[1] >= var[2] {
            1
        } else {
            2
        }
    }
}

/// Neither body is awake and dynamic: no force between them can matter.
fn both_asleep(m: &Model, i: usize, j: usize, asleep: &dyn Fn(usize) -> bool) -> bool {
    let (a, b) = (asleep(i), asleep(j));
    a && (b || m.body.weldid[j] == 0) || b && m.body.weldid[i] == 0
}

/// Nearly sorted from the last step: O(n) then; falls back to a full sort when it is not.
fn insertion_sort(v: &mut [(f64, f64, u32)]) {
    let mut moves = 0;
    let limit = 8 * v.len();
    for i in 1..v.len() {
        let mut j = i;
        while j > 0 && less(&v[j], &v[j - 1]) {
            v.swap(j, j - 1);
            j -= 1;
            moves += 1;
        }
        if moves > limit {
            v.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.2.cmp(&b.2)));
            return;
        }
    }
}

fn less(a: &(f64, f64, u32), b: &(f64, f64, u32)) -> bool {
    a.0.total_cmp(&b.0).then(a.2.cmp(&b.2)).is_lt()
}
