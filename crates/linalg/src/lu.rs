//! lu
