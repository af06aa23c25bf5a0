// While powers are ranked, a tap on the board chooses the power that owns what was tapped.

const OWNED = "figure.board [data-unit], figure.board [data-province]";
const OF = /^of-(\w+)$/;

/** The power of a unit or of a province on the board, in capitals. @param {Element} place */
function ownerOf(place) {
  const named = Array.from(place.classList, (name) => OF.exec(name)?.[1]).find(Boolean);
  return (place.getAttribute("data-power") ?? named ?? "").toUpperCase();
}

/** @param {(power: string) => void} choose */
export function listenToBoard(choose) {
  document.addEventListener("board:power", (event) => choose(String(/** @type {CustomEvent} */ (event).detail?.power)));
  document.addEventListener("click", (event) => {
    const place = /** @type {Element} */ (event.target).closest(OWNED);
    if (place) choose(ownerOf(place));
  });
}
