//! What is drawn: shapes with their materials, lights and a camera, as MuJoCo's abstract scene has them.
//!
//! A scene is made from a model at a state; a program may then add, change or remove shapes before it is drawn.

use crate::camera::Camera;
use crate::decor;
use stiction::dynamics::skin::{SkinShape, skin_shape};
use stiction::ids::MaterialId;
use stiction::kinds::{GeomKind, LightKind, ObjKind};
use stiction::spatial::{Mat3, Quat, Vec3};
use stiction::{Data, Model};

/// Which part of a model a shape belongs to, as bits of a mask.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
pub enum Category {
    /// What does not move.
    Static = 1,
    /// What moves.
    Dynamic = 2,
    /// Decoration: contacts, joints, forces.
    Decor = 4,
}

/// A shape of a scene.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shape {
    /// Kind of geom.
    pub kind: i32,
    /// Data: twice a mesh's number (and one, if its hull is meant), or a height field's.
    pub dataid: i32,
    /// Kind of object and its number; −1 for decoration.
    pub objtype: i32,
    /// Number of the object.
    pub objid: i32,
    /// [`Category`].
    pub category: i32,
    /// Material; −1: none that is textured.
    pub matid: i32,
    /// Texture; −1: none.
    pub texid: i32,
    /// Texture counted in metres (flat), or laid on the shape as it is and not on the unit shape (cube).
    pub texuniform: bool,
    /// A mesh with texture coordinates of its own.
    pub texcoord: bool,
    /// Number in the picture of objects; −1: not in it.
    pub segid: i32,
    /// Factors along the axes of the unit shape (m).
    pub size: [f32; 3],
    /// Position (m).
    pub pos: [f32; 3],
    /// Orientation, row by row.
    pub mat: [f32; 9],
    /// Colour and opacity.
    pub rgba: [f32; 4],
    /// Own light, as a share of the colour.
    pub emission: f32,
    /// Strength of highlights.
    pub specular: f32,
    /// Their sharpness, 0…1.
    pub shininess: f32,
    /// Share of what is mirrored.
    pub reflectance: f32,
    /// Repeats of a flat texture.
    pub texrepeat: [f32; 2],
    /// Casts a shadow.
    pub castshadow: bool,
}

impl Shape {
    /// Decoration of one colour.
    pub fn new(kind: GeomKind, size: [f64; 3], pos: Vec3, mat: Mat3, rgba: [f32; 4]) -> Shape {
        Shape {
            kind: kind as i32,
            dataid: -1,
            objtype: ObjKind::Unknown as i32,
            objid: -1,
            category: Category::Decor as i32,
            matid: -1,
            texid: -1,
            texuniform: false,
            texcoord: false,
            segid: -1,
            size: size.map(|x| x as f32),
            pos: pos.0.map(|x| x as f32),
            mat: mat.0.map(|x| x as f32),
            rgba,
            emission: 0.0,
            specular: 0.5,
            shininess: 0.5,
            reflectance: 0.0,
            texrepeat: [1.0; 2],
            castshadow: true,
        }
    }

    /// Something between two points: capsules and cylinders lie around their middle, arrows and lines begin at the first.
    pub fn between(kind: GeomKind, width: f64, from: Vec3, to: Vec3, rgba: [f32; 4]) -> Shape {
        let (along, length) = (to - from).normalized();
        let mat = if length > 0.0 { Quat::from_z_to(along).to_mat() } else { Mat3::IDENTITY };
        let centred = matches!(kind, GeomKind::Capsule | GeomKind::Cylinder);
        let (at, half) = if centred { ((from + to).scale(0.5), 0.5 * length) } else { (from, length) };
        Shape::new(kind, [width, width, half], at, mat, rgba)
    }

    /// The same shape as one of an object.
    pub fn of(mut self, kind: ObjKind, id: usize) -> Shape {
        (self.objtype, self.objid) = (kind as i32, id as i32);
        self
    }

    /// A plane without borders.
    pub fn is_endless(&self) -> bool {
        self.kind == GeomKind::Plane as i32 && self.size[0] <= 0.0 && self.size[1] <= 0.0
    }

    /// Orientation.
    pub fn rotation(&self) -> Mat3 {
        Mat3(self.mat.map(f64::from))
    }

