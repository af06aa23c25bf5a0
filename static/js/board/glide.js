// Units glide to where they end.

import { middleOf } from "./picture.js";

const READ_FOR = 1_500; // milliseconds in which the arrows are seen before the units go
const GLIDES_FOR = 700;

/** @param {HTMLElement} figure */
function glide(figure) {
  for (const piece of /** @type {NodeListOf<SVGGElement>} */ (figure.querySelectorAll(".pieces.after [data-from]"))) {
    const [x, y] = String(piece.dataset.from).split(" ").map(Number);
    const end = middleOf(piece);
    piece.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: `translate(${end.x}px, ${end.y}px)` }], { duration: GLIDES_FOR, easing: "ease-in-out" });
  }
}

/** Show where units end as a movement: when that is asked for, and at once where the page begins with it. @param {HTMLElement} figure */
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
