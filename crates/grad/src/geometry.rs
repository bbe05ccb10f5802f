//! How a contact moves with its second geom: point, normal, distance.
//!
//! The second geom moves by a small twist (ω, v at the contact point p) while the first rests. Each geom is the offset by a radius of
//! a core: a plane, a point, or a line. With c₁, c₂ the closest points of the cores, n from c₁ to c₂, L = |c₂ − c₁|:
//!
//! ```text
//! w = v + ω × (c₂ − p),   dδ = w + u₂ dt − u₁ ds,   dn = (1 − n nᵀ) dδ / L,   d dist = n·w                         (1)
//! u₁·dδ = 0,   u₂·dδ + (ω × u₂)·L n = 0                       where c₁, c₂ are free to slide along their lines       (2)
//! dp = u₁ ds + dn (r₁ + dist/2) + n d dist / 2                                                                     (3)
//! ```
//!
//! A plane keeps its normal: dn = 0, dp = w − n d dist/2, for shifts whatever the shape; a face of the second geom carries it: dn = ω × n, dp by (3) with ds = 0. Under the hard law
//! the core of a box is the face, edge or corner that it touches with. Pairs of other shapes are differenced: their narrow phase alone, in
//! directions that span what their dofs can do, none of which is special. A pair whose points come, go or jump in one of them is at a switch of
//! its features: nothing that moves it has a derivative. Sides that disagree are looked at by half the step: curvature halves what sets them apart.
//! Features that hold in a neighbourhood smaller than the differences are found
//! by a smaller one, which the others must foretell.
//!
//! Reads  model, kin, contacts     Checked by: differences of the narrow phase.

use crate::contact::{PairDof, pair_dofs};
use crate::tree::last_dof;
use stiction_constraint::Contact;
use stiction_constraint::contact::{ByTriangles, ccd_options, geom_placement};
use stiction_dynamics::stages::Kinematics;
use stiction_geometry::query::{ContactPoint, Manifold, Placement, Posed, Scratch, collide, make_frame};
use stiction_model::Model;
use stiction_model::kinds::GeomKind;
use stiction_sim::Data;
use stiction_spatial::{Mat3, Quat, Vec3};

/// What a contact does when its second geom moves along one direction of twist.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Answer {
    /// Motion of the contact point.
    pub point: Vec3,
    /// Rotation of the contact frame.
    pub turn: Vec3,
    /// Change of the distance.
    pub dist: f64,
}

/// The answers of one contact: three rotations about its point, then three translations.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Mobility {
    pub answer: [Answer; 6],
    /// Whether the tangents are carried by the geoms rather than chosen by world axes.
    pub attached: bool,
    /// Whether the narrow phase does not answer smoothly.
    pub kink: bool,
    /// Whether it does so to turns alone: how a shape touches a plane does not change with shifts.
    level: bool,
}

impl Answer {
    fn plus(&self, a: &Answer, s: f64) -> Answer {
        Answer {
            point: self.point.add_scaled(a.point, s),
            turn: self.turn.add_scaled(a.turn, s),
            dist: self.dist + s * a.dist,
        }
    }

    fn scaled(&self, s: f64) -> Answer {
        Answer::default().plus(self, s)
    }

    fn length(&self) -> f64 {
        self.point.norm() + self.dist.abs() + self.turn.norm()
    }
}

impl Mobility {
    /// True if the answer to a twist (ω, v) has a kink.
    pub fn has_kink(&self, ang: Vec3, lin: Vec3) -> bool {
        self.kink && (ang.norm_squared() > 1e-18 || !self.level && lin.norm_squared() > 1e-18)
    }

    /// The answer to a twist (ω, v).
    #[inline]
    pub fn of(&self, ang: Vec3, lin: Vec3) -> Answer {
        (0..3)
            .fold(Answer::default(), |y, k| y.plus(&self.answer[k], ang[k]).plus(&self.answer[3 + k], lin[k]))
    }
}

