//! Skins: triangles whose vertices follow several bodies (bones), and MuJoCo's file of them.
//!
//! File, little-endian: four i32 counts nvert, ntexcoord, nface, nbone; 3 f32 per vertex, 2 per texture coordinate, 3 i32 per face; then
//! per bone the name of its body (40 bytes, ended by a zero), 3 + 4 f32 of its pose when it was bound, an i32 count of vertices, and as
//! many i32 numbers of vertices and f32 weights.

use super::{AssetError, Location};

/// A body that a skin follows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Bone {
    /// Name of the body.
    pub body: String,
    /// Position of the body when the skin was bound [m].
    pub bindpos: [f32; 3],
    /// Its orientation then.
    pub bindquat: [f32; 4],
    /// Vertices that follow it.
    pub vertid: Vec<i32>,
    /// How much each of them does.
    pub weight: Vec<f32>,
}

/// A skin.
#[derive(Clone, Debug, Default, PartialEq)]
#[allow(missing_docs)]
pub struct Skin {
    pub vert: Vec<[f32; 3]>,
    /// One per vertex, or none.
    pub texcoord: Vec<[f32; 2]>,
    pub face: Vec<[i32; 3]>,
    pub bones: Vec<Bone>,
}

/// Bytes of the name of a body.
const NAME: usize = 40;
/// Total weights below this are none.
const LEAST_WEIGHT: f32 = 1e-15;

/// Words of a file, one after the other.
struct Words<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Words<'a> {
    fn take(&mut self, n: usize) -> Result<&'a [u8], AssetError> {
        let end = self.at.checked_add(n);
        let Some(found) = end.and_then(|end| self.bytes.get(self.at..end)) else {
            return Err(AssetError::new("the skin file ends early").at(Location::Byte(self.bytes.len())));
        };
        self.at += n;
        Ok(found)
    }
    fn int(&mut self) -> Result<i32, AssetError> {
        Ok(self.ints(1)?[0])
    }
    fn count(&mut self, least: i32) -> Result<usize, AssetError> {
        let at = self.at;
        let n = self.int()?;
        let refused = || AssetError::new(format!("count {n} in the skin file, at least {least} is needed"));
        if n < least { Err(refused().at(Location::Byte(at))) } else { Ok(n as usize) }
    }
    fn ints(&mut self, n: usize) -> Result<Vec<i32>, AssetError> {
        let bytes = self.take(n.saturating_mul(4))?;
        Ok(bytes.chunks_exact(4).map(|b| i32::from_le_bytes([b[0], b[1], b[2], b[3]])).collect())
    }
    fn floats(&mut self, n: usize) -> Result<Vec<f32>, AssetError> {
        Ok(self.ints(n)?.into_iter().map(|x| f32::from_bits(x.cast_unsigned())).collect())
    }
}

fn rows<T: Copy, const N: usize>(flat: &[T]) -> Vec<[T; N]> {
    flat.chunks_exact(N).map(|c| std::array::from_fn(|k| c[k])).collect()
}

/// Reads the bytes of an SKN file.
///
/// # Errors
/// Where it is damaged.
pub fn load_skn(bytes: &[u8]) -> Result<Skin, AssetError> {
    let mut w = Words { bytes, at: 0 };
    let [nvert, ntex, nface, nbone] = [w.count(0)?, w.count(0)?, w.count(0)?, w.count(0)?];
    let mut skin = Skin {
        vert: rows(&w.floats(nvert.saturating_mul(3))?),
        texcoord: rows(&w.floats(ntex.saturating_mul(2))?),
        face: rows(&w.ints(nface.saturating_mul(3))?),
        bones: Vec::new(),
    };
    for _ in 0..nbone {
        let name = w.take(NAME)?;
        let end = name[..NAME - 1].iter().position(|&c| c == 0).unwrap_or(NAME - 1);
        let body = String::from_utf8_lossy(&name[..end]).into_owned();
        let (pos, quat) = (w.floats(3)?, w.floats(4)?);
        let n = w.count(1)?;
        skin.bones.push(Bone {
            body,
            bindpos: [pos[0], pos[1], pos[2]],
            bindquat: [quat[0], quat[1], quat[2], quat[3]],
            vertid: w.ints(n)?,
            weight: w.floats(n)?,
        });
    }
    Ok(skin)
}

