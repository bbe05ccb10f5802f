//! Layout of a model's tables: the contract between the kernels and whoever fills the tables.
//!
//! Numbers   32 of the world, then per dof `field · 32 + lane`, then actuator slots, geoms, pairs, classes, equalities at the
//!           offsets of [`Shape`]
//! Integers  per dof `field · 32 + lane`, links, then actuator slots, geoms, pairs, equalities
//!
//! Lengths, stretches and rows along lengths stand behind these; then, for looks, frames, subtrees and the numbers of items.

/// Most degrees of freedom, links, and constraints with lanes of their own.
pub const MAX: u32 = 32;
/// Contacts that are found before the deepest are chosen.
pub const FOUND: u32 = 64;

/// Sizes, offsets and switches of a model; a kernel's argument.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Shape {
    /// Degrees of freedom.
    pub nv: u32,
    /// Coordinates.
    pub nq: u32,
    /// Controls.
    pub nu: u32,
    /// Links: bodies that move.
    pub nlink: u32,
    /// Doublings that reach the root of the longest chain.
    pub levels: u32,
    /// Geoms that may touch something.
    pub ngeom: u32,
    /// Pairs of geoms.
    pub npair: u32,
    /// Equality blocks.
    pub neq: u32,
    /// Actuators of the dof that has most.
    pub slots: u32,
    /// First dof of the free joint whose position is the origin; 32 if the world's is.
    pub origin: u32,
    /// Switches: [`switch`].
    pub switches: u32,
    /// Most Newton iterations.
    pub iterations: u32,
    /// Where numbers of actuator slots begin.
    pub act_f: u32,
    /// Where numbers of geoms begin.
    pub geom_f: u32,
    /// Where numbers of pairs begin.
    pub pair_f: u32,
    /// Where numbers of classes begin.
    pub class_f: u32,
    /// Where numbers of equalities begin.
    pub eq_f: u32,
    /// Where integers of actuator slots begin.
    pub act_u: u32,
    /// Where integers of geoms begin.
    pub geom_u: u32,
    /// Where integers of pairs begin.
    pub pair_u: u32,
    /// Where integers of equalities begin.
    pub eq_u: u32,
    /// Geoms, rounded up to 32.
    pub geom_n: u32,
    /// Pairs, rounded up to 32.
    pub pair_n: u32,
    /// Links whose parent is the link before, one bit each.
    pub chain: u32,
    /// Stride of a row of the factor.
    pub row: u32,
    /// Shared memory: quantities of single links, after motion axes and composite quantities.
    pub base: u32,
    /// Shared memory: what rests while a solve runs (coordinate, w, velocity, damping), and what lasts through the stages of a step (the first
    /// three at its start, weighted sums of velocities and accelerations), 32 words each.
    pub park: u32,
    /// Shared memory: work memory that stages share; geoms stand first.
    pub work: u32,
    /// Shared memory: contacts found, behind the geoms.
    pub found: u32,
    /// Shared memory: near pairs, behind the contacts.
    pub near: u32,
    /// Lengths: tendons, and joints that equalities name.
    pub nlength: u32,
    /// Stretches of spatial tendons.
    pub nstretch: u32,
    /// Stretches, rounded up to 32.
    pub stretch_n: u32,
    /// Rows along lengths.
    pub nline: u32,
    /// Actuators of the length that has most.
    pub length_slots: u32,
    /// Where numbers of lengths begin: how dofs change them, then springs and dampers, then actuator slots.
    pub length_f: u32,
    /// Where numbers of stretches begin.
    pub stretch_f: u32,
    /// Where numbers of rows along lengths begin.
    pub line_f: u32,
    /// Where integers of the actuator slots of lengths begin.
    pub length_u: u32,
    /// Where integers of stretches begin.
    pub stretch_u: u32,
    /// Where integers of rows along lengths begin.
    pub line_u: u32,
    /// Shared memory: how dofs change lengths, 32 words each.
    pub arms: u32,
    /// Shared memory: rows along lengths, 32 words each.
    pub lines: u32,
    /// Most contacts.
    pub most: u32,
    /// Most rows of a solve by sweeps; 0 if there is none.
    pub dual_n: u32,
    /// Shared memory: rows of such a solve; under the hard law velocities of geoms.
    pub dual: u32,
    /// Words of shared memory of a world.
    pub words: u32,
    /// Bodies.
    pub nbody: u32,
    /// Frames that can be looked at.
    pub nframe: u32,
    /// Where numbers of frames begin.
    pub frame_f: u32,
    /// Where integers of frames begin: the lane of the link's frame, 255 for the world's.
    pub frame_u: u32,
    /// Where numbers of subtrees begin.
    pub tree_f: u32,
    /// Where integers of subtrees begin: the links in it beside the body's own, one bit each.
    pub tree_u: u32,
    /// Activations.
    pub na: u32,
    /// Shared memory: activations; then their rates, what they were when the step began, and sums of rates over its stages.
    pub acts: u32,
    /// Where integers of height fields begin: [`ground`].
    pub fields: u32,
    /// Welds; their rows are among those along lengths.
    pub nweld: u32,
    /// Where numbers of welds begin.
    pub weld_f: u32,
    /// Where integers of welds begin: first sides, then second ones, as geoms name links.
    pub weld_u: u32,
    /// Sites that actuators push.
    pub npush: u32,
    /// Where numbers of these sites begin.
    pub push_f: u32,
    /// Where integers of these sites begin: the link as geoms name it, and the length from bit 16 on.
    pub push_u: u32,
}

