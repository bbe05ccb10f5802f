//! Recordings whose checksums are right whatever they hold: length, tag and payload of each block come from the input.
#![no_main]

use libfuzzer_sys::fuzz_target;
use std::sync::LazyLock;
use stiction::{Budget, Data, NoAssets, load_string, step};
use stiction_record::{Bundle, Recorder, Recording};

const XML: &str = r#"<mujoco><worldbody><geom type="plane" size="1 1 1"/><body pos="0 0 .1"><freejoint/><geom size=".1"/></body></worldbody></mujoco>"#;

/// Blocks of a whole recording.
static WHOLE: LazyLock<Vec<([u8; 4], Vec<u8>)>> = LazyLock::new(|| {
    let m = load_string(XML, &NoAssets).expect("loads").model;
    let bundle = Bundle { main: ("m.xml".into(), XML.as_bytes().to_vec()), ..Bundle::default() };
    let (mut d, mut out) = (Data::new(&m), Vec::new());
    let mut r = Recorder::new(&mut out, &m, &bundle, "").expect("writes");
    for _ in 0..5 {
        step(&m, &mut d).expect("steps");
        r.push(&m, &d).expect("writes");
    }
    r.finish(None).expect("writes");
    let (mut rest, mut list) = (&out[8..], Vec::new());
    while rest.len() >= 12 {
        let n = u32::from_le_bytes(rest[4..8].try_into().expect("four")) as usize;
        list.push((rest[..4].try_into().expect("four"), rest[12..12 + n].to_vec()));
        rest = &rest[12 + n..];
    }
    list
});

fuzz_target!(|bytes: &[u8]| {
    let mut list = WHOLE.clone();
    // each edit: which block, where, what
    for e in bytes.chunks_exact(5) {
        let (count, k) = (list.len(), usize::from(e[0]) % list.len());
        let payload = &mut list[k].1;
        let at = usize::from(u16::from_le_bytes([e[1], e[2]]));
        match e[3] % 4 {
            0 => payload.truncate(at),
            1 => payload.push(e[4]),
            2 if count < 20 => {
                let again = list[k].clone();
                list.insert(usize::from(e[4]) % (k + 1), again);
            }
            _ => {
                let n = payload.len().max(1);
                if let Some(b) = payload.get_mut(at % n) {
                    *b = e[4];
                }
            }
        }
    }
    let mut file = b"STICREC1".to_vec();
    for (tag, payload) in &list {
        file.extend(tag);
        file.extend((payload.len() as u32).to_le_bytes());
        file.extend(crc32fast::hash(payload).to_le_bytes());
        file.extend(payload);
    }
    let Ok(mut r) = Recording::read(file) else { return };
    let Ok(loaded) = r.bundle.compile() else { return };
    let m = loaded.model;
    if m.size.nv > 50 {
        return;
    }
    let mut d = Data::with_budget(&m, Budget::UNTRUSTED);
    for i in 0..r.len().min(50) {
        let _ = r.load(&m, &mut d, i);
    }
    if r.len() < 1000 {
        let _ = r.verify(&m);
    }
});
