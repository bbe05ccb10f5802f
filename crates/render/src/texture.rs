//! Texels: flat textures by coordinate, cube textures by direction.

use crate::list::Item;
use stiction::Model;
use stiction::kinds::GeomKind;

const TWO_D: i32 = 0;
const SKYBOX: i32 = 2;

/// Colour factor of an item's texture at a point; white without one.
pub fn texel(m: &Model, item: &Item, uv: [f64; 2], local: [f64; 3]) -> [f32; 3] {
    let Ok(k) = usize::try_from(item.material) else { return [1.0; 3] };
    let Some(t) = [m.mat.texid[k][1], m.mat.texid[k][0]].into_iter().find_map(|t| usize::try_from(t).ok())
    else {
        return [1.0; 3];
    };
    if m.tex.kind[t] != TWO_D {
        let direction = if m.mat.texuniform[k] || item.kind == GeomKind::Mesh as i32 {
            local
        } else {
            let s = item.size.map(|s| if s > 0.0 { s } else { item.size[0].max(1e-9) });
            [local[0] / s[0], local[1] / s[1], local[2] / s[2]]
        };
        return cube(m, t, direction);
    }
    let [ru, rv] = m.mat.texrepeat[k].map(f64::from);
    let plane = item.kind == GeomKind::Plane as i32;
    let (u, v) = if plane && (m.mat.texuniform[k] || item.size[0] <= 0.0) {
        // coordinates of a plane are metres, a repeat covers two, and the first row of texels is at the far side (+y)
        (0.5 * uv[0] * ru, -0.5 * uv[1] * rv)
    } else if plane {
        (0.5 * (uv[0] / item.size[0] + 1.0) * ru, 0.5 * (1.0 - uv[1] / item.size[1].max(1e-9)) * rv)
    } else {
        (uv[0] * ru, uv[1] * rv)
    };
    flat(m, t, u, v)
}

fn at(m: &Model, t: usize, x: usize, y: usize) -> [f32; 3] {
    let n = m.tex.nchannel[t] as usize;
    let i = m.tex.adr[t] as usize + (y * m.tex.width[t] as usize + x) * n;
    let c =
        |k: usize| f32::from(m.tex.data.get(i + if n >= 3 { k } else { 0 }).copied().unwrap_or(255)) / 255.0;
    [c(0), c(1), c(2)]
}

/// Bilinear, repeated.
fn flat(m: &Model, t: usize, u: f64, v: f64) -> [f32; 3] {
    let (w, h) = (m.tex.width[t] as usize, m.tex.height[t] as usize);
    if w == 0 || h == 0 {
        return [1.0; 3];
    }
    let (x, y) = ((u - u.floor()) * w as f64 - 0.5, (v - v.floor()) * h as f64 - 0.5);
    let (fx, fy) = ((x - x.floor()) as f32, (y - y.floor()) as f32);
    let wrap = |i: f64, n: usize| (i as i64).rem_euclid(n as i64) as usize;
    let (x0, x1) = (wrap(x.floor(), w), wrap(x.floor() + 1.0, w));
    let (y0, y1) = (wrap(y.floor(), h), wrap(y.floor() + 1.0, h));
    let (a, b, c, d) = (at(m, t, x0, y0), at(m, t, x1, y0), at(m, t, x0, y1), at(m, t, x1, y1));
    std::array::from_fn(|k| {
        (1.0 - fy) * ((1.0 - fx) * a[k] + fx * b[k]) + fy * ((1.0 - fx) * c[k] + fx * d[k])
    })
}

/// Six faces below each other: right, left, up, down, front, back.
fn cube(m: &Model, t: usize, d: [f64; 3]) -> [f32; 3] {
    let n = m.tex.width[t] as usize;
    if n == 0 {
        return [1.0; 3];
    }
    // the model's z is the texture's up
    let [x, y, z] = [d[0], d[2], -d[1]];
    let [ax, ay, az] = [x.abs(), y.abs(), z.abs()];
    let (face, s, u, v) = if ax >= ay && ax >= az {
        if x > 0.0 { (0, ax, -z, -y) } else { (1, ax, z, -y) }
    } else if ay >= az {
        if y > 0.0 { (2, ay, x, z) } else { (3, ay, x, -z) }
    } else if z > 0.0 {
        (4, az, x, -y)
    } else {
        (5, az, -x, -y)
    };
    let s = s.max(1e-12);
    let pixel = |c: f64| ((0.5 * (c / s + 1.0) * n as f64) as usize).min(n - 1);
    let six = m.tex.height[t] as usize >= 6 * n;
    at(m, t, pixel(u), pixel(v) + if six { face * n } else { 0 })
}

/// The sky in a direction, if the model has one.
pub fn sky(m: &Model, direction: [f64; 3]) -> Option<[f32; 3]> {
    let t = m.tex.kind.iter().position(|k| *k == SKYBOX)?;
    Some(cube(m, t, direction))
}
