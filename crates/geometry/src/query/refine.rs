//! Newton's method for contacts of smooth cores: from the tolerance of GJK and EPA to rounding.
//!
//! Distance and depth are one problem: the contact normal minimises h(n) = max_{w ∈ A−B} n·w over unit vectors, and the signed
//! distance is −h. With w the support point, T a basis of the tangent plane and ∇²h the curvature of the cores,
//!
//! ```text
//! (Tᵀ ∇²h T − h I) δ = −Tᵀ w,       n ← (n + T δ)/|n + T δ|                                     (1)
//! ```
//!
//! Where h has a kink (an edge of a polyhedron, the straight side of a cylinder) n stays perpendicular to the edge, and (1) is
//! solved in the one direction that remains; two such edges determine n. A result is only accepted if it satisfies the
//! optimality condition with the real support points, else the coarse answer stands.

use super::contact::{Clip, unit_or};
use super::convex::Nearest;
use super::features::{polygon, polygons_of};
use super::minkowski::{Body, Core, Minkowski, Vertex};
use stiction_spatial::Vec3;

/// Largest turn of the normal in one step \[rad\].
const MAX_TURN: f64 = 0.3;
/// Largest turn altogether: beyond it the coarse answer belonged to another feature.
const MAX_TOTAL: f64 = 0.7;

/// Improves `hit` (of the cores, without radii) if a smooth core is involved.
pub(crate) fn refine(m: &mut Minkowski<'_>, hit: &Nearest) -> Option<Nearest> {
    if m.is_polyhedral() {
        return None;
    }
    let kinks = Kinks::of(m, hit);
    let start = hit.normal;
    let mut found = if kinks.n == 2 { crossing(m, start, &kinks) } else { cap(m, start) };
    // a face and an edge beside it may both be minima: the smaller push wins
    for k in 0..kinks.n {
        if let Some(n) = along(m, start, &kinks, k)
            && found.as_ref().is_none_or(|f| n.dist > f.dist)
        {
            found = Some(n);
        }
    }
    for of_a in [true, false] {
        if let Some(n) = flat_beside(m, start, of_a)
            && found.as_ref().is_none_or(|f| n.dist > f.dist)
        {
            found = Some(n);
        }
    }
    let found = found.or_else(|| free(m, start, Held::Nothing)).or_else(|| corner(m, start, hit))?;
    let turn = 1.0 - found.normal.dot(start);
    (turn < 0.5 * MAX_TOTAL * MAX_TOTAL && found.dist.is_finite()).then_some(Nearest {
        dist: found.dist,
        normal: found.normal,
        on_a: found.on_a,
        on_b: found.on_b,
        feature: hit.feature,
        nfeature: hit.nfeature,
    })
}

/// Directions along which the support jumps, in A's frame.
struct Kinks {
    dir: [Vec3; 2],
    /// Ends of the edges.
    ends: [[Vec3; 2]; 2],
    /// Whether the edges belong to A.
    of_a: [bool; 2],
    n: usize,
}

impl Kinks {
    fn of(m: &Minkowski<'_>, hit: &Nearest) -> Self {
        let mut k = Kinks { dir: [Vec3::ZERO; 2], ends: [[Vec3::ZERO; 2]; 2], of_a: [true; 2], n: 0 };
        let used = &hit.feature[..hit.nfeature];
        k.collect(&m.a, true, Vec3::Z, Vec3::ZERO, used);
        k.collect(&m.b, false, m.rel.mat.col(2), m.rel.pos, used);
        k
    }

    fn collect(&mut self, body: &Body<'_>, is_a: bool, axis: Vec3, center: Vec3, used: &[Vertex]) {
        let point = |v: &Vertex| if is_a { v.a } else { v.b };
        match body.core {
            Core::Ellipsoid { .. } | Core::Point => {}
            Core::Cylinder { .. } => {
                // support points on both discs: the straight side touches
                let side = |v: &Vertex| (point(v) - center).dot(axis) > 0.0;
                let up = used.iter().find(|v| side(v));
                let down = used.iter().find(|v| !side(v));
                if let (Some(p), Some(q)) = (up, down) {
                    let mid = (point(p) + point(q)).scale(0.5);
                    let h = axis.scale((point(p) - center).dot(axis));
                    let foot = mid - axis.scale((mid - center).dot(axis));
                    self.add(is_a, [foot - h, foot + h]);
                }
            }
            _ => {
                let Some(first) = used.first() else { return };
                for v in &used[1..] {
                    if v.ids[usize::from(!is_a)] != first.ids[usize::from(!is_a)] {
                        self.add(is_a, [point(first), point(v)]);
                    }
                }
            }
        }
    }

