//! The root of a file, its sections, and default classes.

use super::*;

/// `mujoco`, the root.
pub static MUJOCO: Element = Element::new("mujoco", "mujoco", &[&[a("model", Ty::Text)]]).with(&[
    many(&COMPILER),
    many(&OPTION),
    many(&SIZE),
    many(&STATISTIC),
    many(&VISUAL),
    many(&DEFAULT),
    many(&EXTENSION),
    many(&ASSET),
    many(&WORLDBODY),
    many(&DEFORMABLE),
    many(&CONTACT),
    many(&TENDON),
    many(&EQUALITY),
    many(&ACTUATOR),
    many(&SENSOR),
    many(&CUSTOM),
    many(&KEYFRAME),
]);

/// `default`
pub static DEFAULT: Element = Element::new("default", "default", &[&[a("class", Ty::Text)]]).with(&[
    many(&DEFAULT),
    once(&MESH),
    once(&TEXTURE),
    once(&MATERIAL),
    once(&JOINT),
    once(&GEOM),
    once(&SITE),
    once(&CAMERA),
    once(&LIGHT),
    once(&PAIR),
    once(&DEFAULT_EQUALITY),
    once(&DEFAULT_TENDON),
    once(&GENERAL),
    once(&MOTOR),
    once(&POSITION),
    once(&VELOCITY),
    once(&INTVELOCITY),
    once(&ORIENTATION_SERVO),
    once(&PID),
    once(&DAMPER),
    once(&CYLINDER),
    once(&MUSCLE),
    once(&ADHESION),
    once(&DCMOTOR),
]);

/// Every element once, parents before children, in the order of the table.
pub fn all() -> Vec<&'static Element> {
    let mut list: Vec<&'static Element> = vec![&MUJOCO];
    let mut i = 0;
    while i < list.len() {
        for c in list[i].children {
            if !list.iter().any(|e| std::ptr::eq(*e, c.el)) {
                list.push(c.el);
            }
        }
        i += 1;
    }
    list
}
