//! Threads that wait for work: started once, used by every call.
//!
//! A job is a function of the worker's number; it takes work items from a counter of its own until none are left. The caller
//! is worker 0, so a pool of one has no threads, and a job is complete even if no other worker ever runs (after a `fork`, for
//! example, which copies no threads).

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;

/// What every worker runs; the argument is the worker's number.
pub type Job = Arc<dyn Fn(usize) + Send + Sync>;

#[derive(Default)]
struct Board {
    /// Counts jobs.
    epoch: u64,
    job: Option<Job>,
    /// Workers that still run the job.
    running: usize,
    quit: bool,
}

#[derive(Default)]
struct Shared {
    board: Mutex<Board>,
    start: Condvar,
    done: Condvar,
}

impl Shared {
    fn board(&self) -> MutexGuard<'_, Board> {
        self.board.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A pool of threads.
pub struct Pool {
    shared: Arc<Shared>,
    threads: Vec<JoinHandle<()>>,
    process: u32,
    turn: Mutex<()>,
}

/// Number of processors that this process may use.
pub fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}

impl Pool {
    /// A pool in which `nthread` threads compute, the caller's among them. Threads that cannot be started are left out.
    pub fn new(nthread: usize) -> Self {
        let shared = Arc::new(Shared::default());
        let mut threads = Vec::new();
        for worker in 1..nthread.max(1) {
            let mine = shared.clone();
            let spawned = std::thread::Builder::new()
                .name(format!("stiction-{worker}"))
                .spawn(move || serve(&mine, worker));
            match spawned {
                Ok(handle) => threads.push(handle),
                Err(_) => break,
            }
        }
        Pool { shared, threads, process: std::process::id(), turn: Mutex::new(()) }
    }
    /// Threads that compute, the caller's among them.
    pub fn nthread(&self) -> usize {
        self.threads.len() + 1
    }
    /// Runs a job on all workers and returns when all are done. Calls from several threads take turns.
    pub fn run(&self, job: Job) {
        if self.threads.is_empty() || std::process::id() != self.process {
            return job(0);
        }
        let _turn = self.turn.lock().unwrap_or_else(PoisonError::into_inner);
        {
            let mut board = self.shared.board();
            board.epoch += 1;
            board.job = Some(job.clone());
            board.running = self.threads.len();
        }
        self.shared.start.notify_all();
        let own = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| job(0)));
        let mut board = self.shared.board();
        while board.running > 0 {
            board = self.shared.done.wait(board).unwrap_or_else(PoisonError::into_inner);
        }
        board.job = None;
        drop(board);
        if let Err(cause) = own {
            std::panic::resume_unwind(cause);
        }
    }
}

/// The life of a worker.
fn serve(shared: &Shared, worker: usize) {
    let mut seen = 0;
    loop {
        let job = {
            let mut board = shared.board();
            while board.epoch == seen && !board.quit {
                board = shared.start.wait(board).unwrap_or_else(PoisonError::into_inner);
            }
            if board.quit {
                return;
            }
            seen = board.epoch;
            board.job.clone()
        };
        if let Some(job) = job {
            // a worker that dies would leave the caller waiting
            let _ = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| job(worker)));
        }
        let mut board = shared.board();
        board.running -= 1;
        if board.running == 0 {
            shared.done.notify_all();
        }
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        if std::process::id() != self.process {
            return;
        }
        self.shared.board().quit = true;
        self.shared.start.notify_all();
        for handle in self.threads.drain(..) {
            let _ = handle.join();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[test]
    fn every_item_is_done_once_by_any_number_of_threads() {
        for n in [1, 2, 5] {
            let pool = Pool::new(n);
            for _ in 0..50 {
                let next = Arc::new(AtomicUsize::new(0));
                let hits: Arc<Vec<AtomicUsize>> = Arc::new((0..100).map(|_| AtomicUsize::new(0)).collect());
                let (counter, marks) = (next.clone(), hits.clone());
                pool.run(Arc::new(move |_| {
                    loop {
                        let i = counter.fetch_add(1, Ordering::Relaxed);
                        let Some(mark) = marks.get(i) else { break };
                        mark.fetch_add(1, Ordering::Relaxed);
                    }
                }));
                assert!(hits.iter().all(|h| h.load(Ordering::Relaxed) == 1));
            }
        }
    }

    #[test]
    fn a_panic_in_a_worker_does_not_hang_the_caller() {
        let pool = Pool::new(3);
        pool.run(Arc::new(|w| assert!(w == 0, "on purpose")));
        pool.run(Arc::new(|_| {}));
    }
}
