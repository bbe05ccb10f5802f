//! Procedural meshes: parameters and their checks. The shapes are in `builtin_shape` and `builtin_lattice`.

use super::builtin_lattice::Lattice;
use super::builtin_shape::{cone, hemisphere, plate, sphere, supersphere, supertorus, wedge};
use super::{AssetError, RawMesh};

/// Kinds of procedural meshes (`mesh/builtin`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MeshBuiltin {
    /// Icosphere (subdivision).
    Sphere,
    /// Quad-projected hemisphere (resolution).
    Hemisphere,
    /// Discrete cone or prism (nvert, radius).
    Cone,
    /// Superellipsoid (resolution, e, n).
    Supersphere,
    /// Supertoroid (resolution, radius, s, t).
    Supertorus,
    /// Spherical wedge of tactile points (2 resolutions, 2 fields of view, gamma).
    Wedge,
    /// Flat plate of tactile points (2 resolutions).
    Plate,
    /// Grid of points.
    Grid,
    /// Surface of a box.
    Box,
    /// Surface of a cylinder.
    Cylinder,
    /// Surface of an ellipsoid.
    Ellipsoid,
    /// Flat square.
    Square,
    /// Flat disc.
    Disc,
}

impl MeshBuiltin {
    /// The kind with MuJoCo's keyword.
    pub fn from_keyword(word: &str) -> Option<Self> {
        use MeshBuiltin::*;
        Some(match word {
            "sphere" => Sphere,
            "hemisphere" => Hemisphere,
            "cone" => Cone,
            "supersphere" => Supersphere,
            "supertorus" => Supertorus,
            "wedge" => Wedge,
            "plate" => Plate,
            "grid" => Grid,
            "box" => Box,
            "cylinder" => Cylinder,
            "ellipsoid" => Ellipsoid,
            "square" => Square,
            "disc" => Disc,
            _ => return None,
        })
    }
}

/// A generated mesh.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BuiltinMesh {
    /// Vertices and faces; no faces means the convex hull.
    pub raw: RawMesh,
    /// Whether it has a volume; see [`BuiltinMesh::inertia`].
    pub flat: Flatness,
    /// Nodes in f64, for the kinds that a flexcomp can use.
    pub node: Vec<[f64; 3]>,
    /// Tetrahedra over the nodes, for the volumetric kinds.
    pub tet: Vec<[i32; 4]>,
}

/// Whether a procedural mesh has a volume.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Flatness {
    /// It has one.
    #[default]
    Solid,
    /// It has none: a `legacy` inertia becomes `shell`.
    Flat,
    /// It has none and always uses `shell`.
    AlwaysShell,
}

impl BuiltinMesh {
    /// The inertia mode to compile with, given the author's.
    pub fn inertia(&self, authored: super::MeshInertia) -> super::MeshInertia {
        use super::MeshInertia::{Legacy, Shell};
        match self.flat {
            Flatness::AlwaysShell => Shell,
            Flatness::Flat if authored == Legacy => Shell,
            _ => authored,
        }
    }
}

/// Most vertices or tetrahedra that a procedural mesh may have.
const MAX_ELEMENTS: f64 = 1e7;

/// Generates a procedural mesh from the numbers of `mesh/params`.
pub fn builtin_mesh(kind: MeshBuiltin, params: &[f64]) -> Result<BuiltinMesh, AssetError> {
    use MeshBuiltin::*;
    if !params.iter().all(|x| x.is_finite()) {
        return Err(AssetError::new("params must be finite numbers"));
    }
    match kind {
        Sphere => Ok(surface(sphere(whole(kind, params, "subdivision", 0..=4)?))),
        Hemisphere => Ok(surface(hemisphere(whole(kind, params, "resolution", 0..=10)?))),
        Cone => cone_from(params),
        Supersphere => supersphere_from(params),
        Supertorus => supertorus_from(params),
        Wedge => wedge_from(params),
        Plate => plate_from(params),
        Grid | Box | Cylinder | Ellipsoid | Square | Disc => lattice(kind, params),
    }
}

fn surface(raw: RawMesh) -> BuiltinMesh {
    BuiltinMesh { raw, ..BuiltinMesh::default() }
}

fn need(kind: &str, params: &[f64], names: &[&str]) -> Result<(), AssetError> {
    if params.len() == names.len() {
        return Ok(());
    }
    Err(AssetError::new(format!(
        "{kind} mesh requires {} parameters ({}), got {}",
        names.len(),
        names.join(", "),
        params.len()
    )))
}

/// The only parameter, truncated to an integer in range.
fn whole(
    kind: MeshBuiltin,
    params: &[f64],
    name: &str,
    range: std::ops::RangeInclusive<i32>,
) -> Result<usize, AssetError> {
    let kind = if kind == MeshBuiltin::Sphere { "sphere" } else { "hemisphere" };
    need(kind, params, &[name])?;
    let n = params[0] as i32;
    if range.contains(&n) {
        return Ok(n as usize);
    }
    Err(AssetError::new(format!("{kind} {name} must be between {} and {}", range.start(), range.end())))
}

