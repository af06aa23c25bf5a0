// The drawn board: points, glowing provinces, marks, the little menu.

import { Badges } from "./badges.js";
import { openMenu, placeMenu } from "./menu.js";
import { placeOf, provinceOf } from "./orders.js";

const SVG = "http://www.w3.org/2000/svg";
/** In pixels: a tap so near to a target still means it. */
const NEAR = 16;
/** @typedef {{x: number, y: number}} Point */
/** The names of a province: alone, after a verb of going, after a unit that stands there. @typedef {{name: string, to: string, in: string}} Place */
/** @typedef {import("./menu.js").Choice} Choice */

export class Picture {
  /** @param {HTMLElement} figure @param {any} points @param {Record<string, Place>} places */
  constructor(figure, points, places) {
    this.figure = figure;
    this.points = points.spaces;
    this.places = places;
    this.svg = /** @type {SVGSVGElement} */ (figure.querySelector("svg"));
    this.glow = /** @type {SVGGElement} */ (figure.querySelector(".glow"));
    this.frame = /** @type {HTMLElement} */ (figure.querySelector(".sea-frame"));
    this.description = /** @type {HTMLElement} */ (figure.querySelector(".description"));
    this.badges = new Badges(this.svg, (location) => this.at(location));
    /** The provinces that glow. @type {string[]} */
    this.targets = [];
    /** @type {HTMLElement | null} */
    this.menu = null;
    /** The point of the drawing that the menu belongs to. @type {Point} */
    this.spot = { x: 0, y: 0 };
    figure.addEventListener("board:zoomed", () => this.fit());
    addEventListener("resize", () => this.fit());
  }

  get matrix() {
    return /** @type {DOMMatrix} */ (this.svg.getScreenCTM());
  }

  /** A point of the drawing as one of the screen. @param {Point} point */
  onScreen(point) {
    return new DOMPoint(point.x, point.y).matrixTransform(this.matrix);
  }

  /** Marks and menu follow the drawing. */
  fit() {
    if (!this.svg.isConnected) return;
    this.badges.place();
    if (this.menu) placeMenu(this.menu, this.frame, this.onScreen(this.spot));
  }

  /** The point at which a unit stands. @param {string} location @returns {Point} */
  at(location) {
    const province = provinceOf(location);
    const spots = this.points[province].unit;
    const [x, y] = spots[location] || spots[province];
    return { x, y };
  }

  /** The point of the drawing that was pointed at. @param {MouseEvent} event @returns {Point} */
  pointOf(event) {
    return new DOMPoint(event.clientX, event.clientY).matrixTransform(this.matrix.inverse());
  }

  /** The province under an event, if any. @param {Event} event @returns {string} */
  provinceOf(event) {
    const found = /** @type {Element} */ (event.target).closest("[data-province], [data-unit], [data-badge]");
    if (!found) return "";
    return found.getAttribute("data-province") || found.getAttribute("data-badge") || placeOf(found.getAttribute("data-unit") || "");
  }

  /** The mark or target just beside a tap that hit nothing of use. @param {Point} point */
  near(point) {
    const reach = NEAR / this.matrix.a;
    const badge = this.badges.nearest(point);
    if (badge && badge.distance < reach) return { province: badge.province, badge: true };
    const found = this.targets.map((province) => {
      const middle = this.at(province);
      return { province, badge: false, distance: Math.hypot(middle.x - point.x, middle.y - point.y) };
    });
    return found.filter((target) => target.distance < reach).sort((one, other) => one.distance - other.distance)[0];
  }

  /** A sentence with the name of a province put in. @param {string} sentence @param {string} province */
  named(sentence, province) {
    const place = this.places[province];
    return sentence.replace("{name}", place.name).replace("{to}", place.to).replace("{in}", place.in);
  }

  /** Let provinces glow. @param {string} chosen @param {string[]} targets */
  highlight(chosen, targets) {
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
      this.glow.append(copy);
      if (name === "target") this.makeButton(copy, this.places[province].name);
    }
    this.glow.removeAttribute("aria-hidden");
    this.figure.classList.toggle("entering", Boolean(chosen));
  }

  /** Mark the units that could be supported or convoyed. @param {string[]} provinces @param {string} letter @param {string} words */
  badge(provinces, letter, words) {
    for (const province of provinces) this.makeButton(this.badges.add(province, letter), this.named(words, province));
    this.badges.place();
  }

  /** Let a thing be pressed. Tab reaches the first of its group, arrow keys the others. @param {Element} element @param {string} words */
  makeButton(element, words) {
    element.setAttribute("tabindex", element.parentElement?.querySelector('[tabindex="0"]') ? "-1" : "0");
    element.setAttribute("role", "button");
    element.setAttribute("aria-label", words);
  }

  /** A thin line for an order that is offered. @param {Point} from @param {Point} to */
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
    this.menu = openMenu(this.frame, this.onScreen(point), this.description.textContent || "", choices, () => this.close(), answered);
  }

  /** Put the menu away. */
  close() {
    this.menu?.remove();
    this.menu = null;
    for (const ghost of this.badges.group.querySelectorAll(".ghost")) ghost.remove();
  }

  /** Write below the board, by default what can be done on it. @param {string} words */
  describe(words) {
    this.description.textContent = words || this.description.dataset.idle || "";
  }

  /** Let keys go on working when the focused element is gone. */
  recoverFocus() {
    const active = document.activeElement;
    if (!active || active === document.body) this.figure.dispatchEvent(new CustomEvent("board:answered"));
  }
}
