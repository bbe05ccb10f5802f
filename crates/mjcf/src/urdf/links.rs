//! Links: inertia, visual and collision shapes, colours.

use super::Robot;
use super::schema as u;
use crate::dom::NodeId;
use crate::reader::Reader;
use stiction_model::diag::Diagnostic;
use stiction_model::elements::Element;
use stiction_model::kinds::GeomKind;
use stiction_model::spec::{Geom, Meta, Orient};

/// Kind, size, and file and scale of a mesh.
type Shape = (GeomKind, [f64; 3], Option<(String, [f64; 3])>);

impl Reader<'_> {
    /// Named colours, wherever they stand.
    pub(super) fn collect_colors(&mut self, root: NodeId, r: &mut Robot) {
        let tree = self.tree;
        let mut stack = vec![root];
        while let Some(n) = stack.pop() {
            if tree.tag(n) == "material"
                && let (Some(name), Some(rgba)) = (tree.get(n, "name"), self.color(n))
            {
                r.colors.entry(name.into()).or_insert(rgba);
            }
            let children: Vec<NodeId> = tree.children(n).collect();
            stack.extend(children.into_iter().rev());
        }
    }

    /// The colour that a material gives itself. Problems are reported when the material is read.
    fn color(&self, material: NodeId) -> Option<[f32; 4]> {
        let tree = self.tree;
        let c = tree.children(material).find(|c| tree.tag(*c) == "color")?;
        let v: Vec<f32> =
            tree.get(c, "rgba")?.split_ascii_whitespace().filter_map(|t| t.parse().ok()).collect();
        v.try_into().ok().filter(|c: &[f32; 4]| c.iter().all(|x| x.is_finite()))
    }

    pub(super) fn link(&mut self, k: usize, r: &mut Robot) {
        let node = r.links[k];
        let body = r.bodies[k];
        let mut rgba: Option<[f32; 4]> = None;
        for (part, el) in self.urdf_children(node, &u::LINK) {
            match el.tag {
                "inertial" => self.urdf_inertial(part, body),
                "visual" => {
                    self.check_materials(part);
                    rgba = self.visual_color(part, r).or(rgba);
                    if self.spec.compiler.discardvisual {
                        // shapes that are left out are checked, but their meshes need not exist
                        self.shape(part, el);
                    } else {
                        self.urdf_geom(part, el, body, rgba, r);
                    }
                }
                _ => self.urdf_geom(part, el, body, rgba, r),
            }
        }
    }

    fn check_materials(&mut self, part: NodeId) {
        for (m, el) in self.urdf_children(part, &u::VISUAL) {
            if el.tag == "material" {
                self.open(m, el);
                for (c, el) in self.urdf_children(m, el) {
                    self.open(c, el);
                }
            }
        }
    }

    fn visual_color(&self, part: NodeId, r: &Robot) -> Option<[f32; 4]> {
        let tree = self.tree;
        let m = tree.children(part).find(|c| tree.tag(*c) == "material")?;
        self.color(m).or_else(|| r.colors.get(tree.get(m, "name")?).copied())
    }

    fn urdf_inertial(&mut self, node: NodeId, body: usize) {
        self.urdf_children(node, &u::INERTIAL);
        let (pos, quat) = self.origin(node);
        let at = self.loc(node);
        let mass = self.child_of(node, &u::MASS).map(|e| e.num("value"));
        let inertia = self
            .child_of(node, &u::INERTIA)
            .map(|e| ["ixx", "iyy", "izz", "ixy", "ixz", "iyz"].map(|n| e.num(n).unwrap_or(0.0)));
        for (missing, tag) in [(mass.is_none(), "mass"), (inertia.is_none(), "inertia")] {
            if missing {
                self.report_missing(
                    node,
                    Diagnostic::error(format!("<{tag}> is missing")).on("inertial").at(at),
                );
                self.hollow(node);
            }
        }
        let tree = self.tree;
        if tree.children(node).any(|c| self.damage.touches(tree.node(c).loc)) {
            self.hollow(node);
            self.doubt_attribute(tree.node(node).parent, "mass");
        }
        if body == 0 {
            return;
        }
        let b = &mut self.spec.bodies[body];
        (b.ipos, b.iorient) = (Some(pos), Orient::Quat(quat));
        b.mass = mass.flatten().unwrap_or(0.0);
        b.fullinertia = inertia.filter(|i| i.iter().any(|x| *x != 0.0));
    }

    /// Kind, size and mesh (file, scale) of a visual or collision element.
    fn shape(&mut self, part: NodeId, el: &'static Element) -> Option<Shape> {
        self.open(part, el);
        self.urdf_children(part, el);
        let tree = self.tree;
        let Some(g) = tree.children(part).find(|c| tree.tag(*c) == "geometry") else {
            let d = Diagnostic::error("<geometry> is missing").on(el.tag).at(self.loc(part));
            self.report_missing(part, d);
            return None;
        };
        let inside = self.urdf_children(g, &u::GEOMETRY);
        let Some(&(node, el)) = inside.first() else {
            let d = Diagnostic::error("<geometry> holds no shape")
                .on(el.tag)
                .at(self.loc(g))
                .hint("one of box, cylinder, sphere, capsule, mesh");
            self.report_missing(g, d);
            return None;
        };
        let e = self.open(node, el);
        if self.damage.touches(self.tree.node(node).loc) {
            self.doubt_attribute(part, "size");
        }
        let one = |name| e.num(name).unwrap_or(0.0);
        Some(match el.tag {
            "box" => (GeomKind::Box, e.vec("size").unwrap_or([0.0; 3]).map(|x| x / 2.0), None),
            "cylinder" => (GeomKind::Cylinder, [one("radius"), one("length") / 2.0, 0.0], None),
            "capsule" => (GeomKind::Capsule, [one("radius"), one("length") / 2.0, 0.0], None),
            "sphere" => (GeomKind::Sphere, [one("radius"), 0.0, 0.0], None),
            _ => {
                let file = e.text("filename")?.to_string();
                let scale = match e.nums("scale") {
                    None => [1.0; 3],
                    Some(&[s]) => [s; 3],
                    Some(&[x, y, z]) => [x, y, z],
                    Some(_) => {
                        self.error_at(&e, "scale", "has 2 values, expected 3");
                        [1.0; 3]
                    }
                };
                (GeomKind::Mesh, [0.0; 3], Some((file, scale)))
            }
        })
    }

    fn urdf_geom(
        &mut self,
        part: NodeId,
        el: &'static Element,
        body: usize,
        rgba: Option<[f32; 4]>,
        r: &mut Robot,
    ) {
        let Some((kind, size, mesh)) = self.shape(part, el) else { return self.lose(part) };
        let (pos, quat) = self.origin(part);
        let meta = Meta { loc: self.loc(part), ..Meta::default() };
        let mut g = Geom { meta, body, kind, size, pos, orient: Orient::Quat(quat), ..Geom::default() };
        if el.tag == "visual" {
            (g.contype, g.conaffinity, g.group, g.density) = (0, 0, 1, 0.0);
        }
        if let Some(c) = rgba {
            g.rgba = c;
        }
        if let Some((file, scale)) = mesh {
            let Some(name) = self.urdf_mesh(part, &file, scale, r) else { return self.lose(part) };
            g.meshname = name;
        }
        if let Some(name) = self.tree.get(part, "name").filter(|n| !n.is_empty()) {
            if r.geom_names.insert(name.into(), ()).is_none() {
                g.meta.name = name.into();
            } else {
                let shown = crate::reader::values::short(name);
                let d =
                    Diagnostic::warning(format!("the name '{shown}' is used twice; this geom stays unnamed"))
                        .on(el.tag)
                        .at(self.loc(part));
                self.report(d);
            }
        }
        self.spec.geoms.push(g);
    }
}
