//! Parity, bits and speed of worlds on a device.
//!
//! `gpu_bench pack MODEL.xml OUT [AMPLITUDE] [euler] [exact]` writes a model's tables, so that a machine without the model can run it;
//! `gpu_bench run FILE...` checks and measures, and prints one table; `check FILE...` only compares a few steps with the host and tries resets, for
//! sanitizers; `look MODEL.xml...` compares outputs; `profile FILE` makes some launches for a profiler.

use std::time::Instant;
use stiction_gpu::{Controls, Field, Items, Kernel, Output, Scalar, Tables, Twin, Verdict, Worlds};
use stiction_kernel::tables::Shape;

type Anything<T> = Result<T, Box<dyn std::error::Error>>;

/// A packed model.
struct Packed {
    name: String,
    shape: Vec<u32>,
    kernel: Kernel,
    numbers: Vec<f64>,
    indices: Vec<u32>,
    qpos: Vec<f64>,
    range: Vec<f64>,
    amp: f64,
}

const SHAPE: usize = size_of::<Shape>() / 4;

fn pack(path: &str, out: &str, amp: &str, changes: &[String]) -> Anything<()> {
    let mut m = stiction::load_path(path).map_err(|e| format!("{e:?}"))?.model;
    let asks = |what: &str| changes.iter().any(|c| c == what);
    if asks("euler") {
        m.opt.integrator = 0;
    }
    if asks("exact") {
        // the kernel of the hard law has no contacts that resist spin
        m.geom.condim.iter_mut().for_each(|c| *c = (*c).min(3));
        m.stiction.exact();
    }
    let t = Tables::<f64>::new(&m)?;
    // a keyframe is where a robot stands
    let qpos = if m.size.nkey > 0 { m.key.qpos.row(0).to_vec() } else { m.qpos0.clone() };
    let range: Vec<f64> = (0..m.size.nu)
        .flat_map(|i| if m.actuator.ctrllimited[i] { m.actuator.ctrlrange[i] } else { [-1.0, 1.0] })
        .collect();
    let words = [
        vec![f64::from(t.kernel as u8), t.numbers.len() as f64, t.indices.len() as f64, qpos.len() as f64],
        vec![range.len() as f64, amp.parse()?],
        shape_words(&t.shape).iter().map(|&x| f64::from(x)).collect(),
        t.numbers.clone(),
        t.indices.iter().map(|&x| f64::from(x)).collect(),
        qpos,
        range,
    ]
    .concat();
    std::fs::write(out, words.iter().flat_map(|x| x.to_le_bytes()).collect::<Vec<u8>>())?;
    println!(
        "{out}: nv {} links {} geoms {} pairs {} words {}",
        t.shape.nv, t.shape.nlink, t.shape.ngeom, t.shape.npair, t.shape.words
    );
    Ok(())
}

/// The fields of a shape in order, and back.
macro_rules! shape {
    ($($f:ident)*) => {
        fn shape_words(s: &Shape) -> [u32; SHAPE] {
            [$(s.$f),*]
        }
        fn shape_of(w: &[u32]) -> Shape {
            let mut w = w.iter().copied();
            Shape { $($f: w.next().unwrap_or(0)),* }
        }
    };
}
shape! {
    nv nq nu nlink levels ngeom npair neq slots origin switches iterations act_f geom_f pair_f class_f eq_f act_u
    geom_u pair_u eq_u geom_n pair_n chain row base park work found near nlength nstretch stretch_n nline
    length_slots length_f stretch_f line_f length_u stretch_u line_u arms lines most dual_n dual words
    nbody nframe frame_f frame_u tree_f tree_u na acts fields
    nweld weld_f weld_u npush push_f push_u
}

