
// ---- The details: of the vault, or of the page that the address names ----

function section(title, count, ...content) {
  const shown = count === null ? [] : [element("small", {}, ` ${figure(count)}`)];
  return element("section", {}, element("h3", {}, title, ...shown), ...content);
}

const bullets = (items) => element("ul", {}, items.map((item) => element("li", {}, item)));

function facts(rows) {
  const fact = ([name, ...value]) =>
    element("div", {}, element("dt", {}, name), element("dd", {}, ...value));
  return element("dl", { class: "facts" }, ...rows.map(fact));
}

function overview(missing) {
  const local = [...sources.values()].filter((source) => source.kind === "lokal").length;
  const counted = [
    ["Seiten", pages.length],
    ["Domänen", domains.size],
    ["Claims", pages.reduce((sum, page) => sum + page.claims.length, 0)],
    ["Quellen", local],
    ["Externe Quellen", sources.size - local],
    ["Begriffe", concepts.size],
    ["Relationen", edges.length],
  ];
  const unknown = element("p", { class: "notice", role: "alert" },
    "Diese Seite gibt es im Bestand nicht: ", element("code", {}, missing));
  return [
    element("h2", { tabindex: -1 }, "Übersicht"),
    ...(missing === "" ? [] : [unknown]),
    facts(counted.map(([name, number]) => [name, figure(number)])),
    relationsOfType("widerspricht", "Widersprüche", "Keine Seite widerspricht einer anderen."),
    relationsOfType("ersetzt", "Ablösungen", "Keine Seite ersetzt eine andere."),
  ];
}

function relationsOfType(type, title, none) {
  const found = edges.filter((edge) => edge.type === type);
  if (found.length === 0) return section(title, null, element("p", {}, none));
  const all = bullets(found.map(({ from, to }) => [link(from), ` ${type} `, link(to)]));
  if (found.length <= 12) return section(title, found.length, all);
  const closed = element("details", {}, element("summary", {}, "alle zeigen"), all);
  return section(title, found.length, closed);
}

function details(page) {
  const out = edges.filter((edge) => edge.from === page);
  const into = edges.filter((edge) => edge.to === page);
  return [
    element("p", { class: "back" },
      element("a", { href: "#" }, "← Übersicht"), element("small", {}, "Esc schließt")),
    element("small", {}, page.domain),
    element("h2", { tabindex: -1 }, page.title),
    element("p", { class: "path" }, element("code", {}, page.path)),
    Object.keys(MARKED).flatMap((type) => notices(type, out, into)),
    metadata(page),
    relations(page, out, into),
    section("Begriffe", page.concepts.length, bullets(page.concepts.map(conceptLine))),
    section("Claims", page.claims.length, element("ul", {}, page.claims.map(claimItem))),
  ];
}

// What replaces or contradicts what, before anything else.
function notices(type, out, into) {
  const ends = { in: into, out };
  return ["in", "out"].flatMap((way) => {
    const found = ends[way].filter((edge) => edge.type === type);
    const others = found.map(({ from, to }) => [link(way === "in" ? from : to)]);
    const title = element("b", {}, MARKED[type][way]);
    const notice = element("div", { class: `notice ${type}` }, title, bullets(others));
    return found.length === 0 ? [] : [notice];
  });
}

function metadata(page) {
  const review = page.reviewed_by === null ? [] : [
    ["Geprüft von", page.reviewed_by],
    ["Geprüft am", page.reviewed_at],
  ];
  return facts([
    ["Status", frameSign(page.status), STATUS[page.status]],
    ["Vertrauensstufe", trustSign(page.trust_tier), TRUST[page.trust_tier]],
    ...review,
    ["Konfidenz", page.confidence],
    ["Stand", page.stand],
    ["Typ", page.type],
    ["Version", page.version],
    ["Schlagworte", page.tags.join(", ")],
  ]);
}

function relations(page, out, into) {
  const row = (name, end) => [
    element("span", { class: "badge" }, name), " ", link(end),
    ...(end.domain === page.domain ? [] : [element("small", {}, ` ${end.domain}`)]),
  ];
  const from = out.map(({ type, to }) => row(spoken(type), to));
  const backwards = (edge) => isMarked(edge) ? folded(MARKED[edge.type].in) : spoken(edge.type);
  const to = into.map((edge) => row(backwards(edge), edge.from));
  const part = (title, rows) => rows.length === 0 ? [] : [element("h4", {}, title), bullets(rows)];
  return section("Relationen", out.length + into.length,
    ...part("Von dieser Seite", from), ...part("Zu dieser Seite", to));
}

function conceptLine(id) {
  const { preferred, world } = concepts.get(id);
  return [preferred, " ", element("small", {}, `${id}, ${world}`)];
}

function claimItem({ id, kind, locator, source, text }) {
  const { title, stand, trust, rights, kind: where } = sources.get(source);
  return element("li", { class: "claim" },
    element("header", {},
      element("code", {}, id), element("span", { class: `badge ${kind}` }, kind)),
    element("p", { class: "text" }, text),
    element("div", { class: "source" },
      element("p", {}, element("code", {}, source), " ", element("b", {}, title)),
      element("p", {}, "Fundstelle: ", element("span", {}, locator)),
      element("small", {}, `${where}, Stand ${stand}, Vertrauen ${trust}, Rechte: ${rights}`)));
}

function route() {
  const name = decoded(location.hash.slice(1));
  const [before, chosen] = [state.chosen, byPath.get(name) ?? null];
  state.chosen = chosen;
  panel.classList.toggle("page", chosen !== null);
  panel.replaceChildren();
  append(panel, chosen === null ? overview(name) : details(chosen));
  panel.scrollTop = 0;
  document.title = [chosen?.title, vault.name, "Wissenstresor"].filter(Boolean).join(" – ");
  before?.entry.removeAttribute("aria-current");
  drawLines();
  if (chosen !== null) {
    chosen.entry.setAttribute("aria-current", "page");
    chosen.entry.closest("details").open = true;
    chosen.entry.scrollIntoView({ block: "nearest" });
    reveal(chosen);
    panel.querySelector("h2").focus({ preventScroll: true });
  } else {
    before?.entry.focus({ preventScroll: true });
  }
}

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function showRelease() {
  const version = vault.version === null ? "ohne Version" : `Version ${vault.version}`;
  byId("name").append(vault.name || "Wissenstresor");
  byId("release").append(`${version} · `, ...(vault.manifest === null
    ? ["nicht freigegebener Stand"]
    : ["Manifest ", element("code", {}, vault.manifest)]));
}

showRelease();
buildDrawing();
buildList();
filter();
buildView();
route();
addEventListener("hashchange", route);
addEventListener("keydown", (event) => {
  if (event.key === "Escape" && state.chosen !== null) location.hash = "";
});
// Whatever fails before this leaves the notice standing.
byId("undrawn").remove();
