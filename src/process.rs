//! A child process without a shell: nothing of the environment but what is given, bounded time
//! and output, and nothing of it left behind.
//!
//! The child leads a process group of its own. When it ends, or has used up what it may, the
//! whole group is killed: what it started and left running goes with it.

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "the one place that starts programs"
)]

use std::fs::File;
use std::io::{self, Read, Write};
use std::os::unix::process::{CommandExt as _, ExitStatusExt as _};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process_group};

/// Time between two looks at whether the child has ended.
const STEP: Duration = Duration::from_millis(5);

/// What the child reads from its standard input.
#[derive(Debug)]
pub enum Input {
    /// Nothing.
    Nothing,
    /// An opened file.
    File(File),
    /// These bytes, as far as it reads them.
    Bytes(Vec<u8>),
}

/// A program to run, and how far it may go.
#[derive(Debug)]
pub struct Task<'t> {
    /// The program.
    pub program: &'t Path,
    /// Its arguments.
    pub arguments: &'t [&'t str],
    /// The folder it starts in.
    pub folder: &'t Path,
    /// All it finds in its environment.
    pub environment: &'t [(&'t str, &'t str)],
    /// What it reads.
    pub input: Input,
    /// How long it may take.
    pub time: Duration,
    /// How many bytes it may print.
    pub output: usize,
}

/// How a child ended.
#[derive(Debug, PartialEq, Eq)]
pub enum Ended {
    /// By itself, with this exit code and standard output.
    Exited {
        /// The exit code.
        code: i32,
        /// Everything it printed.
        output: Vec<u8>,
    },
    /// By a signal of somebody else's.
    Signalled(i32),
    /// Killed, because it took too long.
    TimedOut,
    /// Killed, because it printed too much.
    TooMuch,
}

/// Runs a program to its end. An error says why it could not be started or watched. What it
/// prints on standard error is thrown away.
pub fn run(task: Task<'_>) -> io::Result<Ended> {
    let Task { program, arguments, folder, environment, input, time, output } = task;
    let mut command = Command::new(program);
    command.args(arguments).current_dir(folder).env_clear().envs(environment.iter().copied());
    command.stdout(Stdio::piped()).stderr(Stdio::null()).process_group(0);
    let bytes = match input {
        Input::Nothing => {
            command.stdin(Stdio::null());
            None
        }
        Input::File(file) => {
            command.stdin(file);
            None
        }
        Input::Bytes(bytes) => {
            command.stdin(Stdio::piped());
            Some(bytes)
        }
    };
    let mut group = Group(command.spawn()?);
    if let (Some(bytes), Some(mut stdin)) = (bytes, group.0.stdin.take()) {
        // A child that does not read to the end is no fault of ours.
        thread::spawn(move || _ = stdin.write_all(&bytes));
    }
    let printed = collect(&mut group.0, output);
    group.watch(&printed, time)
}

/// Reads what the child prints, one byte more than it may at the most.
fn collect(child: &mut Child, limit: usize) -> Receiver<io::Result<Vec<u8>>> {
    let (sender, receiver) = mpsc::channel();
    if let Some(stdout) = child.stdout.take() {
        thread::spawn(move || {
            let mut printed = Vec::new();
            let read = stdout.take(limit as u64 + 1).read_to_end(&mut printed);
            let whole = printed.len() <= limit;
            let done = read.map(|_| if whole { printed } else { Vec::new() });
            // Nobody waits any more where the time is over.
            let _ = sender.send(match done {
                Ok(_) if !whole => Err(io::ErrorKind::FileTooLarge.into()),
                done => done,
            });
        });
    }
    receiver
}

/// A child and all it started. Dropped, they are killed.
struct Group(Child);

impl Group {
    fn watch(
        mut self,
        printed: &Receiver<io::Result<Vec<u8>>>,
        time: Duration,
    ) -> io::Result<Ended> {
        let end = Instant::now() + time;
        let mut read = None;
        loop {
            read = read.or_else(|| printed.try_recv().ok());
            if matches!(&read, Some(Err(error)) if error.kind() == io::ErrorKind::FileTooLarge) {
                return Ok(Ended::TooMuch);
            }
            if let Some(status) = self.0.try_wait()? {
                // What still holds its output open goes now.
                drop(self);
                let output = match read {
                    Some(read) => read,
                    None => printed.recv().unwrap_or_else(|_| Ok(Vec::new())),
                };
                return ended(status, output);
            }
            if Instant::now() >= end {
                return Ok(Ended::TimedOut);
            }
            thread::sleep(STEP);
        }
    }
}

fn ended(status: ExitStatus, output: io::Result<Vec<u8>>) -> io::Result<Ended> {
    let output = match output {
        Err(error) if error.kind() == io::ErrorKind::FileTooLarge => return Ok(Ended::TooMuch),
        output => output?,
    };
    Ok(match status.code() {
        Some(code) => Ended::Exited { code, output },
        None => Ended::Signalled(status.signal().unwrap_or_default()),
    })
}

impl Drop for Group {
    fn drop(&mut self) {
        if let Some(group) = i32::try_from(self.0.id()).ok().and_then(Pid::from_raw) {
            // Nobody is left in it where all have ended.
            let _ = kill_process_group(group, Signal::KILL);
        }
        let _ = self.0.wait();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LONG: Duration = Duration::from_secs(60);

    fn shell(script: &str, input: Input, time: Duration) -> Ended {
        let task = Task {
            program: Path::new("/bin/sh"),
            arguments: &["-c", script],
            folder: Path::new("/"),
            environment: &[("PATH", "/bin:/usr/bin"), ("GIVEN", "this")],
            input,
            time,
            output: 1000,
        };
        run(task).unwrap()
    }

    fn exited(code: i32, output: &[u8]) -> Ended {
        Ended::Exited { code, output: output.to_vec() }
    }

    #[test]
    fn code_output_input_and_environment_are_what_was_given() {
        let none = || Input::Nothing;
        assert_eq!(shell("echo hallo; exit 3", none(), LONG), exited(3, b"hallo\n"));
        assert_eq!(shell("cat", Input::Bytes(b"rein".to_vec()), LONG), exited(0, b"rein"));
        assert_eq!(shell("echo $GIVEN$HOME; pwd", none(), LONG), exited(0, b"this\n/\n"));
        assert_eq!(shell("kill -9 $$", none(), LONG), Ended::Signalled(9));
        // More input than a pipe holds, and nobody reads it.
        assert_eq!(shell("exit 0", Input::Bytes(vec![0; 1 << 20]), LONG), exited(0, b""));
    }

    #[test]
    fn too_long_and_too_much_end_the_child_and_what_it_started() {
        let soon = Duration::from_millis(300);
        assert_eq!(shell("trap '' TERM; sleep 60", Input::Nothing, soon), Ended::TimedOut);
        assert_eq!(shell("sleep 60 & sleep 60", Input::Nothing, soon), Ended::TimedOut);
        assert_eq!(shell("while :; do echo noch eins; done", Input::Nothing, LONG), Ended::TooMuch);
        let exact = "head -c 1000 /dev/zero";
        assert!(matches!(shell(exact, Input::Nothing, LONG), Ended::Exited { .. }));
        assert_eq!(shell("head -c 1001 /dev/zero", Input::Nothing, LONG), Ended::TooMuch);
    }

    /// A grandchild that keeps the output open would let whoever reads it wait for ever.
    #[test]
    fn what_outlives_the_child_is_killed() {
        let begun = Instant::now();
        assert_eq!(shell("sleep 600 & echo da", Input::Nothing, LONG), exited(0, b"da\n"));
        assert!(begun.elapsed() < LONG);
    }
}