    /// Position (m).
    pub fn position(&self) -> Vec3 {
        Vec3(self.pos.map(f64::from))
    }
}

/// A light of a scene.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Light {
    /// Position (m).
    pub pos: [f32; 3],
    /// Direction in which it shines.
    pub dir: [f32; 3],
    /// Kind of light.
    pub kind: i32,
    /// Half the cone of a spot light (degrees).
    pub cutoff: f32,
    /// How it fades towards the border of the cone.
    pub exponent: f32,
    /// How it fades with distance: 1/(a + b·r + c·r²).
    pub attenuation: [f32; 3],
    /// Light that comes from everywhere.
    pub ambient: [f32; 3],
    /// Light that surfaces scatter.
    pub diffuse: [f32; 3],
    /// Light that shines in highlights.
    pub specular: [f32; 3],
    /// Casts shadows.
    pub castshadow: bool,
}

/// Flags of what is shown, by MuJoCo's numbers (`mjtVisFlag`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Vis {
    ConvexHull = 0,
    Texture = 1,
    Joint = 2,
    Camera = 3,
    Actuator = 4,
    Light = 6,
    Tendon = 7,
    Rangefinder = 8,
    Inertia = 10,
    ScaleInertia = 11,
    ContactPoint = 14,
    ContactForce = 16,
    ContactSplit = 17,
    Transparent = 18,
    AutoConnect = 19,
    Com = 20,
    Static = 22,
    Skin = 23,
}

/// Number of flags.
pub const FLAGS: usize = 31;

/// What is shown.
#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    /// Groups of geoms.
    pub geomgroup: [bool; 6],
    /// Groups of sites.
    pub sitegroup: [bool; 6],
    /// Groups of joints.
    pub jointgroup: [bool; 6],
    /// Groups of tendons.
    pub tendongroup: [bool; 6],
    /// Groups of actuators.
    pub actuatorgroup: [bool; 6],
    /// Groups of skins.
    pub skingroup: [bool; 6],
    /// Flags, by [`Vis`].
    pub flags: [bool; FLAGS],
    /// Which frames are shown (`mjtFrame`): 0 none, 1 bodies, 2 geoms, 3 sites, 4 cameras, 5 lights, 6 contacts, 7 the world.
    pub frame: i32,
    /// Mask of [`Category`].
    pub categories: i32,
}

impl Options {
    /// Whether a flag is set.
    pub fn has(&self, flag: Vis) -> bool {
        self.flags[flag as usize]
    }
}

impl Default for Options {
    fn default() -> Self {
        let usual = [true, true, true, false, false, false];
        let mut flags = [false; FLAGS];
        for i in [1, 7, 8, 13, 22, 23, 25, 27] {
            flags[i] = true;
        }
        Options {
            geomgroup: usual,
            sitegroup: usual,
            jointgroup: usual,
            tendongroup: usual,
            actuatorgroup: usual,
            skingroup: usual,
            flags,
            frame: 0,
            categories: 7,
        }
    }
}

/// Everything that is needed for a picture.
#[derive(Clone, Debug, PartialEq)]
pub struct Scene {
    /// Shapes.
    pub shapes: Vec<Shape>,
    /// The model's skins as they are now; of one that has no shape, nothing is read.
    pub skins: Vec<SkinShape>,
    /// Lights.
    pub lights: Vec<Light>,
    /// Where it is seen from.
    pub camera: Camera,
}

impl Scene {
    /// The scene of a moment. The poses of `d` must be up to date.
    pub fn new(m: &Model, d: &Data, options: &Options, camera: Camera) -> Scene {
        let (shapes, lights) = (shapes(m, d, options), lights(m, d, &camera));
        let skins =
            if shapes.iter().any(|s| s.kind == GeomKind::Skin as i32) { skins(m, d) } else { Vec::new() };
        Scene { shapes, skins, lights, camera }
    }
}

/// The skins of a model where they are now.
pub fn skins(m: &Model, d: &Data) -> Vec<SkinShape> {
    let one = |i: usize| {
        let mut out = SkinShape::default();
        skin_shape(m, &d.kin, i, &mut out);
        out
    };
    (0..m.size.nskin).map(one).collect()
}

