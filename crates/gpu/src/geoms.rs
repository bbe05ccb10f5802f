//! Geoms that may touch something, the pairs of them that may, and the parameters of these contacts.
//!
//! Which pairs there are is fixed by the model: by bodies, masks, exclusions and the list of explicit pairs. The parameters of a pair are
//! mixed here, once.

use crate::pose::Pose;
use crate::tables::{Builder, sweeps};
use stiction_kernel::tables::{class, geom, ground, kind, pair};
use stiction_model::Model;
use stiction_model::ids::ObjectId;
use stiction_model::kinds::{ConeKind, GeomKind, disable, enable};

/// One pair of geoms, the one of the lower kind first.
struct Pair {
    geoms: [usize; 2],
    explicit: Option<usize>,
}

/// What contacts of a pair are like.
struct Mixed {
    condim: i32,
    friction: [f64; 5],
    solref: [f64; 2],
    solimp: [f64; 5],
    margin: f64,
}

/// Whether geoms of these two bodies may touch.
fn bodies_may(m: &Model, b1: usize, b2: usize) -> bool {
    let (w1, w2) = (m.body.weldid[b1].idx(), m.body.weldid[b2].idx());
    if w1 == w2 || (m.body.dofnum[w1] == 0 && m.body.dofnum[w2] == 0) {
        return false;
    }
    let parent = |w: usize| m.body.weldid[m.body.parentid[w]].idx();
    let filter = !m.disabled(disable::FILTERPARENT);
    if filter && w1 != 0 && w2 != 0 && (w1 == parent(w2) || w2 == parent(w1)) {
        return false;
    }
    let (lo, hi) = (b1.min(b2) as i64, b1.max(b2) as i64);
    !m.exclude.signature.iter().any(|&s| i64::from(s as u32) == (lo << 16) + hi)
}

fn list(m: &Model) -> Vec<Pair> {
    if m.disabled(disable::CONTACT) || m.disabled(disable::CONSTRAINT) {
        return Vec::new();
    }
    let body = |g: usize| m.geom.bodyid[g].idx();
    let order = |a: usize, b: usize| if m.geom.kind[a] > m.geom.kind[b] { [b, a] } else { [a, b] };
    let moves = |g: usize| m.body.dofnum[m.body.weldid[body(g)]] > 0;
    let mut out: Vec<Pair> = (0..m.size.npair)
        .map(|p| Pair { geoms: order(m.pair.geom1[p].idx(), m.pair.geom2[p].idx()), explicit: Some(p) })
        .filter(|p| p.geoms.iter().any(|&g| moves(g)))
        .collect();
    let explicit = out.len();
    for a in 0..m.size.ngeom {
        for b in a + 1..m.size.ngeom {
            let t = &m.geom;
            let masks = t.contype[a] & t.conaffinity[b] != 0 || t.contype[b] & t.conaffinity[a] != 0;
            let geoms = order(a, b);
            if masks && bodies_may(m, body(a), body(b)) && !out[..explicit].iter().any(|p| p.geoms == geoms) {
                out.push(Pair { geoms, explicit: None });
            }
        }
    }
    out
}

/// MuJoCo's rules of mixing.
fn mix(m: &Model, p: &Pair) -> Mixed {
    let [a, b] = p.geoms;
    let t = &m.geom;
    let unpack = |f: [f64; 3]| [f[0], f[0], f[1], f[2], f[2]];
    let mut x = match p.explicit {
        Some(p) => Mixed {
            condim: m.pair.dim[p],
            friction: m.pair.friction[p],
            solref: m.pair.solref[p],
            solimp: m.pair.solimp[p],
            margin: m.pair.margin[p],
        },
        None => {
            let margin = t.margin[a] + t.margin[b];
            let of = |g: usize| Mixed {
                condim: t.condim[g],
                friction: unpack(t.friction[g]),
                solref: t.solref[g],
                solimp: t.solimp[g],
                margin,
            };
            match t.priority[a].cmp(&t.priority[b]) {
                std::cmp::Ordering::Greater => of(a),
                std::cmp::Ordering::Less => of(b),
                std::cmp::Ordering::Equal => blend(&of(a), &of(b), weight(t.solmix[a], t.solmix[b])),
            }
        }
    };
    if m.enabled(enable::OVERRIDE) {
        (x.friction, x.solref, x.solimp) = (m.opt.o_friction, m.opt.o_solref, m.opt.o_solimp);
        x.margin = m.opt.o_margin;
    }
    x.friction = x.friction.map(|f| f.max(1e-5));
    x
}

