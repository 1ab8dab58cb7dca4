
// ---- The list of pages and its filters, which are the legend of the signs too ----

const groups = [...domains].map(([domain, members]) => {
  const count = element("small");
  const holder = element("details", { class: "group" },
    element("summary", {}, domain, count), element("ul", {}, members.map(listed)));
  return { members, count, holder };
});

function listed(page) {
  page.folded = folded(page.title);
  page.entry = element("a", { class: "entry", href: address(page) },
    trustSign(page.trust_tier), element("span", {}, page.title));
  if (page.status !== "aktiv") {
    page.entry.append(element("span", { class: `badge ${page.status}` }, STATUS[page.status]));
  }
  page.item = element("li", {}, page.entry);
  return page.item;
}

function choice(field, value, sign, name) {
  const count = pages.filter((page) => page[field] === value).length;
  const box = element("input", { type: "checkbox", name: field, value, checked: "" });
  const shown = element("small", {}, figure(count));
  byId(field).append(element("label", { class: "choice" }, box, sign, name, shown));
}

function buildList() {
  const options = [...domains.keys()].map((domain) => element("option", { value: domain }, domain));
  byId("domain").append(...options);
  for (const status in STATUS) choice("status", status, frameSign(status), STATUS[status]);
  for (const tier in TRUST) choice("trust_tier", tier, trustSign(tier), TRUST[tier]);
  byId("list").append(...groups.map((group) => group.holder));
  byId("filters").open = !matchMedia("(max-width: 720px)").matches;
  addEventListener("input", filter);
  byId("form").addEventListener("submit", (event) => event.preventDefault());
  byId("reset").addEventListener("click", () => {
    byId("form").reset();
    filter();
  });
}

function filter() {
  const chosen = new FormData(byId("form"));
  const [status, tiers] = ["status", "trust_tier"].map((field) => new Set(chosen.getAll(field)));
  const domain = byId("domain").value;
  const words = folded(byId("search").value).split(/\s+/);
  let isChanged = false;
  for (const page of pages) {
    const before = page.shown;
    page.shown = (domain === "" || page.domain === domain)
      && status.has(page.status) && tiers.has(page.trust_tier)
      && words.every((word) => page.folded.includes(word));
    isChanged ||= page.shown !== before;
    page.item.hidden = !page.shown;
    page.card.classList.toggle("off", !page.shown);
  }
  state.kinds = new Set(chosen.getAll("line"));
  countShown();
  if (isChanged) openGroups();
  drawLines();
}

// A short list is shown whole, a long one by its domains; what a reader opens or closes then
// stays so until other pages are shown.
function openGroups() {
  const isShort = pages.filter((page) => page.shown).length <= 100;
  for (const { holder } of groups) holder.open = isShort;
}

function countShown() {
  const shown = pages.filter((page) => page.shown).length;
  for (const { members, count, holder } of groups) {
    const visible = members.filter((page) => page.shown).length;
    holder.hidden = visible === 0;
    const all = figure(members.length);
    count.textContent = visible === members.length ? all : `${figure(visible)} von ${all}`;
  }
  const all = `${figure(pages.length)} ${pages.length === 1 ? "Seite" : "Seiten"}`;
  byId("count").textContent = `${figure(shown)} von ${all}`;
  const kinds = byId("lines").elements.length;
  byId("reset").hidden = shown === pages.length && state.kinds.size === kinds;
}
