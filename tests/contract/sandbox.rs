//! A place where the commands of a document can be typed as they stand.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use regex::{Captures, Regex};

use crate::support::{TestEnv, Tree, fixture};

/// Paths that documents name as examples, and what they are here, below the scratch folder.
const EXAMPLES: [(&str, &str); 6] = [
    ("/pfad/zum/hausbuch", "srv/handbuch"),
    ("/pfad/zum/ordner", "srv/handbuch"),
    ("/absoluter/pfad", "srv/handbuch"),
    ("/pfad/zu/mein-tresor", "srv/tresor"),
    ("/srv", "srv"),
    ("/tmp", "tmp"),
];

/// One of them at the beginning of a word.
static EXAMPLE: LazyLock<Regex> = LazyLock::new(|| {
    let examples: Vec<_> = EXAMPLES.iter().map(|(example, _)| *example).collect();
    Regex::new(&format!("(^|[ =\"'])({})\\b", examples.join("|"))).expect("a pattern")
});

/// What stands in a command for something of the reader's.
const PLACEHOLDERS: [(&str, &str); 28] = [
    ("package --out DIR", "package --out /tmp"),
    ("package --out ORDNER", "package --out /tmp"),
    ("--engine FILE", "--engine \"$ENGINE\""),
    ("--html FILE", "--html /tmp/seite.html"),
    ("--html DATEI", "--html /tmp/seite.html"),
    ("--limit N", "--limit 3"),
    ("--name NAME", "--name mein-tresor"),
    ("--scope SCOPE", "--scope projekt"),
    ("X-nnnn", "X-0001"),
    ("BW-nnnn", "BW-0001"),
    ("S-nnnn", "S-0005"),
    ("{id}", "X-0001"),
    ("PFAD", "/srv/handbuch"),
    ("/path", "/srv/handbuch"),
    ("ORDNER", "/tmp/neu"),
    ("DIR", "/tmp/neu"),
    ("DOKUMENT", "gewaechshaus/temperatur.md"),
    ("DOC", "gewaechshaus/temperatur.md"),
    ("DATEI", "/tmp/quelle.md"),
    ("FILE", "/tmp/quelle.md"),
    ("FRAGE", "'Was ist OKF?'"),
    ("QUESTION", "'Was ist OKF?'"),
    ("AKTION TEXT", "note 'Stand besprochen'"),
    ("ACTION TEXT", "note 'Stand besprochen'"),
    ("WORT", "wissensformat"),
    ("WORD", "wissensformat"),
    ("CODE", "type-unknown"),
    ("COMMAND", "query"),
];

/// A scratch folder with the bundled vault in `srv/tresor` and what documents speak of around it.
/// `vault` works on that vault.
pub struct Sandbox {
    scratch: tempfile::TempDir,
}

/// What a line did.
#[derive(Debug)]
pub struct Run {
    pub code: Option<i32>,
    /// Both outputs.
    pub said: String,
}

impl Sandbox {
    pub fn new() -> Self {
        let scratch = tempfile::TempDir::with_prefix("vault-contract-").expect("a scratch folder");
        let at = |path: &str| scratch.path().join(path);
        let bundled = Tree::read(&TestEnv::bundled().root());
        bundled.write(&at("srv/tresor"));
        bundled.write(&at("srv/teamwissen"));
        Tree::read(&fixture("beispiel-extern")).write(&at("srv/handbuch"));
        for (path, text) in [
            ("srv/handbuch/ventile/oeffnung.md", "# Ventile\n\nDas Ventil öffnet bei 3 bar.\n"),
            ("srv/kopie/a.md", "# Kopie\n"),
            ("arbeit/pakete/README.md", "Hier liegen Pakete.\n"),
            ("tmp/quelle.md", "# Quelle\n\nEin Satz.\n"),
            ("arbeit/voller-ordner/datei.md", "voll\n"),
            ("arbeit/entwurf.md", "# Entwurf\n"),
            ("arbeit/unterlagen/protokoll.md", "# Protokoll\n"),
            ("arbeit/README.md", "# Kein Programm\n"),
        ] {
            write(&at(path), text);
        }
        fs::create_dir(at("srv/tresor/notes")).expect("a folder");
        write(&at("arbeit/bericht.md"), &"Bericht ".repeat(200));
        Self { scratch }
    }

    pub fn path(&self, path: &str) -> PathBuf {
        self.scratch.path().join(path)
    }

    /// Types a line in a shell whose current folder is `cwd`, below the scratch folder.
    pub fn run(&self, cwd: &str, line: &str) -> Run {
        let line = EXAMPLE.replace_all(line, |found: &Captures| {
            let here = EXAMPLES.iter().find(|(example, _)| *example == &found[2]);
            let here = here.map_or_else(PathBuf::new, |(_, here)| self.path(here));
            format!("{}{}", &found[1], here.display())
        });
        let line = line.strip_prefix("bin/").unwrap_or(&line);
        let (engine, vault) = (env!("CARGO_BIN_EXE_vault"), self.path("srv/tresor"));
        // No file that is written here is run: a test beside this one may hold it open.
        let vault = format!(
            "vault() {{ case \" $* \" in *' --root '*) {engine} \"$@\";; \
             *) {engine} --root {} \"$@\";; esac; }}",
            vault.display()
        );
        let output = assert_cmd::Command::new("sh")
            .args(["-c", &format!("{vault}\n{line}")])
            .current_dir(self.path(cwd))
            .env_clear()
            .env("PATH", "/usr/bin:/bin")
            .env("ENGINE", engine)
            .env("HOME", self.path("arbeit"))
            .env("SKILLSAFE_OFFLINE", "1")
            .timeout(std::time::Duration::from_secs(120))
            .output()
            .expect("a shell");
        let said = [output.stdout, output.stderr].concat();
        Run { code: output.status.code(), said: String::from_utf8_lossy(&said).into_owned() }
    }

    /// Makes a file of the vault, or appends to it.
    pub fn write(&self, path: &str, text: &str) {
        let path = self.path("srv/tresor").join(path);
        let before = fs::read_to_string(&path).unwrap_or_default();
        write(&path, &format!("{before}{text}"));
    }
}

/// A command with the placeholders of a form filled in.
pub fn filled(command: &str) -> String {
    let mut command = command.to_owned();
    for (placeholder, value) in PLACEHOLDERS {
        command = command.replace(placeholder, value);
    }
    command
}

fn write(path: &Path, text: &str) {
    fs::create_dir_all(path.parent().expect("a file lies in a folder")).expect("its folder");
    fs::write(path, text).expect("the file can be written");
}
