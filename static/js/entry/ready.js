// Forms wait until the entry is stored, so that the player hands in what they see. Irreversible acts are confirmed in
// a dialogue; without scripts the server asks on a separate page.

import { focusFault, focusTyped, isTyping } from "./faults.js";
import { keep, kept } from "../outlast.js";

/** @typedef {{storing: import("./store.js").Storing, words: Record<string, string>}} Entry */

/** Forms that have waited and are now sent. @type {WeakSet<HTMLFormElement>} */
const released = new WeakSet();

/** @param {HTMLFormElement} form */
const saysReady = (form) => String(form.getAttribute("action")).endsWith("/ready");

/** Send a form after waiting, or the form that has replaced it meanwhile. @param {HTMLFormElement} form @param {HTMLElement | null} submitter */
function release(form, submitter) {
  const action = form.getAttribute("action");
  const same = Array.from(document.forms).find((other) => other.getAttribute("action") === action && !other.closest("dialog"));
  const present = form.isConnected ? form : same;
  if (!present) return;
  released.add(present);
  present.requestSubmit(present === form ? submitter : null);
  released.delete(present);
}

/** Send the whole entry by its own button: the server's page shows the problem and keeps the input. @param {HTMLFormElement} form */
function sendWhole(form) {
  const button = /** @type {HTMLElement | null} */ (form.querySelector('button[name="ready"]'));
  if (button) release(form, button);
}

/** A second press within these milliseconds is not a decision: the next phase's button may have appeared in the same place. */
const SECOND_PRESS = 1500;
const PRESSED = "ready-pressed";
/** True once the player has touched or entered anything except this button, so has seen the phase. */
let isAtWork = false;

/** @param {Event} event */
function noteWork(event) {
  const form = /** @type {Element} */ (event.target).closest?.("form");
  if (!form || !saysReady(form)) isAtWork = true;
}

/** A press of the button that hands in an entry. @typedef {{ action: string, phase: string, at: number }} Press */

/** True if a press was meant for the phase of the last press. @param {Press} press @param {Partial<Press>} last */
export function isSecond(press, last) {
  return last.action === press.action && last.phase !== press.phase && press.at - Number(last.at) < SECOND_PRESS;
}

/** True if a press was meant for the previous phase; else remember it. @param {HTMLFormElement} form */
function isSecondPress(form) {
  const press = { action: form.action, phase: String(new FormData(form).get("phase")), at: Date.now() };
  const isMistaken = !isAtWork && isSecond(press, lastPress());
  isAtWork = false;
  if (!isMistaken) keep("sessionStorage", PRESSED, JSON.stringify(press));
  return isMistaken;
}

/** @returns {Partial<Press>} */
const lastPress = () => JSON.parse(kept("sessionStorage", PRESSED) ?? "{}");

/** @param {Entry} entry @param {HTMLFormElement} form @param {HTMLElement | null} submitter */
async function sendOnceStored({ storing, words }, form, submitter) {
  const outcome = await storing.flush();
  if (outcome === "stored") release(form, submitter);
  else if (!saysReady(form)) { if (outcome !== "offline" && form !== storing.form) release(form, submitter); }
  else if (outcome === "failed") sendWhole(storing.form);
  else if (outcome !== "offline") focusFault(storing.form, words);
}

/** @param {() => Entry | null} present the entry of the page, if there is one */
export function waitForStoring(present) {
  for (const kind of ["pointerdown", "keydown", "input"]) document.addEventListener(kind, noteWork, { capture: true });
  document.addEventListener("submit", (event) => {
    const form = /** @type {HTMLFormElement} */ (event.target);
    const entry = present();
    if (saysReady(form) && isSecondPress(form)) {
      event.preventDefault();
      event.stopImmediatePropagation();
      return;
    }
    if (!entry?.storing.form.isConnected || released.has(form)) return;
    const { storing, words } = entry;
    const isEntry = form === storing.form;
    const isTyped = saysReady(form) && isTyping();
    if (!isEntry && !isTyped && !storing.unsent) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (isTyped) focusTyped(words.typed);
    else if (isEntry) void storing.flush();
    else void sendOnceStored(entry, form, /** @type {HTMLElement | null} */ (event.submitter));
  }, { capture: true });
}

/** @param {SubmitEvent} event */
function ask(event) {
  const form = /** @type {HTMLFormElement} */ (event.target);
  const dialogue = document.getElementById(form.dataset.asks ?? "");
  if (!(dialogue instanceof HTMLDialogElement)) return;
  event.preventDefault();
  dialogue.showModal();
  /** @type {HTMLElement | null} */ (dialogue.querySelector("[data-no]"))?.focus();
}

export function enableQuestions() {
  document.addEventListener("submit", ask, { capture: true });
  document.addEventListener("click", (event) => {
    const no = /** @type {Element} */ (event.target).closest("[data-no]");
    no?.closest("dialog")?.close();
  });
}

// If a button is replaced between press and release, browsers report no click, so this clicks the new button. It
// happens when a player presses *Done* right after typing and the answer to storing is quick.

/** @type {HTMLButtonElement | null} */
let pressed = null;

/** The action and the phase of a button. @param {HTMLButtonElement} button */
const purpose = ({ form, value, textContent }) =>
  [form?.getAttribute("action"), form && new FormData(form).get("phase"), value, textContent].join(" ");

/** @param {EventTarget | null} target @returns {HTMLButtonElement | null} */
const buttonOf = (target) => (target instanceof Element ? target.closest("button") : null);

export function followPresses() {
  addEventListener("pointerdown", (event) => { pressed = event.button ? null : buttonOf(event.target); }, { capture: true });
  addEventListener("pointercancel", () => { pressed = null; }, { capture: true });
  addEventListener("pointerup", ({ clientX, clientY }) => {
    const [before, after] = [pressed, buttonOf(document.elementFromPoint(clientX, clientY))];
    pressed = null;
    if (before && after && !before.isConnected && purpose(before) === purpose(after)) after.click();
  }, { capture: true });
}
