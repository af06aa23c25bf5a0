// Replays what has just happened on the board of an open page: a movement as orders, outcomes and final units, an
// auction as its two sheets step by step, each step with a sentence. It never takes the focus. Results stay until the
// viewer continues, by a press or the next order; after a key press, or with reduced motion, each step waits for
// that.

import { fetchPage } from "./scrubber_pages.js";

const SHOWN_FOR = 3000; // milliseconds for each step
const READ_FOR = 900; // milliseconds for each line of an auction
const MOST = 3; // the most chapters replayed to returning viewers

/** A step of a chapter's board, or a line of an auction; with `lasts` 0 it stays. @typedef {{ show: () => void, says: string, lasts: number, isLine?: boolean }} Step */

/** @param {Element} shown @param {DOMStringMap} words @returns {Step[]} */
function stepsOf(shown, words) {
  const moments = /** @type {NodeListOf<HTMLInputElement>} */ (shown.querySelectorAll(".moments input"));
  if (moments.length) {
    const lasts = (/** @type {HTMLInputElement} */ moment) => (moment.value === "outcomes" ? 0 : SHOWN_FOR);
    return Array.from(moments, (moment) => ({ show: () => { moment.checked = true; }, says: sentence(shown, moment, words), lasts: lasts(moment) }));
  }
  const lines = /** @type {HTMLElement[]} */ (Array.from(shown.querySelectorAll("[data-step]")));
  for (const line of lines) line.classList.add("to-come");
  const steps = lines.map((line) => ({ show: () => reveal(line), says: cellsOf(line).map(inOneLine).join(", "), lasts: READ_FOR, isLine: true }));
  return [...steps.slice(0, -1), { show: () => {}, says: "", ...steps.at(-1), lasts: 0 }];
}

/** The cells of a row; any other element itself. @param {HTMLElement} line @returns {Element[]} */
const cellsOf = (line) => (line instanceof HTMLTableRowElement ? Array.from(line.cells) : [line]);

/** @param {Element | null | undefined} element */
const inOneLine = (element) => (element?.textContent || "").replaceAll(/\s+/g, " ").trim();

/** The sentence of a moment; for the outcomes, the failed orders with reasons, and the dislodged units. @param {Element} shown @param {HTMLInputElement} moment @param {DOMStringMap} words */
function sentence(shown, moment, words) {
  const name = inOneLine(moment.closest("label"));
  if (moment.value !== "outcomes") return name;
  const failed = Array.from(shown.querySelectorAll(".arrow.failed > title, .routed > [data-unsaid] > title"), inOneLine);
  return `${name}${words.colon} ${failed.join(String(words.apart)) || words.allDone}`;
}

/** Show a line, and scroll to it within its container. @param {HTMLElement} line */
function reveal(line) {
  line.classList.remove("to-come");
  const room = line.closest(".replay-shown");
  const below = room ? line.getBoundingClientRect().bottom - room.getBoundingClientRect().bottom : 0;
  if (room && below > 0) room.scrollTop += below;
}

/** The part of a chapter's page to show: the board if it has orders, else the text. @param {Document} page */
function matterOf(page) {
  const figure = page.querySelector(".board-panel > .board");
  if (figure?.querySelector(".moments")) {
    figure.innerHTML = figure.innerHTML.replaceAll(/board-(hatch|hired|sheet|moment)/g, "replay-$1");
    figure.id = "replay-board";
    figure.classList.remove("begun");
    return figure;
  }
  const said = page.getElementById("part-results");
  said?.removeAttribute("role");
  said?.removeAttribute("id");
  said?.classList.add("replay-said");
  return said;
}

