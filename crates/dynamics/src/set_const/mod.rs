//! Constants of the model that need dynamics.
