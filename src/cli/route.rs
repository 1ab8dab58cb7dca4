//! `vault route`

use super::context::Context;
use super::failure::{Outcome, exit};
use crate::check;
use crate::retrieve::route::route;
use crate::text::visible::visible;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Die Frage
    #[arg(required = true, value_name = "FRAGE")]
    question: Vec<String>,
}

pub(super) fn run(args: Args, context: &Context) -> Outcome {
    let root = context.root()?;
    let snapshot = context.read(&root)?;
    let validated = check::validate(&snapshot);
    validated.require_valid()?;
    let sections = route(&validated.vault.router, &args.question.join(" "));
    if sections.is_empty() {
        context.out.say("Keine Domäne passt zu dieser Frage.")?;
        return Ok(exit(false));
    }
    let mut text = String::new();
    if sections.len() > 1 {
        let domains: Vec<_> = sections.iter().map(|section| section.domain).collect();
        text +=
            &format!("Gemischte Frage: {} getrennt beantworten.\n", visible(&domains.join(", ")));
    }
    for section in sections {
        text += &format!("{}\n", visible(section.domain));
        for (page, _) in &section.pages {
            text += &format!("  {}\n", visible(page));
        }
    }
    context.out.print(&text)?;
    Ok(exit(true))
}
