// Keyboard focus on a board. Tab goes from one group of elements to the next, and arrow keys move within a group, so
// that thirty units take one press of Tab. The focus ring has a dark and a light band, since one alone may be
// invisible on coloured ground.

/** Places, units, marks, and failed orders. */
const GROUPS = ".glow, .pieces, .badges, .arrows";
const WAYS = /** @type {Record<string, [number, number]>} */ ({ ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] });
/** More than the width of the board. */
const ASIDE = 1e5;
const SVG = "http://www.w3.org/2000/svg";
const BANDS = ["outer", "inner"];
const KINDS = ["piece", "target", "badge", "arrow"];

/**
 * The nearest element in a direction. Elements more to the side than ahead come last, so that every element can be
 * reached.
 * @param {Element} from @param {Element[]} all @param {[number, number]} way
 */
export function nearest(from, all, [dx, dy]) {
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

/** Make an element the Tab stop of its group. @param {Element} thing */
function stopAt(thing) {
  for (const other of thing.parentElement?.querySelectorAll(':scope > [tabindex="0"]') || []) other.setAttribute("tabindex", "-1");
  thing.setAttribute("tabindex", "0");
}

/** Move from one answer of the menu to the next. @param {Element} from @param {number} step */
function stepInMenu(from, step) {
  const buttons = /** @type {HTMLElement[]} */ (Array.from(from.parentElement?.children || []));
  buttons[(buttons.indexOf(/** @type {HTMLElement} */ (from)) + step + buttons.length) % buttons.length].focus();
}

/** @param {SVGSVGElement} svg @param {Element} target @param {string} key */
function goOn(svg, target, key) {
  const group = target.closest(GROUPS);
  const all = Array.from(group?.querySelectorAll(":scope > [tabindex]") || []);
  // The first and the last element that can be pressed.
  const able = all.filter((one) => one.getAttribute("role") === "button");
  const [first, last] = [able[0] || all[0], able[able.length - 1] || all[all.length - 1]];
  const ends = /** @type {Record<string, Element>} */ ({ Home: first, End: last });
  const next = group ? ends[key] || nearest(target, all, WAYS[key]) : svg.querySelector('[tabindex="0"]');
  /** @type {SVGElement | null | undefined} */ (next)?.focus();
}

/** @param {HTMLElement} figure */
export function rove(figure) {
  const svg = /** @type {SVGSVGElement} */ (figure.querySelector("svg"));
  const [failed] = svg.querySelectorAll(".arrows > [tabindex]");
  if (failed) stopAt(failed);
  svg.addEventListener("focusin", (event) => {
    const focused = /** @type {Element} */ (event.target);
    if (focused.parentElement?.matches(GROUPS)) stopAt(focused);
  });
  figure.addEventListener("keydown", (event) => {
    const target = /** @type {Element} */ (event.target);
    const way = WAYS[event.key];
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || !(way || event.key === "Home" || event.key === "End")) return;
    if (way && target.closest(".choices")) stepInMenu(target, way[0] + way[1]);
    else if (target.closest("svg")) goOn(svg, target, event.key);
    else return;
    event.preventDefault();
  });
}

/** The shapes that the focus ring follows. @param {Element} focused */
function outlines(focused) {
  return focused.matches("use") ? [focused] : Array.from(focused.querySelectorAll(":scope > :is(.body, .casing, .tip, circle:not(.coin))"));
}

/** A copy of a shape without its control attributes. @param {Element} shape @param {string} band */
function traced(shape, band) {
  const copy = document.createElementNS(SVG, shape.localName);
  const drawn = Array.from(shape.attributes).filter(({ name }) => !/^(class|style|tabindex|role|aria-|data-)/.test(name));
  for (const { name, value } of drawn) copy.setAttribute(name, value);
  copy.setAttribute("class", band);
  return copy;
}

/** @param {Element} focused */
function ringAround(focused) {
  const ring = document.createElementNS(SVG, "g");
  ring.setAttribute("class", "ring");
  ring.setAttribute("aria-hidden", "true");
  ring.setAttribute("data-around", KINDS.find((kind) => focused.classList.contains(kind)) || "");
  for (const band of BANDS) ring.append(...outlines(focused).map((shape) => traced(shape, band)));
  return ring;
}

/** Draw the ring while the keyboard is used. @param {HTMLElement} figure */
export function showFocus(figure) {
  const clear = () => { for (const ring of figure.querySelectorAll("svg .ring")) ring.remove(); };
  figure.addEventListener("focusout", clear);
  figure.addEventListener("focusin", (event) => {
    clear();
    const focused = /** @type {Element} */ (event.target);
    if (!focused.matches("svg [tabindex]:focus-visible")) return;
    // The ring of a province comes last, or its neighbours would cover it; that of a unit first, or it would cover
    // the unit.
    if (focused.matches("use")) focused.parentElement?.append(ringAround(focused));
    else focused.prepend(ringAround(focused));
  });
}
