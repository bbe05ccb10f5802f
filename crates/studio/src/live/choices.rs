//! Options that can be switched while the simulation runs, with their choices.

use crate::{Json, json};
use stiction::Model;
use stiction::kinds::{disable, enable};
use stiction::model::stiction as own;

const CONES: &[&str] = &["pyramidal", "elliptic"];
const INTEGRATORS: &[&str] = &["euler", "rk4", "implicit", "implicitfast", "discrete"];
/// MuJoCo's solvers, by its numbers.
const SOLVERS: &[&str] = &["pgs", "cg", "newton"];
const FLAGS: &[(&str, i32)] = &[
    ("contacts", disable::CONTACT),
    ("constraints", disable::CONSTRAINT),
    ("equalities", disable::EQUALITY),
    ("limits", disable::LIMIT),
    ("joint friction", disable::FRICTIONLOSS),
    ("gravity", disable::GRAVITY),
    ("actuation", disable::ACTUATION),
    ("warm start", disable::WARMSTART),
];

fn choice(name: &str, among: &[&str], now: &str) -> Json {
    json!({ "name": name, "among": among, "now": now })
}

fn word(among: &[&'static str], i: i32) -> &'static str {
    usize::try_from(i).ok().and_then(|i| among.get(i)).copied().unwrap_or("")
}

/// The solver that is used: our own choice goes before MuJoCo's.
fn solver(m: &Model) -> &'static str {
    m.stiction.solver.map_or(word(SOLVERS, m.opt.solver), own::Solver::word)
}

/// What can be switched, and how it stands.
pub fn choices(m: &Model) -> Json {
    let mut out = vec![
        choice("contact", own::Contact::WORDS, m.stiction.contact.word()),
        choice("friction", own::Friction::WORDS, m.stiction.friction.word()),
        choice("solver", own::Solver::WORDS, solver(m)),
        choice("cone", CONES, word(CONES, m.opt.cone)),
        choice("integrator", INTEGRATORS, word(INTEGRATORS, m.opt.integrator)),
    ];
    for (name, bit) in FLAGS {
        out.push(choice(name, &["off", "on"], if m.opt.disableflags & bit == 0 { "on" } else { "off" }));
    }
    Json::Array(out)
}

/// Sets an option by name.
///
/// # Errors
/// If there is no such option or choice.
pub fn set_option(m: &mut Model, name: &str, value: &Json) -> Result<(), String> {
    if name == "timestep" {
        let h = value.as_f64().filter(|h| *h > 0.0 && *h < 1.0);
        m.opt.timestep = h.ok_or("the time step is a number between 0 and 1")?;
        return Ok(());
    }
    let word = value.as_str().ok_or_else(|| format!("option '{name}' takes a word"))?;
    let pick = |among: &[&str]| {
        let at = among.iter().position(|a| *a == word);
        at.map(|i| i as i32).ok_or_else(|| format!("option '{name}' is one of {}", among.join(", ")))
    };
    match name {
        "preset" if pick(&["exact", "soft"])? == 0 => m.stiction.exact(),
        "preset" => {
            m.stiction.contact = own::Contact::Soft;
            m.stiction.friction = own::Friction::Convex;
            m.stiction.solver = None;
            m.stiction.own_integrator = false;
        }
        "cone" => m.opt.cone = pick(CONES)?,
        "integrator" => m.opt.integrator = pick(INTEGRATORS)?,
        "energy" => {
            let on = pick(&["off", "on"])?;
            m.opt.enableflags = (m.opt.enableflags & !enable::ENERGY) | (on * enable::ENERGY);
        }
        _ => match FLAGS.iter().find(|(n, _)| *n == name) {
            Some((_, bit)) => {
                let on = pick(&["off", "on"])?;
                m.opt.disableflags = (m.opt.disableflags & !bit) | ((1 - on) * bit);
            }
            None => own_option(m, name, word)?,
        },
    }
    Ok(())
}

/// Contact law, friction, solver and whatever else the engine adds to MuJoCo's options.
fn own_option(m: &mut Model, name: &str, word: &str) -> Result<(), String> {
    let before = (m.stiction.clone(), m.opt.solver);
    m.stiction.set(name, word).map_err(|p| format!("{}; {}", p.message, p.hint))?;
    if name == "solver"
        && let Some(i) = SOLVERS.iter().position(|s| *s == word)
    {
        m.opt.solver = i as i32;
    }
    // a law brings a solver that can solve it
    match (name, word) {
        ("contact", "hard") => m.stiction.exact(),
        ("friction", "coulomb") => m.stiction.solver = Some(own::Solver::Psn),
        ("contact", "soft") | ("friction", "convex") => {
            m.stiction.solver = m.stiction.is_hard().then_some(own::Solver::Psn);
            m.stiction.own_integrator = m.stiction.is_hard();
        }
        _ => {}
    }
    if let Some((why, instead)) = m.stiction.undefined(&m.opt) {
        (m.stiction, m.opt.solver) = before;
        return Err(format!("{why}: {instead}"));
    }
    Ok(())
}

/// Sets options from words `name=value`, separated by spaces or commas.
///
/// # Errors
/// The first word that is wrong.
pub fn set_options(m: &mut Model, words: &str) -> Result<(), String> {
    for word in words.split([' ', ',']).filter(|w| !w.is_empty()) {
        let (name, value) = word.split_once('=').ok_or_else(|| format!("'{word}' is not NAME=VALUE"))?;
        let value = match value.parse::<f64>() {
            Ok(x) if name == "timestep" => json!(x),
            _ => json!(value),
        };
        set_option(m, name, &value)?;
    }
    Ok(())
}
