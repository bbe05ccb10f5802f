//! The certificate of a step in words: what holds, what is off, by how much and where.

use crate::inspect::{kind, named, owner};
use crate::{Json, json};
use stiction::kinds::ObjKind;
use stiction::sim::certificate::Certificate;
use stiction::solver::{RowKind, Status};
use stiction::{Data, Model};

/// What is smaller than this in SI units is not told on its own.
const ROUNDING: f64 = 1e-12;

/// Where to look: the worst contact or row, or else the deepest contact.
struct Place {
    what: String,
    position: [f64; 3],
    body: i64,
    depth: f64,
}

/// The verdict on the last step for people.
pub fn words(m: &Model, d: &Data, c: &Certificate) -> Json {
    let hard = m.stiction.is_hard();
    let worst = worst(m, d, c);
    let deepest = deepest(m, d);
    let (mut say, mut exact) = (vec![verdict(c, hard)], 0);
    if let Some(w) = &worst {
        say.push(format!(
            "The worst is {}: it misses its law by {} m/s (or rad/s).",
            w.what,
            short(c.violation)
        ));
    }
    for (x, unit, what) in [
        (c.penetration_speed, "m/s", "Bodies approach, beyond what a contact or limit allows, by up to"),
        (c.cone_excess, "N", "A force leaves its friction cone by up to"),
        (c.complementarity, "W", "A contact that opens still pushes, with a power of up to"),
        (c.momentum_defect, "N s", "Momentum and impulses disagree by up to"),
    ] {
        if x > ROUNDING {
            say.push(format!("{what} {} {unit}.", short(x)));
        } else if x > 0.0 {
            exact += 1;
        }
    }
    if exact > 0 {
        say.push(format!("What else was measured is zero but for rounding (below {ROUNDING:e})."));
    }
    if let Some(p) = deepest.as_ref().filter(|p| p.depth > 0.0) {
        let why = if hard { "left over from before" } else { "soft contact lets bodies sink" };
        say.push(format!("The deepest contact is {}: {} mm ({why}).", p.what, short(1e3 * p.depth)));
    }
    if !hard && c.coulomb > 0.0 {
        say.push(format!(
            "Against exact Coulomb friction without sinking this step is off by {} of the contact's own speeds.",
            short(c.coulomb)
        ));
    }
    say.extend(c.diagnosis().map(str::to_owned));
    if let Some(g) = c.geometry.filter(|g| !g.is_true()) {
        say.push(format!(
            "The contacts themselves are wrong: {} overlapping pairs have none, {} have a normal that nothing touching has.",
            g.missing, g.bent
        ));
    }
    let at = worst.or(deepest).map(|p| json!({ "what": p.what, "position": p.position, "body": p.body }));
    json!({
        "event": "certificate",
        "time": d.time,
        "law": if hard { "exact" } else { "soft" },
        "status": format!("{:?}", c.status).to_lowercase(),
        "solved": c.status.is_solved(),
        "violation": c.violation,
        "residual": if hard { c.coulomb } else { c.convex },
        "words": say,
        "worst": at,
    })
}

fn verdict(c: &Certificate, hard: bool) -> String {
    let law = if hard { "hard contact with exact Coulomb friction" } else { "MuJoCo's soft contact" };
    let held = match c.status {
        Status::Solved => "The step is solved",
        Status::Accepted => "The step is accepted: nearly as good as asked for",
        Status::Stuck => "The step is NOT solved: the solver ended too far from the law",
        Status::Geometry => "The step is solved for contacts that are wrong",
        Status::Contradiction => "The step has NO solution: rows contradict each other",
        Status::NotFinite => "The step is broken: a number is not finite",
    };
    format!("{held}, under {law}.")
}

/// The block that the checker named.
fn worst(m: &Model, d: &Data, c: &Certificate) -> Option<Place> {
    let w = c.worst.filter(|_| c.violation > 0.0)?;
    let id = usize::try_from(w.id).ok()?;
    if w.kind.is_contact() {
        // the list may be of a later part of the step: the geoms say whether it is still this contact
        let at = d.contacts.list.get(id).filter(|x| x.geom == w.geom);
        return at.map(|_| contact(m, d, id));
    }
    let what = format!("{} of {}", kind(w.kind), owner(m, d, w.kind, id));
    let body = body_of(m, w.kind, id)?;
    Some(Place { what, position: d.kin.xpos[body].0, body: body as i64, depth: 0.0 })
}

fn body_of(m: &Model, k: RowKind, id: usize) -> Option<usize> {
    let joint = match k {
        RowKind::LimitJoint => id,
        RowKind::FrictionDof => m.dof.jntid.get(id)?.get()?.idx(),
        RowKind::Equality => {
            return m.eq.obj1id.get(id)?.get().map(|o| o.idx()).filter(|b| *b < m.size.nbody);
        }
        _ => return None,
    };
    m.jnt.bodyid.get(joint)?.get().map(|b| b.idx())
}

fn deepest(m: &Model, d: &Data) -> Option<Place> {
    let (i, _) = d.contacts.list.iter().enumerate().min_by(|a, b| a.1.dist.total_cmp(&b.1.dist))?;
    Some(contact(m, d, i))
}

fn contact(m: &Model, d: &Data, i: usize) -> Place {
    let c = &d.contacts.list[i];
    let geoms = c.geom.map(|g| usize::try_from(g).ok());
    let [a, b] = geoms.map(|g| g.map_or_else(String::new, |g| named(m, ObjKind::Geom, g)));
    // the one that moves is the one to look at
    let bodies = geoms.map(|g| g.map_or(0, |g| m.geom.bodyid[g].idx()));
    let body = bodies.into_iter().rfind(|b| m.body.weldid[*b].idx() != 0).unwrap_or(0);
    Place { what: format!("the contact {a} – {b}"), position: c.pos.0, body: body as i64, depth: -c.dist }
}

fn short(x: f64) -> String {
    if x != 0.0 && !(1e-3..1e4).contains(&x.abs()) { format!("{x:.1e}") } else { format!("{x:.3}") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stiction::{ModelExt, step};

    #[test]
    fn a_resting_box_is_described_under_both_laws() {
        let xml = r#"<mujoco><worldbody><geom name="floor" type="plane" size="1 1 1"/><body pos="0 0 .1"><freejoint/>
            <geom name="cube" type="box" size=".1 .1 .1"/></body></worldbody></mujoco>"#;
        for words_of in ["preset=soft", "preset=exact"] {
            let mut m = Model::from_xml_string(xml).unwrap();
            crate::live::set_options(&mut m, words_of).unwrap();
            let mut d = Data::new(&m);
            let mut last = None;
            for _ in 0..100 {
                last = Some(step(&m, &mut d).unwrap());
            }
            let told = words(&m, &d, &last.unwrap().certificate);
            assert_eq!(told["solved"], true, "{told}");
            assert_eq!(told["worst"]["what"], "the contact floor – cube", "{told}");
            assert_eq!(told["worst"]["body"], 1);
            let sinks =
                told["words"].as_array().unwrap().iter().any(|w| w.as_str().unwrap().contains("sink"));
            assert_eq!(sinks, words_of == "preset=soft", "{told}");
        }
    }
}
