//! Shapes in their own frames, with MuJoCo's size conventions, and their bounds.
//!
//! | shape | parameters | local frame |
//! |---|---|---|
//! | plane | half extents that rays see, 0 = infinite | the half space z ≤ 0 is solid |
//! | height field | (x, y, z-top, z-base) | grid in xy, heights in z |
//! | sphere | radius | centre |
//! | capsule, cylinder | radius, half length | axis is z |
//! | ellipsoid | three semi-axes | principal axes |
//! | box | three half sizes | edges along the axes |
//! | mesh | hull of float32 vertices | the mesh frame |
//! | solid by its distance | a function, or samples of a mesh's | its own, or the mesh frame |
//!
//! A [`ConvexMesh`] or a [`HeightField`] only borrows arrays in MuJoCo's layout; nothing is copied.

use super::bvh::BvhView;
use super::implicit::SdfShape;
use super::topology::TriTopology;
use stiction_spatial::{Mat3, Vec3};

/// Where a shape stands: p_WS and R_WS.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placement {
    /// Origin of the shape's frame in the world \[m\].
    pub pos: Vec3,
    /// Columns are the shape's axes in the world.
    pub mat: Mat3,
}

impl Placement {
    /// The placement at the origin, unrotated.
    pub const IDENTITY: Placement = Placement { pos: Vec3::ZERO, mat: Mat3::IDENTITY };
    /// A placement from its parts.
    #[inline]
    pub fn new(pos: Vec3, mat: Mat3) -> Self {
        Placement { pos, mat }
    }
    /// Local point to world.
    #[inline]
    pub fn point(&self, p: Vec3) -> Vec3 {
        self.mat.mul_vec(p) + self.pos
    }
    /// World point to local.
    #[inline]
    pub fn local(&self, p: Vec3) -> Vec3 {
        self.mat.tr_mul_vec(p - self.pos)
    }
    /// X_AB with A = `self`: `other` as seen from `self`.
    #[inline]
    pub fn relative(&self, other: &Placement) -> Placement {
        Placement { pos: self.local(other.pos), mat: self.mat.tr_mul_mat(&other.mat) }
    }
    /// X_WB = X_WA · X_AB with A = `self`.
    #[inline]
    pub fn compose(&self, b: &Placement) -> Placement {
        Placement { pos: self.point(b.pos), mat: self.mat.mul_mat(&b.mat) }
    }
}

/// A shape at a place.
#[derive(Clone, Copy, Debug)]
pub struct Posed<'a> {
    /// What.
    pub shape: &'a Shape<'a>,
    /// Where.
    pub at: Placement,
}

impl<'a> Posed<'a> {
    /// Puts `shape` at `at`.
    #[inline]
    pub fn new(shape: &'a Shape<'a>, at: Placement) -> Self {
        Posed { shape, at }
    }
}

/// Height samples over a rectangle, in MuJoCo's `hfield_*` layout.
#[derive(Clone, Copy, Debug)]
pub struct HeightField<'a> {
    /// `hfield_size`: half x, half y, height of a sample of 1, depth of the base below z = 0.
    pub size: [f64; 4],
    /// Rows (y).
    pub nrow: usize,
    /// Columns (x).
    pub ncol: usize,
    /// `nrow × ncol` samples in \[0, 1\], row by row.
    pub data: &'a [f32],
}

impl HeightField<'_> {
    /// Height of a sample \[m\]; zero outside the grid.
    #[inline]
    pub fn height(&self, row: usize, col: usize) -> f64 {
        self.data.get(row * self.ncol + col).map_or(0.0, |h| f64::from(*h) * self.size[2])
    }
}