fn weight(a: f64, b: f64) -> f64 {
    match (a >= 1e-15, b >= 1e-15) {
        (true, true) => a / (a + b),
        (false, false) => 0.5,
        (false, true) => 0.0,
        (true, false) => 1.0,
    }
}

fn blend(a: &Mixed, b: &Mixed, mix: f64) -> Mixed {
    let standard = a.solref[0] > 0.0 && b.solref[0] > 0.0;
    let between = |x: f64, y: f64| mix * x + (1.0 - mix) * y;
    Mixed {
        condim: a.condim.max(b.condim),
        friction: std::array::from_fn(|i| a.friction[i].max(b.friction[i])),
        solref: std::array::from_fn(|i| {
            if standard { between(a.solref[i], b.solref[i]) } else { a.solref[i].min(b.solref[i]) }
        }),
        solimp: std::array::from_fn(|i| between(a.solimp[i], b.solimp[i])),
        margin: a.margin,
    }
}

/// Whether a height field has no cells.
fn too_small(m: &Model, g: usize) -> bool {
    m.geom.dataid[g].get().is_some_and(|f| m.hfield.nrow[f] < 2 || m.hfield.ncol[f] < 2)
}

/// How the kernels know a pair of kinds.
fn kind_of(a: GeomKind, b: GeomKind) -> Option<u32> {
    use GeomKind::{Box, Capsule, Cylinder, Ellipsoid, Hfield, Plane, Sphere};
    Some(match (a, b) {
        (Plane, Sphere | Capsule) => kind::PLANE_ROUND,
        (Plane, Cylinder) => kind::PLANE_CYLINDER,
        (Plane, Box) => kind::PLANE_BOX,
        (Plane, Ellipsoid) => kind::PLANE_ELLIPSOID,
        (Sphere | Capsule, Sphere | Capsule) => kind::ROUND_ROUND,
        (Sphere, Cylinder) => kind::SPHERE_CYLINDER,
        (Sphere, Box) => kind::SPHERE_BOX,
        (Capsule, Box) => kind::CAPSULE_BOX,
        (Capsule, Cylinder) => kind::CAPSULE_CYLINDER,
        (Box, Box) => kind::BOX_BOX,
        (Hfield, Sphere) => kind::FIELD_SPHERE,
        _ => return None,
    })
}

/// The geoms that are in some pair, in their order.
pub(crate) fn used(m: &Model) -> Vec<usize> {
    let mut used: Vec<usize> = list(m).iter().flat_map(|p| p.geoms).collect();
    used.sort_unstable();
    used.dedup();
    used
}

