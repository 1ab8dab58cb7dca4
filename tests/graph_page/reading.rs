//! The page as a reader uses it.

use std::path::PathBuf;

use serde_json::Value;

use crate::browser::{Browser, quoted};
use crate::generate::{Size, generate};
use crate::support::{TestEnv, Tree, assert_none};
use crate::{SUCCESSOR, SUPERSEDED, drawn, page, parts, retitle};

const COUNT: &str = "document.getElementById('count').textContent";
const HEADING: &str = "document.querySelector('h2').textContent";
/// Entries that the list shows, in open groups or not.
const LISTED: &str = "document.querySelectorAll('#list li:not([hidden])').length";
/// Cards that are not faded.
const DRAWN: &str = "document.querySelectorAll('.card:not(.off)').length";

/// The bundled vault with one page that a human reviewed, so that it has every trust tier.
fn reviewed() -> TestEnv {
    let env = TestEnv::bundled();
    let page = env.read(SUCCESSOR);
    assert!(page.contains("geprueft_von: prozess:"), "{page}");
    env.write(SUCCESSOR, &page.replacen("prozess:wortlautpruefung", "mensch:anna", 1));
    env
}

fn data(env: &TestEnv) -> Vec<Value> {
    let (_, mut data) = parts(&page(env));
    data["pages"].as_array_mut().expect("pages").drain(..).collect()
}

/// How many pages there are of a kind.
fn count(pages: &[Value], wanted: impl Fn(&Value) -> bool) -> usize {
    pages.iter().filter(|page| wanted(page)).count()
}

/// How many relations of the pages are of a type, if one is named.
fn relations(pages: &[Value], wanted: Option<&str>) -> usize {
    let all = pages.iter().flat_map(|page| page["relations"].as_array().expect("relations"));
    all.filter(|edge| wanted.is_none_or(|wanted| edge["type"] == wanted)).count()
}

fn entry(path: &str) -> String {
    format!(".entry[href=\"#{path}\"]")
}

/// How many pages the list, the drawing and the count show.
#[track_caller]
fn shows(browser: &mut Browser, shown: usize, all: &str) {
    browser.until(COUNT, format!("{shown} von {all} Seiten"));
    assert_eq!(browser.value(LISTED), shown);
    assert_eq!(browser.value(DRAWN), shown);
}

/// Holds the open page against the data: its fields, its claims with their sources.
fn check_details(browser: &mut Browser, page: &Value, sources: &Value) {
    let text = browser.text("#panel");
    let field = |name: &str| page[name].as_str().unwrap_or_default();
    for name in ["title", "path", "domain", "confidence", "stand", "version", "reviewed_by"] {
        assert!(text.contains(field(name)), "{name}: {text}");
    }
    let claims = page["claims"].as_array().unwrap();
    let shown = browser.value("[...document.querySelectorAll('.claim')].map(c => c.innerText)");
    let shown: Vec<&str> = shown.as_array().unwrap().iter().map(|c| c.as_str().unwrap()).collect();
    assert_eq!(shown.len(), claims.len());
    for (shown, claim) in shown.iter().zip(claims) {
        let source = sources.as_array().unwrap().iter();
        let source = source.into_iter().find(|source| source["id"] == claim["source"]).unwrap();
        let of_claim = ["id", "text", "kind", "locator", "source"].map(|name| &claim[name]);
        let of_source = ["kind", "title", "stand", "trust", "rights"].map(|name| &source[name]);
        for part in of_claim.into_iter().chain(of_source) {
            assert!(shown.contains(part.as_str().unwrap()), "{part}: {shown}");
        }
    }
}

#[test]
fn the_bundled_vault_is_filtered_read_and_walked_through() {
    let env = reviewed();
    let file = drawn(&env);
    let mut browser = Browser::start(1400, 900);
    browser.open(&file, "");
    let pages = data(&env);
    let all = pages.len().to_string();
    shows(&mut browser, pages.len(), &all);
    let release = format!("Version {} · nicht freigegebener Stand", env.read("VERSION").trim());
    assert_eq!(
        (browser.text("#name"), browser.text("#release")),
        ("wissenstresor".into(), release)
    );
    let overview = browser.text("#panel");
    assert!(
        overview.contains("Freigabe mit Schutz vor Absturz ersetzt Freigabe der Ursprungsengine")
    );
    assert!(
        overview.contains("Profil oksv-lite/1.3 widerspricht Umgang mit Unbekanntem in OKF"),
        "{overview}"
    );
    filters(&mut browser, &pages);
    reading(&mut browser, &env);
    keys(&mut browser);
    drawing(&mut browser);
    finish(browser, &[&file]);
}

