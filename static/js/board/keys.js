// The board without a pointer. Units, targets and marks are three groups: Tab goes from one to the next, arrow keys
// go on within each, so that a board of thirty units is one press of Tab long.

import { isSameUnit, placeOf } from "./orders.js";

/** @typedef {import("./taps.js").Taps} Taps */

const WAYS = /** @type {Record<string, [number, number]>} */ ({ ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] });
/** More than the board is wide. */
const ASIDE = 1e5;
const GROUPS = ".glow, .pieces, .badges";

/**
 * The thing that is nearest in a direction. One that lies aside by more than ahead comes last, but comes: in one
 * direction or another everything is reached.
 * @param {Element} from @param {Element[]} all @param {[number, number]} way
 */
function nearest(from, all, [dx, dy]) {
  const middle = (/** @type {Element} */ element) => {
    const box = element.getBoundingClientRect();
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  const here = middle(from);
  const distance = (/** @type {Element} */ element) => {
    const there = middle(element);
    const along = (there.x - here.x) * dx + (there.y - here.y) * dy;
    const aside = Math.abs((there.x - here.x) * dy) + Math.abs((there.y - here.y) * dx);
    if (along <= 1) return Infinity;
    return along >= aside ? Math.hypot(along, aside) : ASIDE + along + 2 * aside;
  };
  return all.filter((element) => element !== from && distance(element) < Infinity).sort((one, other) => distance(one) - distance(other))[0];
}

/** Let Tab come back to the last focused of its group. @param {Element} focused */
function rove(focused) {
  for (const other of focused.parentElement?.querySelectorAll(':scope > [tabindex="0"]') || []) other.setAttribute("tabindex", "-1");
  focused.setAttribute("tabindex", "0");
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
  picture.svg.addEventListener("focusin", (event) => {
    const focused = /** @type {Element} */ (event.target);
    if (focused.parentElement?.matches(GROUPS)) rove(focused);
  });

  figure.addEventListener("keydown", (event) => {
    const target = /** @type {Element} */ (event.target);
    if (event.ctrlKey || event.metaKey || event.altKey) {
      if ((event.ctrlKey || event.metaKey) && event.key === "z" && sheet.undo()) {
        picture.describe(taps.words.undone);
        event.preventDefault();
      }
    } else if (WAYS[event.key] || event.key === "Home" || event.key === "End") {
      if (walk(target, event.key)) event.preventDefault();
    } else if ((event.key === "Enter" || event.key === " ") && target.closest("svg")) {
      press(target, event);
    } else if (event.key === "Escape") {
      taps.cancel();
      if (!figure.contains(document.activeElement) || target.closest(".sea-frame")) focusAfter();
    } else {
      letter(event.key.toLowerCase());
    }
  });

  /** Go on from the target; true if the key was one of the board's. @param {Element} target @param {string} key */
  function walk(target, key) {
    const way = WAYS[key];
    if (way && target.closest(".choices")) stepInMenu(target, way[0] + way[1]);
    else if (target.closest("svg")) goOn(target, key);
    else return false;
    return true;
  }

  /** @param {Element} target @param {string} key */
  function goOn(target, key) {
    const group = target.closest(GROUPS);
    const all = Array.from(group?.querySelectorAll(":scope > [tabindex]") || []);
    const ends = /** @type {Record<string, Element>} */ ({ Home: all[0], End: all[all.length - 1] });
    const next = group ? ends[key] || nearest(target, all, WAYS[key]) : picture.svg.querySelector('[tabindex="0"]');
    /** @type {SVGElement | null | undefined} */ (next)?.focus();
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
    if (key === "u" && sheet.undo()) picture.describe(taps.words.undone);
    if (!taps.chosen || !["h", "s", "c"].includes(key)) return;
    if (key === "h") taps.hold(); else taps.showHelp(key === "s" ? "support" : "convoy");
    focusAfter();
  }

  /** Move the focus to the first target, or back to the unit or, in winter, to the place; if there is none, leave it. */
  function focusAfter() {
    if (picture.menu) return;
    const target = taps.chosen && figure.querySelector(".glow .target, .badges .badge");
    const units = Array.from(figure.querySelectorAll(".pieces.before .mine"));
    const unit = units.find((one) => placeOf(one.getAttribute("data-unit") || "") === taps.last);
    const place = taps.last && figure.querySelector(`.glow [data-province="${taps.last}"]`);
    figure.classList.add("refocusing");
    const here = picture.svg.contains(document.activeElement) ? null : picture.svg.querySelector('[tabindex="0"]');
    /** @type {SVGElement | null} */ (target || unit || place || here)?.focus({ preventScroll: true });
    figure.classList.remove("refocusing");
  }
}

/** Let the units that can be ordered be reached. @param {Taps} taps */
export function makeReachable({ picture, sheet, words }) {
  for (const piece of picture.svg.querySelectorAll(".pieces.before .piece")) {
    const unit = piece.getAttribute("data-unit") || "";
    const province = placeOf(unit);
    const offered = sheet.legal(province).some((order) => isSameUnit(order.unit, unit));
    const removed = sheet.winterOrders(province).some((order) => order.unit === unit);
    const retreating = piece.classList.contains("dislodged");
    if (!removed && !offered && !(retreating && sheet.has(province))) continue;
    picture.makeButton(piece, `${piece.querySelector("title")?.textContent}. ${words.order}`);
    piece.classList.add("mine");
  }
}
