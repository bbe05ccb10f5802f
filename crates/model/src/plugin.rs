//! Engine plugins that MuJoCo ships and this engine has built in, with what files configure them by.
//!
//! None has a state of its own, so every element that uses one has its own copy, also where files declare one instance for many.

use stiction_geometry::sdf::{Bolt, Bowl, Gear, Nut, Solid, Torus};

/// A plugin as one element uses it.
#[derive(Clone, Debug, PartialEq)]
pub enum Plugin {
    /// `mujoco.pid`: a controller as an actuator.
    Pid(Pid),
    /// `mujoco.sensor.touch_grid`: contact forces by direction.
    TouchGrid(TouchGrid),
    /// `mujoco.sdf.*`, or a shape of the user's: a solid by its distance.
    Solid(Solid),
}

/// `mujoco.pid`: p = k_p e + k_i ∫e + k_d ė, e from the actuator's length to its set-point.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[allow(missing_docs)]
pub struct Pid {
    pub kp: f64,
    pub ki: f64,
    pub kd: f64,
    /// Largest force of the integral.
    pub imax: Option<f64>,
    /// Largest rate of the set-point.
    pub slewmax: Option<f64>,
}

impl Pid {
    /// Activations that it needs, besides one of the actuator's own dynamics.
    pub fn states(&self) -> usize {
        usize::from(self.ki != 0.0) + usize::from(self.slewmax.is_some())
    }
    /// Bound of the integral of the error.
    pub fn bound(&self) -> Option<f64> {
        self.imax.filter(|_| self.ki != 0.0).map(|f| f / self.ki)
    }
}

/// `mujoco.sensor.touch_grid`: directions in azimuth and elevation, seen from a site along −z.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TouchGrid {
    /// Cells in azimuth and elevation.
    pub size: [usize; 2],
    /// Half of the field of view in each [degrees].
    pub fov: [f64; 2],
    /// Share of the fifth power in the spacing of the cells: 0 even, 1 finest in the middle.
    pub gamma: f64,
    /// How many of normal and two tangential forces, spin and two rolling torques.
    pub nchannel: usize,
}

/// Largest number of cells in a grid.
const MAX_CELLS: f64 = 1e6;

impl Plugin {
    /// The plugin of this name, configured by keys and values that follow each other in `config`.
    pub fn configure(plugin: &str, config: &[String]) -> Result<Self, String> {
        let keys: &[&str] = match plugin {
            "mujoco.pid" => &["kp", "ki", "kd", "imax", "slewmax"],
            "mujoco.sensor.touch_grid" => &["size", "fov", "gamma", "nchannel"],
            "mujoco.sdf.torus" => &["radius1", "radius2"],
            "mujoco.sdf.bowl" => &["height", "radius", "thickness"],
            "mujoco.sdf.bolt" | "mujoco.sdf.nut" => &["radius"],
            "mujoco.sdf.gear" => &["alpha", "diameter", "teeth", "thickness", "innerdiameter"],
            _ => return Err(unknown(plugin)),
        };
        if let Some(pair) = config.chunks(2).find(|p| !keys.contains(&p[0].as_str())) {
            return Err(format!("plugin '{plugin}' has no key '{}'; it has {}", pair[0], keys.join(", ")));
        }
        let config = Config(config);
        match plugin {
            "mujoco.pid" => pid(&config),
            "mujoco.sensor.touch_grid" => touch_grid(&config),
            _ => solid(plugin, &config),
        }
    }
}

