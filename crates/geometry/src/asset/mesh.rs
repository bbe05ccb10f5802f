//! Mesh compilation: from a raw mesh to the arrays of the model.
//!
//! The mesh is checked, given normals, hull and polygons if it lacks them, placed (refpos, refquat, scale), and
//! moved to the frame of its centre of mass and principal axes; that frame is kept as `pos`, `quat`. Work is in
//! f64, the stored vertices are rounded to f32 at the end.

use super::inertia::{has_area, moments};
use super::normal::{normalize_given, vertex_normals};
use super::{AssetError, Bvh, Hull, HullError, Location, Polygons, RawMesh, convex_hull, eig};
use crate::sdf::Octree;
use stiction_spatial::{Mat3, Pose, Quat, Vec3};

/// How the mass of a mesh is distributed (`mesh/inertia`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MeshInertia {
    /// In the convex hull.
    Convex,
    /// In the enclosed volume, signed; needs consistent orientation.
    Exact,
    /// In the enclosed volume, with absolute values.
    #[default]
    Legacy,
    /// On the surface.
    Shell,
}

/// Which frame a mesh is compiled in, and where its mass is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MeshFrame {
    /// That of its centre of mass and principal axes.
    #[default]
    Principal,
    /// The author's; the moments count about its origin and axes, in decreasing order, wherever the mass is (MuJoCo's plugins).
    Author,
    /// The author's; [`Mesh::inertial`] says where the mass is.
    Kept,
}

/// What the author wrote in `asset/mesh`, and what the model needs of the mesh.
#[derive(Clone, Debug, PartialEq)]
pub struct MeshParams {
    /// Scale per axis; negative mirrors.
    pub scale: Vec3,
    /// Origin of the mesh's own frame, subtracted from the vertices.
    pub refpos: Vec3,
    /// Orientation of the mesh's own frame, undone on the vertices.
    pub refquat: Quat,
    /// What scaled frames do to the vertices after that; positive definite.
    pub stretch: Mat3,
    /// Mass distribution.
    pub inertia: MeshInertia,
    /// Keep large-angle faces in computed vertex normals.
    pub smoothnormal: bool,
    /// Limit of hull vertices.
    pub maxhullvert: Option<usize>,
    /// A hull is needed: some colliding or paired mesh geom uses it. (Convex inertia and meshes without faces imply
    /// it.)
    pub needhull: bool,
    /// The distance of the mesh is needed: some geom of type sdf uses it, or a tactile sensor.
    pub needoctree: bool,
    /// Which frame the mesh is compiled in.
    pub frame: MeshFrame,
}

impl Default for MeshParams {
    fn default() -> Self {
        MeshParams {
            scale: Vec3::new(1.0, 1.0, 1.0),
            refpos: Vec3::ZERO,
            refquat: Quat::IDENTITY,
            stretch: Mat3::IDENTITY,
            inertia: MeshInertia::Legacy,
            smoothnormal: false,
            maxhullvert: None,
            needhull: true,
            needoctree: false,
            frame: MeshFrame::Principal,
        }
    }
}

/// A compiled mesh, in its centre-of-mass frame with principal axes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Mesh {
    /// Vertices.
    pub vert: Vec<[f32; 3]>,
    /// Normals.
    pub normal: Vec<[f32; 3]>,
    /// Texture coordinates; empty if none.
    pub texcoord: Vec<[f32; 2]>,
    /// Triangles: vertex indices.
    pub face: Vec<[i32; 3]>,
    /// Triangles: normal indices.
    pub facenormal: Vec<[i32; 3]>,
    /// Triangles: texture coordinate indices; empty if there are no texture coordinates.
    pub facetexcoord: Vec<[i32; 3]>,
    /// Convex hull, if one was needed.
    pub hull: Option<Hull>,
    /// Hull polygons; no polygons without a hull.
    pub polygons: Polygons,
    /// Local hull ids of the extreme vertices in the 3×3×3 directions (0 without a hull).
    pub extrema: [i32; 27],
    /// Scale that was applied.
    pub scale: Vec3,
    /// Centre of mass in the author's mesh frame (`mesh_pos`).
    pub pos: Vec3,
    /// Principal axes in the author's mesh frame (`mesh_quat`).
    pub quat: Quat,
    /// The mode that `volume` and `boxsz` belong to.
    pub inertia: MeshInertia,
    /// Volume, or surface area for [`MeshInertia::Shell`]: mass = density · volume.
    pub volume: f64,
    /// Half-sizes of the box of equal inertia.
    pub boxsz: Vec3,
    /// Axis-aligned bounds (min, max) in the compiled frame.
    pub aamm: [f64; 6],
    /// Centre of mass and principal axes, if they are not the frame of the mesh.
    pub inertial: Option<Pose>,
    /// Bounding volume hierarchy over the faces.
    pub bvh: Bvh,
    /// Its distance, if it was needed.
    pub octree: Option<Octree>,
}

