//! The state of the recorded archive as values.

use proptest::prelude::*;
use vault::archive::ids::{MarkId, SourceId, StatementId, TopicName};
use vault::archive::state::{
    Block, Item, Piece, Role, SourceFile, SourceKey, SourceLine, State, StateFile, Stub,
};

use crate::folder::{Archive, fixtures};

/// The state after the line with this number.
fn state_at(seq: u64) -> State {
    let archive = Archive::read(&fixtures().join("sample"));
    let (verified, lines) = archive.verify();
    let mut state = State::default();
    lines.iter().for_each(|line| state.take_line(&line.sender, &line.id));
    let until = lines.into_iter().take_while(|line| line.seq <= seq);
    for (path, file) in crate::folder::fold(until, &verified).files {
        state.write(&path, &file.text).unwrap();
    }
    state
}

fn statement(id: &str) -> StatementId {
    StatementId::parse(id).unwrap()
}

#[test]
fn the_recorded_files_mean_what_they_say() {
    let state = state_at(14);
    let conversation = SourceId::conversation(2);
    let source = state.source(conversation).unwrap();
    assert_eq!((source.lines(), source.title.as_str()), (5, "Wartung der Pumpe"));
    assert_eq!(source.pieces_of(4, 5), [1, 2]);
    assert_eq!(source.pieces_of(5, 9), [2]);
    let key = SourceKey {
        sender: "kai".to_owned(),
        tool: "jsonl".to_owned(),
        key: "beispiel-g2".to_owned(),
    };
    assert_eq!(state.source_of(&key), Some(conversation));
    assert_eq!(state.source(SourceId::item(9)).unwrap().forgotten, Some(13));
    assert!(state.visible_source(SourceId::item(9)).is_none());
    assert_eq!(state.line_of("kai", "20261130-0002-ed672c9d"), Some(2));
    assert_eq!(state.line_of("mail", "20261130-0002-ed672c9d"), None);
    let topic = state.topic(&TopicName::parse("pumpen").unwrap()).unwrap();
    assert_eq!(state.numbered(topic), [statement("4.2")]);
    assert_eq!(state.topic_of(statement("4.2")), Some(&topic.topic));
    assert_eq!(state.progress(conversation).unwrap().to, 5);
    assert_eq!(state.forgotten().0.len(), 3);
}

#[test]
fn what_is_hidden_is_not_visible_until_it_is_restored() {
    let id = statement("4.2");
    assert!(state_at(6).visible_statement(id).is_some());
    let hidden = state_at(7);
    assert!(hidden.visible_statement(id).is_none() && hidden.is_marked(MarkId::Statement(id)));
    assert!(state_at(8).visible_statement(id).is_some());
}

#[test]
fn a_hidden_source_hides_what_rests_on_it_alone() {
    let mut state = state_at(14);
    state.write("record/marks.json", "{\"hidden\":[\"g2\"]}\n").unwrap();
    assert!(state.visible_statement(statement("4.2")).is_none());
}

/// Texts that look like what surrounds them.
fn hostile_line() -> impl Strategy<Value = String> {
    prop_oneof![
        "[ -~]{0,20}",
        "\\PC{0,10}",
        Just("     2| x".to_owned()),
        Just("     2! [vergessen: 7]".to_owned()),
        Just("[weggelassen: Bild, 1 Byte]".to_owned()),
        Just("## - · person · - · -".to_owned()),
        Just("---\r".to_owned()),
        Just(String::new()),
        Just("\u{2028}\u{0}\u{85}".to_owned()),
    ]
}

fn lines() -> impl Strategy<Value = Vec<SourceLine>> {
    let line = prop_oneof![
        4 => hostile_line().prop_map(SourceLine::Text),
        1 => (1_u64..99).prop_map(SourceLine::Forgotten),
    ];
    prop::collection::vec(line, 1..6)
}

proptest! {
    #[test]
    fn no_text_forges_what_surrounds_it(
        blocks in prop::collection::vec(lines(), 1..4), from in 1_u64..2_000_000,
    ) {
        let block = |lines| Block {
            time: None,
            role: Role::Assistant,
            name: Some("Name".to_owned()),
            reference: None,
            lines,
        };
        let piece = SourceFile::Piece(Piece {
            conversation: SourceId::conversation(2),
            piece: 3,
            tool: "jsonl".to_owned(),
            key: "a: b".to_owned(),
            title: "---".to_owned(),
            from,
            blocks: blocks.into_iter().map(block).collect(),
        });
        prop_assert_eq!(SourceFile::parse(&piece.to_text()), Some(piece));
    }

    #[test]
    fn items_are_read_as_they_are_written(lines in lines()) {
        let item = SourceFile::Item(Item {
            item: SourceId::item(9),
            key: "k".to_owned(),
            title: "[vergessen: 3]".to_owned(),
            time: "2026-11-30".to_owned(),
            origin: "INBOX".to_owned(),
            lines,
        });
        prop_assert_eq!(SourceFile::parse(&item.to_text()), Some(item));
    }

    #[test]
    fn no_bytes_make_reading_fail_badly(text in "\\PC{0,60}|---\n(conversation|item): [gi]9\n[ -~\n]{0,80}") {
        let _ = SourceFile::parse(&text);
    }
}

#[test]
fn stubs_are_read_as_they_are_written() {
    for source in [SourceId::conversation(2), SourceId::item(9)] {
        let stub = SourceFile::Stub(Stub { source, forgotten: 13 });
        assert_eq!(SourceFile::parse(&stub.to_text()), Some(stub));
    }
}

#[test]
fn files_in_another_form_are_damage() {
    for (path, text) in [
        ("record/marks.json", "{\"hidden\":[]}"),
        ("record/marks.json", "{\"hidden\": []}\n"),
        ("record/marks.json", "{\"hidden\":[\"4.2\",\"g2\"]}\n"),
        ("record/notes/1.json", "{\"seq\":2,\"sender\":\"a\",\"text\":\"\"}\n"),
        ("record/x.json", "{}\n"),
        ("sources/items/2026/i9.md", "---\nitem: i8\nforgotten: 13\n---\n"),
        ("record/forgotten.jsonl", "{\"seq\":1}\n"),
    ] {
        assert!(state_at(14).write(path, text).is_err(), "{path}: {text}");
    }
}
