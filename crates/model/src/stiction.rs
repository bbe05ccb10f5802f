//! Our own options: what MuJoCo's format has no word for, read from custom texts and tuples that MuJoCo ignores.
//!
//! ```xml
//! <custom>
//!   <text name="stiction" data="contact=hard friction=coulomb solver=psn"/>
//!   <tuple name="stiction:restitution"><element objtype="geom" objname="ball" prm="0.8"/></tuple>
//! </custom>
//! ```
//!
//! The three choices are independent: the law (`contact`), the friction model (`friction`) and the method (`solver`). A
//! combination that is not defined is an error that says why, at compile time and again before a step.

use crate::ids::ObjectId;
use crate::kinds::{Integrator, ObjKind};
use crate::model::Model;
use crate::options::Options;

/// Name of the custom text, and of tuples up to the colon.
pub const NAME: &str = "stiction";

/// The edition of the physics: as long as it is the same, so are the bits of a step (docs/versions.md).
pub const EDITION: u16 = 2026;

/// MuJoCo's least mass and inertia of a moving body [kg, kg m²].
const LEAST_MASS: f64 = 1e-15;
/// The same under the hard law: squares of it are still numbers.
const LEAST_HARD_MASS: f64 = 1e-100;
/// Steps that a tree must be at rest before it may fall asleep, unless `sleep_time` is given (`mjMINAWAKE`).
const MIN_AWAKE: i32 = 10;

/// Per-object values: the word after `stiction:` and the kinds of object that may have it.
pub const OBJECT_KEYS: &[(&str, &[ObjKind])] = &[
    ("restitution", &[ObjKind::Geom, ObjKind::Joint]),
    ("exact", &[ObjKind::Geom, ObjKind::Mesh]),
    ("patch", &[ObjKind::Geom]),
];

/// Words of the text.
pub const KEYS: &[&str] = &[
    "contact",
    "friction",
    "solver",
    "preset",
    "strict",
    "slop",
    "rest_velocity",
    "omega",
    "fallback",
    "tolerance",
    "impact",
    "accuracy",
    "edition",
    "sleep_time",
];

