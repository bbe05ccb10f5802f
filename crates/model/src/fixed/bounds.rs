//! Bounding volumes of geoms and bodies, and the collision masks of bodies.

use crate::compile::math::rotate;
use crate::kinds::GeomKind;
use crate::model::Model;
use stiction_spatial::Vec3;

/// Half-size of the box that stands for an unbounded plane (m).
const FAR: f64 = 1e10;
/// Boxes thinner than this are thickened by it on both sides (m).
const FLAT: f64 = 1e-14;

/// `geom_aabb` (centre, half-size) and `geom_rbound`; for meshes the box is given and the sphere follows.
pub fn geom_bounds(m: &mut Model) {
    for i in 0..m.geom.kind.len() {
        let s = m.geom.size[i];
        let (lo, hi) = match m.geom.kind[i].get() {
            Some(GeomKind::Sphere) => symmetric([s[0]; 3]),
            Some(GeomKind::Capsule) => symmetric([s[0], s[0], s[0] + s[1]]),
            Some(GeomKind::Cylinder) => symmetric([s[0], s[0], s[1]]),
            Some(GeomKind::Ellipsoid | GeomKind::Box) => symmetric(s),
            Some(GeomKind::Plane) => ([-FAR; 3], [FAR, FAR, 0.0]),
            Some(GeomKind::Hfield) => {
                let h = m.hfield.size.get(m.geom.dataid[i].idx()).copied().unwrap_or([0.0; 4]);
                ([-h[0], -h[1], -h[3]], [h[0], h[1], h[2]])
            }
            _ => {
                let b = m.geom.aabb[i];
                let reach = Vec3::new(b[0].abs() + b[3], b[1].abs() + b[4], b[2].abs() + b[5]);
                m.geom.rbound[i] = reach.norm();
                continue;
            }
        };
        m.geom.aabb[i] = center_half(lo, hi);
        m.geom.rbound[i] = radius(m, i);
    }
}

/// Radius of the bounding sphere about the geom's origin; 0 for planes, which have none.
fn radius(m: &Model, i: usize) -> f64 {
    let s = m.geom.size[i];
    match m.geom.kind[i].get() {
        Some(GeomKind::Sphere) => s[0],
        Some(GeomKind::Capsule) => s[0] + s[1],
        Some(GeomKind::Cylinder) => f64::sqrt(s[0] * s[0] + s[1] * s[1]),
        Some(GeomKind::Ellipsoid) => s[0].max(s[1]).max(s[2]),
        Some(GeomKind::Box) => Vec3(s).norm(),
        Some(GeomKind::Hfield) => {
            let h = m.hfield.size.get(m.geom.dataid[i].idx()).copied().unwrap_or([0.0; 4]);
            f64::sqrt(h[0] * h[0] + h[1] * h[1] + (h[2] * h[2]).max(h[3] * h[3]))
        }
        _ => 0.0,
    }
}

fn symmetric(h: [f64; 3]) -> ([f64; 3], [f64; 3]) {
    (h.map(|x| -x), h)
}

fn center_half(lo: [f64; 3], hi: [f64; 3]) -> [f64; 6] {
    std::array::from_fn(|k| if k < 3 { (hi[k] + lo[k]) / 2.0 } else { (hi[k - 3] - lo[k - 3]) / 2.0 })
}

/// `body_contype`, `body_conaffinity`, `body_margin`: what any geom of the body has.
pub(super) fn body_masks(m: &mut Model) {
    let n = m.body.pos.len();
    let b = &mut m.body;
    b.contype = vec![0; n].into();
    b.conaffinity = vec![0; n].into();
    b.margin = vec![0.0; n].into();
    for i in 0..m.geom.kind.len() {
        let k = m.geom.bodyid[i];
        b.contype[k] |= m.geom.contype[i];
        b.conaffinity[k] |= m.geom.conaffinity[i];
        b.margin[k] = b.margin[k].max(m.geom.margin[i] + m.geom.gap[i]);
    }
}

/// `bvh_aabb` of the trees of bodies: boxes in the inertial frame, leaves from geoms, inner nodes from their children.
pub fn body_trees(m: &mut Model) {
    for body in 0..m.body.bvhnum.len() {
        let (num, Ok(adr)) = (m.body.bvhnum[body] as usize, usize::try_from(m.body.bvhadr[body])) else {
            continue;
        };
        let mut boxes = vec![([f64::MAX; 3], [-f64::MAX; 3]); num];
        for node in (0..num).rev() {
            let mut own = boxes[node];
            if let Ok(geom) = usize::try_from(m.bvh.nodeid[adr + node]) {
                own = corners(m, body, geom);
            }
            for child in m.bvh.child[adr + node].iter().filter_map(|&c| usize::try_from(c).ok()) {
                let (lo, hi) = boxes[child];
                for k in 0..3 {
                    own.0[k] = own.0[k].min(lo[k]);
                    own.1[k] = own.1[k].max(hi[k]);
                }
            }
            boxes[node] = own;
            let (mut lo, mut hi) = own;
            for k in 0..3 {
                if (lo[k] - hi[k]).abs() < FLAT {
                    lo[k] -= FLAT;
                    hi[k] += FLAT;
                }
            }
            m.bvh.aabb[adr + node] = center_half(lo, hi);
        }
    }
}

/// Bounds of a geom's box in the inertial frame of its body.
fn corners(m: &Model, body: usize, geom: usize) -> ([f64; 3], [f64; 3]) {
    let b = m.geom.aabb[geom];
    let (mut lo, mut hi) = ([f64::MAX; 3], [-f64::MAX; 3]);
    let back = m.body.iquat[body].conj();
    for v in 0..8 {
        let corner: [f64; 3] =
            std::array::from_fn(|k| if v >> k & 1 == 1 { b[k] + b[k + 3] } else { b[k] - b[k + 3] });
        let p = rotate(m.geom.quat[geom], Vec3(corner)) + m.geom.pos[geom] - m.body.ipos[body];
        let p = rotate(back, p);
        for k in 0..3 {
            lo[k] = lo[k].min(p[k]);
            hi[k] = hi[k].max(p[k]);
        }
    }
    (lo, hi)
}
