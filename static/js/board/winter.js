// Builds and removals by taps: the first writes the place's only order or asks which one, the second clears it.

import { inWords } from "./spoken.js";
import { parse } from "./orders.js";

/** @typedef {import("./orders.js").Order} Order */
/** @typedef {import("./picture.js").Point} Point */

/** Highlight the places for builds and removals. @param {import("./taps.js").Taps} taps */
export function showWinter({ picture, sheet, words }) {
  const named = (/** @type {string} */ province) => {
    const taken = sheet.winterSelect(province);
    return taken ? `${picture.places[province].name}, ${inWords(picture, words.does, parse(taken.value))}` : picture.nameOf(province);
  };
  picture.highlight("", sheet.winterPlaces(), named);
  const kinds = new Set(sheet.winterPlaces().flatMap((province) => sheet.winterOrders(province)).map((each) => each.kind));
  if (!kinds.has("disband")) picture.suggest(words.idleBuild);
  else if (!kinds.has("build")) picture.suggest(words.idleRemove);
}

/** @param {import("./taps.js").Taps} taps @param {string} province @param {Point | null} point */
export function tapInWinter(taps, province, point) {
  const { sheet, picture } = taps;
  const taken = sheet.winterSelect(province);
  const orders = sheet.winterOrders(province);
  taps.last = province;
  if (taken) {
    sheet.write([[taken, ""]]);
    return taps.cancel();
  }
  if (!orders.length) return picture.describe(picture.titleOf(province));
  if (orders.length === 1) return order(taps, orders[0]);
  taps.asked = province;
  return picture.ask(point || picture.at(province), orders.map((each) => ({ words: sheet.label(each), act: () => order(taps, each) })));
}

/** Write a chosen order; if all due orders are given, replace the last one. @param {import("./taps.js").Taps} taps @param {Order} chosen */
function order(taps, chosen) {
  const { picture, sheet, words } = taps;
  const select = sheet.selectFor(chosen.text);
  const before = select?.value ? sheet.label(parse(select.value)) : "";
  sheet.write([[select, chosen.text]]);
  const now = sheet.label(chosen);
  const aloud = `${picture.places[taps.last].name}, ${inWords(picture, words.does, chosen)}`;
  taps.cancel(before ? words.inPlaceOf.replace("{now}", now).replace("{before}", before) : now, before ? undefined : aloud);
}