/// Length of the twists of the differences [rad, m].
const STEP: f64 = 1e-6;

/// The same in the difference that the others must foretell: less than the narrow phase's ties among normals, 1e-7.
const SMALL: f64 = 2e-8;

/// A point that moves by more than this many steps is another one: on flat ellipsoids they move by ten.
const FAST: f64 = 64.0;

/// Differences may miss what others foretell by this part of their size before a pair counts as not smooth.
const KINK: f64 = 0.02;

/// Differences to both sides that disagree by more than this part of their size are looked at by half the step: what a centred difference
/// leaves is the square of it.
const CURVED: f64 = 1e-4;

/// Curvature halves with the step what sets the two sides apart, a kink does not, a jump doubles it.
const HALVES: f64 = 0.75;

/// A mirror without special directions.
const MIRROR: [f64; 6] = [0.31, 0.47, 0.23, 0.53, 0.37, 0.43];

/// Part of its length that a twist must have of its own to span another direction.
const OWN: f64 = 1e-6;

/// Turn, then shift, of a geom.
type Twist = [f64; 6];

fn dot6(a: &Twist, b: &Twist) -> f64 {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}

/// An orthonormal basis of what the second geom of a pair can do, seen from the first, with no direction in it that is special.
fn basis(twists: impl Iterator<Item = Twist>) -> Vec<Twist> {
    let mut span: Vec<Twist> = Vec::with_capacity(6);
    for mut t in twists {
        let whole = dot6(&t, &t).sqrt();
        for e in &span {
            let along = dot6(&t, e);
            t.iter_mut().zip(e).for_each(|(x, y)| *x -= along * y);
        }
        let own = dot6(&t, &t).sqrt();
        if span.len() < 6 && own > OWN * whole {
            span.push(t.map(|x| x / own));
        }
    }
    // I − 2 vvᵀ/v² of its directions
    let v = &MIRROR[..span.len()];
    let square: f64 = v.iter().map(|x| x * x).sum();
    let mut lean = [0.0; 6];
    span.iter().zip(v).for_each(|(e, s)| lean.iter_mut().zip(e).for_each(|(y, x)| *y += s * x));
    span.iter().zip(v).map(|(e, s)| std::array::from_fn(|i| e[i] - 2.0 * s * lean[i] / square)).collect()
}

/// A capsule's contact nearer to the end of its line than this changes from line to point [m].
const END: f64 = 2e-6;

/// Rotation of the frame (n, y, z) when its normal moves by `dn` and the hint of its tangent by `dh`.
pub(crate) fn frame_turn(frame: &Mat3, dn: Vec3, dh: Vec3, hint: Vec3) -> Vec3 {
    let (n, z) = (frame.row(0), frame.row(2));
    let across = (hint - n * n.dot(hint)).norm();
    let spin = if across > 0.0 { (dh.dot(z) - n.dot(hint) * dn.dot(z)) / across } else { 0.0 };
    n.cross(dn) + n * spin
}

/// The world axis that chooses the tangents of a frame that nothing else chooses.
pub(crate) fn world_hint(n: Vec3) -> Vec3 {
    if n[1] < 0.5 && n[1] > -0.5 { Vec3::Y } else { Vec3::Z }
}

/// The core of a geom at a contact.
#[derive(Clone, Copy)]
enum Core {
    Plane,
    /// Radius.
    Point(f64),
    /// Radius, direction.
    Line(f64, Vec3),
}