/// The geoms of some pair.
pub(crate) fn geoms(b: &mut Builder<'_>) {
    let m = b.m;
    let used = used(m);
    if used.len() > 255 {
        b.missing.push(format!("more than 255 colliding geoms ({})", used.len()));
        return;
    }
    let n = used.len().next_multiple_of(32);
    (b.shape.ngeom, b.shape.geom_n) = (used.len() as u32, n as u32);
    (b.shape.geom_f, b.shape.geom_u) = (b.numbers.len() as u32, b.indices.len() as u32);
    b.numbers.resize(b.numbers.len() + n * geom::SIZE as usize, 0.0);
    b.indices.resize(b.indices.len() + n, geom::STATIC);
    for (k, &g) in used.iter().enumerate() {
        let body = m.geom.bodyid[g];
        let at = b.links.at[body].then(&Pose::new(m.geom.pos[g], m.geom.quat[g]));
        b.indices[b.shape.geom_u as usize + k] = b.code(body.idx());
        let mut size = m.geom.size[g];
        if m.geom.kind[g] == GeomKind::Sphere {
            size = [size[0], 0.0, 0.0];
        }
        if m.geom.kind[g] == GeomKind::Hfield {
            size = [f64::from(m.geom.dataid[g].number()), 0.0, 0.0];
        }
        let bound = if m.geom.kind[g] == GeomKind::Plane { 0.0 } else { m.geom.rbound[g] };
        let all = [&at.p.0[..], &at.q.0[..], &[bound], &size[..]].concat();
        for (f, x) in all.iter().enumerate() {
            b.numbers[b.shape.geom_f as usize + f * n + k] = *x;
        }
    }
}

/// The height fields that some geom of a pair is.
pub(crate) fn fields(b: &mut Builder<'_>) {
    let m = b.m;
    let fields = used(m).into_iter().filter(|&g| m.geom.kind[g] == GeomKind::Hfield);
    let named: Vec<usize> = fields.filter_map(|g| m.geom.dataid[g].get().map(ObjectId::idx)).collect();
    let Some(most) = named.iter().max() else { return };
    let (u0, t) = (b.indices.len(), &m.hfield);
    b.shape.fields = u0 as u32;
    b.indices.resize(u0 + (most + 1) * ground::SIZE as usize, 0);
    for f in 0..=*most {
        let (rows, cols, from) = (t.nrow[f] as usize, t.ncol[f] as usize, t.adr[f] as usize);
        if !named.contains(&f) || rows < 2 || cols < 2 {
            continue;
        }
        let entry = [b.numbers.len() as u32, rows as u32, cols as u32];
        let at = u0 + f * ground::SIZE as usize;
        b.indices[at..at + 3].copy_from_slice(&entry);
        let size = t.size[f];
        b.numbers.extend(size);
        b.numbers.extend(t.data[from..from + rows * cols].iter().map(|&x| f64::from(x) * size[2]));
    }
}

/// The pairs, planes first, and the classes of their contacts.
pub(crate) fn pairs(b: &mut Builder<'_>) {
    let m = b.m;
    let used = used(m);
    let number = |g: usize| used.binary_search(&g).unwrap_or(0) as u32;
    let mut rows: Vec<(u32, u32, [f64; 2])> = Vec::new();
    let mut classes: Vec<[f64; class::SIZE as usize]> = Vec::new();
    let mut unknown: Vec<String> = Vec::new();
    let mut all = list(m);
    let place = |p: &Pair| {
        let [a, b] = p.geoms.map(|g| m.geom.bodyid[g]);
        (a.min(b), a.max(b), p.explicit.is_none(), p.explicit, p.geoms)
    };
    if sweeps(m) {
        all.sort_by_key(place);
    }
    for p in &all {
        let [g1, g2] = p.geoms;
        let kinds = [g1, g2].map(|g| m.geom.kind[g].get());
        let (Some(a), Some(c)) = (kinds[0], kinds[1]) else { continue };
        if matches!((a, c), (GeomKind::Plane | GeomKind::Hfield, GeomKind::Plane | GeomKind::Hfield)) {
            continue;
        }
        let Some(what) = kind_of(a, c) else {
            unknown.push(format!("contacts of {a:?} with {c:?}").to_lowercase());
            continue;
        };
        b.full |= what >= kind::CAPSULE_BOX;
        b.wide |= what == kind::FIELD_SPHERE;
        if what == kind::CAPSULE_CYLINDER && m.disabled(disable::MULTICCD) {
            unknown.push("contacts of capsule with cylinder without multiccd".into());
        }
        if what >= kind::BOX_BOX && sweeps(m) {
            // the order of a pair's points is another than MuJoCo's, which only sweeps see
            unknown
                .push(format!("contacts of {a:?} with {c:?} under PGS").to_lowercase().replace("pgs", "PGS"));
        }
        if a == GeomKind::Hfield && too_small(m, g1) {
            unknown.push("height fields of less than two rows or columns".into());
        }
        let x = mix(m, p);
        let weight = contact_weight(m, &x, g1, g2);
        let c = class_of(b, &x, [g1, g2]);
        let id = classes.iter().position(|k| *k == c).unwrap_or_else(|| {
            classes.push(c);
            classes.len() - 1
        });
        b.spins |= x.condim > 3;
        b.full |= elliptic(m) && x.condim > 1;
        rows.push((what, number(g1) | number(g2) << 8 | what << 16 | (id as u32) << 20, [weight, x.margin]));
    }
    unknown.sort();
    unknown.dedup();
    b.missing.extend(unknown);
    if classes.len() > 4000 {
        b.missing.push(format!("more than 4000 kinds of contact ({})", classes.len()));
    }
    // sweeps visit contacts in MuJoCo's order; otherwise pairs of a kind stand together
    if !sweeps(m) {
        rows.sort_by_key(|r| r.0);
    }
    write(b, &rows, &classes);
}

