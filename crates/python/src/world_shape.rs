//! Shapes of a world from Python: a word and what belongs to it.

use crate::views::Input;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PySequence;
use stiction_sim::world::Shape;
use stiction_spatial::{Pose, Quat, Vec3};

/// What each word takes.
const SIZES: &str = "sphere has a radius, capsule and cylinder a radius and a half length, box and ellipsoid three half sizes, plane \
nothing, hull a list of points, mesh (points, triangles), field ((half x, half y), rows of heights), \
compound a list of (shape, size, pos, quat)";

/// The shape of a word and its size.
pub fn shape_of(shape: &str, size: &Bound<'_, PyAny>) -> PyResult<Shape> {
    match shape {
        "plane" => Ok(Shape::Plane),
        "hull" => Ok(Shape::Hull(points(size)?)),
        "mesh" => {
            let (vertices, triangles): (Bound<'_, PyAny>, Bound<'_, PyAny>) =
                size.extract().map_err(|e| wrong(shape, size, &e))?;
            let triangles: Vec<[u32; 3]> = triangles.extract().map_err(|e| wrong(shape, &triangles, &e))?;
            Ok(Shape::Mesh(points(&vertices)?, triangles))
        }
        "field" => {
            let (half, rows): ([f64; 2], Vec<Vec<f64>>) =
                size.extract().map_err(|e| wrong(shape, size, &e))?;
            let columns = rows.first().map_or(0, Vec::len);
            if rows.iter().any(|r| r.len() != columns) {
                return Err(PyTypeError::new_err("rows of a height field must be of one length"));
            }
            Ok(Shape::HeightField { half, columns, heights: rows.concat() })
        }
        "compound" => {
            let parts: Vec<Bound<'_, PyAny>> = size.extract().map_err(|e| wrong(shape, size, &e))?;
            Ok(Shape::Compound(parts.iter().map(part).collect::<PyResult<_>>()?))
        }
        _ => primitive(shape, size),
    }
}

fn wrong(shape: &str, size: &Bound<'_, PyAny>, why: &PyErr) -> PyErr {
    let kind = size.get_type().name().map_or_else(|_| "object".into(), |n| n.to_string());
    PyTypeError::new_err(format!("shape '{shape}' with a size of type {kind} ({why}): {SIZES}"))
}

fn points(list: &Bound<'_, PyAny>) -> PyResult<Vec<Vec3>> {
    match Input::<f64>::of(list) {
        Ok(Input { data, dims }) if matches!(dims[..], [_, 3]) => {
            Ok(data.chunks_exact(3).map(|p| Vec3([p[0], p[1], p[2]])).collect())
        }
        Ok(given) => Err(PyTypeError::new_err(format!("points are n × 3 numbers, not {:?}", given.dims))),
        Err(e) => Err(wrong("hull or mesh", list, &e)),
    }
}

/// (shape, size), and where it is: pos, quat.
fn part(part: &Bound<'_, PyAny>) -> PyResult<(Pose, Shape)> {
    let list = part.cast::<PySequence>().map_err(|_| {
        PyTypeError::new_err(format!("a part of a compound is (shape, size, pos, quat): {SIZES}"))
    })?;
    let n = list.len()?;
    if !(2..=4).contains(&n) {
        return Err(PyTypeError::new_err(
            "a part of a compound is (shape, size), (shape, size, pos) or (shape, size, pos, quat)",
        ));
    }
    let word: String = list.get_item(0)?.extract()?;
    let mut pose = Pose::default();
    if n > 2 {
        pose.pos = Vec3(list.get_item(2)?.extract()?);
    }
    if n > 3 {
        pose.quat = Quat(list.get_item(3)?.extract()?).normalized();
    }
    Ok((pose, shape_of(&word, &list.get_item(1)?)?))
}

fn primitive(shape: &str, size: &Bound<'_, PyAny>) -> PyResult<Shape> {
    let numbers: Vec<f64> = match size.extract::<f64>() {
        Ok(x) => vec![x],
        Err(_) => size.extract().map_err(|e| wrong(shape, size, &e))?,
    };
    match (shape, numbers[..].as_ref()) {
        ("sphere", [r]) => Ok(Shape::Sphere(*r)),
        ("box", [a, b, c]) => Ok(Shape::Box(Vec3([*a, *b, *c]))),
        ("ellipsoid", [a, b, c]) => Ok(Shape::Ellipsoid(Vec3([*a, *b, *c]))),
        ("capsule", [r, h]) => Ok(Shape::Capsule(*r, *h)),
        ("cylinder", [r, h]) => Ok(Shape::Cylinder(*r, *h)),
        (_, n) => Err(PyTypeError::new_err(format!("shape '{shape}' with {} numbers: {SIZES}", n.len()))),
    }
}