/// Bits of [`Shape::switches`].
#[allow(missing_docs)]
pub mod switch {
    /// A joint has a quaternion.
    pub const TURNS: u32 = 1;
    /// The velocity is solved for implicitly in what damps it.
    pub const IMPLICIT: u32 = 2;
    /// … including actuators.
    pub const IMPLICIT_ACT: u32 = 4;
    /// A dof has dry friction.
    pub const FRICTION: u32 = 8;
    /// A joint is limited.
    pub const LIMITS: u32 = 16;
    /// Gravity of a body is compensated.
    pub const GRAVCOMP: u32 = 32;
    /// Runge's and Kutta's method of four stages.
    pub const RUNGE: u32 = 64;
    /// Bodies move in a fluid.
    pub const FLUID: u32 = 128;
    /// The hard law.
    pub const EXACT: u32 = 256;
}

/// Numbers of the world.
#[allow(missing_docs)]
pub mod world {
    pub const TIMESTEP: u32 = 0;
    pub const GRAVITY: u32 = 1;
    pub const TOLERANCE: u32 = 4;
    pub const SCALE: u32 = 5;
    pub const DENSITY: u32 = 6;
    pub const VISCOSITY: u32 = 7;
    pub const WIND: u32 = 8;
    pub const MAGNETIC: u32 = 11;
    /// Depth that positions keep (m), and what may close within a step beside what moves (m).
    pub const SLOP: u32 = 14;
    pub const REACH: u32 = 15;
    pub const SIZE: u32 = 32;
}

