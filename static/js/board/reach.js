// What a tap most plainly means: a mark, the unit or place under it, or either of them.

import { placeOf } from "./orders.js";

/** In pixels, around the middle of whatever can be tapped: half of the least size of a target (WCAG 2.2, 2.5.8). */
const OWN = 12;
/** In pixels: a tap that hits nothing of use still means what is so near. */
const NEAR = 16;
/** How much nearer one of two things must be to be plainly meant. */
const PLAINLY = 2;

/** @typedef {import("./picture.js").Point} Point */
/** A place on the screen. @typedef {{clientX: number, clientY: number, pointerType: string}} Spot */
/** `or` is the province that is as likely meant as the mark. @typedef {{province: string, badge: boolean, or: string}} Meaning */

/** The province of a thing on the board. @param {Element} thing */
export function provinceOfThing(thing) {
  return thing.getAttribute("data-province") || thing.getAttribute("data-badge") || placeOf(thing.getAttribute("data-unit") || "");
}

/**
 * What lies under a point of the screen, the topmost first; arrows lie over places and mean nothing by themselves.
 * @param {SVGSVGElement} svg @param {Spot} spot
 */
function thingsUnder(svg, spot) {
  const all = document.elementsFromPoint(spot.clientX, spot.clientY).filter((element) => svg.contains(element));
  return all.map((element) => element.closest(".badge, .piece, [data-province]")).filter((thing) => thing !== null);
}

/** @param {import("./picture.js").Picture} picture @param {string[]} provinces @param {Spot} spot @param {number} reach */
function nearest(picture, provinces, spot, reach) {
  const found = provinces.map((province) => ({ province, distance: picture.distanceTo(province, spot) }));
  return found.filter(({ distance }) => distance < reach).sort((one, other) => one.distance - other.distance)[0]?.province || "";
}

/**
 * The unit or place that is meant, marks left out.
 * @param {import("./taps.js").Taps} taps @param {Element | undefined} ground the topmost thing that is no mark @param {Spot} spot
 */
function placeMeant({ picture, meaningful }, ground, spot) {
  const hit = ground ? provinceOfThing(ground) : "";
  if (ground?.matches(".piece") && meaningful.includes(hit)) return hit;
  const close = ground?.matches(".piece") ? "" : nearest(picture, meaningful, spot, OWN);
  return close || (meaningful.includes(hit) && hit) || nearest(picture, meaningful, spot, NEAR) || hit;
}

/** @param {import("./taps.js").Taps} taps @param {Spot} spot */
export const meaningOf = (taps, spot) => meaningAmong(thingsUnder(taps.picture.svg, spot), taps, spot);

/** @param {Element[]} things under the spot, the topmost first @param {import("./taps.js").Taps} taps @param {Spot} spot @returns {Meaning} */
export function meaningAmong(things, taps, spot) {
  const { picture, meaningful } = taps;
  const ground = things.find((thing) => !thing.matches(".badge"));
  const province = placeMeant(taps, ground, spot);
  const useful = meaningful.includes(province);
  const mark = picture.badges.nearest(picture.pointOf(spot));
  const away = mark ? mark.distance * picture.matrix.a : Infinity;
  const onMark = Boolean(things[0]?.matches(".badge"));
  const asMark = { province: mark?.province || "", badge: true, or: "" };
  const asPlace = { province, badge: false, or: "" };
  if (!onMark && away > (useful ? OWN : NEAR)) return asPlace;
  if (!useful || (onMark && province === asMark.province)) return asMark;
  if (province === asMark.province) return asPlace;
  const other = picture.distanceTo(province, spot);
  if (away * PLAINLY < other) return asMark;
  if (other * PLAINLY < away || !(onMark || isFinger(spot))) return asPlace;
  return { ...asMark, or: province };
}

/** @param {Spot} spot */
function isFinger(spot) {
  return spot.pointerType === "touch";
}

/**
 * Where presses were: a browser moves the click of a finger to what it takes for meant, and we know better.
 * @param {SVGSVGElement} svg @returns {(event: PointerEvent) => Spot} the spot of a click
 */
export function watchPresses(svg) {
  /** @type {Spot | null} */
  let last = null;
  svg.addEventListener("pointerup", ({ clientX, clientY, pointerType }) => { last = { clientX, clientY, pointerType }; });
  return (event) => (last && isFinger(last) && event.pointerType === "touch" ? last : event);
}