fn unpack(path: &str) -> Anything<Packed> {
    let bytes = std::fs::read(path)?;
    let mut x = bytes.chunks_exact(8).map(|b| f64::from_le_bytes(b.try_into().unwrap_or_default()));
    let mut take = |n: usize| -> Vec<f64> { x.by_ref().take(n).collect() };
    let head = take(6);
    let ints = |v: Vec<f64>| v.iter().map(|&x| x as u32).collect::<Vec<u32>>();
    let shape = ints(take(SHAPE));
    let numbers = take(head[1] as usize);
    let indices = ints(take(head[2] as usize));
    let (qpos, range) = (take(head[3] as usize), take(head[4] as usize));
    let name = std::path::Path::new(path).file_stem().map_or(String::new(), |s| s.to_string_lossy().into());
    Ok(Packed {
        name,
        shape,
        kernel: Kernel::ALL[(head[0] as usize).min(Kernel::ALL.len() - 1)],
        numbers,
        indices,
        qpos,
        range,
        amp: head[5],
    })
}

/// The same number for the same world, step and control, on any machine.
fn noise(world: usize, step: usize, i: usize) -> f64 {
    let mut h = (world as u64) << 40 ^ (step as u64) << 16 ^ i as u64;
    for _ in 0..2 {
        h = (h ^ h >> 31).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        h ^= h >> 29;
    }
    (h >> 11) as f64 / (1u64 << 52) as f64 - 1.0
}

/// A batch that fills a device many times over.
const LARGE: usize = 32768;

struct Bench<F> {
    p: Packed,
    tables: Tables<F>,
    start: Vec<F>,
}

impl<F: Scalar> Bench<F> {
    fn new(path: &str) -> Anything<Self> {
        let p = unpack(path)?;
        let numbers = p.numbers.iter().map(|&x| F::of(x)).collect();
        let tables =
            Tables { shape: shape_of(&p.shape), numbers, indices: p.indices.clone(), kernel: p.kernel };
        let start = p.qpos.iter().map(|&x| F::of(x)).collect();
        Ok(Bench { p, tables, start })
    }

    fn control(&self, world: usize, step: usize, i: usize) -> F {
        let (lo, hi) = (self.p.range[2 * i], self.p.range[2 * i + 1]);
        let mid = if lo < 0.0 && hi > 0.0 { 0.0 } else { 0.5 * (lo + hi) };
        F::of((mid + self.p.amp * 0.5 * (hi - lo) * noise(world, step, i)).clamp(lo, hi))
    }

    fn controls(&self, worlds: std::ops::Range<usize>, steps: usize) -> Vec<F> {
        let nu = self.tables.shape.nu as usize;
        (0..steps)
            .flat_map(|s| worlds.clone().flat_map(move |w| (0..nu).map(move |i| (w, s, i))))
            .map(|(w, s, i)| self.control(w, s, i))
            .collect()
    }

    fn worlds(&self, worlds: std::ops::Range<usize>) -> Anything<Worlds<F>> {
        let mut w = Worlds::from_tables(self.tables.clone(), &self.start, worlds.len(), 0)?;
        let states: Vec<[Vec<F>; 2]> = worlds.map(|k| self.begin(k)).collect();
        for (i, field) in [Field::Qpos, Field::Qvel].into_iter().enumerate() {
            w.write(field, &states.iter().flat_map(|s| s[i].clone()).collect::<Vec<F>>())?;
        }
        Ok(w)
    }

    /// Where a world begins: each one somewhere else, in motion, so that worlds do not move in step.
    fn begin(&self, world: usize) -> [Vec<F>; 2] {
        let (free, nv) = (self.tables.shape.origin == 0, self.tables.shape.nv as usize);
        let q = self.start.iter().enumerate().map(|(i, &x)| {
            let size = if free && (3..7).contains(&i) {
                0.3
            } else if free && i < 3 {
                0.0
            } else {
                0.1
            };
            x + F::of(size * noise(world, 1 << 20, i))
        });
        [q.collect(), (0..nv).map(|i| F::of(0.5 * noise(world, 1 << 21, i))).collect()]
    }

