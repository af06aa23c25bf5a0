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

/** From one answer of the menu to the next. @param {Element} from @param {number} step */
function stepInMenu(from, step) {
  const buttons = /** @type {HTMLElement[]} */ (Array.from(from.parentElement?.children || []));
  buttons[(buttons.indexOf(/** @type {HTMLElement} */ (from)) + step + buttons.length) % buttons.length].focus();
}

/** @param {Taps} taps */
export function listenToKeys(taps) {
  const { picture, sheet } = taps;
  const figure = picture.figure;
  figure.addEventListener("board:answered", focusAfter);

  figure.addEventListener("keydown", (event) => {
    const target = /** @type {Element} */ (event.target);
    if (event.ctrlKey || event.metaKey || event.altKey) {
      if ((event.ctrlKey || event.metaKey) && event.key === "z" && sheet.undo()) {
        picture.say(taps.words.undone);
        event.preventDefault();
      }
    } else if (WAYS[event.key]) {
      if (walk(target, WAYS[event.key])) event.preventDefault();
    } else if ((event.key === "Enter" || event.key === " ") && target.closest("svg")) {
      press(target, event);
    } else if (event.key === "Escape") {
      taps.drop();
      focusAfter();
    } else {
      letter(event.key.toLowerCase());
    }
  });

  /** @param {Element} target @param {[number, number]} way */
  function walk(target, way) {
    if (target.closest(".choices")) stepInMenu(target, way[0] + way[1]);
    else if (target.closest("svg")) /** @type {SVGElement | undefined} */ (nearest(target, [...figure.querySelectorAll('svg [tabindex="0"]')], way))?.focus();
    else return false;
    return true;
  }

  /** @param {Element} target @param {KeyboardEvent} event */
  function press(target, event) {
    const province = picture.provinceOf(event);
    if (!province || target === picture.svg) return;
    event.preventDefault();
    taps.tap(province, null, target.hasAttribute("data-badge"));
    if (!picture.menu) focusAfter();
  }

  /** @param {string} key */
  function letter(key) {
    if (key === "u" && sheet.undo()) picture.say(taps.words.undone);
    if (!taps.chosen || !["h", "s", "c"].includes(key)) return;
    if (key === "h") taps.hold(); else taps.only(key === "s" ? "support" : "convoy");
    focusAfter();
  }

  /** To the first target, or back to the unit or, in winter, to the place. */
  function focusAfter() {
    if (picture.menu) return;
    const there = [`.pieces.before .mine[data-unit$=" ${taps.last}"]`, `.pieces.before .mine[data-unit*=" ${taps.last}/"]`, `.glow [data-province="${taps.last}"]`];
    const target = taps.chosen && figure.querySelector(".glow .target, .badges .badge");
    const unit = taps.last && there.map((one) => figure.querySelector(one)).find(Boolean);
    figure.classList.add("refocusing");
    /** @type {SVGElement | null} */ (target || unit || picture.svg)?.focus({ preventScroll: true });
    figure.classList.remove("refocusing");
  }
}

/** Let the units that can be ordered be reached. @param {Taps} taps */
export function makeReachable({ picture, sheet, words }) {
  for (const piece of picture.svg.querySelectorAll(".pieces.before .piece")) {
    const unit = piece.getAttribute("data-unit") || "";
    const offered = sheet.legal(unit.slice(2, 5)).some((order) => order.unit.slice(0, 5) === unit.slice(0, 5));
    const removed = sheet.winterOrders(unit.slice(2, 5)).some((order) => order.unit === unit);
    const retreating = piece.classList.contains("dislodged");
    if (!removed && !offered && !(retreating && sheet.has(unit.slice(2, 5)))) continue;
    picture.makeButton(piece, `${piece.querySelector("title")?.textContent}. ${words.order}`);
    piece.classList.add("mine");
  }
}
