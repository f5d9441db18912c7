// Playing on the page of a seat. Every choice is a button of a form, which works without this
// script. It puts the buttons where their choices lie in the pictures, and exchanges the part of
// the page that changes.

"use strict";

const path = document.body.dataset.path;
const turn = document.getElementById("turn");
let busy = false;
let latest = null; // what was told last about the game

// Buttons on pictures.

function putInPlaces() {
  const figures = turn.querySelectorAll("figure");
  for (const button of turn.querySelectorAll("[data-place]")) {
    const [left, top, width, height] = button.dataset.place.split(" ").map(Number);
    const placed = button.id ? button.cloneNode(true) : button; // what has a name stays in its row, too
    if (placed !== button) {
      placed.removeAttribute("id");
      placed.tabIndex = -1;
      placed.setAttribute("aria-hidden", "true");
      placed.dataset.turns = "yes";
    }
    placed.classList.add("placed");
    placed.classList.toggle("round", button.dataset.round === "yes");
    placed.title = button.textContent.trim();
    Object.assign(placed.style, {
      left: `${left}%`,
      top: `${top}%`,
      width: `${width}%`,
      height: `${height}%`,
      zIndex: 10_000 - Math.round(Math.min(9_999, width * height)), // the smallest on top
    });
    figures[Number(button.dataset.picture)].append(placed);
  }
  for (const group of turn.querySelectorAll(".group")) {
    group.classList.toggle("on-picture", group.querySelector("button") === null);
  }
}

// Pictures as large as there is room for.
function fit() {
  for (const image of turn.querySelectorAll("figure img")) {
    const most = parseFloat(getComputedStyle(image).maxHeight);
    const room = image.closest(".pictures").clientWidth;
    const shape = Number(image.getAttribute("width")) / Number(image.getAttribute("height"));
    image.closest("figure").style.width = `${Math.floor(Math.min(room, most * shape))}px`;
  }
}

// Exchanging the part that changes.

async function show(address, options = {}, saved = false) {
  if (busy) return;
  busy = true;
  turn.setAttribute("aria-busy", "true");
  try {
    const answer = await fetch(address, { ...options, headers: { "X-Part": "turn" } });
    if (answer.status === 429) return;
    if (!answer.ok) {
      location.reload(); // the session has ended, or the page is of another version
      return;
    }
    await exchange(await answer.text(), saved); // made by the server, which escapes all names
  } catch {
    // Without a connection, what is shown stays.
  } finally {
    busy = false;
    turn.removeAttribute("aria-busy");
  }
  catchUp();
}

// Show what happened while something else was on its way.
function catchUp() {
  if (busy || latest === null) return;
  const shown = turn.querySelector("form").dataset;
  const game = `${latest.branch}.${latest.ply}`;
  const isBehind = shown.game !== game || (latest.over && !shown.over);
  latest = null; // once: what is shown then may be further on
  if (isBehind) show(shown.here);
}

async function exchange(html, saved) {
  const part = document.createElement("template");
  part.innerHTML = html;
  await loaded(part.content);
  const game = turn.querySelector("form").dataset.game;
  const focused = document.activeElement;
  const held = focused?.closest("#turn") ? focused : null;
  const before = { note: document.getElementById("note"), isOpen: document.getElementById("own-note").open };
  turn.replaceChildren(part.content);
  if (!saved) keepTyped(before);
  putInPlaces();
  fit();
  if (held) focusLike(held);
  if (saved || turn.querySelector("form").dataset.game !== game) refreshLog();
}

// A note that is being written stays as it is when the game goes on.
function keepTyped({ note, isOpen }) {
  document.getElementById("own-note").open = isOpen;
  if (note.value === note.defaultValue) return;
  const typed = document.getElementById("note");
  typed.value = note.value;
  typed.setSelectionRange(note.selectionStart, note.selectionEnd);
}

// The new pictures are loaded before the old ones go, so that nothing flickers.
function loaded(content) {
  const light = matchMedia("(prefers-color-scheme: light)").matches;
  const all = [...content.querySelectorAll("picture")].map((picture) => {
    const image = new Image();
    image.src = light ? picture.querySelector("source").srcset : picture.querySelector("img").src;
    return image.decode().catch(() => {});
  });
  const patience = new Promise((resolve) => setTimeout(resolve, 3000));
  return Promise.race([Promise.all(all), patience]);
}

function focusLike(held) {
  const same = held.id ? document.getElementById(held.id) : null;
  const place = held.dataset.place ? turn.querySelector(`button[data-place="${held.dataset.place}"]`) : null;
  const next = same ?? place ?? document.getElementById("confirm") ?? turn.querySelector("button, a");
  next?.focus({ preventScroll: true });
}

async function refreshLog() {
  const answer = await fetch(path);
  if (!answer.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  document.getElementById("log").replaceChildren(...page.getElementById("log").childNodes);
}

// What people do.

turn.addEventListener("submit", (event) => {
  event.preventDefault();
  const body = new URLSearchParams(new FormData(event.target));
  if (event.submitter) body.set(event.submitter.name, event.submitter.value);
  const saved = event.target.id === "noting";
  show(event.target.getAttribute("action"), { method: "POST", body }, saved);
});

turn.addEventListener("click", (event) => {
  const link = event.target.closest("a");
  if (link !== null) {
    event.preventDefault();
    show(link.getAttribute("href"));
    return;
  }
  const placed = event.target.closest(".placed");
  if (placed !== null) {
    event.preventDefault();
    turn.querySelector("form").requestSubmit(placed);
  }
});

const turnTile = () => document.getElementById("turning")?.click();

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.key.toLowerCase() !== "r") return;
  if (event.target.closest("textarea")) return;
  turnTile();
});

turn.addEventListener(
  "wheel",
  (event) => {
    if (!event.target.closest("[data-turns]") || event.ctrlKey) return;
    event.preventDefault();
    turnTile();
  },
  { passive: false },
);

// What others do.

function listen() {
  const events = new EventSource(`${path}/events`);
  events.onmessage = (event) => {
    latest = JSON.parse(event.data);
    catchUp();
  };
  events.onerror = () => {
    if (events.readyState === EventSource.CLOSED) setTimeout(listen, 60_000);
  };
}

putInPlaces();
fit();
addEventListener("resize", fit);
if (!turn.querySelector("form").dataset.over) listen();