/// w of D = d / ((1 − d) w): the diagonal approximation, with the compliance of pyramid edges.
fn contact_weight(m: &Model, x: &Mixed, g1: usize, g2: usize) -> f64 {
    let of = |g: usize| m.body.invweight0[m.geom.bodyid[g]][0];
    let mut weight = of(g1) + of(g2);
    if x.condim > 1 && !elliptic(m) {
        let mu2 = x.friction[0] * x.friction[0];
        weight *= (1.0 + mu2) * 2.0 * mu2 / m.opt.impratio.max(1e-15);
    }
    weight.max(1e-15)
}

fn elliptic(m: &Model) -> bool {
    m.opt.cone == ConeKind::Elliptic as i32 || m.stiction.is_hard()
}

fn class_of(b: &mut Builder<'_>, x: &Mixed, geoms: [usize; 2]) -> [f64; class::SIZE as usize] {
    let nine = b.class(x.solref, x.solimp, &format!("geoms {} and {}", geoms[0], geoms[1]));
    let mut c = [0.0; class::SIZE as usize];
    c[..9].copy_from_slice(&nine);
    for k in 0..(x.condim - 1).max(0) as usize {
        c[class::MU as usize + k] = x.friction[k];
    }
    c[class::EDGES as usize] = f64::from(x.condim);
    if elliptic(b.m) && x.condim > 1 {
        let ratio = if b.m.stiction.is_hard() { 1.0 } else { b.m.opt.impratio };
        c[class::CONE as usize] = x.friction[0] / ratio.max(1e-15).sqrt();
    }
    c
}

fn write(b: &mut Builder<'_>, rows: &[(u32, u32, [f64; 2])], classes: &[[f64; class::SIZE as usize]]) {
    let n = rows.len().next_multiple_of(32);
    (b.shape.npair, b.shape.pair_n) = (rows.len() as u32, n as u32);
    (b.shape.pair_f, b.shape.pair_u) = (b.numbers.len() as u32, b.indices.len() as u32);
    b.numbers.resize(b.numbers.len() + n * pair::SIZE as usize, 0.0);
    b.indices.resize(b.indices.len() + n, 0);
    for (k, r) in rows.iter().enumerate() {
        b.indices[b.shape.pair_u as usize + k] = r.1;
        for (f, x) in r.2.iter().enumerate() {
            b.numbers[b.shape.pair_f as usize + f * n + k] = *x;
        }
    }
    b.shape.class_f = b.numbers.len() as u32;
    for c in classes {
        b.numbers.extend(c);
    }
}
