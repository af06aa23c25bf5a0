// Enables each board of a page: description below it, zoom and, if the viewer can give orders, taking them.

import { Picture } from "./picture.js";
import { meaningOf, provinceOfThing, watchPresses } from "./reach.js";
import { Sheet } from "./sheet.js";
import { Taps } from "./taps.js";
import { enableFinding, listenToKeys, makeReachable, offerHelp } from "./keys.js";
import { dimRemoved, sketchPending } from "./pending.js";
import { enableZoom } from "./zoom.js";
import { rove, showFocus } from "./focus.js";
import { nameUnits } from "./spoken.js";
import { showWinter } from "./winter.js";

const VIEW = "board-view";
const WIDE = matchMedia("(width >= 1500px) and (height >= 800px)"); // as in static/css/board.css
const STILL = 2; // pixels that do not count as a movement of the pointer

/** Below the board, describe the element that is pointed at, focused or tapped. @param {HTMLElement} figure */
function describeBelow(figure) {
  const description = /** @type {HTMLElement} */ (figure.querySelector(".description"));
  // On a phone, past chapters have no room for the hint.
  const isTight = figure.querySelector(".moments") && matchMedia("(width < 60rem)").matches;
  description.textContent = isTight ? "" : description.dataset.idle || "";
  // The message about an order stays until the pointer moves: the board changing under a still pointer does not
  // count.
  let lastClick = { clientX: -1, clientY: -1 };
  const isAtRest = (/** @type {Event} */ event) => event instanceof MouseEvent
    && Math.hypot(event.clientX - lastClick.clientX, event.clientY - lastClick.clientY) < STILL;
  figure.addEventListener("click", (event) => { lastClick = event; }, { capture: true });
  const describe = (/** @type {Event} */ event) => {
    if (event.type === "pointerover" && isAtRest(event)) return;
    const found = /** @type {Element} */ (event.target).closest("[data-province], [data-unit]");
    const words = found?.querySelector("title")?.textContent;
    if (words && !figure.matches(".entering, .refocusing")) description.textContent = words;
  };
  for (const kind of ["pointerover", "focusin", "click"]) figure.querySelector("svg")?.addEventListener(kind, describe);
}

/** @param {Taps} taps */
function listenToTaps(taps) {
  const { picture } = taps;
  const spotOf = watchPresses(picture.svg);
  picture.svg.addEventListener("click", (event) => {
    const spot = spotOf(/** @type {PointerEvent} */ (event));
    const thing = /** @type {Element} */ (event.target).closest(".badge, .piece, [data-province]");
    // A press without a pointer has no position.
    const pressed = !event.detail && thing ? { province: provinceOfThing(thing), badge: thing.matches(".badge"), or: "" } : null;
    const { province, badge, or } = pressed || meaningOf(taps, spot);
    if (or) taps.askBetween(province, or, picture.pointOf(spot));
    else taps.tap(province, pressed ? null : picture.pointOf(spot), badge);
    picture.recoverFocus();
  });
}

/** Check an answer of a single order at once, but not while a chosen unit has no order. @param {HTMLFormElement} form @param {Taps} taps */
function judgeWhole(form, taps) {
  const refusal = /** @type {HTMLElement | null} */ (form.querySelector("[data-refusal]"));
  const refuse = (/** @type {string} */ words) => {
    if (refusal) Object.assign(refusal, { textContent: words, hidden: !words });
  };
  if ("atOnce" in form.dataset) form.addEventListener("board:ordered", () => form.requestSubmit());
  form.addEventListener("input", () => refuse(""));
  form.addEventListener("submit", (event) => {
    const { unordered, words, picture } = taps;
    if (!unordered) return;
    event.preventDefault();
    taps.cancel(picture.named(words.unordered, unordered));
    refuse(picture.named(words.unordered, unordered));
  });
}

/** @param {HTMLElement} figure @param {HTMLFormElement} form */
async function takeOrders(figure, form) {
  const points = await (await fetch(String(figure.dataset.points))).json();
  const preview = form.dataset.arrows ? await import("./preview.js") : null;
  // No waiting from here on, so that a retry does not add listeners twice.
  const { places, ...words } = JSON.parse(String(figure.dataset.words));
  const sheet = new Sheet(form);
  if (!sheet.selects.length) return;
  const picture = new Picture(figure, points, places, words);
  const taps = new Taps(sheet, picture, words);
  makeReachable(taps);
  nameUnits(taps);
  listenToKeys(taps);
  if (sheet.winter) showWinter(taps);
  listenToTaps(taps);
  figure.querySelector("[data-undo]")?.addEventListener("click", () => taps.undo());
  dimRemoved(sheet, picture);
  if (form.dataset.arrows) judgeWhole(form, taps);
  if (form.dataset.store) sketchPending(sheet, picture);
  enableFinding(taps);
  preview?.previewArrows(form, figure, sheet.selects.some((select) => select.value));
  figure.classList.add("alive");
  performance.mark("board:alive");
}

/** Offer the colours of the seven powers or of the two sides, and remember the choice in this browser. @param {HTMLElement} figure */
function offerSides(figure) {
  const buttons = /** @type {HTMLElement[]} */ (Array.from(figure.querySelectorAll(".views > [data-view]")));
  const show = (/** @type {string | undefined | null} */ view) => {
    figure.dataset.view = view === "sides" ? view : "powers";
    for (const button of buttons) button.setAttribute("aria-pressed", String(button.dataset.view === figure.dataset.view));
  };
  if (!buttons.length) return;
  try {
    show(localStorage.getItem(VIEW));
  } catch { /* A browser that remembers nothing begins with the powers. */ }
  for (const button of buttons) {
    button.addEventListener("click", () => {
      show(button.dataset.view);
      try {
        localStorage.setItem(VIEW, String(figure.dataset.view));
      } catch { /* It is chosen anew next time. */ }
      buttons.find((other) => other.getAttribute("aria-pressed") === "false" && !button.offsetParent)?.focus();
    });
  }
}

/** Show the names of spaces in wide windows; in narrow ones the style sheet hides them. @param {HTMLElement} figure */
function nameWhereWide(figure) {
  const show = () => {
    if (WIDE.matches) import("./names.js").then(({ nameSpaces }) => nameSpaces(figure)).catch(() => { /* The codes stay. */ });
  };
  show();
  WIDE.addEventListener("change", show);
}

function start() {
  for (const figure of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("figure.board:not(.begun)"))) {
    figure.classList.add("begun");
    describeBelow(figure);
    enableZoom(figure);
    showFocus(figure);
    rove(figure);
    offerHelp(figure);
    offerSides(figure);
    nameWhereWide(figure);
    if (figure.querySelector(".moments")) import("./glide.js").then(({ showEnd }) => showEnd(figure));
    const form = /** @type {HTMLFormElement | null} */ (document.querySelector("form.entry"));
    if (form && figure.dataset.words) takeOrdersOnline(figure, form);
  }
}

/** Take orders as soon as the scripts and data for them have loaded. @param {HTMLElement} figure @param {HTMLFormElement} form */
function takeOrdersOnline(figure, form) {
  takeOrders(figure, form).catch(() => {
    addEventListener("online", () => { if (figure.isConnected) takeOrdersOnline(figure, form); }, { once: true });
  });
}

start();
document.addEventListener("chapter:shown", start);
document.addEventListener("duel:renewed", start);
document.addEventListener("board:added", start);