/// Numbers per dof.
#[allow(missing_docs)]
pub mod dof {
    pub const AXIS: u32 = 0;
    pub const ANCHOR: u32 = 3;
    pub const QUAT: u32 = 6;
    pub const OFFSET: u32 = 10;
    pub const SLIDE: u32 = 13;
    pub const Q0: u32 = 16;
    pub const STIFFNESS: u32 = 17;
    pub const SPRING: u32 = 18;
    pub const DAMPING: u32 = 19;
    pub const ARMATURE: u32 = 20;
    pub const LOWER: u32 = 21;
    pub const UPPER: u32 = 22;
    pub const MARGIN: u32 = 23;
    /// A class without friction: [`super::class`] from `STIFF` to `LINEAR`.
    pub const LIMIT: u32 = 24;
    pub const LIMIT_WEIGHT: u32 = 33;
    pub const LOSS: u32 = 34;
    pub const LOSS_D: u32 = 35;
    pub const LOSS_B: u32 = 36;
    pub const MASS: u32 = 37;
    pub const CENTRE: u32 = 38;
    pub const INERTIA: u32 = 41;
    pub const FORCE_LOWER: u32 = 47;
    pub const FORCE_UPPER: u32 = 48;
    pub const WEIGHTLESS: u32 = 49;
    pub const WEIGHTLESS_AT: u32 = 50;
    /// Edges of the box that the fluid sees, and its orientation.
    pub const BOX: u32 = 53;
    pub const BOX_QUAT: u32 = 56;
    pub const SIZE: u32 = 60;
}

/// Integers per dof, then per link.
#[allow(missing_docs)]
pub mod idof {
    pub const QADR: u32 = 0;
    pub const WADR: u32 = 1;
    /// Ancestor 2ᵏ dofs up in bits 6k … 6k + 4, bit 6k + 5 set if there is one.
    pub const ANCESTORS: u32 = 2;
    pub const FLAGS: u32 = 3;
    pub const LINK: u32 = 4;
    /// Lane that holds the frame after the whole joint.
    pub const FRAME: u32 = 5;
    /// Dofs from the root to this one; all dofs in the lane after the last one.
    pub const MASK: u32 = 6;
    pub const LINK_PARENT: u32 = 7;
    pub const LINK_LANE: u32 = 8;
    pub const LINK_MASK: u32 = 9;
    pub const SIZE: u32 = 10;
}

/// Bits of [`idof::FLAGS`].
#[allow(missing_docs)]
pub mod flag {
    pub const HINGE: u32 = 1;
    pub const SLIDE: u32 = 2;
    pub const TURN: u32 = 4;
    pub const TURN_LAST: u32 = 8;
    pub const SHIFT: u32 = 16;
    pub const FREE: u32 = 32;
    pub const LINK_LAST: u32 = 64;
    pub const LIMITED: u32 = 128;
}

/// Numbers per actuator slot and dof. Integers: the control of every slot, then what each is: bits and, from bit 8 on, its activation.
#[allow(missing_docs)]
pub mod act {
    pub const GEAR: u32 = 0;
    pub const LOWER: u32 = 1;
    pub const UPPER: u32 = 2;
    pub const GAIN: u32 = 3;
    pub const BIAS: u32 = 6;
    pub const FORCE_LOWER: u32 = 9;
    pub const FORCE_UPPER: u32 = 10;
    /// How much of its rate an activation gains in a step (s), and its range.
    pub const SPAN: u32 = 11;
    pub const ACT_LOWER: u32 = 12;
    pub const ACT_UPPER: u32 = 13;
    /// Of a filter: 1 over the time constant. Of a muscle: time constants of rise and fall, and the width of the switch between them.
    pub const RATE: u32 = 14;
    /// [`super::muscle`] of the gain, then of the bias.
    pub const GAIN_CURVE: u32 = 17;
    pub const BIAS_CURVE: u32 = 26;
    pub const SIZE: u32 = 35;
    pub const INTEGRATOR: u32 = 1;
    pub const FILTER: u32 = 2;
    pub const MUSCLE: u32 = 4;
    /// The force follows the activation after the step.
    pub const EARLY: u32 = 8;
    pub const GAIN_MUSCLE: u32 = 16;
    pub const BIAS_MUSCLE: u32 = 32;
}

/// Numbers of a muscle's curves: L = REST + (length − FROM) / L₀.
#[allow(missing_docs)]
pub mod muscle {
    pub const REST: u32 = 0;
    pub const FROM: u32 = 1;
    pub const INV_L0: u32 = 2;
    pub const FORCE: u32 = 3;
    pub const LOWER: u32 = 4;
    pub const UPPER: u32 = 5;
    /// 1 over the fastest shortening (s/m).
    pub const INV_SPEED: u32 = 6;
    pub const PASSIVE: u32 = 7;
    pub const STRETCHED: u32 = 8;
    pub const SIZE: u32 = 9;
}

