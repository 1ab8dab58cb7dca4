
// ---- Moving about in the drawing ----

const view = { x: 0, y: 0, scale: 1, unit: 1, isFitted: true, rest: 0 };

function showView() {
  // While it moves it is moved as a picture; drawn sharp again it is when it rests.
  stage.classList.add("moving");
  clearTimeout(view.rest);
  view.rest = setTimeout(() => stage.classList.remove("moving"), 150);
  world.style.transform = `translate(${view.x}px, ${view.y}px) scale(${view.scale})`;
  const zoom = view.scale < 0.4 ? "far" : view.scale < 0.72 ? "mid" : "near";
  // How thick a line must be to be seen.
  const unit = Math.max(1, 2 ** Math.round(Math.log2(0.8 / view.scale)));
  if (stage.dataset.zoom === zoom && view.unit === unit) return;
  view.unit = unit;
  stage.dataset.zoom = zoom;
  stage.style.setProperty("--unit", unit);
  drawLines();
}

function zoomBy(factor, x = stage.clientWidth / 2, y = stage.clientHeight / 2) {
  const scale = Math.min(3, Math.max(0.03, view.scale * factor));
  const ratio = scale / view.scale;
  Object.assign(view, { scale, x: x - (x - view.x) * ratio, y: y - (y - view.y) * ratio });
  view.isFitted = false;
  showView();
}

function moveBy(x, y) {
  Object.assign(view, { x: view.x + x, y: view.y + y, isFitted: false });
  showView();
}

// Shows all pages, or all that the filters leave.
function fit() {
  const places = pages.filter((page) => page.shown).map((page) => page.place);
  const isAll = places.length === 0 || places.length === pages.length;
  const least = (key) => places.reduce((found, place) => Math.min(found, place[key]), Infinity);
  const most = (key) => places.reduce((found, place) => Math.max(found, place[key]), 0);
  const [left, top] = isAll ? [0, 0] : [least("x") - BOX.pad, least("y") - size.head];
  const right = isAll ? size.width : most("x") + CARD.width + BOX.pad;
  const bottom = isAll ? size.height : most("y") + CARD.height + BOX.pad;
  const area = room();
  const scale = Math.min(area.width / (right - left), area.height / (bottom - top), 1.1);
  const x = (stage.clientWidth - (left + right) * scale) / 2;
  const y = area.top + (area.height - (top + bottom) * scale) / 2;
  Object.assign(view, { x, y, scale, isFitted: true });
  showView();
}

// Brings a card into sight that is not.
function reveal({ place }) {
  const x = view.x + (place.x + CARD.width / 2) * view.scale;
  const y = view.y + (place.y + CARD.height / 2) * view.scale;
  const { clientWidth: width, clientHeight: height } = stage;
  const isSeen = x > 40 && y > 40 && x < width - 40 && y < height - 40;
  if (!isSeen) moveBy(width / 2 - x, height / 2 - y);
}

// One pointer moves the drawing, two change its size. A hand that trembles still clicks.
function followPointers() {
  const held = new Map();
  let travelled = 0;
  const middle = () => {
    const sum = (key) => [...held.values()].reduce((total, point) => total + point[key], 0);
    return { x: sum("x") / held.size, y: sum("y") / held.size };
  };
  const spread = () => {
    const [a, b] = held.values();
    return b === undefined ? 0 : Math.hypot(a.x - b.x, a.y - b.y);
  };
  stage.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || event.target.closest(".tools, .legend")) return;
    if (held.size === 0) travelled = 0;
    held.set(event.pointerId, { x: event.clientX, y: event.clientY });
  });
  addEventListener("pointermove", (event) => {
    if (!held.has(event.pointerId)) return;
    const [before, wide] = [middle(), spread()];
    held.set(event.pointerId, { x: event.clientX, y: event.clientY });
    const after = middle();
    travelled += Math.hypot(after.x - before.x, after.y - before.y);
    if (travelled < 5 && wide === 0) return;
    stage.classList.add("dragged");
    moveBy(after.x - before.x, after.y - before.y);
    const { left, top } = stage.getBoundingClientRect();
    if (wide > 0) zoomBy(spread() / wide, after.x - left, after.y - top);
  });
  const letGo = (event) => {
    held.delete(event.pointerId);
    stage.classList.toggle("dragged", held.size > 0);
  };
  addEventListener("pointerup", letGo);
  addEventListener("pointercancel", letGo);
  const isDrag = (event) => { if (travelled >= 5) event.preventDefault(); };
  world.addEventListener("click", isDrag, { capture: true });
}

function followWheelAndKeys() {
  stage.addEventListener("wheel", (event) => {
    event.preventDefault();
    const { left, top } = stage.getBoundingClientRect();
    const turned = Math.max(-120, Math.min(120, event.deltaY));
    zoomBy(Math.exp(-turned / 400), event.clientX - left, event.clientY - top);
  }, { passive: false });
  const keys = {
    ArrowLeft: () => moveBy(60, 0),
    ArrowRight: () => moveBy(-60, 0),
    ArrowUp: () => moveBy(0, 60),
    ArrowDown: () => moveBy(0, -60),
    "+": () => zoomBy(1.25),
    "-": () => zoomBy(0.8),
    "0": fit,
  };
  stage.addEventListener("keydown", (event) => {
    const isOurs = event.target === stage && Object.hasOwn(keys, event.key);
    if (!isOurs || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    keys[event.key]();
  });
  for (const [id, key] of [["larger", "+"], ["smaller", "-"], ["fit", "0"]]) {
    byId(id).addEventListener("click", () => keys[key]());
  }
}

// What the pointer is on is said in words: from afar cards have no room for them.
function captionCards() {
  stage.addEventListener("pointerover", ({ target }) => {
    const page = target.closest(".card")?.page;
    byId("caption").textContent = page === undefined ? ""
      : `${page.domain} · ${page.title} · ${STATUS[page.status]}, ${TRUST[page.trust_tier]}`;
  });
}

function buildView() {
  fit();
  followPointers();
  followWheelAndKeys();
  captionCards();
  new ResizeObserver(() => { if (view.isFitted) fit(); }).observe(stage);
}
