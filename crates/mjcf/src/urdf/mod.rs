//! URDF → `Spec`, with MuJoCo's meaning: links become bodies, the root link is fixed to the world, static links are fused
//! and visual shapes left out unless the `<mujoco><compiler/></mujoco>` block says otherwise. Beyond MuJoCo: misspelt
//! elements are reported, `package://` names are resolved, and links that cannot move for lack of mass are given some.

mod inertia;
mod links;
mod meshes;
pub(crate) mod schema;

use crate::dom::NodeId;
use crate::reader::Reader;
use crate::reader::values::{Elem, short};
use schema as u;
use std::collections::HashMap;
use stiction_model::diag::Diagnostic;
use stiction_model::kinds::{EqKind, JointKind, Tri};
use stiction_model::spec::{Equality, Joint, Orient};
use stiction_model::suggest::nearest;
use stiction_spatial::{Quat, Vec3};

/// Deepest nesting of links: what is fused is taken through all links above it.
const MAX_LINKS_DEEP: u32 = 10_000;

/// What one `<joint>` says about the tree.
struct Edge {
    node: NodeId,
    child: usize,
}

/// State of one conversion.
#[derive(Default)]
pub(crate) struct Robot {
    links: Vec<NodeId>,
    index: HashMap<String, usize>,
    edges: Vec<Edge>,
    /// Edge that a link hangs on.
    above: Vec<Option<usize>>,
    below: Vec<Vec<usize>>,
    /// Body of each link.
    bodies: Vec<usize>,
    colors: HashMap<String, [f32; 4]>,
    geom_names: HashMap<String, ()>,
    mesh_names: HashMap<String, Vec<meshes::Known>>,
}

/// Rotation of roll, pitch, yaw about fixed axes.
fn rpy(v: [f64; 3]) -> Quat {
    let mut q = Quat::IDENTITY;
    for (k, angle) in v.into_iter().enumerate() {
        let mut r = [libm::cos(angle / 2.0), 0.0, 0.0, 0.0];
        r[k + 1] = libm::sin(angle / 2.0);
        q = Quat(r).mul_quat(q);
    }
    q
}