/// Everything of a model that is visible.
pub fn shapes(m: &Model, d: &Data, o: &Options) -> Vec<Shape> {
    let mut out = Vec::new();
    if o.has(Vis::Skin) && wanted(o, Category::Dynamic) {
        let shown = |i: &usize| shown(&o.skingroup, m.skin.group[*i]);
        out.extend((0..m.size.nskin).filter(shown).map(|i| skin(m, d, o, i)));
    }
    for i in (0..m.size.ngeom).filter(|i| shown(&o.geomgroup, m.geom.group[*i])) {
        let category = category(m, m.geom.bodyid[i].idx());
        if wanted(o, category) {
            out.push(geom(m, d, o, i, category));
        }
    }
    for i in (0..m.size.nsite).filter(|i| shown(&o.sitegroup, m.site.group[*i])) {
        let (s, category) = (&m.site, category(m, m.site.bodyid[i].idx()));
        let Some(kind) = s.kind[i].get() else { continue };
        if wanted(o, category) {
            let size = drawn_size(kind, s.size[i]);
            let (mut pos, mut mat) = (d.kin.site_xpos[i], d.kin.site_xmat[i]);
            if let Some(own) = m.site_offset(i) {
                (pos, mat) = (pos + mat.mul_vec(own.pos), mat.mul_mat(&own.quat.to_mat()));
            }
            let shape = Shape::new(kind, size, pos, mat, s.rgba[i]);
            let shape =
                Shape { dataid: s.dataid[i].number(), category: category as i32, castshadow: false, ..shape };
            out.push(painted(m, o, shape.of(ObjKind::Site, i), s.matid[i]));
        }
    }
    if o.categories & Category::Dynamic as i32 != 0 {
        tendons(m, d, o, &mut out);
    }
    if o.categories & Category::Decor as i32 != 0 {
        decor::add(m, d, o, &mut out);
    }
    out.retain(|s| s.rgba[3] > 0.0);
    for (i, s) in out.iter_mut().enumerate() {
        s.segid = i as i32;
    }
    out
}

pub(crate) fn shown(groups: &[bool; 6], g: i32) -> bool {
    groups[g.clamp(0, 5) as usize]
}

fn category(m: &Model, body: usize) -> Category {
    if m.body.weldid[body].idx() == 0 { Category::Static } else { Category::Dynamic }
}

fn wanted(o: &Options, c: Category) -> bool {
    o.categories & c as i32 != 0 && (c != Category::Static || o.has(Vis::Static))
}

/// Sizes as factors along the axes of the unit shape.
fn drawn_size(kind: GeomKind, size: [f64; 3]) -> [f64; 3] {
    match kind {
        GeomKind::Sphere => [size[0]; 3],
        GeomKind::Capsule | GeomKind::Cylinder => [size[0], size[0], size[1]],
        _ => size,
    }
}

fn geom(m: &Model, d: &Data, o: &Options, i: usize, category: Category) -> Shape {
    let g = &m.geom;
    let kind = g.kind[i].get().unwrap_or(GeomKind::None);
    let size = drawn_size(kind, g.size[i]);
    let mut shape = Shape::new(kind, size, d.kin.geom_xpos[i], d.kin.geom_xmat[i], g.rgba[i]);
    (shape.dataid, shape.category) = (g.dataid[i].number(), category as i32);
    shape.castshadow = g.castshadow[i];
    if let (GeomKind::Mesh | GeomKind::Sdf, Some(mesh)) = (kind, g.dataid[i].get()) {
        let collides = g.contype[i] != 0 || g.conaffinity[i] != 0;
        let hull = m.mesh.graphadr[mesh] >= 0 && o.has(Vis::ConvexHull) && collides;
        shape.texcoord = m.mesh.texcoordadr[mesh] >= 0;
        shape.dataid = 2 * mesh.number() + i32::from(hull);
    }
    painted(m, o, shape.of(ObjKind::Geom, i), g.matid[i])
}

