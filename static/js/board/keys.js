// Orders by keyboard: Enter is a tap, letters are hold, support, convoy and undo, Escape cancels, and "/" searches
// for a place by its name.

import { isSameUnit, placeOf } from "./orders.js";
import { provinceOfThing } from "./reach.js";

/** @typedef {import("./taps.js").Taps} Taps */
/** @typedef {{province: string, code: string, name: string}} Place */

const MOST_SAID = 4;

/** @param {Taps} taps */
export function listenToKeys(taps) {
  const { picture, words } = taps;
  const figure = picture.figure;
  const acts = new Map(Object.entries(words.letters).flatMap(([act, letters]) => letters.map((/** @type {string} */ letter) => [letter.toLowerCase(), act])));
  figure.addEventListener("board:answered", focusAfter);

  figure.addEventListener("keydown", (event) => {
    const target = /** @type {Element} */ (event.target);
    if (target.closest("dialog") || event.altKey) return;
    if (event.ctrlKey || event.metaKey) {
      if (event.key !== "z" || !taps.undo()) return;
      event.preventDefault();
      focusLost();
    } else if ((event.key === "Enter" || event.key === " ") && target.closest("svg")) {
      press(target, event);
    } else if (event.key === "Escape") {
      taps.cancel();
      if (!figure.contains(document.activeElement) || target.closest(".sea-frame")) focusAfter();
    } else {
      obey(acts.get(event.key.toLowerCase()), target);
    }
  });

  /** @param {Element} target @param {KeyboardEvent} event */
  function press(target, event) {
    const thing = target.closest("[data-province], [data-unit], [data-badge]");
    if (!thing || target === picture.svg) return;
    event.preventDefault();
    taps.tap(provinceOfThing(thing), null, target.hasAttribute("data-badge"));
    if (!picture.menu) focusAfter();
  }

  /** Carry out the command of a letter, for the chosen or the focused unit. @param {string | undefined} act @param {Element} target */
  function obey(act, target) {
    if (act === "undo" && taps.undo()) focusLost();
    if (!act || act === "undo") return;
    if (!taps.chosen && target.matches(".pieces .mine")) taps.tap(provinceOfThing(target), null);
    if (!taps.chosen) return;
    if (act === "hold") taps.hold(); else taps.showHelp(act === "support" ? "support" : "convoy");
    focusAfter();
  }

  /** True if the focused element is gone. */
  function focusLost() {
    if (!figure.contains(document.activeElement)) focusAfter();
  }

  /** Move the focus to the first target, or back to the unit or, in winter, to the place; if there is none, leave it. */
  function focusAfter() {
    if (picture.menu) return;
    const target = taps.chosen && figure.querySelector(".glow .target, .badges .badge");
    const units = Array.from(figure.querySelectorAll(".pieces.before .mine"));
    const unit = units.find((one) => placeOf(one.getAttribute("data-unit") || "") === taps.last);
    const place = taps.last && figure.querySelector(`.glow [data-province="${taps.last}"][tabindex]`);
    figure.classList.add("refocusing");
    const here = picture.svg.contains(document.activeElement) ? null : picture.svg.querySelector('[tabindex="0"]');
    /** @type {SVGElement | null} */ (target || unit || place || here)?.focus({ preventScroll: true });
    figure.classList.remove("refocusing");
  }
}

/** Make units reachable by keyboard. @param {Taps} taps */
export function makeReachable({ picture, sheet }) {
  for (const piece of picture.svg.querySelectorAll(".pieces.before .piece")) {
    const unit = piece.getAttribute("data-unit") || "";
    const province = placeOf(unit);
    const orders = sheet.legal(province);
    const dislodged = orders.some((order) => order.kind === "disband") === piece.classList.contains("dislodged");
    const offered = dislodged && orders.some((order) => isSameUnit(order.unit, unit));
    // All units are reachable, since every order depends on where the enemy is.
    if (!sheet.winter && !piece.hasAttribute("tabindex")) piece.setAttribute("tabindex", "-1");
    const removed = sheet.winter && sheet.winterOrders(province).some((order) => order.kind === "disband" && order.unit === unit);
    if (!removed && !offered) continue;
    picture.makeButton(piece);
    piece.classList.add("mine");
  }
}

