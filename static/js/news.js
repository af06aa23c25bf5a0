// Shows news of a duel on its board: at once on an open page, and to players when they return.

import { forget, keep, kept } from "./outlast.js";

const SWITCH = "replay";
const BY_KEY = "by-key";
const ACTED = "acted";

const live = () => document.getElementById("live");
/** The storage key of the duel; the page's address may be that of a refused entry. */
const seenKey = () => `seen:${new URL(String(live()?.dataset.page || location.pathname), location.href).pathname}`;

/** Whether the viewer's last act, on this page or the previous one, was by keyboard. */
let byKey = kept("sessionStorage", BY_KEY) === "yes";
addEventListener("keydown", () => { byKey = true; }, { capture: true });
addEventListener("pointerdown", () => { byKey = false; }, { capture: true });
addEventListener("pagehide", () => keep("sessionStorage", BY_KEY, byKey ? "yes" : "no"));

// Screen readers press buttons without key events.
addEventListener("click", (event) => { if (!event.detail) byKey = true; }, { capture: true });
goOnAtWhatChanged(byKey);

/** Replay the phases from a chapter on. @param {number} from */
const replay = async (from) => (await import("./replay.js")).replayFrom(from, !byKey);

/** The number of chapters that this viewer has seen here; null on the first visit. */
const seen = () => kept("localStorage", seenKey());

const isOn = () => kept("localStorage", SWITCH) !== "off";

/** Replay the chapters after the known ones. @param {number} known */
function showNew(known) {
  if (known < Number(live()?.dataset.ordinal) && isOn()) void replay(known);
  keep("localStorage", seenKey(), String(live()?.dataset.ordinal));
}

const box = /** @type {HTMLInputElement | null} */ (document.querySelector("[data-replay-switch]"));
if (box) {
  box.closest("[hidden]")?.removeAttribute("hidden");
  box.checked = isOn();
  box.addEventListener("change", () => keep("localStorage", SWITCH, box.checked ? "on" : "off"));
}

if (document.getElementById("live-board")) {
  let known = Number(seen() ?? live()?.dataset.ordinal);
  showNew(known);
  known = Number(live()?.dataset.ordinal);
  document.addEventListener("duel:renewed", () => {
    if (!document.getElementById("live-board")) return;
    // The strip of chapters grows on the same event, perhaps in a later listener.
    queueMicrotask(() => { showNew(known); known = Number(live()?.dataset.ordinal); });
  });
}

document.addEventListener("click", (event) => {
  const button = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest("[data-again]"));
  const marks = document.querySelectorAll("#scrubber a.mark:not(.event)");
  if (button && marks.length) void replay(Array.from(document.querySelectorAll("#scrubber a.mark")).indexOf(marks[marks.length - 1]));
});

// After a form that returns to the same duel, keyboard focus goes to what has changed: the task of the next phase,
// else the part of the page with the form.
/** @typedef {{ page: string, phase: string, part: string }} Act */

/** @returns {Partial<Act>} */
function lastAct() {
  const act = JSON.parse(kept("sessionStorage", ACTED) ?? "{}");
  forget("sessionStorage", ACTED);
  return act;
}

/** The first text of a part. @param {Element | null} part */
const beginning = (part) => /** @type {HTMLElement | null} */ (part?.querySelector(":is(h2, h3, p):not([hidden], [hidden] *)"));

/** @param {boolean} byKey whether the form was sent by keyboard */
function goOnAtWhatChanged(byKey) {
  const act = lastAct();
  const { page, phase } = live()?.dataset ?? {};
  if (!byKey || !page || act.page !== page || document.querySelector("[autofocus]")) return;
  const part = document.getElementById(act.phase === phase ? String(act.part) : "live-task");
  const place = beginning(part) ?? beginning(document.querySelector(".part.open"));
  place?.setAttribute("tabindex", "-1");
  place?.focus({ preventScroll: true });
}

/** @param {SubmitEvent} event */
function note(event) {
  const form = /** @type {HTMLFormElement} */ (event.target);
  const { page, phase } = live()?.dataset ?? {};
  const part = form.closest("[data-live]")?.id;
  if (page && part && !event.defaultPrevented) keep("sessionStorage", ACTED, JSON.stringify({ page, phase: String(phase), part }));
}

document.addEventListener("submit", note);
