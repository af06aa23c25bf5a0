// Zoom: two fingers, double tap, wheel with Ctrl, buttons, keys + and -.

/** Pixels that a mouse and a finger may move during a tap. */
const TAP_REACH = [4, 10];
/** @type {Record<string, number>} */
const KEYS = { "+": 1.6, "-": 0.625, 0: 0 };
/** @type {Record<string, [number, number]>} */
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const NEAREST = 6;
/** The board is at rest after these milliseconds without a movement. */
const AT_REST = 250;
/** The part of the visible width or height by which Shift and an arrow key move the board. */
const STEP = 0.25;

/** The visible part of the board: its corner, and the magnification. @typedef {{x: number, y: number, scale: number}} View */
/** @typedef {{width: number, height: number}} Size */

/** A view limited to the board and to the greatest magnification. @param {View} view @param {Size} board @returns {View} */
export function limited({ x, y, scale }, { width, height }) {
  const near = Math.min(NEAREST, Math.max(1, scale));
  const limit = (/** @type {number} */ value, /** @type {number} */ size) => Math.min(Math.max(value, 0), size - size / near);
  return { x: limit(x, width), y: limit(y, height), scale: near };
}

/** The view magnified by a factor around a fixed spot. @param {View} view @param {number} factor @param {{x: number, y: number}} spot @param {Size} board */
export function nearer(view, factor, spot, board) {
  const scale = Math.min(NEAREST, Math.max(1, view.scale * factor));
  const ratio = view.scale / scale;
  return limited({ x: spot.x - (spot.x - view.x) * ratio, y: spot.y - (spot.y - view.y) * ratio, scale }, board);
}

/** @param {HTMLElement} figure */
export function enableZoom(figure) {
  const svg = /** @type {SVGSVGElement} */ (figure.querySelector("svg"));
  const { width, height } = svg.viewBox.baseVal; // a copy: it changes with the view
  /** @type {View} */
  let view = { x: 0, y: 0, scale: 1 };
  /** @type {Map<number, PointerEvent>} */
  const fingers = new Map();
  /** The first finger at its press. @type {PointerEvent | null} */
  let origin = null;
  let dragged = false;
  let resting = 0;

  /** @param {number} x @param {number} y @param {number} scale */
  function look(x, y, scale) {
    view = limited({ x, y, scale }, { width, height });
    svg.setAttribute("viewBox", `${view.x} ${view.y} ${width / view.scale} ${height / view.scale}`);
    figure.classList.toggle("near", view.scale > 1);
    figure.classList.add("moving");
    clearTimeout(resting);
    resting = setTimeout(() => figure.classList.remove("moving"), AT_REST);
    figure.dispatchEvent(new CustomEvent("board:zoomed"));
  }

  /** @param {number} clientX @param {number} clientY @param {number} factor */
  function zoom(clientX, clientY, factor) {
    const spot = new DOMPoint(clientX, clientY).matrixTransform(/** @type {DOMMatrix} */ (svg.getScreenCTM()).inverse());
    const { x, y, scale } = nearer(view, factor, spot, { width, height });
    look(x, y, scale);
  }

  function middle() {
    const box = svg.getBoundingClientRect();
    return /** @type {[number, number]} */ ([box.x + box.width / 2, box.y + box.height / 2]);
  }

  svg.addEventListener("wheel", (event) => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    zoom(event.clientX, event.clientY, Math.exp(-event.deltaY / 300));
  }, { passive: false });
  svg.addEventListener("dblclick", (event) => {
    if (/** @type {Element} */ (event.target).closest(".piece, .target, .badge")) return;
    if (view.scale > 1) look(0, 0, 1); else zoom(event.clientX, event.clientY, 2.5);
  });

  svg.addEventListener("pointerdown", (event) => {
    fingers.set(event.pointerId, event);
    dragged = fingers.size > 1;
    if (!dragged) origin = event;
  });
  // Two fingers zoom the board, not the page.
  svg.addEventListener("touchmove", (event) => { if (event.touches.length > 1) event.preventDefault(); }, { passive: false });
  for (const end of ["pointerup", "pointercancel", "pointerleave"]) svg.addEventListener(end, (event) => fingers.delete(/** @type {PointerEvent} */ (event).pointerId));
  svg.addEventListener("pointermove", (event) => {
    const before = fingers.get(event.pointerId);
    if (!before) return;
    const others = [...fingers.values()].filter((finger) => finger.pointerId !== event.pointerId);
    if (origin && Math.hypot(event.clientX - origin.clientX, event.clientY - origin.clientY) > TAP_REACH[event.pointerType === "mouse" ? 0 : 1]) dragged = true;
    if (others.length === 1) pinch(before, event, others[0]);
    else if (view.scale > 1 && !others.length) drag(before, event);
    fingers.set(event.pointerId, event);
  });

  /** @param {PointerEvent} before @param {PointerEvent} now @param {PointerEvent} other */
  function pinch(before, now, other) {
    const distance = (/** @type {PointerEvent} */ one) => Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY) || 1;
    dragged = true;
    zoom((now.clientX + other.clientX) / 2, (now.clientY + other.clientY) / 2, distance(now) / distance(before));
  }

  /** @param {PointerEvent} before @param {PointerEvent} now */
  function drag(before, now) {
    const size = /** @type {DOMMatrix} */ (svg.getScreenCTM()).a;
    look(view.x - (now.clientX - before.clientX) / size, view.y - (now.clientY - before.clientY) / size, view.scale);
  }

  // A drag is not a tap.
  svg.addEventListener("click", (event) => { if (dragged) event.stopImmediatePropagation(); dragged = false; }, { capture: true });

  for (const button of figure.querySelectorAll("[data-zoom]")) {
    button.addEventListener("click", () => step(Number(button.getAttribute("data-zoom"))));
  }
  figure.addEventListener("keydown", (event) => {
    const way = event.shiftKey && WAYS[event.key];
    if (event.ctrlKey || event.metaKey || event.altKey || !(way || event.key in KEYS)) return;
    event.preventDefault();
    if (way) look(view.x + way[0] * STEP * width / view.scale, view.y + way[1] * STEP * height / view.scale, view.scale);
    else step(KEYS[event.key]);
  });
  figure.addEventListener("focusin", (event) => {
    const focused = /** @type {Element} */ (event.target);
    if (view.scale > 1 && focused.matches("svg [tabindex]:focus-visible")) bringIntoView(focused);
  });

  /** Move the view until the focused element is completely visible. @param {Element} focused */
  function bringIntoView(focused) {
    const box = focused.getBoundingClientRect();
    const frame = (svg.parentElement || svg).getBoundingClientRect();
    if (box.left >= frame.left && box.right <= frame.right && box.top >= frame.top && box.bottom <= frame.bottom) return;
    const spot = new DOMPoint(box.x + box.width / 2, box.y + box.height / 2).matrixTransform(/** @type {DOMMatrix} */ (svg.getScreenCTM()).inverse());
    look(spot.x - width / view.scale / 2, spot.y - height / view.scale / 2, view.scale);
  }

  const [x, y, scale] = (figure.dataset.look || "").split(" ").map(Number);
  if (scale) look(x, y, scale);

  /** Zoom by a factor; without one, show the whole board. @param {number} factor */
  function step(factor) {
    if (factor) zoom(...middle(), factor); else look(0, 0, 1);
  }
}