/// Integers per height field: where its numbers begin, rows, columns. Numbers: half sizes in x and y, top, base, then the heights of all rows (m).
#[allow(missing_docs)]
pub mod ground {
    pub const NUMBERS: u32 = 0;
    pub const ROWS: u32 = 1;
    pub const COLUMNS: u32 = 2;
    pub const SIZE: u32 = 3;
    pub const X: u32 = 0;
    pub const Y: u32 = 1;
    pub const TOP: u32 = 2;
    pub const BASE: u32 = 3;
    pub const HEIGHTS: u32 = 4;
}

/// Numbers per geom. Integers: lane of the link's frame, link << 8; [`STATIC`](geom::STATIC) for geoms of the world.
#[allow(missing_docs)]
pub mod geom {
    pub const POS: u32 = 0;
    pub const QUAT: u32 = 3;
    pub const BOUND: u32 = 7;
    pub const SIZES: u32 = 8;
    pub const SIZE: u32 = 11;
    pub const STATIC: u32 = 0xff00;
}

/// Numbers per pair. Integers: first geom, second << 8, kind << 16, class << 20.
#[allow(missing_docs)]
pub mod pair {
    pub const WEIGHT: u32 = 0;
    pub const MARGIN: u32 = 1;
    pub const SIZE: u32 = 2;
}

/// Kinds of pairs.
#[allow(missing_docs)]
pub mod kind {
    /// Plane and sphere or capsule.
    pub const PLANE_ROUND: u32 = 0;
    pub const PLANE_CYLINDER: u32 = 1;
    pub const PLANE_BOX: u32 = 2;
    pub const PLANE_ELLIPSOID: u32 = 3;
    /// Spheres and capsules.
    pub const ROUND_ROUND: u32 = 4;
    pub const SPHERE_CYLINDER: u32 = 5;
    pub const SPHERE_BOX: u32 = 6;
    pub const CAPSULE_BOX: u32 = 7;
    pub const CAPSULE_CYLINDER: u32 = 8;
    pub const BOX_BOX: u32 = 9;
    /// Height field, whose first size is its number, and sphere.
    pub const FIELD_SPHERE: u32 = 10;
}

/// Numbers of a class of contacts; the first nine are those of any constraint.
#[allow(missing_docs)]
pub mod class {
    pub const STIFF: u32 = 0;
    pub const DAMP: u32 = 1;
    pub const D0: u32 = 2;
    pub const RISE: u32 = 3;
    pub const INV_WIDTH: u32 = 4;
    pub const MID: u32 = 5;
    pub const INV_MID: u32 = 6;
    pub const INV_REST: u32 = 7;
    pub const LINEAR: u32 = 8;
    pub const MU: u32 = 9;
    pub const EDGES: u32 = 14;
    /// Regularised friction of an elliptic cone; 0 for a pyramid.
    pub const CONE: u32 = 15;
    pub const SIZE: u32 = 16;
}

/// Numbers per length `32 · nlength + field · 32 + length`, behind the dofs' arms `32 · length + dof`; then actuator slots as [`act`].
#[allow(missing_docs)]
pub mod length {
    pub const STIFFNESS: u32 = 0;
    pub const LOWER: u32 = 1;
    pub const UPPER: u32 = 2;
    pub const DAMPING: u32 = 3;
    pub const SIZE: u32 = 4;
}

