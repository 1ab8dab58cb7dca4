//! The cache: what is kept, how long, and that it can be no more than missing.

use std::fs::{self, File};
use std::os::unix::fs::{MetadataExt, symlink};
use std::path::Path;
use std::time::{Duration, SystemTime};

use vault::external::web::Lookup;

use crate::server::{LONG, Reader, Server, ok, tree};

/// A server whose document says how often it was asked for.
fn counting() -> Server {
    let count = std::sync::atomic::AtomicUsize::new(1);
    Server::new(move |_| ok(&count.fetch_add(1, std::sync::atomic::Ordering::SeqCst).to_string()))
}

/// A server and a reader that has the document `x` in its cache, and where.
fn kept() -> (Server, Reader, std::path::PathBuf) {
    let server = counting();
    let mut reader = Reader::of(&server);
    assert_eq!(reader.text(&server, "x", true), "1");
    let entry = reader.entry(&server.url("x"));
    (server, reader, entry)
}

fn set_age(entry: &Path, seconds: i64) {
    let age = Duration::from_secs(seconds.unsigned_abs());
    let now = SystemTime::now();
    let time = if seconds < 0 { now + age } else { now - age };
    File::options().write(true).open(entry).unwrap().set_modified(time).unwrap();
}

#[test]
fn a_second_query_asks_nobody() {
    let (server, mut reader, entry) = kept();
    reader.renew();
    assert_eq!(reader.text(&server, "x", false), "1");
    assert_eq!(server.accepted(), 1);
    assert_eq!(reader.fetches.len(), 1);
    assert_eq!(fs::read_to_string(&entry).unwrap(), "1");
}

#[test]
fn the_owner_alone_may_read_it() {
    let (_server, reader, entry) = kept();
    let home = reader.cache_home();
    let mut found = tree(&home);
    found.push(home);
    assert_eq!(found.len(), 5);
    for path in found {
        let expected = if path == entry { 0o600 } else { 0o700 };
        assert_eq!(fs::metadata(&path).unwrap().mode() & 0o777, expected, "{path:?}");
    }
}

#[test]
fn it_is_fresh_up_to_its_time() {
    let (server, mut reader, entry) = kept();
    set_age(&entry, 3590);
    assert_eq!(reader.text(&server, "x", false), "1");
    set_age(&entry, 3601);
    assert_eq!(reader.text(&server, "x", true), "2");
    assert_eq!(reader.text(&server, "x", false), "2");
    // From the future: of no age that could be trusted.
    set_age(&entry, -60);
    assert_eq!(reader.text(&server, "x", true), "3");
    reader.ttl_seconds = 0;
    reader.renew();
    assert_eq!(reader.text(&server, "x", true), "4");
    assert_eq!(reader.text(&server, "x", true), "5");
}

#[test]
fn a_damaged_entry_is_fetched_anew() {
    let damage: [&dyn Fn(&Path); 6] = [
        &|entry| fs::write(entry, b"\xff").unwrap(),
        &|entry| fs::write(entry, vec![b'x'; 1024 * 1024 + 1]).unwrap(),
        &|entry| fs::hard_link(entry, entry.with_extension("other")).unwrap(),
        &|entry| {
            fs::rename(entry, entry.with_extension("precious")).unwrap();
            symlink(entry.with_extension("precious"), entry).unwrap();
        },
        &|entry| {
            fs::remove_file(entry).unwrap();
            let mode = rustix::fs::Mode::RWXU;
            let kind = rustix::fs::FileType::Fifo;
            rustix::fs::mknodat(rustix::fs::CWD, entry, kind, mode, 0).unwrap();
        },
        &|entry| fs::remove_file(entry).unwrap(),
    ];
    for damage in damage {
        let (server, mut reader, entry) = kept();
        damage(&entry);
        assert_eq!(reader.text(&server, "x", true), "2");
        assert_eq!(reader.text(&server, "x", false), "2");
        assert!(fs::symlink_metadata(&entry).unwrap().is_file());
        for other in ["other", "precious"].map(|name| entry.with_extension(name)) {
            assert!(!other.exists() || fs::read(other).unwrap() == b"1");
        }
    }
}

#[test]
fn what_cannot_be_kept_is_read_all_the_same() {
    let server = counting();
    for (number, obstacle) in
        ["cache", "cache/skillsafe", "cache/skillsafe/tresor"].iter().enumerate()
    {
        let mut reader = Reader::of(&server);
        let path = reader.dir.path().join(obstacle);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, "file").unwrap();
        assert_eq!(reader.text(&server, "x", true), (number + 1).to_string());
        assert_eq!(fs::read_to_string(&path).unwrap(), "file");
    }
}

#[test]
fn a_folder_in_the_place_of_an_entry_stays() {
    let (server, mut reader, entry) = kept();
    fs::remove_file(&entry).unwrap();
    fs::create_dir(&entry).unwrap();
    assert_eq!(reader.text(&server, "x", true), "2");
    assert_eq!(reader.text(&server, "x", true), "3");
    assert_eq!(tree(entry.parent().unwrap()), [entry]);
}

#[test]
fn links_within_the_cache_are_not_followed() {
    let server = counting();
    for linked in ["skillsafe", "skillsafe/tresor", "skillsafe/tresor/X-0001"] {
        let mut reader = Reader::of(&server);
        let elsewhere = reader.dir.path().join("elsewhere");
        fs::create_dir(&elsewhere).unwrap();
        let link = reader.cache_home().join(linked);
        fs::create_dir_all(link.parent().unwrap()).unwrap();
        symlink(&elsewhere, &link).unwrap();
        reader.text(&server, "x", true);
        reader.text(&server, "x", true);
        assert!(tree(&elsewhere).is_empty(), "{linked}");
    }
}

#[test]
fn without_a_place_nothing_is_kept() {
    let server = counting();
    let places = [(None, "tresor"), (Some("cache"), "tresor"), (Some("/"), ".."), (Some("/"), "")];
    for (home, vault) in places {
        let mut reader = Reader::with(&server, LONG, |settings| {
            settings.cache_home = home.map(Into::into);
            settings.vault_name = vault.to_owned();
        });
        reader.text(&server, "x", true);
        reader.text(&server, "x", true);
    }
    assert!(!Path::new("cache").exists());
}

#[test]
fn a_source_that_is_no_name_is_not_kept() {
    let server = counting();
    let mut reader = Reader::of(&server);
    for source in ["", ".", "..", "../..", "a/b"] {
        let found = reader.web.look_up(source, &server.prefix(), "x").unwrap();
        let Lookup::Remote(remote) = found else { panic!("{source} is kept") };
        assert!(reader.web.fetch(&remote, &mut |_| Ok(())).is_ok());
    }
    assert!(!reader.cache_home().exists());
}
