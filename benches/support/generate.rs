//! A deterministic generator of valid vaults of any size.
//!
//! It writes what a curator would write: pages with claims, sources, concepts, media, a
//! router. What the engine derives (`INDEX.md`, graph, manifest) is left to `vault release`.
//! The same size gives the same bytes on every machine.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::Path;

use sha2::{Digest, Sha256};

/// How large a vault to write, and which of its kind.
pub struct Size {
    /// Decides every choice; any number.
    pub seed: u64,
    /// Number of domains.
    pub domains: usize,
    /// Number of pages over all domains.
    pub pages: usize,
    /// Claims per page, at least two; a vault has at most 9999.
    pub claims: usize,
}

#[rustfmt::skip] // word lists read best as text
const STEMS: &[&str] = &[
    "Frist", "Vertrag", "Lager", "Ventil", "Pumpe", "Messung", "Grenzwert", "Bericht", "Prüfung",
    "Anlage", "Druck", "Temperatur", "Filter", "Leitung", "Steuerung", "Freigabe", "Wartung",
    "Inspektion", "Störung", "Meldung", "Zulassung", "Norm", "Richtlinie", "Verfahren",
    "Toleranz", "Kennzahl", "Schwelle", "Sensor", "Regelkreis", "Kalibrierung", "Protokoll",
    "Nachweis", "Haftung", "Kündigung", "Gebühr", "Abnahme", "Lieferung", "Rückgabe", "Mangel",
    "Minderung", "Zinssatz", "Hypothek", "Grundstück", "Register", "Bescheid", "Antrag",
    "Widerspruch", "Übergabe", "Ölstand", "Schraube", "Größe", "Maß", "Straße", "Fluss", "Gefäß",
    "Schlüssel", "Rückschlag", "Überdruck",
];
#[rustfmt::skip]
const MODIFIERS: &[&str] = &[
    "zulässige", "regelmäßige", "schriftliche", "maximale", "minimale", "jährliche", "vorläufige",
    "verbindliche", "dokumentierte", "unabhängige", "technische", "rechtliche", "mehrstufige",
    "äußere", "innere", "tägliche", "gemeinsame", "geprüfte", "gesperrte", "offene",
];
#[rustfmt::skip]
const VERBS: &[&str] = &[
    "begrenzt", "verlangt", "ersetzt", "bestätigt", "beschreibt", "verbietet", "erlaubt",
    "erhöht", "senkt", "verlängert", "beendet", "dokumentiert", "bestimmt", "überschreitet",
];
#[rustfmt::skip]
const ENGLISH: &[&str] = &[
    "threshold", "valve", "pressure", "release", "audit", "retention", "baseline", "snapshot",
    "latency", "throughput", "manifest", "ledger", "escrow", "lease", "warranty", "torque",
    "coolant", "gateway", "checksum", "quorum",
];
const UNITS: &[&str] = &["%", "bar", "mm", "Tage", "Monate", "°C", "kWh", "ppm", "EUR", "µm"];
const LOCATORS: &[&str] = &[
    "Abschnitt 2.1",
    "§ 5 Abs. 2",
    "Kapitel „Betrieb“",
    "Tabelle 3",
    "S. 14 f.",
    "Ziffer 4.2 (b)",
    "Anhang A",
    "Section \"Limits\"",
    "Randnummer 12",
    "Absatz 7",
];
const TYPES: &[(&str, [&str; 5])] = &[
    (
        "konzept",
        [
            "Begriff, Muster oder Definition",
            "hat eine eigene Definition",
            "Definition zuerst",
            "keine",
            "Knoten mit Kanten",
        ],
    ),
    (
        "regelwerk",
        [
            "Verbindliche Regel samt Geltung",
            "nennt Pflicht oder Verbot",
            "versionssensitiv",
            "Geltungsbereich nennen",
            "ersetzt andere",
        ],
    ),
    (
        "faktensammlung",
        [
            "Einzelaussagen einer Domäne",
            "keine eigene Seite wert",
            "bei Wachstum teilen",
            "keine",
            "Blatt",
        ],
    ),
];
const TYPE_FIELDS: [&str; 5] =
    ["beschreibung", "kriterien", "besonderheiten", "pflicht_extra", "graph_rolle"];
