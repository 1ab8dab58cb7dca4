//! What a query costs beside hashing the vault it reads, the floor under any honest answer.
//!
//! ```text
//! cargo bench --bench query                               # 3000 pages, 15 pairs
//! cargo bench --bench query -- --pages 300 --pairs 5      # quicker, coarser
//! ```
//!
//! Generates a vault in a scratch folder, releases it, then measures in turn (A B C A B C …,
//! so that whatever else the machine does meets all of them alike):
//!
//! * `vault query "Druck Ventil"`,
//! * `sha256sum -c MANIFEST.sha256 --quiet` in the vault,
//! * reading and hashing the same files in this process, on all cores.
//!
//! Prints the medians, the median of the ratios of each round, the peak memory of a query in
//! relation to the corpus, and the time of a query on small vaults. Asserts no times.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
#![allow(clippy::disallowed_methods, clippy::disallowed_types)]

#[path = "support/generate.rs"]
mod generate;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use generate::{Size, generate};
use sha2::{Digest, Sha256};
use tempfile::TempDir;

const BINARY: &str = env!("CARGO_BIN_EXE_vault");
const WARM_UP: usize = 2;
const CLAIMS_PER_PAGE: usize = 3;

fn main() {
    let Some(options) = Options::from_arguments() else {
        println!("Nothing measured: run it with `cargo bench --bench query`.");
        return;
    };
    let scratch = TempDir::with_prefix("vault-bench-").expect("a scratch folder");
    let large = scratch.path().join("large");
    let domains = options.pages.clamp(1, 12);
    released(&large, &Size { seed: 1, domains, pages: options.pages, claims: CLAIMS_PER_PAGE });
    let corpus = Corpus::of(&large);
    println!(
        "{} pages, {} files, {} bytes; {} cores; {}; {} rounds after {WARM_UP} to warm up\n",
        options.pages,
        corpus.files.len(),
        corpus.bytes,
        cores(),
        sha256sum_version(),
        options.pairs
    );
    compare(&large, &corpus, options.pairs);
    show_memory(&large, &corpus);

    let small = scratch.path().join("small");
    released(&small, &Size { seed: 1, domains: 1, pages: 5, claims: CLAIMS_PER_PAGE });
    show_small("5 generated pages", &small, options.pairs);
    show_small("this repository", Path::new(env!("CARGO_MANIFEST_DIR")), options.pairs);
}

/// What was asked for on the command line.
struct Options {
    pages: usize,
    pairs: usize,
}

impl Options {
    /// Nothing when not run as a benchmark: cargo runs it among the tests, too, if asked to
    /// run all targets.
    fn from_arguments() -> Option<Self> {
        let mut options = Self { pages: 3000, pairs: 15 };
        let mut benchmark = false;
        let mut arguments = std::env::args().skip(1);
        while let Some(argument) = arguments.next() {
            let mut number = || {
                let number = arguments.next().and_then(|number| number.parse().ok());
                number.filter(|n| *n > 0).unwrap_or_else(|| panic!("{argument} needs a number"))
            };
            match argument.as_str() {
                "--bench" => benchmark = true,
                "--pages" => options.pages = number(),
                "--pairs" => options.pairs = number(),
                other => panic!("{other} is unknown: --pages N, --pairs N"),
            }
        }
        benchmark.then_some(options)
    }
}

/// Generates a vault and releases it.
fn released(root: &Path, size: &Size) {
    generate(root, size).expect("the vault can be written");
    let release = vault(root).args(["release", "minor"]).output().expect("the binary runs");
    assert!(release.status.success(), "release failed: {release:?}");
}

/// The binary on a vault, told nothing by the surroundings.
fn vault(root: &Path) -> Command {
    let mut command = Command::new(BINARY);
    command.current_dir("/").env("SKILLSAFE_OFFLINE", "1").arg("--root").arg(root);
    command
}

/// The tracked files of a released vault.
struct Corpus {
    files: Vec<(PathBuf, String)>,
    bytes: u64,
}

impl Corpus {
    fn of(root: &Path) -> Self {
        let manifest = fs::read_to_string(root.join("MANIFEST.sha256")).expect("a manifest");
        let files: Vec<_> = manifest
            .lines()
            .map(|line| line.split_once("  ").expect("digest and path"))
            .map(|(digest, path)| (root.join(path), digest.to_owned()))
            .collect();
        let sizes = files.iter().map(|(path, _)| fs::metadata(path).expect("a file").len());
        Self { bytes: sizes.sum(), files }
    }

