//! The vaults the benchmark measures on are valid ones, and the same every time.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
#![allow(clippy::disallowed_methods, clippy::disallowed_types)]

#[path = "../benches/support/generate.rs"]
mod generate;
mod support;

use generate::{Size, generate};
use support::{TestEnv, Tree};

const SIZES: [Size; 3] = [
    Size { seed: 1, domains: 1, pages: 5, claims: 3 },
    Size { seed: 2, domains: 3, pages: 40, claims: 6 },
    Size { seed: 3, domains: 12, pages: 300, claims: 3 },
];

#[test]
fn generated_vaults_are_released_and_answer() {
    for size in SIZES {
        let env = generated(&size);
        let release = env.vault(&["release", "minor"]);
        assert_eq!(release.code, 0, "release of {} pages: {release:?}", size.pages);
        let answer = env.vault(&["query", "Druck Ventil"]);
        let answer = answer.json().unwrap_or_else(|problem| panic!("{problem}"));
        assert_eq!(answer["state"], "candidates_found", "of {} pages", size.pages);
        // Three regions on each of two media sources are claimed beside the claims asked for.
        assert_eq!(answer["coverage"]["claims_scanned"], size.pages * size.claims + 6);
    }
}

#[test]
fn the_same_size_gives_the_same_bytes() {
    let [_, size, _] = SIZES;
    let (first, second) = (generated(&size), generated(&size));
    assert!(Tree::read(&first.root()) == Tree::read(&second.root()));
}

fn generated(size: &Size) -> TestEnv {
    let env = TestEnv::of(&Tree::default());
    generate(&env.root(), size).expect("the vault can be written");
    env
}
