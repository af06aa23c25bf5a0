// The drawn board: points, glowing provinces, marks, the small menu.

import { listenWhileThere } from "../outlast.js";
import { Badges } from "./badges.js";
import { openMenu, placeMenu } from "./menu.js";
import { placeOf, provinceOf } from "./orders.js";

const SVG = "http://www.w3.org/2000/svg";
/** @typedef {{x: number, y: number}} Point */
/** The name of a province: alone, after a verb of motion, after a unit in it. @typedef {{name: string, to: string, in: string}} Place */
/** @typedef {import("./menu.js").Choice} Choice */

/** @param {SVGGElement} piece @returns {Point} */
export function middleOf(piece) {
  const matrix = piece.transform.baseVal.consolidate()?.matrix;
  return { x: matrix?.e || 0, y: matrix?.f || 0 };
}

/** Name a group of buttons; without buttons it is no group. @param {Element} group @param {string} words */
function label(group, words) {
  const attributes = /** @type {Record<string, string>} */ ({ role: "group", "aria-label": words });
  for (const name in attributes) {
    if (group.querySelector("[role]")) group.setAttribute(name, attributes[name]); else group.removeAttribute(name);
  }
  group.toggleAttribute("aria-hidden", false);
}

export class Picture {
  /** @param {HTMLElement} figure @param {any} points @param {Record<string, Place>} places @param {Record<string, string>} words */
  constructor(figure, points, places, words) {
    this.figure = figure;
    this.points = points.spaces;
    this.places = places;
    this.words = words;
    this.svg = /** @type {SVGSVGElement} */ (figure.querySelector("svg"));
    this.glow = /** @type {SVGGElement} */ (figure.querySelector(".glow"));
    this.frame = /** @type {HTMLElement} */ (figure.querySelector(".sea-frame"));
    this.description = /** @type {HTMLElement} */ (figure.querySelector(".description"));
    this.badges = new Badges(this.svg, (location) => this.at(location));
    this.heard = figure.querySelector("[data-heard]");
    /** Where units are drawn, by province. @type {Map<string, Point[]>} */
    this.drawn = new Map();
    for (const piece of this.svg.querySelectorAll(".pieces.before .piece")) {
      const province = placeOf(piece.getAttribute("data-unit") || "");
      this.drawn.set(province, [...(this.drawn.get(province) || []), middleOf(/** @type {SVGGElement} */ (piece))]);
    }
    /** The provinces that glow. @type {string[]} */
    this.targets = [];
    /** @type {HTMLElement | null} */
    this.menu = null;
    /** The point of the drawing where the menu was opened. @type {Point} */
    this.spot = { x: 0, y: 0 };
    /** The places that the menu should not hide. @type {string[]} */
    this.inSight = [];
    figure.addEventListener("board:zoomed", () => this.fit());
    listenWhileThere(figure, globalThis, "resize", () => this.fit());
  }

  get matrix() {
    return /** @type {DOMMatrix} */ (this.svg.getScreenCTM());
  }

  /** Convert a point of the drawing to the screen. @param {Point} point */
  onScreen(point) {
    return new DOMPoint(point.x, point.y).matrixTransform(this.matrix);
  }

  /** Place marks and menu again after a change of the view. */
  fit() {
    if (!this.svg.isConnected) return;
    this.badges.place(this.targets);
    if (!this.menu) return;
    const answers = [...this.targets, ...this.inSight].map((place) => this.onScreen(this.at(place)));
    placeMenu(this.menu, this.frame, this.onScreen(this.spot), answers);
  }

  /** The point where a unit is drawn. @param {string} location @returns {Point} */
  at(location) {
    const province = provinceOf(location);
    const spots = this.points[province].unit;
    const [x, y] = spots[location] || spots[province];
    return { x, y };
  }

  /** The point of the drawing at a place of the screen. @param {{clientX: number, clientY: number}} spot @returns {Point} */
  pointOf(spot) {
    return new DOMPoint(spot.clientX, spot.clientY).matrixTransform(this.matrix.inverse());
  }

  /** The distance on the screen between a place pointed at and the unit of a province, or the unit's place. @param {string} province @param {{clientX: number, clientY: number}} spot */
  distanceTo(province, spot) {
    const spots = Object.values(this.points[province].unit).map(([x, y]) => ({ x, y }));
    const here = this.pointOf(spot);
    const distances = (this.drawn.get(province) || spots).map(({ x, y }) => Math.hypot(x - here.x, y - here.y));
    return Math.min(...distances) * this.matrix.a;
  }

  /** The unit in a province. @param {string} province */
  pieceIn(province) {
    return Array.from(this.svg.querySelectorAll(".pieces.before .piece")).find((piece) => placeOf(piece.getAttribute("data-unit") || "") === province);
  }