    fn add(&mut self, is_a: bool, ends: [Vec3; 2]) {
        let d = ends[1] - ends[0];
        let len = d.norm();
        if len <= 0.0 || self.n == 2 {
            return;
        }
        let d = d.scale(1.0 / len);
        if self.n == 1 && self.dir[0].cross(d).norm_squared() < 1e-12 {
            return;
        }
        self.ends[self.n] = ends;
        self.dir[self.n] = d;
        self.of_a[self.n] = is_a;
        self.n += 1;
    }
}

/// sᵀ ∇²h t for the support function h of a core at direction `d`, all in its frame.
#[inline]
fn bend(core: &Core<'_>, d: Vec3, s: Vec3, t: Vec3) -> f64 {
    match core {
        Core::Ellipsoid { radii } => {
            // h = |S d|:  ∇²h = (S² − u uᵀ)/h,  u = S² d/h
            let sd = d.hadamard(*radii);
            let inv = 1.0 / sd.norm().max(1e-300);
            let (ss, st) = (s.hadamard(*radii), t.hadamard(*radii));
            inv * (ss.dot(st) - inv * inv * sd.dot(ss) * sd.dot(st))
        }
        Core::Cylinder { radius, .. } => {
            let r2 = d[0] * d[0] + d[1] * d[1];
            let turn = |v: Vec3| d[0] * v[1] - d[1] * v[0];
            radius * turn(s) * turn(t) / (r2 * r2.sqrt()).max(1e-300)
        }
        _ => 0.0,
    }
}

/// sᵀ ∇²h t of A − B at the normal `n`, for tangent vectors s, t.
#[inline]
fn curvature(m: &Minkowski<'_>, n: Vec3, s: Vec3, t: Vec3) -> f64 {
    let own = bend(&m.a.core, n, s, t);
    if !matches!(m.b.core, Core::Ellipsoid { .. } | Core::Cylinder { .. }) {
        return own;
    }
    let local = |v: Vec3| m.rel.mat.tr_mul_vec(v);
    own + bend(&m.b.core, local(-n), local(s), local(t))
}

/// A contact of the cores, without the features that it came from.
#[derive(Clone, Copy)]
struct Touch {
    dist: f64,
    normal: Vec3,
    on_a: Vec3,
    on_b: Vec3,
}

fn answer(n: Vec3, a: Vec3, b: Vec3) -> Touch {
    Touch { dist: n.dot(b - a), normal: n, on_a: a, on_b: b }
}

/// What stays in place while the normal turns.
#[derive(Clone, Copy)]
enum Held {
    Nothing,
    /// A corner of A or of B, though others may reach as far.
    A(Vec3),
    B(Vec3),
}

impl Held {
    fn support(self, m: &mut Minkowski<'_>, n: Vec3) -> Vertex {
        let v = m.support(n);
        match self {
            Held::Nothing => v,
            Held::A(p) => Vertex { w: p - v.b, a: p, ..v },
            Held::B(p) => Vertex { w: v.a - p, b: p, ..v },
        }
    }
}

