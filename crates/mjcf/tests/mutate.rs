//! Any bytes give an answer, quickly: mutations of small files, the same on every run.

use std::time::Instant;
use stiction_mjcf::files::MemoryAssets;
use stiction_mjcf::{LoadOptions, load_bytes, writer};

const SEEDS: &[&str] = &[
    r#"<mujoco model="m"><compiler angle="radian"/><default><geom size=".1"/><default class="a"><joint damping="1"/></default></default>
      <asset><mesh name="m" vertex="0 0 0 1 0 0 0 1 0 0 0 1"/><texture name="t" builtin="flat" width="4" height="4"/></asset>
      <worldbody><body name="b" childclass="a" pos="0 0 1" euler="1 2 3"><joint name="j" range="-1 1"/><geom name="g"/></body>
      <replicate count="3" offset="1 0 0"><body name="r"><freejoint/><geom/></body></replicate></worldbody>
      <actuator><position joint="j" kp="3"/></actuator><sensor><jointpos joint="j"/></sensor></mujoco>"#,
    r#"<mujoco><include file="i.xml"/><asset><model name="s" file="s.xml"/></asset><worldbody><frame pos="1 2 3"><attach model="s" prefix="p"/></frame></worldbody>
      <tendon><spatial name="t"><site site="a"/><pulley divisor="2"/></spatial></tendon><equality><weld body1="x" body2="y"/></equality>
      <custom><numeric name="n" size="3" data="1 2"/></custom><keyframe><key qpos="1 2 3"/></keyframe></mujoco>"#,
    r#"<robot name="r"><mujoco><compiler balanceinertia="true"/></mujoco><link name="a"/><link name="b"><inertial><mass value="1"/>
      <inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial><collision><geometry><box size="1 1 1"/></geometry></collision></link>
      <joint name="j" type="revolute"><parent link="a"/><child link="b"/><limit lower="0" upper="1"/></joint></robot>"#,
];

/// A small generator, so that a failure can be repeated.
struct Random(u64);

impl Random {
    fn next(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % n.max(1) as u64) as usize
    }
}

fn mutate(seed: &[u8], r: &mut Random) -> Vec<u8> {
    const BITS: [&[u8]; 12] = [
        b"<",
        b">",
        b"\"",
        b"/>",
        b"<body>",
        b"nan",
        b"-1",
        b"1e999",
        b"999999999",
        b"</mujoco>",
        b"\xff\xfe",
        b"&amp;",
    ];
    let mut v = seed.to_vec();
    if r.next(2) == 0 {
        // gentle: other digits in a few numbers
        let digits: Vec<usize> = (0..v.len()).filter(|i| v[*i].is_ascii_digit()).collect();
        for _ in 0..=r.next(3) {
            v[digits[r.next(digits.len())]] = b"0123456789.- "[r.next(13)];
        }
        return v;
    }
    for _ in 0..=r.next(4) {
        let at = r.next(v.len());
        match r.next(6) {
            0 => v[at] = r.next(256) as u8,
            1 => {
                v.remove(at);
            }
            2 => {
                let bit = BITS[r.next(BITS.len())];
                v.splice(at..at, bit.iter().copied());
            }
            3 => {
                let end = (at + r.next(40)).min(v.len());
                let piece = v[at..end].to_vec();
                let to = r.next(v.len());
                v.splice(to..to, piece);
            }
            4 => {
                let end = (at + r.next(40)).min(v.len());
                v.drain(at..end);
            }
            _ => v[at] ^= 1 << r.next(8),
        }
        if v.is_empty() {
            break;
        }
    }
    v
}

#[test]
fn twenty_thousand_mutations() {
    let mut files = MemoryAssets::new();
    files.insert("i.xml", b"<x><option timestep='0.1'/></x>".to_vec());
    files.insert("s.xml", SEEDS[0].as_bytes().to_vec());
    let mut r = Random(0x5eed_1234_5678_9abc);
    let (mut loaded, mut slowest) = (0, 0.0f64);
    for k in 0..20_000 {
        let bytes = mutate(SEEDS[k % SEEDS.len()].as_bytes(), &mut r);
        let opts = LoadOptions { permissive: k % 2 == 0, ..LoadOptions::default() };
        let t = Instant::now();
        match load_bytes("m.xml", &bytes, &files, &opts) {
            Ok(l) => {
                loaded += 1;
                if k % 10 == 0 {
                    let text = writer::write(&l.spec);
                    assert!(text.starts_with("<mujoco"));
                }
            }
            Err(d) => {
                assert!(d.has_errors());
                for p in &d.list {
                    assert!(p.message.len() < 1000 && !p.message.is_empty());
                }
            }
        }
        slowest = slowest.max(t.elapsed().as_secs_f64());
    }
    assert!(loaded > 2000, "{loaded} loaded: the mutations are too harsh to test much");
    assert!(slowest < 2.0, "{slowest} s");
}
