//! One moment of a simulation as bytes: poses, contacts, tendons, numbers for plots.
//!
//! A frame is u32 magic, u32 number of sections, f64 time; then sections of u32 tag, u32 n, n × f32. Little-endian. Sections of
//! a second engine carry the tag + 100.

use stiction::sim::sensor::contact_force;
use stiction::spatial::{Quat, Vec3};
use stiction::{Data, Model};

/// First four bytes: `STF1`.
pub const MAGIC: u32 = u32::from_le_bytes(*b"STF1");

/// Numbers for plots, in the order of the section [`Tag::Stats`].
pub const STATS: &[&str] = &[
    "kinetic",
    "potential",
    "actuators",
    "damping",
    "constraints",
    "applied",
    "contacts",
    "rows",
    "islands",
    "iterations",
    "convex",
    "coulomb",
    "step",
    "position",
    "collision",
    "constraint rows",
    "velocity",
    "actuation",
    "solve",
    "advance",
    "momentum defect",
    "violation",
    "verdict",
    "depth",
];

/// Sections.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum Tag {
    /// Position and quaternion of each body (7).
    Bodies = 1,
    /// Position and quaternion of each camera (7).
    Cameras = 2,
    /// Position and direction of each light (6).
    Lights = 3,
    /// Contacts (18): position, normal, tangent, force (world, on the second geom), distance, μ₁, geoms, dimension, μ₂.
    Contacts = 4,
    /// Pieces of tendons (7): tendon, from, to.
    Tendons = 5,
    /// [`STATS`].
    Stats = 6,
    /// qpos.
    Qpos = 7,
    /// ctrl.
    Ctrl = 8,
    /// sensordata.
    Sensors = 9,
    /// Island of each body; −1: none, −2: asleep.
    Islands = 10,
    /// The pull of the mouse (7): body, from, to.
    Pull = 11,
    /// paused, speed, achieved speed, states in history, viewers, times of the first and of the last state that can be gone to.
    Status = 12,
    /// Centres of mass of the trees (4): body, position.
    Centres = 13,
    /// Shapes that are not in the model (15): kind, size, position, quaternion, colour.
    Extras = 14,
    /// qvel.
    Qvel = 15,
    /// `actuator_force`.
    Forces = 16,
    /// `ten_length`.
    Lengths = 17,
}

/// Writes frames into one buffer.
#[derive(Clone, Debug, Default)]
pub struct Writer {
    bytes: Vec<u8>,
    offset: u32,
}

impl Writer {
    /// Begins a frame.
    pub fn begin(&mut self, time: f64) {
        self.bytes.clear();
        self.offset = 0;
        self.bytes.extend(MAGIC.to_le_bytes());
        self.bytes.extend(0u32.to_le_bytes());
        self.bytes.extend(time.to_le_bytes());
    }

    /// What follows belongs to the second engine.
    pub fn second(&mut self) {
        self.offset = 100;
    }

    /// Adds a section.
    pub fn section(&mut self, tag: Tag, values: impl Iterator<Item = f64>) {
        let count = u32::from_le_bytes([self.bytes[4], self.bytes[5], self.bytes[6], self.bytes[7]]) + 1;
        self.bytes[4..8].copy_from_slice(&count.to_le_bytes());
        self.bytes.extend((tag as u32 + self.offset).to_le_bytes());
        let at = self.bytes.len();
        self.bytes.extend(0u32.to_le_bytes());
        for x in values {
            self.bytes.extend((x as f32).to_le_bytes());
        }
        let n = ((self.bytes.len() - at) / 4 - 1) as u32;
        self.bytes[at..at + 4].copy_from_slice(&n.to_le_bytes());
    }

    /// The frame.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Everything that moves.
    pub fn motion(&mut self, m: &Model, d: &Data) {
        let pose = |p: &Vec3, q: &Quat| p.0.into_iter().chain(q.0);
        self.section(Tag::Bodies, d.kin.xpos.iter().zip(&d.kin.xquat).flat_map(|(p, q)| pose(p, q)));
        self.section(
            Tag::Cameras,
            d.kin.cam_xpos.iter().zip(&d.kin.cam_xmat).flat_map(|(p, r)| pose(p, &Quat::from_mat(r))),
        );
        let lights = d.kin.light_xpos.iter().zip(&d.kin.light_xdir);
        self.section(Tag::Lights, lights.flat_map(|(p, v)| p.0.into_iter().chain(v.0)));
        self.section(Tag::Contacts, (0..d.contacts.list.len()).flat_map(|i| contact(d, i)));
        self.tendons(m, d);
        self.section(Tag::Islands, (0..m.size.nbody).map(|b| island(m, d, b)));
        let roots = (1..m.size.nbody).filter(|b| m.body.rootid[*b].idx() == *b);
        self.section(Tag::Centres, roots.flat_map(|b| [b as f64].into_iter().chain(d.com.subtree_com[b].0)));
    }