/// Two free directions: (1) in the tangent plane.
fn free(m: &mut Minkowski<'_>, start: Vec3, held: Held) -> Option<Touch> {
    let mut n = start;
    for _ in 0..12 {
        let v = held.support(m, n);
        let h = n.dot(v.w);
        let axis = if n[0].abs() < 0.6 { Vec3::X } else { Vec3::Y };
        let t1 = unit_or(n.cross(axis), Vec3::X);
        let t2 = n.cross(t1);
        let g = [t1.dot(v.w), t2.dot(v.w)];
        let size = v.w.norm() + v.a.norm();
        if g[0].abs() + g[1].abs() <= 1e-14 * size {
            break;
        }
        let (h11, h22) = (curvature(m, n, t1, t1) - h, curvature(m, n, t2, t2) - h);
        let h12 = curvature(m, n, t1, t2);
        let det = h11 * h22 - h12 * h12;
        if !(h11 > 0.0 && det > 1e-12 * h11 * h22) {
            return None;
        }
        let d1 = (h12 * g[1] - h22 * g[0]) / det;
        let d2 = (h12 * g[0] - h11 * g[1]) / det;
        let len = (d1 * d1 + d2 * d2).sqrt();
        let s = if len > MAX_TURN { MAX_TURN / len } else { 1.0 };
        n = unit_or((n + t1.scale(s * d1)).add_scaled(t2, s * d2), n);
        if len < 1e-15 {
            break;
        }
    }
    let v = held.support(m, n);
    let off = v.w - n.scale(n.dot(v.w));
    let slack = 1e-9 * (v.w.norm() + v.a.norm());
    // a corner that is held must be one that reaches farthest
    let farthest = matches!(held, Held::Nothing) || n.dot(m.support(n).w - v.w) <= slack;
    (off.norm() <= slack && farthest).then(|| answer(n, v.a, v.b))
}

/// A corner of the polyhedral core, one of those that the search ended with: where several reach equally far, any may be the one.
fn corner(m: &mut Minkowski<'_>, start: Vec3, hit: &Nearest) -> Option<Touch> {
    let of_a = m.a.is_polyhedral();
    if !of_a && !m.b.is_polyhedral() {
        return None;
    }
    let used = &hit.feature[..hit.nfeature];
    used.iter().find_map(|v| {
        let p = if of_a { v.a } else { v.b };
        beside_cylinder(m, p, of_a).or_else(|| free(m, start, if of_a { Held::A(p) } else { Held::B(p) }))
    })
}

/// A corner outside a cylinder: the nearest point of the cylinder in closed form, since Newton's method may turn past the rim.
fn beside_cylinder(m: &mut Minkowski<'_>, p: Vec3, of_a: bool) -> Option<Touch> {
    let Core::Cylinder { radius, half } = (if of_a { m.b.core } else { m.a.core }) else { return None };
    let local = if of_a { m.rel.local(p) } else { p };
    let r = (local[0] * local[0] + local[1] * local[1]).sqrt();
    let s = if r > radius { radius / r } else { 1.0 };
    let near = Vec3::new(s * local[0], s * local[1], local[2].clip(-half, half));
    let q = if of_a { m.rel.point(near) } else { near };
    let (a, b) = if of_a { (p, q) } else { (q, p) };
    let len = (b - a).norm();
    let slack = 1e-9 * (a.norm() + radius + half);
    if len <= 1e-3 * slack {
        return None;
    }
    let n = (b - a).scale(1.0 / len);
    // no point of either core may reach farther
    (n.dot(m.support(n).w) <= slack * 1e-3 - len).then(|| answer(n, a, b))
}

/// One free direction: n ⟂ e, where e is an edge of one core.
fn along(m: &mut Minkowski<'_>, start: Vec3, kinks: &Kinks, k: usize) -> Option<Touch> {
    let (e, of_a) = (kinks.dir[k], kinks.of_a[k]);
    let mut n = unit_or(start - e.scale(start.dot(e)), start);
    let mut size = 0.0;
    for _ in 0..12 {
        let v = m.support(n);
        let h = n.dot(v.w);
        let t = e.cross(n);
        size = v.w.norm() + v.a.norm();
        let g = t.dot(v.w);
        if g.abs() <= 1e-14 * size {
            break;
        }
        let curve = curvature(m, n, t, t) - h;
        if curve <= 0.0 {
            return None;
        }
        let d = (-g / curve).clamp(-MAX_TURN, MAX_TURN);
        n = unit_or(n.add_scaled(t, d), n);
    }
    // the point of the edge where w ∥ n: λ between the two ends
    let v = m.support(n);
    let ends = edge_ends(m, of_a, kinks.ends[k], &v);
    let w = ends.map(|p| if of_a { p - v.b } else { v.a - p });
    let (x0, x1) = (e.dot(w[0]), e.dot(w[1]));
    // a corner that just touches may lie a rounding beyond its edge
    let slack = 1e-9 * size;
    let beyond = x0 * x1 > 0.0 && x0.abs().min(x1.abs()) > slack;
    if beyond || x0 == x1 || (n.dot(w[0]) - n.dot(v.w)).abs() > slack {
        return None;
    }
    let p = ends[0] + (ends[1] - ends[0]).scale((x0 / (x0 - x1)).clip(0.0, 1.0));
    let (a, b) = if of_a { (p, v.b) } else { (v.a, p) };
    let off = (a - b) - n.scale(n.dot(a - b));
    (off.norm() <= 2.0 * slack).then(|| answer(n, a, b))
}

