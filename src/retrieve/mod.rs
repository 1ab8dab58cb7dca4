//! Answers a question from a valid vault: matches concepts, ranks every claim, says why. Pure
//! (spec chapter 5).
//!
//! Scores are integers, ties are broken by ID, nothing is sampled or approximated: the same
//! release and question give the same bytes.

mod envelope;
mod matching;
mod question;
mod rank;

use std::collections::BTreeSet;

pub use envelope::{
    Envelope, External, ExternalHit, ExternalSource, ExternalState, Release, State,
};
pub use question::Question;

use crate::diagnostic::Diagnostic;
use crate::digest::Digest;
use crate::findings::{Finding, Meaning, Meanings};
use crate::json::compact;
use crate::model::Vault;

/// How claims are found.
pub const ALGORITHM: &str = "hybrid-local/v1";
/// How documents of other sources are found; `external` does it, but every answer names it.
pub const EXTERNAL_ALGORITHM: &str = "extern-zweistufig/v1";

/// What a question asks for besides its words.
#[derive(Debug, Clone, Copy)]
pub struct Scope<'q> {
    /// The only world whose concepts count.
    pub world: Option<&'q str>,
    /// Most claims to give.
    pub limit: usize,
}

/// Why a valid vault gives no answer.
#[derive(Debug)]
pub enum Refusal {
    /// The world does not exist.
    UnknownWorld(Diagnostic),
    /// Labels of the question mean several concepts, one finding per label.
    Ambiguous(Vec<Diagnostic>),
}

/// Fills `envelope` with what `vault` has to say to `question`.
pub fn answer<'a>(
    envelope: &mut Envelope<'a>,
    question: &Question,
    scope: Scope<'_>,
    vault: &'a Vault<'a>,
    manifest: Digest,
) -> Result<(), Refusal> {
    if let Some(world) = scope.world.filter(|world| vault.concepts.world(world).is_none()) {
        let finding = Finding::QueryWorld { world: world.to_owned() };
        return Err(Refusal::UnknownWorld(Diagnostic::general(finding)));
    }
    let matching = matching::matching(&vault.concepts, question, scope.world)
        .map_err(|ambiguous| Refusal::Ambiguous(ambiguous.into_iter().map(diagnostic).collect()))?;
    let ranking = rank::rank(vault, question, &matching, scope.limit);
    let scores = ranking.evidence.iter().map(|ranked| (ranked.claim.id, ranked.score)).collect();
    envelope.fingerprint = Some(fingerprint(scores, question, scope.world, manifest));
    envelope.fill(vault, &matching, ranking);
    Ok(())
}

fn diagnostic((label, concepts): (String, BTreeSet<Meaning>)) -> Diagnostic {
    let concepts = Meanings(concepts.into_iter().collect());
    Diagnostic::general(Finding::QueryAmbiguous { label, concepts })
}

/// Digest of everything the evidence depends on.
fn fingerprint(
    evidence: Vec<(&str, u64)>,
    question: &Question,
    world: Option<&str>,
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
    let query = &question.normal;
    let inputs = Inputs { algorithm: ALGORITHM, evidence, manifest, query, world };
    Digest::of(compact(&inputs).as_bytes())
}