impl Plugin {
    /// Name and configuration that [`Plugin::configure`] makes it from; none for solids of the user's own.
    pub fn described(&self) -> Option<(&'static str, Vec<String>)> {
        let (name, pairs): (_, Vec<(&str, String)>) = match self {
            Plugin::Pid(p) => {
                let mut pairs = vec![("kp", p.kp), ("ki", p.ki), ("kd", p.kd)];
                pairs.extend(p.imax.map(|x| ("imax", x)));
                pairs.extend(p.slewmax.map(|x| ("slewmax", x)));
                ("mujoco.pid", pairs.into_iter().map(|(k, x)| (k, x.to_string())).collect())
            }
            Plugin::TouchGrid(g) => (
                "mujoco.sensor.touch_grid",
                vec![
                    ("size", format!("{} {}", g.size[0], g.size[1])),
                    ("fov", format!("{} {}", g.fov[0], g.fov[1])),
                    ("gamma", g.gamma.to_string()),
                    ("nchannel", g.nchannel.to_string()),
                ],
            ),
            Plugin::Solid(s) => {
                let (name, pairs) = described_solid(s)?;
                (name, pairs.into_iter().map(|(k, x)| (k, x.to_string())).collect())
            }
        };
        Some((name, pairs.into_iter().flat_map(|(k, v)| [k.to_string(), v]).collect()))
    }
}

fn described_solid(s: &Solid) -> Option<(&'static str, Vec<(&'static str, f64)>)> {
    Some(match s {
        Solid::Torus(t) => ("mujoco.sdf.torus", vec![("radius1", t.radius1), ("radius2", t.radius2)]),
        Solid::Bowl(b) => {
            ("mujoco.sdf.bowl", vec![("height", b.height), ("radius", b.radius), ("thickness", b.thickness)])
        }
        Solid::Bolt(b) => ("mujoco.sdf.bolt", vec![("radius", b.radius)]),
        Solid::Nut(n) => ("mujoco.sdf.nut", vec![("radius", n.radius)]),
        Solid::Gear(g) => (
            "mujoco.sdf.gear",
            vec![
                ("alpha", g.alpha),
                ("diameter", g.diameter),
                ("teeth", g.teeth),
                ("thickness", g.thickness),
                ("innerdiameter", g.innerdiameter),
            ],
        ),
        Solid::Own(_) => return None,
    })
}

/// Plugins that are built in.
const KNOWN: [&str; 7] = [
    "mujoco.pid",
    "mujoco.sensor.touch_grid",
    "mujoco.sdf.torus",
    "mujoco.sdf.bowl",
    "mujoco.sdf.bolt",
    "mujoco.sdf.nut",
    "mujoco.sdf.gear",
];

/// True if the plugin is built in.
pub fn is_known(plugin: &str) -> bool {
    KNOWN.contains(&plugin)
}

/// What to say of a plugin that is not built in.
pub fn unknown(plugin: &str) -> String {
    format!("plugin '{plugin}' is not built in; known: {}", KNOWN.join(", "))
}

/// Keys and values, one after the other.
struct Config<'a>(&'a [String]);

impl Config<'_> {
    /// The numbers of a key; none if it is absent or empty.
    fn numbers(&self, key: &str) -> Result<Vec<f64>, String> {
        let text = self.0.chunks_exact(2).find(|p| p[0] == key).map_or("", |p| p[1].as_str());
        text.split_ascii_whitespace()
            .map(|w| {
                let x: Result<f64, _> = w.parse();
                x.ok()
                    .filter(|x| x.is_finite())
                    .ok_or_else(|| format!("'{key}' of the plugin must be numbers"))
            })
            .collect()
    }
    fn number(&self, key: &str) -> Result<Option<f64>, String> {
        Ok(self.numbers(key)?.first().copied())
    }
}

fn pid(c: &Config<'_>) -> Result<Plugin, String> {
    let gain = |key: &str| Ok::<f64, String>(c.number(key)?.unwrap_or(0.0));
    let out = Pid {
        kp: gain("kp")?,
        ki: gain("ki")?,
        kd: gain("kd")?,
        imax: c.number("imax")?,
        slewmax: c.number("slewmax")?,
    };
    if out.bound().is_some_and(|x| x < 0.0) {
        return Err("imax of the plugin must not be negative".into());
    }
    if out.slewmax.is_some_and(|x| x < 0.0) {
        return Err("slewmax of the plugin must not be negative".into());
    }
    Ok(Plugin::Pid(out))
}