/// The hull of a mesh in MuJoCo's layout: slices of the `mesh_*` arrays.
///
/// `polyvert` and `polymap` are the whole model's arrays, because the addresses that point into them are absolute;
/// everything else is the part of one mesh.
#[derive(Clone, Copy, Debug, Default)]
pub struct ConvexMesh<'a> {
    /// Vertices (`mesh_vert`), three numbers each; also those inside the hull.
    pub vert: &'a [f32],
    /// Hull graph (`mesh_graph`): numvert, numface, edgeadr\[numvert\], globalid\[numvert\], edges…; empty if absent.
    pub graph: &'a [i32],
    /// Local ids of the extreme vertices in 27 directions (`mesh_extrema`); may be empty.
    pub extrema: &'a [i32],
    /// Polygon normals (`mesh_polynormal`), three numbers each; empty if there are no polygons.
    pub polynormal: &'a [f64],
    /// First vertex of each polygon in `polyvert`.
    pub polyvertadr: &'a [i32],
    /// Number of vertices of each polygon.
    pub polyvertnum: &'a [i32],
    /// Polygon vertices of the model.
    pub polyvert: &'a [i32],
    /// First polygon of each vertex in `polymap`.
    pub polymapadr: &'a [i32],
    /// Number of polygons of each vertex.
    pub polymapnum: &'a [i32],
    /// Polygons around the vertices of the model; polygon ids count within the mesh.
    pub polymap: &'a [i32],
    /// Radius of the sphere about the origin that holds the mesh (`geom_rbound`).
    pub rbound: f64,
    /// Half sizes of the box about the origin that holds the mesh (`geom_size`).
    pub half: Vec3,
    /// Surface triangles for rays and exact contact; `None` if only the hull is known.
    pub surface: Option<TriMesh<'a>>,
}

impl ConvexMesh<'_> {
    /// Number of vertices.
    #[inline]
    pub fn nvert(&self) -> usize {
        self.vert.len() / 3
    }
    /// Vertex `i`, or the origin if there is none.
    #[inline]
    pub fn vertex(&self, i: usize) -> Vec3 {
        match self.vert.get(3 * i..3 * i + 3) {
            Some(v) => Vec3::new(f64::from(v[0]), f64::from(v[1]), f64::from(v[2])),
            None => Vec3::ZERO,
        }
    }
    /// Number of hull polygons.
    #[inline]
    pub fn npoly(&self) -> usize {
        self.polyvertnum.len()
    }
}

/// Triangles with the tree that finds them, in MuJoCo's layout (`mesh_face`, `bvh_*`).
#[derive(Clone, Copy, Debug)]
pub struct TriMesh<'a> {
    /// Vertices, three numbers each.
    pub vert: &'a [f32],
    /// Triangles, three vertex ids each, counterclockwise seen from outside.
    pub face: &'a [i32],
    /// Tree over the triangles, boxes in the mesh frame.
    pub bvh: BvhView<'a>,
    /// Neighbours, for contacts without ghosts at inner edges; without them every edge counts as a border.
    pub topology: Option<&'a TriTopology>,
}

impl<'a> TriMesh<'a> {
    /// Triangles with their tree; an empty tree means that all triangles are searched.
    pub fn new(vert: &'a [f32], face: &'a [i32], bvh: BvhView<'a>) -> Self {
        TriMesh { vert, face, bvh, topology: None }
    }
    /// The same triangles with their neighbours.
    pub fn with_topology(self, topology: &'a TriTopology) -> Self {
        TriMesh { topology: Some(topology), ..self }
    }
    /// Number of triangles.
    #[inline]
    pub fn nface(&self) -> usize {
        self.face.len() / 3
    }
    /// Vertex `i`, or the origin if there is none.
    #[inline]
    pub fn vertex(&self, i: usize) -> Vec3 {
        match self.vert.get(3 * i..3 * i + 3) {
            Some(v) => Vec3::new(f64::from(v[0]), f64::from(v[1]), f64::from(v[2])),
            None => Vec3::ZERO,
        }
    }
    /// Calls `visit` with every triangle whose box overlaps `query` (mesh frame).
    pub fn near(&self, query: &Aabb, stack: &mut Vec<u32>, mut visit: impl FnMut(usize)) {
        if self.bvh.is_empty() {
            for f in 0..self.nface() {
                let mut b = Aabb::EMPTY;
                for p in self.triangle(f) {
                    b.insert(p);
                }
                if b.overlaps(query) {
                    visit(f);
                }
            }
        } else {
            self.bvh.overlapping(query, stack, visit);
        }
    }
    /// Corners of triangle `f`; degenerate at the origin if `f` or an index is out of range.
    #[inline]
    pub fn triangle(&self, f: usize) -> [Vec3; 3] {
        let mut t = [Vec3::ZERO; 3];
        if let Some(ids) = self.face.get(3 * f..3 * f + 3) {
            for (p, &i) in t.iter_mut().zip(ids) {
                let i = 3 * i as usize;
                if let Some(v) = self.vert.get(i..i + 3) {
                    *p = Vec3::new(f64::from(v[0]), f64::from(v[1]), f64::from(v[2]));
                }
            }
        }
        t
    }
}