/// Ends of an edge: fixed for a polyhedron, through the support point for a cylinder's side.
fn edge_ends(m: &Minkowski<'_>, of_a: bool, fixed: [Vec3; 2], v: &Vertex) -> [Vec3; 2] {
    let (core, at, axis, p) = if of_a {
        (&m.a.core, Vec3::ZERO, Vec3::Z, v.a)
    } else {
        (&m.b.core, m.rel.pos, m.rel.mat.col(2), v.b)
    };
    if let Core::Cylinder { half, .. } = core {
        let foot = p - axis.scale((p - at).dot(axis));
        [foot.add_scaled(axis, -half), foot.add_scaled(axis, *half)]
    } else {
        fixed
    }
}

/// No free direction: n ⟂ both edges.
fn crossing(m: &mut Minkowski<'_>, start: Vec3, k: &Kinks) -> Option<Touch> {
    let n = unit_or(k.dir[0].cross(k.dir[1]), start);
    let n = if n.dot(start) < 0.0 { -n } else { n };
    let v = m.support(n);
    let off = v.w - n.scale(n.dot(v.w));
    if k.of_a[0] == k.of_a[1] {
        // three support points need not span a face: others may reach farther
        let w = if k.of_a[0] { k.ends[0][0] - v.b } else { v.a - k.ends[0][0] };
        if n.dot(v.w - w) > 1e-9 * (v.w.norm() + v.a.norm()) {
            return None;
        }
        // a face of one core: the point of it opposite to the other core's support, if the face reaches that far
        let (a, b) = if k.of_a[0] { (v.a - off, v.b) } else { (v.a, v.b + off) };
        return match beyond_face(m, k, n, if k.of_a[0] { a } else { b }) {
            None => Some(answer(n, a, b)),
            Some(ends) => {
                let mut edge = Kinks { dir: [Vec3::ZERO; 2], ends: [ends; 2], of_a: k.of_a, n: 1 };
                edge.dir[0] = unit_or(ends[1] - ends[0], Vec3::X);
                along(m, start, &edge, 0)
            }
        };
    }
    let (d1, d2) = if k.of_a[0] { (k.dir[0], k.dir[1]) } else { (k.dir[1], k.dir[0]) };
    let cos = d1.dot(d2);
    let det = 1.0 - cos * cos;
    // a − s d1 and b − t d2 with (a − b − s d1 + t d2) ∥ n
    let (o1, o2) = (off.dot(d1), off.dot(d2));
    let s = (o1 - cos * o2) / det;
    let t = (cos * o1 - o2) / det;
    let (a, b) = (v.a.add_scaled(d1, -s), v.b.add_scaled(d2, -t));
    let (ia, ib) = if k.of_a[0] { (0, 1) } else { (1, 0) };
    let held =
        within(a, edge_ends(m, true, k.ends[ia], &v)) && within(b, edge_ends(m, false, k.ends[ib], &v));
    held.then(|| answer(n, a, b))
}

/// Whether `p` lies on the segment between `ends`.
fn within(p: Vec3, ends: [Vec3; 2]) -> bool {
    let (e, r) = (ends[1] - ends[0], p - ends[0]);
    let len2 = e.norm_squared();
    let along = (-1e-9 * len2..=(1.0 + 1e-9) * len2).contains(&e.dot(r));
    along && r.cross(e).norm_squared() <= 1e-18 * len2 * len2
}

