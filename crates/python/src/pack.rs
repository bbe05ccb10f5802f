//! Models as bytes, for pickles, and models from parts.
//!
//! Layout: magic and version, then tagged items `tag u8, name (u16 + bytes), payload (u64 + bytes)`; an array's payload is its
//! rows and columns as u64 followed by the numbers, little-endian. Empty arrays are left out.

use crate::structs::{Global, Headlight, Map, MjOption, MjStatistic, Quality, Rgba, Scale};
use crate::views::Slot;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use stiction_model::Model;
use stiction_model::fields::{FieldData, Numbers, NumbersMut};
use stiction_model::kinds::ObjKind;
use stiction_model::plugin::Plugin;
use stiction_model::stiction::Stiction;

const MAGIC: &[u8; 8] = b"stmodel1";
const SIZE: u8 = 1;
const ARRAY: u8 = 2;
const NAMES: u8 = 3;
const STRUCT: u8 = 4;
const BYTES: u8 = 5;

fn item(out: &mut Vec<u8>, tag: u8, name: &str, payload: &[u8]) {
    out.push(tag);
    out.extend((name.len() as u16).to_le_bytes());
    out.extend(name.as_bytes());
    out.extend((payload.len() as u64).to_le_bytes());
    out.extend(payload);
}

/// The bytes of numbers, little-endian.
fn number_bytes(n: &Numbers<'_>) -> Vec<u8> {
    match n {
        Numbers::F64(s) => s.iter().flat_map(|x| x.to_le_bytes()).collect(),
        Numbers::F32(s) => s.iter().flat_map(|x| x.to_le_bytes()).collect(),
        Numbers::I32(s) => s.iter().flat_map(|x| x.to_le_bytes()).collect(),
        Numbers::I64(s) => s.iter().flat_map(|x| x.to_le_bytes()).collect(),
        Numbers::U8(s) => s.to_vec(),
        Numbers::Bool(s) => s.iter().map(|&x| u8::from(x)).collect(),
    }
}

/// Fills numbers from bytes; false if the length differs.
fn read_numbers(dst: NumbersMut<'_>, src: &[u8]) -> bool {
    macro_rules! read {
        ($d:expr, $t:ty) => {{
            const N: usize = size_of::<$t>();
            if src.len() != $d.len() * N {
                return false;
            }
            for (d, s) in $d.iter_mut().zip(src.chunks_exact(N)) {
                let mut raw = [0; N];
                raw.copy_from_slice(s);
                *d = <$t>::from_le_bytes(raw);
            }
        }};
    }
    match dst {
        NumbersMut::F64(d) => read!(d, f64),
        NumbersMut::F32(d) => read!(d, f32),
        NumbersMut::I32(d) => read!(d, i32),
        NumbersMut::I64(d) => read!(d, i64),
        NumbersMut::U8(d) => read!(d, u8),
        NumbersMut::Bool(d) => {
            if src.len() != d.len() {
                return false;
            }
            d.iter_mut().zip(src).for_each(|(d, s)| *d = *s != 0);
        }
    }
    true
}

