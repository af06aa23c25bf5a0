// Orders chosen and not stored yet: drawn at once as a thin line or a ghost, while the replaced arrow fades.

import { listenWhileThere } from "../outlast.js";
import { locationOf, parse, placeOf } from "./orders.js";

const SVG = "http://www.w3.org/2000/svg";
const FALLBACK = 14;

/** @typedef {import("./orders.js").Order} Order */
/** @typedef {import("./picture.js").Picture} Picture */
/** @typedef {import("./sheet.js").Sheet} Sheet */

/** @param {Element} layer @param {string} d */
function draw(layer, d) {
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", d);
  layer.append(path);
}

/** A unit to be built, drawn like the units on the board. @param {Picture} picture @param {Order} order @param {string} power */
function ghostOf(picture, order, power) {
  const like = picture.svg.querySelector(`.pieces .${order.unit[0] === "A" ? "army" : "fleet"} .body`);
  const body = /** @type {SVGElement} */ (like?.cloneNode() || document.createElementNS(SVG, "circle"));
  if (!like) body.setAttribute("r", String(FALLBACK));
  const { x, y } = picture.at(locationOf(order.unit));
  const ghost = document.createElementNS(SVG, "g");
  ghost.setAttribute("class", `ghost-piece of-${power.toLowerCase()}`);
  ghost.setAttribute("transform", `translate(${x} ${y})`);
  ghost.append(body);
  return ghost;
}

/** @param {Picture} picture @param {Element} layer @param {Order} order @param {string} power */
function sketch(picture, layer, order, power) {
  const end = order.to || (order.other && locationOf(order.other));
  const from = order.unit ? picture.at(locationOf(order.unit)) : { x: 0, y: 0 };
  const { x, y } = picture.badges.half;
  if (end) draw(layer, `M${from.x} ${from.y}L${picture.at(end).x} ${picture.at(end).y}`);
  else if (order.kind === "build") layer.append(ghostOf(picture, order, power));
  else if (order.kind === "disband") draw(layer, `M${from.x - x} ${from.y - y}l${2 * x} ${2 * y}m0 ${-2 * y}l${-2 * x} ${2 * y}`);
  else if (order.kind === "hold") draw(layer, `M${from.x - x} ${from.y + y + 4}h${2 * x}`);
}

/** @param {Sheet} sheet @param {Picture} picture */
export function sketchPending(sheet, picture) {
  const stored = new Map(sheet.selects.map((select) => [select, select.value]));
  const layer = document.createElementNS(SVG, "g");
  layer.setAttribute("class", "pending");
  layer.setAttribute("aria-hidden", "true");
  picture.svg.querySelector(".arrows")?.after(layer);

  function drawAll() {
    layer.replaceChildren();
    for (const arrow of picture.svg.querySelectorAll(".arrows .stale")) arrow.classList.remove("stale");
    for (const [select, value] of stored) {
      if (select.value === value) continue;
      if (value) picture.svg.querySelector(`.arrows [data-unit="${parse(value).unit}"]`)?.classList.add("stale");
      if (select.value) sketch(picture, layer, parse(select.value), select.name.split("_")[1]);
    }
  }

  sheet.form.addEventListener("input", drawAll);
  listenWhileThere(sheet.form, document, "entry:stored", () => {
    for (const select of stored.keys()) stored.set(select, select.value);
    drawAll();
  });
}

/** Dim the units to be removed. @param {Sheet} sheet @param {Picture} picture */
export function dimRemoved(sheet, picture) {
  const pieces = picture.svg.querySelectorAll(".pieces.before .mine");

  function dim() {
    const removed = sheet.selects.map((select) => parse(select.value)).filter((order) => order.kind === "disband");
    const places = removed.map((order) => placeOf(order.unit));
    for (const piece of pieces) piece.classList.toggle("leaving", places.includes(placeOf(piece.getAttribute("data-unit") || "")));
  }

  sheet.form.addEventListener("input", dim);
  dim();
}
