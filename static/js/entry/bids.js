// The sheet of bids: sums and warnings while typing, as the server gives them after storing; the buttons − and +.

const MOST = 1_000_000;
const FIGURE = /^\s*\d{1,9}\s*$/;

/** The number typed in a field; 0 for anything else. @param {string} typed */
export const figure = (typed) => (FIGURE.test(typed) ? Number(typed) : 0);

/**
 * The sums of bids: the total, and the cost if the opponent is overbid.
 * @param {number[]} bids @param {number[]} discounts @param {boolean} halved true if an heir pays half
 */
export function sums(bids, discounts, halved) {
  const prices = bids.map((bid, place) => Math.max(0, bid - discounts[place]));
  const inherited = prices.map((price) => (halved ? Math.ceil(price / 2) : price));
  const [total, inheriting] = [bids, inherited].map((all) => all.reduce((one, other) => one + other, 0));
  return { total, inheriting };
}

/** Change a bid by a step. @param {HTMLInputElement} bid @param {number} step */
function alter(bid, step) {
  const next = Math.min(MOST, Math.max(0, figure(bid.value) + step));
  if (String(next) === bid.value) return;
  bid.value = String(next);
  bid.dispatchEvent(new Event("input", { bubbles: true }));
}

/** @param {HTMLFormElement} form */
export function enableSheet(form) {
  const sum = /** @type {HTMLElement | null} */ (form.querySelector("#sheet-sum"));
  if (!sum) return;
  const bids = /** @type {HTMLInputElement[]} */ (Array.from(form.querySelectorAll("input.bid")));
  const total = /** @type {HTMLOutputElement} */ (sum.querySelector("#sheet-total"));
  const reserve = Number(sum.dataset.reserve);
  const halved = sum.dataset.halved === "yes";

  /** Show or hide a warning; an unchanged one is not read out again. @param {string} name @param {boolean} shown */
  function warn(name, shown) {
    const place = /** @type {HTMLElement | null} */ (/** @type {HTMLElement} */ (sum).querySelector(`[data-warn="${name}"]`));
    if (!place || shown === place.hasChildNodes()) return;
    place.replaceChildren();
    if (!shown) return;
    const warning = document.createElement("p");
    warning.className = "notice warn";
    warning.textContent = String(place.dataset.words);
    place.append(warning);
  }

  function add() {
    const found = sums(bids.map((bid) => figure(bid.value)), bids.map((bid) => Number(bid.dataset.discount)), halved);
    total.value = String(found.total);
    warn("total", found.total > reserve);
    warn("inheriting", found.inheriting > reserve);
    form.classList.toggle("overbid", found.total > reserve);
  }

  form.addEventListener("click", (event) => {
    const button = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest("[data-step]"));
    const bid = button && bids.find((each) => each.id === button.dataset.of);
    if (bid) alter(bid, Number(button.dataset.step));
  });
  // Select the whole number on the first tap, as after Tab, so that typing a 7 replaces a 0 and does not make 70.
  for (const bid of bids) {
    let wasFocused = false;
    bid.addEventListener("pointerdown", () => { wasFocused = document.activeElement === bid; });
    bid.addEventListener("click", () => { if (!wasFocused) bid.select(); });
  }
  // The keys up and down in the field do what − and + do, so these need no Tab stops.
  for (const button of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll("[data-step]"))) button.tabIndex = -1;
  form.addEventListener("keydown", (event) => {
    const step = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (!step || !(event.target instanceof HTMLInputElement) || !bids.includes(event.target)) return;
    event.preventDefault();
    alter(event.target, step);
  });
  form.addEventListener("input", add);
  add();
}
