//! The recorded journals: every state comes out, everything broken is named with its line.

use std::collections::BTreeMap;
use std::fs;

use vault::archive::journal::Fold;

use crate::folder::{Archive, fixtures, fold};

fn sample() -> Archive {
    Archive::read(&fixtures().join("sample"))
}

/// Name, kind and line of every broken archive.
fn broken() -> Vec<(String, String, Option<u64>)> {
    let text = fs::read_to_string(fixtures().join("broken/expected.json")).unwrap();
    let expected: BTreeMap<String, serde_json::Value> = serde_json::from_str(&text).unwrap();
    let case = |(name, case): (String, serde_json::Value)| {
        (name, case["kind"].as_str().unwrap().to_owned(), case["seq"].as_u64())
    };
    expected.into_iter().map(case).collect()
}

#[test]
fn lines_are_written_as_they_were_read() {
    let archive = sample();
    let (_, lines) = archive.verify();
    let written: String = lines.iter().map(|line| line.to_text() + "\n").collect();
    assert_eq!(written.into_bytes(), archive.segments.into_values().collect::<Vec<_>>().concat());
}

#[test]
fn every_state_comes_out() {
    let (verified, lines) = sample().verify();
    let text = fs::read_to_string(fixtures().join("states.jsonl")).unwrap();
    let mut state = Fold::default();
    assert_eq!(text.lines().count(), lines.len());
    for (line, expected) in lines.into_iter().zip(text.lines()) {
        let seq = line.seq;
        state.apply(line, &verified.redactions);
        let files: BTreeMap<_, _> =
            state.files.iter().map(|(path, file)| (path, file.digest)).collect();
        let found = serde_json::json!({"seq": seq, "skipped": state.skipped, "files": files});
        assert_eq!(found, serde_json::from_str::<serde_json::Value>(expected).unwrap());
    }
}

#[test]
fn the_sample_is_whole() {
    let archive = sample();
    let (verified, lines) = archive.verify();
    assert_eq!((verified.head.seq, verified.head.hash), (14, lines[13].hash));
    assert_eq!(archive.diagnostics(), []);
}

#[test]
fn everything_broken_is_named_with_its_kind_and_line() {
    for (name, kind, seq) in broken() {
        let found = Archive::read(&fixtures().join("broken").join(&name)).diagnostics();
        let first = found.first().unwrap_or_else(|| panic!("{name}: nothing found"));
        let code = match kind.as_str() {
            "state" => "state-differs".to_owned(),
            kind => format!("journal-{kind}"),
        };
        assert_eq!(first.rule.code, code, "{name}: {found:?}");
        let named = first.arguments.iter().find(|(argument, _)| *argument == "seq");
        assert_eq!(named.and_then(|(_, seq)| seq.as_u64()), seq, "{name}");
        assert!(found.iter().all(|found| found.rule.code == code), "{name}: {found:?}");
    }
}

#[test]
fn an_unfinished_redaction_is_finished_byte_for_byte() {
    let archive = Archive::read(&fixtures().join("broken/redaction-unfinished"));
    let (verified, lines) = archive.verify();
    let finish = |(name, bytes): (&String, &Vec<u8>)| {
        (name.clone(), verified.redactions.rewrite(bytes).unwrap_or_else(|| bytes.clone()))
    };
    let finished: BTreeMap<_, _> = archive.segments.iter().map(finish).collect();
    assert_eq!(finished, sample().segments);
    // What is forgotten does not come back from an unfinished redaction either.
    let (whole, whole_lines) = sample().verify();
    assert_eq!(fold(lines, &verified), fold(whole_lines, &whole));
}

/// One bit of each byte, in both segments.
#[test]
fn every_flipped_byte_is_noticed() {
    let mut flips = 0;
    for name in sample().segments.into_keys() {
        let mut archive = sample();
        for at in 0..archive.segments[&name].len() {
            archive.segments.get_mut(&name).unwrap()[at] ^= 1 << (at % 8);
            let (verified, _) = archive.verify();
            assert!(!verified.damage.is_empty(), "{name}, byte {at}");
            archive.segments.get_mut(&name).unwrap()[at] ^= 1 << (at % 8);
            flips += 1;
        }
    }
    println!("{flips} flipped bytes noticed");
}

/// A line cut short at any byte is the end of a report that is still in hand, and damage without
/// one.
#[test]
fn an_end_torn_at_every_byte_is_told_from_damage() {
    let mut archive = sample();
    let last = archive.segments.keys().next_back().unwrap().clone();
    let whole = archive.segments[&last].clone();
    let begin = whole[..whole.len() - 1].iter().rposition(|&byte| byte == b'\n').unwrap() + 1;
    for end in begin + 1..whole.len() {
        archive.segments.insert(last.clone(), whole[..end].to_vec());
        archive.in_hand = true;
        let (verified, _) = archive.verify();
        assert_eq!((verified.torn, verified.head.seq), (end - begin, 13), "{end}");
        archive.in_hand = false;
        let codes: Vec<_> = archive.diagnostics().iter().map(|found| found.rule.code).collect();
        assert_eq!(codes.first(), Some(&"journal-chain"), "{end}: {codes:?}");
    }
}