impl Mesh {
    /// Compiles a raw mesh.
    pub fn compile(raw: RawMesh, params: &MeshParams) -> Result<Mesh, AssetError> {
        check(&raw, params)?;
        let mut points: Vec<[f64; 3]> = raw.vert.iter().map(|v| v.map(f64::from)).collect();
        if params.inertia == MeshInertia::Exact {
            check_orientation(&points, &raw.face)?;
        }
        let mut mesh = Mesh {
            normal: raw.normal,
            texcoord: raw.texcoord,
            face: raw.face,
            facenormal: raw.facenormal,
            facetexcoord: raw.facetexcoord,
            scale: params.scale,
            inertia: params.inertia,
            ..Mesh::default()
        };
        if params.needhull || params.inertia == MeshInertia::Convex || mesh.face.is_empty() {
            mesh.hull = Some(convex_hull(&points, params.maxhullvert).map_err(hull_error)?);
        }
        mesh.complete_faces(&points, params)?;
        mesh.polygons = match &mesh.hull {
            Some(hull) => Polygons::new(hull, &points),
            None => Polygons::empty(points.len()),
        };
        mesh.place(&mut points, params);
        mesh.center(&mut points, params)?;
        mesh.polygons.fit_normals(&points);
        mesh.bvh = Bvh::over_faces(&points, &mesh.face);
        mesh.octree = params.needoctree.then(|| Octree::of_mesh(&points, &mesh.face, &mesh.bvh, &mesh.aamm));
        mesh.vert = points.iter().map(|p| p.map(|x| x as f32)).collect();
        mesh.extrema = mesh.find_extrema();
        Ok(mesh)
    }

    /// Fills faces, normals and their indices where the source has none.
    fn complete_faces(&mut self, points: &[[f64; 3]], params: &MeshParams) -> Result<(), AssetError> {
        if let (true, Some(hull)) = (self.face.is_empty(), &self.hull) {
            self.face.clone_from(&hull.face);
        }
        if self.normal.is_empty() {
            self.normal = vertex_normals(points, &self.face, params.smoothnormal);
            self.facenormal.clone_from(&self.face);
        }
        if self.facenormal.is_empty() {
            // user data may hold several normals (a frame) per vertex
            let per_vertex = (self.normal.len() / points.len()) as i32;
            self.facenormal = self.face.iter().map(|t| t.map(|v| v * per_vertex)).collect();
        }
        if self.facenormal.len() != self.face.len() {
            return Err(AssetError::new("face data must have the same size as face normal data"));
        }
        if self.texcoord.is_empty() {
            self.facetexcoord.clear();
        } else if self.facetexcoord.is_empty() {
            self.facetexcoord.clone_from(&self.face);
        }
        if !self.facetexcoord.is_empty() && self.facetexcoord.len() != self.face.len() {
            return Err(AssetError::new("face data must have the same size as face texcoord data"));
        }
        Ok(())
    }

    /// Applies refpos, refquat, scale and stretch; a mirroring scale turns the faces over.
    fn place(&mut self, points: &mut [[f64; 3]], params: &MeshParams) {
        let s = params.scale;
        if s[0] * s[1] * s[2] <= 0.0 {
            for t in self.face.iter_mut().chain(&mut self.facenormal).chain(&mut self.facetexcoord) {
                t.swap(1, 2);
            }
            for t in self.hull.iter_mut().flat_map(|h| &mut h.face) {
                t.swap(1, 2);
            }
            self.polygons.turn_over();
        }
        if params.refpos != Vec3::ZERO {
            for p in points.iter_mut() {
                *p = (Vec3(*p) - params.refpos).0;
            }
        }
        if params.refquat != Quat::IDENTITY {
            let r = eig::normalize(params.refquat).to_mat().transpose();
            for p in points.iter_mut() {
                *p = r.mul_vec(Vec3(*p)).0;
            }
            rotate_normals(&mut self.normal, &r);
        }
        if s != Vec3::new(1.0, 1.0, 1.0) {
            for p in points.iter_mut() {
                *p = Vec3(*p).hadamard(s).0;
            }
            for n in &mut self.normal {
                for k in 0..3 {
                    n[k] = (f64::from(n[k]) / s[k]) as f32;
                }
            }
        }
        if params.stretch != Mat3::IDENTITY {
            let a = &params.stretch;
            for p in points.iter_mut() {
                *p = a.mul_vec(Vec3(*p)).0;
            }
            // normals go with the cofactors, det(A) A⁻ᵀ
            let rows = [0, 1, 2].map(|k| a.row((k + 1) % 3).cross(a.row((k + 2) % 3)));
            rotate_normals(&mut self.normal, &Mat3::from_rows(rows[0], rows[1], rows[2]));
        }
        normalize_given(&mut self.normal);
    }

