// While the player ranks powers, a tap on the board chooses the owner of the unit or province.

import { listenWhileThere } from "../outlast.js";

const OWNED = "figure.board [data-unit], figure.board [data-province]";
const OF = /^of-(\w+)$/;

/** The code of the power that owns a unit or a province on the board. @param {Element} place */
function ownerOf(place) {
  const named = Array.from(place.classList, (name) => OF.exec(name)?.[1]).find(Boolean);
  return (place.getAttribute("data-power") ?? named ?? "").toUpperCase();
}

/** @param {HTMLFormElement} form @param {(power: string) => void} choose */
export function listenToBoard(form, choose) {
  listenWhileThere(form, document, "board:power", (event) => choose(String(/** @type {CustomEvent} */ (event).detail?.power)));
  listenWhileThere(form, document, "click", (event) => {
    const place = /** @type {Element} */ (event.target).closest(OWNED);
    if (place) choose(ownerOf(place));
  });
}