const RELATIONS: &[&str] =
    &["formalisiert", "basiert_auf", "praezisiert", "ersetzt", "verweist_auf", "widerspricht"];
const WORLDS: [&str; 2] = ["BW-0001", "BW-0002"];

/// Writes a valid, not yet released vault into the folder `root`.
pub fn generate(root: &Path, size: &Size) -> io::Result<()> {
    let mut random = Random::new(size.seed);
    let domains: Vec<String> =
        (1..=size.domains).map(|n| format!("{}-{n:02}", ascii(random.pick(STEMS)))).collect();
    write(root, "schema/types.yaml", types())?;

    let sources = write_sources(root, &mut random, size)?;
    let concepts = Concept::all(&mut random, (size.pages / 2).clamp(9, 400));
    let plan: Vec<Planned> = (0..size.pages)
        .map(|at| Planned::new(&mut random, at, &domains[at % size.domains]))
        .collect();
    write(root, "ROUTER.md", router(&mut random, &domains, &plan))?;

    let mut pages = Pages { random, claims: size.claims, next_claim: 1, plan, sources, concepts };
    for at in 0..size.pages {
        let page = pages.page(at);
        write(root, &pages.plan[at].path(), page)?;
    }
    write(root, "schema/begriffswelten.json", begriffswelten(&pages.concepts))?;
    write(root, "VERSION", "0.1.0\n")?;
    write(root, "log.md", "# Log\n\n")?;
    write(
        root,
        "SKILL.md",
        "---\nname: testtresor\ndescription: Synthetischer Tresor für Messungen und Vergleiche.\n\
         ---\n\n# Testtresor\n",
    )
}

fn write(root: &Path, path: &str, content: impl AsRef<[u8]>) -> io::Result<()> {
    let path = root.join(path);
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::write(path, content)
}

/// An xorshift generator: small, fast, the same everywhere.
struct Random(u64);

impl Random {
    /// Spreads the seed over all bits; the state is never 0.
    fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    /// A number below `limit`, which is not 0.
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 16) % limit as u64) as usize
    }

    /// A number from `first` up to and without `end`.
    fn within(&mut self, first: usize, end: usize) -> usize {
        first + self.below(end - first)
    }

    fn pick<'a>(&mut self, items: &[&'a str]) -> &'a str {
        items[self.below(items.len())]
    }

    /// True in `percent` of a hundred cases.
    fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }
}

/// One German or English sentence of the kind rules and manuals are made of.
fn sentence(random: &mut Random) -> String {
    let (stem, other) = (random.pick(STEMS), random.pick(STEMS));
    let number = if random.chance(50) {
        random.within(1, 400).to_string()
    } else {
        format!("{},{}", random.within(1, 90), random.within(1, 9))
    };
    match random.below(8) {
        0 => format!(
            "Die {} {stem} {} die {other} auf {number} {}.",
            random.pick(MODIFIERS),
            random.pick(VERBS),
            random.pick(UNITS)
        ),
        1 => format!(
            "Eine {stem} ohne {other} gilt nach {} Monaten als erloschen.",
            random.within(2, 36)
        ),
        2 => format!(
            "{stem}- und {other}daten werden z. B. im {} getrennt geführt (vgl. Nr. {}).",
            random.pick(ENGLISH),
            random.within(1, 40)
        ),
        3 => format!(
            "The {} of the {stem} must not exceed {number} {}, see v{}.{}.",
            random.pick(ENGLISH),
            random.pick(UNITS),
            random.within(1, 4),
            random.within(0, 9)
        ),
        4 => format!(
            "Wer die {stem} {}, trägt die Kosten der {other}; Abs. {} bleibt unberührt.",
            random.pick(VERBS),
            random.within(1, 9)
        ),
        5 => format!("„{stem}“ meint hier ausschließlich die {} {other}.", random.pick(MODIFIERS)),
        6 => format!(
            "Ab {} {} jede {stem} die {other} um {number} {}!",
            random.within(2001, 2027),
            random.pick(VERBS),
            random.pick(UNITS)
        ),
        _ => format!(
            "{} {stem}: {other} und {} sind einzeln nachzuweisen.",
            capitalised(random.pick(MODIFIERS)),
            random.pick(STEMS)
        ),
    }
}

