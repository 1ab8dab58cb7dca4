//! What holds for all commands: what texts say of them, output that is cut off, options.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may fail")]
#![allow(clippy::disallowed_methods, clippy::disallowed_types, reason = "tests touch the host")]

mod support;

use std::collections::BTreeSet;
use std::fs;
use std::io::Read as _;
use std::path::Path;
use std::process::{Command, Stdio};

use regex::Regex;
use support::TestEnv;
use vault::findings::Code;

/// Every `vault <command>` in text that shows commands: quoted, in code, or a line for a shell.
fn commands_in(text: &str) -> BTreeSet<String> {
    let quoted = Regex::new(r"(?:„|`)(?:\S*/)?vault (?:--root \S+ )?([a-z-]+)").unwrap();
    let line = Regex::new(r"^(?:- run: )?(?:\S*/)?vault (?:--root \S+ )?([a-z-]+)").unwrap();
    let mut fence = None;
    let mut commands = BTreeSet::new();
    for content in text.lines() {
        if let Some(language) = content.strip_prefix("```") {
            fence = if fence.is_some() { None } else { Some(language) };
        }
        let shown = match fence {
            None => &quoted,
            Some("sh" | "yaml") => &line,
            Some(_) => continue,
        };
        commands.extend(shown.captures_iter(content).map(|found| found[1].to_owned()));
    }
    commands
}

#[test]
fn every_command_that_a_text_shows_exists() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let files = ["README.md", "SKILL.md", "ARCHITECTURE.md"].map(|name| root.join(name));
    let mut texts: Vec<_> = files.iter().map(|file| fs::read_to_string(file).unwrap()).collect();
    texts.extend(Code::ALL.iter().map(|code| code.rule().explanation.to_owned()));
    texts.extend(Code::ALL.iter().map(|code| code.rule().template.to_owned()));
    let shown: BTreeSet<_> = texts.iter().flat_map(|text| commands_in(text)).collect();
    assert!(shown.len() > 15, "{shown:?}");
    for command in shown {
        let help = Command::new(env!("CARGO_BIN_EXE_vault")).args([&command, "--help"]).output();
        assert!(help.unwrap().status.success(), "vault {command}");
    }
}

#[test]
fn no_figure_was_forgotten() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let placeholder = Regex::new("@[A-Z]+@").unwrap();
    for name in ["README.md", "ARCHITECTURE.md"] {
        let text = fs::read_to_string(root.join(name)).unwrap();
        assert!(!placeholder.is_match(&text), "{name}");
    }
}

#[test]
fn a_closed_pipe_ends_quietly() {
    let env = TestEnv::released(101);
    for args in [&["query", "Die"][..], &["validate", "--format", "sarif"], &["explain"]] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_vault"));
        command.arg("--root").arg(env.root()).args(args);
        let mut run = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(run.stdout.take());
        let mut said = String::new();
        run.stderr.take().unwrap().read_to_string(&mut said).unwrap();
        assert!(run.wait().unwrap().success(), "{args:?}: {said}");
        assert_eq!(said, "", "{args:?}");
    }
}

#[test]
fn colour_and_quiet_change_only_what_they_say() {
    let env = TestEnv::released(101);
    env.write("notes/x.exe", "x");
    let plain = env.vault(&["validate"]);
    assert!(!plain.stdout.contains('\u{1b}'), "{}", plain.stdout);
    let coloured = env.vault(&["--color", "always", "validate"]);
    assert!(coloured.stdout.contains('\u{1b}'), "{}", coloured.stdout);
    assert_eq!(env.vault(&["--color", "never", "validate"]).stdout, plain.stdout);
    let quiet = env.vault(&["--quiet", "validate"]);
    assert_eq!((quiet.code, quiet.stdout.lines().count()), (1, 1), "{}", quiet.stdout);
    let json = ["validate", "--format", "json"];
    let always = ["--color", "always", "validate", "--format", "json"];
    assert_eq!(env.vault(&json).stdout, env.vault(&always).stdout);
    assert_eq!(env.vault(&["--quiet", "query", "Die"]).stdout, env.vault(&["query", "Die"]).stdout);
}