macro_rules! words {
    ($(#[$doc:meta])* $Name:ident { $($(#[$vdoc:meta])* $Variant:ident = $word:literal),* $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
        pub enum $Name { $($(#[$vdoc])* $Variant),* }
        impl $Name {
            /// The words users write, in the order of the variants.
            pub const WORDS: &'static [&'static str] = &[$($word),*];
            /// All variants.
            pub const ALL: &'static [$Name] = &[$($Name::$Variant),*];
            /// The variant of a word.
            pub fn from_word(word: &str) -> Option<Self> {
                match word { $($word => Some($Name::$Variant),)* _ => None }
            }
            /// The word of a variant.
            pub fn word(self) -> &'static str {
                match self { $($Name::$Variant => $word),* }
            }
        }
    };
}

words! {
    /// The contact law: what fills compliance and target of a row.
    Contact {
        /// MuJoCo's `solref` and `solimp`.
        Soft = "soft",
        /// No compliance, restitution, velocity-level step.
        Hard = "hard",
    }
}
words! {
    /// The friction model.
    Friction {
        /// Associated: MuJoCo's, a convex problem.
        Convex = "convex",
        /// Coulomb's law, by the De Saxcé correction.
        Coulomb = "coulomb",
    }
}
words! {
    /// How an impact is shared among bodies that touch.
    #[derive(Default)]
    Impact {
        /// All at once, by Newton's law.
        #[default]
        Newton = "newton",
        /// Pair after pair, the fastest first, as if there were gaps between them.
        Sequential = "sequential",
    }
}
words! {
    /// The method.
    Solver {
        /// Primal Newton.
        Newton = "newton",
        /// Primal conjugate gradient.
        Cg = "cg",
        /// Block Gauss–Seidel.
        Pgs = "pgs",
        /// Active set.
        Asm = "asm",
        /// Active set on polyhedral cones.
        Poly = "poly",
        /// Alternating directions.
        Admm = "admm",
        /// Interior point.
        Ipm = "ipm",
        /// Proximal semismooth Newton.
        Psn = "psn",
    }
}

/// A value of one object.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ObjectValue {
    /// The word after `stiction:`.
    pub key: String,
    /// Kind of the object.
    pub kind: ObjKind,
    /// Its id.
    pub id: usize,
    /// The value (`prm`).
    pub value: f64,
}

/// Our own options of a model.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Stiction {
    /// Contact law.
    pub contact: Contact,
    /// Friction model.
    pub friction: Friction,
    /// Method; `None`: `opt.solver` under the soft convex law, `psn` otherwise.
    pub solver: Option<Solver>,
    /// The hard law brings its own integrator whatever `opt.integrator` says (set by the preset `exact`).
    pub own_integrator: bool,
    /// If the residual stays above the tolerance, the next solver takes over, and `psn` climbs its whole ladder.
    pub strict: bool,
    /// Penetration that the position pass leaves (m).
    pub slop: f64,
    /// Approach speed below which nothing rebounds (m/s); `None`: from the step and gravity ([`Stiction::rest_speed`]).
    pub rest_velocity: Option<f64>,
    /// Relaxation factor of `pgs`, in (0, 2).
    pub omega: f64,
    /// Method for islands on which `solver` did not converge.
    pub fallback: Option<Solver>,
    /// Residual at which the exact methods stop; `None`: their default.
    pub tolerance: Option<f64>,
    /// How impacts are shared among bodies that touch.
    pub impact: Impact,
    /// Error of positions that a part of a step may have [m, rad]: steps are then divided until it holds. `None`: they are not.
    pub accuracy: Option<f64>,
    /// The edition of the physics that is asked for; `None`: that of the program ([`EDITION`]).
    pub edition: Option<u16>,
    /// Time that a tree must be at rest before it falls asleep (s); `None`: ten steps, as MuJoCo ([`Stiction::sleep_steps`]).
    pub sleep_time: Option<f64>,
    /// Radius of the disc over which a contact of each geom presses evenly (m); 0: a point (ngeom).
    pub patch: Vec<f64>,
    /// Coefficient of restitution per geom; negative: none given, the partner decides (ngeom).
    pub restitution: Vec<f64>,
    /// Coefficient of restitution at the limits of each joint (njnt).
    pub stop_restitution: Vec<f64>,
    /// All per-object values as they were given.
    pub values: Vec<ObjectValue>,
}

impl Default for Stiction {
    fn default() -> Self {
        Stiction {
            contact: Contact::Soft,
            friction: Friction::Convex,
            solver: None,
            own_integrator: false,
            strict: false,
            slop: 1e-5,
            rest_velocity: None,
            omega: 1.0,
            fallback: None,
            tolerance: None,
            impact: Impact::Newton,
            accuracy: None,
            edition: None,
            sleep_time: None,
            patch: Vec::new(),
            restitution: Vec::new(),
            stop_restitution: Vec::new(),
            values: Vec::new(),
        }
    }
}

/// Something wrong with the options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// What is wrong.
    pub message: String,
    /// What to do about it; may be empty.
    pub hint: String,
}

impl Problem {
    fn new(message: impl Into<String>, hint: impl Into<String>) -> Self {
        Problem { message: message.into(), hint: hint.into() }
    }
}

impl Stiction {
    /// The preset `exact`: hard contact, Coulomb friction, proximal semismooth Newton, the hard step's own integrator.
    pub fn exact(&mut self) {
        (self.contact, self.friction, self.solver) = (Contact::Hard, Friction::Coulomb, Some(Solver::Psn));
        self.own_integrator = true;
    }

    /// True under the hard law.
    #[inline]
    pub fn is_hard(&self) -> bool {
        self.contact == Contact::Hard
    }

    /// Restitution of a pair of geoms: √(e₁e₂); a geom without a value takes its partner's; none: 0.
    pub fn pair_restitution(&self, geoms: [i32; 2]) -> f64 {
        let of =
            |g: i32| usize::try_from(g).ok().and_then(|g| self.restitution.get(g)).copied().unwrap_or(-1.0);
        match geoms.map(of) {
            [a, b] if a >= 0.0 && b >= 0.0 => (a * b).sqrt(),
            [a, b] => a.max(b).max(0.0),
        }
    }

