//! Wavefront OBJ meshes.
//!
//! Read are `v`, `vn`, `vt`, `f` and `l`; `o` and `g` separate shapes, of which the first with faces (or, after
//! `o`, with lines) gives the triangles, as in MuJoCo; vertices of all shapes are kept. Polygons are cut into
//! triangles ear by ear in the coordinate plane they face most. A line becomes degenerate triangles (a, b, b). The
//! second texture coordinate is flipped to 1 − t, the convention of the model.
//!
//! Numbers are accumulated digit by digit the way the de-facto standard reader does it, so that the last bit of
//! each f32 is the one users of that reader see.

use super::{AssetError, Location, RawMesh};

/// Corners of one face; cutting ears costs the square of it or more.
const MAX_CORNERS: usize = 4096;

/// Indices of one corner: vertex, texture coordinate, normal; -1 if absent.
#[derive(Clone, Copy, PartialEq)]
struct Corner {
    v: i32,
    t: i32,
    n: i32,
}

/// Faces and lines between two shape separators.
#[derive(Default)]
struct Group {
    /// Triangulated faces.
    tri: Vec<[Corner; 3]>,
    /// Line segments.
    line: Vec<[i32; 2]>,
}

/// State of the reader.
#[derive(Default)]
struct Reader {
    mesh: RawMesh,
    /// The shape being read.
    current: Group,
    /// Polygons of the current shape from the first that names a vertex still to come.
    pending: Vec<Vec<Corner>>,
    /// The first complete shape.
    first: Option<Group>,
    /// Corners of a face, reused.
    corners: Vec<Corner>,
    /// (line, largest index used) per kind: vertex, texture coordinate, normal.
    used: [(usize, i32); 3],
}

/// Reads the bytes of an OBJ file.
pub fn load_obj(bytes: &[u8]) -> Result<RawMesh, AssetError> {
    let mut r = Reader { used: [(0, -1); 3], ..Reader::default() };
    for (k, line) in Lines(bytes).enumerate() {
        r.line(line, k + 1).map_err(|e| e.at(Location::Line(k + 1)))?;
    }
    r.close_shape(true);
    r.finish()
}

impl Reader {
    fn line(&mut self, line: &[u8], number: usize) -> Result<(), AssetError> {
        let mut rest = line;
        let Some(word) = next_word(&mut rest) else { return Ok(()) };
        match word {
            b"v" => {
                let v = [real(&mut rest, "v")?, real(&mut rest, "v")?, real(&mut rest, "v")?];
                self.mesh.vert.push(v);
            }
            b"vn" => {
                let n = [real(&mut rest, "vn")?, real(&mut rest, "vn")?, real(&mut rest, "vn")?];
                self.mesh.normal.push(n);
            }
            b"vt" => {
                let s = real(&mut rest, "vt")?;
                let t = if rest.trim_ascii().is_empty() { 0.0 } else { real(&mut rest, "vt")? };
                self.mesh.texcoord.push([s, 1.0 - t]);
            }
            b"f" => {
                self.read_corners(rest, number)?;
                self.face()?;
            }
            b"l" => {
                self.read_corners(rest, number)?;
                let segments = self.corners.windows(2).map(|w| [w[0].v, w[1].v]);
                self.current.line.extend(segments);
            }
            b"g" => self.close_shape(false),
            b"o" => self.close_shape(true),
            _ => {}
        }
        Ok(())
    }

    fn read_corners(&mut self, mut rest: &[u8], number: usize) -> Result<(), AssetError> {
        self.corners.clear();
        let count = [self.mesh.vert.len(), self.mesh.texcoord.len(), self.mesh.normal.len()];
        while let Some(word) = next_word(&mut rest) {
            let mut id = [-1i32; 3];
            for (k, part) in word.split(|&b| b == b'/').enumerate() {
                if k > 2 {
                    return Err(AssetError::new("more than two '/' in a face corner"));
                }
                if part.is_empty() && k == 1 {
                    continue;
                }
                id[k] = index(part, count[k])?;
                if id[k] > self.used[k].1 {
                    self.used[k] = (number, id[k]);
                }
            }
            self.corners.push(Corner { v: id[0], t: id[1], n: id[2] });
        }
        Ok(())
    }

    /// A face that names vertices of later lines waits until its shape is complete, and so do all after it.
    fn face(&mut self) -> Result<(), AssetError> {
        if self.corners.len() > MAX_CORNERS {
            return Err(AssetError::new(format!(
                "face has {} corners, the limit is {MAX_CORNERS}",
                self.corners.len()
            )));
        }
        let known = self.mesh.vert.len() as i64;
        if !self.pending.is_empty() || self.corners.iter().any(|c| i64::from(c.v) >= known) {
            self.pending.push(self.corners.clone());
        } else {
            triangulate(&self.mesh.vert, &mut self.corners, &mut self.current.tri);
        }
        Ok(())
    }