/// A resolution of at least `least` with `per`-fold product within the budget.
fn resolution(what: &str, x: f64, least: f64) -> Result<usize, AssetError> {
    if x < least {
        return Err(AssetError::new(format!("{what} must be at least {least}")));
    }
    if x > MAX_ELEMENTS {
        return Err(AssetError::new(format!("{what} is larger than {MAX_ELEMENTS}")));
    }
    Ok(x as usize)
}

fn budget(n: f64) -> Result<(), AssetError> {
    if n <= MAX_ELEMENTS {
        return Ok(());
    }
    Err(AssetError::new(format!("procedural mesh would have {n} elements, the limit is {MAX_ELEMENTS}"))
        .hint("lower the resolution or counts in params"))
}

fn cone_from(params: &[f64]) -> Result<BuiltinMesh, AssetError> {
    need("cone", params, &["nvert", "radius"])?;
    let n = resolution("cone nvert", params[0], 3.0)?;
    budget(2.0 * n as f64)?;
    if !(0.0..=1.0).contains(&params[1]) {
        return Err(AssetError::new("cone radius must be in [0, 1]"));
    }
    Ok(surface(cone(n, params[1])))
}

fn supersphere_from(params: &[f64]) -> Result<BuiltinMesh, AssetError> {
    need("supersphere", params, &["resolution", "e", "n"])?;
    let res = resolution("supersphere resolution", params[0], 3.0)?;
    budget(res as f64 * res as f64)?;
    if params[1] < 0.0 || params[2] < 0.0 {
        return Err(AssetError::new("supersphere e and n cannot be negative"));
    }
    Ok(surface(supersphere(res, params[1], params[2])))
}

fn supertorus_from(params: &[f64]) -> Result<BuiltinMesh, AssetError> {
    need("supertorus", params, &["resolution", "radius", "s", "t"])?;
    let res = resolution("supertorus resolution", params[0], 3.0)?;
    budget(res as f64 * res as f64)?;
    if params[1] <= 0.0 || params[1] > 1.0 {
        return Err(AssetError::new("supertorus radius must be in (0, 1]"));
    }
    if params[2] <= 0.0 || params[3] <= 0.0 {
        return Err(AssetError::new("supertorus s and t must be greater than 0"));
    }
    Ok(surface(supertorus(res, params[1], [params[2], params[3]])))
}

fn wedge_from(params: &[f64]) -> Result<BuiltinMesh, AssetError> {
    need("wedge", params, &["res_phi", "res_theta", "fov_phi", "fov_theta", "gamma"])?;
    let fov = [params[2], params[3]];
    if fov[0] <= 0.0 || fov[0] > 180.0 || fov[1] <= 0.0 || fov[1] > 90.0 {
        return Err(AssetError::new("wedge fov must be in (0, 180] and (0, 90] degrees"));
    }
    if !(0.0..=1.0).contains(&params[4]) {
        return Err(AssetError::new("wedge gamma must be in [0, 1]"));
    }
    let res = [resolution("wedge res_phi", params[0], 1.0)?, resolution("wedge res_theta", params[1], 1.0)?];
    budget(res[0] as f64 * res[1] as f64)?;
    Ok(surface(wedge(res, fov, params[4])))
}

fn plate_from(params: &[f64]) -> Result<BuiltinMesh, AssetError> {
    need("plate", params, &["res_x", "res_y"])?;
    let res = [resolution("plate res_x", params[0], 1.0)?, resolution("plate res_y", params[1], 1.0)?];
    budget(res[0] as f64 * res[1] as f64)?;
    Ok(BuiltinMesh { raw: plate(res), flat: Flatness::AlwaysShell, ..BuiltinMesh::default() })
}

/// The kinds that share their parameters with flexcomp: count[3], spacing[3] and, for solids, the dimension.
fn lattice(kind: MeshBuiltin, params: &[f64]) -> Result<BuiltinMesh, AssetError> {
    use MeshBuiltin::{Disc, Grid, Square};
    let planar = matches!(kind, Square | Disc);
    if params.len() != 6 && (planar || params.len() != 7) {
        let dim = if planar { "" } else { ", [dim]" };
        return Err(AssetError::new(format!("mesh requires parameters count[3], spacing[3]{dim}")));
    }
    let dim = if planar { 2.0 } else { params.get(6).copied().unwrap_or(3.0) };
    if dim != 2.0 && dim != 3.0 {
        return Err(AssetError::new("dim must be 2 or 3"));
    }
    let least = if planar || kind == Grid { 1.0 } else { 2.0 };
    let mut count = [0; 3];
    for k in 0..3 {
        count[k] = resolution(&format!("count[{k}]"), params[k], least)?;
    }
    if (planar || (kind == Grid && dim == 2.0)) && count[2] != 1 {
        return Err(AssetError::new("count must be 1 along the axes beyond dim"));
    }
    budget(count.iter().map(|&n| n as f64).product())?;
    let shape = Lattice { kind, count, spacing: [params[3], params[4], params[5]] };
    let mesh = match (kind, dim == 3.0) {
        (Grid, true) => shape.solid_grid(),
        (Grid | Square | Disc, _) => shape.flat_grid(),
        (_, true) => shape.solid_box(),
        (_, false) => shape.open_box(),
    };
    if mesh.raw.face.is_empty() && mesh.tet.is_empty() {
        return Err(AssetError::new("no elements were created in grid").hint("counts must be at least 2"));
    }
    Ok(mesh)
}