    /// Restitution at the limits of a joint.
    pub fn joint_restitution(&self, joint: usize) -> f64 {
        self.stop_restitution.get(joint).copied().unwrap_or(0.0)
    }

    /// Radius of the disc over which two geoms press on each other (m): the smaller one where both are given; 0: a point.
    pub fn pair_patch(&self, geoms: [i32; 2]) -> f64 {
        let of = |g: i32| usize::try_from(g).ok().and_then(|g| self.patch.get(g)).copied().unwrap_or(0.0);
        match geoms.map(of) {
            [a, b] if a > 0.0 && b > 0.0 => a.min(b),
            [a, b] => a.max(b),
        }
    }

    /// Mass, inertia and pivots below this are none [kg, kg m²]: MuJoCo's bound under the soft law, where its rows divide by
    /// such numbers; under the hard law whatever has an inverse.
    #[inline]
    pub fn least_mass(&self) -> f64 {
        if self.is_hard() { LEAST_HARD_MASS } else { LEAST_MASS }
    }

    /// Approach speed below which nothing rebounds (m/s). A rebound at g h ends within two steps: below four times that a bounce cannot
    /// be told from rest.
    pub fn rest_speed(&self, timestep: f64, gravity: f64) -> f64 {
        self.rest_velocity.unwrap_or(4.0 * gravity * timestep)
    }

    /// The same for an impact at its own time: a rebound at g h/2 lasts one step.
    pub fn impact_rest_speed(&self, timestep: f64, gravity: f64) -> f64 {
        self.rest_velocity.unwrap_or(0.5 * gravity * timestep)
    }

    /// Steps that a tree must be at rest before it may fall asleep: `sleep_time` rounded up, at least one.
    pub fn sleep_steps(&self, timestep: f64) -> i32 {
        // a quotient that is whole but for rounding is that number
        self.sleep_time.map_or(MIN_AWAKE, |t| (t / timestep * (1.0 - 1e-12)).ceil().clamp(1.0, 1e9) as i32)
    }

    /// Values given to objects under this key.
    pub fn values_of<'a>(&'a self, key: &'a str) -> impl Iterator<Item = &'a ObjectValue> {
        self.values.iter().filter(move |v| v.key == key)
    }

    /// Sets one option from its words, as in the custom text.
    ///
    /// # Errors
    /// What is wrong with the key or the value.
    pub fn set(&mut self, key: &str, value: &str) -> Result<(), Problem> {
        match key {
            "contact" => self.contact = word(key, value, Contact::WORDS, Contact::from_word)?,
            "friction" => self.friction = word(key, value, Friction::WORDS, Friction::from_word)?,
            "solver" => self.solver = Some(word(key, value, Solver::WORDS, Solver::from_word)?),
            "preset" => {
                word(key, value, &["exact"], |w| (w == "exact").then_some(()))?;
                self.exact();
            }
            "strict" => self.strict = flag(key, value)?,
            "slop" => self.slop = number(key, value, 0.0, 1e-4)?,
            "rest_velocity" => self.rest_velocity = Some(number(key, value, 0.0, 1e10)?),
            "omega" => self.omega = number(key, value, f64::MIN_POSITIVE, 2.0 - 1e-12)?,
            "fallback" => {
                self.fallback = match value {
                    "none" => None,
                    _ => Some(word(key, value, &["pgs", "none"], |w| (w == "pgs").then_some(Solver::Pgs))?),
                }
            }
            "tolerance" => self.tolerance = Some(number(key, value, 0.0, 1.0)?),
            "impact" => self.impact = word(key, value, Impact::WORDS, Impact::from_word)?,
            "accuracy" => {
                self.accuracy = match value {
                    "none" => None,
                    _ => Some(number(key, value, 1e-12, 1.0)?),
                }
            }
            "edition" if value.parse() == Ok(EDITION) => self.edition = Some(EDITION),
            "edition" => {
                return Err(Problem::new(
                    format!("this program has edition {EDITION} of the physics, not '{}'", short(value)),
                    "install a version that has it, or leave it out",
                ));
            }
            "sleep_time" => {
                self.sleep_time = match value {
                    "none" => None,
                    _ => Some(number(key, value, 0.0, 1e10)?),
                }
            }
            _ => return Err(Problem::new(format!("there is no option '{}'", short(key)), one_of(KEYS))),
        }
        Ok(())
    }