/// A source document of some sections with lists, tables, code and quotes now and then.
fn document(random: &mut Random, title: &str) -> String {
    let mut out = format!("# {title}\n\n");
    for number in 1..=random.within(4, 9) {
        out += &format!("## {} {number}\n\n", random.pick(STEMS));
        let sentences: Vec<String> = (0..random.within(2, 5)).map(|_| sentence(random)).collect();
        out += &format!("{}\n\n", sentences.join(" "));
        if number % 3 == 0 {
            for _ in 0..3 {
                out += &format!("- {}\n", sentence(random));
            }
            out += "\n";
        }
        if number % 4 == 0 {
            let (stem, value) = (random.pick(STEMS), random.within(1, 99));
            out += &format!("| Größe | Wert |\n|---|---:|\n| {stem} | {value} |\n\n");
        }
        if number % 5 == 0 {
            out += &format!("```text\nkein Satz. hier.\n```\n\n> {}\n\n", sentence(random));
        }
    }
    out
}

fn types() -> String {
    let mut out = format!("# Typregister\n\n_relationstypen: [{}]\n\n", RELATIONS.join(", "));
    for (name, values) in TYPES {
        out += &format!("{name}:\n");
        for (field, value) in TYPE_FIELDS.iter().zip(values) {
            out += &format!("  {field}: {value}\n");
        }
        out += "\n";
    }
    out
}

/// What pages may cite.
struct Sources {
    /// Identifiers of the text sources.
    local: Vec<String>,
    /// Identifiers of the media sources, with their regions.
    media: Vec<(String, Vec<String>)>,
}

/// Writes the raw sources, the register over them and the sidecars of the media.
fn write_sources(root: &Path, random: &mut Random, size: &Size) -> io::Result<Sources> {
    let mut sources = Sources { local: Vec::new(), media: Vec::new() };
    let mut register = String::from(
        "# Quellenregister\n\n| ID | Titel | Stand/Version | SHA-256 | Trust | Rechte | Ablage |\n\
         |---|---|---|---|---|---|---|\n",
    );
    for n in 1..=(size.pages / 4).max(2) {
        let id = format!("S-{n:04}");
        let body = document(random, &format!("Quelle {n}"));
        let path = format!("sources/raw/{id}__quelle-{n}.md");
        write(root, &path, &body)?;
        register += &format!(
            "| {id} | Quelle {n}: {} | 20{}-0{}-1{} | {} | {} | frei, eigene Arbeit | {path} |\n",
            random.pick(STEMS),
            random.within(18, 27),
            random.within(1, 10),
            random.within(0, 10),
            digest(body.as_bytes()),
            random.pick(&["T1", "T2", "T3"]),
        );
        sources.local.push(id);
    }
    write(root, "sources/derived/README.md", "# Abgeleitete Register\n")?;
    let media: [(&str, &[u8], &str); 2] =
        [("png", b"\x89PNG\r\n\x1a\n", "image/png"), ("pdf", b"%PDF-1.4\n", "application/pdf")];
    for (n, (suffix, signature, media_type)) in (1..).zip(media) {
        let id = format!("S-{:04}", 9000 + n);
        let mut body = signature.to_vec();
        body.extend(format!("synthetic {} {suffix}\n", size.seed).bytes());
        let path = format!("sources/raw/{id}__bild.{suffix}");
        write(root, &path, &body)?;
        let digest = digest(&body);
        register += &format!(
            "| {id} | Aufnahme {n} | 2026-01-0{n} | {digest} | T1 | eigene Aufnahme | {path} |\n"
        );
        let regions: Vec<String> = (1..=3).map(|region| format!("R-{n:02}{region:02}")).collect();
        let sidecar = media_sidecar(random, &id, &digest, media_type, n, &regions);
        write(root, &format!("sources/derived/{id}__media.json"), sidecar)?;
        sources.media.push((id, regions));
    }
    write(root, "sources/REGISTER.md", register)?;
    write(
        root,
        "sources/quarantine/README.md",
        "# Quarantäne\n\nUngeprüftes gehört hierher, nie ins Manifest.\n",
    )?;
    Ok(sources)
}

