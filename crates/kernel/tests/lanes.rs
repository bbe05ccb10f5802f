//! Emulated lanes find what a device would not: races, and words that nobody wrote.

use stiction_kernel::host::Emulated;
use stiction_kernel::lanes::Lanes;
use stiction_kernel::real::Real;
use stiction_kernel::tables::Shape;

fn group() -> Emulated<'static, f64> {
    Emulated::new(&[], &[], 64)
}

#[test]
#[should_panic(expected = "wrote in the same phase")]
fn reading_what_another_lane_writes_is_a_race() {
    let g = group();
    g.each(|l| g.st(l, l.id(), 1.0));
    g.each(|l| {
        g.ld(l, (l.id() + 1) % 32);
    });
}

#[test]
#[should_panic(expected = "read in the same phase")]
fn writing_what_another_lane_reads_is_a_race() {
    let g = group();
    g.each(|l| g.st(l, l.id(), 1.0));
    g.sync();
    g.each(|l| {
        g.ld(l, (l.id() + 1) % 32);
    });
    g.each(|l| g.st(l, l.id(), 2.0));
}

#[test]
#[should_panic(expected = "nobody wrote")]
fn words_begin_unwritten() {
    let g = group();
    g.each(|l| {
        g.ld(l, 40);
    });
}

#[test]
fn a_barrier_makes_it_right() {
    let g = group();
    g.each(|l| g.st(l, l.id(), f64::from(l.id())));
    g.sync();
    let got = g.map(|l| g.ld(l, (l.id() + 1) % 32));
    assert_eq!(g.take(&got, 30), 31.0);
    assert_eq!(g.sum(|l| got[l]), 496.0);
    assert_eq!(g.ballot(|l| got[l] < 2.0), 1 | 1 << 31);
}

#[test]
fn sines_are_those_of_libm() {
    let mut worst = (0.0f64, 0.0f64);
    for k in -40_000..40_000 {
        let x = f64::from(k) * 0.003_7;
        let (s, c) = Real::sin_cos(x);
        let (rs, rc) = reference(x);
        worst.0 = worst.0.max((s - rs).abs()).max((c - rc).abs());
        let (s, c) = Real::sin_cos(x as f32);
        let (rs, rc) = reference(f64::from(x as f32));
        worst.1 = worst.1.max((f64::from(s) - rs).abs()).max((f64::from(c) - rc).abs());
    }
    assert!(worst.0 < 2.5e-16 && worst.1 < 1.3e-7, "{worst:?}");
}

#[allow(clippy::disallowed_methods)]
fn reference(x: f64) -> (f64, f64) {
    f64::sin_cos(x)
}

#[test]
fn shared_memory_does_not_overlap() {
    for nv in 1..=32 {
        let mut s = Shape { nv, nlink: nv.min(13), ngeom: 20, npair: 161, ..Shape::default() };
        s.lay_out();
        assert!(s.comp() >= 8 * s.nv && s.base >= s.comp() + 27 * s.nlink && s.park >= s.base + 27 * s.nlink);
        assert!(s.work >= s.park + 128 && s.found >= s.work + 8 * s.ngeom && s.words >= s.near + 64);
        // a row holds a whole window of the factor and, where a lane is left for it, the right-hand side
        assert!(s.row >= nv.next_multiple_of(8) && (nv == 32 || s.row > nv), "{nv}");
        assert!(s.words >= s.work + s.row * nv);
        assert!([s.comp(), s.base, s.work, s.park, s.row].iter().all(|x| x.is_multiple_of(4)));
    }
}