    /// Applies the words of a custom text, `key=value` separated by spaces; gives back every problem.
    pub fn apply(&mut self, text: &str) -> Vec<Problem> {
        let mut problems = Vec::new();
        for item in text.split_whitespace() {
            let done = match item.split_once('=') {
                Some((key, value)) => self.set(key, value),
                None => {
                    Err(Problem::new(format!("'{}' is not of the form key=value", short(item)), one_of(KEYS)))
                }
            };
            problems.extend(done.err());
        }
        problems
    }

    /// The text that [`apply`](Self::apply) reads, with every option that is not the default.
    pub fn to_text(&self) -> String {
        let d = Stiction::default();
        let mut out = Vec::new();
        if self.own_integrator {
            out.push("preset=exact".into());
        }
        out.push(format!("contact={} friction={}", self.contact.word(), self.friction.word()));
        out.extend(self.solver.map(|s| format!("solver={}", s.word())));
        if self.strict {
            out.push("strict=on".into());
        }
        for (key, value, usual) in [("slop", self.slop, d.slop), ("omega", self.omega, d.omega)] {
            if value != usual {
                out.push(format!("{key}={value}"));
            }
        }
        out.extend(self.fallback.map(|s| format!("fallback={}", s.word())));
        out.extend(self.rest_velocity.map(|v| format!("rest_velocity={v}")));
        out.extend(self.tolerance.map(|t| format!("tolerance={t}")));
        if self.impact != d.impact {
            out.push(format!("impact={}", self.impact.word()));
        }
        out.extend(self.accuracy.map(|a| format!("accuracy={a}")));
        out.extend(self.edition.map(|e| format!("edition={e}")));
        out.extend(self.sleep_time.map(|t| format!("sleep_time={t}")));
        out.join(" ")
    }

    /// Why this combination is not defined, and what to choose instead; `None` if it is.
    pub fn undefined(&self, opt: &Options) -> Option<(&'static str, &'static str)> {
        let hard = self.is_hard();
        let own = matches!(
            Integrator::from_i32(opt.integrator),
            Some(Integrator::Euler | Integrator::Discrete) | None
        );
        if hard && !own && !self.own_integrator {
            return Some((
                "contact=hard brings the integrator of its own velocity-level step",
                "choose integrator 'Euler' or 'discrete', or preset=exact, which overrides it",
            ));
        }
        if self.accuracy.is_some() && !hard {
            return Some((
                "accuracy divides steps, and soft contact is another one for every length of step",
                "choose contact=hard, or a shorter timestep",
            ));
        }
        match self.solver {
            Some(Solver::Newton | Solver::Cg) if hard => Some((
                "the primal solvers newton and cg need compliance, which contact=hard has not",
                "choose solver=psn, admm, ipm, asm or pgs",
            )),
            Some(Solver::Newton | Solver::Cg) if self.friction == Friction::Coulomb => Some((
                "newton and cg minimise a convex cost, which friction=coulomb has not",
                "choose solver=psn, admm or pgs",
            )),
            Some(Solver::Asm | Solver::Ipm) if self.friction == Friction::Coulomb => Some((
                "asm and ipm solve convex problems, which friction=coulomb is not",
                "choose solver=psn, admm or pgs, or friction=convex",
            )),
            Some(Solver::Poly) if self.friction == Friction::Coulomb => Some((
                "poly has cones with flat sides, which friction=coulomb has not",
                "choose solver=psn, admm or pgs, or friction=convex",
            )),
            _ => None,
        }
    }
}

/// What reading the options of a model found: the options, and problems with the index of their text or tuple.
#[derive(Clone, Debug, Default)]
pub struct Reading {
    /// The options.
    pub options: Stiction,
    /// Problems of texts: (index, problem).
    pub texts: Vec<(usize, Problem)>,
    /// Problems of tuples: (index, problem).
    pub tuples: Vec<(usize, Problem)>,
}

