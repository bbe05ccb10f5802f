//! Ready constraints. Each file opens with C, Ċ and J. Anchors and axes are given in body frames; body 0 is the world.

mod angle_limit;
mod contact;
mod distance;
mod frames;
mod gear;
mod hinge;
mod motor;
mod point_on;
mod point_to_point;
mod prismatic;
mod pulley;
mod rack;
mod rolling;
mod screw;
mod unit_quaternion;
mod universal;
mod weld;

pub use angle_limit::AngleLimit;
pub use contact::ContactPoint;
pub use distance::{Distance, SquaredDistance};
pub use frames::JointFrame;
pub use gear::Gear;
pub use hinge::Hinge;
pub use motor::{JointMotor, Motor, Servo, Signal};
pub use point_on::{Circle, Curve, Parabola, PointOnCurve, PointOnPlane};
pub use point_to_point::PointToPoint;
pub use prismatic::Prismatic;
pub use pulley::Pulley;
pub use rack::Rack;
pub use rolling::{OnPlane, Roller, Rolling};
pub use screw::Screw;
pub use unit_quaternion::UnitQuaternion;
pub use universal::Universal;
pub use weld::Weld;