  /** True if a province has a unit. @param {string} province */
  isTaken(province) {
    return Boolean(this.pieceIn(province));
  }

  /** The title of the unit in a province, or of the province. @param {string} province */
  titleOf(province) {
    const found = this.pieceIn(province) || this.svg.querySelector(`.spaces [data-province="${province}"]`);
    return found?.querySelector("title")?.textContent || "";
  }

  /** The description of a province: its code, its owner, the unit in it. @param {string} province */
  wordsOf(province) {
    return this.svg.querySelector(`.spaces > [data-province="${province}"] > title`)?.textContent || "";
  }

  /** The accessible name of a province that can be chosen: the province and the unit in it, without code. @param {string} province */
  nameOf(province) {
    return this.wordsOf(province).replace(/ \(.+?\)/, "") || this.places[province].name;
  }

  /** Fill a province's name into a sentence. @param {string} sentence @param {string} province */
  named(sentence, province) {
    return this.filled(sentence, { name: province, to: province, in: province });
  }

  /** Fill forms of place names into a sentence. @param {string} sentence @param {Partial<Record<keyof Place, string>>} places */
  filled(sentence, places) {
    const forms = /** @type {Array<keyof Place>} */ (Object.keys(places).filter((form) => places[/** @type {keyof Place} */ (form)]));
    return forms.reduce((words, form) => words.replace(`{${form}}`, this.places[places[form] || ""][form]), sentence);
  }

  /**
   * Let provinces glow. @param {string} chosen @param {string[]} targets @param {(province: string) => string}
   * [named] their accessible names
   */
  highlight(chosen, targets, named = (province) => this.nameOf(province)) {
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
      // A unit that can be removed is itself a button.
      if (name === "target" && !(this.unitIn(province) && !chosen)) this.makeButton(copy, named(province));
    }
    label(this.glow, this.words.targets);
    this.figure.classList.toggle("entering", Boolean(chosen));
  }

  /** The unit in a province, if it can be ordered. @param {string} province */
  unitIn(province) {
    return Array.from(this.svg.querySelectorAll(".pieces.before .mine")).find((unit) => placeOf(unit.getAttribute("data-unit") || "") === province);
  }

  /** Mark the units that could be supported or convoyed. @param {string[]} provinces @param {string} letter @param {string} words */
  badge(provinces, letter, words) {
    for (const province of provinces) this.makeButton(this.badges.add(province, letter), this.named(words, province));
    this.badges.place(this.targets);
    label(this.badges.group, this.words.marks);
  }

  /** Make an element a button. Tab reaches the first of its group, arrow keys the others. @param {Element} element @param {string} [words] its name, if it has no title */
  makeButton(element, words) {
    element.setAttribute("tabindex", element.parentElement?.querySelector('[tabindex="0"]') ? "-1" : "0");
    element.setAttribute("role", "button");
    if (words) element.setAttribute("aria-label", words);
  }

  /** Draw a thin line for an offered order. @param {Point} from @param {Point} to */
  ghost(from, to) {
    const line = document.createElementNS(SVG, "path");
    line.setAttribute("class", "ghost");
    line.setAttribute("d", `M${from.x} ${from.y}L${to.x} ${to.y}`);
    this.badges.group.append(line);
  }

  /** Ask which of several orders is meant. @param {Point} point @param {Choice[]} choices @param {string[]} [inSight] places that, like glowing ones, should stay visible */
  ask(point, choices, inSight = []) {
    this.menu?.remove();
    this.spot = point;
    this.inSight = inSight;
    const answered = () => this.figure.dispatchEvent(new CustomEvent("board:answered"));
    this.menu = openMenu(this.frame, this.description.textContent || "", choices, () => this.close(), answered);
    this.fit();
    this.menu.querySelector("button")?.focus({ preventScroll: true });
  }

  /** Close the menu. */
  close() {
    this.menu?.remove();
    this.menu = null;
    for (const ghost of this.badges.group.querySelectorAll(".ghost")) ghost.remove();
  }

  /** Write a text below the board, by default the hint, and have it read out. @param {string} words @param {string} [aloud] the text to read out, if different */
  describe(words, aloud = words) {
    const { idle = "" } = this.description.dataset;
    this.description.textContent = words || idle;
    if (this.heard) this.heard.textContent = aloud || idle;
  }

  /** Set the hint, shown while there is no other message. @param {string} words */
  suggest(words) {
    const { description, heard } = this;
    for (const element of [description, heard]) {
      if (element && element.textContent === description.dataset.idle) element.textContent = words;
    }
    description.dataset.idle = words;
  }

  /** Keep keys working after the focused element is gone. */
  recoverFocus() {
    const active = document.activeElement;
    if (!active || active === document.body) this.figure.dispatchEvent(new CustomEvent("board:answered"));
  }
}
