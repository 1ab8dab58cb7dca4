//! A question to a vault, from the lock to the answer: lock → snapshot → gate → ranking →
//! [`Answer`] (spec chapter 5).
//!
//! Only a valid release is answered from. The gate decides that once, before anything is ranked;
//! the envelope is made once, when everything is known.

mod envelope;
mod gate;
mod search;
mod state;

pub use search::{Hits, search};
pub use state::State;

use envelope::Envelope;
use gate::{Admitted, Closed};

use crate::check::{self, Validated};
use crate::diagnostic::{Diagnostic, Findings};
use crate::external::{self, ExternalSearch, Fetch, Host, Settings, Web};
use crate::findings::Finding;
use crate::json::pretty;
use crate::model::Vault;
use crate::release::{LogEntry, append_log, can_append_log};
use crate::retrieve::{self, NoAnswer, Options, Question, Ranking};
use crate::storage::Io;
use crate::vault::{Reader, Root, Snapshot};

/// How many claims may be asked for.
pub const LIMITS: std::ops::RangeInclusive<usize> = 1..=20;

/// What somebody asks.
#[derive(Debug)]
pub struct Request {
    /// The question as it was put.
    pub question: String,
    /// Only the concepts of this world count.
    pub world: Option<String>,
    /// Most claims to give, an integer of any size.
    pub limit: String,
    /// How claims are found.
    pub ranking: Ranking,
    /// Whether listed sources outside the vault are searched too.
    pub external: bool,
    /// The only listed sources to search; all, if empty.
    pub sources: Vec<String>,
}

/// What an answer may use of this host besides the vault.
pub struct Surroundings<'s> {
    /// The counted seam of writing.
    pub io: &'s Io,
    /// Access to web sources.
    pub web: Settings,
    /// Day for the log.
    pub today: fn() -> String,
}

/// The answer to a question, whatever became of it.
#[derive(Debug)]
pub struct Answer {
    /// How it ended.
    pub state: State,
    /// The envelope of the machine contract, one JSON document.
    pub json: String,
}

impl Answer {
    fn of(state: State, envelope: &Envelope<'_>) -> Self {
        Self { state, json: pretty(envelope) }
    }

    fn closed(request: &Request, closed: Closed, external: Option<ExternalSearch>) -> Self {
        let state = closed.state;
        let envelope = Envelope::closed(&request.question, closed, request.ranking, external);
        Self::of(state, &envelope)
    }
}

/// Asks a vault.
pub fn ask(root: &Root, request: &Request, surroundings: Surroundings<'_>) -> Answer {
    let (question, limit) = match understand(request) {
        Ok(understood) => understood,
        Err(closed) => return Answer::closed(request, closed, None),
    };
    let reader = Reader::enter(&root.folder, surroundings.io);
    let admitted = reader.admitted().map_err(|busy| Closed::unread(State::VaultBusy, busy));
    let read = admitted.and_then(|()| consistent(reader.keeps_writers_out(), || reader.read()));
    let snapshot = match read {
        Ok(snapshot) => snapshot,
        Err(closed) => return Answer::closed(request, closed, None),
    };
    let validated = check::validate(&snapshot);
    let admitted = gate::admit(&reader, &snapshot, &validated);
    // No lock is held while somebody else's server is waited for.
    drop(reader);
    match admitted {
        Ok(admitted) => {
            let options =
                Options { ranking: request.ranking, world: request.world.as_deref(), limit };
            let find = || find_external(root, request, &question, &validated.vault, surroundings);
            answer(request, &question, options, &validated, admitted, find)
        }
        Err(closed) => Answer::closed(request, closed, None),
    }
}