/// Slots of the small structs, by name.
fn structs(m: &mut Model) -> Vec<(&'static str, Vec<Slot>, &'static [&'static str])> {
    vec![
        ("opt", MjOption::slots(&mut m.opt), MjOption::NAMES),
        ("stat", MjStatistic::slots(&mut m.stat), MjStatistic::NAMES),
        ("global_", Global::slots(&mut m.vis.global), Global::NAMES),
        ("quality", Quality::slots(&mut m.vis.quality), Quality::NAMES),
        ("headlight", Headlight::slots(&mut m.vis.headlight), Headlight::NAMES),
        ("map", Map::slots(&mut m.vis.map), Map::NAMES),
        ("scale", Scale::slots(&mut m.vis.scale), Scale::NAMES),
        ("rgba", Rgba::slots(&mut m.vis.rgba), Rgba::NAMES),
    ]
}

/// The model as bytes.
///
/// # Errors
/// A solid of the user's own has no bytes.
pub fn pack(m: &Model) -> PyResult<Vec<u8>> {
    let mut out = MAGIC.to_vec();
    m.size.each(&mut |name, value| item(&mut out, SIZE, name, &(value as u64).to_le_bytes()));
    m.each(&mut |name, shape, numbers| {
        if shape.rows == 0 && shape.cols.is_none() {
            return;
        }
        let mut payload = (shape.rows as u64).to_le_bytes().to_vec();
        payload.extend((shape.cols.unwrap_or(1) as u64).to_le_bytes());
        payload.extend(number_bytes(&numbers));
        item(&mut out, ARRAY, name, &payload);
    });
    for kind in ObjKind::ALL {
        let list = m.names.list(*kind);
        if !list.is_empty() && *kind != ObjKind::Xbody && (*kind as i32) < 26 {
            item(&mut out, NAMES, &(*kind as i32).to_string(), list.join("\0").as_bytes());
        }
    }
    for (name, slots, _) in structs(&mut m.clone()) {
        item(&mut out, STRUCT, name, &slots.iter().flat_map(Slot::bytes).collect::<Vec<u8>>());
    }
    item(&mut out, BYTES, "name", m.name.as_bytes());
    item(&mut out, BYTES, "paths", &m.paths);
    let flags = [m.flg_gravcomp, m.flg_surfacevel, m.flg_adhesion].map(u8::from);
    item(&mut out, BYTES, "flags", &flags);
    item(&mut out, BYTES, "stiction", m.stiction.to_text().as_bytes());
    for (name, values) in [("restitution", &m.stiction.restitution), ("patch", &m.stiction.patch)] {
        item(&mut out, BYTES, name, &values.iter().flat_map(|x| x.to_le_bytes()).collect::<Vec<u8>>());
    }
    for p in &m.plugins {
        let Some((name, config)) = p.described() else {
            return Err(PyValueError::new_err(
                "a model with a shape of your own cannot be pickled: pickle its spec",
            ));
        };
        item(&mut out, BYTES, "plugin", [&[name.to_string()], &config[..]].concat().join("\0").as_bytes());
    }
    Ok(out)
}

struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn take(&mut self, n: usize) -> Option<&'a [u8]> {
        let (head, tail) = self.0.split_at_checked(n)?;
        self.0 = tail;
        Some(head)
    }
    fn u64(&mut self) -> Option<u64> {
        Some(u64::from_le_bytes(self.take(8)?.try_into().ok()?))
    }
    /// Tag, name and payload of the next item.
    fn item(&mut self) -> Option<(u8, &'a str, &'a [u8])> {
        let tag = self.take(1)?[0];
        let n = u16::from_le_bytes(self.take(2)?.try_into().ok()?);
        let name = std::str::from_utf8(self.take(usize::from(n))?).ok()?;
        let len = usize::try_from(self.u64()?).ok()?;
        Some((tag, name, self.take(len)?))
    }
}

/// The model that [`pack`] wrote.
pub fn unpack(data: &[u8]) -> PyResult<Model> {
    let bad = || PyValueError::new_err("these bytes are not a model of this version");
    let body = data.strip_prefix(MAGIC).ok_or_else(bad)?;
    let mut m = Model::default();
    let mut reader = Reader(body);
    while !reader.0.is_empty() {
        let (tag, name, payload) = reader.item().ok_or_else(bad)?;
        if !read_item(&mut m, tag, name, payload).unwrap_or(false) {
            return Err(bad());
        }
    }
    stiction_model::check::check(&m).map_err(PyValueError::new_err)?;
    m.seal();
    Ok(m)
}

/// Largest size that bytes may claim: what data of it takes stays below a gigabyte a field.
const LARGEST: usize = 100_000_000;

fn read_item(m: &mut Model, tag: u8, name: &str, payload: &[u8]) -> Option<bool> {
    let mut done = true;
    match tag {
        SIZE => {
            let value = usize::try_from(Reader(payload).u64()?).ok()?;
            // limits and bytes of MuJoCo's own memory, which is not taken here
            let of_memory = matches!(name, "narena" | "nbuffer" | "njmax" | "nconmax");
            if value > LARGEST && !of_memory {
                return None;
            }
            m.size.each_mut(&mut |n, v| {
                if n == name {
                    *v = value;
                }
            });
        }
        ARRAY => {
            let mut r = Reader(payload);
            let (rows, cols) = (usize::try_from(r.u64()?).ok()?, usize::try_from(r.u64()?).ok()?);
            // a count that the bytes cannot fill is refused before anything is allocated
            if cols > 0 && rows.checked_mul(cols)? > r.0.len() {
                return None;
            }
            m.each_field(&mut |n, field| {
                if n == name {
                    done = resize(field, rows, cols) && read_numbers(field.numbers_mut(), r.0);
                }
            });
        }
        NAMES => {
            let kind = ObjKind::from_i32(name.parse().ok()?)?;
            let text = std::str::from_utf8(payload).ok()?;
            m.names.set(kind, text.split('\0').map(str::to_owned).collect());
        }
        STRUCT => done = read_struct(m, name, payload),
        BYTES => match name {
            "name" => m.name = std::str::from_utf8(payload).ok()?.to_owned(),
            "paths" => m.paths = payload.to_vec(),
            "stiction" => {
                // written last, after texts and tuples: per-object values come from those
                let Stiction { values, stop_restitution, .. } = stiction_model::stiction::read(m).options;
                m.stiction = Stiction { values, stop_restitution, ..Stiction::default() };
                done = m.stiction.apply(std::str::from_utf8(payload).ok()?).is_empty();
            }
            "plugin" => {
                let mut words = std::str::from_utf8(payload).ok()?.split('\0');
                let name = words.next()?;
                let config: Vec<String> = words.map(str::to_owned).collect();
                m.plugins.push(Plugin::configure(name, &config).ok()?);
            }
            "restitution" | "patch" => {
                let numbers = payload.chunks_exact(8).filter_map(|b| b.try_into().ok());
                let list = if name == "patch" { &mut m.stiction.patch } else { &mut m.stiction.restitution };
                *list = numbers.map(f64::from_le_bytes).collect();
            }
            _ => {
                let flag = |i: usize| payload.get(i).is_some_and(|&b| b != 0);
                (m.flg_gravcomp, m.flg_surfacevel, m.flg_adhesion) = (flag(0), flag(1), flag(2));
            }
        },
        _ => return None,
    }
    Some(done)
}

