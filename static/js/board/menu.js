// The little menu on the board: which of several orders is meant.

/** @typedef {{words: string, act: () => void}} Choice */

const MARGIN = 4;
const BESIDE = 18;
/** How near to its edge the menu already hides a place. */
const EDGE = 10;

/** @param {number} value @param {number} least @param {number} most */
const within = (value, least, most) => Math.max(least, Math.min(value, most));

/** @param {number} place from where something begins @param {number} size */
const isIn = (place, size) => place > -EDGE && place < size + EDGE;

/**
 * Place the menu beside the tap, within frame and window, where it hides the fewest of the places that answer as well.
 * @param {HTMLElement} menu @param {HTMLElement} frame @param {DOMPoint} spot of the tap, on the screen @param {DOMPoint[]} answers
 */
export function placeMenu(menu, frame, spot, answers) {
  const box = frame.getBoundingClientRect();
  const [width, height] = [menu.offsetWidth, menu.offsetHeight];
  const top = Math.max(0, -box.top);
  const bottom = Math.min(box.height, innerHeight - box.top);
  const [x, y] = [spot.x - box.left, spot.y - box.top];
  const sides = [[x - width / 2, y + BESIDE], [x - width / 2, y - BESIDE - height], [x + BESIDE, y - height / 2], [x - BESIDE - width, y - height / 2],
    [x + BESIDE, y + BESIDE], [x - BESIDE - width, y + BESIDE], [x + BESIDE, y - BESIDE - height], [x - BESIDE - width, y - BESIDE - height]];
  const places = sides.map(([left, above]) => ({
    left: within(left, MARGIN, box.width - width - MARGIN),
    top: within(above, top + MARGIN, bottom - height - MARGIN),
  }));
  const hides = (/** @type {{left: number, top: number}} */ place) => [spot, ...answers].filter((answer) => isIn(answer.x - box.left - place.left, width) && isIn(answer.y - box.top - place.top, height)).length;
  const best = places.reduce((found, place) => (hides(place) < hides(found) ? place : found));
  menu.style.left = `${best.left}px`;
  menu.style.top = `${best.top}px`;
}

/**
 * @param {HTMLElement} frame @param {string} words the question
 * @param {Choice[]} choices @param {() => void} close @param {() => void} answered
 */
export function openMenu(frame, words, choices, close, answered) {
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
  return menu;
}