/// Answers from an admitted release. A question that was not precise enough for the vault may
/// still find something outside.
fn answer(
    request: &Request,
    question: &Question,
    options: Options<'_>,
    validated: &Validated<'_>,
    admitted: Admitted,
    find_external: impl FnOnce() -> Option<ExternalSearch>,
) -> Answer {
    let vault = &validated.vault;
    let Admitted { manifest, known } = admitted;
    match retrieve::answer(vault, question, options, manifest) {
        Ok(answer) => {
            let text = &request.question;
            let envelope = Envelope::answered(text, known, vault, answer, find_external());
            Answer::of(envelope.state(), &envelope)
        }
        Err(no_answer) => {
            let (state, errors) = match no_answer {
                NoAnswer::UnknownWorld(errors) => (State::InvalidOption, errors),
                NoAnswer::Ambiguous(errors) => (State::Ambiguous, errors),
            };
            Answer::closed(request, Closed { state, errors, known }, find_external())
        }
    }
}

/// Checks everything that can be checked without the vault.
fn understand(request: &Request) -> Result<(Question, usize), Closed> {
    let limit = request.limit.parse().ok().filter(|limit| LIMITS.contains(limit));
    let Some(limit) = limit else {
        let (least, most) = (*LIMITS.start() as u64, *LIMITS.end() as u64);
        let finding = Finding::QueryLimit { value: request.limit.clone(), least, most };
        return Err(Closed::unread(State::InvalidOption, finding));
    };
    let question = Question::new(&request.question);
    let question = question.map_err(|error| Closed::unread(State::InvalidQuestion, error))?;
    Ok((question, limit))
}

/// Reads the vault as one state of it. Where writers are not kept out, one may have been at work
/// during a reading that shows something else than its manifest; it leaves a new manifest behind.
fn consistent(
    keeps_writers_out: bool,
    mut read: impl FnMut() -> Result<Snapshot, Findings>,
) -> Result<Snapshot, Closed> {
    let mut found = read();
    let matches = |snapshot: &Snapshot| check::manifest::check(snapshot).is_none();
    if !keeps_writers_out && !found.as_ref().is_ok_and(matches) {
        found = read();
    }
    found.map_err(|errors| Closed::unread(State::InvalidVault, errors))
}

/// Searches the listed sources outside the vault, if that was asked for. A fetch may take long,
/// and its provenance goes through a commit of its own.
fn find_external(
    root: &Root,
    request: &Request,
    question: &Question,
    vault: &Vault,
    surroundings: Surroundings<'_>,
) -> Option<ExternalSearch> {
    if !request.external {
        return None;
    }
    let Surroundings { io, web, today } = surroundings;
    let bound = external::bound(&root.folder);
    let mut record = |fetch: &Fetch| {
        let entry = LogEntry { day: today(), action: "extern".to_owned(), text: fetch.to_string() };
        let said = |faults: Findings| {
            faults.iter().map(Diagnostic::to_string).collect::<Vec<_>>().join("; ")
        };
        append_log(&root.folder, io, &entry).map(drop).map_err(said)
    };
    let mut can_record = || can_append_log(&root.folder, io);
    let mut host = Host {
        roots: bound.roots,
        web: Web::new(web, bound.ttl_seconds),
        today,
        record: &mut record,
        can_record: &mut can_record,
    };
    Some(external::search(vault, question, &request.sources, &mut host))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::digest::Digest;
    use crate::vault::{Content, Cover, File, layout};

    /// A snapshot that is what its manifest says: nothing at all.
    fn whole() -> Snapshot {
        let (digest, content) = (Digest::of(b""), Content::Text(String::new()));
        let path = layout::MANIFEST.to_owned();
        let manifest = File { path, cover: Cover::None, mode: 0o644, size: 0, digest, content };
        Snapshot { files: vec![manifest], ..Snapshot::default() }
    }

    #[test]
    fn without_locks_what_does_not_match_is_read_once_more() {
        let torn = Snapshot::default;
        for (keeps_writers_out, readings, expected, count) in [
            (false, [torn(), whole()], whole(), 2),
            (false, [torn(), torn()], torn(), 2),
            (false, [whole(), torn()], whole(), 1),
            (true, [torn(), whole()], torn(), 1),
        ] {
            let (mut readings, mut read) = (readings.into_iter(), 0);
            let found = consistent(keeps_writers_out, || {
                read += 1;
                Ok(readings.next().unwrap())
            });
            assert_eq!((found.unwrap(), read), (expected, count));
        }
    }
}
