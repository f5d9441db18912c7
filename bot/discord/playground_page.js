// What the playground adds to the page: it shows what was answered, switches the language, and has a
// button below each board for what Discord offers in the menu of a post.

const list = document.getElementById("channel-message-list");
const timeline = document.getElementById("channel-timeline");
const status = document.getElementById("action-status");
const language = document.getElementById("language-picker");
const viewer = document.getElementById("viewer-picker");
const AGAIN = 50; // in milliseconds
const BUSY = 409;
const ATTEMPTS = 20;
const BETWEEN_ATTEMPTS = 500;

let followed = null; // the last action whose answer was shown
let known = new Set(); // the messages that were there before it
let waiting = null;
let scrolls = false; // whether somebody scrolls, and not the page
let looksBack = false; // whether somebody has scrolled back, and is left alone
let awaited = null; // the newest message when a step was asked for, until its answer is shown
const checked = new Map(); // of each message seen, whether it shows a position of a game

function messages() {
  return [...list.querySelectorAll("article")];
}

/** The newest message that an action has caused, or else the one that it changed: after a deferral
 * that is the one that was clicked. */
function answerTo(action) {
  const fresh = messages().filter((one) => !known.has(one.dataset.messageId));
  const changed = [...action.outcomes, action.target].map((one) => one?.messageId);
  return fresh.at(-1) ?? messages().findLast((one) => changed.includes(one.dataset.messageId));
}

/** As on a phone: the end of a message that is too long, unless it is all text. */
function show(message) {
  const view = timeline.getBoundingClientRect();
  const place = message.getBoundingClientRect();
  const fits = place.height <= view.height;
  if (!fits && !message.querySelector(".gallery-image")) {
    timeline.scrollTop += place.top - view.top;
  } else if (message === messages().at(-1)) {
    timeline.scrollTop = timeline.scrollHeight;
  } else if (place.bottom > view.bottom || !fits) {
    timeline.scrollTop += place.bottom - view.bottom;
  } else if (place.top < view.top) {
    timeline.scrollTop += place.top - view.top;
  }
  scrolls = false;
  looksBack = false;
}

function isAtEnd() {
  return timeline.scrollTop + timeline.clientHeight >= timeline.scrollHeight - 1;
}

function follow() {
  waiting = null;
  const now = window.simcordPreview;
  if (!now?.ready) {
    waitToFollow();
    return;
  }
  const action = now.lastAction;
  if (action && action.requestId !== followed) {
    followed = action.requestId;
    const answer = action.dispatched ? answerTo(action) : null;
    if (answer) show(answer);
  } else if (!looksBack) {
    showArrival();
  }
  showStep();
  known = new Set(messages().map((one) => one.dataset.messageId));
  void offerSteps();
}

/** A post that nobody's click on this page has caused, such as a move of the computer. */
function showArrival() {
  const last = messages().at(-1);
  if (last && known.size && !known.has(last.dataset.messageId)) show(last);
}

/** An answer that no action of the page has caused. */
function showStep() {
  const last = messages().at(-1);
  if (awaited === null || !last || last.dataset.messageId === awaited) return;
  awaited = null;
  show(last);
}

function waitToFollow() {
  waiting ??= setTimeout(follow, AGAIN);
}

function act(query) {
  const headers = { "X-Simcord-Capability": window.location.hash.slice(1) };
  return fetch(`/api/action?${new URLSearchParams(query)}`, { method: "POST", headers });
}

async function switchLanguage() {
  await act({ language: language.value });
  for (const button of document.querySelectorAll(".step-from-here")) button.textContent = stepLabel();
}

function stepLabel() {
  return language.selectedOptions[0].dataset.step;
}

async function offerSteps() {
  const posts = messages().filter((one) => !one.querySelector(".message-ephemeral-note"));
  const fresh = posts.map((one) => one.dataset.messageId).filter((id) => !checked.has(id));
  if (fresh.length) {
    for (const id of fresh) checked.set(id, false);
    const response = await act({ boards: "" });
    if (!response.ok) return;
    for (const id of await response.json()) checked.set(id, true);
  }
  const wasAtEnd = isAtEnd();
  for (const post of messages()) {
    const id = post.dataset.messageId;
    const parts = post.querySelector(".components-v2");
    if (!parts || !checked.get(id) || post.querySelector(".step-from-here")) continue;
    const button = document.createElement("button");
    button.type = "button";
    button.className = "step-from-here";
    button.textContent = stepLabel();
    button.addEventListener("click", () => stepFrom(id));
    parts.append(button);
  }
  if (wasAtEnd) timeline.scrollTop = timeline.scrollHeight;
}

async function stepFrom(post) {
  awaited = messages().at(-1)?.dataset.messageId ?? null;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const response = await act({ step: post, person: viewer.value });
    if (response.status !== BUSY) return;
    await new Promise((resolve) => setTimeout(resolve, BETWEEN_ATTEMPTS));
  }
}

const changes = { childList: true, subtree: true, characterData: true };
const observer = new MutationObserver(waitToFollow);
observer.observe(list, changes);
observer.observe(status, changes);
for (const way of ["wheel", "touchmove", "keydown"]) {
  timeline.addEventListener(way, () => (scrolls = true), { passive: true });
}
timeline.addEventListener("pointerdown", (event) => (scrolls ||= event.target === timeline));
timeline.addEventListener("scroll", () => {
  if (scrolls) looksBack = !isAtEnd();
});
language.addEventListener("change", switchLanguage);