/// A skin stands at its first bone, where transparent things are sorted by distance; its vertices are in the world.
fn skin(m: &Model, d: &Data, o: &Options, i: usize) -> Shape {
    let bone = m.skin.bonebodyid.get(m.skin.boneadr[i] as usize).map_or(0, |b| b.idx());
    let at = d.kin.xpos.get(bone).copied().unwrap_or(Vec3::ZERO);
    let shape = Shape::new(GeomKind::Skin, [0.1; 3], at, Mat3::IDENTITY, m.skin.rgba[i]);
    let texcoord = m.skin.texcoordadr[i] >= 0;
    let shape = Shape { category: Category::Dynamic as i32, texcoord, ..shape };
    painted(m, o, shape.of(ObjKind::Skin, i), m.skin.matid[i])
}

/// A shape with its material; a material's colour counts unless the object was given its own.
pub(crate) fn painted(m: &Model, o: &Options, mut s: Shape, material: MaterialId) -> Shape {
    if let Some(k) = material.get() {
        if s.rgba == [0.5, 0.5, 0.5, 1.0] {
            s.rgba = m.mat.rgba[k];
        }
        (s.emission, s.specular) = (m.mat.emission[k], m.mat.specular[k]);
        (s.shininess, s.reflectance) = (m.mat.shininess[k], m.mat.reflectance[k]);
        if o.has(Vis::Texture) {
            (s.matid, s.texid) = (k.number(), m.mat.texid[k][1].number());
            (s.texuniform, s.texrepeat) = (m.mat.texuniform[k], m.mat.texrepeat[k]);
        }
    }
    if o.has(Vis::Transparent) && s.category == Category::Dynamic as i32 {
        s.rgba[3] *= m.vis.map.alpha;
    }
    s
}

fn tendons(m: &Model, d: &Data, o: &Options, out: &mut Vec<Shape>) {
    if !o.has(Vis::Tendon) {
        return;
    }
    for t in (0..m.size.ntendon).filter(|t| shown(&o.tendongroup, m.tendon.group[*t])) {
        let (adr, n) = (d.ten.ten_wrapadr[t] as usize, d.ten.ten_wrapnum[t] as usize);
        let at = |k: usize| {
            let (p, o) = (&d.ten.wrap_xpos[(adr + k) / 2], 3 * ((adr + k) % 2));
            (d.ten.wrap_obj[(adr + k) / 2][(adr + k) % 2], Vec3([p[o], p[o + 1], p[o + 2]]))
        };
        for k in 1..n {
            let ((a, p), (b, q)) = (at(k - 1), at(k));
            // −2: a pulley, behind which the path begins anew
            if a == -2 || b == -2 {
                continue;
            }
            // thinner where it lies on a geom
            let width = m.tendon.width[t] * if a >= 0 && b >= 0 { 0.5 } else { 1.0 };
            let shape = Shape::between(GeomKind::Capsule, width, p, q, m.tendon.rgba[t]);
            let shape = Shape { category: Category::Dynamic as i32, ..shape };
            out.push(painted(m, o, shape.of(ObjKind::Tendon, t), m.tendon.matid[t]));
        }
    }
}

/// The light at the camera, then the model's.
pub fn lights(m: &Model, d: &Data, camera: &Camera) -> Vec<Light> {
    let mut out = Vec::new();
    let (h, l) = (&m.vis.headlight, &m.light);
    if h.active != 0 {
        out.push(Light {
            pos: camera.pos.0.map(|x| x as f32),
            dir: camera.axes.col(2).0.map(|x| -x as f32),
            kind: LightKind::Directional as i32,
            cutoff: 180.0,
            exponent: 0.0,
            attenuation: [1.0, 0.0, 0.0],
            ambient: h.ambient,
            diffuse: h.diffuse,
            specular: h.specular,
            castshadow: false,
        });
    }
    for i in (0..m.size.nlight).filter(|i| l.active[*i]) {
        out.push(Light {
            pos: d.kin.light_xpos[i].0.map(|x| x as f32),
            dir: d.kin.light_xdir[i].0.map(|x| x as f32),
            kind: l.kind[i].number(),
            cutoff: l.cutoff[i],
            exponent: l.exponent[i],
            attenuation: l.attenuation[i],
            ambient: l.ambient[i],
            diffuse: l.diffuse[i],
            specular: l.specular[i],
            castshadow: l.castshadow[i],
        });
    }
    out
}
