// Steps through a game without loading its page again, follows it while it is played, and zooms.
// Everything that is shown comes from the server; the page works without this script, move by move.

"use strict";

const page = document.body.dataset;
const base = location.pathname.replace(/\/$/, "");
const find = (id) => document.getElementById(id);

const shown = {
  ply: Number(page.ply),
  last: Number(page.last),
  branch: Number(page.branch),
  overlay: page.overlay,
};
let asked = 0; // the number of the last request; answers to earlier ones come too late
let playing = null;

// Showing a position.

function query(ply, overlay) {
  const parts = new URLSearchParams();
  if (ply !== null) parts.set("move", ply);
  if (overlay) parts.set("overlay", overlay);
  const language = new URLSearchParams(location.search).get("lang");
  if (language) parts.set("lang", language);
  return parts.toString();
}

async function show(ply, overlay = shown.overlay) {
  const number = ++asked;
  let position;
  try {
    const answer = await fetch(`${base}/position?${query(ply, overlay)}`);
    if (!answer.ok) return;
    position = await answer.json();
  } catch {
    return; // without a connection, what is shown stays
  }
  if (number !== asked) return;
  Object.assign(shown, {
    ply: position.ply,
    last: position.last,
    branch: position.branch,
    overlay: position.overlay,
  });
  find("light").srcset = position.boards.light;
  find("board").src = position.boards.dark;
  find("board").alt = position.alt;
  find("supply").textContent = position.supply;
  document.querySelectorAll(".standing b").forEach((points, seat) => {
    points.textContent = position.standings[seat].points;
  });
  find("status").textContent = position.status;
  find("since").dateTime = position.since;
  find("title").textContent = position.title;
  find("note").textContent = position.note;
  find("note").hidden = !position.note;
  const slider = find("slider");
  slider.max = position.last;
  slider.value = position.ply;
  slider.setAttribute("aria-valuetext", position.title);
  showOverlays(position);
  showLinks();
  showSince();
  if (isPresent()) find("news").hidden = true;
  const current = isPresent() ? null : shown.ply;
  const search = query(current, shown.overlay);
  history.replaceState(null, "", search ? `${base}?${search}` : base);
}

function showOverlays(position) {
  find("overlays").replaceChildren(
    ...Object.entries(position.overlays).map(([name, label]) => {
      const link = document.createElement("a");
      link.textContent = label;
      link.dataset.overlay = name;
      if (name === position.overlay) link.setAttribute("aria-current", "true");
      link.href = `?${query(position.ply, name === position.overlay ? "" : name)}`;
      return link;
    }),
  );
}

function showLinks() {
  const to = { first: 0, back: Math.max(0, shown.ply - 1), forward: Math.min(shown.last, shown.ply + 1) };
  for (const [id, ply] of Object.entries(to)) find(id).href = `?${query(ply, shown.overlay)}`;
  document.querySelectorAll(".log [aria-current]").forEach((entry) => entry.removeAttribute("aria-current"));
  find(`m${shown.ply}`)?.setAttribute("aria-current", "true");
}

function showSince() {
  const since = find("since");
  const moment = Date.parse(since.dateTime);
  if (Number.isNaN(moment)) {
    since.textContent = "";
    return;
  }
  const minutes = Math.round((moment - Date.now()) / 60_000);
  const format = new Intl.RelativeTimeFormat(document.documentElement.lang, { numeric: "auto" });
  if (minutes > -60) since.textContent = format.format(minutes, "minute");
  else if (minutes > -48 * 60) since.textContent = format.format(Math.round(minutes / 60), "hour");
  else since.textContent = format.format(Math.round(minutes / 1440), "day");
}

const isPresent = () => shown.ply === shown.last;
const step = (by) => show(Math.min(shown.last, Math.max(0, shown.ply + by)));

// Playing through the game.

function play() {
  if (playing !== null) return pause();
  find("play").classList.add("playing");
  find("play").setAttribute("aria-label", page.pause);
  if (isPresent()) show(0);
  playing = setInterval(() => (isPresent() ? pause() : step(1)), 1200);
}

function pause() {
  clearInterval(playing);
  playing = null;
  find("play").classList.remove("playing");
  find("play").setAttribute("aria-label", page.play);
}

// Following the game.

let heard = false; // anything: the first news may be what the page shows already

async function follow(news) {
  const isFirst = !heard;
  heard = true;
  if (news.over) return location.reload(); // the page of an ended game has more
  const wasPresent = isPresent() && playing === null;
  const tookBack = news.branch !== shown.branch;
  if (!tookBack && news.ply === shown.last) {
    if (!isFirst) show(shown.ply); // such as a pause
    return;
  }
  const known = tookBack ? 0 : shown.last;
  const answer = await fetch(`${base}/log?${query(null, "")}&after=${known}`);
  if (answer.ok) {
    const entries = document.createElement("template");
    entries.innerHTML = await answer.text(); // made by the server, which escapes all names
    if (tookBack) find("log").replaceChildren();
    find("log").prepend(entries.content);
  }
  if (wasPresent || shown.ply > news.ply) {
    show(null);
    return;
  }
  shown.last = news.ply;
  shown.branch = news.branch;
  find("slider").max = news.ply;
  find("news").textContent = page.newMove;
  find("news").hidden = false;
  showLinks();
}

