// Stores orders, bids and lists while the player enters them: sends each change of the form, and updates the page
// from the server's answer.

import { noteOwn, noteSending } from "../live_page.js";
import { listenWhileThere } from "../outlast.js";
import { forget, mark } from "./faults.js";
import { fill, report } from "./state.js";

const TYPING = 400;
const TIMEOUT = 20_000;
const FIRST_PAUSE = 1000;
const LONGEST_PAUSE = 15_000;
const SERVER_ERROR = 500;

/**
 * @typedef {object} Answer
 * @property {string} seen @property {string} own @property {string} stored @property {string} ready @property {string} defaults @property {boolean} is_ready
 * @property {string} [arrows] @property {string} [typed] of orders
 * @property {string} [problem] @property {Record<string, string>} [faults] by field name
 * @property {Record<string, string>} [rules] links to the rules, by field name
 */
/** The result of storing: stored; incomplete or refused, so that the player has to correct something; no answer; or failed. @typedef {"stored"|"held"|"refused"|"offline"|"failed"} Outcome */

/**
 * Read an answer. Instead of JSON it may be a page, for example after the session has ended: its text is the problem
 * then.
 * @param {Response} response @returns {Promise<Answer>}
 */
async function read(response) {
  if (response.headers.get("Content-Type")?.startsWith("application/json")) return response.json();
  if (response.status >= SERVER_ERROR) throw new Error(String(response.status));
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  const words = [page.querySelector("main h1"), page.querySelector("main h1 ~ p:not(.mono)")];
  const problem = words.map((part) => part?.textContent?.trim()).filter(Boolean).join(". ");
  return /** @type {Answer} */ ({ problem });
}

/** Make the stored values the form's defaults. @param {HTMLFormElement} form */
function countAsLoaded(form) {
  for (const control of form.elements) {
    if (control instanceof HTMLInputElement && control.type !== "hidden") control.defaultValue = control.value;
  }
}

/** True if a control's value differs from the one that the server sent. @param {Element} control */
function isChanged(control) {
  if (control instanceof HTMLInputElement) return control.type !== "hidden" && control.value !== control.defaultValue;
  if (!(control instanceof HTMLSelectElement)) return false;
  const loaded = Array.from(control.options).findIndex((option) => option.defaultSelected);
  return control.selectedIndex !== Math.max(0, loaded);
}

export class Storing {
  // The numbers of the last change made, the last one stored, and the last one refused.
  #changed = 0;
  #stored = 0;
  #refused = -1;
  #pause = 0;
  #timer = 0;
  /** @type {Promise<void> | null} */
  #sending = null;
  /** A request without an answer: it is repeated unchanged, since it may have arrived. @type {{body: FormData, number: number} | null} */
  #pending = null;
  /** @type {Outcome} */
  #outcome = "stored";

