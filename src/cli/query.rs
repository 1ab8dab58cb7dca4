//! `vault query`

use std::process::ExitCode;

use super::context::Context;
use super::environment;
use super::failure::Outcome;
use crate::ask::{Request, Surroundings, ask};
use crate::clock;
use crate::retrieve::Ranking;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Nur Begriffe dieser Begriffswelt
    #[arg(long, value_name = "BW-nnnn")]
    world: Option<String>,
    /// Höchstzahl der Claims, 1 bis 20
    #[arg(long, value_name = "N", default_value = "8", value_parser = integer, allow_hyphen_values = true)]
    limit: String,
    /// Auch in aufgeführten Bezugsquellen nachschlagen
    #[arg(long = "extern")]
    external: bool,
    /// Nur diese Bezugsquelle; mehrfach möglich
    #[arg(long, value_name = "X-nnnn")]
    source: Vec<String>,
    /// Die Frage
    #[arg(required = true, value_name = "FRAGE")]
    question: Vec<String>,
}

/// Any integer, however large: whether it is in range is the contract's to say.
fn integer(text: &str) -> Result<String, String> {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    let is_integer = !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit());
    if is_integer { Ok(text.to_owned()) } else { Err("keine ganze Zahl".to_owned()) }
}

pub(super) fn run(args: Args, context: &Context) -> Outcome {
    let root = context.root()?;
    let Args { world, limit, external, source, question } = args;
    let request = Request {
        question: question.join(" "),
        world,
        limit,
        ranking: Ranking::default(),
        external,
        sources: source,
    };
    let web = environment::web(&root, &context.io);
    let surroundings = Surroundings { io: &context.io, web, today: clock::today };
    let answer = ask(&root, &request, surroundings);
    context.out.print(&answer.json)?;
    Ok(ExitCode::from(answer.state.exit_code()))
}
