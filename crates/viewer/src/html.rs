//! The page and its program, built by `crates/viewer/web` and kept in the repository so that Node is not needed to build.

/// The page.
pub const INDEX: &str = include_str!("../web/index.html");
/// Its program.
pub const PROGRAM: &str = include_str!("../web/dist/main.js");
/// Its style.
pub const STYLE: &str = include_str!("../web/style.css");
