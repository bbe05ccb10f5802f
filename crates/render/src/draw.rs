//! One picture: opaque things into the depth buffer, light per pixel, then what is transparent from back to front.

use crate::camera::Camera;
use crate::light::{Lights, Surface};
use crate::list::Item;
use crate::raster::{Corner, Fragment, Size, raster};
use crate::texture::{sky, texel};
use stiction::Model;
use stiction::kinds::GeomKind;
use stiction::spatial::Vec3;

/// What is nearest at a pixel.
#[derive(Clone, Copy)]
struct Seen {
    item: u32,
    depth: f64,
    normal: [f64; 3],
    uv: [f64; 2],
    local: [f64; 3],
}

/// Rows and columns of samples that are lit together where they show the same thing.
const BLOCK: usize = 2;

const NOTHING: Seen =
    Seen { item: u32::MAX, depth: f64::INFINITY, normal: [0.0; 3], uv: [0.0; 2], local: [0.0; 3] };

/// Buffers of one picture, reused.
#[derive(Default)]
pub struct Buffers {
    seen: Vec<Seen>,
    /// Colour, 0…1.
    pub colour: Vec<[f32; 3]>,
    /// Distance [m]; the far plane where there is nothing.
    pub depth: Vec<f64>,
    /// Object id and kind; −1, −1 where there is nothing.
    pub object: Vec<[i32; 2]>,
}

fn two_sided(kind: i32) -> bool {
    kind == GeomKind::Plane as i32 || kind == GeomKind::Hfield as i32
}

fn seen(i: usize, f: &Fragment) -> Seen {
    Seen {
        item: i as u32,
        depth: f.depth,
        normal: f.mix(|c: &Corner| c.normal),
        uv: f.mix(|c: &Corner| c.uv),
        local: f.mix(|c: &Corner| c.local),
    }
}

impl Buffers {
    /// Depth and objects only.
    pub fn geometry(&mut self, camera: &Camera, size: Size, items: &[Item], all: bool) {
        self.seen.clear();
        self.seen.resize(size.width * size.height, NOTHING);
        for (i, item) in items.iter().enumerate().filter(|(_, x)| all || x.rgba[3] >= 1.0) {
            raster(camera, size, &item.mesh, (&item.mat, item.pos), two_sided(item.kind), &mut |f| {
                if f.depth < self.seen[f.pixel].depth {
                    self.seen[f.pixel] = seen(i, f);
                }
            });
        }
        self.depth.clear();
        self.depth.extend(self.seen.iter().map(|s| s.depth.min(camera.far)));
        self.object.clear();
        self.object
            .extend(self.seen.iter().map(|s| items.get(s.item as usize).map_or([-1, -1], |i| i.object)));
    }

    /// Colours; [`Buffers::geometry`] of the opaque things came before.
    pub fn light(
        &mut self,
        m: &Model,
        camera: &Camera,
        size: Size,
        items: &[Item],
        lights: &Lights,
        show_sky: bool,
    ) {
        let focal = camera.focal(size.height);
        let ray = |pixel: usize| {
            let x = (pixel % size.width) as f64 + 0.5 - 0.5 * size.width as f64;
            let y = 0.5 * size.height as f64 - (pixel / size.width) as f64 - 0.5;
            camera.axes.mul_vec(Vec3([x / focal, y / focal, -1.0]))
        };
        let shade = |s: &Seen| {
            let item = &items[s.item as usize];
            let at = item.mat.mul_vec(Vec3(s.local)) + item.pos;
            let mut n = item.mat.mul_vec(Vec3(s.normal)).normalized().0;
            if two_sided(item.kind) && n.dot(camera.pos - at) < 0.0 {
                n = -n;
            }
            lights.shade(at, n, camera.pos, &surface(m, item, s))
        };
        self.colour.clear();
        self.colour.resize(self.seen.len(), [0.0; 3]);
        for y in (0..size.height).step_by(BLOCK) {
            for x in (0..size.width).step_by(BLOCK) {
                let at = |k: usize| {
                    (y + k / BLOCK).min(size.height - 1) * size.width + (x + k % BLOCK).min(size.width - 1)
                };
                let block: [usize; BLOCK * BLOCK] = std::array::from_fn(at);
                let first = self.seen[block[0]].item;
                // inside of one thing, light is computed once for the mean of its samples
                if first != u32::MAX && block.iter().all(|p| self.seen[*p].item == first) {
                    let c = shade(&mean(block.map(|p| self.seen[p])));
                    for p in block {
                        self.colour[p] = c;
                    }
                    continue;
                }
                for p in block {
                    let s = &self.seen[p];
                    self.colour[p] = if s.item != u32::MAX {
                        shade(s)
                    } else if show_sky {
                        sky(m, ray(p).0).unwrap_or([0.0; 3])
                    } else {
                        [0.0; 3]
                    };
                }
            }
        }
        let mut glass: Vec<usize> = (0..items.len()).filter(|i| items[*i].rgba[3] < 1.0).collect();
        glass.sort_by(|a, b| {
            let far = |i: usize| (items[i].pos - camera.pos).norm_squared();
            far(*b).total_cmp(&far(*a))
        });
        for i in glass {
            let item = &items[i];
            let alpha = item.rgba[3];
            let (depth, colour) = (&self.depth, &mut self.colour);
            raster(camera, size, &item.mesh, (&item.mat, item.pos), two_sided(item.kind), &mut |f| {
                if f.depth < depth[f.pixel] {
                    let c = shade(&seen(i, f));
                    for k in 0..3 {
                        colour[f.pixel][k] += alpha * (c[k].clamp(0.0, 1.0) - colour[f.pixel][k]);
                    }
                }
            });
        }
    }
}

/// Samples of one thing, averaged.
fn mean<const N: usize>(all: [Seen; N]) -> Seen {
    let mut out = all[0];
    let share = 1.0 / N as f64;
    for k in 0..3 {
        out.normal[k] = share * all.iter().map(|s| s.normal[k]).sum::<f64>();
        out.local[k] = share * all.iter().map(|s| s.local[k]).sum::<f64>();
    }
    for k in 0..2 {
        out.uv[k] = share * all.iter().map(|s| s.uv[k]).sum::<f64>();
    }
    out
}

fn surface(m: &Model, item: &Item, s: &Seen) -> Surface {
    let t = texel(m, item, s.uv, s.local);
    let colour = [item.rgba[0] * t[0], item.rgba[1] * t[1], item.rgba[2] * t[2]];
    match usize::try_from(item.material) {
        Ok(k) => Surface {
            colour,
            emission: m.mat.emission[k],
            specular: m.mat.specular[k],
            shininess: m.mat.shininess[k],
        },
        Err(_) => Surface { colour, emission: 0.0, specular: 0.5, shininess: 0.5 },
    }
}
