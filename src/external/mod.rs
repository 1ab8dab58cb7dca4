//! Sources outside the vault: listed, never researched (spec chapter 7).

mod address;
mod cache;
pub mod web;