    /// Bits of a device against the host's, over the first worlds.
    fn parity(&self, steps: usize) -> Anything<String> {
        let mut dev = self.worlds(0..8)?;
        let mut hosts: Vec<Twin<F>> =
            (0..8).map(|_| Twin::from_tables(self.tables.clone(), self.start.clone())).collect();
        let mut verdicts = [(Verdict::default(), false); 8];
        for (w, host) in hosts.iter_mut().enumerate() {
            [host.qpos, host.qvel] = self.begin(w);
            for s in 0..steps {
                for i in 0..host.ctrl.len() {
                    host.ctrl[i] = self.control(w, s, i);
                }
                host.tally.stopped = 0;
                host.step();
                verdicts[w] = (verdicts[w].0.or(host.verdict), verdicts[w].1 || host.tally.stopped != 0);
            }
        }
        dev.step(steps as u32, Controls::Each(&self.controls(0..8, steps)))?;
        let [q, v, a] = [dev.read(Field::Qpos)?, dev.read(Field::Qvel)?, dev.read(Field::Qacc)?];
        let w = dev.read(Field::Act)?;
        let host = |f: fn(&Twin<F>) -> &Vec<F>| hosts.iter().flat_map(|h| f(h).clone()).collect::<Vec<F>>();
        let pairs =
            [(q, host(|h| &h.qpos)), (v, host(|h| &h.qvel)), (a, host(|h| &h.qacc)), (w, host(|h| &h.act))];
        let (mut differ, mut worst) = (0, 0.0f64);
        for (d, h) in &pairs {
            for (x, y) in d.iter().zip(h) {
                let (x, y) = (x.to_f64(), y.to_f64());
                differ += usize::from(x.to_bits() != y.to_bits());
                worst = worst.max((x - y).abs() / (1.0 + y.abs()));
            }
        }
        // under the hard law a launch has a verdict: the worst of its steps
        let judged = dev.verdicts()?;
        differ += judged.iter().zip(&verdicts).filter(|(d, h)| d != h).count();
        Ok(format!("{differ} bits/{worst:.0e}"))
    }

    /// Whether a reset puts the worlds of a mask to where it leads, and leaves the others where they are.
    fn resets(&self) -> Anything<bool> {
        let fields = [Field::Qpos, Field::Qvel, Field::Ctrl, Field::Act];
        let mut w = self.worlds(0..8)?;
        w.step(5, Controls::Each(&self.controls(0..8, 5)))?;
        let before = fields.map(|f| w.read(f));
        let start = fields.map(|f| (0..w.width(f)).map(|i| F::of(0.25 + i as f64)).collect::<Vec<F>>());
        let mask: Vec<bool> = (0..8).map(|k| k % 3 == 1).collect();
        w.reset(&mask, start.each_ref().map(Vec::as_slice))?;
        let mut good = true;
        for ((field, start), before) in fields.into_iter().zip(&start).zip(before) {
            let (now, before, n) = (w.read(field)?, before?, w.width(field));
            for (k, &put) in mask.iter().enumerate() {
                good &=
                    now[n * k..n * (k + 1)] == if put { &start[..] } else { &before[n * k..n * (k + 1)] }[..];
            }
        }
        let still = w.read(Field::Qacc)?;
        let n = w.width(Field::Qacc);
        let zero = |k: usize| still[n * k..n * (k + 1)].iter().all(|&a| a == F::of(0.0));
        Ok(good && mask.iter().enumerate().all(|(k, &put)| !put || zero(k)))
    }

    /// Whether the state depends on steps per launch, number of worlds or place among them.
    fn same_bits(&self) -> Anything<bool> {
        let steps = 60;
        let (many, few) = (self.controls(0..512, steps), self.controls(200..264, steps));
        let mut a = self.worlds(0..512)?;
        a.step(steps as u32, Controls::Each(&many))?;
        let mut b = self.worlds(0..512)?;
        for one in many.chunks(many.len() / steps) {
            b.step(1, Controls::Each(one))?;
        }
        let mut c = self.worlds(200..264)?;
        c.step(steps as u32, Controls::Each(&few))?;
        let bits = |w: &Worlds<F>| -> Anything<Vec<u64>> {
            Ok(w.read(Field::Qpos)?.iter().map(|x| x.to_f64().to_bits()).collect())
        };
        let nq = self.start.len();
        let all = bits(&a)?;
        Ok(all == bits(&b)? && all[200 * nq..264 * nq] == bits(&c)?[..])
    }

