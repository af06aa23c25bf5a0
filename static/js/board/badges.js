// The marks beside units that can be supported or convoyed: large enough to tap, placed where they hide the least.

import { locationOf, provinceOf } from "./orders.js";

const SVG = "http://www.w3.org/2000/svg";
const RADIUS = 8;
const LARGEST = 18;
const ON_SCREEN = 8;
/** The distance of a mark from the unit, in radii. */
const OFF = 0.6;
/** Places for a mark, relative to the unit; the first is used if there is room. */
const SIDES = [[-15, -11], [15, -11], [0, -18.6], [-18.6, 0], [18.6, 0], [-15, 11], [15, 11], [0, 18.6]].map(([x, y]) => [x / 18.6, y / 18.6]);

/** @typedef {import("./picture.js").Point} Point */
/** @typedef {{province: string, spot: Point, mark: SVGGElement}} Badge */

/** The radius of a mark, in units of the drawing. @param {number} scale pixels per unit */
export const radiusAt = (scale) => Math.min(LARGEST, Math.max(RADIUS, ON_SCREEN / scale));

/** @param {Point} one @param {Point} other */
const distance = (one, other) => Math.hypot(one.x - other.x, one.y - other.y);

/** The middle of a mark beside a unit. @param {Point} unit @param {Point} half half of a unit's size @param {number} radius @param {Point[]} others points that it should not hide */
export function beside(unit, half, radius, others) {
  const places = SIDES.map(([x, y]) => {
    const off = Math.min(half.x / (Math.abs(x) || 1e-9), half.y / (Math.abs(y) || 1e-9)) + OFF * radius;
    return { x: unit.x + x * off, y: unit.y + y * off };
  });
  const room = (/** @type {Point} */ place) => Math.min(...others.map((other) => distance(place, other)), Math.hypot(half.x, half.y) + radius);
  return places.reduce((best, place) => (room(place) > room(best) + 1 ? place : best));
}

export class Badges {
  /** @param {SVGSVGElement} svg @param {(location: string) => Point} at */
  constructor(svg, at) {
    this.svg = svg;
    this.at = at;
    this.group = svg.appendChild(document.createElementNS(SVG, "g"));
    this.group.setAttribute("class", "badges");
    /** @type {Badge[]} */
    this.all = [];
    /** @type {Point[]} */
    this.middles = [];
    const body = /** @type {SVGGraphicsElement | null} */ (svg.querySelector(".pieces.before .body"))?.getBBox();
    /** Half of the width and height of a unit. @type {Point} */
    this.half = { x: (body?.width || 0) / 2, y: (body?.height || 0) / 2 };
    /** The ends and middles of the codes of provinces. @type {Point[]} */
    this.letters = Array.from(/** @type {NodeListOf<SVGGraphicsElement>} */ (svg.querySelectorAll(".codes text")), (code) => code.getBBox())
      .flatMap(({ x, y, width, height }) => [0, 0.5, 1].map((part) => ({ x: x + part * width, y: y + height / 2 })));
    /** The locations of all units. */
    this.locations = Array.from(svg.querySelectorAll(".pieces.before .piece"), (piece) => locationOf(piece.getAttribute("data-unit") || ""));
  }

  clear() {
    this.group.replaceChildren();
    this.all = [];
  }

  /** @param {string} province @param {string} letter */
  add(province, letter) {
    const mark = document.createElementNS(SVG, "g");
    mark.setAttribute("class", "badge");
    mark.setAttribute("data-badge", province);
    mark.innerHTML = `<circle r="${RADIUS}"/><text y="4">${letter}</text>`;
    this.group.append(mark);
    this.all.push({ province, spot: this.at(this.locations.find((location) => provinceOf(location) === province) || province), mark });
    return mark;
  }

  /** Place the marks where there is room, at the size for the present zoom. @param {string[]} targets provinces whose middles they should not hide */
  place(targets) {
    const radius = radiusAt(this.svg.getScreenCTM()?.a || 1);
    const placed = /** @type {Point[]} */ ([]);
    for (const badge of this.all) {
      const others = [...this.locations, ...targets].filter((location) => provinceOf(location) !== badge.province).map(this.at);
      const middle = beside(badge.spot, this.half, radius, [...others, ...placed, ...this.letters]);
      placed.push(middle);
      badge.mark.setAttribute("transform", `translate(${middle.x} ${middle.y}) scale(${radius / RADIUS})`);
    }
    this.middles = placed;
  }

  /** The nearest mark and its distance. @param {Point} point */
  nearest(point) {
    const found = this.all.map((badge, place) => ({ province: badge.province, distance: distance(this.middles[place], point) }));
    return found.sort((one, other) => one.distance - other.distance)[0];
  }
}
