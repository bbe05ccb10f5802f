//! The GPU kernels as PTX: built from `crates/kernel` by a nightly compiler, kept in `crates/gpu/ptx` with the hash of their sources.
//!
//! Users need neither the nightly compiler nor CUDA: the text is embedded and NVIDIA's driver compiles it. `ptxas` (from the Python package
//! nvidia-cuda-nvcc, found on the PATH or through `PTXAS`) tells registers and spills, which [`KERNELS`] bounds.

use crate::root;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A kernel: its name, how many blocks (warps, worlds) share a multiprocessor, the most bytes that a lane may spill, and the most
/// instructions' room that its binary may take. Only the large ones may call functions.
struct Kernel(&'static str, u32, u32, u32);

/// 65536 registers are shared by the lanes of all blocks: 128 for a lane at 16 blocks, 168 at 12, 255 at 8. Which is fastest was measured.
const KERNELS: &[Kernel] = &[
    Kernel("step_f32", 16, 64, 5300),
    Kernel("step_f32_loops", 16, 64, 5650),
    Kernel("step_f32_spins", 16, 128, 6050),
    Kernel("step_f32_full", 8, 256, 17300),
    Kernel("step_f32_wide", 8, 256, 20200),
    Kernel("step_f32_sweeps", 8, 256, 17700),
    Kernel("step_f64", 12, 128, 6700),
    Kernel("step_f64_loops", 8, 64, 7050),
    Kernel("step_f64_spins", 8, 128, 7450),
    Kernel("step_f64_full", 8, 1792, 25500),
    Kernel("step_f64_wide", 8, 2048, 30300),
    Kernel("step_f64_sweeps", 8, 1536, 25500),
    Kernel("step_f64_exact", 8, 512, 21000),
    Kernel("look_f32", 16, 64, 3000),
    Kernel("look_f64", 16, 128, 5000),
    Kernel("reset", 16, 0, 400),
];

/// `cargo xtask gpu` writes the kernels; with `check` it compares instead; `measured DATE` notes that those of the tree ran on a card.
pub fn run(args: &[String]) -> bool {
    if let [word, date] = args
        && word == "measured"
    {
        return std::fs::write(root().join(MEASURED), measured(date)).is_ok();
    }
    let check = args.iter().any(|a| a == "check");
    let Some(built) = build() else {
        println!(
            "needs a nightly toolchain with rust-src: rustup toolchain install nightly --component rust-src"
        );
        return false;
    };
    let folder = root().join("crates/gpu/ptx");
    let mut ok = true;
    for kernel @ Kernel(name, blocks, ..) in KERNELS {
        let Some(text) = entry(&built, name, *blocks) else {
            println!("{name}: not among the kernels that were built, or with calls left in it");
            return false;
        };
        let path = folder.join(format!("{name}.ptx"));
        if check {
            let same = std::fs::read_to_string(&path).is_ok_and(|old| old == text);
            println!("{name}: {}", if same { "as in the tree" } else { "differs from the tree" });
            ok &= same;
        } else if let Err(e) = std::fs::create_dir_all(&folder).and_then(|()| std::fs::write(&path, text)) {
            println!("{}: {e}", path.display());
            return false;
        }
        ok &= gate(&path, kernel);
    }
    ok
}

/// The stage of the test command: kernels built anew are those of the tree, where the compiler that built them is there.
pub fn run_stage() -> bool {
    let old = std::fs::read_to_string(root().join("crates/gpu/ptx/reset.ptx")).unwrap_or_default();
    let by = old.lines().next().and_then(|l| l.split_once(", by ")).map_or("", |(_, by)| by);
    let (here, sources) =
        (compiler(), Command::new("rustc").args(["+nightly", "--print", "sysroot"]).output());
    let sources = sources.map(|o| String::from_utf8_lossy(&o.stdout).trim().to_owned()).unwrap_or_default();
    let core = Path::new(&sources).join("lib/rustlib/src/rust/library/core");
    if here.as_deref() != Some(by) || !core.is_dir() {
        println!("SKIPPED: {by} with rust-src is not here; kernels were NOT built anew");
        return true;
    }
    run(&["check".into()])
}

/// Name and version of the nightly compiler.
fn compiler() -> Option<String> {
    let done = Command::new("rustc").args(["+nightly", "--version"]).output().ok()?;
    done.status.success().then(|| String::from_utf8_lossy(&done.stdout).trim().to_owned())
}

/// The compiler's text of all kernels.
fn build() -> Option<String> {
    let target = root().join("target/gpu");
    let deps = target.join("nvptx64-nvidia-cuda/release/deps");
    for old in listing(&deps).iter().filter(|p| {
        // the library goes too, or the compiler would find nothing to do and write no text
        p.file_name().is_some_and(|n| n.to_string_lossy().contains("stiction_kernel"))
    }) {
        std::fs::remove_file(old).ok()?;
    }
    let done = Command::new("cargo")
        .args(["+nightly", "rustc", "-p", "stiction-kernel", "--release", "--crate-type", "lib"])
        .args(["-Zbuild-std=core", "--target", "nvptx64-nvidia-cuda", "--target-dir"])
        .arg(&target)
        .args(["--config", "profile.release.codegen-units=1", "--config", "profile.release.debug=false"])
        // a compiler that expects to be called again parts the code otherwise
        .args(["--config", "profile.release.incremental=false"])
        .args(["--config", "profile.release.panic=\"abort\"", "--", "--emit=asm"])
        // loops whose length is not known stay rolled, since code has to fit the instruction cache; every closure goes into its kernel
        .env(
            "RUSTFLAGS",
            "-Ctarget-cpu=sm_90 -Cllvm-args=-unroll-runtime=false -Cllvm-args=-inline-threshold=1000000",
        )
        .current_dir(root())
        .status()
        .is_ok_and(|s| s.success());
    let text = listing(&deps).into_iter().find(|p| {
        p.extension().is_some_and(|x| x == "s")
            && p.file_name().is_some_and(|n| n.to_string_lossy().starts_with("stiction_kernel"))
    })?;
    done.then(|| std::fs::read_to_string(text).ok()).flatten()
}

fn listing(folder: &Path) -> Vec<PathBuf> {
    let mut all: Vec<PathBuf> =
        std::fs::read_dir(folder).into_iter().flatten().filter_map(|e| e.ok().map(|e| e.path())).collect();
    all.sort();
    all
}

/// One kernel as a file of its own.
fn entry(all: &str, name: &str, blocks: u32) -> Option<String> {
    let head: String = [".version", ".target", ".address_size"]
        .iter()
        .filter_map(|w| all.lines().find(|l| l.starts_with(w)))
        .map(|l| format!("{l}\n"))
        .collect();
    let shared = all.lines().find(|l| l.starts_with(".extern .shared")).unwrap_or_default();
    let start = all.find(&format!(".visible .entry {name}("))?;
    let body = &all[start..start + all[start..].find("\n}\n")? + 3];
    let brace = body.find("\n{")?;
    let large = ["_full", "_wide", "_sweeps", "_exact"].iter().any(|end| name.ends_with(end));
    let functions = called(all, body, &mut Vec::new())?;
    (large || functions.is_empty()).then(|| format!(
        "// from crates/kernel/src, hash {:016x}, by {}\n{head}.pragma \"nounroll\";\n{shared}\n{functions}{}\n.maxntid 32\n.minnctapersm {blocks}\n{}",
        sources(),
        compiler().unwrap_or_default(),
        &body[..brace],
        &body[brace + 1..]
    ))
}

/// The functions that `body` calls, each after those that it calls itself; `done` are the names of those that are there. `None` if one is
/// not in the text.
fn called(all: &str, body: &str, done: &mut Vec<String>) -> Option<String> {
    let mut out = String::new();
    for line in body.lines().filter(|l| l.trim_start().starts_with("call.uni")) {
        let name = line.split(|c: char| c == ',' || c.is_whitespace()).find(|w| w.starts_with("_R"))?;
        if done.iter().any(|d| d == name) {
            continue;
        }
        done.push(name.into());
        let start = all
            .match_indices("\n.func ")
            .map(|(i, _)| i + 1)
            .find(|&i| all[i..].lines().next().is_some_and(|l| l.contains(&format!("{name}("))))?;
        let text = &all[start..start + all[start..].find("\n}\n")? + 3];
        out += &called(all, text, done)?;
        out += text;
    }
    Some(out)
}

/// Hash (FNV-1a) of the sources of the kernels.
fn sources() -> u64 {
    hash(listing(&root().join("crates/kernel/src")).into_iter().flat_map(|path| {
        let name = path.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
        name.into_bytes().into_iter().chain(std::fs::read(&path).unwrap_or_default())
    }))
}

fn hash(bytes: impl IntoIterator<Item = u8>) -> u64 {
    bytes.into_iter().fold(0xcbf2_9ce4_8422_2325, |h, b| (h ^ u64::from(b)).wrapping_mul(0x0100_0000_01b3))
}

/// Which texts of kernels ran on a card.
const MEASURED: &str = "benches/gpu/measured.txt";

/// The text of a kernel in the tree without its first line, which names sources: comments there change no kernel.
fn text(name: &str) -> u64 {
    let all = std::fs::read_to_string(root().join(format!("crates/gpu/ptx/{name}.ptx"))).unwrap_or_default();
    hash(all.split_once('\n').map_or("", |(_, rest)| rest).bytes())
}

/// The list of the kernels in the tree, as of a day on which they ran.
fn measured(date: &str) -> String {
    let lines = KERNELS.iter().map(|k| format!("{} {:016x} {date}\n", k.0, text(k.0)));
    std::iter::once(
        "# Text of the kernels (FNV-1a, without the first line) that ran on a card, and when\n".into(),
    )
    .chain(lines)
    .collect()
}

/// Registers, spills and code size, where `ptxas` is there.
fn gate(path: &Path, &Kernel(_, _, most, longest): &Kernel) -> bool {
    let named = std::env::var("PTXAS").ok();
    let ptxas = named.as_deref().unwrap_or("ptxas");
    let out = root().join("target/gpu/kernel.cubin");
    let done = match Command::new(ptxas).args(["-arch=sm_90", "-v"]).arg(path).arg("-o").arg(&out).output() {
        Ok(done) => done,
        Err(e) => {
            if named.is_some() {
                println!("PTXAS={ptxas}: {e}");
            }
            return named.is_none();
        }
    };
    let said = String::from_utf8_lossy(&done.stderr);
    let number = |before: &str| -> Option<u32> {
        said[..said.find(before)?].split_whitespace().next_back()?.parse().ok()
    };
    let (spill, registers) = (number(" bytes spill stores"), number(" registers"));
    // an instruction takes 16 bytes; the rest of the file is small beside the code and grows with it
    let size = std::fs::read(&out).map_or(0, |b| b.len() as u32 / 16);
    println!(
        "{}: {registers:?} registers, {spill:?} bytes spilled (at most {most}), room for {size} instructions (at most {longest})",
        path.display()
    );
    done.status.success() && spill.is_some_and(|s| s <= most) && registers.is_some() && size <= longest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kernels_in_the_tree_are_those_of_the_sources() {
        let mark = format!("hash {:016x}", sources());
        for Kernel(name, ..) in KERNELS {
            let text = std::fs::read_to_string(root().join(format!("crates/gpu/ptx/{name}.ptx")));
            assert!(text.is_ok_and(|t| t.contains(&mark)), "{name} is stale: cargo xtask gpu");
        }
    }

    /// The page of figures is about these kernels, or says what they have been changed in since they were measured.
    #[test]
    fn the_page_of_figures_knows_these_kernels() {
        let text = std::fs::read_to_string(root().join("benches/gpu/README.md")).unwrap_or_default();
        let mark = format!("kernels of hash {:016x}", sources());
        assert!(text.contains(&mark), "measure again (benches/gpu/run.sh): no figures for the {mark}");
    }

    /// The page names the kernels whose text is another one than what ran on a card, and no others.
    #[test]
    fn the_page_of_figures_says_what_has_not_run() {
        let ran = std::fs::read_to_string(root().join(MEASURED)).unwrap_or_default();
        let new = |k: &&Kernel| !ran.contains(&format!("{} {:016x} ", k.0, text(k.0)));
        let new: Vec<&str> = KERNELS.iter().filter(new).map(|k| k.0).collect();
        let page = std::fs::read_to_string(root().join("benches/gpu/README.md")).unwrap_or_default();
        let line = page.lines().find_map(|l| l.strip_prefix("Not run on a card as they are now: "));
        let named: Vec<&str> = line.unwrap_or_default().split('`').skip(1).step_by(2).collect();
        assert_eq!(named, new, "{MEASURED} and the page of figures differ");
    }

    #[test]
    fn an_entry_becomes_a_file_of_its_own() {
        let all = ".version 7.8\n.target sm_90\n.address_size 64\n.extern .shared .b8 m[];\n\
                   .visible .entry a(\n.param .u32 x\n)\n{\nret;\n}\n.visible .entry ab(\n)\n{\n}\n";
        let text = entry(all, "a", 16).unwrap_or_default();
        assert!(text.ends_with(")\n.maxntid 32\n.minnctapersm 16\n{\nret;\n}\n"), "{text}");
        assert!(!text.contains("ab("));
        assert!(entry(all, "b", 16).is_none());
        assert!(entry(&all.replace("ret;", "call.uni f;\nret;"), "a", 16).is_none());
    }
}