/// The shapes that can collide. The order of the variants is MuJoCo's order of geom types.
#[derive(Clone, Copy, Debug)]
pub enum Shape<'a> {
    /// Half space z ≤ 0; the extents only limit rays (0 = infinite).
    Plane {
        /// Half sizes in x and y.
        half: [f64; 2],
    },
    /// Height samples over a rectangle.
    HeightField(HeightField<'a>),
    /// Ball.
    Sphere {
        /// Radius.
        radius: f64,
    },
    /// Segment along z thickened by a radius.
    Capsule {
        /// Radius.
        radius: f64,
        /// Half length of the segment.
        half_length: f64,
    },
    /// Ellipsoid.
    Ellipsoid {
        /// Semi-axes.
        radii: Vec3,
    },
    /// Solid cylinder along z.
    Cylinder {
        /// Radius.
        radius: f64,
        /// Half height.
        half_length: f64,
    },
    /// Box.
    Box {
        /// Half sizes.
        half: Vec3,
    },
    /// Convex hull of a mesh.
    Mesh(ConvexMesh<'a>),
    /// The triangles of a mesh themselves, which need not be convex.
    Surface(TriMesh<'a>),
    /// A solid by its signed distance.
    Sdf(SdfShape<'a>),
}

/// MuJoCo's order of geom types.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(i32)]
pub enum ShapeType {
    /// `mjGEOM_PLANE`
    Plane = 0,
    /// `mjGEOM_HFIELD`
    HeightField = 1,
    /// `mjGEOM_SPHERE`
    Sphere = 2,
    /// `mjGEOM_CAPSULE`
    Capsule = 3,
    /// `mjGEOM_ELLIPSOID`
    Ellipsoid = 4,
    /// `mjGEOM_CYLINDER`
    Cylinder = 5,
    /// `mjGEOM_BOX`
    Box = 6,
    /// `mjGEOM_MESH`
    Mesh = 7,
    /// Exact triangles; not a MuJoCo type, sorted after meshes.
    Surface = 8,
    /// `mjGEOM_SDF`
    Sdf = 9,
}

impl Shape<'_> {
    /// A primitive from MuJoCo's type number and `geom_size`; `None` for height fields, meshes and unknown types.
    #[inline]
    pub fn primitive(geom_type: i32, size: [f64; 3]) -> Option<Shape<'static>> {
        Some(match geom_type {
            0 => Shape::Plane { half: [size[0], size[1]] },
            2 => Shape::Sphere { radius: size[0] },
            3 => Shape::Capsule { radius: size[0], half_length: size[1] },
            4 => Shape::Ellipsoid { radii: Vec3(size) },
            5 => Shape::Cylinder { radius: size[0], half_length: size[1] },
            6 => Shape::Box { half: Vec3(size) },
            _ => return None,
        })
    }

    /// True for surfaces: planes, height fields and triangles, which are no convex solid.
    pub fn is_open(&self) -> bool {
        matches!(self, Shape::Plane { .. } | Shape::HeightField(_) | Shape::Surface(_))
    }

    /// Place in MuJoCo's order of types.
    #[inline]
    pub fn kind(&self) -> ShapeType {
        match self {
            Shape::Plane { .. } => ShapeType::Plane,
            Shape::HeightField(_) => ShapeType::HeightField,
            Shape::Sphere { .. } => ShapeType::Sphere,
            Shape::Capsule { .. } => ShapeType::Capsule,
            Shape::Ellipsoid { .. } => ShapeType::Ellipsoid,
            Shape::Cylinder { .. } => ShapeType::Cylinder,
            Shape::Box { .. } => ShapeType::Box,
            Shape::Mesh(_) => ShapeType::Mesh,
            Shape::Surface(_) => ShapeType::Surface,
            Shape::Sdf(_) => ShapeType::Sdf,
        }
    }

    /// True for every shape but planes, height fields, triangle surfaces and solids by their distance.
    #[inline]
    pub fn is_convex_solid(&self) -> bool {
        (ShapeType::Sphere..=ShapeType::Mesh).contains(&self.kind())
    }

    /// Radius of the bounding sphere about the frame's origin (`geom_rbound`); 0 for a plane.
    pub fn rbound(&self) -> f64 {
        match self {
            Shape::Plane { .. } => 0.0,
            Shape::HeightField(h) => {
                let z = h.size[2].max(h.size[3]);
                (h.size[0] * h.size[0] + h.size[1] * h.size[1] + z * z).sqrt()
            }
            Shape::Sphere { radius } => *radius,
            Shape::Capsule { radius, half_length } => radius + half_length,
            Shape::Ellipsoid { radii } => radii[0].max(radii[1]).max(radii[2]),
            Shape::Cylinder { radius, half_length } => (radius * radius + half_length * half_length).sqrt(),
            Shape::Box { half } => half.norm(),
            Shape::Mesh(m) | Shape::Sdf(SdfShape { mesh: m, .. }) => m.rbound,
            Shape::Surface(_) => {
                let b = self.local_aabb();
                Vec3([0, 1, 2].map(|i| b.max[i].abs().max(b.min[i].abs()))).norm()
            }
        }
    }

    /// Axis-aligned box in the shape's own frame (`geom_aabb`); infinite below for a plane.
    pub fn local_aabb(&self) -> Aabb {
        let inf = f64::INFINITY;
        match self {
            Shape::Plane { .. } => Aabb { min: Vec3::new(-inf, -inf, -inf), max: Vec3::new(inf, inf, 0.0) },
            Shape::HeightField(h) => Aabb {
                min: Vec3::new(-h.size[0], -h.size[1], -h.size[3]),
                max: Vec3::new(h.size[0], h.size[1], h.size[2]),
            },
            Shape::Sphere { radius } => Aabb::about_origin(Vec3::new(*radius, *radius, *radius)),
            Shape::Capsule { radius, half_length } => {
                Aabb::about_origin(Vec3::new(*radius, *radius, radius + half_length))
            }
            Shape::Ellipsoid { radii } => Aabb::about_origin(*radii),
            Shape::Cylinder { radius, half_length } => {
                Aabb::about_origin(Vec3::new(*radius, *radius, *half_length))
            }
            Shape::Box { half } => Aabb::about_origin(*half),
            Shape::Mesh(m) => {
                let mut b = Aabb::EMPTY;
                for i in 0..m.nvert() {
                    b.insert(m.vertex(i));
                }
                b
            }
            Shape::Sdf(s) => s.mesh.surface.as_ref().map_or(Aabb::EMPTY, |t| t.bvh.root()),
            Shape::Surface(t) if !t.bvh.is_empty() => t.bvh.root(),
            Shape::Surface(t) => {
                let mut b = Aabb::EMPTY;
                for i in 0..t.vert.len() / 3 {
                    b.insert(t.vertex(i));
                }
                b
            }
        }
    }

    /// Axis-aligned box in the world, exact for primitives and the turned local box for the rest.
    pub fn world_aabb(&self, at: &Placement) -> Aabb {
        let row = |i: usize| at.mat.row(i);
        let about = |h: [f64; 3]| {
            let h = Vec3(h);
            Aabb { min: at.pos - h, max: at.pos + h }
        };
        match self {
            Shape::Sphere { radius } => about([*radius; 3]),
            Shape::Capsule { radius, half_length } => {
                about([0, 1, 2].map(|i| radius + half_length * row(i)[2].abs()))
            }
            Shape::Ellipsoid { radii } => about([0, 1, 2].map(|i| row(i).hadamard(*radii).norm())),
            Shape::Cylinder { radius, half_length } => about([0, 1, 2].map(|i| {
                let z = row(i)[2];
                radius * (1.0 - z * z).max(0.0).sqrt() + half_length * z.abs()
            })),
            Shape::Mesh(m) if !m.half.0.iter().all(|h| *h > 0.0) => self.local_aabb().placed(at),
            Shape::Mesh(m) => Aabb::about_origin(m.half).placed(at),
            Shape::Plane { .. } => Aabb::EVERYTHING,
            Shape::Box { .. } | Shape::HeightField(_) | Shape::Surface(_) | Shape::Sdf(_) => {
                self.local_aabb().placed(at)
            }
        }
    }
}

/// An axis-aligned box by its corners.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Aabb {
    /// Lower corner.
    pub min: Vec3,
    /// Upper corner.
    pub max: Vec3,
}

