// The sheet of bids: added up and warned of while it is filled in, as the server does when it is stored; − and +.

const MOST = 1_000_000;
const FIGURE = /^\s*\d{1,9}\s*$/;

/** The number that is typed in a field; of anything else nothing. @param {string} typed */
export const figure = (typed) => (FIGURE.test(typed) ? Number(typed) : 0);

/**
 * What bids come to: all together, and what they would cost if every power were inherited.
 * @param {number[]} bids @param {number[]} discounts @param {boolean} halved true where an heir pays half
 */
export function sums(bids, discounts, halved) {
  const prices = bids.map((bid, place) => Math.max(0, bid - discounts[place]));
  const inherited = prices.map((price) => (halved ? Math.ceil(price / 2) : price));
  const [total, inheriting] = [bids, inherited].map((all) => all.reduce((one, other) => one + other, 0));
  return { total, inheriting };
}

/** Alter a bid by one. @param {HTMLInputElement} bid @param {number} step */
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

  /** Show or hide a warning; one that does not change is not read out again. @param {string} name @param {boolean} shown */
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
  // As after Tab, what is typed after a first tap takes the place of what stands there: a 7 into a 0 is no 70.
  for (const bid of bids) {
    let wasFocused = false;
    bid.addEventListener("pointerdown", () => { wasFocused = document.activeElement === bid; });
    bid.addEventListener("click", () => { if (!wasFocused) bid.select(); });
  }
  // Up and down in the field do what − and + do: three stops a row would be too many.
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
