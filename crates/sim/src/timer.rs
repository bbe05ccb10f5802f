//! Time spent in each stage, if the caller lends a clock: the core itself has none.

/// Stages that are timed, with MuJoCo's numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(usize)]
#[allow(missing_docs)]
pub enum Stage {
    Step = 0,
    Forward = 1,
    Inverse = 2,
    Position = 3,
    Velocity = 4,
    Actuation = 5,
    Constraint = 6,
    Advance = 7,
    Kinematics = 8,
    Inertia = 9,
    Collision = 10,
    Make = 11,
    Project = 12,
    Broad = 13,
    Narrow = 14,
}

/// Duration and number of calls of one stage.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct TimerStat {
    /// Total time in the unit of the clock.
    pub duration: f64,
    /// Calls.
    pub number: u32,
}

/// A clock: any monotonic number.
pub type Clock = fn() -> f64;

/// Timers of all stages.
#[derive(Clone, Debug, Default)]
pub struct Timers {
    /// The caller's clock; without it nothing is measured.
    pub clock: Option<Clock>,
    /// One entry per [`Stage`].
    pub stats: [TimerStat; 15],
}

impl Timers {
    /// Forgets all times.
    pub fn clear(&mut self) {
        self.stats = Default::default();
    }
    /// The time now, if there is a clock.
    #[inline]
    pub fn now(&self) -> f64 {
        self.clock.map_or(0.0, |c| c())
    }
    /// Adds the time since `start` to a stage.
    #[inline]
    pub fn add(&mut self, stage: Stage, start: f64) {
        if let Some(clock) = self.clock {
            let s = &mut self.stats[stage as usize];
            s.duration += clock() - start;
            s.number += 1;
        }
    }
}
