//! Options that can be switched while the simulation runs, with their choices.

use crate::json::Json;
use stiction::Model;
use stiction::kinds::{disable, enable};

const SOLVERS: &[&str] = &["pgs", "cg", "newton"];
const CONES: &[&str] = &["pyramidal", "elliptic"];
const INTEGRATORS: &[&str] = &["euler", "rk4", "implicit", "implicitfast"];
const FLAGS: &[(&str, i32)] = &[
    ("contact", disable::CONTACT),
    ("constraint", disable::CONSTRAINT),
    ("equality", disable::EQUALITY),
    ("limit", disable::LIMIT),
    ("frictionloss", disable::FRICTIONLOSS),
    ("gravity", disable::GRAVITY),
    ("actuation", disable::ACTUATION),
    ("warmstart", disable::WARMSTART),
];

fn choice(name: &str, among: &[&str], now: i32) -> Json {
    Json::object([
        ("name", Json::str(name)),
        ("among", Json::strs(among)),
        ("now", Json::str(among.get(now as usize).copied().unwrap_or(""))),
    ])
}

/// What can be switched, and how it stands.
pub fn choices(m: &Model) -> Json {
    let mut out = vec![
        choice("solver", SOLVERS, m.opt.solver),
        choice("cone", CONES, m.opt.cone),
        choice("integrator", INTEGRATORS, m.opt.integrator),
    ];
    for (name, bit) in FLAGS {
        let on = i32::from(m.opt.disableflags & bit == 0);
        out.push(choice(name, &["off", "on"], on));
    }
    Json::List(out)
}

/// Sets an option by name.
///
/// # Errors
/// If there is no such option or choice.
pub fn set_option(m: &mut Model, name: &str, value: &Json) -> Result<(), String> {
    if name == "timestep" {
        let h = value
            .num()
            .filter(|h| *h > 0.0 && *h < 1.0)
            .ok_or("the time step is a number between 0 and 1")?;
        m.opt.timestep = h;
        return Ok(());
    }
    let word = value.text_of().ok_or_else(|| format!("option '{name}' takes a word"))?;
    let pick = |among: &[&str]| {
        let at = among.iter().position(|a| *a == word);
        at.map(|i| i as i32).ok_or_else(|| format!("option '{name}' is one of {}", among.join(", ")))
    };
    match name {
        "solver" => m.opt.solver = pick(SOLVERS)?,
        "cone" => m.opt.cone = pick(CONES)?,
        "integrator" => m.opt.integrator = pick(INTEGRATORS)?,
        "energy" => {
            let on = pick(&["off", "on"])?;
            m.opt.enableflags = (m.opt.enableflags & !enable::ENERGY) | (on * enable::ENERGY);
        }
        _ => {
            let Some((_, bit)) = FLAGS.iter().find(|(n, _)| *n == name) else {
                return Err(format!("no option is called '{name}'"));
            };
            let on = pick(&["off", "on"])?;
            m.opt.disableflags = (m.opt.disableflags & !bit) | ((1 - on) * bit);
        }
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
            Ok(x) if name == "timestep" => Json::Num(x),
            _ => Json::str(value),
        };
        set_option(m, name, &value)?;
    }
    Ok(())
}
