// Reorders the items of a list by dragging: with a finger by the handle, with a mouse by any part except buttons.

/** @param {PointerEvent} event */
function isHeld(event) {
  const target = /** @type {Element} */ (event.target);
  if (event.button !== 0) return false;
  return target.closest("[data-handle]") !== null || (event.pointerType === "mouse" && !target.closest("button"));
}

/** The part of a neighbour that the pointer has to pass before it makes room. */
const PASSED = 0.3;

/** True if the pointer is well within the item above. @param {Element | null} item @param {number} y */
function isAbove(item, y) {
  const box = item?.getBoundingClientRect();
  return box !== undefined && y < box.bottom - PASSED * box.height;
}

/** True if the pointer is well within the item below. @param {Element | null} item @param {number} y */
function isBelow(item, y) {
  const box = item?.getBoundingClientRect();
  return box !== undefined && y > box.top + PASSED * box.height;
}

/** @param {HTMLElement} list its items have data-power @param {(order: string[]) => void} done */
export function enableDragging(list, done) {
  /** @type {HTMLElement | null} */
  let dragged = null;

  list.addEventListener("pointerdown", (event) => {
    const item = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest("li"));
    if (!item || !isHeld(event)) return;
    event.preventDefault();
    list.setPointerCapture(event.pointerId);
    dragged = item;
    item.classList.add("dragged");
  });

  // Move the other items, not the dragged one, so that it keeps its focus.
  list.addEventListener("pointermove", (event) => {
    if (!dragged) return;
    const { clientY: y } = event;
    while (isAbove(dragged.previousElementSibling, y)) dragged.after(/** @type {Element} */ (dragged.previousElementSibling));
    while (isBelow(dragged.nextElementSibling, y)) dragged.before(/** @type {Element} */ (dragged.nextElementSibling));
    dragged.scrollIntoView({ block: "nearest" });
  });

  function drop() {
    if (!dragged) return;
    dragged.classList.remove("dragged");
    dragged = null;
    done(/** @type {HTMLElement[]} */ (Array.from(list.children)).map((item) => String(item.dataset.power)));
  }

  list.addEventListener("pointerup", drop);
  list.addEventListener("pointercancel", drop);
}