impl Aabb {
    /// The box that holds nothing.
    pub const EMPTY: Aabb = Aabb { min: Vec3([f64::INFINITY; 3]), max: Vec3([f64::NEG_INFINITY; 3]) };
    /// The box that holds everything.
    pub const EVERYTHING: Aabb = Aabb { min: Vec3([f64::NEG_INFINITY; 3]), max: Vec3([f64::INFINITY; 3]) };

    /// The box \[−half, half\].
    #[inline]
    pub fn about_origin(half: Vec3) -> Self {
        Aabb { min: -half, max: half }
    }
    /// Box from MuJoCo's (centre, half size).
    #[inline]
    pub fn from_center_half(a: [f64; 6]) -> Self {
        let (c, h) = (Vec3::new(a[0], a[1], a[2]), Vec3::new(a[3], a[4], a[5]));
        Aabb { min: c - h, max: c + h }
    }
    /// MuJoCo's (centre, half size).
    #[inline]
    pub fn center_half(&self) -> [f64; 6] {
        let (c, h) = (self.center(), (self.max - self.min).scale(0.5));
        [c[0], c[1], c[2], h[0], h[1], h[2]]
    }
    /// Middle of the box.
    #[inline]
    pub fn center(&self) -> Vec3 {
        (self.min + self.max).scale(0.5)
    }
    /// Grows to hold `p`.
    #[inline]
    pub fn insert(&mut self, p: Vec3) {
        for i in 0..3 {
            self.min[i] = self.min[i].min(p[i]);
            self.max[i] = self.max[i].max(p[i]);
        }
    }
    /// Smallest box that holds both.
    #[inline]
    pub fn union(&self, b: &Aabb) -> Aabb {
        let mut r = *self;
        for i in 0..3 {
            r.min[i] = r.min[i].min(b.min[i]);
            r.max[i] = r.max[i].max(b.max[i]);
        }
        r
    }
    /// Grows by `m` on every side.
    #[inline]
    pub fn inflated(&self, m: f64) -> Aabb {
        let m = Vec3([m; 3]);
        Aabb { min: self.min - m, max: self.max + m }
    }
    /// True if the boxes share a point.
    #[inline]
    pub fn overlaps(&self, b: &Aabb) -> bool {
        // all six at once: which one fails is anybody's guess, so branches would be mispredicted
        (self.min[0] <= b.max[0])
            & (b.min[0] <= self.max[0])
            & (self.min[1] <= b.max[1])
            & (b.min[1] <= self.max[1])
            & (self.min[2] <= b.max[2])
            & (b.min[2] <= self.max[2])
    }
    /// Box in the world around this local box.
    pub fn placed(&self, at: &Placement) -> Aabb {
        if self.max[0] < self.min[0] {
            return *self;
        }
        let c = at.point(self.center());
        let h = (self.max - self.min).scale(0.5);
        let e = Vec3([0, 1, 2].map(|i| {
            let r = at.mat.row(i);
            (r[0] * h[0]).abs() + (r[1] * h[1]).abs() + (r[2] * h[2]).abs()
        }));
        Aabb { min: c - e, max: c + e }
    }
    /// Squared distance from `p` to the box.
    #[inline]
    pub fn distance_squared(&self, p: Vec3) -> f64 {
        let mut s = 0.0;
        for i in 0..3 {
            let d = (self.min[i] - p[i]).max(p[i] - self.max[i]).max(0.0);
            s += d * d;
        }
        s
    }
}
