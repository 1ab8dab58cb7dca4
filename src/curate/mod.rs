//! What a curator starts from: the row a new source would be registered with, the beginning of a
//! media register. Nothing is written.

mod media;
mod registration;

pub use media::media_template;
pub use registration::{Registration, register};
