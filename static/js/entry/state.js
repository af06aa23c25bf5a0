// Shows the state of storing in all places of the page marked for it.

import { timeFormat } from "../zone.js";

/** Beside the board, and beside the entry; only one is read out. */
const PLACES = "[data-stored], [data-entry-state]";
const INSTANT = /^\d{4}-\d\d-\d\dT/;

/** Format an instant in the viewer's zone, with the day if it is not today. @param {string} instant */
export function clockTime(instant) {
  const moment = new Date(instant);
  const dates = timeFormat({ dateStyle: "short" });
  const day = dates.format(moment) === dates.format(new Date()) ? {} : /** @type {const} */ ({ weekday: "short" });
  return timeFormat({ ...day, hour: "2-digit", minute: "2-digit" }).format(moment);
}

/** Fill values into the braces of a sentence; instants are formatted. @param {string} sentence @param {Record<string, string>} values */
export function fill(sentence, values) {
  return sentence.replace(/\{(\w+)\}/g, (braces, name) => {
    const value = values[name];
    if (value === undefined) return braces;
    return INSTANT.test(value) ? clockTime(value) : value;
  });
}

/** @param {string} text @param {"good"|"bad"|"offline"|"held"} how */
export function report(text, how = "good") {
  for (const place of document.querySelectorAll(PLACES)) {
    if (place.textContent !== text) place.textContent = text;
    place.classList.toggle("bad", how === "bad" || how === "offline");
    place.classList.toggle("held", how === "held");
  }
  const beside = /** @type {HTMLElement | null} */ (document.querySelector("[data-unstored-beside]"));
  if (beside) {
    beside.textContent = text;
    beside.hidden = how === "good";
  }
  for (const button of document.querySelectorAll("[data-retry]")) button.toggleAttribute("hidden", how !== "offline");
}

/** Show when the entry on the page was stored. @param {Record<string, string>} words */
export function sayWhenStored(words) {
  const time = document.querySelector("[data-entry-state] time");
  if (time) report(fill(words.stored, { time: String(time.getAttribute("datetime")) }));
}