/// Reads our options from the custom texts and tuples of a model.
pub fn read(m: &Model) -> Reading {
    let mut out = Reading::default();
    out.options.restitution = vec![-1.0; m.geom.kind.len()];
    out.options.patch = vec![0.0; m.geom.kind.len()];
    out.options.stop_restitution = vec![0.0; m.jnt.kind.len()];
    for (i, _) in named(m, ObjKind::Text, |n| n == NAME) {
        let problems = out.options.apply(text(m, i));
        out.texts.extend(problems.into_iter().map(|p| (i, p)));
    }
    for (i, name) in named(m, ObjKind::Tuple, |n| object_key(n).is_some()) {
        let key = object_key(name).unwrap_or_default();
        let Some((_, kinds)) = OBJECT_KEYS.iter().find(|(k, _)| *k == key) else {
            let known: Vec<&str> = OBJECT_KEYS.iter().map(|(k, _)| *k).collect();
            out.tuples.push((
                i,
                Problem::new(format!("there is no per-object option '{}'", short(key)), one_of(&known)),
            ));
            continue;
        };
        elements(m, i, key, kinds, &mut out);
    }
    out
}

/// One tuple.
fn elements(m: &Model, i: usize, key: &str, kinds: &[ObjKind], out: &mut Reading) {
    let (Some(&adr), Some(&n)) = (m.tuple.adr.get(i), m.tuple.size.get(i)) else { return };
    for k in adr as usize..(adr + n) as usize {
        let (Some(&kind), Some(&id), Some(&value)) =
            (m.tuple.objtype.get(k), m.tuple.objid.get(k), m.tuple.objprm.get(k))
        else {
            return;
        };
        let Some(id) = id.get().map(ObjectId::idx) else { continue };
        let Some(kind) = kind.get().filter(|x| kinds.contains(x)) else {
            out.tuples
                .push((i, Problem::new(format!("element {} cannot have '{key}'", k - adr as usize), "")));
            continue;
        };
        if key == "restitution" {
            if !(0.0..=1.0).contains(&value) {
                let message = format!("restitution must be between 0 and 1, not {value}");
                out.tuples.push((i, Problem::new(message, "")));
                continue;
            }
            let list = match kind {
                ObjKind::Joint => &mut out.options.stop_restitution,
                _ => &mut out.options.restitution,
            };
            if let Some(e) = list.get_mut(id) {
                *e = value;
            }
        }
        if key == "patch" {
            if !(value > 0.0 && value <= 1e10) {
                out.tuples
                    .push((i, Problem::new(format!("patch must be a positive radius, not {value}"), "")));
                continue;
            }
            if let Some(r) = out.options.patch.get_mut(id) {
                *r = value;
            }
        }
        out.options.values.push(ObjectValue { key: key.into(), kind, id, value });
    }
}

/// The word after `stiction:` in a tuple's name. Models that are attached to others bring a prefix before it, and may bring a suffix after
/// the word, which then does not begin with a letter.
fn object_key(name: &str) -> Option<&str> {
    let rest = name.split_once(NAME)?.1.strip_prefix(':')?;
    let whole = |k: &&str| {
        let after = rest.strip_prefix(k).map(|s| s.chars().next());
        after.is_some_and(|c| c.is_none_or(|c| !c.is_alphabetic()))
    };
    Some(OBJECT_KEYS.iter().map(|(k, _)| *k).find(whole).unwrap_or(rest))
}

fn named(m: &Model, kind: ObjKind, which: impl Fn(&str) -> bool) -> impl Iterator<Item = (usize, &str)> {
    m.names.list(kind).iter().map(String::as_str).enumerate().filter(move |(_, n)| which(n))
}

/// A custom text.
fn text(m: &Model, i: usize) -> &str {
    let (Some(&adr), Some(&size)) = (m.text.adr.get(i), m.text.size.get(i)) else { return "" };
    let bytes = m.text.data.get(adr as usize..(adr + size) as usize).unwrap_or(&[]);
    std::str::from_utf8(bytes).unwrap_or("").trim_end_matches('\0')
}

fn one_of(words: &[&str]) -> String {
    format!("one of {}", words.join(", "))
}

fn short(s: &str) -> String {
    s.chars().take(60).collect()
}

