//! Printing: results on stdout, problems of running on stderr.

#![allow(clippy::disallowed_methods, reason = "what is printed is printed here")]

use std::io::{self, IsTerminal as _, Write};
use std::process::ExitCode;

use anstream::{AutoStream, ColorChoice};

use super::Color;
use crate::diagnostic::{Diagnostic, Findings, Format, Report};
use crate::text::visible::visible;

/// Where a command prints, and how.
#[derive(Debug)]
pub(super) struct Output {
    color: ColorChoice,
    quiet: bool,
}

impl Output {
    pub(super) fn new(color: Color, quiet: bool) -> Self {
        let color = match color {
            Color::Auto => ColorChoice::Auto,
            Color::Always => ColorChoice::Always,
            Color::Never => ColorChoice::Never,
        };
        Self { color, quiet }
    }

    /// Prints a result. A reader that closed the pipe has seen enough: that is no error.
    pub(super) fn print(&self, text: &str) -> io::Result<()> {
        unless_closed(io::stdout().lock().write_all(text.as_bytes()))
    }

    /// Prints a line that only says that all went well.
    pub(super) fn say(&self, line: &str) -> io::Result<()> {
        if self.quiet { Ok(()) } else { self.print(&format!("{line}\n")) }
    }

    /// Prints a report; the text form in colour where that is wanted, and when quiet its errors
    /// only.
    pub(super) fn report(&self, report: &Report, format: Format) -> io::Result<()> {
        if format != Format::Text {
            return self.print(&report.render(format));
        }
        let errors = report.diagnostics.iter().filter(|found| found.is_error());
        let text = if self.quiet {
            errors.map(Diagnostic::emphasised).collect()
        } else {
            report.emphasised()
        };
        let mut stdout = AutoStream::new(io::stdout(), self.color).lock();
        unless_closed(stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()))
    }

    /// Prints why a command failed.
    pub(super) fn problems(&self, mut found: Findings) {
        Diagnostic::sort(&mut found.0);
        let mut stderr = AutoStream::new(io::stderr(), self.color).lock();
        for found in found {
            // Nothing is left to tell where even this fails.
            let _ = stderr.write_all(found.emphasised().as_bytes());
        }
    }

    /// Whether somebody is watching who would like to know what takes so long.
    pub(super) fn is_watched(&self) -> bool {
        !self.quiet && io::stderr().is_terminal()
    }
}

/// Prints what clap has to say: help and version on stdout, errors on stderr. An error quotes the
/// command line, which may hold anything.
pub(super) fn usage(said: &clap::Error) -> ExitCode {
    let text = said.render().to_string();
    let lines = text.split('\n').map(visible).collect::<Vec<_>>().join("\n");
    // Nothing is left to tell where even this fails.
    let _ = if said.use_stderr() {
        io::stderr().write_all(lines.as_bytes())
    } else {
        io::stdout().write_all(lines.as_bytes())
    };
    ExitCode::from(u8::try_from(said.exit_code()).unwrap_or(2))
}

fn unless_closed(done: io::Result<()>) -> io::Result<()> {
    match done {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        other => other,
    }
}