fn core(m: &Model, kin: &Kinematics, g: usize, p: Vec3, toward: Vec3, dist: f64) -> Option<Core> {
    let size = m.geom.size[g];
    match m.geom.kind[g].get()? {
        GeomKind::Plane => Some(Core::Plane),
        GeomKind::Sphere => Some(Core::Point(size[0])),
        GeomKind::Capsule => {
            let u = kin.geom_xmat[g].col(2);
            // the point of the axis under the contact
            let c = p.add_scaled(toward, -(0.5 * dist + size[0]));
            let along = u.dot(c - kin.geom_xpos[g]);
            let inside = along.abs() < size[1] * (1.0 - 1e-9);
            Some(if inside { Core::Line(size[0], u) } else { Core::Point(size[0]) })
        }
        _ => None,
    }
}

/// The answers of contact `c`.
pub(crate) fn mobility(m: &Model, d: &Data, c: &Contact, work: &mut Narrow) -> Mobility {
    let kin = &d.kin;
    let [g1, g2] = c.geom.map(|g| g as usize);
    let n = c.frame.row(0);
    let corner = m.geom.kind[g1] == GeomKind::Plane
        && matches!(m.geom.kind[g2].get(), Some(GeomKind::Box | GeomKind::Mesh));
    // a plane is touched by vertices of boxes and meshes; what never turns on it carries its points along
    let carried = corner || m.geom.kind[g1] == GeomKind::Plane && is_upright(m, d, [g1, g2]);
    let boxed = work.complete && m.geom.kind[g2] == GeomKind::Box;
    let second = match () {
        () if carried => Some(Core::Point(0.0)),
        () if boxed => box_core(m, d, c),
        () => core(m, kin, g2, c.pos, -n, c.dist),
    };
    let cores = (core(m, kin, g1, c.pos, n, c.dist), second);
    let closed = match cores {
        (Some(a), Some(b)) => closed_form(m, kin, c, a, b),
        _ => None,
    };
    // every corner of a box has its contact under the hard law: none is chosen
    let chosen = corner && !boxed;
    let mut out = match closed {
        Some(mut out) => {
            let ends = || !carried && is_at_end(m, kin, c, &[cores.0, cores.1]);
            out.kink = if chosen { work.is_unsteady(m, d, c) } else { ends() };
            out
        }
        None => work.differences(m, d, c),
    };
    out.level = m.geom.kind[g1] == GeomKind::Plane;
    out
}

/// Where a foot on a box or its normal would have to be for another feature to be as near: [m] beyond rounding, and sine of an angle.
const APART: [f64; 2] = [2e-6, 1e-4];

/// The face, edge or corner of the second geom, a box, that contact `c` is on; `None` where that is not told apart from others.
fn box_core(m: &Model, d: &Data, c: &Contact) -> Option<Core> {
    let [g1, g2] = c.geom.map(|g| g as usize);
    if !matches!(m.geom.kind[g1].get(), Some(GeomKind::Sphere | GeomKind::Capsule)) || !is_plain_frame(c) {
        return None;
    }
    let (at, size) = (geom_placement(&d.kin, g2), m.geom.size[g2]);
    let n = at.mat.tr_mul_vec(c.frame.row(0));
    let foot = at.mat.tr_mul_vec(c.pos.add_scaled(c.frame.row(0), 0.5 * c.dist) - at.pos);
    let (mut sides, mut along) = (0, 0);
    for i in 0..3 {
        let inside = size[i] - foot[i].abs();
        if inside < 1e-9 * size[i] {
            // the normal of the box points to the other geom
            if !(inside > -1e-9 * size[i] && -n[i] * foot[i].signum() > APART[1]) {
                return None;
            }
            sides += 1;
        } else if inside < APART[0] || n[i].abs() > 1e-9 {
            return None;
        } else {
            along = i;
        }
    }
    // of several points those on an edge are not where the two are nearest
    let one = d.contacts.list.iter().filter(|x| x.geom == c.geom).count() == 1;
    match sides {
        1 => Some(Core::Plane),
        2 if one => Some(Core::Line(0.0, at.mat.col(along))),
        3 if one => Some(Core::Point(0.0)),
        _ => None,
    }
}