    fn close_shape(&mut self, lines_count: bool) {
        for mut corners in std::mem::take(&mut self.pending) {
            triangulate(&self.mesh.vert, &mut corners, &mut self.current.tri);
        }
        let shape = std::mem::take(&mut self.current);
        let complete = !shape.tri.is_empty() || (lines_count && !shape.line.is_empty());
        if self.first.is_none() && complete {
            self.first = Some(shape);
        }
    }

    fn finish(mut self) -> Result<RawMesh, AssetError> {
        let count = [self.mesh.vert.len(), self.mesh.texcoord.len(), self.mesh.normal.len()];
        for (k, what) in ["vertex", "texture coordinate", "normal"].into_iter().enumerate() {
            let (line, largest) = self.used[k];
            if i64::from(largest) >= count[k] as i64 {
                return Err(AssetError::new(format!(
                    "{what} index {} does not exist, the file has {}",
                    i64::from(largest) + 1,
                    count[k]
                ))
                .at(Location::Line(line)));
            }
        }
        let shape = self.first.unwrap_or_default();
        let pick = |of: fn(&Corner) -> i32| -> Vec<[i32; 3]> {
            shape.tri.iter().map(|t| [of(&t[0]), of(&t[1]), of(&t[2])]).collect()
        };
        self.mesh.face = pick(|c| c.v);
        if !shape.tri.is_empty() && !self.mesh.normal.is_empty() {
            self.mesh.facenormal = pick(|c| c.n);
        }
        if !shape.tri.is_empty() && !self.mesh.texcoord.is_empty() {
            self.mesh.facetexcoord = pick(|c| c.t);
        }
        if shape.tri.is_empty() {
            self.mesh.face = shape.line.iter().map(|&[a, b]| [a, b, b]).collect();
        }
        Ok(self.mesh)
    }
}

/// Lines ended by LF, CR LF or CR.
struct Lines<'a>(&'a [u8]);

impl<'a> Iterator for Lines<'a> {
    type Item = &'a [u8];
    fn next(&mut self) -> Option<&'a [u8]> {
        if self.0.is_empty() {
            return None;
        }
        let end = self.0.iter().position(|&b| b == b'\n' || b == b'\r').unwrap_or(self.0.len());
        let line = &self.0[..end];
        let skip = if self.0[end..].starts_with(b"\r\n") { 2 } else { 1 };
        self.0 = self.0.get(end + skip..).unwrap_or(&[]);
        Some(line)
    }
}

fn is_blank(b: u8) -> bool {
    b == b' ' || b == b'\t'
}

fn next_word<'a>(rest: &mut &'a [u8]) -> Option<&'a [u8]> {
    let start = rest.iter().position(|&b| !is_blank(b))?;
    let tail = &rest[start..];
    let end = tail.iter().position(|&b| is_blank(b)).unwrap_or(tail.len());
    *rest = &tail[end..];
    Some(&tail[..end])
}

/// A one-based or negative (relative) index as a zero-based one.
fn index(word: &[u8], count: usize) -> Result<i32, AssetError> {
    let text = std::str::from_utf8(word).unwrap_or("");
    let i: i64 = text.parse().map_err(|_| {
        AssetError::new("expected an integer index").hint("corners are v, v/t, v//n or v/t/n")
    })?;
    let zero_based = match i {
        0 => return Err(AssetError::new("index 0 in a face").hint("OBJ indices start at 1")),
        1.. => i - 1,
        _ => count as i64 + i,
    };
    if zero_based < 0 || zero_based > i64::from(i32::MAX) {
        return Err(AssetError::new(format!("index {i} is out of range")));
    }
    Ok(zero_based as i32)
}

fn real(rest: &mut &[u8], element: &str) -> Result<f32, AssetError> {
    let word =
        next_word(rest).ok_or_else(|| AssetError::new(format!("too few numbers after '{element}'")))?;
    let x = decimal(word).map(|x| x as f32).filter(|x| x.is_finite());
    x.ok_or_else(|| AssetError::new(format!("expected a finite number after '{element}'")))
}

/// 10⁻ᵏ, correctly rounded.
const TENTH: [f64; 25] = [
    1.0, 1e-1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9, 1e-10, 1e-11, 1e-12, 1e-13, 1e-14, 1e-15,
    1e-16, 1e-17, 1e-18, 1e-19, 1e-20, 1e-21, 1e-22, 1e-23, 1e-24,
];

/// Σ dᵢ 10ⁱ accumulated from the left, times 5ᵉ 2ᵉ; `None` if the whole word is not a decimal number.
fn decimal(word: &[u8]) -> Option<f64> {
    let (negative, mut s) = match word {
        [b'-', s @ ..] => (true, s),
        [b'+', s @ ..] => (false, s),
        s => (false, s),
    };
    let (mut mantissa, mut digits) = (0.0f64, 0);
    while let [d @ b'0'..=b'9', tail @ ..] = s {
        mantissa = mantissa * 10.0 + f64::from(d - b'0');
        digits += 1;
        s = tail;
    }
    if let [b'.', tail @ ..] = s {
        s = tail;
        let mut place = 1usize;
        while let [d @ b'0'..=b'9', tail @ ..] = s {
            let weight = TENTH.get(place).copied().unwrap_or_else(|| libm::pow(10.0, -(place as f64)));
            mantissa += f64::from(d - b'0') * weight;
            place += 1;
            digits += 1;
            s = tail;
        }
    }
    if digits == 0 {
        return None;
    }
    if let [b'e' | b'E', tail @ ..] = s {
        let text = std::str::from_utf8(tail).ok()?;
        let e: i32 = text.parse().ok()?;
        s = &[];
        if e != 0 {
            mantissa = libm::ldexp(mantissa * power_of_five(e), e);
        }
    }
    s.is_empty().then_some(if negative { -mantissa } else { mantissa })
}

