//! Global settings of an attached model against ours, as `compiler.conflict` says.
//!
//! A setting counts as given if the file says it, or if it differs from its default.

use crate::kinds::AttachConflict;
use crate::options::Options;
use crate::spec::Spec;

/// What to do when both models give a setting.
#[derive(Clone, Copy, PartialEq)]
enum Rule {
    Min,
    Max,
    Same,
}

fn given(spec: &Spec, field: &str) -> bool {
    spec.authored.iter().any(|a| a.strip_prefix("option.") == Some(field))
}

/// Reports or merges differing settings; returns warnings.
pub(super) fn resolve(parent: &mut Spec, child: &Spec) -> Result<Vec<String>, String> {
    let mode = parent.compiler.conflict;
    let fresh = Options::default();
    let mut clash = Vec::new();
    macro_rules! check {
        ($($field:ident $rule:ident),*) => {$({
            let (in_child, in_parent) = (given(child, stringify!($field)), given(parent, stringify!($field)));
            let (p, c, d) = (&mut parent.option.$field, &child.option.$field, &fresh.$field);
            if (in_child || *c != *d) && *c != *p {
                let both = in_parent || *p != *d;
                if both && (mode != AttachConflict::Merge || Rule::$rule == Rule::Same) {
                    clash.push(stringify!($field));
                } else if mode == AttachConflict::Merge {
                    let smaller = *c < *p;
                    if !both || (Rule::$rule == Rule::Min && smaller) || (Rule::$rule == Rule::Max && !smaller) {
                        *p = c.clone();
                    }
                }
            }
        })*};
    }
    check!(timestep Min, tolerance Min, ls_tolerance Min, noslip_tolerance Min, ccd_tolerance Min);
    check!(sleep_tolerance Min, iterations Max, ls_iterations Max, noslip_iterations Max, ccd_iterations Max);
    check!(sdf_iterations Max, sdf_initpoints Max, impratio Same, density Same, viscosity Same, o_margin Same);
    check!(integrator Same, cone Same, jacobian Same, solver Same, o_solref Same, o_solimp Same, o_friction Same);
    vectors(parent, child, &fresh, &mut clash);
    if mode == AttachConflict::Merge {
        parent.option.disableflags |= child.option.disableflags;
        parent.option.enableflags |= child.option.enableflags;
        parent.option.disableactuator |= child.option.disableactuator;
        merge_sizes(parent, child);
    }
    if clash.is_empty() {
        return Ok(Vec::new());
    }
    let text = format!("the attached model gives other values of option {}", clash.join(", "));
    if mode == AttachConflict::Warning {
        return Ok(vec![format!("{text}; this model's values are kept")]);
    }
    Err(text)
}

fn vectors(parent: &mut Spec, child: &Spec, fresh: &Options, clash: &mut Vec<&'static str>) {
    let merge = parent.compiler.conflict == AttachConflict::Merge;
    let said = ["gravity", "wind", "magnetic"].map(|f| (given(parent, f), given(child, f)));
    let (p, c) = (&mut parent.option, &child.option);
    for (name, p, c, d, (in_parent, in_child)) in [
        ("gravity", &mut p.gravity, c.gravity, fresh.gravity, said[0]),
        ("wind", &mut p.wind, c.wind, fresh.wind, said[1]),
        ("magnetic", &mut p.magnetic, c.magnetic, fresh.magnetic, said[2]),
    ] {
        if (in_child || c != d) && c != *p {
            if in_parent || *p != d {
                clash.push(name);
            } else if merge {
                *p = c;
            }
        }
    }
}

fn merge_sizes(parent: &mut Spec, child: &Spec) {
    macro_rules! larger {
        ($($field:ident),*) => {$( parent.size.$field = parent.size.$field.max(child.size.$field); )*};
    }
    larger!(memory, nkey, nuserdata, nuser_body, nuser_jnt, nuser_geom, nuser_site, nuser_cam);
    larger!(nuser_tendon, nuser_actuator, nuser_sensor);
}
