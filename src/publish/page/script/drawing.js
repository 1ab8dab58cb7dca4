
// ---- The drawing: a box for each domain, in columns of one width; relations as curves ----

const CARD = { width: 196, height: 54 };
// In a small vault there is room between the cards for what the lines are called.
const GAP = { across: pages.length > 80 ? 14 : 92, down: 14 };
const BOX = { pad: 16, across: 92, down: 36 };
// More lines than this are drawn faint and without heads, fewer than the other with names.
const MANY_LINES = 120;
const FEW_LINES = 12;

const size = { width: 0, height: 0, head: 40 };
const layers = { all: shape("g", { class: "all" }), own: shape("g", { class: "own" }) };

// What the drawing may fill: beside it lines go round, below it stand legend and buttons.
function room() {
  const bottom = byId("lines").offsetHeight + 28;
  const margin = { side: Math.max(24, GAP.across), top: 20, bottom };
  const width = stage.clientWidth - 2 * margin.side;
  return { ...margin, width, height: stage.clientHeight - margin.top - margin.bottom };
}

// Boxes with `inner` cards in a row, each put at the end of the shortest of `columns`.
function arrangement(inner, columns) {
  const width = 2 * BOX.pad + inner * (CARD.width + GAP.across) - GAP.across;
  const ends = Array(columns).fill(0);
  const boxes = [...domains.values()].map((members) => {
    const rows = Math.ceil(members.length / inner);
    const height = size.head + BOX.pad + rows * (CARD.height + GAP.down) - GAP.down;
    const column = ends.indexOf(Math.min(...ends));
    const box = { x: column * (width + BOX.across), y: ends[column], width, height, members };
    ends[column] += height + BOX.down;
    return box;
  });
  const whole = { width: columns * (width + BOX.across) - BOX.across, height: Math.max(...ends) };
  const scale = Math.min(room().width / whole.width, room().height / whole.height);
  return { inner, boxes, ...whole, scale };
}

// The arrangement that can be drawn largest in the room there is.
function bestArrangement() {
  const largest = Math.max(1, ...[...domains.values()].map((members) => members.length));
  let best = arrangement(1, 1);
  for (let inner = 1; inner <= Math.min(largest, 64); inner++) {
    for (let columns = 1; columns <= Math.min(domains.size, 24); columns++) {
      const found = arrangement(inner, columns);
      if (found.scale > best.scale) best = found;
    }
  }
  return best;
}

function setBox(made, { x, y, width, height }) {
  const [left, top] = [`${x}px`, `${y}px`];
  Object.assign(made.style, { left, top, width: `${width}px`, height: `${height}px` });
}

function buildDrawing() {
  // From afar the name of a domain is to be read all the same.
  size.head = Math.max(40, 26 / bestArrangement().scale);
  const { inner, boxes, width, height } = bestArrangement();
  Object.assign(size, { width, height });
  world.style.setProperty("--head", `${size.head}px`);
  append(world, boxes.map(domainBox));
  world.append(shape("svg", { class: "lines", width, height, "aria-hidden": "true" },
    layers.all, layers.own));
  for (const { x, y, members } of boxes) {
    append(world, members.map((page, at) => {
      const across = (at % inner) * (CARD.width + GAP.across);
      const down = Math.floor(at / inner) * (CARD.height + GAP.down);
      page.place = { x: x + BOX.pad + across, y: y + size.head + down, ...CARD };
      return pageCard(page);
    }));
  }
}

function domainBox({ members: [{ domain }], ...where }) {
  const name = element("b", { title: domain }, domain);
  const holder = element("div", { class: "box" }, name);
  setBox(holder, where);
  return holder;
}

function pageCard(page) {
  const looks = `card ${page.status} ${page.trust_tier}`;
  // The list has the same links for the keyboard.
  page.card = element("a", { class: looks, href: address(page), tabindex: -1, draggable: "false" },
    trustSign(page.trust_tier), element("span", {}, page.title));
  page.card.page = page;
  setBox(page.card, page.place);
  return page.card;
}

