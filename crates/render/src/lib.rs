//! Pictures without a GPU.