/// Each filter alone, and all together.
fn filters(browser: &mut Browser, pages: &[Value]) {
    let all = &*pages.len().to_string();
    let matching = |wanted: &dyn Fn(&Value) -> bool| match count(pages, wanted) {
        some if 0 < some && some < pages.len() => some,
        none_or_all => panic!("the vault is no example: {none_or_all} of {all}"),
    };
    let said = |page: &Value, word| page["title"].as_str().unwrap().to_lowercase().contains(word);
    browser.click("#search");
    browser.type_text("ABSTURZ  freigabe");
    shows(browser, matching(&|page| said(page, "absturz") && said(page, "freigabe")), all);
    browser.click("#reset");
    shows(browser, pages.len(), all);
    browser.value("document.getElementById('domain').focus()");
    browser.press("ArrowDown");
    browser.press("ArrowDown");
    browser.until("document.getElementById('domain').value", "okf");
    shows(browser, matching(&|page| page["domain"] == "okf"), all);
    browser.click("#reset");
    for (field, values) in [
        ("status", ["veraltet", "aktiv"]),
        ("trust_tier", ["unverified", "machine-confirmed"]),
        ("trust_tier", ["human-reviewed", "unverified"]),
    ] {
        for at in 1..=values.len() {
            browser.click(&format!("#{field} [value={}]", values[at - 1]));
            shows(browser, matching_or_none(pages, field, &values[..at]), all);
        }
        browser.click("#reset");
        shows(browser, pages.len(), all);
    }
    lines(browser, pages);
}

/// How many pages are left without those that have one of these values.
fn matching_or_none(pages: &[Value], field: &str, values: &[&str]) -> usize {
    count(pages, |page| !values.iter().any(|value| page[field] == **value))
}

/// What is drawn of the relations; the list stays as the reader left it meanwhile.
fn lines(browser: &mut Browser, pages: &[Value]) {
    let marked = ["ersetzt", "widerspricht"].map(|kind| relations(pages, Some(kind)));
    let is_example = marked[0] > 0 && marked[1] > 0;
    assert!(is_example && relations(pages, None) > marked[0] + marked[1], "{marked:?}");
    let lines = "document.querySelectorAll('.lines .all path').length";
    let closed = "document.querySelector('.group:not([open])') !== null";
    assert_eq!(browser.value(lines), 3, "ersetzt, widerspricht, all others");
    browser.value("document.querySelector('.group').open = false");
    for (kind, left) in [("other", 2), ("ersetzt", 1), ("widerspricht", 0)] {
        browser.click(&format!("#lines [value={kind}]"));
        browser.until(lines, left);
    }
    browser.click("#reset");
    browser.until(lines, 3);
    assert_eq!(browser.value(closed), true);
    browser.value("document.querySelector('.group').open = true");
}

