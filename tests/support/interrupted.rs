//! A query during which a writer comes.

use std::fs::{self, File};
use std::process::{Child, Command, Stdio};

use super::{Run, TestEnv};

const LOCK: &str = ".vault-release.lock";
const ATTEMPTS: usize = 20;

/// The answer `snapshot_changed`, of a vault that is made to take long enough to be watched: it
/// has much to hash.
pub fn interrupted_query(env: &TestEnv) -> Run {
    fs::create_dir(env.root().join("notes")).unwrap();
    File::create(env.root().join("notes/x.pdf")).unwrap().set_len(8 << 20).unwrap();
    assert_eq!(env.vault(&["checksum"]).code, 0);
    for _ in 0..ATTEMPTS {
        let mut query = query(env);
        // Once the reader is inside, the root cannot be had alone.
        let root = File::open(env.root()).unwrap();
        while root.try_lock().is_ok() && query.try_wait().unwrap().is_none() {
            root.unlock().unwrap();
            std::thread::yield_now();
        }
        drop(root);
        fs::write(env.root().join(LOCK), "pid=1\n").unwrap();
        let output = query.wait_with_output().unwrap();
        fs::remove_file(env.root().join(LOCK)).unwrap();
        let stdout = String::from_utf8(output.stdout).unwrap();
        // Seen too early it was only busy, seen too late it had its answer.
        if stdout.contains("\"state\": \"snapshot_changed\"") {
            let code = output.status.code().unwrap();
            return Run { code, stdout, stderr: String::new() };
        }
    }
    panic!("never came between in {ATTEMPTS} attempts");
}

fn query(env: &TestEnv) -> Child {
    let mut query = Command::new(env!("CARGO_BIN_EXE_vault"));
    query.arg("--root").arg(env.root()).args(["query", "Frist"]);
    query.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap()
}