/// Whether the tangents of a contact are chosen by world axes.
fn is_plain_frame(c: &Contact) -> bool {
    let plain = make_frame(c.frame.row(0), Vec3::ZERO);
    plain.0.iter().zip(&c.frame.0).all(|(a, b)| (a - b).abs() <= 1e-9)
}

/// Whether no dof turns the second geom of a pair against the first.
fn is_upright(m: &Model, d: &Data, pair: [usize; 2]) -> bool {
    let [mut i, mut j] = pair.map(|g| last_dof(m, m.geom.bodyid[g].idx()));
    // from the leaves up to what both are carried by
    while i != j {
        let k = i.max(j);
        if d.com.cdof[k as usize].ang != Vec3::ZERO {
            return false;
        }
        let parent = m.dof.parentid[k as usize].number();
        (i, j) = (if i == k { parent } else { i }, if j == k { parent } else { j });
    }
    true
}

/// Whether a point or a line is about to pass the end of the other geom's line.
fn is_at_end(m: &Model, kin: &Kinematics, c: &Contact, cores: &[Option<Core>; 2]) -> bool {
    let radius = |core| match core {
        Some(Core::Point(r) | Core::Line(r, _)) => Some(r),
        _ => None,
    };
    let [Some(r1), Some(r2)] = cores.map(radius) else { return false };
    let n = c.frame.row(0);
    let points = [c.pos.add_scaled(n, -(0.5 * c.dist + r1)), c.pos.add_scaled(n, 0.5 * c.dist + r2)];
    [0, 1].into_iter().any(|k| {
        let g = c.geom[k] as usize;
        let along = kin.geom_xmat[g].col(2).dot(points[1 - k] - kin.geom_xpos[g]);
        m.geom.kind[g] == GeomKind::Capsule && (along.abs() - m.geom.size[g][1]).abs() < END
    })
}

fn closed_form(m: &Model, kin: &Kinematics, c: &Contact, a: Core, b: Core) -> Option<Mobility> {
    let n = c.frame.row(0);
    let plane = matches!(a, Core::Plane);
    let r1 = match a {
        Core::Plane => 0.0,
        Core::Point(r) | Core::Line(r, _) => r,
    };
    let (face, r2) = match b {
        Core::Plane if matches!(a, Core::Point(_)) => (true, 0.0),
        Core::Plane => return None,
        Core::Point(r) | Core::Line(r, _) => (false, r),
    };
    let length = r1 + r2 + c.dist;
    if !plane && !(length > 1e-9 * (r1 + r2)) {
        return None;
    }
    let arm = n * (r2 + 0.5 * c.dist);
    // along the axis of a capsule the tangents of a plane contact follow it
    let g2 = c.geom[1] as usize;
    let attached = plane && m.geom.kind[g2] == GeomKind::Capsule;
    let hint = if attached { kin.geom_xmat[g2].col(2) } else { world_hint(n) };
    let mut out = Mobility { attached, ..Mobility::default() };
    for k in 0..6 {
        let axis = [Vec3::X, Vec3::Y, Vec3::Z][k % 3];
        let (ang, lin) = if k < 3 { (axis, Vec3::ZERO) } else { (Vec3::ZERO, axis) };
        let w = lin + ang.cross(arm);
        let dist = n.dot(w);
        let dh = if attached { ang.cross(hint) } else { Vec3::ZERO };
        let (point, dn) = if plane {
            (w - n * (0.5 * dist), Vec3::ZERO)
        } else if face {
            let dn = ang.cross(n);
            (dn * (r1 + 0.5 * c.dist) + n * (0.5 * dist), dn)
        } else {
            let (ds, dt) = slide(a, b, w, ang, n * length)?;
            let (first, second) = (along(a, ds), along(b, dt));
            let delta = w + second - first;
            let dn = (delta - n * n.dot(delta)) * (1.0 / length);
            (first + dn * (r1 + 0.5 * c.dist) + n * (0.5 * dist), dn)
        };
        out.answer[k] = Answer { point, turn: frame_turn(&c.frame, dn, dh, hint), dist };
    }
    Some(out)
}