impl Skin {
    /// Checks the skin, and makes the weights of every vertex sum to one and the quaternions unit.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn finished(mut self) -> Result<Skin, AssetError> {
        let nvert = self.vert.len();
        if nvert == 0 || self.face.is_empty() || self.bones.is_empty() {
            return Err(AssetError::new("a skin needs vertices, faces and bones"));
        }
        let numbers = self.vert.iter().flatten().chain(self.texcoord.iter().flatten());
        if !numbers.clone().all(|x| x.is_finite()) {
            return Err(AssetError::new("vertex or texture coordinate is not finite"));
        }
        if !self.texcoord.is_empty() && self.texcoord.len() != nvert {
            return Err(AssetError::new("a skin has texture coordinates for every vertex, or none"));
        }
        let known = |v: i32| usize::try_from(v).is_ok_and(|v| v < nvert);
        if let Some(k) = self.face.iter().position(|f| !f.iter().all(|&v| known(v))) {
            let text = format!("a face names a vertex that does not exist: there are {nvert}");
            return Err(AssetError::new(text).at(Location::Face(k)));
        }
        let mut total = vec![0.0f32; nvert];
        for b in &self.bones {
            if b.vertid.is_empty() || b.vertid.len() != b.weight.len() {
                return Err(AssetError::new(format!("bone '{}' needs as many weights as vertices", b.body)));
            }
            for (&v, &w) in b.vertid.iter().zip(&b.weight) {
                if !known(v) || !w.is_finite() {
                    let text = format!("bone '{}' has a wrong weight, or a vertex that is not there", b.body);
                    return Err(AssetError::new(text));
                }
                total[v as usize] += w;
            }
        }
        if let Some(k) = total.iter().position(|&w| !(w > LEAST_WEIGHT)) {
            return Err(AssetError::new("a vertex must have a positive total weight").at(Location::Vertex(k)));
        }
        for b in &mut self.bones {
            for (&v, w) in b.vertid.iter().zip(&mut b.weight) {
                *w /= total[v as usize];
            }
            let q = b.bindquat.map(f64::from);
            let norm = q.iter().map(|x| x * x).sum::<f64>().sqrt();
            if !(norm > 1e-15) || !b.bindpos.iter().all(|x| x.is_finite()) {
                return Err(AssetError::new(format!("bone '{}' has no pose", b.body)));
            }
            b.bindquat = q.map(|x| (x / norm) as f32);
        }
        Ok(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(counts: [i32; 4], tail: &[u8]) -> Vec<u8> {
        counts.iter().flat_map(|x| x.to_le_bytes()).chain(tail.iter().copied()).collect()
    }

    fn whole() -> Vec<u8> {
        let mut tail = Vec::new();
        for x in [0.0f32, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0] {
            tail.extend(x.to_le_bytes());
        }
        for x in [0i32, 1, 2] {
            tail.extend(x.to_le_bytes());
        }
        let mut name = [0u8; NAME];
        name[..3].copy_from_slice(b"arm");
        tail.extend(name);
        for x in [0.0f32, 0.0, 1.0, 2.0, 0.0, 0.0, 0.0] {
            tail.extend(x.to_le_bytes());
        }
        tail.extend(3i32.to_le_bytes());
        for x in [0i32, 1, 2] {
            tail.extend(x.to_le_bytes());
        }
        for x in [1.0f32, 2.0, 3.0] {
            tail.extend(x.to_le_bytes());
        }
        file([3, 0, 1, 1], &tail)
    }

    #[test]
    fn a_file_is_read_and_finished() {
        let skin = load_skn(&whole()).unwrap().finished().unwrap();
        assert_eq!(skin.bones[0].body, "arm");
        assert_eq!(skin.bones[0].weight, [1.0; 3]);
        assert_eq!(skin.bones[0].bindquat, [1.0, 0.0, 0.0, 0.0]);
    }

    #[test]
    fn every_cut_of_a_file_is_refused() {
        let bytes = whole();
        for n in 0..bytes.len() {
            assert!(load_skn(&bytes[..n]).is_err(), "{n} bytes");
        }
        assert!(load_skn(&file([-1, 0, 0, 0], &[])).is_err());
        assert!(load_skn(&file([i32::MAX, i32::MAX, 0, 0], &[])).is_err());
    }

    #[test]
    fn wrong_skins_are_refused() {
        let good = load_skn(&whole()).unwrap();
        let broken = |f: &dyn Fn(&mut Skin)| {
            let mut s = good.clone();
            f(&mut s);
            s.finished().is_err()
        };
        assert!(broken(&|s| s.face[0][1] = 3));
        assert!(broken(&|s| s.bones[0].vertid[0] = -1));
        assert!(broken(&|s| s.bones[0].weight[2] = 0.0));
        assert!(broken(&|s| s.bones[0].bindquat = [0.0; 4]));
        assert!(broken(&|s| s.texcoord.push([0.0; 2])));
    }
}
