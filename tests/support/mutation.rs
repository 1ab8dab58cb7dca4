//! The recorded mutations: changes to a released copy of vault 301 with their verdicts.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;

use serde_json::Value;

use super::{TestEnv, json, recording};

/// The vault all mutations start from.
pub const BASE: u32 = 301;

/// One recorded case.
pub struct Mutation {
    /// What it provokes, with a variant after a colon.
    pub code: String,
    /// What the original engine made of it, by command.
    pub expect: Value,
    ops: Vec<Value>,
}

impl Mutation {
    /// All recorded cases, in their order.
    pub fn all() -> Vec<Self> {
        let cases = recording("parity/mutations/mutations-301.jsonl");
        cases.into_iter().map(Self::from_recording).collect()
    }

    fn from_recording(case: Value) -> Self {
        Self {
            code: text(&case, "code").to_owned(),
            expect: case["expect"].clone(),
            ops: case["ops"].as_array().expect("ops are a list").clone(),
        }
    }

    /// A fresh released copy of the base with this mutation applied.
    pub fn apply(&self) -> TestEnv {
        let env = TestEnv::released(BASE);
        for op in &self.ops {
            apply(&env, op);
        }
        env
    }
}

fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    value[key].as_str().unwrap_or_else(|| panic!("{key} is missing in {value}"))
}

fn apply(env: &TestEnv, op: &Value) {
    let name = text(op, "path");
    let path = &env.root().join(name);
    match text(op, "op") {
        // Written over a manifest: the recorded one named the original's files. What the case
        // is about is its first line standing there twice.
        "write" if name == "MANIFEST.sha256" && op.get("text").is_some() => {
            let manifest = env.read(name);
            let first = manifest.lines().next().expect("a manifest has lines");
            fs::write(path, format!("{manifest}{first}\n")).expect("write");
        }
        "write" => {
            make_parent(path);
            fs::write(path, content(op)).expect("write");
        }
        "append" => fs::write(path, env.read(name) + text(op, "text")).expect("append"),
        "replace" => {
            let (before, find) = (env.read(name), text(op, "find"));
            assert!(before.contains(find), "{name} does not hold {find:?}");
            let count = op.get("count").map_or(1, |count| count.as_u64().expect("a count"));
            let count = usize::try_from(count).expect("a count");
            fs::write(path, before.replacen(find, text(op, "with"), count)).expect("replace");
        }
        "delete" => fs::remove_file(path).expect("delete"),
        "rmtree" => fs::remove_dir_all(path).expect("rmtree"),
        "mkdir" => fs::create_dir_all(path).expect("mkdir"),
        "chmod" => {
            let mode = u32::from_str_radix(text(op, "mode"), 8).expect("an octal mode");
            fs::set_permissions(path, fs::Permissions::from_mode(mode)).expect("chmod");
        }
        "symlink" => {
            make_parent(path);
            symlink(text(op, "target"), path).expect("symlink");
        }
        "hardlink" => fs::hard_link(env.root().join(text(op, "target")), path).expect("hardlink"),
        "mkfifo" => make_fifo(path),
        "json" => {
            let mut document = serde_json::from_str(&env.read(name)).expect("a JSON file");
            edit(&mut document, text(op, "pointer"), op.get("value"));
            fs::write(path, json::canonical(&document)).expect("write");
        }
        other => panic!("{other} is no known operation"),
    }
}

fn make_parent(path: &Path) {
    fs::create_dir_all(path.parent().expect("a file lies in a folder")).expect("its folder");
}

fn make_fifo(path: &Path) {
    let made = std::process::Command::new("mkfifo").arg(path).status().expect("mkfifo runs");
    assert!(made.success(), "mkfifo {}", path.display());
}

/// The bytes a `write` holds, as text or in hexadecimal.
fn content(op: &Value) -> Vec<u8> {
    match op.get("text") {
        Some(text) => text.as_str().expect("text is a string").as_bytes().to_vec(),
        None => text(op, "hex")
            .as_bytes()
            .chunks(2)
            .map(|pair| std::str::from_utf8(pair).expect("ASCII"))
            .map(|pair| u8::from_str_radix(pair, 16).expect("hexadecimal"))
            .collect(),
    }
}

/// Sets what a JSON pointer names, or removes it when there is no value.
fn edit(document: &mut Value, pointer: &str, value: Option<&Value>) {
    let (above, key) = pointer.rsplit_once('/').expect("a pointer starts with a slash");
    let holder = document.pointer_mut(above).unwrap_or_else(|| panic!("{above} is not there"));
    match (holder, value) {
        (Value::Object(fields), Some(value)) => {
            fields.insert(key.to_owned(), value.clone());
        }
        (Value::Object(fields), None) => {
            fields.remove(key).expect("the key to remove is there");
        }
        (Value::Array(items), Some(value)) => {
            let at: usize = key.parse().expect("an index");
            if at == items.len() {
                items.push(value.clone());
            } else {
                items[at] = value.clone();
            }
        }
        (Value::Array(items), None) => {
            items.remove(key.parse().expect("an index"));
        }
        (other, _) => panic!("{above} holds {other}, nothing below it can be set"),
    }
}