fn along(core: Core, s: f64) -> Vec3 {
    if let Core::Line(_, u) = core { u * s } else { Vec3::ZERO }
}

/// (2): how far the closest points slide along their lines. `None` for parallel lines.
fn slide(a: Core, b: Core, w: Vec3, ang: Vec3, delta: Vec3) -> Option<(f64, f64)> {
    match (a, b) {
        (Core::Line(_, u), Core::Line(_, v)) => {
            // ds − (u·v) dt = u·w,   −(u·v) ds + dt = −v·w − (ω × v)·δ
            let (c, e, f) = (u.dot(v), u.dot(w), -v.dot(w) - ang.cross(v).dot(delta));
            let det = 1.0 - c * c;
            (det > 1e-9).then(|| ((e + c * f) / det, (f + c * e) / det))
        }
        (Core::Line(_, u), _) => Some((u.dot(w), 0.0)),
        (_, Core::Line(_, v)) => Some((0.0, -v.dot(w) - ang.cross(v).dot(delta))),
        _ => Some((0.0, 0.0)),
    }
}

/// The narrow phase of one pair, around the pose it is in; kept for the contacts of the pair.
#[derive(Clone, Debug, Default)]
pub(crate) struct Narrow {
    scratch: Scratch,
    manifold: Manifold,
    exact: Option<ByTriangles>,
    /// Whether manifolds are those of the hard law.
    pub complete: bool,
    /// The pair that the rest is for.
    pair: Option<[usize; 2]>,
    /// Directions of the differences.
    basis: Vec<Twist>,
    dofs: Vec<PairDof>,
    reach: f64,
    here: Vec<ContactPoint>,
    /// Points when the second geom moves along each direction by a step to either side, and by a small one along another.
    there: [[Vec<ContactPoint>; 2]; 7],
    /// The same by half the step, where it was asked for.
    half: [Option<[Vec<ContactPoint>; 2]>; 6],
    /// Whether points come, go or jump.
    unsteady: bool,
}

impl Narrow {
    /// Forgets the last pair: poses have changed.
    pub fn forget(&mut self) {
        self.pair = None;
    }

    /// Finds the points of a pair in its pose and around it.
    fn look(&mut self, m: &Model, d: &Data, c: &Contact) {
        let (kin, pair) = (&d.kin, c.geom.map(|g| g as usize));
        if self.pair == Some(pair) {
            return;
        }
        self.pair = Some(pair);
        let centre = kin.geom_xpos[pair[1]];
        pair_dofs(m, d, pair.map(|g| m.geom.bodyid[g].idx()), [centre; 2], &mut self.dofs);
        // how a shape touches a plane changes with turns alone
        let shift = if m.geom.kind[pair[0]] == GeomKind::Plane { 0.0 } else { 1.0 };
        let twist = |k: &PairDof| {
            let (w, v) = (k.relative.ang, k.relative.lin * shift);
            [w[0], w[1], w[2], v[0], v[1], v[2]]
        };
        self.basis = basis(self.dofs.iter().map(twist));
        self.half = [const { None }; 6];
        let (first, second) = (geom_placement(kin, pair[0]), geom_placement(kin, pair[1]));
        let reach = c.includemargin + m.geom.gap[pair[0]] + m.geom.gap[pair[1]];
        self.reach = reach.max(c.dist + 1e-4);
        self.points(m, pair, [first, second]);
        self.here.clear();
        self.here.extend_from_slice(self.manifold.points());
        // points that coincide are about to part; cells of a height field share theirs
        let near = |p: &ContactPoint, q: &ContactPoint, far: f64| (p.pos - q.pos).norm() < far * STEP;
        let cells = m.geom.kind[pair[0]] == GeomKind::Hfield;
        let pairs =
            self.here.iter().enumerate().flat_map(|(i, p)| self.here[..i].iter().map(move |q| (p, q)));
        self.unsteady = self.scratch.tied() || !cells && pairs.into_iter().any(|(p, q)| near(p, q, 1.0));
        for k in 0..self.basis.len() + usize::from(self.complete) {
            for side in [0, 1] {
                let (direction, way) = self.direction(k);
                self.around(m, d, pair, &direction, if side == 0 { way } else { -way });
                let found = self.manifold.points();
                let same = |p: &ContactPoint| self.here.iter().any(|q| near(p, q, FAST));
                self.unsteady |= found.len() != self.here.len() || !found.iter().all(same);
                self.there[k][side].clear();
                self.there[k][side].extend_from_slice(found);
            }
        }
    }

