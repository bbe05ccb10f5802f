//! Stiction: façade.
