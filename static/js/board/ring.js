// The ring around what has the focus: a dark band and a light one, as on coloured ground one alone may not be seen.

const SVG = "http://www.w3.org/2000/svg";
const BANDS = ["outer", "inner"];
const KINDS = ["piece", "target", "badge", "arrow"];

/** The shapes that a ring follows. @param {Element} focused */
function outlines(focused) {
  return focused.matches("use") ? [focused] : Array.from(focused.querySelectorAll(":scope > :is(.body, .casing, .tip, circle:not(.chief))"));
}

/** A shape again, without what makes it a control. @param {Element} shape @param {string} band */
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
    // Neighbours would paint over the ring of a province; a unit would hide behind its own.
    if (focused.matches("use")) focused.parentElement?.append(ringAround(focused));
    else focused.prepend(ringAround(focused));
  });
}
