//! Compiles a model and writes every array of it, in the format of reference dumps (see `testkit::dump`).
//!
//! ```text
//! cargo run --release -p stiction-benches --bin dump_model -- MODEL.xml OUT.dump [--permissive]
//! ```

use std::io::Write;
use std::process::ExitCode;
use stiction::model::fields::Numbers;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let (model, out, permissive) = match &args[..] {
        [model, out] => (model, out, false),
        [model, out, flag] if flag == "--permissive" => (model, out, true),
        _ => {
            eprintln!("usage: dump_model MODEL.xml OUT.dump [--permissive]");
            return ExitCode::from(2);
        }
    };
    let options = stiction::LoadOptions { permissive, ..Default::default() };
    let start = std::time::Instant::now();
    let loaded = match stiction::load_with(model.as_ref(), &options) {
        Ok(l) => l,
        Err(e) => {
            eprintln!("{e}");
            return ExitCode::FAILURE;
        }
    };
    eprintln!("{:.3} ms", start.elapsed().as_secs_f64() * 1e3);
    let bytes = dump(&loaded.model);
    assert!(!bytes.is_empty());
    match std::fs::write(out, bytes) {
        Ok(()) => ExitCode::SUCCESS,
        Err(e) => {
            eprintln!("{out}: {e}");
            ExitCode::FAILURE
        }
    }
}

fn dump(m: &stiction::Model) -> Vec<u8> {
    let mut out = Vec::new();
    m.each(&mut |name, shape, numbers| {
        let dims: Vec<usize> = std::iter::once(shape.rows).chain(shape.cols).collect();
        let (kind, bytes): (u8, Vec<u8>) = match numbers {
            Numbers::F64(x) => (b'd', x.iter().flat_map(|v| v.to_le_bytes()).collect()),
            Numbers::F32(x) => (b'f', x.iter().flat_map(|v| v.to_le_bytes()).collect()),
            Numbers::I32(x) => (b'i', x.iter().flat_map(|v| v.to_le_bytes()).collect()),
            Numbers::I64(x) => (b'l', x.iter().flat_map(|v| v.to_le_bytes()).collect()),
            Numbers::U8(x) => (b'B', x.to_vec()),
            Numbers::Bool(x) => (b'?', x.iter().map(|&b| u8::from(b)).collect()),
        };
        record(&mut out, &format!("m.{name}"), kind, &dims, &bytes);
    });
    m.size.each(&mut |name, n| {
        record(&mut out, &format!("size.{name}"), b'l', &[1], &(n as i64).to_le_bytes())
    });
    let s = &m.stat;
    for (name, x) in [
        ("meaninertia", s.meaninertia),
        ("meanmass", s.meanmass),
        ("meansize", s.meansize),
        ("extent", s.extent),
        ("center0", s.center[0]),
        ("center1", s.center[1]),
        ("center2", s.center[2]),
    ] {
        record(&mut out, &format!("stat.{name}"), b'd', &[1], &x.to_le_bytes());
    }
    for (name, on) in
        [("gravcomp", m.flg_gravcomp), ("surfacevel", m.flg_surfacevel), ("adhesion", m.flg_adhesion)]
    {
        record(&mut out, &format!("flg.{name}"), b'l', &[1], &i64::from(on).to_le_bytes());
    }
    record(&mut out, "paths", b'B', &[m.paths.len()], &m.paths);
    out
}

fn record(out: &mut Vec<u8>, name: &str, kind: u8, dims: &[usize], bytes: &[u8]) {
    let mut write = |b: &[u8]| out.write_all(b).expect("memory");
    write(&(name.len() as u16).to_le_bytes());
    write(name.as_bytes());
    write(&[kind, dims.len() as u8]);
    dims.iter().for_each(|d| write(&(*d as u64).to_le_bytes()));
    write(bytes);
}
