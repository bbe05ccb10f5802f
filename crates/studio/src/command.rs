//! What a viewer may ask for. Everything is checked here as far as it can be without the model.

use crate::Json;
use crate::edit::Edit;
use crate::place::Place;
use stiction::kinds::ObjKind;
use stiction::spatial::{Pose, Quat, Vec3};

/// A request of a viewer.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// A viewer has come.
    Hello,
    /// A viewer has gone.
    Goodbye,
    /// Pause or go on.
    Pause(bool),
    /// Some steps, then pause.
    Step(u32),
    /// Back in history, then pause.
    Back(u32),
    /// Simulated seconds per second.
    Speed(f64),
    /// To the start.
    Reset,
    /// To a keyframe.
    Key(usize),
    /// Sets a control.
    Ctrl(usize, f64),
    /// Sets a position of a joint.
    Qpos(usize, f64),
    /// Switches an equality constraint.
    Equality(usize, bool),
    /// Pulls a body: the point in its frame goes to the target in the world.
    Pull {
        /// Body.
        body: usize,
        /// Point in the body's frame (m).
        point: [f64; 3],
        /// Target in the world (m).
        target: [f64; 3],
    },
    /// Turns a body by a rotation vector in the world (rad).
    Turn {
        /// Body.
        body: usize,
        /// Rotation since the last such command.
        by: [f64; 3],
    },
    /// Lets a body go.
    Release,
    /// Sets an option by name.
    Option(String, Json),
    /// Runs a second engine beside the first, from its state, with these options; none: stops it.
    Twin(Option<String>),
    /// Asks for something that is told once.
    Get(String, usize),
    /// Goes to a time of a recording or of the history (s).
    Seek(f64),
    /// Changes a number of the model.
    Edit(Edit),
    /// Puts something where it shall be in the world.
    Place(Place),
    /// Takes the last edit or move back.
    Undo,
}

impl Command {
    /// Reads a command.
    ///
    /// # Errors
    /// If it is none, or its values are not what it needs.
    pub fn read(j: &Json) -> Result<Command, String> {
        let name = j.get("cmd").and_then(Json::as_str).ok_or("a command has a text 'cmd'")?;
        Ok(match name {
            "pause" => Command::Pause(matches!(j.get("on"), Some(Json::Bool(true)))),
            "step" => Command::Step(index(j, "n").unwrap_or(1).clamp(1, 10_000) as u32),
            "back" => Command::Back(index(j, "n").unwrap_or(1).clamp(1, 10_000) as u32),
            "speed" => Command::Speed(number(j, "value")?.clamp(1e-3, 100.0)),
            "reset" => Command::Reset,
            "key" => Command::Key(index(j, "id")?),
            "ctrl" => Command::Ctrl(index(j, "id")?, number(j, "value")?),
            "qpos" => Command::Qpos(index(j, "id")?, number(j, "value")?),
            "equality" => Command::Equality(index(j, "id")?, matches!(j.get("on"), Some(Json::Bool(true)))),
            "pull" => Command::Pull {
                body: index(j, "body")?,
                point: vector(j, "point")?,
                target: vector(j, "target")?,
            },
            "turn" => Command::Turn { body: index(j, "body")?, by: vector(j, "by")? },
            "release" => Command::Release,
            "option" => Command::Option(
                j.get("name").and_then(Json::as_str).ok_or("an option has a name")?.to_owned(),
                j.get("value").cloned().ok_or("an option has a value")?,
            ),
            "twin" => Command::Twin(j.get("with").and_then(Json::as_str).map(str::to_owned)),
            "get" => Command::Get(
                j.get("what").and_then(Json::as_str).ok_or("'what' is missing")?.to_owned(),
                index(j, "id").unwrap_or(0),
            ),
            "seek" => Command::Seek(number(j, "time")?),
            "edit" => Command::Edit(Edit {
                field: j.get("field").and_then(Json::as_str).ok_or("an edit has a field")?.to_owned(),
                index: index(j, "index")?,
                value: number(j, "value")?,
            }),
            "place" => Command::Place(Place {
                kind: match j.get("of").and_then(Json::as_str) {
                    Some("body") => ObjKind::Body,
                    Some("geom") => ObjKind::Geom,
                    Some("site") => ObjKind::Site,
                    _ => return Err("'of' is body, geom or site".into()),
                },
                id: index(j, "id")?,
                pose: Pose::new(Vec3(vector(j, "pos")?), rotation(j, "quat")?),
                begin: matches!(j.get("begin"), Some(Json::Bool(true))),
            }),
            "undo" => Command::Undo,
            other => {
                return Err(format!("no command is called '{}'", other.chars().take(40).collect::<String>()));
            }
        })
    }
}

fn number(j: &Json, name: &str) -> Result<f64, String> {
    j.get(name)
        .and_then(Json::as_f64)
        .filter(|x| x.is_finite() && x.abs() < 1e10)
        .ok_or(format!("'{name}' is a number"))
}

fn index(j: &Json, name: &str) -> Result<usize, String> {
    let x = number(j, name)?;
    if x >= 0.0 && x.fract() == 0.0 { Ok(x as usize) } else { Err(format!("'{name}' is a whole number")) }
}

fn rotation(j: &Json, name: &str) -> Result<Quat, String> {
    let q: [f64; 4] = vector(j, name)?;
    let n = q.iter().map(|x| x * x).sum::<f64>().sqrt();
    if n > 1e-6 { Ok(Quat(q.map(|x| x / n))) } else { Err(format!("'{name}' is a rotation")) }
}

fn vector<const N: usize>(j: &Json, name: &str) -> Result<[f64; N], String> {
    let wrong = || format!("'{name}' is a list of {N} numbers");
    let list = j.get(name).and_then(Json::as_array).filter(|l| l.len() == N).ok_or_else(wrong)?;
    let mut out = [0.0; N];
    for (o, x) in out.iter_mut().zip(list) {
        *o = x.as_f64().filter(|x| x.is_finite() && x.abs() < 1e10).ok_or_else(wrong)?;
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Command, String> {
        serde_json::from_str(text).map_err(|e| e.to_string()).and_then(|j: Json| Command::read(&j))
    }

    #[test]
    fn commands_are_checked() {
        assert_eq!(read(r#"{"cmd":"pause","on":true}"#), Ok(Command::Pause(true)));
        assert_eq!(read(r#"{"cmd":"ctrl","id":2,"value":-0.5}"#), Ok(Command::Ctrl(2, -0.5)));
        for bad in [
            "{}",
            "[]",
            r#"{"cmd":"fly"}"#,
            r#"{"cmd":"ctrl","id":-1,"value":0}"#,
            r#"{"cmd":"ctrl","id":1.5,"value":0}"#,
            r#"{"cmd":"ctrl","id":1,"value":null}"#,
            r#"{"cmd":"ctrl","id":1,"value":1e300}"#,
            r#"{"cmd":"edit","field":"geom_size","index":0.5,"value":1}"#,
            r#"{"cmd":"edit","index":0,"value":1}"#,
            r#"{"cmd":"pull","body":1,"point":[1,2],"target":[0,0,0]}"#,
            r#"{"cmd":"place","of":"light","id":0,"pos":[0,0,0],"quat":[1,0,0,0]}"#,
            r#"{"cmd":"place","of":"body","id":1,"pos":[0,0,0],"quat":[0,0,0,0]}"#,
            r#"{"cmd":"place","of":"body","id":1,"pos":[0,0,0]}"#,
        ] {
            assert!(read(bad).is_err(), "{bad}");
        }
    }
}