/// The edge of the face that kinks `k` span (normal n) beyond which point `p` lies; `None` if `p` lies in the face. Of a
/// hull only the triangle between the support points is known.
fn beyond_face(m: &Minkowski<'_>, k: &Kinks, n: Vec3, p: Vec3) -> Option<[Vec3; 2]> {
    let of_a = k.of_a[0];
    let (core, out, q) =
        if of_a { (&m.a.core, n, p) } else { (&m.b.core, m.rel.mat.tr_mul_vec(-n), m.rel.local(p)) };
    let Core::Box { half } = core else {
        let t = [k.ends[0][0], k.ends[0][1], k.ends[1][1]];
        let side = (t[1] - t[0]).cross(t[2] - t[0]);
        return (0..3).map(|i| [t[i], t[(i + 1) % 3]]).find(|[a, b]| {
            let inward = side.cross(*b - *a);
            inward.dot(p - *a) < -1e-9 * inward.norm() * (*b - *a).norm()
        });
    };
    let face = (0..3).max_by(|&i, &j| out[i].abs().total_cmp(&out[j].abs()))?;
    // how far outside along the two other axes, relative to the box
    let over = |k: usize| (q[k].abs() - half[k]) / half[k].max(f64::MIN_POSITIVE);
    let (i, j) = ((face + 1) % 3, (face + 2) % 3);
    let (cross, along) = if over(i) > over(j) { (i, j) } else { (j, i) };
    if over(cross) <= 1e-9 {
        return None;
    }
    let mut end = Vec3::ZERO;
    end[face] = half[face].copysign(out[face]);
    end[cross] = half[cross].copysign(q[cross]);
    Some([-1.0, 1.0].map(|s| {
        end[along] = s * half[along];
        if of_a { end } else { m.rel.point(end) }
    }))
}

/// Cosine of the angle within which a face is tried beside the answer (1.8°).
const BESIDE: f64 = 0.9995;

/// The face of a box or hull that looks almost along the normal, against the other core's support point, if that lies above the face.
fn flat_beside(m: &mut Minkowski<'_>, start: Vec3, of_a: bool) -> Option<Touch> {
    // outward direction in the frame of the core that has the face
    let toward = if of_a { start } else { m.rel.mat.tr_mul_vec(-start) };
    let normal = match if of_a { m.a.core } else { m.b.core } {
        Core::Box { .. } => {
            let k = (0..3).find(|&k| toward[k].abs() > BESIDE)?;
            let mut n = Vec3::ZERO;
            n[k] = toward[k].signum();
            n
        }
        Core::Hull(mesh) => {
            let (_, id) = if of_a { m.a.support(toward) } else { m.b.support(toward) };
            let faces = polygons_of(mesh, id)?.iter().filter_map(|&p| {
                let n = mesh.polynormal.get(3 * p as usize..3 * p as usize + 3)?;
                Some(Vec3::new(n[0], n[1], n[2]))
            });
            faces.filter(|n| n.dot(toward) > BESIDE).max_by(|a, b| a.dot(toward).total_cmp(&b.dot(toward)))?
        }
        _ => return None,
    };
    let n = if of_a { normal } else { -m.rel.mat.mul_vec(normal) };
    let v = m.support(n);
    let off = v.w - n.scale(n.dot(v.w));
    let (a, b) = if of_a { (v.a - off, v.b) } else { (v.a, v.b + off) };
    let local = if of_a { a } else { m.rel.local(b) };
    let body = if of_a { &mut m.a } else { &mut m.b };
    on_face(body, normal, local).then(|| answer(n, a, b))
}

/// Whether a point of the plane of a face lies in the face, both in the frame of the core.
fn on_face(body: &mut Body<'_>, normal: Vec3, p: Vec3) -> bool {
    match body.core {
        Core::Box { half } => (0..3).all(|k| normal[k] != 0.0 || p[k].abs() <= half[k]),
        Core::Hull(mesh) => {
            let (_, id) = body.support(normal);
            let Some(face) = polygons_of(mesh, id)
                .unwrap_or(&[])
                .iter()
                .find(|&&f| mesh.polynormal.get(3 * f as usize..3 * f as usize + 3) == Some(&normal.0[..]))
            else {
                return false;
            };
            let ids = polygon(mesh, *face as usize);
            (0..ids.len()).all(|k| {
                let (a, b) = (mesh.vertex(ids[k] as usize), mesh.vertex(ids[(k + 1) % ids.len()] as usize));
                normal.cross(b - a).dot(p - a) >= 0.0
            })
        }
        _ => false,
    }
}