    /// Computes mass properties and moves the mesh to its principal frame.
    fn center(&mut self, points: &mut [[f64; 3]], params: &MeshParams) -> Result<(), AssetError> {
        let hull_face = self.hull.as_ref().map_or(&[][..], |h| &h.face);
        let m = moments(points, &self.face, hull_face, params.inertia)?;
        let (val, quat) = eig::eig3(&m.inertia, eig::EigTolerance::MESH);
        check_eigenvalues(val)?;
        self.volume = m.volume;
        let half = |x: f64| 0.5 * f64::sqrt(6.0 * x.max(0.0) / m.volume);
        self.boxsz = Vec3::new(
            half(val[1] + val[2] - val[0]),
            half(val[0] + val[2] - val[1]),
            half(val[0] + val[1] - val[2]),
        );
        (self.pos, self.quat) = match params.frame {
            MeshFrame::Principal => (m.center, quat),
            MeshFrame::Author | MeshFrame::Kept => (Vec3::ZERO, Quat::IDENTITY),
        };
        self.inertial = (params.frame == MeshFrame::Kept).then(|| Pose::new(m.center, quat));
        let r = self.quat.conj().to_mat();
        let mut b = [1e10, 1e10, 1e10, -1e10, -1e10, -1e10];
        for p in points.iter_mut() {
            *p = r.mul_vec(Vec3(*p) - self.pos).0;
            for k in 0..3 {
                b[k] = f64::min(b[k], p[k]);
                b[k + 3] = f64::max(b[k + 3], p[k]);
            }
        }
        self.aamm = b;
        rotate_normals(&mut self.normal, &r);
        Ok(())
    }

    /// Hull vertices furthest along the 27 directions of {-1, 0, 1}³; the first of equals wins.
    fn find_extrema(&self) -> [i32; 27] {
        let mut out = [0; 27];
        let Some(hull) = &self.hull else { return out };
        let mut best = [f32::MIN; 27];
        for (local, &v) in hull.vert.iter().enumerate() {
            let [x, y, z] = self.vert[v as usize];
            for k in 0..27 {
                let c = [k / 9, k / 3 % 3, k % 3].map(|i| i as f32 - 1.0);
                let d = x * c[0] + y * c[1] + z * c[2];
                if d > best[k] {
                    (best[k], out[k]) = (d, local as i32);
                }
            }
        }
        out
    }

    /// `mesh_graph`; empty without a hull.
    pub fn graph(&self) -> Vec<i32> {
        self.hull.as_ref().map(Hull::graph).unwrap_or_default()
    }
    /// `geom_size` of a mesh geom: largest distance from the centre along each axis.
    pub fn geom_size(&self) -> Vec3 {
        let a = &self.aamm;
        Vec3::new(a[0].abs().max(a[3].abs()), a[1].abs().max(a[4].abs()), a[2].abs().max(a[5].abs()))
    }
    /// `geom_rbound` of a mesh geom.
    pub fn rbound(&self) -> f64 {
        self.geom_size().norm()
    }
    /// `geom_aabb` of a mesh geom: centre and half-size.
    pub fn aabb(&self) -> [f64; 6] {
        let a = &self.aamm;
        std::array::from_fn(|k| if k < 3 { (a[k + 3] + a[k]) / 2.0 } else { (a[k] - a[k - 3]) / 2.0 })
    }
    /// Principal moments of a mesh geom of the given mass, in the compiled frame.
    pub fn inertia_diag(&self, mass: f64) -> Vec3 {
        let b = self.boxsz;
        Vec3::new(
            mass * (b[1] * b[1] + b[2] * b[2]) / 3.0,
            mass * (b[0] * b[0] + b[2] * b[2]) / 3.0,
            mass * (b[0] * b[0] + b[1] * b[1]) / 3.0,
        )
    }
}