fn power_of_five(e: i32) -> f64 {
    if e.abs() > 22 {
        return libm::pow(5.0, f64::from(e));
    }
    let p = (0..e.abs()).fold(1.0, |p, _| p * 5.0); // exact up to 5²²
    if e < 0 { 1.0 / p } else { p }
}

/// Cuts a polygon, which is consumed: quadrilaterals along the shorter diagonal, larger ones ear by ear.
fn triangulate(vert: &[[f32; 3]], polygon: &mut Vec<Corner>, out: &mut Vec<[Corner; 3]>) {
    match *polygon.as_slice() {
        [] | [_] | [_, _] => {}
        [a, b, c] => out.push([a, b, c]),
        [a, b, c, d] => {
            let short = diagonal(vert, a, c) < diagonal(vert, b, d);
            out.extend(if short { [[a, b, c], [a, c, d]] } else { [[a, b, d], [b, c, d]] });
        }
        _ => cut_ears(vert, polygon, out),
    }
}

/// Squared distance of two corners.
fn diagonal(vert: &[[f32; 3]], a: Corner, b: Corner) -> f32 {
    let (Some(p), Some(q)) = (vert.get(a.v as usize), vert.get(b.v as usize)) else { return 0.0 };
    let d: [f32; 3] = std::array::from_fn(|k| q[k] - p[k]);
    d[0] * d[0] + d[1] * d[1] + d[2] * d[2]
}

fn cut_ears(vert: &[[f32; 3]], polygon: &mut Vec<Corner>, out: &mut Vec<[Corner; 3]>) {
    let (a, b) = facing_axes(vert, polygon);
    let at = |c: Corner| vert.get(c.v as usize).map_or([0.0, 0.0], |p| [p[a], p[b]]);
    let (mut guess, mut patience) = (0, polygon.len());
    let mut before = polygon.len();
    while polygon.len() > 3 && patience > 0 {
        let n = polygon.len();
        guess %= n;
        patience = if before == n { patience - 1 } else { n };
        before = n;
        let ear: [Corner; 3] = std::array::from_fn(|k| polygon[(guess + k) % n]);
        let p = ear.map(at);
        let turn = (p[1][0] - p[0][0]) * (p[2][1] - p[1][1]) - (p[1][1] - p[0][1]) * (p[2][0] - p[1][0]);
        // the sense of the outline is judged by its first edge alone, as the reference reader does
        let sense = (p[0][0] * p[1][1] - p[0][1] * p[1][0]) * 0.5;
        if turn * sense < 0.0 || (3..n).any(|k| inside(&p, at(polygon[(guess + k) % n]))) {
            guess += 1;
            continue;
        }
        out.push(ear);
        polygon.remove((guess + 1) % n);
    }
    if let &[x, y, z] = polygon.as_slice() {
        out.push([x, y, z]);
    }
}

/// The two coordinates to triangulate in: those across the largest component of the first corner's normal.
fn facing_axes(vert: &[[f32; 3]], polygon: &[Corner]) -> (usize, usize) {
    let n = polygon.len();
    for k in 0..n {
        let get = |j: usize| vert.get(polygon[(k + j) % n].v as usize);
        let (Some(p), Some(q), Some(r)) = (get(0), get(1), get(2)) else { continue };
        let e: [f32; 3] = std::array::from_fn(|i| q[i] - p[i]);
        let f: [f32; 3] = std::array::from_fn(|i| r[i] - q[i]);
        let x = (e[1] * f[2] - e[2] * f[1]).abs();
        let y = (e[2] * f[0] - e[0] * f[2]).abs();
        let z = (e[0] * f[1] - e[1] * f[0]).abs();
        if x.max(y).max(z) > f32::EPSILON {
            return if x > y && x > z {
                (1, 2)
            } else if z > x && z > y {
                (0, 1)
            } else {
                (0, 2)
            };
        }
    }
    (1, 2)
}

/// Even-odd test of a point in a triangle.
fn inside(tri: &[[f32; 2]; 3], p: [f32; 2]) -> bool {
    let mut odd = false;
    for i in 0..3 {
        let (a, b) = (tri[i], tri[(i + 2) % 3]);
        if (a[1] > p[1]) != (b[1] > p[1]) && p[0] < (b[0] - a[0]) * (p[1] - a[1]) / (b[1] - a[1]) + a[0] {
            odd = !odd;
        }
    }
    odd
}
