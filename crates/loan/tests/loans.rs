//! Loans: who may borrow when, from which thread, and what is left after a panic. Under Miri also: no reference is alive while
//! foreign code uses the memory, and no schedule of two threads races.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Barrier};
use std::thread;
use stiction_loan::{Denied, Num, Place, Shared, Value};

/// What the engine's data looks like from here: a number, an array, a flag.
struct Body {
    time: f64,
    qpos: Vec<f64>,
    ids: Vec<i32>,
    active: Vec<bool>,
}

impl Body {
    fn new(n: usize) -> Self {
        Body { time: 0.0, qpos: vec![0.0; n], ids: vec![0; n], active: vec![false; n] }
    }
}

fn vector<T>(v: &mut Vec<T>, num: Num) -> Place {
    let start = v.as_mut_ptr();
    let _ = start.expose_provenance();
    // SAFETY: the vector is never reallocated here, and its own pointer is exposed.
    unsafe { Place::new(start.cast(), num, &[v.len()]) }
}

/// The places of a shared body.
fn places(shared: &Shared<Body>) -> [Place; 4] {
    shared.expose();
    let mut b = shared.write().expect("free");
    // SAFETY: the field stands inside the cell, whose address is exposed.
    let time = unsafe { Place::new((&raw mut b.time).cast(), Num::F64, &[]) };
    [time, vector(&mut b.qpos, Num::F64), vector(&mut b.ids, Num::I32), vector(&mut b.active, Num::Bool)]
}

#[test]
fn readers_or_one_writer() {
    let s = Shared::new(1);
    let (a, b) = (s.read().expect("free"), s.read().expect("read only"));
    assert_eq!((*a, *b), (1, 1));
    assert!(s.write().is_err());
    drop(a);
    assert!(s.write().is_err());
    drop(b);
    *s.write().expect("free") += 1;
    let w = s.write().expect("free");
    assert!(s.read().is_err() && s.write().is_err());
    assert_eq!(*w, 2);
}

#[test]
fn a_loan_lets_this_thread_in_and_nobody_else() {
    let s = Arc::new(Shared::new(Body::new(2)));
    let [time, qpos, ..] = places(&s);
    let mut d = s.write().expect("free").take_out(Box::new(Body::new(0)));
    d.qpos[0] = 1.0;
    assert_eq!(s.read().err(), Some(Denied::Busy), "out");
    let seen = s.lend(&mut d, || {
        // foreign code writes through addresses, and calls back
        assert!(qpos.put(1, Value::Real(5.0)) && time.put(0, Value::Real(2.0)));
        let inner = Arc::clone(&s);
        let refused = thread::spawn(move || inner.read().is_err() && inner.write().is_err()).join();
        assert!(refused.expect("no panic"));
        let mut w = s.write().expect("lent to this thread");
        w.qpos[0] += 1.0;
        w.time
    });
    assert_eq!(seen, Ok(2.0));
    assert_eq!((d.qpos.as_slice(), d.time), (&[2.0, 5.0][..], 2.0));
    d.time = 3.0;
    assert!(d.put_back().qpos.is_empty(), "the stand-in");
    assert_eq!(time.get(0), Some(Value::Real(3.0)));
    assert_eq!(s.read().expect("free").qpos, [2.0, 5.0]);
}

/// The defect this crate was made for: an inner loan that ends must not end the outer one.
#[test]
fn the_end_of_an_inner_loan_does_not_end_the_outer() {
    let s = Arc::new(Shared::new(0));
    let mut a = s.write().expect("free").take_out(Box::new(-1));
    let done = s.lend(&mut a, || {
        let mut b = s.write().expect("lent").take_out(Box::new(-2));
        s.lend(&mut b, || *s.write().expect("lent again") += 1).expect("out");
        drop(b);
        let other = Arc::clone(&s);
        thread::spawn(move || other.write().is_err()).join().expect("no panic")
    });
    assert_eq!(done, Ok(true));
    assert!(s.write().is_err(), "still taken out");
    drop(a);
    assert_eq!(*s.read().expect("free"), 1);
}

/// Code that calls itself for ever is refused long before the stack ends.
#[test]
fn loans_do_not_nest_without_end() {
    fn deeper(s: &Shared<u32>) -> Result<(), Denied> {
        let mut d = s.write()?.take_out(Box::default());
        *d += 1;
        s.lend(&mut d, || deeper(s))?
    }
    let s = Shared::new(0);
    assert_eq!(deeper(&s), Err(Denied::Deep));
    assert_eq!(*s.write().expect("free"), 17);
}

#[test]
fn nothing_is_lent_that_was_not_taken_out() {
    let s = Shared::new(0);
    assert_eq!(s.lend(&mut 1, || ()), Err(Denied::Busy));
    let _w = s.write().expect("free");
    assert_eq!(s.lend(&mut 1, || ()), Err(Denied::Busy));
}

#[test]
fn a_panic_gives_everything_back() {
    let s = Shared::new(String::from("here"));
    let panicked = catch_unwind(AssertUnwindSafe(|| {
        let mut d = s.write().expect("free").take_out(Box::default());
        d.push('!');
        let _ = s.lend(&mut d, || {
            let mut inner = s.write().expect("lent").take_out(Box::default());
            let _ = s.lend(&mut inner, || panic!("foreign code"));
        });
    }));
    assert!(panicked.is_err());
    assert_eq!(s.write().expect("free").as_str(), "here!");
    let while_writing = catch_unwind(AssertUnwindSafe(|| {
        let _w = s.write().expect("free");
        panic!("engine");
    }));
    assert!(while_writing.is_err() && s.write().is_ok());
}