impl Reader<'_> {
    /// Reads a robot.
    pub(crate) fn robot(&mut self, root: NodeId) {
        self.lenient = true;
        let e = self.open(root, &u::ROBOT);
        if let Some(name) = e.text("name") {
            self.spec.name = name.into();
        }
        self.spec.compiler.fusestatic = true;
        self.spec.compiler.discardvisual = true;
        let parts = self.urdf_children(root, &u::ROBOT);
        for (node, _) in parts.iter().filter(|p| p.1.tag == "mujoco") {
            self.extension(*node);
        }
        self.spec.compiler.degree = false;
        let mut r = Robot::default();
        self.collect_colors(root, &mut r);
        for (node, el) in &parts {
            match el.tag {
                "link" => self.register(*node, &mut r),
                "material" => {
                    self.open(*node, el);
                }
                _ => {}
            }
        }
        let joints: Vec<NodeId> = parts.iter().filter(|p| p.1.tag == "joint").map(|p| p.0).collect();
        for node in &joints {
            self.connect(*node, &mut r);
        }
        if !self.grow(&mut r) {
            return;
        }
        for k in (0..r.links.len()).filter(|k| r.bodies[*k] != usize::MAX).collect::<Vec<_>>() {
            self.link(k, &mut r);
        }
        let edges: Vec<usize> =
            (0..r.edges.len()).filter(|k| r.bodies[r.edges[*k].child] != usize::MAX).collect();
        for k in &edges {
            self.urdf_joint(*k, &r);
        }
        for k in &edges {
            self.mimic(*k, &r);
        }
        // links without a body weigh nothing, as the world
        r.bodies.iter_mut().filter(|b| **b == usize::MAX).for_each(|b| *b = 0);
        self.bound_inertias(&r);
    }

    /// Children of a URDF element; those of other tools are left out.
    fn urdf_children(
        &mut self,
        node: NodeId,
        el: &'static stiction_model::elements::Element,
    ) -> Vec<(NodeId, &'static stiction_model::elements::Element)> {
        self.children(node, el)
    }

    /// Reports that an element lacks another, unless one inside it was not understood.
    fn report_missing(&mut self, node: NodeId, d: Diagnostic) {
        if !self.damage.touches(self.tree.node(node).loc) {
            self.report(d);
        }
    }

    /// The first child with this tag, opened.
    fn child_of(&mut self, node: NodeId, el: &'static stiction_model::elements::Element) -> Option<Elem<'_>> {
        let tree = self.tree;
        let id = tree.children(node).find(|c| tree.tag(*c) == el.tag)?;
        Some(self.open(id, el))
    }

    /// MuJoCo's own block: compiler, option and size.
    fn extension(&mut self, node: NodeId) {
        let parts = self.children(node, &u::MUJOCO);
        self.lenient = false;
        for tag in ["compiler", "option", "size"] {
            for (child, _) in parts.iter().filter(|p| p.1.tag == tag) {
                match tag {
                    "compiler" => self.compiler(*child),
                    "option" => self.option(*child),
                    _ => self.size(*child),
                }
            }
        }
        self.lenient = true;
    }

    fn register(&mut self, node: NodeId, r: &mut Robot) {
        let e = self.open(node, &u::LINK);
        let Some(name) = e.text("name") else { return };
        if r.index.contains_key(name) {
            return self.error_at(&e, "name", format!("link '{}' is defined twice", short(name)));
        }
        r.index.insert(name.into(), r.links.len());
        r.links.push(node);
        r.above.push(None);
        r.below.push(Vec::new());
    }

    fn connect(&mut self, node: NodeId, r: &mut Robot) {
        let e = self.open(node, &u::JOINT);
        self.urdf_children(node, &u::JOINT);
        let title = e.title();
        let mut ends = [usize::MAX; 2];
        for (k, el) in [&u::PARENT, &u::CHILD].into_iter().enumerate() {
            let Some(x) = self.child_of(node, el) else {
                let d = Diagnostic::error(format!("<{}> is missing", el.tag))
                    .on(title.clone())
                    .at(self.loc(node));
                self.report_missing(node, d);
                continue;
            };
            let (name, loc) = (x.text("link").unwrap_or("").to_string(), x.loc("link"));
            match r.index.get(&name) {
                Some(&i) => ends[k] = i,
                // a link that was not read, or an attribute that was not
                None if self.damage.may_have(&name) || name.is_empty() => {}
                None => {
                    let hint = nearest(&name, r.index.keys().map(String::as_str))
                        .map(|g| format!("did you mean '{}'?", short(g)));
                    let mut d = Diagnostic::error(format!("unknown link '{}'", short(&name)))
                        .on(title.clone())
                        .at(loc);
                    d.hint = hint;
                    self.report(d);
                }
            }
        }
        let [parent, child] = ends;
        if parent == usize::MAX || child == usize::MAX {
            return self.lose(node);
        }
        if r.above[child].is_some() {
            self.lose(node);
            return self.error(&e, "its child link already hangs on another joint");
        }
        r.above[child] = Some(r.edges.len());
        r.below[parent].push(r.edges.len());
        r.edges.push(Edge { node, child });
    }

    /// Makes the bodies, depth first; links that hang in a circle get none. False if they hang too deep.
    fn grow(&mut self, r: &mut Robot) -> bool {
        r.bodies = vec![usize::MAX; r.links.len()];
        let mut stack: Vec<(usize, usize, u32)> =
            (0..r.links.len()).rev().filter(|k| r.above[*k].is_none()).map(|k| (k, 0, 1)).collect();
        while let Some((k, parent, depth)) = stack.pop() {
            if depth > MAX_LINKS_DEEP {
                let d = Diagnostic::error(format!("links are nested deeper than {MAX_LINKS_DEEP} levels"))
                    .on("robot")
                    .at(self.loc(r.links[k]));
                self.report(d);
                return false;
            }
            let name = self.tree.get(r.links[k], "name").unwrap_or("").to_string();
            let body = if name == "world" {
                0
            } else {
                let b = self.spec.add_body(parent, &name);
                self.spec.bodies[b].meta.loc = self.loc(r.links[k]);
                self.weigh(r.links[k]);
                b
            };
            r.bodies[k] = body;
            stack.extend(r.below[k].iter().rev().map(|e| (r.edges[*e].child, body, depth + 1)));
        }
        let lost = r.bodies.iter().position(|b| *b == usize::MAX);
        if let Some(k) = lost {
            let node = r.links[k];
            let name = short(self.tree.get(node, "name").unwrap_or(""));
            let d = Diagnostic::error(format!("the joints form a circle through link '{name}'"))
                .on("robot")
                .at(self.loc(node))
                .hint("links and joints must form a tree");
            self.report(d);
        }
        for k in (0..r.links.len()).filter(|k| r.bodies[*k] == usize::MAX) {
            self.lose(r.links[k]);
        }
        for e in r.edges.iter().filter(|e| r.bodies[e.child] == usize::MAX) {
            self.lose(e.node);
        }
        true
    }

    fn origin(&mut self, node: NodeId) -> (Vec3, Quat) {
        let Some(e) = self.child_of(node, &u::ORIGIN) else { return (Vec3([0.0; 3]), Quat::IDENTITY) };
        (Vec3(e.vec("xyz").unwrap_or([0.0; 3])), e.vec("rpy").map_or(Quat::IDENTITY, rpy))
    }

    fn urdf_joint(&mut self, k: usize, r: &Robot) {
        let node = r.edges[k].node;
        let body = r.bodies[r.edges[k].child];
        let (pos, quat) = self.origin(node);
        if body > 0 {
            (self.spec.bodies[body].pos, self.spec.bodies[body].orient) = (pos, Orient::Quat(quat));
        }
        let name = self.tree.get(node, "name").unwrap_or("").to_string();
        let axis = Vec3(self.child_of(node, &u::AXIS).and_then(|e| e.vec("xyz")).unwrap_or([1.0, 0.0, 0.0]));
        let kind = stiction_model::elements::words::number(
            u::JOINT_TYPES,
            self.tree.get(node, "type").unwrap_or(""),
        );
        let first = self.spec.joints.len();
        let mut add = |suffix: &str, kind: JointKind, axis: Vec3| {
            let meta = stiction_model::spec::Meta {
                name: format!("{name}{suffix}"),
                loc: Some(self.tree.node(node).loc),
                ..Default::default()
            };
            self.spec.joints.push(Joint { meta, body, kind, axis, ..Joint::default() });
        };
        match kind {
            Some(0 | 1) => add("", JointKind::Hinge, axis),
            Some(2) => add("", JointKind::Slide, axis),
            Some(4) => add("", JointKind::Free, Vec3([0.0, 0.0, 1.0])),
            Some(5) => {
                let m = Quat::from_z_to(axis).to_mat();
                add("_TX", JointKind::Slide, Vec3([m[(0, 0)], m[(1, 0)], m[(2, 0)]]));
                add("_TY", JointKind::Slide, Vec3([m[(0, 1)], m[(1, 1)], m[(2, 1)]]));
                add("_RZ", JointKind::Hinge, axis);
            }
            Some(6) => add("", JointKind::Ball, axis),
            _ => return,
        }
        self.joint_details(node, first);
    }

    /// Dynamics and limits of the joints from `first` on.
    fn joint_details(&mut self, node: NodeId, first: usize) {
        let title = crate::reader::values::title(self.tree, node);
        if let Some(e) = self.child_of(node, &u::DYNAMICS) {
            let (damping, friction) = (e.num("damping"), e.num("friction"));
            for j in &mut self.spec.joints[first..] {
                j.damping[0] = damping.unwrap_or(j.damping[0]);
                j.frictionloss = friction.unwrap_or(j.frictionloss);
            }
        }
        let Some(e) = self.child_of(node, &u::LIMIT) else { return };
        let (lower, upper, at) = (e.num("lower"), e.num("upper"), e.at());
        let effort = e.num("effort").unwrap_or(0.0).abs();
        let j = &mut self.spec.joints[first];
        j.range = [lower.unwrap_or(0.0), upper.unwrap_or(0.0)];
        if effort > 0.0 {
            j.actfrcrange = [-effort, effort];
        }
        let why = if lower.is_some() != upper.is_some() {
            Some("only one of 'lower' and 'upper' is given; the limit is ignored")
        } else if j.range[0] > j.range[1] {
            Some("'lower' is above 'upper'; the limit is ignored")
        } else if lower.is_some() && j.range[0] == j.range[1] {
            Some("'lower' and 'upper' are equal; the limit is ignored")
        } else {
            None
        };
        if let Some(why) = why {
            j.limited = Tri::False;
            self.report(Diagnostic::warning(why).on(title).at(at));
        }
    }

    fn mimic(&mut self, k: usize, r: &Robot) {
        let node = r.edges[k].node;
        let Some(e) = self.child_of(node, &u::MIMIC) else { return };
        let (Some(other), at) = (e.text("joint").map(str::to_string), e.at()) else { return };
        let (gain, offset) = (e.num("multiplier").unwrap_or(1.0), e.num("offset").unwrap_or(0.0));
        let title = crate::reader::values::title(self.tree, node);
        let name = self.tree.get(node, "name").unwrap_or("").to_string();
        let scalar = |name: &str| {
            let j = self.spec.joints.iter().find(|j| j.meta.name == name)?;
            Some(matches!(j.kind, JointKind::Hinge | JointKind::Slide))
        };
        match (scalar(&name), scalar(&other)) {
            (Some(true), Some(true)) => {
                let mut q =
                    Equality { kind: EqKind::Joint, name1: name, name2: other, ..Equality::default() };
                q.meta.loc = at;
                q.data[..5].copy_from_slice(&[offset, gain, 0.0, 0.0, 0.0]);
                self.spec.equalities.push(q);
            }
            (_, None) if self.damage.may_have(&other) => {}
            (_, None) if !r.edges.iter().any(|x| self.tree.get(x.node, "name") == Some(&other)) => {
                let guess = nearest(&other, self.spec.joints.iter().map(|j| j.meta.name.as_str()))
                    .map(|g| format!("did you mean '{}'?", short(g)));
                let mut d = Diagnostic::error(format!("unknown joint '{}' in <mimic>", short(&other)))
                    .on(title)
                    .at(at);
                d.hint = guess;
                self.report(d);
            }
            _ => self.report(
                Diagnostic::warning(
                    "<mimic> is ignored: both joints must be revolute, continuous or prismatic",
                )
                .on(title)
                .at(at),
            ),
        }
    }
}