/// Refuses data that later stages could not index.
fn check(raw: &RawMesh, params: &MeshParams) -> Result<(), AssetError> {
    if raw.vert.len() < 4 {
        return Err(AssetError::new("at least 4 vertices required"));
    }
    if raw.vert.len() > i32::MAX as usize / 3 || raw.face.len() > i32::MAX as usize / 3 {
        return Err(AssetError::new("mesh has more vertices or faces than an index can count"));
    }
    if let Some(k) = raw.vert.iter().position(|v| !v.iter().all(|x| x.is_finite())) {
        return Err(AssetError::new("vertex coordinate is not finite").at(Location::Vertex(k)));
    }
    let given = raw.normal.iter().flatten().chain(raw.texcoord.iter().flatten());
    if !given.clone().all(|x| x.is_finite()) {
        return Err(AssetError::new("normal or texture coordinate is not finite"));
    }
    if !params.scale.is_finite()
        || !params.stretch.0.iter().all(|x| x.is_finite())
        || !params.refpos.is_finite()
        || !params.refquat.is_finite()
    {
        return Err(AssetError::new("scale, refpos and refquat must be finite"));
    }
    if raw.texcoord.len() != raw.vert.len() && !raw.texcoord.is_empty() && raw.facetexcoord.is_empty() {
        return Err(AssetError::new(
            "texcoord must have one entry per vertex if faces have no texture indices",
        ));
    }
    check_indices(&raw.face, raw.vert.len(), "vertex")?;
    check_indices(&raw.facenormal, raw.normal.len(), "normal")?;
    check_indices(&raw.facetexcoord, raw.texcoord.len(), "texture coordinate")
}

fn check_indices(face: &[[i32; 3]], count: usize, what: &str) -> Result<(), AssetError> {
    for (k, t) in face.iter().enumerate() {
        if let Some(&v) = t.iter().find(|&&v| v < 0 || i64::from(v) >= count as i64) {
            let error = AssetError::new(format!("{what} index {v} does not exist, there are {count}"));
            let error = if v == -1 {
                error.hint(format!("every face corner needs a {what} index, or none"))
            } else {
                error
            };
            return Err(error.at(Location::Face(k)));
        }
    }
    Ok(())
}

/// Refuses two faces that run along an edge in the same direction.
fn check_orientation(points: &[[f64; 3]], face: &[[i32; 3]]) -> Result<(), AssetError> {
    let mut edges: Vec<(i32, i32)> = face
        .iter()
        .filter(|t| has_area(points, t))
        .flat_map(|t| [(t[0], t[1]), (t[1], t[2]), (t[2], t[0])])
        .collect();
    edges.sort_unstable();
    match edges.windows(2).find(|w| w[0] == w[1]) {
        None => Ok(()),
        Some(w) => Err(AssetError::new("faces of mesh have inconsistent orientation").hint(format!(
            "check the faces containing the vertices {} and {}, or set inertia to convex or legacy",
            w[0].0 + 1,
            w[0].1 + 1
        ))),
    }
}

fn hull_error(e: HullError) -> AssetError {
    let error = AssetError::new(e.to_string());
    match e {
        HullError::Colocated => error.hint("consider using a small sphere instead"),
        HullError::Collinear => error.hint("consider using a thin capsule instead"),
        HullError::Coplanar | HullError::Numerical => {
            error.hint("consider using a primitive geom type (plane or thin box) instead")
        }
        HullError::TooFew | HullError::NotFinite => error,
    }
}

fn check_eigenvalues(val: Vec3) -> Result<(), AssetError> {
    const ATOL: f64 = 1e-9;
    const RTOL: f64 = 1e-6;
    if !val.is_finite() || val[2] <= 0.0 {
        return Err(AssetError::new("eigenvalue of mesh inertia must be positive")
            .hint("check the scale and the orientation of the faces"));
    }
    let violated = |a: f64, b: f64, c: f64| a + b < c * (1.0 - RTOL) - ATOL;
    if violated(val[0], val[1], val[2])
        || violated(val[0], val[2], val[1])
        || violated(val[1], val[2], val[0])
    {
        return Err(AssetError::new("eigenvalues of mesh inertia violate A + B >= C")
            .hint("the faces do not bound a volume; set inertia to convex or shell"));
    }
    Ok(())
}

fn rotate_normals(normal: &mut [[f32; 3]], r: &Mat3) {
    for n in normal {
        *n = r.mul_vec(Vec3(n.map(f64::from))).0.map(|x| x as f32);
    }
}