#[test]
fn flags_are_flags_again_before_rust_reads_them() {
    let s = Shared::new(Body::new(3));
    let [.., active] = places(&s);
    s.watch().add(active);
    // SAFETY: one byte of the field, as foreign code writes it through an array of bytes.
    unsafe { active.start().add(1).write(7) };
    assert_eq!(s.read().expect("free").active, [false, true, false]);
    assert!(!active.write_bytes(&[0, 2, 0]), "not flags");
    assert!(active.put(0, Value::Flag(true)) && !active.put(0, Value::Int(1)));
}

#[test]
fn indices_are_checked_when_they_changed() {
    static RUNS: AtomicU32 = AtomicU32::new(0);
    let s = Shared::checked(Body::new(3), |b| {
        RUNS.fetch_add(1, Ordering::Relaxed);
        let bad = b.ids.iter().find(|i| !(0..3).contains(*i));
        bad.map_or(Ok(()), |i| Err(format!("there is no {i}")))
    });
    let [_, _, ids, _] = places(&s);
    s.watch().add(ids);
    s.watch().add(ids);
    assert!(s.read().is_ok() && s.write().is_ok());
    assert_eq!(RUNS.load(Ordering::Relaxed), 0, "nothing was written");
    assert!(ids.put(2, Value::Int(9)));
    for _ in 0..2 {
        assert_eq!(s.read().err(), Some(Denied::Invalid("there is no 9".into())));
        assert!(s.write().is_err());
    }
    assert!(ids.put(2, Value::Int(2)));
    assert!(s.read().is_ok());
    let runs = RUNS.load(Ordering::Relaxed);
    assert!(s.write().is_ok());
    assert_eq!(RUNS.load(Ordering::Relaxed), runs, "checked once per change");
}

#[test]
fn places_know_their_rows_and_their_limits() {
    let mut v = vec![1_i32, 2, 3, 4, 5, 6];
    let all = vector(&mut v, Num::I32);
    // SAFETY: the same six numbers as three rows of two.
    let table = unsafe { Place::new(all.start(), Num::I32, &[3, 2]) };
    let last = table.rows(2, 1, &[2]).expect("there are three rows");
    assert_eq!((last.int(0), last.int(1), last.int(2)), (Some(5), Some(6), None));
    assert!(table.rows(2, 2, &[2, 2]).is_none() && table.rows(usize::MAX, 2, &[2, 2]).is_none());
    assert!(
        !table.put(6, Value::Int(0)) && !table.put(0, Value::Int(1 << 40)) && !table.put(0, Value::Real(0.5))
    );
    assert!(!table.fixed().put(0, Value::Int(0)) && table.put(0, Value::Int(-1)));
    assert!(all.copy_from(&table) && !all.copy_from(&last));
    let nothing = Place::nothing(Num::F64, &[0, 3]);
    assert!(nothing.is_empty() && nothing.bytes().is_empty() && nothing.get(0).is_none());
    assert!(!Place::nothing(Num::Usize, &[]).put(0, Value::Int(1)), "a shared zero");
    assert_eq!(v, [-1, 2, 3, 4, 5, 6]);
}

#[test]
fn scalars_at_equal_distances_are_a_column() {
    let mut v = vec![0.0_f64, 1.0, 2.0, 3.0, 4.0];
    let all = vector(&mut v, Num::F64);
    let scalar = |i: usize| {
        all.rows(i, 1, &[1])
            .map(|p| {
                // SAFETY: one of the numbers above.
                unsafe { Place::new(p.start(), Num::F64, &[]) }
            })
            .expect("in range")
    };
    let (stretch, step) = Place::stretch(&[scalar(0), scalar(2), scalar(4)]).expect("equal distances");
    assert_eq!((stretch.len(), step, stretch.get(4)), (5, 2, Some(Value::Real(4.0))));
    assert!(Place::stretch(&[scalar(0), scalar(1), scalar(4)]).is_none());
    assert!(Place::stretch(&[scalar(1), scalar(0)]).is_none());
}

/// Two threads step the same data, one of them with foreign code inside that calls back: never both at once.
#[test]
fn two_threads_never_meet() {
    let rounds = if cfg!(miri) { 3 } else { 2000 };
    let s = Arc::new(Shared::new(vec![0_u64; 2]));
    let (inside, start) = (Arc::new(AtomicU32::new(0)), Arc::new(Barrier::new(2)));
    let step = |s: &Shared<Vec<u64>>, inside: &AtomicU32| {
        let Ok(w) = s.write() else { return 0 };
        let mut d = w.take_out(Box::default());
        assert_eq!(inside.fetch_add(1, Ordering::SeqCst), 0, "alone");
        d[0] += 1;
        s.lend(&mut d, || {
            if let Ok(mut inner) = s.write() {
                inner[1] += 1;
            }
        })
        .expect("taken out");
        assert_eq!(inside.fetch_sub(1, Ordering::SeqCst), 1, "alone");
        1
    };
    let workers: Vec<_> = (0..2)
        .map(|_| {
            let (s, inside, start) = (Arc::clone(&s), Arc::clone(&inside), Arc::clone(&start));
            thread::spawn(move || {
                start.wait();
                (0..rounds).map(|_| step(&s, &inside)).sum::<u64>()
            })
        })
        .collect();
    let steps: u64 = workers.into_iter().map(|w| w.join().expect("no panic")).sum();
    assert_eq!(*s.read().expect("free"), [steps, steps]);
}