#[test]
fn what_the_command_line_quotes_reaches_no_terminal_raw() {
    let evil = "\u{1b}]0;x\u{7}\u{9b}31m";
    let env = TestEnv::released(101);
    for args in
        [&[evil][..], &["query", "--limit", evil, "x"], &["release", evil], &["explain", evil]]
    {
        let run = env.vault(args);
        let raw = |text: &str| text.chars().any(|c| c.is_control() && c != '\n');
        assert_ne!(run.code, 0);
        assert!(!raw(&run.stdout) && !raw(&run.stderr), "{args:?}: {:?}", run.stderr);
    }
}

/// Runs the binary where no vault is.
fn printed(args: &[&str]) -> (Option<i32>, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_vault"));
    let output = command.args(args).current_dir("/").env_clear().output().unwrap();
    (output.status.code(), String::from_utf8(output.stdout).unwrap())
}

/// Names of the commands that the help shows.
fn commands_of(help: &str) -> Vec<&str> {
    let list = help.split("Commands:\n").nth(1).unwrap().split("\n\n").next().unwrap();
    list.lines().map(|line| line.split_whitespace().next().unwrap()).collect()
}

#[test]
fn completions_know_every_command() {
    let (_, help) = printed(&["--help"]);
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let (code, script) = printed(&["completions", shell]);
        assert_eq!(code, Some(0), "{shell}");
        for command in commands_of(&help) {
            assert!(script.contains(command), "{shell}: {command}");
        }
        assert_eq!(printed(&["completions", shell]).1, script);
    }
    assert_eq!(printed(&["completions", "tcsh"]).0, Some(2));
}

#[test]
fn every_command_has_a_manual_page() {
    let (_, help) = printed(&["--help"]);
    let program = printed(&["man"]).1;
    let commands = commands_of(&help);
    assert!(commands.len() > 20, "{commands:?}");
    for command in commands {
        let escaped = command.replace('-', "\\-");
        assert!(program.contains(&format!("vault\\-{escaped}(1)")), "{command}");
        let (code, page) = printed(&["man", command]);
        assert_eq!(code, Some(0), "{command}");
        let version = concat!("vault ", env!("CARGO_PKG_VERSION"));
        assert!(page.contains(&format!(".TH vault-{command} 1  \"{version}\"")), "{page}");
    }
    assert!(printed(&["man", "extern", "bind"]).1.contains("vault extern bind"));
    assert_eq!(printed(&["man", "extern", "nichts"]).0, Some(2));
}

#[test]
fn a_folder_with_nothing_of_a_vault_is_none() {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("notiz.md"), "# Notiz\n").unwrap();
    let root = dir.path().to_str().unwrap();
    for command in [&["query", "x"][..], &["stats"], &["validate"], &["recover"], &["release"]] {
        let mut run = Command::new(env!("CARGO_BIN_EXE_vault"));
        let run = run.args(["--root", root]).args(command).output().unwrap();
        assert_eq!((run.status.code(), run.stdout.len()), (Some(2), 0), "{command:?}: {run:?}");
        let said = String::from_utf8(run.stderr).unwrap();
        assert!(said.contains("root-invalid: ") && said.contains(root), "{said}");
    }
    assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1);
}

/// The runner of a workflow stands in the repository, which may hold the vault in a folder.
#[test]
fn workflow_commands_name_files_from_the_current_folder() {
    let env = TestEnv::bundled();
    env.write("knowledge/okf/leer.md", "nichts\n");
    let above = env.root().parent().unwrap().to_owned();
    for (cwd, path) in [
        (above.as_path(), "vault/knowledge/okf/leer.md"),
        (env.root().as_path(), "knowledge/okf/leer.md"),
        (Path::new("/usr"), "knowledge/okf/leer.md"),
    ] {
        for command in ["validate", "doctor"] {
            let run = env.vault_in(&[command, "--format", "github"], cwd, &[]);
            assert!(run.stdout.contains(&format!("::error file={path},")), "{run:?}");
        }
    }
}