    /// Under the hard law, of every step of worlds in motion: how far it is from its law.
    fn judged(&self, n: usize) -> Anything<String> {
        if self.p.kernel != Kernel::Exact {
            return Ok(String::new());
        }
        let mut w = self.worlds(0..n)?;
        let (steps, nu) = (50, n * self.tables.shape.nu as usize);
        let controls = self.controls(0..n, steps);
        w.step(steps as u32, Controls::Each(&controls))?;
        let (mut off, mut flagged, mut depth) = (Vec::new(), 0, Vec::new());
        for k in 0..steps {
            w.step(1, Controls::Each(&controls[k * nu..(k + 1) * nu]))?;
            for (v, above) in w.verdicts()? {
                off.push(v.violation.to_f64());
                depth.push(v.depth.to_f64());
                flagged += usize::from(above);
            }
        }
        let at = |x: &mut Vec<f64>, part: usize| {
            x.sort_by(f64::total_cmp);
            x[(x.len() - 1) * part / 1000]
        };
        let [half, most, worst] = [500, 999, 1000].map(|part| at(&mut off, part));
        let [deep, deepest] = [999, 1000].map(|part| at(&mut depth, part));
        let all = off.len();
        Ok(format!(
            "verdicts: {flagged} of {all} steps above the tolerance; {half:.1e} m/s (median), {most:.1e} (99.9 %), {worst:.1e}; depth {deep:.1e} m (99.9 %), {deepest:.1e}"
        ))
    }

    /// Million steps per second: one step a launch and waiting, one step a launch, 50 steps a launch.
    fn speed(&self, n: usize) -> Anything<([f64; 3], [f64; 3], usize)> {
        let mut w = self.worlds(0..n)?;
        let (sets, one) = (if n > LARGE { 50 } else { 100 }, n * self.tables.shape.nu as usize);
        let bytes = (one * size_of::<F>()) as u64;
        // a batch's own copy of the controls of a hundred steps
        w.step(sets, Controls::Each(&self.controls(0..n, sets as usize)))?;
        let at = w.controls_address();
        for _ in 0..300 / sets {
            w.step(sets, Controls::At(at))?;
        }
        w.wait()?;
        let before = w.tallies()?;
        let mut out = [0.0; 3];
        for (how, best) in out.iter_mut().enumerate() {
            let mut rates = Vec::new();
            for _ in 0..5 {
                let t = Instant::now();
                if how < 2 {
                    for k in 0..50 {
                        w.step(1, Controls::At(at + k * bytes))?;
                        if how == 0 {
                            w.wait()?;
                        }
                    }
                } else {
                    w.step(50, Controls::At(at + u64::from(sets - 50) * bytes))?;
                }
                w.wait()?;
                rates.push((n * 50) as f64 / t.elapsed().as_secs_f64() / 1e6);
            }
            rates.sort_by(f64::total_cmp);
            *best = rates[2];
        }
        let after = w.tallies()?;
        let mean = |k: usize| {
            let sum: f64 = after.iter().zip(&before).map(|(a, b)| f64::from(a[k] - b[k])).sum();
            sum / (n * 750) as f64
        };
        let flagged = after.iter().filter(|t| t[3] | t[5] != 0).count();
        Ok((out, [mean(0), mean(1), mean(2)], flagged))
    }
}

fn run<F: Scalar>(path: &str, kind: &str) -> Anything<()> {
    let t = Instant::now();
    let b = Bench::<F>::new(path)?;
    let mut w = b.worlds(0..32)?;
    w.step(1, Controls::Held)?;
    w.wait()?;
    let first = t.elapsed().as_secs_f64();
    drop(w);
    let (parity, same) = (b.parity(if kind == "f64" { 100 } else { 40 })?, b.same_bits()?);
    for n in [1024, 8192, LARGE, 4 * LARGE] {
        let ([sync, one, fifty], [contacts, builds, searches], over) = b.speed(n)?;
        println!(
            "| {:<14} {kind} | {n:>6} | {sync:>7.2} | {one:>7.2} | {fifty:>7.2} | {contacts:>5.2} | {builds:>5.2} | {searches:>5.2} | {over:>4} | {parity} | {} | {first:.2} |",
            b.p.name,
            if same { "same" } else { "DIFFER" },
        );
    }
    if b.p.kernel == Kernel::Exact {
        println!("\n{}: {}\n", b.p.name, b.judged(8192)?);
    }
    Ok(())
}