/// Numbers and integers per stretch of a path, `field · stretch_n + stretch`. Points are in the frames of links, which integers name as
/// those of geoms do.
#[allow(missing_docs)]
pub mod stretch {
    pub const FROM_AT: u32 = 0;
    pub const TO_AT: u32 = 3;
    pub const GEOM_AT: u32 = 6;
    pub const GEOM_QUAT: u32 = 9;
    pub const SIDE_AT: u32 = 13;
    /// 0: no geom on the way.
    pub const RADIUS: u32 = 16;
    pub const SPHERE: u32 = 17;
    pub const SIDED: u32 = 18;
    /// 1 over the divisor of the pulley.
    pub const PART: u32 = 19;
    pub const SIZE: u32 = 20;
    pub const FROM: u32 = 0;
    pub const TO: u32 = 1;
    pub const GEOM: u32 = 2;
    pub const SIDE: u32 = 3;
    pub const LENGTH: u32 = 4;
    pub const ISIZE: u32 = 5;
}

/// Numbers per row along lengths `field · 32 + row`, the first nine those of [`class`]. Integers: kind, first length << 8, second << 16.
#[allow(missing_docs)]
pub mod line {
    pub const WEIGHT: u32 = 9;
    pub const LOWER: u32 = 10;
    pub const UPPER: u32 = 11;
    pub const MARGIN: u32 = 12;
    pub const LOSS: u32 = 13;
    pub const POLYNOMIAL: u32 = 14;
    pub const REFERENCE: u32 = 19;
    pub const SIZE: u32 = 21;
    pub const LIMIT: u32 = 1;
    pub const FRICTION: u32 = 2;
    pub const EQUALITY: u32 = 3;
    /// The limit of a ball joint, whose first dof stands for the length.
    pub const BALL: u32 = 4;
    /// A row of a weld: which one stands for the first length, the weld for the second.
    pub const WELD: u32 = 5;
}

/// Numbers per site that an actuator pushes, `field · 32 + site`: place, force and torque of a unit of length, in the link's frame.
#[allow(missing_docs)]
pub mod push {
    pub const AT: u32 = 0;
    pub const FORCE: u32 = 3;
    pub const TORQUE: u32 = 6;
    pub const SIZE: u32 = 9;
}

/// Numbers per weld `field · 32 + weld`: position and orientation of the first side, of the second, and how a turn counts (m).
#[allow(missing_docs)]
pub mod weld {
    pub const SIDE: u32 = 7;
    pub const SCALE: u32 = 14;
    pub const SIZE: u32 = 15;
}

/// Numbers of a row of a solve by sweeps, `field · dual_n + row`, behind the rows.
#[allow(missing_docs)]
pub mod field {
    pub const FORCE: u32 = 0;
    pub const PREVIOUS: u32 = 1;
    pub const AHEAD: u32 = 2;
    pub const BIAS: u32 = 3;
    pub const SOFT: u32 = 4;
    pub const STIFF: u32 = 5;
    pub const INVERSE: u32 = 6;
    pub const LOWER: u32 = 7;
    pub const UPPER: u32 = 8;
    pub const ORDER: u32 = 9;
    pub const SIZE: u32 = 10;
}

/// Numbers per frame, `field · nframe + frame`.
#[allow(missing_docs)]
pub mod frame {
    pub const POS: u32 = 0;
    pub const QUAT: u32 = 3;
    pub const SIZE: u32 = 7;
}

/// Numbers per body, `field · nbody + body`: what is fixed to it in its subtree, in its frame.
#[allow(missing_docs)]
pub mod tree {
    pub const MASS: u32 = 0;
    pub const CENTRE: u32 = 1;
    pub const SIZE: u32 = 4;
}

