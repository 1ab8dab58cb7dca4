//! The conversation archive: what was said is kept word for word, statements quote the place they
//! come from, an article per topic is composed from the statements (spec chapter 11).

pub mod decide;
mod fields;
pub mod findings;
pub mod ids;
pub mod journal;
pub mod layout;
pub mod report;
pub mod rights;
pub mod state;
pub mod time;
