//! Answers a question from a valid vault: matches concepts, ranks every claim, says why. Pure
//! (spec chapter 5).
//!
//! Scores are integers, ties are broken by ID, nothing is sampled or approximated: the same
//! release and question give the same bytes.

mod matching;
mod question;
pub mod route;
pub mod v1;

use std::collections::BTreeSet;

pub use matching::{Direct, Expanded, Matching};
pub use question::Question;

use crate::diagnostic::{Diagnostic, Findings, Structured};
use crate::digest::Digest;
use crate::findings::Finding;
use crate::json::compact;
use crate::model::Vault;
use crate::model::claim::Claim;
use crate::model::page::Page;
use matching::{Meaning, Meanings};

/// A way of finding claims. Its name stands in every answer and is part of its fingerprint.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Ranking {
    /// Concepts, IDs, phrases and exact words.
    #[default]
    V1,
}

impl Ranking {
    /// Gives its name in answers.
    pub fn name(self) -> &'static str {
        match self {
            Self::V1 => "hybrid-local/v1",
        }
    }

    fn rank<'v>(
        self,
        vault: &'v Vault<'v>,
        question: &Question,
        concepts: &Matching,
        limit: usize,
    ) -> Ranked<'v> {
        match self {
            Self::V1 => v1::rank(vault, question, concepts, limit),
        }
    }
}

/// What a question asks for besides its words.
#[derive(Debug, Clone, Copy)]
pub struct Options<'q> {
    /// How claims are found.
    pub ranking: Ranking,
    /// The only world whose concepts count.
    pub world: Option<&'q str>,
    /// Most claims to give.
    pub limit: usize,
}

/// What a vault has to say to a question.
#[derive(Debug)]
pub struct Answer<'v> {
    /// How it was found.
    pub ranking: Ranking,
    /// The concepts of the question.
    pub concepts: Matching<'v>,
    /// Claims and pages.
    pub ranked: Ranked<'v>,
    /// Digest of everything the claims depend on.
    pub fingerprint: Digest,
}

/// A claim with its score.
#[derive(Debug)]
pub struct RankedClaim<'v> {
    /// The claim.
    pub claim: &'v Claim<'v>,
    /// The page it stands on.
    pub page: &'v Page<'v>,
    /// Points.
    pub score: u64,
    /// Why.
    pub reasons: BTreeSet<String>,
}

/// A page with its score.
#[derive(Debug)]
pub struct RankedPage<'v> {
    /// The page.
    pub page: &'v Page<'v>,
    /// Points.
    pub score: u64,
    /// Why.
    pub reasons: BTreeSet<String>,
}

/// The best claims and the pages they stand on, both best first.
#[derive(Debug, Default)]
pub struct Ranked<'v> {
    /// Claims.
    pub evidence: Vec<RankedClaim<'v>>,
    /// Pages.
    pub pages: Vec<RankedPage<'v>>,
}

/// Why a valid vault gives no answer.
#[derive(Debug)]
pub enum NoAnswer {
    /// The world does not exist.
    UnknownWorld(Findings),
    /// Labels of the question mean several concepts, one finding per label.
    Ambiguous(Findings),
}

/// Finds what `vault` has to say to `question`. `manifest` is the digest of the release it is
/// asked of.
pub fn answer<'v>(
    vault: &'v Vault<'v>,
    question: &Question,
    options: Options<'_>,
    manifest: Digest,
) -> Result<Answer<'v>, NoAnswer> {
    let Options { ranking, world, limit } = options;
    if let Some(world) = world.filter(|world| vault.concepts.world(world).is_none()) {
        let finding = Finding::QueryWorld { world: world.to_owned() };
        return Err(NoAnswer::UnknownWorld(finding.into()));
    }
    let concepts = matching::matching(&vault.concepts, question, world)
        .map_err(|labels| NoAnswer::Ambiguous(labels.into_iter().map(ambiguous).collect()))?;
    let ranked = ranking.rank(vault, question, &concepts, limit);
    let fingerprint = fingerprint(options, question, &ranked, manifest);
    Ok(Answer { ranking, concepts, ranked, fingerprint })
}

fn ambiguous((label, concepts): (String, BTreeSet<Meaning>)) -> Diagnostic {
    let concepts = Meanings(concepts.into_iter().collect());
    Diagnostic::general(Finding::QueryAmbiguous { label, concepts: Structured::of(&concepts) })
}

fn fingerprint(
    options: Options<'_>,
    question: &Question,
    ranked: &Ranked<'_>,
    manifest: Digest,
) -> Digest {
    #[derive(serde::Serialize)]
    struct Inputs<'i> {
        algorithm: &'static str,
        evidence: Vec<(&'i str, u64)>,
        manifest: Digest,
        query: &'i str,
        world: Option<&'i str>,
    }
    let evidence = ranked.evidence.iter().map(|ranked| (ranked.claim.id, ranked.score)).collect();
    let (algorithm, query) = (options.ranking.name(), question.normal.as_str());
    let inputs = Inputs { algorithm, evidence, manifest, query, world: options.world };
    Digest::of(compact(&inputs).as_bytes())
}