    /// Reads and hashes every file on all cores, and holds the digests to the manifest.
    fn read_and_hash(&self) {
        let next = AtomicUsize::new(0);
        std::thread::scope(|scope| {
            for _ in 0..cores() {
                scope.spawn(|| {
                    while let Some((path, digest)) =
                        self.files.get(next.fetch_add(1, Ordering::Relaxed))
                    {
                        let bytes = fs::read(path).expect("a tracked file can be read");
                        let found = Sha256::digest(bytes);
                        let hex: String = found.iter().map(|b| format!("{b:02x}")).collect();
                        assert_eq!(hex, *digest, "{}", path.display());
                    }
                });
            }
        });
    }
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Measures query, `sha256sum` and our own reading in turn and prints how they compare.
fn compare(root: &Path, corpus: &Corpus, rounds: usize) {
    let query = || run(vault(root).args(["query", "Druck Ventil"]));
    let sha256sum = || {
        run(Command::new("sha256sum").args(["-c", "MANIFEST.sha256", "--quiet"]).current_dir(root))
    };
    let read_and_hash = || timed(|| corpus.read_and_hash());
    let with_sha256sum = sha256sum_is_there();

    let mut queries = Vec::new();
    let mut checks = Vec::new();
    let mut readings = Vec::new();
    for round in 0..WARM_UP + rounds {
        let query = query();
        let check = with_sha256sum.then(sha256sum);
        let reading = read_and_hash();
        if round >= WARM_UP {
            queries.push(query);
            checks.extend(check);
            readings.push(reading);
        }
    }

    println!("{:<34}{:>10}{:>10}{:>10}{:>14}", "", "median", "min", "max", "query takes");
    row("vault query \"Druck Ventil\"", &queries, None);
    if with_sha256sum {
        row("sha256sum -c MANIFEST.sha256", &checks, Some(&queries));
    }
    row("read and hash, in process", &readings, Some(&queries));
}

/// One line of the table; `queries` are the times the ratios of the same rounds are taken of.
fn row(name: &str, times: &[Duration], queries: Option<&[Duration]>) {
    let ratio = queries.map_or_else(String::new, |queries| {
        let ratios = queries.iter().zip(times).map(|(q, t)| q.as_secs_f64() / t.as_secs_f64());
        format!("{:.2} times", median(ratios.collect()))
    });
    let times: Vec<f64> = times.iter().map(|time| time.as_secs_f64() * 1e3).collect();
    let (min, max) = (
        times.iter().copied().fold(f64::INFINITY, f64::min),
        times.iter().copied().fold(0.0, f64::max),
    );
    println!("{name:<34}{:>7.1} ms{min:>7.1} ms{max:>7.1} ms{ratio:>14}", median(times));
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    let middle = values.len() / 2;
    if values.len() % 2 == 1 { values[middle] } else { (values[middle - 1] + values[middle]) / 2.0 }
}

/// Runs a command to its end, its output thrown away; it has to succeed.
fn run(command: &mut Command) -> Duration {
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::inherit());
    timed(|| {
        let status = command.status().expect("the command runs");
        assert!(status.success(), "{command:?}: {status}");
    })
}

fn timed(work: impl FnOnce()) -> Duration {
    let start = Instant::now();
    work();
    start.elapsed()
}

fn sha256sum_is_there() -> bool {
    Command::new("sha256sum").arg("--version").output().is_ok_and(|run| run.status.success())
}

fn sha256sum_version() -> String {
    let Ok(run) = Command::new("sha256sum").arg("--version").output() else {
        return "no sha256sum here".to_owned();
    };
    String::from_utf8_lossy(&run.stdout).lines().next().unwrap_or_default().to_owned()
}

/// Prints the peak memory of one query, as GNU `time` sees it, beside the corpus.
fn show_memory(root: &Path, corpus: &Corpus) {
    let measured = Command::new("/usr/bin/time")
        .args(["-f", "%M", BINARY, "--root"])
        .arg(root)
        .args(["query", "Druck Ventil"])
        .env("SKILLSAFE_OFFLINE", "1")
        .current_dir("/")
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .output();
    let kibibytes = measured.ok().and_then(|run| {
        let said = String::from_utf8_lossy(&run.stderr).into_owned();
        said.lines().last().and_then(|line| line.trim().parse::<u64>().ok())
    });
    match kibibytes {
        Some(kibibytes) => println!(
            "\npeak memory of a query: {kibibytes} KiB, {:.2} times the corpus",
            (kibibytes * 1024) as f64 / corpus.bytes as f64
        ),
        None => println!("\npeak memory of a query: unknown, /usr/bin/time (GNU) is not here"),
    }
}

/// Prints the time of a query on a small vault, if it is a released one.
fn show_small(name: &str, root: &Path, rounds: usize) {
    let mut query = vault(root);
    query.args(["query", "OKF"]);
    if !query.output().is_ok_and(|run| run.status.success()) {
        println!("query \"OKF\" on {name}: not a released vault, or not in order");
        return;
    }
    for _ in 0..WARM_UP {
        run(&mut query);
    }
    let times: Vec<f64> = (0..rounds).map(|_| run(&mut query).as_secs_f64() * 1e3).collect();
    println!("query \"OKF\" on {name}: {:.1} ms (median)", median(times));
}
