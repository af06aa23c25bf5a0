// Shows the chapters of a duel on a strip without leaving the page; without this script the strip is a list of links.

import { fetchPage, isCached, loadMissing } from "./scrubber_pages.js";

const PLAYED_FOR = 2000; // milliseconds per chapter in a replay of all
const RESTED_FOR = 60; // milliseconds at rest before a page is requested

class Scrubber {
  /** @param {HTMLElement} nav */
  constructor(nav) {
    /** @param {string} selector @returns {any} */
    const part = (selector) => nav.querySelector(selector);
    this.nav = nav;
    this.list = /** @type {HTMLElement} */ (part(".strip"));
    this.play = part("[data-play]");
    this.status = part("[data-shown]");
    this.request = new AbortController();
    this.loadTimer = 0;
    this.playTimer = 0;
    this.addsHistory = false; // true if the next chapter shown adds an entry to the browser's history
    this.path = location.pathname;
    /** @type {HTMLAnchorElement[]} */
    this.links = [];
    this.at = 0;
    this.slide = /** @type {{ x: number, moved: boolean, edge: number } | null} */ (null);
    this.collect();
    part(".pass").remove(); // not needed, since one press of Tab passes the strip now
    this.play.hidden = this.leadsOnly;
    this.reveal();
    this.listen();
  }

  /** True if the page has input that must not be lost: then the strip only has links. */
  get leadsOnly() {
    return document.querySelector("main form.entry, main .typed form") !== null;
  }

  collect() {
    this.links = /** @type {HTMLAnchorElement[]} */ (Array.from(this.list.querySelectorAll("a.mark")));
    const at = this.links.findIndex((link) => link.getAttribute("aria-current"));
    this.at = at < 0 ? this.links.length : at;
    this.rove(Math.min(this.at, this.links.length - 1));
  }

  /** Make one mark the Tab stop; arrow keys move from it. @param {number} place */
  rove(place) {
    this.links.forEach((link, other) => { link.tabIndex = other === place ? 0 : -1; });
  }

  /** Mark the shown chapter on the strip. @param {number} place */
  mark(place) {
    const focused = this.links.includes(/** @type {HTMLAnchorElement} */ (document.activeElement));
    this.at = place;
    this.links.forEach((link, other) => {
      if (other === place) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    });
    this.rove(place);
    this.step("now")?.removeAttribute("aria-current");
    this.lead("first", place > 0 ? this.links[0].href : "");
    this.lead("before", place > 0 ? this.links[place - 1].href : "");
    this.lead("after", this.links[place + 1]?.href ?? this.step("now")?.href ?? "");
    if (focused) this.links[place].focus({ preventScroll: true });
    this.reveal();
  }

  /** @param {string} name @returns {HTMLAnchorElement | null} */
  step(name) {
    return this.nav.querySelector(`[data-step="${name}"]`);
  }

  /** @param {string} name @param {string} href */
  lead(name, href) {
    const link = this.step(name);
    if (!link) return;
    const attributes = href ? { href } : { role: "link", "aria-disabled": "true" };
    if (!href && link === document.activeElement) this.links[this.at].focus({ preventScroll: true });
    for (const name of ["href", "role", "aria-disabled"]) link.removeAttribute(name);
    for (const [name, value] of Object.entries(attributes)) link.setAttribute(name, value);
  }

  /** Scroll the strip, never the page, until the mark is visible. */
  reveal() {
    const box = this.list.getBoundingClientRect();
    const mark = this.links[Math.min(this.at, this.links.length - 1)].getBoundingClientRect();
    const margin = mark.width * 1.5;
    if (mark.left < box.left + margin) this.list.scrollLeft -= box.left + margin - mark.left;
    else if (mark.right > box.right - margin) this.list.scrollLeft += mark.right - box.right + margin;
  }

  /** Show a chapter: its mark at once, its page when loaded, unless another chapter is requested by then.
   * @param {number} place @param {boolean} [past] true if the history already has this entry */
  show(place, past = false) {
    if (place === this.at || !this.links[place]) return;
    this.mark(place);
    this.request.abort();
    clearTimeout(this.loadTimer);
    const mine = this.request = new AbortController();
    const url = this.links[place].href;
    const load = () => fetchPage(url, mine.signal).then(
      (text) => { if (!mine.signal.aborted) this.swap(text, url, past); },
      () => { if (!mine.signal.aborted) location.assign(url); },
    );
    if (isCached(url)) load();
    else this.loadTimer = setTimeout(load, RESTED_FOR);
  }