/// A cylinder's disc against the other core's support point, if that lies above the disc.
fn cap(m: &mut Minkowski<'_>, start: Vec3) -> Option<Touch> {
    if let Core::Cylinder { radius, half } = m.a.core
        && start[2].abs() > 0.9995
    {
        let s = start[2].signum();
        let n = Vec3::Z.scale(s);
        let v = m.support(n);
        if v.b[0] * v.b[0] + v.b[1] * v.b[1] <= radius * radius {
            return Some(answer(n, Vec3::new(v.b[0], v.b[1], s * half), v.b));
        }
    }
    if let Core::Cylinder { radius, half } = m.b.core {
        let axis = m.rel.mat.col(2);
        let along = start.dot(axis);
        if along.abs() > 0.9995 {
            let s = along.signum();
            let n = axis.scale(s);
            let v = m.support(n);
            let p = m.rel.local(v.a);
            if p[0] * p[0] + p[1] * p[1] <= radius * radius {
                return Some(answer(n, v.a, m.rel.point(Vec3::new(p[0], p[1], -s * half))));
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::super::shape::Placement;
    use super::*;
    use stiction_spatial::{Mat3, Quat};

    /// A point beside a cylinder, above it, below it and off its rim: the distance is known.
    #[test]
    fn a_corner_and_a_cylinder_are_as_far_apart_as_they_are() {
        let (radius, half) = (0.3, 0.5);
        let core = Core::Cylinder { radius, half };
        let turn =
            Placement::new(Vec3::new(1.0, -2.0, 0.5), Quat::new(0.5, 0.1, -0.7, 0.4).normalized().to_mat());
        let mut r = stiction_spatial::SplitMix64(12);
        let (mut apart, mut caps) = (0, 0);
        for _ in 0..300 {
            let p = Vec3::new(r.sym(), r.sym(), 1.2 * r.sym());
            let rho = (p[0] * p[0] + p[1] * p[1]).sqrt();
            let (out, up) = ((rho - radius).max(0.0), (p[2].abs() - half).max(0.0));
            let dist = (out * out + up * up).sqrt();
            // the cylinder second, and first
            let point = Body::of_core(Core::Point, 0.0);
            let rel = Placement::new(turn.point(Vec3::ZERO) - turn.point(p), turn.mat);
            let mut second = Minkowski { a: point.clone(), b: Body::of_core(core, 0.0), rel };
            let mut first =
                Minkowski { a: Body::of_core(core, 0.0), b: point, rel: Placement::new(p, Mat3::IDENTITY) };
            let found =
                [beside_cylinder(&mut second, Vec3::ZERO, true), beside_cylinder(&mut first, p, false)];
            for t in found {
                assert_eq!(t.is_some(), dist > 1e-9, "{p:?}");
                if let Some(t) = t {
                    apart += 1;
                    assert!((t.dist - dist).abs() < 1e-12, "{p:?}: {} {dist}", t.dist);
                    assert!(((t.on_b - t.on_a).norm() - dist).abs() < 1e-12);
                }
            }
            // over a disc its plane counts, whatever the depth; beyond the rim it does not
            let start = Vec3::Z * p[2].signum();
            let found = [cap(&mut first, start), cap(&mut second, turn.mat.mul_vec(-start))];
            for t in found {
                assert_eq!(t.is_some(), rho <= radius, "{p:?}");
                if let Some(t) = t {
                    caps += 1;
                    assert!((t.dist - (p[2].abs() - half)).abs() < 1e-12, "{p:?}: {}", t.dist);
                }
            }
            assert!(cap(&mut first, Vec3::new(0.04, 0.0, 0.999)).is_none());
        }
        assert!(apart > 300 && caps > 20, "{apart} {caps}");
    }
}