/// From the list to a page, along a relation, back.
fn reading(browser: &mut Browser, env: &TestEnv) {
    let (_, data) = parts(&page(env));
    for page in data["pages"].as_array().unwrap() {
        let path = page["path"].as_str().unwrap();
        browser.click(&entry(path));
        browser.until(HEADING, page["title"].clone());
        check_details(browser, page, &data["sources"]);
        let current = "document.querySelectorAll('.entry[aria-current=page]').length";
        assert_eq!(browser.value(current), 1);
        assert_eq!(browser.value("location.hash"), format!("#{path}"));
    }
    browser.click(&entry(SUCCESSOR));
    browser.until(HEADING, "Freigabe mit Schutz vor Absturz");
    let text = browser.text(".notice.ersetzt");
    assert_eq!(text, "Ersetzt\nFreigabe der Ursprungsengine");
    browser.click(".notice.ersetzt a");
    browser.until(HEADING, "Freigabe der Ursprungsengine");
    assert_eq!(browser.text(".notice.ersetzt"), "Abgelöst durch\nFreigabe mit Schutz vor Absturz");
    assert!(browser.holds("document.querySelector('.card.chosen').matches('.veraltet')"));
    assert_eq!(browser.value("document.querySelector('.lines .own text').textContent"), "ersetzt");
    browser.value("history.back()");
    browser.until(HEADING, "Freigabe mit Schutz vor Absturz");
    browser.click(&entry("knowledge/okf/profil-oksv-lite.md"));
    browser.until(HEADING, "Profil oksv-lite/1.3");
    let notices = browser
        .value("[...document.querySelectorAll('.notice.widerspricht')].map(n => n.innerText)");
    let other = "Umgang mit Unbekanntem in OKF";
    assert_eq!(
        notices,
        serde_json::json!([format!("Ihr widerspricht\n{other}"), format!("Widerspricht\n{other}")])
    );
    let text = browser.text("#panel");
    assert!(text.contains("basiert auf OKF, ein offenes Wissensformat"), "{text}");
    browser.click(".back a");
    browser.until(HEADING, "Übersicht");
}

/// Without a pointer: from the list to the heading of the page, and by Esc back to the entry.
fn keys(browser: &mut Browser) {
    browser.value("document.querySelector('.entry').focus()");
    browser.press("Enter");
    browser.until("document.activeElement.tagName", "H2");
    assert_eq!(browser.text("h2"), "Begriffe der Beispielanlagen");
    browser.press("Tab");
    assert!(browser.holds("document.activeElement.matches('#panel a')"));
    assert!(browser.holds("getComputedStyle(document.activeElement).outlineStyle === 'solid'"));
    browser.press("Enter");
    browser.until(HEADING, "Claim und Fundstelle");
    browser.press("Escape");
    browser.until(HEADING, "Übersicht");
    assert_eq!(browser.value("document.activeElement.textContent"), "Claim und Fundstelle");
    assert_eq!(browser.value("document.querySelectorAll('[aria-current]').length"), 0);
    browser.press("Escape");
    browser.value("document.querySelector('.group summary').focus()");
    browser.press(" ");
    browser.until("document.querySelector('.group').open", false);
    browser.press(" ");
    browser.until("document.querySelector('.group').open", true);
}

/// Cards are clicked and not dragged; what is dragged is the drawing, and it can be fitted again.
fn drawing(browser: &mut Browser) {
    let place = "(() => { const { x, y, width } = \
                 document.querySelector('.card').getBoundingClientRect(); \
                 return [x, y, width].map(Math.round); })()";
    let at = browser.value(place);
    let [x, y] = [0, 1].map(|axis| at[axis].as_f64().unwrap() + 20.0);
    browser.drag([x, y], [60.0, 40.0]);
    assert_eq!(browser.value("location.hash"), "", "a drag opens nothing");
    browser.until(
        place,
        vec![at[0].as_i64().unwrap() + 60, at[1].as_i64().unwrap() + 40, at[2].as_i64().unwrap()],
    );
    browser.click("#larger");
    assert!(browser.value(place)[2].as_i64() > at[2].as_i64());
    browser.click("#fit");
    browser.until(place, at);
    assert_eq!(cards_that_overlap(browser), 0);
    browser.click(".card");
    browser.until(HEADING, "Begriffe der Beispielanlagen");
}

/// How many pairs of cards lie on each other.
fn cards_that_overlap(browser: &mut Browser) -> Value {
    browser.value(
        "(() => { const all = [...document.querySelectorAll('.card')]\
         .map((card) => card.getBoundingClientRect()); let found = 0; \
         all.forEach((a, i) => all.slice(i + 1).forEach((b) => { found += a.x < b.right \
         && b.x < a.right && a.y < b.bottom && b.y < a.bottom; })); return found; })()",
    )
}

/// Nothing was said, and nothing asked for but the pages themselves.
fn finish(mut browser: Browser, files: &[&PathBuf]) {
    assert_none(&browser.complaints());
    let requests = browser.requests();
    let is_page = |url: &&str| {
        let path = url.strip_prefix("file://").and_then(|path| path.split('#').next());
        files.iter().any(|file| path == file.to_str())
    };
    assert!(!requests.is_empty() && requests.iter().all(is_page), "{requests:?}");
}

