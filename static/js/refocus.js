// After a form that leads back to the same duel, whoever uses keys goes on at what it changed: the task of the next
// phase, else the part of the page that the form stood in.

const ACTED = "acted";

const live = () => document.getElementById("live");

/** @typedef {{ page: string, phase: string, part: string }} Act */

/** @returns {Partial<Act>} */
function lastAct() {
  try {
    const act = JSON.parse(sessionStorage.getItem(ACTED) ?? "{}");
    sessionStorage.removeItem(ACTED);
    return act;
  } catch {
    return {}; // the browser keeps nothing
  }
}

/** @param {Act} act */
function noteAct(act) {
  try {
    sessionStorage.setItem(ACTED, JSON.stringify(act));
  } catch { /* the browser keeps nothing */ }
}

/** What of a part is read first. @param {Element | null} part */
const beginning = (part) => /** @type {HTMLElement | null} */ (part?.querySelector(":is(h2, h3, p):not([hidden], [hidden] *)"));

/** @param {boolean} byKey whether the form was sent by a key */
export function goOnAtWhatChanged(byKey) {
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
  if (page && part && !event.defaultPrevented) noteAct({ page, phase: String(phase), part });
}

document.addEventListener("submit", note);