fn word<T>(key: &str, value: &str, words: &[&str], of: impl Fn(&str) -> Option<T>) -> Result<T, Problem> {
    of(value).ok_or_else(|| Problem::new(format!("{key} has no value '{}'", short(value)), one_of(words)))
}

fn flag(key: &str, value: &str) -> Result<bool, Problem> {
    match value {
        "on" | "true" | "1" => Ok(true),
        "off" | "false" | "0" => Ok(false),
        _ => Err(Problem::new(format!("{key} has no value '{}'", short(value)), "on or off")),
    }
}

fn number(key: &str, value: &str, low: f64, high: f64) -> Result<f64, Problem> {
    let bad =
        || Problem::new(format!("{key} must be a number from {low} to {high}, not '{}'", short(value)), "");
    let x: f64 = value.parse().map_err(|_| bad())?;
    if (low..=high).contains(&x) { Ok(x) } else { Err(bad()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_read_and_written_back() {
        let mut s = Stiction::default();
        assert!(
            s.apply(
                "contact=hard friction=coulomb solver=admm slop=2e-5 tolerance=1e-9 strict=on edition=2026"
            )
            .is_empty()
        );
        assert_eq!((s.contact, s.friction, s.solver), (Contact::Hard, Friction::Coulomb, Some(Solver::Admm)));
        let mut t = Stiction::default();
        assert!(t.apply(&s.to_text()).is_empty());
        assert_eq!(s, t);
    }

    #[test]
    fn every_problem_is_reported() {
        let mut s = Stiction::default();
        let p = s.apply("contact=medium slip=3 solver omega=2 slop=1 strict=maybe fallback=cg edition=1999");
        assert_eq!(p.len(), 8, "{p:?}");
        assert!(p[0].hint.contains("soft, hard"));
    }

    #[test]
    fn undefined_combinations_say_why() {
        let opt = |integrator: Integrator| Options { integrator: integrator as i32, ..Options::default() };
        let mut s = Stiction::default();
        assert!(s.undefined(&opt(Integrator::Rk4)).is_none());
        s.friction = Friction::Coulomb;
        s.solver = Some(Solver::Newton);
        assert!(s.undefined(&opt(Integrator::Euler)).is_some());
        s.solver = None;
        s.contact = Contact::Hard;
        assert!(s.undefined(&opt(Integrator::Euler)).is_none());
        assert!(s.undefined(&opt(Integrator::Rk4)).is_some());
        s.exact();
        assert!(s.undefined(&opt(Integrator::Rk4)).is_none());
    }

    #[test]
    fn names_of_tuples_may_have_a_prefix_and_a_suffix() {
        for (name, key) in [
            ("stiction:exact", Some("exact")),
            ("left/stiction:restitution", Some("restitution")),
            ("a-stiction:patch_2", Some("patch")),
            ("stiction:exactly", Some("exactly")),
            ("stiction", None),
            ("restitution", None),
        ] {
            assert_eq!(object_key(name), key, "{name}");
        }
    }

    #[test]
    fn time_until_sleep_in_steps() {
        let mut s = Stiction::default();
        assert_eq!(s.sleep_steps(0.002), 10);
        for (text, steps) in
            [("0", 1), ("1e-9", 1), ("0.1", 10), ("1.1", 110), ("1.101", 111), ("1e10", 1_000_000_000)]
        {
            assert!(s.set("sleep_time", text).is_ok());
            assert_eq!(s.sleep_steps(0.01), steps, "{text}");
        }
        assert!(s.set("sleep_time", "-1").is_err() && s.set("sleep_time", "nan").is_err());
        let mut t = Stiction::default();
        assert!(t.apply(&s.to_text()).is_empty());
        assert_eq!(t.sleep_time, Some(1e10));
        assert!(t.set("sleep_time", "none").is_ok());
        assert_eq!(t.sleep_time, None);
    }

    #[test]
    fn restitution_of_pairs() {
        let s = Stiction { restitution: vec![0.9, 0.4, -1.0, -1.0], ..Stiction::default() };
        assert_eq!(s.pair_restitution([0, 1]), (0.9_f64 * 0.4).sqrt());
        assert_eq!(s.pair_restitution([2, 1]), 0.4);
        assert_eq!(s.pair_restitution([2, 3]), 0.0);
    }
}