#[test]
fn an_address_opens_its_page() {
    let env = TestEnv::bundled();
    // Letters that addresses escape.
    let moved = "knowledge/okf/größe 100% #1.md";
    env.write(moved, &env.read("knowledge/okf/profil-oksv-lite.md").replace("C-00", "C-90"));
    retitle(&env, moved, "Größe");
    let file = drawn(&env);
    let mut browser = Browser::start(1400, 900);
    browser.open(&file, &format!("#{SUPERSEDED}"));
    assert_eq!(browser.text("h2"), "Freigabe der Ursprungsengine");
    assert_eq!(
        browser.value("document.title"),
        "Freigabe der Ursprungsengine – wissenstresor – Wissenstresor"
    );
    assert!(browser.holds("document.activeElement.matches('h2')"));
    browser.value("document.querySelectorAll('.entry')[1].click()");
    browser.until(HEADING, "Größe");
    let hash = browser.value("location.hash");
    browser.open(&file, hash.as_str().unwrap());
    assert_eq!(browser.text(".path"), moved);
    for unknown in ["#knowledge/okf/nirgends.md", "#%E0%A4%A", "#<img src=x onerror=alert(1)>"] {
        browser.open(&file, unknown);
        assert!(browser.text(".notice").starts_with("Diese Seite gibt es im Bestand nicht"));
        assert_eq!(browser.text("h2"), "Übersicht");
    }
    assert_eq!(browser.value("document.images.length"), 0);
    finish(browser, &[&file]);
}

#[test]
fn texts_of_a_vault_stay_texts() {
    let env = TestEnv::bundled();
    let evil = "</script><svg onload=\"document.title='x'\"> <b>{x}</b> \u{202e}krumm";
    retitle(&env, SUCCESSOR, evil);
    let text = env.read(SUCCESSOR);
    let claim = text.lines().find(|line| line.starts_with("- **C-")).unwrap();
    let (_, statement) = claim.split_once("] ").unwrap();
    env.write(SUCCESSOR, &text.replacen(statement, &format!("{evil} {statement}"), 1));
    let concepts =
        env.read("schema/begriffswelten.json").replace("\"Freigabe\"", "\"<i>Frei</i>\"");
    env.write("schema/begriffswelten.json", &concepts);
    let file = drawn(&env);
    let mut browser = Browser::start(1400, 900);
    browser.open(&file, &format!("#{SUCCESSOR}"));
    assert_eq!(browser.value(HEADING), evil);
    let shown = browser.value("document.querySelector('.claim .text').textContent");
    assert!(shown.as_str().unwrap().starts_with(evil), "{shown}");
    assert!(browser.text("#panel").contains("<i>Frei</i>"));
    browser.click(".notice.ersetzt a");
    browser.until("document.querySelector('.notice.ersetzt a').textContent", evil);
    let made =
        "document.querySelectorAll('i, [onload], .card b, #panel script, #panel svg').length";
    assert_eq!(browser.value(made), 0);
    assert_eq!(browser.value("document.scripts.length"), 2);
    finish(browser, &[&file]);
}

/// More relations than a call of the script's language takes arguments.
#[test]
fn a_page_may_have_very_many_relations() {
    const MANY: usize = 130_000;
    let env = TestEnv::bundled();
    let path = "knowledge/wissenstresor/claims.md";
    let relation = "  - basiert_auf -> okf/profil-oksv-lite.md\n";
    let page = env.read(path);
    assert!(page.contains(relation), "{page}");
    env.write(path, &page.replacen(relation, &relation.repeat(MANY), 1));
    let file = drawn(&env);
    let mut browser = Browser::start(1400, 900);
    browser.open(&file, &format!("#{path}"));
    browser.until(HEADING, "Claim und Fundstelle");
    let listed = "document.querySelectorAll('#panel li a').length";
    assert!(browser.value(listed).as_u64() >= Some(MANY as u64));
    finish(browser, &[&file]);
}

