// The little menu on the board: which of several orders is meant.

/** @typedef {{words: string, act: () => void}} Choice */

const MARGIN = 4;
const BELOW = 18;

/** @param {number} value @param {number} least @param {number} most */
const within = (value, least, most) => Math.max(least, Math.min(value, most));

/**
 * Place the menu below the tap, or above it where the frame or the window would cut it off.
 * @param {HTMLElement} menu @param {HTMLElement} frame @param {DOMPoint} spot of the tap, on the screen
 */
export function placeMenu(menu, frame, spot) {
  const box = frame.getBoundingClientRect();
  const top = Math.max(0, -box.top);
  const bottom = Math.min(box.height, innerHeight - box.top);
  const left = within(spot.x - box.left - menu.offsetWidth / 2, MARGIN, box.width - menu.offsetWidth - MARGIN);
  const below = spot.y - box.top + BELOW;
  const above = spot.y - box.top - BELOW - menu.offsetHeight;
  const fits = below + menu.offsetHeight + MARGIN <= bottom;
  menu.style.left = `${left}px`;
  menu.style.top = `${within(fits || above < top ? below : above, top + MARGIN, bottom - menu.offsetHeight - MARGIN)}px`;
}

/**
 * @param {HTMLElement} frame @param {DOMPoint} spot of the tap, on the screen @param {string} words the question
 * @param {Choice[]} choices @param {() => void} close @param {() => void} answered
 */
export function openMenu(frame, spot, words, choices, close, answered) {
  const menu = document.createElement("div");
  menu.className = "choices";
  menu.setAttribute("role", "group");
  menu.setAttribute("aria-label", words);
  for (const choice of choices) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "second";
    button.textContent = choice.words;
    button.addEventListener("click", () => { close(); choice.act(); answered(); });
    menu.append(button);
  }
  frame.append(menu);
  placeMenu(menu, frame, spot);
  menu.querySelector("button")?.focus({ preventScroll: true });
  return menu;
}
