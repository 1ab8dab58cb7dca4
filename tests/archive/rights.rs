//! The table of rights: what it grants, and what is no table.

use serde_json::{Value, json};
use vault::archive::ids::{SourceId, TopicName};
use vault::archive::report::Kind;
use vault::archive::rights::{FORMAT, Readable, Rights};
use vault::diagnostic::Diagnostic;

/// The table of the recorded archive.
fn recorded() -> Rights {
    let path = crate::folder::fixtures().join("sample/rights.json");
    Rights::parse(&std::fs::read_to_string(path).unwrap()).unwrap()
}

/// A table with one sender, who may read `read`.
fn reader(read: &[&str]) -> Result<Rights, Diagnostic> {
    let sender = json!({"uid": 1, "human": false, "report": [], "read": read});
    Rights::parse(&json!({"format": FORMAT, "senders": {"a": sender}}).to_string())
}

/// One table per code.
pub fn broken() -> Vec<Diagnostic> {
    let sender = |account: Value| {
        let mut sender = json!({"human": false, "report": [], "read": []});
        sender.as_object_mut().unwrap().extend(account.as_object().unwrap().clone());
        sender
    };
    let table = |senders: Value| {
        Rights::parse(&json!({"format": FORMAT, "senders": senders}).to_string()).unwrap()
    };
    let unknown = table(json!({"a": sender(json!({"user": "x"}))}));
    let twice = table(json!({"a": sender(json!({"uid": 7})), "b": sender(json!({"user": "x"}))}));
    vec![
        Rights::parse("{").unwrap_err(),
        Rights::parse("{}").unwrap_err(),
        unknown.by_uid(|_| None).unwrap_err(),
        twice.by_uid(|_| Some(7)).unwrap_err(),
    ]
}

#[test]
fn the_recorded_table_grants_what_it_says() {
    let rights = recorded();
    let uids = rights.by_uid(|_| None).unwrap();
    assert_eq!(
        uids.into_iter().collect::<Vec<_>>(),
        [(1001, "kai"), (1002, "author"), (1003, "mail")]
    );
    let (kai, mail) = (rights.sender("kai").unwrap(), rights.sender("mail").unwrap());
    assert!(kai.human && !mail.human);
    for kind in Kind::ALL {
        assert!(kai.report.contains(kind), "{kind}");
        assert_eq!(mail.report.contains(kind), *kind == Kind::ItemAdd, "{kind}");
    }
    assert!(kai.may_read(&Readable::Journal) && !kai.may_read(&Readable::Backups));
    assert!(!mail.may_read(&Readable::Index));
    assert_eq!(rights.sender("eve"), None);
}

#[test]
fn a_prefix_is_a_whole_name_or_ends_at_a_slash() {
    let article = |name| Readable::Article(TopicName::parse(name).unwrap());
    let all = [
        ("index", Readable::Index),
        ("articles/pumpen", article("pumpen")),
        ("articles/pumpen/wartung", article("pumpen/wartung")),
        ("articles/pumpen-alt", article("pumpen-alt")),
        ("conversations/g2", Readable::Source(SourceId::conversation(2))),
        ("conversations/g21", Readable::Source(SourceId::conversation(21))),
        ("items/i2", Readable::Source(SourceId::item(2))),
        ("journal", Readable::Journal),
        ("backups", Readable::Backups),
    ];
    let is_granted = |prefix: &str, name: &str| match prefix.ends_with('/') {
        true => name.starts_with(prefix),
        false => name == prefix,
    };
    let prefixes = ["articles/", "articles/pumpen/", "conversations/", "items/"];
    for prefix in all.iter().map(|(name, _)| *name).chain(prefixes) {
        let rights = reader(&[prefix]).unwrap();
        for (name, what) in &all {
            let may = rights.sender("a").unwrap().may_read(what);
            assert_eq!(may, is_granted(prefix, name), "{prefix}: {name}");
        }
    }
}

#[test]
fn what_is_no_right_is_refused_at_its_place() {
    for prefix in [
        "",
        "*",
        "index/",
        "article/",
        "articles",
        "articles/*",
        "articles/Pumpen",
        "articles//",
        "articles/a/b/",
        "articles/a/b/c",
        "conversations",
        "conversations/i2",
        "items/g2",
        "conversations/2026/",
        "journal/",
        "/",
        "core",
    ] {
        let error = reader(&["index", prefix]).unwrap_err();
        assert!(error.message.contains(" /senders/a/read/1 "), "{prefix}: {}", error.message);
    }
}

#[test]
fn every_field_is_needed_and_of_its_type() {
    let whole = json!({
        "format": FORMAT,
        "senders": {"a": {"uid": 1, "human": true, "report": ["note"], "read": ["index"]}}
    });
    assert!(Rights::parse(&whole.to_string()).is_ok());
    let changes: [(&str, Value); 12] = [
        ("/format", json!("skillsafe.archive-rights/v2")),
        ("/senders", json!([])),
        ("/senders", json!({"core": whole["senders"]["a"]})),
        ("/senders", json!({"../a": whole["senders"]["a"]})),
        ("/senders/a", json!({"uid": 1, "user": "a", "human": true, "report": [], "read": []})),
        ("/senders/a", json!({"human": true, "report": [], "read": []})),
        ("/senders/a", json!({"uid": 1, "human": true, "report": [], "read": [], "write": []})),
        ("/senders/a/uid", json!(-1)),
        ("/senders/a/uid", json!(4_294_967_296_u64)),
        ("/senders/a/human", json!("true")),
        ("/senders/a/report/0", json!("everything")),
        ("/senders/a/read", json!("index")),
    ];
    for (at, value) in changes {
        let mut table = whole.clone();
        *table.pointer_mut(at).unwrap() = value;
        let error = Rights::parse(&table.to_string()).unwrap_err();
        assert_eq!(error.rule.code, "rights-form", "{at}");
        assert!(error.message.contains(&format!(" {at} ")), "{at}: {}", error.message);
    }
}