    /// What can be plotted of joints, actuators, tendons and sensors.
    pub fn values(&mut self, d: &Data) {
        let sections = [
            (Tag::Qpos, &d.state.qpos),
            (Tag::Qvel, &d.state.qvel),
            (Tag::Ctrl, &d.input.ctrl),
            (Tag::Forces, &d.actuation.actuator_force),
            (Tag::Lengths, &d.ten.ten_length),
            (Tag::Sensors, &d.sensors.sensordata),
        ];
        for (tag, values) in sections {
            self.section(tag, values.iter().copied());
        }
    }

    fn tendons(&mut self, m: &Model, d: &Data) {
        let points = |t: usize| {
            let (adr, n) = (d.ten.ten_wrapadr[t] as usize, d.ten.ten_wrapnum[t] as usize);
            // two points per entry of wrap_xpos
            let at = move |k: usize| {
                let p = &d.ten.wrap_xpos[(adr + k) / 2];
                let o = 3 * ((adr + k) % 2);
                (d.ten.wrap_obj[(adr + k) / 2][(adr + k) % 2], [p[o], p[o + 1], p[o + 2]])
            };
            (1..n).filter_map(move |k| {
                let ((a, p), (b, q)) = (at(k - 1), at(k));
                // −2 is a pulley: the path begins anew behind it
                (a != -2 && b != -2).then(|| [t as f64, p[0], p[1], p[2], q[0], q[1], q[2]])
            })
        };
        self.section(Tag::Tendons, (0..m.size.ntendon).flat_map(points).flatten());
    }
}

fn contact(d: &Data, i: usize) -> [f64; 18] {
    let c = &d.contacts.list[i];
    let f = contact_force(d, i);
    let w = c.frame.tr_mul_vec(Vec3([f[0], f[1], f[2]])).0;
    let (n, t) = (c.frame.row(0).0, c.frame.row(1).0);
    let p = c.pos.0;
    [
        p[0],
        p[1],
        p[2],
        n[0],
        n[1],
        n[2],
        t[0],
        t[1],
        t[2],
        w[0],
        w[1],
        w[2],
        c.dist,
        c.friction[0],
        f64::from(c.geom[0]),
        f64::from(c.geom[1]),
        f64::from(c.dim),
        c.friction[1],
    ]
}

/// Island of a body's tree.
fn island(m: &Model, d: &Data, b: usize) -> f64 {
    let Some(t) = m.body.treeid[b].get() else { return -1.0 };
    if d.state.tree_asleep.get(t.idx()).is_some_and(|s| *s >= 0) {
        return -2.0;
    }
    f64::from(d.islands.tree_island.get(t.idx()).copied().unwrap_or(-1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use stiction::{ModelExt, forward};

    #[test]
    fn sections_have_their_sizes() {
        let xml = r#"<mujoco><worldbody><geom type="plane" size="1 1 1"/><light/><camera name="c"/>
            <body pos="0 0 .09"><freejoint/><geom size=".1"/></body></worldbody></mujoco>"#;
        let m = Model::from_xml_string(xml).expect("loads");
        let mut d = Data::new(&m);
        forward(&m, &mut d).unwrap();
        let mut w = Writer::default();
        w.begin(1.5);
        w.motion(&m, &d);
        w.values(&d);
        let b = w.bytes();
        let word = |i: usize| u32::from_le_bytes([b[i], b[i + 1], b[i + 2], b[i + 3]]);
        assert_eq!((word(0), word(4)), (MAGIC, 13));
        let mut at = 16;
        let mut sizes = Vec::new();
        while at < b.len() {
            sizes.push((word(at), word(at + 4)));
            at += 8 + 4 * word(at + 4) as usize;
        }
        assert_eq!(at, b.len());
        assert_eq!(sizes[..5], [(1, 14), (2, 7), (3, 6), (4, 18), (5, 0)]);
        assert_eq!(sizes[7..9], [(7, 7), (15, 6)]);
    }
}