/// The policy of the page admits its own script and no other, though it were written into it.
#[test]
fn the_policy_admits_nothing_else() {
    let env = TestEnv::bundled();
    let changed = page(&env).replace(
        "</body>",
        "<script>window.pwned = 1</script><img src=\"x.png\" onerror=\"window.pwned = 2\">\
         <script src=\"http://127.0.0.1:9/x.js\"></script></body>",
    );
    let file = env.beside("verändert.html");
    std::fs::write(&file, changed).unwrap();
    let mut browser = Browser::start(1400, 900);
    browser.open(&file, "");
    assert_eq!(browser.value("document.querySelectorAll('.entry').length"), data(&env).len());
    assert_eq!(browser.value("typeof window.pwned"), "undefined");
    let refused = browser.complaints();
    assert!(refused.iter().any(|said| said.contains("Content Security Policy")), "{refused:?}");
}

#[test]
fn it_fits_every_window_in_light_and_dark() {
    let env = reviewed();
    let file = drawn(&env);
    let mut browser = Browser::start(420, 900);
    let ground = "getComputedStyle(document.body).backgroundColor";
    let mut grounds = Vec::new();
    for scheme in ["light", "dark"] {
        browser.prefer(scheme);
        for width in [360, 420, 800, 1100, 1920] {
            browser.resize(width, 900);
            for hash in ["", &format!("#{SUCCESSOR}")] {
                browser.open(&file, hash);
                let wide = browser.value("document.documentElement.scrollWidth");
                assert_eq!(wide, width, "{scheme} {hash}");
                assert_eq!(cards_that_overlap(&mut browser), 0);
            }
        }
        grounds.push(browser.value(ground));
    }
    assert_ne!(grounds[0], grounds[1]);
    browser.resize(420, 900);
    browser.open(&file, &format!("#{SUPERSEDED}"));
    let covers = "(() => { const { x, y, width, height } = \
                  document.getElementById('panel').getBoundingClientRect(); \
                  return [x, y, width, height]; })()";
    browser.until(covers, vec![0, 0, 420, 900]);
    browser.click(".back a");
    browser.until(HEADING, "Übersicht");
    finish(browser, &[&file]);
}

#[test]
fn a_thousand_pages_are_filtered_read_and_walked_through() {
    let env = TestEnv::of(&Tree::default());
    generate(&env.root(), &Size { seed: 1, domains: 12, pages: 1000, claims: 3 }).unwrap();
    let file = drawn(&env);
    let pages = data(&env);
    let (_, all) = parts(&page(&env));
    let count = |wanted: &dyn Fn(&Value) -> bool| count(&pages, wanted);
    let mut browser = Browser::start(1400, 900);
    browser.open(&file, "");
    browser.until(COUNT, "1.000 von 1.000 Seiten");
    assert_eq!((browser.value(LISTED), browser.value(DRAWN)), (1000.into(), 1000.into()));
    assert_eq!(browser.value("document.querySelectorAll('.group[open]').length"), 0);
    assert_eq!(cards_that_overlap(&mut browser), 0);

    browser.click("#search");
    browser.type_text("ventil");
    let has_word = |page: &Value| page["title"].as_str().unwrap().to_lowercase().contains("ventil");
    shows(&mut browser, count(&has_word), "1.000");
    browser.click("#reset");
    browser.value("document.getElementById('domain').focus()");
    browser.press("ArrowDown");
    let first = &pages[0]["domain"];
    browser.until("document.getElementById('domain').value", first.clone());
    shows(&mut browser, count(&|page| page["domain"] == *first), "1.000");
    browser.click("#status [value=aktiv]");
    let is_left = |page: &Value| page["domain"] == *first && page["status"] != "aktiv";
    shows(&mut browser, count(&is_left), "1.000");
    browser.click("#reset");
    browser.click("#trust_tier [value=unverified]");
    shows(&mut browser, count(&|page| page["trust_tier"] != "unverified"), "1.000");
    browser.click("#reset");
    browser.until(COUNT, "1.000 von 1.000 Seiten");

    let replaces = |page: &&Value| {
        let mut relations = page["relations"].as_array().unwrap().iter();
        relations.any(|edge| edge["type"] == "ersetzt" && edge["to"] != page["path"])
    };
    let (one, other) =
        (pages.iter().find(replaces).unwrap(), pages.iter().rfind(replaces).unwrap());
    for page in [one, other] {
        let path = page["path"].as_str().unwrap();
        browser.open(&file, &format!("#{path}"));
        check_details(&mut browser, page, &all["sources"]);
        assert!(
            browser.holds(&format!(
                "document.querySelector({}).checkVisibility()",
                quoted(&entry(path))
            ))
        );
        let notice = "[...document.querySelectorAll('.notice.ersetzt')].at(-1)";
        assert!(
            browser
                .value(&format!("{notice}.textContent"))
                .as_str()
                .unwrap()
                .starts_with("Ersetzt")
        );
        browser.value(&format!("{notice}.querySelector('a').click()"));
        browser.until("document.querySelector('.notice.ersetzt b')?.textContent", "Abgelöst durch");
        browser.press("Escape");
        browser.until(HEADING, "Übersicht");
    }
    finish(browser, &[&file]);
}

