//! Which names exist, by kind of object.

use crate::kinds::ObjKind;
use crate::spec::Spec;
use std::collections::HashSet;

/// Names of the elements that others can refer to.
pub(super) struct Names {
    sets: Vec<HashSet<String>>,
}

fn slot(kind: ObjKind) -> usize {
    match kind {
        ObjKind::Xbody => ObjKind::Body as usize,
        k => k as usize,
    }
}

impl Names {
    /// All names of a model.
    pub fn of(s: &Spec) -> Self {
        let mut n = Names { sets: vec![HashSet::new(); 26] };
        n.extend(s);
        n
    }

    /// Adds all names of a model.
    pub fn extend(&mut self, s: &Spec) {
        let n = self;
        macro_rules! all {
            ($($kind:ident $list:ident),*) => {$(
                for x in &s.$list { n.add(ObjKind::$kind, &x.meta.name); }
            )*};
        }
        all!(Body bodies, Joint joints, Geom geoms, Site sites, Camera cameras, Light lights, Mesh meshes);
        all!(Hfield hfields, Texture textures, Material materials, Pair pairs, Exclude excludes);
        all!(Equality equalities, Tendon tendons, Actuator actuators, Sensor sensors, Numeric numerics);
        all!(Text texts, Tuple tuples, Key keys, Skin skins);
    }

    /// Adds one.
    pub fn add(&mut self, kind: ObjKind, name: &str) {
        if let Some(set) = self.sets.get_mut(slot(kind)).filter(|_| !name.is_empty()) {
            set.insert(name.to_string());
        }
    }

    /// True if there is one.
    pub fn has(&self, kind: ObjKind, name: &str) -> bool {
        self.sets.get(slot(kind)).is_some_and(|s| s.contains(name))
    }
}
