// The small menu on the board that asks which of several orders is meant.

/** @typedef {{words: string, act: () => void}} Choice */

const MARGIN = 4;
const BESIDE = 18;
/** The menu also hides places this near to its edge, in pixels. */
const EDGE = 10;

/** @param {number} value @param {number} least @param {number} most */
const within = (value, least, most) => Math.max(least, Math.min(value, most));

/** True if a place is within a size, or near its edge. @param {number} place from the beginning @param {number} size */
const isIn = (place, size) => place > -EDGE && place < size + EDGE;

/** @typedef {import("./picture.js").Point} Point */
/** @typedef {{left: number, top: number, width: number, height: number}} Box */

/** The free height of the window: on phones, lessons have a button at the lower edge. */
function freeHeight() {
  const bar = document.querySelector(".judge");
  return bar && getComputedStyle(bar).position === "fixed" ? bar.getBoundingClientRect().top : innerHeight;
}

/** Place the menu beside the tap. @param {HTMLElement} menu @param {HTMLElement} frame @param {Point} spot of the tap, on the screen @param {Point[]} answers */
export function placeMenu(menu, frame, spot, answers) {
  const best = placeBeside(spot, answers, [menu.offsetWidth, menu.offsetHeight], frame.getBoundingClientRect(), freeHeight());
  menu.style.left = `${best.left}px`;
  menu.style.top = `${best.top}px`;
}

/**
 * The place in frame and window where a menu hides the fewest places that are answers, too.
 * @param {Point} spot of the tap @param {Point[]} answers @param {[number, number]} size @param {Box} box of the frame @param {number} windowHeight
 */
export function placeBeside(spot, answers, [width, height], box, windowHeight) {
  const top = Math.max(0, -box.top);
  const bottom = Math.min(box.height, windowHeight - box.top);
  const [x, y] = [spot.x - box.left, spot.y - box.top];
  const sides = [[x - width / 2, y + BESIDE], [x - width / 2, y - BESIDE - height], [x + BESIDE, y - height / 2], [x - BESIDE - width, y - height / 2],
    [x + BESIDE, y + BESIDE], [x - BESIDE - width, y + BESIDE], [x + BESIDE, y - BESIDE - height], [x - BESIDE - width, y - BESIDE - height]];
  const places = sides.map(([left, above]) => ({
    left: within(left, MARGIN, box.width - width - MARGIN),
    top: within(above, top + MARGIN, bottom - height - MARGIN),
  }));
  const hides = (/** @type {{left: number, top: number}} */ place) => [spot, ...answers].filter((answer) => isIn(answer.x - box.left - place.left, width) && isIn(answer.y - box.top - place.top, height)).length;
  return places.reduce((found, place) => (hides(place) < hides(found) ? place : found));
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