fn media_sidecar(
    random: &mut Random,
    id: &str,
    digest: &str,
    media_type: &str,
    n: u32,
    regions: &[String],
) -> String {
    let kinds = [("text", 1.0, true), ("table", 0.95, true), ("other", 0.5, false)];
    let regions: Vec<_> = regions
        .iter()
        .zip(kinds)
        .enumerate()
        .map(|(at, (region, (kind, confidence, boxed)))| {
            serde_json::json!({
                "id": region, "kind": kind, "locator": format!("Bereich {}", at + 1),
                "text": sentence(random), "confidence": confidence,
                "bbox": boxed.then_some([0.1, 0.2, 0.5, 0.25]), "suspicious_instruction": false,
            })
        })
        .collect();
    let sidecar = serde_json::json!({
        "schema": "skillsafe.media/v1", "source_id": id, "source_sha256": digest,
        "media_type": media_type, "language": "de",
        "extractor": { "kind": "human", "name": "Sichtprüfung", "version": "1" },
        "verified": true, "alt_text": format!("Aufnahme {n}"), "regions": regions,
    });
    format!("{sidecar:#}\n")
}

/// One concept of a world.
struct Concept {
    id: String,
    world: &'static str,
    preferred: String,
    alias: String,
    broader: Vec<String>,
    related: Vec<String>,
    definition: Option<String>,
}

impl Concept {
    /// Concepts of both worlds in turn, each world a binary tree of broader terms.
    fn all(random: &mut Random, count: usize) -> Vec<Self> {
        let mut concepts: Vec<Self> = Vec::new();
        let mut used = [BTreeSet::new(), BTreeSet::new()];
        for n in 1..=count {
            let labels = &mut used[n % 2];
            let (preferred, alias) = loop {
                let preferred =
                    format!("{} {}", capitalised(random.pick(MODIFIERS)), random.pick(STEMS));
                let alias = match n {
                    // One alias means two things: worlds keep them apart.
                    4 => concepts[2].alias.clone(),
                    n if n % 3 == 0 => format!("{} {}", random.pick(ENGLISH), random.pick(ENGLISH)),
                    _ => format!("{}{}", random.pick(STEMS), random.pick(STEMS).to_lowercase()),
                };
                let (a, b) = (preferred.to_lowercase(), alias.to_lowercase());
                if !labels.contains(&a) && !labels.contains(&b) {
                    labels.extend([a, b]);
                    break (preferred, alias);
                }
            };
            concepts.push(Self {
                id: format!("B-{n:04}"),
                world: WORLDS[n % 2],
                preferred,
                alias,
                broader: Vec::new(),
                related: Vec::new(),
                definition: None,
            });
        }
        for parity in 0..2 {
            let members: Vec<usize> = (0..concepts.len()).filter(|at| at % 2 == parity).collect();
            for (at, member) in members.iter().enumerate().skip(1) {
                let id = |at: usize| concepts[members[at]].id.clone();
                let broader = id((at - 1) / 2);
                let related =
                    BTreeSet::from([id(at.saturating_sub(2)), id((at + 1) % members.len())]);
                concepts[*member].broader = vec![broader];
                if at > 1 && at % 2 == 0 {
                    let own = concepts[*member].id.clone();
                    concepts[*member].related =
                        related.into_iter().filter(|id| *id != own).collect();
                }
            }
        }
        concepts
    }
}

