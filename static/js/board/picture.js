// The drawn board: where things are, what glows, the little menu.

import { Badges } from "./badges.js";
import { openMenu, placeMenu } from "./menu.js";
import { placeOf } from "./orders.js";

const SVG = "http://www.w3.org/2000/svg";
/** How far beside a target, in pixels, a tap still means it. */
const NEAR = 16;
/** @typedef {{x: number, y: number}} Point */
/** @typedef {import("./menu.js").Choice} Choice */

export class Picture {
  /** @param {HTMLElement} figure @param {any} points */
  constructor(figure, points) {
    this.figure = figure;
    this.points = points.spaces;
    this.svg = /** @type {SVGSVGElement} */ (figure.querySelector("svg"));
    this.glow = /** @type {SVGGElement} */ (figure.querySelector(".glow"));
    this.frame = /** @type {HTMLElement} */ (figure.querySelector(".sea-frame"));
    this.told = /** @type {HTMLElement} */ (figure.querySelector(".told"));
    this.badges = new Badges(this.svg, (location) => this.at(location));
    /** What glows as a target. @type {string[]} */
    this.targets = [];
    /** @type {HTMLElement | null} */
    this.menu = null;
    this.svg.setAttribute("tabindex", "-1");
    /** Where on the drawing the menu was asked for. @type {Point} */
    this.spot = { x: 0, y: 0 };
    figure.addEventListener("board:zoomed", () => this.fit());
    addEventListener("resize", () => this.fit());
  }

  get matrix() {
    return /** @type {DOMMatrix} */ (this.svg.getScreenCTM());
  }

  /** Where a point of the drawing is on the screen. @param {Point} point */
  onScreen(point) {
    return new DOMPoint(point.x, point.y).matrixTransform(this.matrix);
  }

  /** Marks and menu follow the drawing. */
  fit() {
    if (!this.svg.isConnected) return;
    this.badges.place();
    if (this.menu) placeMenu(this.menu, this.frame, this.onScreen(this.spot));
  }

  /** Where a unit stands at a location. @param {string} location @returns {Point} */
  at(location) {
    const spots = this.points[location.slice(0, 3)].unit;
    const [x, y] = spots[location] || spots[location.slice(0, 3)];
    return { x, y };
  }

  /** Where on the drawing something was pointed at. @param {MouseEvent} event @returns {Point} */
  place(event) {
    return new DOMPoint(event.clientX, event.clientY).matrixTransform(this.matrix.inverse());
  }

  /** The province under an event, if any. @param {Event} event @returns {string} */
  provinceOf(event) {
    const found = /** @type {Element} */ (event.target).closest("[data-province], [data-unit], [data-badge]");
    if (!found) return "";
    return found.getAttribute("data-province") || found.getAttribute("data-badge") || placeOf(found.getAttribute("data-unit") || "");
  }

  /** What a tap means that has hit nothing of use: a mark or a target just beside it. @param {Point} point */
  near(point) {
    const reach = NEAR / this.matrix.a;
    const badge = this.badges.nearest(point);
    if (badge && badge.far < reach) return { province: badge.province, badge: true };
    const found = this.targets.map((province) => ({ province, badge: false, far: Math.hypot(this.at(province).x - point.x, this.at(province).y - point.y) }));
    return found.filter((target) => target.far < reach).sort((one, other) => one.far - other.far)[0];
  }

  /** The name of a province. @param {string} province */
  name(province) {
    const words = this.svg.querySelector(`.spaces [data-province="${province}"] title`)?.textContent || province;
    return words.split(" (")[0];
  }

  /** Let provinces glow. @param {string} chosen @param {string[]} targets */
  light(chosen, targets) {
    this.glow.replaceChildren();
    this.badges.clear();
    this.targets = targets;
    for (const [province, name] of [...targets.map((target) => [target, "target"]), [chosen, "chosen"]]) {
      const space = province && this.svg.querySelector(`.spaces [data-province="${province}"]`);
      if (!space) continue;
      const copy = document.createElementNS(SVG, "use");
      copy.setAttribute("href", space.getAttribute("href") || "");
      copy.setAttribute("class", name);
      copy.setAttribute("data-province", province);
      if (name === "target") this.makeButton(copy, this.name(province));
      this.glow.append(copy);
    }
    this.glow.removeAttribute("aria-hidden");
    this.figure.classList.toggle("entering", Boolean(chosen));
  }

  /** Mark the units that could be supported or convoyed. @param {string[]} provinces @param {string} letter @param {string} words */
  badge(provinces, letter, words) {
    for (const province of provinces) this.makeButton(this.badges.add(province, letter), `${words} ${this.name(province)}`);
    this.badges.place();
  }

  /** @param {Element} element @param {string} words */
  makeButton(element, words) {
    element.setAttribute("tabindex", "0");
    element.setAttribute("role", "button");
    element.setAttribute("aria-label", words);
  }

  /** A thin line for what is offered. @param {Point} from @param {Point} to */
  ghost(from, to) {
    const line = document.createElementNS(SVG, "path");
    line.setAttribute("class", "ghost");
    line.setAttribute("d", `M${from.x} ${from.y}L${to.x} ${to.y}`);
    this.badges.group.append(line);
  }

  /** Ask which of several orders is meant. @param {Point} point @param {Choice[]} choices */
  ask(point, choices) {
    this.menu?.remove();
    this.spot = point;
    const answered = () => this.figure.dispatchEvent(new CustomEvent("board:answered"));
    this.menu = openMenu(this.frame, this.onScreen(point), this.told.textContent || "", choices, () => this.close(), answered);
  }

  /** Put the menu away. */
  close() {
    this.menu?.remove();
    this.menu = null;
    for (const ghost of this.badges.group.querySelectorAll(".ghost")) ghost.remove();
  }

  /** Say something below the board, or what can be done there. @param {string} words */
  say(words) {
    this.told.textContent = words || this.told.dataset.idle || "";
  }

  /** Keys go on working when what had the focus is gone. */
  keepFocus() {
    const active = document.activeElement;
    if (!active || active === document.body) this.svg.focus({ preventScroll: true });
  }
}