/// Gives a field its shape; false if its width is fixed and differs.
fn resize(field: &mut dyn FieldData, rows: usize, cols: usize) -> bool {
    field.set_width(cols);
    field.resize_rows(rows);
    field.shape().cols.unwrap_or(1) == cols
}

fn read_struct(m: &mut Model, name: &str, mut payload: &[u8]) -> bool {
    for (n, slots, _) in structs(m) {
        if n != name {
            continue;
        }
        for slot in slots {
            let Some((head, tail)) = payload.split_at_checked(slot.len() * slot.num.size()) else {
                return false;
            };
            if !slot.write_bytes(head) {
                return false;
            }
            payload = tail;
        }
        return payload.is_empty();
    }
    false
}

/// A model with the sizes, names and structs of `parts`; arrays have their shapes but not yet their numbers.
pub fn from_parts(parts: &Bound<'_, PyDict>) -> PyResult<Model> {
    let mut m = Model::default();
    let part = |name: &str| -> PyResult<Bound<'_, PyDict>> {
        let found = parts.get_item(name)?.ok_or_else(|| PyTypeError::new_err(format!("{name} missing")))?;
        Ok(found.cast_into::<PyDict>()?)
    };
    let sizes = part("sizes")?;
    let mut failed = None;
    m.size.each_mut(&mut |name, value| match sizes
        .get_item(name)
        .and_then(|v| v.map(|v| v.extract::<isize>()).transpose())
    {
        Ok(v) => *value = v.unwrap_or(0).cast_unsigned(),
        Err(e) => failed = Some(e),
    });
    let arrays = part("arrays")?;
    m.each_field(&mut |name, field| {
        let shape = arrays
            .get_item(name)
            .and_then(|v| v.map(|v| v.getattr("shape")?.extract::<Vec<usize>>()).transpose());
        match shape {
            Ok(Some(dims)) => {
                let cols = dims.get(1).copied().unwrap_or(1);
                if !resize(field, dims.first().copied().unwrap_or(0), cols) {
                    failed = Some(PyValueError::new_err(format!("{name} has {cols} columns")));
                }
            }
            Ok(None) => {}
            Err(e) => failed = Some(e),
        }
    });
    if let Some(e) = failed {
        return Err(e);
    }
    for (kind, list) in part("names")?.iter() {
        if let Some(kind) = ObjKind::from_i32(kind.extract()?) {
            m.names.set(kind, list.extract()?);
        }
    }
    fill_structs(&mut m, &part("structs")?)?;
    m.name = parts.get_item("name")?.map(|n| n.extract()).transpose()?.unwrap_or_default();
    m.paths = parts.get_item("paths")?.map(|n| n.extract()).transpose()?.unwrap_or_default();
    m.text.data = parts.get_item("text_data")?.map(|n| n.extract()).transpose()?.unwrap_or_default();
    let flags: Vec<bool> = parts.get_item("flags")?.map(|n| n.extract()).transpose()?.unwrap_or_default();
    if let [a, b, c] = flags[..] {
        (m.flg_gravcomp, m.flg_surfacevel, m.flg_adhesion) = (a, b, c);
    }
    Ok(m)
}

fn fill_structs(m: &mut Model, given: &Bound<'_, PyDict>) -> PyResult<()> {
    for (name, slots, names) in structs(m) {
        let Some(values) = given.get_item(name)? else { continue };
        for (slot, field) in slots.iter().zip(names) {
            if values.contains(*field)? {
                slot.set(&values.get_item(*field)?)?;
            }
        }
    }
    Ok(())
}

/// A hash of the structure: sizes and names (FNV-1a).
pub fn signature(m: &Model) -> u64 {
    let mut h = 0xcbf2_9ce4_8422_2325_u64;
    let mut eat = |bytes: &[u8]| {
        for &b in bytes {
            h = (h ^ u64::from(b)).wrapping_mul(0x0100_0000_01b3);
        }
    };
    m.size.each(&mut |_, v| eat(&(v as u64).to_le_bytes()));
    for kind in ObjKind::ALL {
        m.names.list(*kind).iter().for_each(|n| eat(n.as_bytes()));
    }
    h
}