/// The registry of all concepts a page defines; edges to others are dropped.
fn begriffswelten(concepts: &[Concept]) -> String {
    let defined: BTreeSet<&str> =
        concepts.iter().filter(|c| c.definition.is_some()).map(|c| c.id.as_str()).collect();
    let known = |ids: &[String]| -> Vec<String> {
        ids.iter().filter(|id| defined.contains(id.as_str())).cloned().collect()
    };
    let concepts: Vec<_> = concepts
        .iter()
        .filter(|concept| concept.definition.is_some())
        .map(|concept| {
            serde_json::json!({
                "id": concept.id, "world": concept.world, "preferred": concept.preferred,
                "aliases": [concept.alias], "broader": known(&concept.broader),
                "related": known(&concept.related), "definition_claim": concept.definition,
            })
        })
        .collect();
    let worlds: Vec<_> = WORLDS
        .iter()
        .zip(1..)
        .map(|(id, n)| {
            serde_json::json!({
                "id": id, "name": format!("Welt {n}"),
                "description": format!("Begriffe der Welt {n}."),
            })
        })
        .collect();
    let registry = serde_json::json!({
        "schema": "skillsafe.begriffswelten/v1", "worlds": worlds, "concepts": concepts,
    });
    format!("{registry:#}\n")
}

/// Where a page will lie, known before any page is written so that others can point at it.
struct Planned {
    domain: String,
    slug: String,
}

impl Planned {
    fn new(random: &mut Random, at: usize, domain: &str) -> Self {
        let slug = format!("{}-{}-{at:04}", ascii(random.pick(STEMS)), ascii(random.pick(STEMS)));
        Self { domain: domain.to_owned(), slug }
    }

    fn path(&self) -> String {
        format!("knowledge/{}/{}.md", self.domain, self.slug)
    }
}

/// The pages in the making, and what they draw on.
struct Pages {
    random: Random,
    /// Claims per page.
    claims: usize,
    next_claim: usize,
    plan: Vec<Planned>,
    sources: Sources,
    concepts: Vec<Concept>,
}

impl Pages {
    fn page(&mut self, at: usize) -> String {
        let title = format!(
            "{} {} und {}",
            capitalised(self.random.pick(MODIFIERS)),
            self.random.pick(STEMS),
            self.random.pick(STEMS)
        );
        let local = &self.sources.local;
        let mut cited: BTreeSet<String> = (0..self.random.within(1, 4))
            .map(|_| local[self.random.below(local.len())].clone())
            .collect();
        let about = self.concepts_of(at);
        let mut claims = self.claims_from(&cited, &about);
        if let Some((source, regions)) = self.sources.media.get(at).cloned() {
            claims += &self.observations(&source, &regions);
            cited.insert(source);
        }
        let front = self.front_matter(at, &title, &cited, &about);
        let (first, second) = (sentence(&mut self.random), sentence(&mut self.random));
        let neighbour = self.link_to_neighbour(at);
        format!(
            "{front}\n# {title}\n\n## Kurzfassung\n{first}\n{second}\n\n## Claims\n{claims}\n\
             ## Kontext\n{neighbour}"
        )
    }

    /// Indices of the concepts a page is about: each is met early, later pages have few.
    fn concepts_of(&mut self, at: usize) -> BTreeSet<usize> {
        let count = self.concepts.len();
        if at < 2 * count || self.random.chance(30) {
            BTreeSet::from([at % count, self.random.below(count)])
        } else {
            BTreeSet::new()
        }
    }

    /// The next free claim, or none when four digits are used up.
    fn next_claim(&mut self) -> Option<String> {
        let id = (self.next_claim < 10_000).then(|| format!("C-{:04}", self.next_claim))?;
        self.next_claim += 1;
        Some(id)
    }

    /// Claims on text sources. Each defines a concept of the page that had no definition.
    fn claims_from(&mut self, cited: &BTreeSet<String>, about: &BTreeSet<usize>) -> String {
        let cited: Vec<&str> = cited.iter().map(String::as_str).collect();
        let mut lines = String::new();
        for _ in 0..self.claims {
            let Some(id) = self.next_claim() else { break };
            let kind = if self.random.chance(25) { "Auslegung" } else { "Wortlaut" };
            let (source, locator) = (self.random.pick(&cited), self.random.pick(LOCATORS));
            let text = sentence(&mut self.random);
            lines += &format!("- **{id}** [{source} | {locator} | {kind}] {text}\n");
            let undefined = about.iter().find(|about| self.concepts[**about].definition.is_none());
            if let Some(undefined) = undefined {
                self.concepts[*undefined].definition = Some(id);
            }
        }
        lines
    }