class Replay {
  /** @param {HTMLElement} panel of the board @param {string[]} urls of the chapters to show, the oldest first @param {boolean} isTimed */
  constructor(panel, urls, isTimed) {
    const template = /** @type {HTMLTemplateElement} */ (document.getElementById("replay-frame"));
    this.panel = panel;
    this.urls = urls;
    this.isTimed = isTimed && !matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.heard = document.querySelector("[data-replay-heard]");
    this.frame = /** @type {HTMLElement} */ (template.content.firstElementChild?.cloneNode(true));
    this.timer = 0;
    /** @type {Step[]} */
    this.steps = [];
    this.part("on").addEventListener("click", () => this.press());
    this.over = new AbortController();
    document.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && !/** @type {Element} */ (event.target).closest("dialog")) this.end(); else this.stay();
    }, { signal: this.over.signal });
    document.addEventListener("input", (event) => {
      if (/** @type {Element} */ (event.target).closest("form.entry")) this.end();
    }, { signal: this.over.signal });
    // Keep a focused element focused.
    this.frame.addEventListener("change", () => this.stay());
    this.frame.addEventListener("focusin", (event) => { if (/** @type {Element} */ (event.target).matches(":focus-visible")) this.stay(); });
  }

  /** @param {string} name @returns {HTMLElement} */
  part(name) {
    return /** @type {HTMLElement} */ (this.frame.querySelector(`[data-replay-${name}]`));
  }

  /** Show the next chapter, or the present again. */
  async next() {
    const url = this.urls.shift();
    const page = url && await fetchPage(url).then((text) => new DOMParser().parseFromString(text, "text/html"), () => null);
    const matter = page && matterOf(page);
    // Do not interrupt a player who is giving orders: the next tap would hit the replay over the board.
    const isInterrupting = !this.frame.isConnected && this.panel.querySelector(".board.entering");
    if (!page || !matter || isInterrupting) return this.end();
    const shown = /** @type {HTMLElement} */ (this.frame.querySelector(".replay-shown"));
    shown.replaceChildren(matter);
    const name = page.querySelector("#part-results h2")?.textContent ?? matter.querySelector("h2")?.textContent ?? "";
    this.part("says").textContent = name;
    this.steps = stepsOf(matter, this.part("says").dataset);
    if (this.steps.length) this.steps[0].says = `${name}${this.part("says").dataset.colon} ${this.steps[0].says}`;
    if (!this.frame.isConnected) {
      // The board is hidden during the replay, so its focused element would lose the focus.
      if (this.panel.querySelector(".board")?.contains(document.activeElement)) this.giveFocus();
      this.cover();
    }
    document.dispatchEvent(new CustomEvent("board:added"));
    return this.step();
  }

  /** Show the rest of a running auction at once; else the next step. */
  press() {
    if (this.isTimed && this.steps[0]?.isLine) while (this.steps.length > 1) this.step();
    this.step();
  }

  /** Show the next step, and schedule the one after it. */
  step() {
    clearTimeout(this.timer);
    const step = this.steps.shift();
    if (!step) return void this.next();
    step.show();
    if (this.heard && step.says) this.heard.textContent = step.says;
    if (this.isTimed && step.lasts) this.timer = setTimeout(() => this.step(), step.lasts);
  }

  /** True until the present is shown again. */
  get isOn() {
    return !this.over.signal.aborted;
  }

  /** Append chapters to those still to be shown. @param {string[]} urls @param {HTMLElement} panel of the board, which may be a new one */
  add(urls, panel) {
    this.urls = [...this.urls, ...urls].slice(-MOST);
    this.panel = panel;
    if (this.steps.length || this.frame.querySelector(".board, .replay-said")) this.cover();
  }

  cover() {
    this.panel.prepend(this.frame);
    this.panel.classList.add("replaying");
  }

  stay() {
    clearTimeout(this.timer);
    this.isTimed = false;
  }

  giveFocus() {
    this.panel.setAttribute("tabindex", "-1");
    this.panel.focus({ preventScroll: true });
  }

  end() {
    clearTimeout(this.timer);
    this.over.abort();
    const focused = this.frame.contains(document.activeElement);
    this.frame.remove();
    this.panel.classList.remove("replaying");
    dispatchEvent(new Event("resize"));
    document.dispatchEvent(new CustomEvent("replay:over"));
    if (focused) this.giveFocus();
  }
}

/** @type {Replay | null} */
let running = null;

/** Replay the phases from a chapter on, without events such as offers, which are announced elsewhere. @param {number} from @param {boolean} isTimed */
export function replayFrom(from, isTimed) {
  const marks = /** @type {HTMLAnchorElement[]} */ (Array.from(document.querySelectorAll("#scrubber a.mark")));
  const urls = marks.slice(from).filter((mark) => !mark.matches(".event")).map((mark) => mark.href);
  const panel = document.getElementById("live-board");
  if (!urls.length || !panel) return;
  // A phase that ends during a replay is appended.
  if (running?.isOn) return running.add(urls, panel);
  if (!document.querySelector(".kept")) document.getElementById("main")?.classList.remove("pulled-up");
  running = new Replay(panel, urls.slice(-MOST), isTimed);
  void running.next();
}
