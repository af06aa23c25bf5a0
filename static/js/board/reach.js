// The meaning of a tap: a mark, the unit or place under it, or one of both.

import { placeOf } from "./orders.js";

/** Pixels around the middle of a target that belong to it: half of the least target size (WCAG 2.2, 2.5.8). */
const OWN = 12;
/** A tap on nothing useful means a target within this distance, in pixels. */
const NEAR = 16;
/** How many times nearer one of two targets must be to be meant without a question. */
const PLAINLY = 2;

/** @typedef {import("./picture.js").Point} Point */
/** A place on the screen. @typedef {{clientX: number, clientY: number, pointerType: string}} Spot */
/** `or` is the province if it is as likely meant as the mark. @typedef {{province: string, badge: boolean, or: string}} Meaning */

/** The province of an element on the board. @param {Element} thing */
export function provinceOfThing(thing) {
  return thing.getAttribute("data-province") || thing.getAttribute("data-badge") || placeOf(thing.getAttribute("data-unit") || "");
}

/**
 * The elements under a point of the screen, the topmost first, without arrows, which cannot be tapped.
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
 * The unit or place that is meant, apart from marks. @param {import("./taps.js").Taps} taps @param {Element |
 * undefined} ground the topmost element except marks @param {Spot} spot
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
 * Record where presses were, since browsers move the click of a finger to a nearby target of their choice.
 * @param {SVGSVGElement} svg @returns {(event: PointerEvent) => Spot} the spot of a click
 */
export function watchPresses(svg) {
  /** @type {Spot | null} */
  let last = null;
  svg.addEventListener("pointerup", ({ clientX, clientY, pointerType }) => { last = { clientX, clientY, pointerType }; });
  return (event) => (last && isFinger(last) && event.pointerType === "touch" ? last : event);
}
