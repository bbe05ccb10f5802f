//! Actuators: common attributes and transmission; the shortcuts are in `shortcuts`.

use super::Reader;
use super::values::Elem;
use crate::dom::NodeId;
use stiction_model::elements::{self as el, words as k};
use stiction_model::kinds::{ActuatorShortcut, DynKind, TrnKind};
use stiction_model::spec::Actuator;

/// The element an actuator is written with.
pub(crate) const SHORTCUTS: [(&str, ActuatorShortcut); 12] = [
    ("general", ActuatorShortcut::General),
    ("motor", ActuatorShortcut::Motor),
    ("position", ActuatorShortcut::Position),
    ("velocity", ActuatorShortcut::Velocity),
    ("intvelocity", ActuatorShortcut::Intvelocity),
    ("damper", ActuatorShortcut::Damper),
    ("cylinder", ActuatorShortcut::Cylinder),
    ("muscle", ActuatorShortcut::Muscle),
    ("adhesion", ActuatorShortcut::Adhesion),
    ("pid", ActuatorShortcut::Pid),
    ("orientation", ActuatorShortcut::Orientation),
    ("dcmotor", ActuatorShortcut::Dcmotor),
];

impl Reader<'_> {
    pub(super) fn actuator(&mut self, node: NodeId) {
        self.open(node, &el::ACTUATOR);
        for (child, schema) in self.children(node, &el::ACTUATOR) {
            let class = self.class_of(child, 0);
            let e = self.open(child, schema);
            let mut x = self.spec.classes[class].actuator.clone();
            let parent = self.spec.classes[class].parent;
            x.meta = self.meta(&e, class);
            self.one_actuator(&e, &mut x, parent);
            self.spec.actuators.push(x);
        }
    }

    /// Reads an actuator over what its class (whose parent is `parent`) gives.
    pub(super) fn one_actuator(&mut self, e: &Elem<'_>, x: &mut Actuator, parent: Option<usize>) {
        let inherited = x.clone();
        self.fields(e, x);
        if i64::from(x.nsample) > crate::MAX_ELEMENTS {
            self.error_at(e, "nsample", format!("nsample is more than the limit of {}", crate::MAX_ELEMENTS));
            x.nsample = 0;
        }
        self.transmission(e, x);
        if e.schema.tag == "plugin" {
            let used = self.plugin(e);
            (x.plugin_name, x.plugin_config, x.plugin_instance) = (used.plugin, used.config, used.name);
        }
        let kind = SHORTCUTS.iter().find(|s| s.0 == e.schema.tag).map_or(ActuatorShortcut::General, |s| s.1);
        let result = if kind == ActuatorShortcut::General {
            self.general(e, x, &inherited)
        } else {
            let base = self.base(kind, &inherited, parent);
            self.shortcut(e, x, kind, base)
        };
        if let Err((attr, message)) = result {
            self.error_at(e, attr, message);
        }
        x.kind = kind;
    }

    fn transmission(&mut self, e: &Elem<'_>, x: &mut Actuator) {
        let targets = [
            ("joint", TrnKind::Joint),
            ("jointinparent", TrnKind::Jointinparent),
            ("tendon", TrnKind::Tendon),
            ("cranksite", TrnKind::Slidercrank),
            ("site", TrnKind::Site),
            ("body", TrnKind::Body),
        ];
        let mut given: Option<&str> = None;
        for (attr, kind) in targets {
            let Some(name) = e.text(attr) else { continue };
            if let Some(first) = given {
                // MuJoCo takes the last one without a word
                self.warn(e, attr, format!("'{first}' and '{attr}' are both given; only '{attr}' is used"));
            }
            given = Some(attr);
            x.target = name.into();
            x.trntype = kind;
        }
        let other = |kind| x.trntype != kind && x.trntype != TrnKind::Undefined;
        let (not_crank, not_site) = (other(TrnKind::Slidercrank), other(TrnKind::Site));
        if not_crank && (e.has("cranklength") || e.has("slidersite")) {
            self.error(e, "cranklength and slidersite can only be used with a slider-crank ('cranksite')");
        }
        if not_site && e.has("refsite") {
            self.error_at(e, "refsite", "refsite can only be used with a site transmission");
        }
    }

    fn general(
        &mut self,
        e: &Elem<'_>,
        x: &mut Actuator,
        inherited: &Actuator,
    ) -> Result<(), (&'static str, String)> {
        e.set1("inheritrange", &mut x.inheritrange);
        if e.has("ctrlrange") && !e.has("inheritrange") && x.dyntype != DynKind::Integrator {
            x.inheritrange = 0.0;
        }
        if i64::from(x.actdim) > crate::MAX_ELEMENTS {
            x.actdim = -1;
            return Err(("actdim", format!("actdim is more than the limit of {}", crate::MAX_ELEMENTS)));
        }
        if x.gaintype != inherited.gaintype {
            // an inherited input signature means nothing to another gain
            x.ctrlspec = 0;
        }
        if let Some(text) = e.text("input") {
            x.ctrlspec = match k::number(k::CHART, text) {
                Some(chart) => chart,
                None => input_bits(text)?,
            };
        }
        Ok(())
    }
}

/// The bits of an input signature, whose words must be in order.
fn input_bits(text: &str) -> Result<i32, (&'static str, String)> {
    let mut bits = 0;
    for w in text.split_ascii_whitespace() {
        let Some(b) = k::number(k::INPUT, w) else {
            let words = k::INPUT.iter().map(|w| w.0).collect::<Vec<_>>().join(", ");
            let message = format!("'{}' is no input; allowed: expmap, quat, {words}", super::short(w));
            return Err(("input", message));
        };
        bits = add_input(bits, b)?;
    }
    Ok(bits)
}

/// Adds one input to a signature.
pub(super) fn add_input(bits: i32, b: i32) -> Result<i32, (&'static str, String)> {
    const NONE: i32 = 16;
    if b <= bits || (b == NONE && bits != 0) || bits == NONE {
        return Err((
            "input",
            "inputs must be listed in the order pos, vel, ff, voltage, pressure; or none alone".into(),
        ));
    }
    Ok(bits | b)
}
