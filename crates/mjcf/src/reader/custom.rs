//! Custom data and keyframes.

use super::Reader;
use crate::dom::NodeId;
use stiction_model::elements as el;
use stiction_model::spec::{Key, Numeric, Text, Tuple};

/// Longest custom numeric field, as in MuJoCo.
const MAX_NUMERIC: i32 = 500;

impl Reader<'_> {
    pub(super) fn custom(&mut self, node: NodeId) {
        self.open(node, &el::CUSTOM);
        for (child, schema) in self.children(node, &el::CUSTOM) {
            match schema.tag {
                "numeric" => self.numeric(child),
                "text" => self.custom_text(child),
                _ => self.tuple(child),
            }
        }
    }

    fn numeric(&mut self, node: NodeId) {
        let e = self.open(node, &el::NUMERIC);
        let mut data = e.nums("data").unwrap_or(&[]).to_vec();
        let size = e.int("size").unwrap_or(data.len() as i32);
        if !(1..=MAX_NUMERIC).contains(&size) {
            self.error(
                &e,
                format!("the size of custom data must be between 1 and {MAX_NUMERIC}, not {size}"),
            );
            return;
        }
        if data.len() > size as usize {
            let n = data.len();
            self.error_at(&e, "data", format!("has {n} values, but size is {size}"));
        }
        data.resize(size as usize, 0.0);
        let meta = self.meta(&e, 0);
        self.spec.numerics.push(Numeric { meta, data, size });
    }

    fn custom_text(&mut self, node: NodeId) {
        let e = self.open(node, &el::TEXT);
        let data = e.text("data").unwrap_or_else(|| self.tree.text(node));
        if data.is_empty() {
            self.error(&e, "custom text cannot be empty");
            return;
        }
        let meta = self.meta(&e, 0);
        self.spec.texts.push(Text { meta, data: data.into() });
    }

    fn tuple(&mut self, node: NodeId) {
        let e = self.open(node, &el::TUPLE);
        let mut t = Tuple { meta: self.meta(&e, 0), ..Tuple::default() };
        for (child, schema) in self.children(node, &el::TUPLE) {
            let x = self.open(child, schema);
            let (Some(kind), Some(name)) = (x.word("objtype"), x.text("objname")) else { continue };
            t.objtype.push(kind);
            t.objname.push(name.into());
            t.objprm.push(x.num("prm").unwrap_or(0.0));
        }
        self.spec.tuples.push(t);
    }

    pub(super) fn keyframe(&mut self, node: NodeId) {
        self.open(node, &el::KEYFRAME);
        for (child, schema) in self.children(node, &el::KEYFRAME) {
            let e = self.open(child, schema);
            let mut key = Key { meta: self.meta(&e, 0), ..Key::default() };
            self.fields(&e, &mut key);
            self.spec.keys.push(key);
        }
    }
}
