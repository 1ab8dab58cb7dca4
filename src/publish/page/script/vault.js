
// The vault of the data block, and how its parts are called and shown everywhere. The other parts
// of this script: the list with its filters, the drawing, moving about in it, the details.
// Nothing is made from markup: what comes from the vault is set as text or attribute.
"use strict";

const STATUS = { "aktiv": "aktiv", "in-pruefung": "in Prüfung", "veraltet": "veraltet" };
const TRUST = {
  "human-reviewed": "von Menschen geprüft",
  "machine-confirmed": "maschinell bestätigt",
  "unverified": "ungeprüft",
};
// Relations a reader must not miss, and what they are called from either end.
const MARKED = {
  ersetzt: { out: "Ersetzt", in: "Abgelöst durch" },
  widerspricht: { out: "Widerspricht", in: "Ihr widerspricht" },
};

const vault = JSON.parse(document.getElementById("data").textContent);
const { pages } = vault;
const byPath = new Map(pages.map((page) => [page.path, page]));
const sources = new Map(vault.sources.map((source) => [source.id, source]));
const concepts = new Map(vault.concepts.map((concept) => [concept.id, concept]));

const titles = new Intl.Collator("de", { numeric: true });
const domains = Map.groupBy(pages, (page) => page.domain);
for (const members of domains.values()) members.sort((a, b) => titles.compare(a.title, b.title));

const edges = pages.flatMap((from) =>
  from.relations.map(({ to, type }) => ({ from, to: byPath.get(to), type })));
const isMarked = (edge) => Object.hasOwn(MARKED, edge.type);
const lineKind = (edge) => (isMarked(edge) ? edge.type : "other");

// The open page, and the kinds of relations that are drawn.
const state = { chosen: null, kinds: new Set() };

const byId = (id) => document.getElementById(id);
const [stage, world, panel] = ["stage", "world", "panel"].map(byId);

// One by one: a call takes only so many arguments, and a page may have more claims or relations.
function append(made, children) {
  for (const child of children.flat()) made.append(child);
  return made;
}

function filled(made, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return append(made, children);
}

const element = (name, attributes = {}, ...children) =>
  filled(document.createElement(name), attributes, children);
const shape = (name, attributes = {}, ...children) =>
  filled(document.createElementNS("http://www.w3.org/2000/svg", name), attributes, children);

const address = (page) => `#${encodeURI(page.path)}`;
const link = (page) => element("a", { href: address(page) }, page.title);
const spoken = (type) => type.replaceAll("_", " ");
const figure = (number) => number.toLocaleString("de");
const folded = (text) => text.normalize("NFKC").toLocaleLowerCase("de");

const frameSign = (status) => element("span", { class: `frame-sign ${status}` });
function trustSign(tier) {
  const name = TRUST[tier];
  return element("span", { class: `trust ${tier}`, role: "img", "aria-label": name, title: name });
}
