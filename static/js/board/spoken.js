// Accessible names of units: each is named once, with its order.

import { parse, placeOf } from "./orders.js";

/** @typedef {import("./orders.js").Order} Order */

/** The words for an order, after the name of its unit. @param {Order | null} order @returns {string} */
function deed(order) {
  if (!order) return "none";
  if (order.kind === "move" && order.via) return "via";
  if (order.kind === "support" && !order.to) return "guard";
  return order.kind === "build" ? `build${order.unit[0]}` : order.kind;
}

/** @param {import("./picture.js").Picture} picture @param {Record<string, string>} does @param {Order | null} order */
export function inWords(picture, does, order) {
  const words = does[deed(order)] || "";
  return order ? picture.filled(words, { to: order.to, in: order.other && placeOf(order.other) }) : words;
}

/** Name units with their orders, now and after each change. @param {import("./taps.js").Taps} taps */
export function nameUnits({ picture, sheet, words }) {
  const units = Array.from(picture.svg.querySelectorAll(".pieces.before .mine"));
  const names = new Map(units.map((unit) => [unit, unit.querySelector("title")?.textContent || ""]));

  function name() {
    for (const [unit, alone] of names) {
      const order = sheet.winter ? removal(unit) : sheet.current(placeOf(unit.getAttribute("data-unit") || ""));
      const title = unit.querySelector("title");
      // In winter a unit without an order stays, which needs no mention.
      if (title) title.textContent = sheet.winter && !order ? alone : `${alone}, ${inWords(picture, words.does, order)}`;
    }
  }

  /** @param {Element} unit */
  function removal(unit) {
    const select = sheet.winterSelect(placeOf(unit.getAttribute("data-unit") || ""));
    return select ? parse(select.value) : null;
  }

  sheet.form.addEventListener("input", name);
  name();
}
