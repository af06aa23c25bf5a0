// Units glide to their final places.

import { middleOf } from "./picture.js";

const READ_FOR = 1_500; // milliseconds for which the arrows are shown before the units move
const GLIDES_FOR = 700;

/** @param {HTMLElement} figure */
function glide(figure) {
  for (const piece of /** @type {NodeListOf<SVGGElement>} */ (figure.querySelectorAll(".pieces.after [data-from]"))) {
    const [x, y] = String(piece.dataset.from).split(" ").map(Number);
    const end = middleOf(piece);
    piece.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: `translate(${end.x}px, ${end.y}px)` }], { duration: GLIDES_FOR, easing: "ease-in-out" });
  }
}

/** Animate units to their final places when the viewer asks for these, and at once if the page begins with them. @param {HTMLElement} figure */
export function showEnd(figure) {
  const moments = /** @type {NodeListOf<HTMLInputElement>} */ (figure.querySelectorAll(".moments input"));
  if (!moments.length || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const [, outcomes, after] = moments;
  after.addEventListener("change", () => glide(figure));
  if (!after.defaultChecked) return;
  outcomes.checked = true;
  setTimeout(() => {
    if (!outcomes.checked) return;
    after.checked = true;
    glide(figure);
  }, READ_FOR);
}