fn touch_grid(c: &Config<'_>) -> Result<Plugin, String> {
    let &[w, h] = &c.numbers("size")?[..] else {
        return Err("size of the touch grid must be two numbers".into());
    };
    if !(w >= 1.0 && h >= 1.0 && w * h <= MAX_CELLS) {
        return Err(format!("size of the touch grid must be positive, with at most {MAX_CELLS} cells"));
    }
    let &[azimuth, elevation] = &c.numbers("fov")?[..] else {
        return Err("fov of the touch grid must be two numbers".into());
    };
    if !(azimuth > 0.0 && azimuth <= 180.0 && elevation > 0.0 && elevation <= 90.0) {
        return Err("fov of the touch grid must be within (0, 180] and (0, 90] degrees".into());
    }
    let gamma = c.number("gamma")?.unwrap_or(0.0);
    if !(0.0..=1.0).contains(&gamma) {
        return Err("gamma of the touch grid must be between 0 and 1".into());
    }
    let nchannel = c.number("nchannel")?.filter(|n| *n as i64 != 0).unwrap_or(1.0);
    if !(1.0..7.0).contains(&nchannel) {
        return Err("nchannel of the touch grid must be between 1 and 6".into());
    }
    let size = [w as usize, h as usize];
    Ok(Plugin::TouchGrid(TouchGrid { size, fov: [azimuth, elevation], gamma, nchannel: nchannel as usize }))
}

/// Most teeth of a gear, and the largest size of a solid [m].
const MAX_TEETH: f64 = 1e4;
const MAX_SIZE: f64 = 1e6;

fn solid(plugin: &str, c: &Config<'_>) -> Result<Plugin, String> {
    let given = |key: &str, default: f64| Ok::<f64, String>(c.number(key)?.unwrap_or(default));
    let positive = |key: &str, default: f64| match given(key, default)? {
        x if x > 0.0 && x <= MAX_SIZE => Ok(x),
        x => Err(format!("'{key}' of plugin '{plugin}' must be positive, not {x}")),
    };
    Ok(Plugin::Solid(match plugin {
        "mujoco.sdf.torus" => {
            Solid::Torus(Torus { radius1: positive("radius1", 0.35)?, radius2: positive("radius2", 0.15)? })
        }
        "mujoco.sdf.bowl" => {
            let bowl = Bowl {
                height: given("height", 0.4)?,
                radius: positive("radius", 1.0)?,
                thickness: positive("thickness", 0.02)?,
            };
            if !(bowl.height.abs() <= bowl.radius) {
                return Err("height of the bowl must not exceed its radius".into());
            }
            Solid::Bowl(bowl)
        }
        "mujoco.sdf.bolt" => Solid::Bolt(Bolt { radius: positive("radius", 0.26)? }),
        "mujoco.sdf.nut" => Solid::Nut(Nut { radius: positive("radius", 0.26)? }),
        _ => {
            let teeth = positive("teeth", 25.0)?;
            if teeth > MAX_TEETH {
                return Err(format!("a gear has at most {MAX_TEETH} teeth"));
            }
            Solid::Gear(Gear {
                alpha: given("alpha", 0.0)?,
                diameter: positive("diameter", 2.8)?,
                teeth,
                thickness: positive("thickness", 0.2)?,
                innerdiameter: given("innerdiameter", -1.0)?,
            })
        }
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_plugin_says_of_itself_makes_it_again() {
        let given: [(&str, &[&str]); 5] = [
            ("mujoco.pid", &["kp", "3.25", "ki", "0.1", "imax", "1e-3"]),
            ("mujoco.sensor.touch_grid", &["size", "7 5", "fov", "45 30.5", "gamma", "0.3"]),
            ("mujoco.sdf.bowl", &["height", "-0.25"]),
            ("mujoco.sdf.nut", &["radius", "0.26"]),
            ("mujoco.sdf.gear", &["alpha", "0.1", "teeth", "17"]),
        ];
        for (name, config) in given {
            let config: Vec<String> = config.iter().map(|x| x.to_string()).collect();
            let made = Plugin::configure(name, &config).unwrap();
            let (again, config) = made.described().unwrap();
            assert_eq!(again, name);
            assert_eq!(Plugin::configure(again, &config).unwrap(), made);
        }
    }
}