/** Offer the list of keys, and the link past the board. @param {HTMLElement} figure */
export function offerHelp(figure) {
  const dialog = /** @type {HTMLDialogElement | null} */ (figure.querySelector(".board-keys"));
  const end = /** @type {HTMLElement | null} */ (figure.querySelector(".board-end"));
  figure.querySelector("[data-keys]")?.addEventListener("click", () => dialog?.showModal());
  // A click outside the dialog closes it, as Escape does.
  dialog?.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(); });
  // Keep the address: it names the page shown.
  figure.querySelector(".past-board")?.addEventListener("click", (event) => {
    event.preventDefault();
    end?.focus();
  });
}

/** A text in lower case without accents. @param {string} text */
const plain = (text) => text.normalize("NFD").replaceAll(/\p{M}/gu, "").trim().toLowerCase();

/**
 * The places that match: by code, else by the beginning of the name, else by the beginning of a word.
 * @param {string} typed @param {Place[]} places
 */
export function placesMeant(typed, places) {
  const wanted = plain(typed);
  if (!wanted) return [];
  const ways = [
    (/** @type {Place} */ place) => [place.code, place.province].map(plain).includes(wanted),
    (/** @type {Place} */ place) => plain(place.name).startsWith(wanted),
    (/** @type {Place} */ place) => plain(place.name).split(/[\s’'-]/).some((word) => word.startsWith(wanted)),
  ];
  return ways.map((way) => places.filter(way)).find((found) => found.length) || [];
}

/** Let the player choose a unit or a space by its code or the beginning of its name, instead of by many arrow keys. @param {Taps} taps */
export function enableFinding(taps) {
  const { picture } = taps;
  const dialog = /** @type {HTMLDialogElement | null} */ (picture.figure.querySelector(".board-find"));
  const field = dialog?.querySelector("input");
  const says = dialog?.querySelector("[data-found]");
  if (!dialog || !field || !says) return;
  const places = Array.from(picture.svg.querySelectorAll(".spaces > [data-province]"), (space) => {
    const province = space.getAttribute("data-province") || "";
    return { province, code: /\((.+?)\)/.exec(picture.wordsOf(province))?.[1] || "", name: picture.places[province].name };
  });

  /** The matching places, those first that can be chosen now. */
  function meant() {
    const { meaningful } = taps;
    const found = placesMeant(field?.value || "", places.filter(({ province }) => meaningful.includes(province)));
    return found.length ? found : placesMeant(field?.value || "", places);
  }

  picture.figure.addEventListener("keydown", (event) => {
    const target = /** @type {Element} */ (event.target);
    if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || target.closest("dialog")) return;
    event.preventDefault();
    field.value = says.textContent = "";
    dialog.showModal();
  });
  // Letters typed here are not commands of the board.
  field.addEventListener("keydown", (event) => event.stopPropagation());
  field.addEventListener("input", () => {
    const found = meant().slice(0, MOST_SAID);
    says.textContent = found.map(({ province }) => picture.nameOf(province)).join(" · ") || (field.value ? field.dataset.none || "" : "");
  });
  dialog.querySelector("form")?.addEventListener("submit", (event) => {
    event.preventDefault();
    const [first] = meant();
    if (!first) return;
    dialog.close();
    const isMark = picture.badges.all.some((badge) => badge.province === first.province) && !picture.targets.includes(first.province);
    taps.tap(first.province, null, isMark);
    picture.figure.dispatchEvent(new CustomEvent("board:answered"));
  });
  dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(); });
}