function drawLines() {
  const { chosen, kinds } = state;
  const shown = edges.filter((edge) => edge.from.shown && edge.to.shown && kinds.has(lineKind(edge)));
  const areMany = shown.length > MANY_LINES;
  layers.all.classList.toggle("many", areMany);
  const isNamed = (edge) => isMarked(edge) && shown.length <= FEW_LINES;
  draw(layers.all, shown, areMany ? 0 : 9 * view.unit, isNamed);
  const own = edges.filter(({ from, to }) => from === chosen || to === chosen);
  draw(layers.own, own, 11 * view.unit, () => own.length <= FEW_LINES);
  const ends = new Set(own.flatMap(({ from, to }) => [from, to]));
  for (const page of pages) {
    page.card.classList.toggle("near", ends.has(page) && page !== chosen);
    page.card.classList.toggle("chosen", page === chosen);
  }
  stage.classList.toggle("focused", chosen !== null);
}

// One element for all lines of a kind: a thousand are as quick to change as ten.
function draw(layer, drawn, head, isNamed) {
  const paths = [...Map.groupBy(drawn, lineKind)].map(([type, some]) => {
    const tip = type === "widerspricht" ? 0 : head;
    return shape("path", { class: type, d: some.map((edge) => outline(curve(edge), tip)).join("") });
  });
  layer.replaceChildren();
  append(layer, [paths, drawn.filter(isNamed).map(lineName)]);
}

// Relations between the same two pages go side by side: each has a lane of its own.
const lanes = Map.groupBy(edges, ({ from, to }) => [from.path, to.path].sort().join("\n"));
for (const pair of lanes.values()) pair.forEach((edge, at) => { edge.lane = at; });

// A relation leaves and meets cards at their sides; within a column it goes round on the right.
function curve({ from: { place: a }, to: { place: b }, lane }) {
  const aside = (lane % 2 ? -1 : 1) * Math.ceil(lane / 2) * 15;
  const [top, end] = [a.y, b.y].map((y) => y + CARD.height / 2 + aside);
  if (a.x === b.x) {
    const side = a.x + CARD.width;
    const turn = side + 34 + lane * 12 + Math.min(Math.abs(a.y - b.y) / 12, 40);
    const apart = a.y < b.y ? 12 : -12;
    return { x: [side, turn, turn, side], y: [top + apart, end - apart], heading: -1 };
  }
  const heading = Math.sign(b.x - a.x);
  const [start, stop] = heading > 0 ? [a.x + CARD.width, b.x] : [a.x, b.x + CARD.width];
  const reach = heading * Math.max(26, Math.abs(stop - start) / 2);
  return { x: [start, start + reach, stop - reach, stop], y: [top, end], heading };
}

function outline({ x, y, heading }, head) {
  const line = `M${x[0]} ${y[0]}C${x[1]} ${y[0]} ${x[2]} ${y[1]} ${x[3]} ${y[1]}`;
  const back = x[3] - heading * head;
  const tip = `M${back} ${y[1] - head / 2}L${x[3]} ${y[1]}L${back} ${y[1] + head / 2}`;
  return head === 0 ? line : line + tip;
}

// The name of a line stands beside the card it leads to, or, if that is the chosen one, comes from.
function lineName(edge) {
  const { x, y } = curve(edge);
  const isRound = x[0] === x[3];
  const fromEnd = isRound ? 0.25 : Math.min(0.5, 46 / Math.abs(x[3] - x[0]));
  const t = edge.to === state.chosen ? fromEnd : 1 - fromEnd;
  const [p, q] = [(1 - t) ** 2, t ** 2];
  const left = p * (1 - t) * x[0] + 3 * p * t * x[1] + 3 * (1 - t) * q * x[2] + q * t * x[3];
  const top = y[0] + (y[1] - y[0]) * q * (3 - 2 * t);
  const where = isRound
    ? { x: left + 7, y: top + 4, "text-anchor": "start" }
    : { x: left, y: top - 6, "text-anchor": "middle" };
  return shape("text", { ...where, class: lineKind(edge) }, spoken(edge.type));
}
