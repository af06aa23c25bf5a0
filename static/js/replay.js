// What has just happened is shown on the board of an open page: a movement as orders, outcomes and the units
// afterwards, an auction as its two sheets step by step. Then the present comes back by itself, or at a press.

import { fetchPage } from "./scrubber_pages.js";

const SHOWN_FOR = 3000; // milliseconds for each step
const READ_FOR = 900; // milliseconds for each line of an auction
const MOST = 3; // chapters that are shown to whoever comes back

/** The steps of a chapter's board: the moments that it can show. @typedef {{ show: () => void, lasts: number }} Step */

/** @param {Element} shown @returns {Step[]} */
function stepsOf(shown) {
  const moments = /** @type {NodeListOf<HTMLInputElement>} */ (shown.querySelectorAll(".moments input"));
  if (moments.length) return Array.from(moments, (moment) => ({ show: () => { moment.checked = true; }, lasts: SHOWN_FOR }));
  const lines = /** @type {HTMLElement[]} */ (Array.from(shown.querySelectorAll("[data-step]")));
  for (const line of lines) line.classList.add("to-come");
  const last = { show: () => {}, lasts: 2 * SHOWN_FOR };
  return [...lines.map((line) => ({ show: () => reveal(line), lasts: READ_FOR })), last];
}

/** Show a line, and scroll to it within what is shown. @param {HTMLElement} line */
function reveal(line) {
  line.classList.remove("to-come");
  const room = line.closest(".replay-shown");
  const below = room ? line.getBoundingClientRect().bottom - room.getBoundingClientRect().bottom : 0;
  if (room && below > 0) room.scrollTop += below;
}

/** What of a chapter's page is shown: its board where there are orders to see, else what it says. @param {Document} page */
function matterOf(page) {
  const figure = page.querySelector(".board-panel > .board");
  if (figure?.querySelector(".moments")) {
    figure.innerHTML = figure.innerHTML.replaceAll("board-hatch", "replay-hatch").replaceAll("board-moment", "replay-moment");
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
  /** @param {HTMLElement} panel of the board @param {string[]} urls of the chapters to show, the oldest first */
  constructor(panel, urls) {
    const template = /** @type {HTMLTemplateElement} */ (document.getElementById("replay-frame"));
    this.panel = panel;
    this.urls = urls;
    this.frame = /** @type {HTMLElement} */ (template.content.firstElementChild?.cloneNode(true));
    this.timer = 0;
    /** @type {Step[]} */
    this.steps = [];
    this.part("on").addEventListener("click", () => this.step());
    this.part("stay").addEventListener("click", () => this.stay());
    this.frame.addEventListener("keydown", (event) => { if (event.key === "Escape") this.end(); });
    this.frame.addEventListener("change", () => this.stay());
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
    // Whoever gives orders already is not interrupted: their next tap would fall on what covers their board.
    const isInterrupting = !this.frame.isConnected && this.panel.querySelector(".board.entering");
    if (!page || !matter || isInterrupting) return this.end();
    const shown = /** @type {HTMLElement} */ (this.frame.querySelector(".replay-shown"));
    shown.replaceChildren(matter);
    this.part("says").textContent = page.querySelector("#part-results h2")?.textContent ?? matter.querySelector("h2")?.textContent ?? "";
    this.steps = stepsOf(matter);
    if (!this.frame.isConnected) {
      const focused = this.panel.contains(document.activeElement) || document.activeElement === document.body;
      this.panel.prepend(this.frame);
      this.panel.classList.add("replaying");
      if (focused) this.frame.focus({ preventScroll: true });
    }
    document.dispatchEvent(new CustomEvent("board:added"));
    return this.step();
  }

  /** Show the next step, and the one after it in a while. */
  step() {
    clearTimeout(this.timer);
    const step = this.steps.shift();
    if (!step) return void this.next();
    step.show();
    this.timer = setTimeout(() => this.step(), step.lasts);
  }

  stay() {
    clearTimeout(this.timer);
    this.part("stay").hidden = true;
  }

  end() {
    clearTimeout(this.timer);
    const focused = this.frame.contains(document.activeElement);
    this.frame.remove();
    this.panel.classList.remove("replaying");
    dispatchEvent(new Event("resize"));
    if (focused) /** @type {HTMLElement | null} */ (document.querySelector("#task, [role='tab'][aria-selected='true']"))?.focus();
  }
}

/** @type {Replay | null} */
let running = null;

/** Show the phases from a chapter on; offers and the like are said elsewhere. @param {number} from */
export function replayFrom(from) {
  const marks = /** @type {HTMLAnchorElement[]} */ (Array.from(document.querySelectorAll("#scrubber a.mark")));
  const urls = marks.slice(from).filter((mark) => !mark.matches(".event")).map((mark) => mark.href);
  const panel = document.getElementById("live-board");
  if (!urls.length || !panel) return;
  running?.end();
  if (!document.querySelector(".kept")) document.getElementById("main")?.classList.remove("pulled-up");
  running = new Replay(panel, urls.slice(-MOST));
  void running.next();
}
