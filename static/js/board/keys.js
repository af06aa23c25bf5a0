// The board without a pointer: units and targets are reached by Tab and arrow keys.

/** @typedef {import("./taps.js").Taps} Taps */

const WAYS = /** @type {Record<string, [number, number]>} */ ({ ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] });

/** The focusable thing that is nearest in a direction. @param {Element} from @param {Element[]} all @param {[number, number]} way */
function nearest(from, all, [dx, dy]) {
  const middle = (/** @type {Element} */ element) => {
    const box = element.getBoundingClientRect();
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  const here = middle(from);
  const far = (/** @type {Element} */ element) => {
    const there = middle(element);
    const along = (there.x - here.x) * dx + (there.y - here.y) * dy;
    const aside = Math.abs((there.x - here.x) * dy) + Math.abs((there.y - here.y) * dx);
    return along > 1 ? along + 2 * aside : Infinity;
  };
  return all.filter((element) => element !== from && far(element) < Infinity).sort((one, other) => far(one) - far(other))[0];
}

/** @param {Taps} taps */
export function listenToKeys(taps) {
  const { picture, sheet } = taps;
  const figure = picture.figure;

  figure.addEventListener("keydown", (event) => {
    const target = /** @type {Element} */ (event.target);
    if (event.ctrlKey || event.metaKey || event.altKey) {
      if ((event.ctrlKey || event.metaKey) && event.key === "z" && sheet.undo()) event.preventDefault();
      return;
    }
    const way = WAYS[event.key];
    if (way && target.closest("svg")) {
      const next = nearest(target, [...figure.querySelectorAll('svg [tabindex="0"]')], way);
      /** @type {SVGElement | undefined} */ (next)?.focus();
      event.preventDefault();
    } else if ((event.key === "Enter" || event.key === " ") && target.closest("svg")) {
      const province = picture.provinceOf(event);
      if (!province) return;
      event.preventDefault();
      const before = taps.chosen;
      taps.tap(province, picture.at(province), target.hasAttribute("data-badge"));
      if (!picture.menu) focusAfter(before);
    } else if (event.key === "Escape") {
      const before = taps.chosen;
      taps.drop();
      focusAfter(before);
    } else {
      letter(event.key.toLowerCase());
    }
  });

  /** @param {string} key */
  function letter(key) {
    const before = taps.chosen;
    if (key === "h") { taps.hold(); focusAfter(before); }
    if (key === "u") sheet.undo();
    if (key === "s" || key === "c") { taps.only(key === "s" ? "support" : "convoy"); focusAfter(before); }
  }

  /** To the first target, or back to the unit. @param {string} before */
  function focusAfter(before) {
    const target = taps.chosen && figure.querySelector(".glow .target, .badges .badge");
    const unit = figure.querySelector(`.pieces.before [data-unit$=" ${before}"], .pieces.before [data-unit*=" ${before}/"]`);
    /** @type {SVGElement | null} */ (target || unit)?.focus();
  }
}

/** Let the units that can be ordered be reached. @param {Taps} taps */
export function makeReachable({ picture, sheet, words }) {
  for (const piece of picture.svg.querySelectorAll(".pieces.before .piece")) {
    const province = (piece.getAttribute("data-unit") || "").slice(2, 5);
    if (!sheet.has(province) && !sheet.winterOrders(province).length) continue;
    picture.makeButton(piece, `${piece.querySelector("title")?.textContent}. ${words.order}`);
    piece.classList.add("mine");
  }
}
