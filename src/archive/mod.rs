//! The conversation archive: what was said is kept word for word, statements quote the place they
//! come from, an article per topic is composed from the statements (spec chapters 11 and 12).
//!
//! The way of a report through the rooms of this wing:
//!
//! * a sender has [`rights`]; what it sends is read strictly as a [`report`], or rejected with the
//!   place that does not fit;
//! * [`decide`] judges it against the [`state`], which is what the files say; it first names the
//!   texts of sources it will look at, so that the state need not hold them;
//! * what it accepts are files as they are to be, what it rejects has a reason; either becomes one
//!   line of the [`journal`], which commits to its parts so that forgetting can take them away;
//! * the parts of all lines, folded, are the files; [`reading`] makes of them what readers get.
//!
//! All of it is pure: bytes and values in, bytes and values out. Numbers and times come with the
//! call, chance is the caller's. What every room shares: [`ids`], [`layout`] (where things lie),
//! [`time`], the table of [`findings`].

pub mod decide;
mod fields;
pub mod findings;
pub mod ids;
pub mod journal;
pub mod layout;
pub mod reading;
pub mod report;
pub mod rights;
pub mod state;
pub mod time;
