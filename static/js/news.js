// What is new in a duel is shown on its board: to an open page at once, to whoever comes back when they come.

/** Show the phases from a chapter on. @param {number} from */
const replay = async (from) => (await import("./replay.js")).replayFrom(from);

const live = () => document.getElementById("live");
const seenKey = () => `seen:${location.pathname}`;

/** The number of chapters that this reader has seen here; none on the first visit. */
function seen() {
  try {
    return localStorage.getItem(seenKey());
  } catch {
    return null; // the browser keeps nothing
  }
}

function noteSeen() {
  try {
    localStorage.setItem(seenKey(), String(live()?.dataset.ordinal));
  } catch { /* the browser keeps nothing */ }
}

/** Show what is new since a number of chapters. @param {number} known */
function showNew(known) {
  if (known < Number(live()?.dataset.ordinal)) void replay(known);
  noteSeen();
}

if (document.getElementById("live-board")) {
  let known = Number(seen() ?? live()?.dataset.ordinal);
  showNew(known);
  known = Number(live()?.dataset.ordinal);
  document.addEventListener("duel:renewed", () => {
    if (!document.getElementById("live-board")) return;
    // The strip grows at the same event, by a listener that may come later.
    queueMicrotask(() => { showNew(known); known = Number(live()?.dataset.ordinal); });
  });
}

document.addEventListener("click", (event) => {
  const button = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest("[data-again]"));
  const marks = document.querySelectorAll("#scrubber a.mark:not(.event)");
  if (button && marks.length) void replay(Array.from(document.querySelectorAll("#scrubber a.mark")).indexOf(marks[marks.length - 1]));
});
