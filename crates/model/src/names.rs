//! Names of all objects of a model, by kind.

use crate::kinds::ObjKind;

/// The names of each kind of object; an unnamed object has an empty name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Names {
    lists: [Vec<String>; 26],
    /// For each kind: indices sorted by name, for lookup (unnamed objects left out).
    sorted: [Vec<u32>; 26],
}

/// `xbody` is another view of a body.
fn slot(kind: ObjKind) -> usize {
    let k = if kind == ObjKind::Xbody { ObjKind::Body } else { kind };
    usize::try_from(k as i32).unwrap_or(0).min(25)
}

impl Names {
    /// Sets the names of one kind.
    pub fn set(&mut self, kind: ObjKind, names: Vec<String>) {
        let k = slot(kind);
        let mut order: Vec<u32> =
            (0..names.len() as u32).filter(|&i| !names[i as usize].is_empty()).collect();
        order.sort_by(|&a, &b| names[a as usize].cmp(&names[b as usize]));
        self.lists[k] = names;
        self.sorted[k] = order;
    }
    /// The names of one kind, by id.
    pub fn list(&self, kind: ObjKind) -> &[String] {
        &self.lists[slot(kind)]
    }
    /// The name of one object; empty if it has none or does not exist.
    pub fn get(&self, kind: ObjKind, id: usize) -> &str {
        self.list(kind).get(id).map_or("", String::as_str)
    }
    /// The id of the object with this name.
    pub fn id(&self, kind: ObjKind, name: &str) -> Option<usize> {
        let k = slot(kind);
        let (names, order) = (&self.lists[k], &self.sorted[k]);
        order.binary_search_by(|&i| names[i as usize].as_str().cmp(name)).ok().map(|p| order[p] as usize)
    }
}
