//! A budget ends a step that is too much work in an error that names it, quickly, and leaves the state as it was.

use std::time::Instant;
use stiction::{Budget, Data, Model, ModelExt, forward, step};
use stiction_sim::{NoHooks, Warning, step_resetting};

/// `n` spheres at the same place.
fn crowd(n: usize, options: &str) -> Model {
    let body = r#"<body><freejoint/><geom size=".1" mass="1"/></body>"#;
    let text = format!("<mujoco>{options}<worldbody>{}</worldbody></mujoco>", body.repeat(n));
    Model::from_xml_string(&text).unwrap()
}

fn refused(m: &Model, budget: Budget, what: &str) {
    let mut d = Data::with_budget(m, budget);
    d.state.qvel.fill(0.25);
    let (time, state) = (d.time, d.state.clone());
    for e in [step(m, &mut d).unwrap_err(), step_resetting(m, &mut d, &mut NoHooks).unwrap_err()] {
        assert_eq!(e.kind, Warning::Budget, "{e}");
        assert!(e.to_string().starts_with(&format!("budget of {what} (")), "{e}");
    }
    // forward dynamics divides nothing
    assert!(m.stiction.accuracy.is_some() || forward(m, &mut d).is_err());
    assert_eq!((d.time, &d.state), (time, &state), "the state is as it was");
    d.set_budget(Budget::UNLIMITED);
    if m.size.nbody < 1000 {
        step(m, &mut d).unwrap();
        assert!(d.time > time);
    }
}

#[test]
fn bodies_that_all_overlap_are_refused_in_time() {
    let mut m = crowd(20_000, "");
    for law in ["soft", "exact"] {
        let start = Instant::now();
        refused(&m, Budget::UNTRUSTED, "pairs");
        // two seconds on a quiet machine; the unlimited step takes minutes and gigabytes
        assert!(start.elapsed().as_secs() < 60, "{law}: {:?}", start.elapsed());
        m.stiction.exact();
    }
}

#[test]
fn every_limit_has_its_name() {
    let m = crowd(70, "");
    let less = |edit: fn(&mut Budget)| {
        let mut b = Budget::UNLIMITED;
        edit(&mut b);
        b
    };
    refused(&m, less(|b| b.pairs = 100), "pairs");
    refused(&m, less(|b| b.contacts = 100), "contacts");
    refused(&m, less(|b| b.rows = 100), "rows");
    refused(&crowd(2, r#"<option iterations="200"/>"#), less(|b| b.iterations = 150), "iterations");
    refused(&crowd(2, r#"<option noslip_iterations="200"/>"#), less(|b| b.iterations = 150), "iterations");
    let exact = r#"<custom><text name="stiction" data="preset=exact"/></custom>"#;
    refused(&crowd(70, exact), less(|b| b.contacts = 100), "contacts");
    refused(&crowd(70, exact), less(|b| b.rows = 100), "rows");
}

/// A file may ask for any accuracy: the parts of a step are counted.
#[test]
fn parts_of_accurate_steps_are_counted() {
    let text = r#"<mujoco><option timestep="0.02"/><custom><text name="stiction" data="preset=exact accuracy=1e-10"/></custom>
      <worldbody><body><joint axis="0 1 0"/><geom type="capsule" size=".05" fromto="0 0 0 1 0 0"/></body></worldbody></mujoco>"#;
    let m = Model::from_xml_string(text).unwrap();
    refused(&m, Budget { iterations: 200, ..Budget::UNLIMITED }, "iterations");
    let mut d = Data::with_budget(&m, Budget { iterations: 1_000_000, ..Budget::UNLIMITED });
    step(&m, &mut d).unwrap();
}

#[test]
fn two_bodies_of_many_geoms_count_too() {
    let geoms = r#"<geom size=".1"/>"#.repeat(300);
    let body = format!("<body><freejoint/>{geoms}</body>");
    let m = Model::from_xml_string(&format!("<mujoco><worldbody>{body}{body}</worldbody></mujoco>")).unwrap();
    refused(&m, Budget { pairs: 50_000, ..Budget::UNLIMITED }, "pairs");
}

/// What was given up is not kept: with a larger budget the same data gives the bits of data that never had one.
#[test]
fn nothing_is_left_of_a_refused_step() {
    let m = crowd(100, "");
    let mut fresh = Data::new(&m);
    let mut d = Data::with_budget(&m, Budget { pairs: 1000, ..Budget::UNLIMITED });
    assert!(step(&m, &mut d).is_err());
    d.set_budget(Budget::UNTRUSTED);
    for _ in 0..3 {
        step(&m, &mut d).unwrap();
        step(&m, &mut fresh).unwrap();
    }
    assert_eq!(d.state, fresh.state);
    assert_eq!(d.contacts.list.len(), fresh.contacts.list.len());
}
