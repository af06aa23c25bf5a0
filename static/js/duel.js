// The running total of a sheet of bids and its warnings (the server computes the same when it is stored), and a word
// before what was entered is left behind.

/** @param {HTMLElement} sum */
function watchSheet(sum) {
  const bids = /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("input.bid"));
  const total = /** @type {HTMLOutputElement} */ (sum.querySelector("#sheet-total"));
  const reserve = Number(sum.dataset.reserve);
  const halved = sum.dataset.halved === "yes";

  /** Show or hide a warning; one that does not change is not read out again. @param {string} name @param {boolean} shown */
  function warn(name, shown) {
    const place = /** @type {HTMLElement | null} */ (sum.querySelector(`[data-warn="${name}"]`));
    if (!place || shown === place.hasChildNodes()) return;
    place.replaceChildren();
    if (!shown) return;
    const warning = document.createElement("p");
    warning.className = "notice warn";
    warning.textContent = String(place.dataset.words);
    place.append(warning);
  }

  function add() {
    const figures = Array.from(bids, (bid) => Math.max(0, Math.trunc(Number(bid.value) || 0)));
    const all = figures.reduce((one, other) => one + other, 0);
    const prices = figures.map((bid, place) => Math.max(0, bid - Number(bids[place].dataset.discount)));
    const inheriting = prices.reduce((one, other) => one + (halved ? Math.ceil(other / 2) : other), 0);
    total.value = String(all);
    warn("total", all > reserve);
    warn("inheriting", inheriting > reserve);
  }

  for (const bid of bids) bid.addEventListener("input", add);
  add();
}

/** The forms with changes that are not stored. @type {Set<EventTarget | null>} */
const changed = new Set();

/** @param {Event} event */
function noteChange(event) {
  changed.add(event.currentTarget);
  for (const note of document.querySelectorAll("[data-unstored]")) note.removeAttribute("hidden");
  for (const button of document.querySelectorAll("[data-only-stored]")) button.setAttribute("disabled", "");
}

function watchTask() {
  const sum = document.getElementById("sheet-sum");
  if (sum) watchSheet(sum);
  changed.clear();
  for (const form of document.querySelectorAll("form.entry, .typed form")) {
    form.addEventListener("input", noteChange);
    form.addEventListener("submit", () => changed.clear());
  }
}

watchTask();
document.addEventListener("duel:renewed", (event) => {
  if (/** @type {CustomEvent} */ (event).detail.ids.includes("live-task")) watchTask();
});
addEventListener("beforeunload", (event) => { if (changed.size) event.preventDefault(); });

// The board stores the form by itself.
document.addEventListener("entry:stored", () => {
  changed.delete(document.querySelector("form.entry"));
  if (changed.size) return;
  for (const note of document.querySelectorAll("[data-unstored]")) note.setAttribute("hidden", "");
  for (const button of document.querySelectorAll("[data-only-stored]")) button.removeAttribute("disabled");
});