  /** @param {HTMLFormElement} form @param {Record<string, string>} words */
  constructor(form, words) {
    this.form = form;
    this.words = words;
    form.addEventListener("input", (event) => this.#note(event instanceof InputEvent ? TYPING : 0));
    form.addEventListener("change", () => { if (this.unsent && !this.#sending) void this.#push(); });
    // When the player leaves the page, send the last changes at once.
    listenWhileThere(form, globalThis, "pagehide", () => this.#leave());
    listenWhileThere(form, document, "visibilitychange", () => { if (document.hidden) this.#leave(); });
    // Entered before the scripts were loaded.
    if (Array.from(form.elements).some(isChanged)) this.#note(0);
  }

  /** True while the server does not have all changes. */
  get unsent() {
    return this.form.isConnected && this.#stored !== this.#changed;
  }

  /** @param {number} after milliseconds */
  #note(after) {
    this.#changed += 1;
    clearTimeout(this.#timer);
    if (after) this.#timer = setTimeout(() => void this.#push(), after);
    else void this.#push();
  }

  /** Store all changes, and return the outcome. @returns {Promise<Outcome>} */
  async flush() {
    for (let tries = 0; this.unsent && tries < 3; tries += 1) {
      if (this.#refused === this.#changed) break;
      await (this.#sending ?? this.#push());
      if (this.#outcome !== "stored") break;
    }
    return this.unsent ? this.#outcome : "stored";
  }

  /** Try again now. */
  retry() {
    this.#refused = -1;
    void this.#push();
  }

  #leave() {
    if (this.unsent && !this.#sending) void this.#push();
  }

  #push() {
    clearTimeout(this.#timer);
    this.#sending ??= this.#sendAll().finally(() => { this.#sending = null; });
    return this.#sending;
  }

  async #sendAll() {
    while (this.unsent && this.#refused !== this.#changed) {
      if (this.form.dataset.held) {
        report(this.form.dataset.held, "held");
        this.#outcome = "held";
        return;
      }
      if (this.#outcome !== "offline") report(this.words.storing);
      this.#pending ??= { body: new FormData(this.form), number: this.#changed };
      try {
        const sent = this.#send(this.#pending.body, this.#pending.number);
        noteSending(sent);
        await sent;
      } catch {
        this.#wait();
        return;
      }
    }
  }

  #wait() {
    this.#outcome = "offline";
    report(this.words.offline, "offline");
    this.#pause = Math.min(this.#pause * 2 + FIRST_PAUSE, LONGEST_PAUSE);
    this.#timer = setTimeout(() => void this.#push(), this.#pause);
  }

  /** @param {FormData} body @param {number} number of the last change in it */
  async #send(body, number) {
    const answer = await read(await fetch(String(this.form.dataset.store), {
      method: "POST", body, headers: { Accept: "application/json" }, signal: AbortSignal.timeout(TIMEOUT), keepalive: true,
    }));
    this.#pending = null;
    this.#pause = 0;
    forget(this.form);
    if (answer.problem) this.#refuse(answer, number);
    else this.#take(answer, number);
  }

  /** @param {Answer} answer @param {number} number */
  #refuse(answer, number) {
    this.#refused = number;
    this.#outcome = answer.faults ? "refused" : "failed";
    if (number !== this.#changed) return;
    mark(this.form, answer.faults ?? {}, answer.rules ?? {});
    report(fill(this.words.refused, { problem: String(answer.problem) }), "bad");
  }

  /** @param {Answer} answer @param {number} number */
  #take(answer, number) {
    this.#stored = number;
    this.#outcome = "stored";
    show(answer);
    report(fill(answer.stored, { time: answer.seen }));
    if (this.#stored !== this.#changed) return;
    countAsLoaded(this.form);
    document.dispatchEvent(new CustomEvent("entry:stored"));
  }
}

/** Update the page from an answer. @param {Answer} answer */
function show(answer) {
  noteOwn(answer.own);
  for (const seen of document.querySelectorAll('input[name="seen"]')) /** @type {HTMLInputElement} */ (seen).value = answer.seen;
  const arrows = document.querySelector(".board .arrows");
  if (arrows && answer.arrows !== undefined) arrows.innerHTML = answer.arrows;
  const box = /** @type {HTMLTextAreaElement | null} */ (document.getElementById("typed"));
  if (box && answer.typed !== undefined && box.value === box.defaultValue) box.value = box.defaultValue = answer.typed;
  replace("defaults-section", answer.defaults);
  replace("ready-section", answer.ready);
}

/** Replace the HTML of a part of the page; a focused button keeps the focus. @param {string} id @param {string} html */
function replace(id, html) {
  const part = document.getElementById(id);
  if (!part) return;
  const hadFocus = part.contains(document.activeElement);
  part.innerHTML = html;
  if (hadFocus) part.querySelector("button")?.focus({ preventScroll: true });
}

// Values stored without a reload count as loaded.
document.addEventListener("entry:stored", () => {
  for (const option of /** @type {NodeListOf<HTMLOptionElement>} */ (document.querySelectorAll("form.entry option"))) {
    option.defaultSelected = option.selected;
  }
});