    /// The points of a pair after the second geom has moved along a direction.
    fn around(&mut self, m: &Model, d: &Data, pair: [usize; 2], direction: &Twist, way: f64) {
        let [first, second] = pair.map(|g| geom_placement(&d.kin, g));
        let [w, v] = [0, 3].map(|i| Vec3([0, 1, 2].map(|k| way * direction[i + k])));
        let at = Placement { mat: Quat::from_rotation_vector(w).to_mat() * second.mat, pos: second.pos + v };
        self.points(m, pair, [first, at]);
    }

    /// The points of a pair by half a step along direction `k`, to both sides.
    fn halfway(&mut self, m: &Model, d: &Data, pair: [usize; 2], k: usize) -> &[Vec<ContactPoint>; 2] {
        if self.half[k].is_none() {
            let (direction, way) = self.direction(k);
            self.half[k] = Some([0.5 * way, -0.5 * way].map(|way| {
                self.around(m, d, pair, &direction, way);
                self.manifold.points().to_vec()
            }));
        }
        self.half[k].get_or_insert_default()
    }

    /// Direction `k` of the differences and the way along it; the last is small, and as far from all others as they are from each other.
    fn direction(&self, k: usize) -> (Twist, f64) {
        if let Some(direction) = self.basis.get(k) {
            return (*direction, STEP);
        }
        let share = 1.0 / (self.basis.len().max(1) as f64).sqrt();
        (std::array::from_fn(|i| share * self.basis.iter().map(|e| e[i]).sum::<f64>()), SMALL)
    }

    fn points(&mut self, m: &Model, pair: [usize; 2], at: [Placement; 2]) {
        self.manifold.clear();
        let exact = self.exact.get_or_insert_with(|| ByTriangles::new(m));
        let (Some(s1), Some(s2)) = (exact.shape(m, pair[0]), exact.shape(m, pair[1])) else { return };
        let [first, second] = at;
        let (a, b) = (Posed::new(&s1, first), Posed::new(&s2, second));
        collide(a, b, self.reach, &ccd_options(m, self.complete), &mut self.scratch, &mut self.manifold);
    }

    /// Whether the contacts of the pair of `c` come, go or jump.
    fn is_unsteady(&mut self, m: &Model, d: &Data, c: &Contact) -> bool {
        self.look(m, d, c);
        self.unsteady
    }

