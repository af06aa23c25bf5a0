// The board comes alive: words below it, zoom, and orders by taps where there are orders to give.

import { Picture } from "./picture.js";
import { Sheet } from "./sheet.js";
import { Taps } from "./taps.js";
import { listenToKeys, makeReachable } from "./keys.js";
import { storeChanges } from "./store.js";
import { drawDraft } from "./draft.js";
import { sketch } from "./drafts.js";
import { letZoom } from "./zoom.js";

/** Below the board stands what is pointed at, focused or tapped. @param {HTMLElement} figure */
function tellBelow(figure) {
  const told = /** @type {HTMLElement} */ (figure.querySelector(".told"));
  told.textContent = told.dataset.idle || "";
  // What is said of an order stays until the pointer moves: that the board changes under it is no pointing.
  let rest = { clientX: -1, clientY: -1 };
  const rests = (/** @type {Event} */ event) => event instanceof MouseEvent
    && Math.hypot(event.clientX - rest.clientX, event.clientY - rest.clientY) < 2;
  figure.addEventListener("click", (event) => { rest = event; }, { capture: true });
  const tell = (/** @type {Event} */ event) => {
    if (event.type === "pointerover" && rests(event)) return;
    const found = /** @type {Element} */ (event.target).closest("[data-province], [data-unit]");
    const words = found?.querySelector("title")?.textContent;
    if (words && !figure.matches(".entering, .refocusing")) told.textContent = words;
  };
  for (const kind of ["pointerover", "focusin", "click"]) figure.querySelector("svg")?.addEventListener(kind, tell);
}

/** @param {HTMLElement} figure @param {HTMLFormElement} form */
async function letOrder(figure, form) {
  const points = await (await fetch(String(figure.dataset.points))).json();
  const words = JSON.parse(String(figure.dataset.words));
  const sheet = new Sheet(form);
  if (!sheet.selects.length) return;
  const taps = new Taps(sheet, new Picture(figure, points), words);
  const { picture } = taps;
  makeReachable(taps);
  listenToKeys(taps);
  picture.light("", sheet.winterPlaces());
  picture.svg.addEventListener("click", (event) => {
    const province = picture.provinceOf(event);
    const badge = Boolean(/** @type {Element} */ (event.target).closest("[data-badge]"));
    taps.tap(province, picture.place(event), badge);
    picture.keepFocus();
  });
  figure.querySelector("[data-undo]")?.addEventListener("click", () => { if (sheet.undo()) picture.say(words.undone); });
  if (form.dataset.store) sketch(sheet, picture);
  if (form.dataset.store) storeChanges(form, words);
  if (form.dataset.arrows) drawDraft(form, figure);
  figure.classList.add("alive");
  performance.mark("board:alive");
}

function begin() {
  for (const figure of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("figure.board:not(.begun)"))) {
    figure.classList.add("begun");
    tellBelow(figure);
    letZoom(figure);
    const form = /** @type {HTMLFormElement | null} */ (document.querySelector("form.entry"));
    if (form && figure.dataset.words) letOrder(figure, form);
  }
}

begin();
document.addEventListener("chapter:shown", begin);
document.addEventListener("duel:renewed", begin);