    /// Claims on the regions of a media source.
    fn observations(&mut self, source: &str, regions: &[String]) -> String {
        let mut lines = String::new();
        for region in regions {
            let Some(id) = self.next_claim() else { break };
            let text = sentence(&mut self.random);
            lines += &format!("- **{id}** [{source} | {region}: sichtbar | Beobachtung] {text}\n");
        }
        lines
    }

    fn front_matter(
        &mut self,
        at: usize,
        title: &str,
        cited: &BTreeSet<String>,
        about: &BTreeSet<usize>,
    ) -> String {
        let random = &mut self.random;
        let cited: Vec<&str> = cited.iter().map(String::as_str).collect();
        let tags =
            BTreeSet::from([random.pick(STEMS).to_lowercase(), random.pick(ENGLISH).to_owned()]);
        let mut front = format!(
            "---\ntype: {}\ntitle: {title}\ndomain: {}\nstatus: {}\nconfidence: {}\n\
             version: 1.{}.0\nstand: 2026-0{}-0{}\nsources: [{}]\ntags: [{}]\n",
            TYPES[random.below(TYPES.len())].0,
            self.plan[at].domain,
            match random.below(10) {
                0 => "veraltet",
                1 => "in-pruefung",
                _ => "aktiv",
            },
            random.pick(&["hoch", "mittel", "niedrig"]),
            at % 7,
            random.within(1, 10),
            random.within(1, 10),
            cited.join(", "),
            tags.into_iter().collect::<Vec<_>>().join(", "),
        );
        if !about.is_empty() {
            let ids: Vec<&str> =
                about.iter().map(|about| self.concepts[*about].id.as_str()).collect();
            front += &format!("concepts: [{}]\n", ids.join(", "));
        }
        if random.chance(40) {
            let reviewer = random.pick(&["mensch:anna", "prozess:nachtlauf", "agent:Leser/1.2"]);
            front += &format!("geprueft_von: {reviewer}\ngeprueft_am: 2026-10-01\n");
        }
        front + &self.relations(at) + "---\n"
    }

    /// Up to three relations to other pages; now and then a page points at itself.
    fn relations(&mut self, at: usize) -> String {
        let count = self.random.below(4);
        let mut targets: BTreeSet<usize> =
            (0..count).map(|_| self.random.below(self.plan.len())).collect();
        if at % 11 != 3 {
            targets.remove(&at);
        }
        if targets.is_empty() {
            return String::new();
        }
        let mut lines = String::from("relations:\n");
        for target in targets {
            let Planned { domain, slug } = &self.plan[target];
            lines += &format!("  - {} -> {domain}/{slug}.md\n", self.random.pick(RELATIONS));
        }
        lines
    }

    /// A line that links to the first other page of the same domain, if there is one.
    fn link_to_neighbour(&self, at: usize) -> String {
        let domain = &self.plan[at].domain;
        let mut others = self.plan.iter().enumerate().filter(|(other, _)| *other != at);
        let neighbour = others.find(|(_, page)| page.domain == *domain);
        neighbour
            .map_or_else(String::new, |(_, page)| format!("Siehe [Nachbar]({}.md).\n", page.slug))
    }
}

fn router(random: &mut Random, domains: &[String], plan: &[Planned]) -> String {
    let mut out = String::from("# Router\n\n");
    for domain in domains {
        let keyword = random.pick(STEMS).to_lowercase();
        out += &format!("## {domain}\nschlagworte: {domain}, {keyword}\nseiten:\n");
        let pages: BTreeSet<String> =
            plan.iter().filter(|page| page.domain == *domain).map(Planned::path).collect();
        for page in pages {
            out += &format!("- {page}\n");
        }
        out += "\n";
    }
    out
}

fn capitalised(word: &str) -> String {
    let mut letters = word.chars();
    let first = letters.next().map(|first| first.to_uppercase().to_string());
    first.unwrap_or_default() + letters.as_str()
}

/// A lower-case name without umlauts, fit for a path.
fn ascii(word: &str) -> String {
    let word = word.to_lowercase();
    word.replace('ä', "ae").replace('ö', "oe").replace('ü', "ue").replace('ß', "ss")
}

fn digest(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}