  /** Replace the content around the strip by another chapter.
   * @param {string} text @param {string} url @param {boolean} past */
  swap(text, url, past) {
    const fresh = new DOMParser().parseFromString(text, "text/html");
    const main = /** @type {HTMLElement} */ (document.getElementById("main"));
    const strip = fresh.getElementById("scrubber");
    if (!strip || strip.parentElement?.id !== "main") return location.assign(url);
    if (!past) history[this.addsHistory ? "pushState" : "replaceState"](null, "", url);
    this.addsHistory = false;
    this.path = location.pathname;
    document.dispatchEvent(new CustomEvent("chapter:leaving"));
    const old = Array.from(main.childNodes).filter((node) => node !== this.nav);
    const nodes = Array.from(/** @type {HTMLElement} */ (strip.parentElement).childNodes);
    const here = nodes.indexOf(strip);
    this.nav.before(...nodes.slice(0, here));
    this.nav.after(...nodes.slice(here + 1));
    for (const node of old) node.remove();
    document.title = fresh.title;
    this.grow(strip);
    this.status.textContent = this.links[this.at].title;
    loadMissing(fresh, "link", "href");
    loadMissing(fresh, "script", "src");
    document.dispatchEvent(new CustomEvent("chapter:shown"));
    this.loadTimer = setTimeout(() => this.fetchNeighbours(), RESTED_FOR);
    if (this.playTimer) this.playOn();
  }

  /** Add marks for chapters newer than the page. @param {HTMLElement} strip */
  grow(strip) {
    this.play.hidden = this.leadsOnly;
    if (strip.querySelectorAll("a.mark").length <= this.links.length) return;
    const at = this.at < this.links.length ? this.at : -1;
    const focused = this.list.contains(document.activeElement);
    this.list.replaceChildren(...(strip.querySelector(".strip")?.childNodes ?? []));
    this.collect();
    if (at >= 0) this.mark(at);
    else {
      this.lead("before", this.links[this.links.length - 1].href);
      this.reveal();
    }
    if (focused) this.links.find((link) => link.tabIndex === 0)?.focus({ preventScroll: true });
  }

  fetchNeighbours() {
    if (this.leadsOnly) return;
    for (const place of [this.at + 1, this.at - 1]) {
      if (this.links[place]) fetchPage(this.links[place].href).catch(() => {});
    }
  }

  /** Play the orders of a chapter first, then their outcome. */
  playStep() {
    const after = /** @type {HTMLInputElement | null} */ (document.querySelector('.board [value="after"]:not(:checked)'));
    if (!after && this.at >= this.links.length - 1) return this.stop();
    if (!after) return this.show(this.at + 1);
    after.checked = true;
    return this.playOn();
  }

  /** Continue with the next chapter after a while, until the last one. */
  playOn() {
    clearTimeout(this.playTimer);
    this.playTimer = setTimeout(() => this.playStep(), PLAYED_FOR);
  }

  start() {
    this.addsHistory = true;
    this.play.dataset.playing = "yes";
    if (this.at < this.links.length - 1) return this.playOn();
    this.playTimer = setTimeout(() => {}); // swap() continues when the first page is loaded
    this.show(0);
    if (this.links.length === 1) this.stop();
  }

  stop() {
    clearTimeout(this.playTimer);
    this.playTimer = 0;
    delete this.play.dataset.playing;
  }