    fn differences(&mut self, m: &Model, d: &Data, c: &Contact) -> Mobility {
        self.look(m, d, c);
        let mut out = Mobility { attached: !is_plain_frame(c), kink: self.unsteady, ..Mobility::default() };
        // per way along the axes: turns about the centre, then shifts
        let mut axes = [Answer::default(); 6];
        for k in 0..self.basis.len() {
            match self.slope(m, d, c, k) {
                Some((slope, smooth)) => {
                    axes.iter_mut().zip(&self.basis[k]).for_each(|(to, x)| *to = to.plus(&slope, *x));
                    out.kink |= !smooth;
                }
                None => out.kink = true,
            }
        }
        if self.complete {
            let (direction, way) = self.direction(self.basis.len());
            let told = axes.iter().zip(&direction).fold(Answer::default(), |y, (a, x)| y.plus(a, *x));
            let foretold = sides(&self.there[self.basis.len()], c, way)
                .is_some_and(|s| s.iter().all(|a| a.plus(&told, -1.0).length() < KINK * (1.0 + a.length())));
            out.kink |= !foretold;
        }
        if m.geom.kind[c.geom[0] as usize] == GeomKind::Plane {
            let n = c.frame.row(0);
            for (to, v) in axes[3..].iter_mut().zip([Vec3::X, Vec3::Y, Vec3::Z]) {
                *to = Answer { point: v - n * (0.5 * n.dot(v)), turn: Vec3::ZERO, dist: n.dot(v) };
            }
        }
        // turns about the centre of the geom become turns about the contact
        let arm = d.kin.geom_xpos[c.geom[1] as usize] - c.pos;
        out.answer = axes;
        for k in 0..3 {
            let lin = [Vec3::X, Vec3::Y, Vec3::Z][k].cross(arm);
            let turn = axes[k];
            out.answer[k] = axes[3..].iter().enumerate().fold(turn, |y, (i, t)| y.plus(t, lin[i]));
        }
        out
    }
}

impl Narrow {
    /// What contact `c` does along direction `k`, and whether it is smooth.
    fn slope(&mut self, m: &Model, d: &Data, c: &Contact, k: usize) -> Option<(Answer, bool)> {
        let [a, b] = sides(&self.there[k], c, STEP)?;
        let (mean, apart) = (a.plus(&b, 1.0).scaled(0.5), a.plus(&b, -1.0).length());
        if apart < CURVED * (1.0 + a.length()) {
            return Some((mean, true));
        }
        let pair = c.geom.map(|g| g as usize);
        let [a, b] = sides(self.halfway(m, d, pair, k), c, 0.5 * STEP)?;
        let nearer = a.plus(&b, 1.0).scaled(0.5);
        let smooth = a.plus(&b, -1.0).length() < HALVES * apart && apart < KINK * (1.0 + a.length());
        Some((nearer.scaled(4.0).plus(&mean, -1.0).scaled(1.0 / 3.0), smooth))
    }
}

/// What a point does, over the way, by the points that were found to its two sides.
fn sides(there: &[Vec<ContactPoint>; 2], c: &Contact, way: f64) -> Option<[Answer; 2]> {
    let here = ContactPoint { dist: c.dist, pos: c.pos, normal: c.frame.row(0), tangent: Vec3::ZERO };
    let (up, down) = (nearest(&there[0], &here)?, nearest(&there[1], &here)?);
    Some([change(&c.frame, &here, &up.0, &up.1, way), change(&c.frame, &here, &down.0, &down.1, -way)])
}

/// The point that is nearest to where one was.
fn nearest(points: &[ContactPoint], to: &ContactPoint) -> Option<(ContactPoint, Mat3)> {
    let far =
        |p: &ContactPoint| (p.pos - to.pos).norm_squared() + (p.normal - to.normal).norm_squared() * 1e-4;
    let p = points.iter().min_by(|x, y| far(x).total_cmp(&far(y)))?;
    (far(p) < 1e-6).then(|| (*p, p.frame()))
}

fn change(frame: &Mat3, from: &ContactPoint, to: &ContactPoint, turned: &Mat3, h: f64) -> Answer {
    let s = 1.0 / h;
    let d = |k: usize| (turned.row(k) - frame.row(k)) * s;
    let (n, y, z) = (frame.row(0), frame.row(1), frame.row(2));
    let (dn, dy) = (d(0), d(1));
    // the rotation that takes the frame along
    let turn = n * dy.dot(z) + y * (-dn.dot(z)) + z * dn.dot(y);
    Answer { point: (to.pos - from.pos) * s, turn, dist: (to.dist - from.dist) * s }
}
