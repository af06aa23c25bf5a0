// The drawn board: where things are, what glows, the little menu.

import { placeOf } from "./orders.js";

const SVG = "http://www.w3.org/2000/svg";
/** @typedef {{x: number, y: number}} Point */
/** @typedef {{words: string, act: () => void}} Choice */

export class Picture {
  /** @param {HTMLElement} figure @param {any} points */
  constructor(figure, points) {
    this.figure = figure;
    this.points = points.spaces;
    this.svg = /** @type {SVGSVGElement} */ (figure.querySelector("svg"));
    this.glow = /** @type {SVGGElement} */ (figure.querySelector(".glow"));
    this.frame = /** @type {HTMLElement} */ (figure.querySelector(".sea-frame"));
    this.told = /** @type {HTMLElement} */ (figure.querySelector(".told"));
    this.badges = this.svg.appendChild(document.createElementNS(SVG, "g"));
    this.badges.setAttribute("class", "badges");
    /** @type {HTMLElement | null} */
    this.menu = null;
  }

  /** Where a unit stands at a location. @param {string} location @returns {Point} */
  at(location) {
    const spots = this.points[location.slice(0, 3)].unit;
    const [x, y] = spots[location] || spots[location.slice(0, 3)];
    return { x, y };
  }

  /** Where on the drawing something was pointed at. @param {MouseEvent} event @returns {Point} */
  place(event) {
    const matrix = /** @type {DOMMatrix} */ (this.svg.getScreenCTM()).inverse();
    return new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix);
  }

  /** The province under an event, if any. @param {Event} event @returns {string} */
  provinceOf(event) {
    const found = /** @type {Element} */ (event.target).closest("[data-province], [data-unit], [data-badge]");
    if (!found) return "";
    return found.getAttribute("data-province") || found.getAttribute("data-badge") || placeOf(found.getAttribute("data-unit") || "");
  }

  /** The name of a province. @param {string} province */
  name(province) {
    const words = this.svg.querySelector(`.spaces [data-province="${province}"] title`)?.textContent || province;
    return words.split(" (")[0];
  }

  /** Let provinces glow. @param {string} chosen @param {string[]} targets */
  light(chosen, targets) {
    this.glow.replaceChildren();
    this.badges.replaceChildren();
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
    for (const province of provinces) {
      const spot = this.at(this.svg.querySelector(`.pieces.before [data-unit^="F ${province}"], .pieces.before [data-unit^="A ${province}"]`)?.getAttribute("data-unit")?.slice(2) || province);
      const mark = document.createElementNS(SVG, "g");
      mark.setAttribute("class", "badge");
      mark.setAttribute("data-badge", province);
      mark.setAttribute("transform", `translate(${spot.x - 15} ${spot.y - 11})`);
      mark.innerHTML = `<circle r="8"/><text y="4">${letter}</text>`;
      this.makeButton(mark, `${words} ${this.name(province)}`);
      this.badges.append(mark);
    }
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
    this.badges.append(line);
  }

  /** Ask which of several orders is meant. @param {Point} point @param {Choice[]} choices */
  ask(point, choices) {
    this.close();
    const menu = document.createElement("div");
    menu.className = "choices";
    menu.setAttribute("role", "group");
    for (const choice of choices) {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = choice.words;
      button.addEventListener("click", () => { this.close(); choice.act(); });
      menu.append(button);
    }
    this.frame.append(menu);
    this.menu = menu;
    const spot = new DOMPoint(point.x, point.y).matrixTransform(/** @type {DOMMatrix} */ (this.svg.getScreenCTM()));
    const frame = this.frame.getBoundingClientRect();
    menu.style.left = `${Math.max(4, Math.min(spot.x - frame.left - menu.offsetWidth / 2, frame.width - menu.offsetWidth - 4))}px`;
    menu.style.top = `${Math.max(4, Math.min(spot.y - frame.top + 18, frame.height - menu.offsetHeight - 4))}px`;
    menu.querySelector("button")?.focus({ preventScroll: true });
  }

  /** Put the menu away. */
  close() {
    this.menu?.remove();
    this.menu = null;
  }

  /** Say something below the board. @param {string} words */
  say(words) {
    this.told.textContent = words;
  }
}