/// Differing bits of all outputs between a device and the host, at states in motion.
fn looks<F: Scalar>(path: &str) -> Anything<String> {
    let m = stiction::load_path(path).map_err(|e| format!("{e:?}"))?.model;
    let (mut dev, mut host) = (Worlds::<F>::new(&m, 2, 0)?, Twin::<F>::new(&m)?);
    let noisy = |x: &[F], k: usize| -> Vec<F> {
        x.iter().enumerate().map(|(i, &x)| x + F::of(0.2 * noise(k, 0, i))).collect()
    };
    (host.qpos, host.qvel, host.qacc) = (noisy(&host.qpos, 1), noisy(&host.qvel, 2), noisy(&host.qacc, 3));
    for (field, x) in [(Field::Qpos, &host.qpos), (Field::Qvel, &host.qvel), (Field::Qacc, &host.qacc)] {
        dev.write(field, &x.repeat(2))?;
    }
    let (mut numbers, mut differ) = (0, 0);
    for output in Output::ALL {
        let Ok(items) = Items::new(&m, &host.tables().shape, output) else { continue };
        dev.look(&m, output)?;
        let (here, there) = (host.look(&items).repeat(2), dev.seen(output)?);
        differ +=
            here.iter().zip(&there).filter(|(a, b)| a.to_f64().to_bits() != b.to_f64().to_bits()).count();
        numbers += there.len();
    }
    Ok(format!("{differ} of {numbers}"))
}

/// Some launches for a profiler.
fn profile(path: &str) -> Anything<()> {
    let b = Bench::<f32>::new(path)?;
    let mut w = b.worlds(0..8192)?;
    let all = b.controls(0..8192, 100);
    for _ in 0..4 {
        w.step(100, Controls::Each(&all))?;
    }
    let at = w.controls_address();
    for _ in 0..3 {
        w.step(4, Controls::At(at))?;
    }
    w.wait()?;
    Ok(())
}

fn main() -> Anything<()> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match args.first().map(String::as_str) {
        Some("pack") => {
            pack(&args[1], &args[2], args.get(3).map_or("1", |s| s), &args)
        }
        Some("profile") => profile(&args[1]),
        Some("look") => {
            for path in &args[1..] {
                println!("{path}: numbers that differ: f32 {}, f64 {}", looks::<f32>(path)?, looks::<f64>(path)?);
            }
            Ok(())
        }
        Some("check") => {
            for path in &args[1..] {
                let (single, double) = (Bench::<f32>::new(path)?, Bench::<f64>::new(path)?);
                // the hard law is there in double precision only
                if double.p.kernel == Kernel::Exact {
                    println!("{path}: f64 {}\n  resets: {}", double.parity(5)?, double.resets()?);
                    continue;
                }
                println!("{path}: f32 {}, f64 {}", single.parity(5)?, double.parity(5)?);
                println!("  resets: {} {}", single.resets()?, double.resets()?);
            }
            Ok(())
        }
        Some("run") => {
            println!(
                "| model | worlds | 1 step, wait | 1 step | 50 steps | contacts | builds | searches | flagged | against host | any K, batch, place | first step s |"
            );
            println!("|---|---|---|---|---|---|---|---|---|---|---|---|");
            for path in &args[1..] {
                for result in [run::<f32>(path, "f32"), run::<f64>(path, "f64")] {
                    if let Err(e) = result {
                        println!("| {path} | {e} |");
                    }
                }
            }
            Ok(())
        }
        _ => Err("usage: gpu_bench pack MODEL OUT [AMPLITUDE] [euler] [exact] | run FILE... | check FILE... | look MODEL... | profile FILE".into()),
    }
}