function listen() {
  const events = new EventSource(`${base}/events`);
  events.onmessage = (event) => follow(JSON.parse(event.data));
  events.onerror = () => {
    // The browser tries again by itself unless it was refused; then it is asked later.
    if (events.readyState === EventSource.CLOSED) setTimeout(listen, 60_000);
  };
}

// Zooming and moving the board: a wheel, two fingers, a double tap.

const board = document.querySelector(".board");
const picture = find("board");
const pointers = new Map();
const view = { scale: 1, x: 0, y: 0 };
let swipe = null;

function place() {
  const { width, height } = board.getBoundingClientRect();
  view.scale = Math.min(8, Math.max(1, view.scale));
  view.x = Math.min(0, Math.max(width * (1 - view.scale), view.x));
  view.y = Math.min(0, Math.max(height * (1 - view.scale), view.y));
  picture.style.transform = `translate(${view.x}px, ${view.y}px) scale(${view.scale})`;
  board.classList.toggle("zoomed", view.scale > 1);
}

function zoom(factor, clientX, clientY) {
  const frame = board.getBoundingClientRect();
  const x = clientX - frame.left;
  const y = clientY - frame.top;
  const scale = Math.min(8, Math.max(1, view.scale * factor));
  view.x = x - ((x - view.x) * scale) / view.scale;
  view.y = y - ((y - view.y) * scale) / view.scale;
  view.scale = scale;
  place();
}

board.addEventListener(
  "wheel",
  (event) => {
    event.preventDefault();
    zoom(Math.exp(-event.deltaY / 400), event.clientX, event.clientY);
  },
  { passive: false },
);

board.addEventListener("dblclick", (event) => zoom(view.scale > 1 ? 1 / view.scale : 2.5, event.clientX, event.clientY));

board.addEventListener("pointerdown", (event) => {
  pointers.set(event.pointerId, event);
  swipe = pointers.size === 1 && view.scale === 1 ? event : null;
});

board.addEventListener("pointermove", (event) => {
  const before = pointers.get(event.pointerId);
  if (before === undefined) return;
  const others = [...pointers.values()].filter((other) => other.pointerId !== event.pointerId);
  if (others.length === 1) {
    const [other] = others;
    const distance = (one) => Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
    const middleX = (event.clientX + other.clientX) / 2;
    const middleY = (event.clientY + other.clientY) / 2;
    zoom(distance(event) / Math.max(1, distance(before)), middleX, middleY);
  } else if (view.scale > 1) {
    board.setPointerCapture(event.pointerId);
    view.x += event.clientX - before.clientX;
    view.y += event.clientY - before.clientY;
    place();
  }
  pointers.set(event.pointerId, event);
});

for (const name of ["pointerup", "pointercancel"]) {
  board.addEventListener(name, (event) => {
    pointers.delete(event.pointerId);
    if (swipe === null || name === "pointercancel") return;
    const across = event.clientX - swipe.clientX;
    const down = event.clientY - swipe.clientY;
    swipe = null;
    if (Math.abs(across) > 60 && Math.abs(across) > 2 * Math.abs(down)) step(across < 0 ? 1 : -1);
  });
}

// Controls.

function on(id, act) {
  find(id).addEventListener("click", (event) => {
    event.preventDefault();
    act();
  });
}

on("first", () => show(0));
on("back", () => step(-1));
on("forward", () => step(1));
on("last", () => show(null));
on("play", play);
on("news", () => show(null));
on("share", async () => {
  const search = query(shown.ply, shown.overlay);
  await navigator.clipboard.writeText(`${page.address}?${search}`);
  find("share").textContent = page.copied;
});

find("slider").addEventListener("input", (event) => show(Number(event.target.value)));

find("overlays").addEventListener("click", (event) => {
  const link = event.target.closest("[data-overlay]");
  if (link === null) return;
  event.preventDefault();
  show(shown.ply, link.dataset.overlay === shown.overlay ? "" : link.dataset.overlay);
});

find("log").addEventListener("click", (event) => {
  const entry = event.target.closest("[data-ply]");
  if (entry === null || !event.target.closest("a")) return;
  event.preventDefault();
  show(Number(entry.dataset.ply));
  board.focus({ preventScroll: false });
});

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest("input")) return;
  const keys = {
    ArrowLeft: () => step(-1),
    ArrowRight: () => step(1),
    Home: () => show(0),
    End: () => show(null),
  };
  if (!(event.key in keys)) return;
  event.preventDefault();
  keys[event.key]();
});

for (const id of ["slider", "play", "share"]) find(id).hidden = false;
find("last").href = base;
showLinks();
showSince();
setInterval(showSince, 60_000);
if (!page.over) listen();