  listen() {
    this.nav.addEventListener("keydown", (event) => this.onKey(event));
    this.nav.addEventListener("click", (event) => this.onClick(event));
    document.addEventListener("keydown", (event) => {
      const free = event.target === document.body || /** @type {Element} */ (event.target).id === "main";
      if (free && !this.leadsOnly && event.key.startsWith("Arrow")) this.onKey(event);
    });
    this.list.addEventListener("dragstart", (event) => event.preventDefault());
    this.list.addEventListener("pointerdown", (event) => this.onDown(event));
    this.list.addEventListener("pointermove", (event) => this.onMove(event));
    for (const end of ["pointerup", "pointercancel"]) this.list.addEventListener(end, () => this.onUp());
    for (const near of ["focusin", "pointerenter"]) {
      this.nav.addEventListener(near, () => this.fetchNeighbours(), { once: true });
    }
    addEventListener("popstate", () => this.onPopState());
    addEventListener("keydown", (event) => this.halt(event), true);
    addEventListener("pointerdown", (event) => this.halt(event), true);
    document.addEventListener("visibilitychange", () => { if (document.hidden) this.stop(); });
  }

  /** Stop the replay on any key or tap, except on the button, which handles its own click. @param {Event} event */
  halt(event) {
    if (!this.playTimer) return;
    const pressed = event.type === "pointerdown" || ["Enter", " "].includes(Reflect.get(event, "key"));
    if (!(pressed && this.play.contains(/** @type {Node} */ (event.target)))) this.stop();
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return undefined;
    const last = this.links.length - 1;
    const focused = this.links.findIndex((link) => link === document.activeElement);
    const from = this.leadsOnly && focused >= 0 ? focused : this.at;
    const place = { ArrowLeft: from - 1, ArrowRight: from + 1, Home: 0, End: last }[event.key];
    if (place === undefined) return undefined;
    event.preventDefault();
    const there = Math.max(0, Math.min(last, place));
    if (this.leadsOnly) {
      this.rove(there);
      return this.links[there].focus();
    }
    this.addsHistory ||= !event.repeat && there !== this.at;
    return this.show(there);
  }

  /** @param {MouseEvent} event */
  onClick(event) {
    const target = /** @type {Element} */ (event.target);
    if (this.play.contains(target)) return this.playTimer ? this.stop() : this.start();
    const link = /** @type {HTMLAnchorElement | null} */ (target.closest("a[href]"));
    const modified = event.button || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;
    const place = this.links.findIndex((mark) => mark.href === link?.href);
    if (modified || place < 0 || this.leadsOnly) return undefined;
    event.preventDefault();
    this.addsHistory ||= place !== this.at;
    return this.show(place);
  }

  /** @param {PointerEvent} event */
  onDown(event) {
    if (event.button || this.leadsOnly) return;
    this.slide = { x: event.clientX, moved: false, edge: 0 };
  }

  /** @param {PointerEvent} event */
  onMove(event) {
    if (!this.slide) return;
    if (!this.slide.moved && Math.abs(event.clientX - this.slide.x) < 5) return;
    if (!this.slide.moved) {
      this.list.setPointerCapture(event.pointerId);
      this.slide.edge = setInterval(() => this.slideTo(), RESTED_FOR);
      this.slide.moved = this.addsHistory = true;
    }
    this.slide.x = event.clientX;
    this.slideTo();
  }

  /** Show the chapter under the pointer; held at an end of the strip, this repeats while the strip scrolls. */
  slideTo() {
    const x = this.slide?.x ?? 0;
    const boxes = this.links.map((link) => link.getBoundingClientRect());
    const away = boxes.map((box) => Math.max(box.left - x, x - box.right, 0));
    this.show(away.indexOf(Math.min(...away)));
  }

  onUp() {
    clearInterval(this.slide?.edge);
    this.slide = null;
  }

  onPopState() {
    if (location.pathname === this.path) return; // a part of the page
    const place = this.links.findIndex((link) => new URL(link.href).pathname === location.pathname);
    this.addsHistory = false;
    if (place < 0) location.reload();
    else this.show(place, true);
  }
}

const nav = document.getElementById("scrubber");
let scrubber = nav && new Scrubber(nav);

// The page of a duel was renewed, perhaps with new chapters or the first one.
document.addEventListener("duel:renewed", (event) => {
  const strip = /** @type {CustomEvent} */ (event).detail.page.getElementById("scrubber");
  if (strip && scrubber) scrubber.grow(strip);
  else if (strip) {
    document.querySelector("main > .board-cell")?.after(strip);
    scrubber = new Scrubber(strip);
  }
});
