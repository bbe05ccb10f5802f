//! Through these a constraint writes its rows into memory that is reused. A wrong index is remembered, not a panic.

use super::traits::Level;
use stiction_spatial::Vec3;

/// What was written wrongly first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Slip {
    Row(usize),
    Column(usize),
}

/// Numbers of one constraint, row by row. `coeff` is dim × width: [v, ω] per body, or one per joint.
#[derive(Clone, Debug, Default)]
pub(crate) struct Numbers {
    pub dim: usize,
    pub width: usize,
    /// C.
    pub value: Vec<f64>,
    /// J over twists or joints.
    pub coeff: Vec<f64>,
    /// ∂C/∂t, or −b.
    pub rate: Vec<f64>,
    /// γ.
    pub bias: Vec<f64>,
    /// `evaluate` said what ∂C/∂t is.
    pub timed: bool,
}

impl Numbers {
    pub fn new(dim: usize, width: usize) -> Self {
        Numbers {
            dim,
            width,
            value: vec![0.0; dim],
            coeff: vec![0.0; dim * width],
            rate: vec![0.0; dim],
            bias: vec![0.0; dim],
            timed: false,
        }
    }
    pub fn resize(&mut self, dim: usize, width: usize) {
        (self.dim, self.width) = (dim, width);
        self.value.resize(dim, 0.0);
        self.coeff.resize(dim * width, 0.0);
        self.rate.resize(dim, 0.0);
        self.bias.resize(dim, 0.0);
    }
    /// Before `evaluate`: coefficients zero, values not written.
    pub fn begin(&mut self, level: Level) {
        let (value, rate) = if level == Level::Position { (f64::NAN, 0.0) } else { (0.0, f64::NAN) };
        // most constraints have few rows: a zero that the compiler does not know makes no calls of `memset`
        let zero = std::hint::black_box(0.0);
        self.value.fill(value);
        self.rate.fill(rate);
        self.coeff.fill(zero);
        self.bias.fill(zero);
        self.timed = level == Level::Velocity;
    }
    /// J row i.
    #[inline]
    pub fn row(&self, i: usize) -> &[f64] {
        &self.coeff[i * self.width..(i + 1) * self.width]
    }
}

/// Takes C (or b) and J.
pub struct RowWriter<'a> {
    pub(crate) n: &'a mut Numbers,
    pub(crate) slip: Option<Slip>,
}

impl RowWriter<'_> {
    /// C of row i [m or rad].
    #[inline]
    pub fn value(&mut self, i: usize, c: f64) {
        match self.n.value.get_mut(i) {
            Some(x) => *x = c,
            None => self.note(Slip::Row(i)),
        }
    }
    /// Target velocity b of row i, for the velocity level.
    pub fn target(&mut self, i: usize, b: f64) {
        match self.n.rate.get_mut(i) {
            Some(x) => *x = -b,
            None => self.note(Slip::Row(i)),
        }
    }
    /// ∂C/∂t of row i. Optional: a constraint that says it here, of every row, or says [`RowWriter::steady`], spares the
    /// projection of hard constraints a call of `rates`.
    #[inline]
    pub fn time(&mut self, i: usize, rate: f64) {
        match self.n.rate.get_mut(i) {
            Some(x) => *x = rate,
            None => self.note(Slip::Row(i)),
        }
        self.n.timed = true;
    }
    /// C does not depend on time (see [`RowWriter::time`]).
    #[inline]
    pub fn steady(&mut self) {
        self.n.timed = true;
    }
    /// Columns of the k-th body in row i: derivative of Ċ with respect to its velocity v and angular velocity ω.
    #[inline]
    pub fn body(&mut self, i: usize, k: usize, v: Vec3, w: Vec3) {
        if i >= self.n.dim {
            return self.note(Slip::Row(i));
        }
        if 6 * k + 6 > self.n.width {
            return self.note(Slip::Column(k));
        }
        let at = i * self.n.width + 6 * k;
        self.n.coeff[at..at + 3].copy_from_slice(&v.0);
        self.n.coeff[at + 3..at + 6].copy_from_slice(&w.0);
    }
    /// Column of the k-th joint in row i.
    pub fn joint(&mut self, i: usize, k: usize, x: f64) {
        if i >= self.n.dim {
            return self.note(Slip::Row(i));
        }
        if k >= self.n.width {
            return self.note(Slip::Column(k));
        }
        self.n.coeff[i * self.n.width + k] = x;
    }
    /// All columns of row i: twelve for two bodies, [v₁, ω₁, v₂, ω₂]. Empty if there is no such row.
    #[inline]
    pub fn row(&mut self, i: usize) -> &mut [f64] {
        if i >= self.n.dim {
            self.note(Slip::Row(i));
            return &mut [];
        }
        let w = self.n.width;
        &mut self.n.coeff[i * w..(i + 1) * w]
    }
    /// Number of rows.
    pub fn dim(&self) -> usize {
        self.n.dim
    }
    /// Number of columns.
    pub fn width(&self) -> usize {
        self.n.width
    }
    fn note(&mut self, slip: Slip) {
        self.slip.get_or_insert(slip);
    }
}

/// Takes ∂C/∂t and γ.
pub struct RateWriter<'a> {
    pub(crate) rate: &'a mut [f64],
    pub(crate) bias: &'a mut [f64],
    pub(crate) slip: Option<Slip>,
}

impl RateWriter<'_> {
    /// γ of row i: C̈ at constant twists [m/s² or rad/s²].
    pub fn bias(&mut self, i: usize, gamma: f64) {
        match self.bias.get_mut(i) {
            Some(x) => *x = gamma,
            None => self.note(i),
        }
    }
    /// ∂C/∂t of row i (zero unless written). Velocity level: leave it, the target is known.
    pub fn time(&mut self, i: usize, rate: f64) {
        match self.rate.get_mut(i) {
            Some(x) => *x = rate,
            None => self.note(i),
        }
    }
    fn note(&mut self, i: usize) {
        self.slip.get_or_insert(Slip::Row(i));
    }
}
