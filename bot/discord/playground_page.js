// What the playground adds to the page: it shows what was answered, and switches the language.

const list = document.getElementById("channel-message-list");
const timeline = document.getElementById("channel-timeline");
const status = document.getElementById("action-status");
const language = document.getElementById("language-picker");
const AGAIN = 50; // in milliseconds

let followed = null; // the last action whose answer was shown
let known = new Set(); // the messages that were there before it
let waiting = null;

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
  }
  known = new Set(messages().map((one) => one.dataset.messageId));
}

function waitToFollow() {
  waiting ??= setTimeout(follow, AGAIN);
}

async function switchLanguage() {
  const headers = { "X-Simcord-Capability": window.location.hash.slice(1) };
  await fetch(`/api/action?language=${language.value}`, { method: "POST", headers });
}

const changes = { childList: true, subtree: true, characterData: true };
const observer = new MutationObserver(waitToFollow);
observer.observe(list, changes);
observer.observe(status, changes);
language.addEventListener("change", switchLanguage);