/// Kinds of [items](crate::look), then their numbers.
#[allow(missing_docs)]
pub mod item {
    pub const POSITION: u32 = 0;
    pub const ORIENTATION: u32 = 1;
    pub const AXIS_X: u32 = 2;
    pub const AXIS_Y: u32 = 3;
    pub const AXIS_Z: u32 = 4;
    pub const VELOCITY: u32 = 5;
    pub const TURNS: u32 = 6;
    pub const PULL: u32 = 7;
    pub const SPIN: u32 = 8;
    /// In the frame's own axes: accelerometer, velocimeter, gyro, magnetometer.
    pub const PULL_WITHIN: u32 = 9;
    pub const VELOCITY_WITHIN: u32 = 10;
    pub const TURNS_WITHIN: u32 = 11;
    pub const MAGNETIC_WITHIN: u32 = 12;
    /// A coordinate and a velocity, times gear; a quaternion and its rate.
    pub const COORDINATE: u32 = 13;
    pub const RATE: u32 = 14;
    pub const TURN: u32 = 15;
    pub const TURNING: u32 = 16;
    /// Of a body's subtree: centre of mass and its velocity.
    pub const CENTRE: u32 = 17;
    pub const DRIFT: u32 = 18;
    /// Energy of gravity and of the springs of joints; energy of motion.
    pub const POTENTIAL: u32 = 19;
    pub const KINETIC: u32 = 20;
    /// 0: none.
    pub const CUTOFF: u32 = 0;
    pub const GEAR: u32 = 1;
    pub const SIZE: u32 = 2;
}

/// Numbers per equality block `field · 32 + block`. Integers: second side's link in bits 0 … 7, first side's in 8 … 15, 255 for the world.
#[allow(missing_docs)]
pub mod equality {
    pub const AT2: u32 = 0;
    pub const AT1: u32 = 3;
    pub const WEIGHT: u32 = 6;
    pub const CLASS: u32 = 7;
    pub const SIZE: u32 = 16;
}

impl Shape {
    /// Composite quantities in shared memory; motion axes stand before them.
    #[inline(always)]
    pub fn comp(&self) -> u32 {
        AXIS * self.nv
    }
    /// Lays out shared memory, once the sizes are known.
    pub fn lay_out(&mut self) {
        // a row takes a whole window of the factor, and the right-hand side where a lane holds it
        let columns = (self.nv + 1).min(32);
        self.row = self.nv.next_multiple_of(8).max(columns.next_multiple_of(4));
        // 27 is odd: lanes hit different banks whether they are links or components
        let components = COMPONENTS * self.nlink;
        // composites are copied four words at a time
        self.base = self.comp() + components.next_multiple_of(4).max(AXIS * self.nv);
        self.park = (self.base + components).next_multiple_of(4);
        let runge = self.switches & switch::RUNGE != 0;
        // the rotation since the first stage takes a word where there are quaternions
        self.arms = self.park + 32 * if runge { 10 } else { 4 };
        self.acts = self.arms + 32 * self.nlength;
        self.lines = (self.acts + 4 * self.na).next_multiple_of(4);
        self.work = self.lines + 32 * self.nline;
        self.found = self.work + 8 * self.ngeom;
        self.near = self.found + FOUND * FOUND_WORDS;
        let collide = if self.npair > 0 { self.near + 64 - self.work } else { 0 };
        let rows = if self.npair > 0 || self.neq > 0 { CONTACT_WORDS * STRIDE } else { 0 };
        self.dual = (self.work + collide.max(rows).max(self.row * self.nv.max(1))).next_multiple_of(4);
        let exact = if self.switches & switch::EXACT != 0 { 4 * self.ngeom } else { 0 };
        self.words = self.dual + (64 + field::SIZE) * self.dual_n + exact;
    }
}

/// Inertia and stiffness 21, force 6.
pub const COMPONENTS: u32 = 27;
/// Words per dof of motion axes: s, then the right-hand side and zero.
pub const AXIS: u32 = 8;
/// Words of a contact found: position 3, distance, normal 3, hint 3, pair.
pub const FOUND_WORDS: u32 = 11;
/// Rows of what contacts add to links: components, what the first side's moment differs by, and the links.
pub const CONTACT_WORDS: u32 = 31;
/// Stride of these rows.
pub const STRIDE: u32 = 33;