/// A relation may be called like something every object of the script has.
#[test]
fn any_name_of_a_relation_is_one_of_many() {
    let env = TestEnv::bundled();
    let types = env.read("schema/types.yaml");
    let (listed, own) = ("_relationstypen: [", "_relationstypen: [constructor, ");
    env.write("schema/types.yaml", &types.replacen(listed, own, 1));
    let text = env.read(SUCCESSOR);
    env.write(SUCCESSOR, &text.replacen("  - verweist_auf ->", "  - constructor ->", 1));
    let file = drawn(&env);
    let pages = data(&env);
    assert_eq!(relations(&pages, Some("constructor")), 1);
    let mut browser = Browser::start(1400, 900);
    browser.open(&file, &format!("#{SUCCESSOR}"));
    let names = "[...document.querySelectorAll('.lines .own text.other')].map(n => n.textContent)";
    let names = browser.value(names);
    assert!(names.as_array().unwrap().contains(&"constructor".into()), "{names}");
    let lines = "document.querySelectorAll('.lines .all path').length";
    assert_eq!(browser.value(lines), 3, "ersetzt, widerspricht, all others");
    browser.click(".panel a[href*='profil-oksv-lite']");
    browser.until(HEADING, "Profil oksv-lite/1.3");
    assert!(browser.text("#panel").contains("constructor Freigabe mit Schutz vor Absturz"));
    finish(browser, &[&file]);
}

/// Where the script does not run, or not to its end, the page says so.
#[test]
fn a_browser_that_cannot_draw_the_page_shows_why() {
    let env = TestEnv::bundled();
    let file = drawn(&env);
    let notice = "document.getElementById('undrawn')?.checkVisibility() ?? false";
    let mut browser = Browser::start(1400, 900);
    browser.open(&file, "");
    assert_eq!(browser.value(notice), false);
    browser.run_first("delete Map.groupBy");
    browser.open(&file, "");
    assert_eq!(browser.value(notice), true);
    let mut browser = Browser::start(1400, 900);
    browser.forbid_scripts();
    browser.open(&file, "");
    assert_eq!(browser.value(notice), true);
    assert!(browser.text("#undrawn").contains("ohne JavaScript"));
}

#[test]
fn a_vault_without_pages_is_shown_too() {
    let env = TestEnv::of(&Tree::default());
    generate(&env.root(), &Size { seed: 1, domains: 1, pages: 1, claims: 2 }).unwrap();
    std::fs::remove_dir_all(env.root().join("knowledge")).unwrap();
    std::fs::create_dir(env.root().join("knowledge")).unwrap();
    env.write("ROUTER.md", "# Router\n");
    let concepts =
        "{\"schema\": \"skillsafe.begriffswelten/v1\", \"worlds\": [], \"concepts\": []}\n";
    env.write("schema/begriffswelten.json", concepts);
    let file = drawn(&env);
    let mut browser = Browser::start(1400, 900);
    browser.open(&file, "");
    shows(&mut browser, 0, "0");
    browser.click("#fit");
    browser.click("#larger");
    assert_eq!(browser.text("h2"), "Übersicht");
    finish(browser, &[&file]);
}
