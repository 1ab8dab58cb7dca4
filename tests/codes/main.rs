//! Every code is provoked: a copy of a released vault, a few changes, a command, and the finding
//! at its place. What the unchanged vault says is never what is looked for.

#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
#![allow(clippy::disallowed_methods, clippy::disallowed_types)]

mod case;
mod claims;
mod commands;
mod external;
mod kinds;
mod limits;
mod pages;
mod registries;
#[path = "../support/mod.rs"]
mod support;
mod tables;
mod tree;
mod writing;

use std::collections::BTreeSet;

use case::{Case, judge};
use support::assert_none;
use vault::findings::Code;

/// All cases, subject by subject.
fn cases() -> Vec<Case> {
    [
        tree::cases(),
        pages::cases(),
        claims::cases(),
        tables::cases(),
        registries::cases(),
        commands::cases(),
        external::cases(),
    ]
    .concat()
}

#[test]
fn each_case_provokes_its_code_at_its_place() {
    let cases = cases();
    println!("{} cases", cases.len());
    assert_none(&support::complaints(&cases, judge));
}

/// A new code needs a case, and what nothing can provoke is no code.
#[test]
fn the_provoked_codes_are_all_codes() {
    let by_command = cases().into_iter().map(|case| case.code);
    let by_function = writing::CODES.into_iter().chain(external::CODES).map(|(code, _)| code);
    let provoked: BTreeSet<Code> = by_command.chain(by_function).collect();
    let missing: Vec<_> = Code::ALL.iter().filter(|code| !provoked.contains(code)).collect();
    assert!(missing.is_empty(), "no case provokes {missing:?}");
}
