// The task of a duel: input is stored at once, and acts that end a phase or the duel are confirmed.

import { enableQuestions, followPresses, waitForStoring } from "./entry/ready.js";
import { sayWhenStored } from "./entry/state.js";
import { Storing } from "./entry/store.js";
import { enableFaultLinks, isTyping } from "./entry/faults.js";

/** @type {import("./entry/ready.js").Entry | null} */
let entry = null;
/** @type {import("./entry/ranks.js").Ranking | null} */
let ranking = null;
/** True while a form with the whole entry is being sent. */
let leaving = false;

/** Load the script for a list of powers or a sheet of bids; orders need neither. @param {HTMLFormElement} form @param {Record<string, string>} words */
async function enableKind(form, words) {
  if (form.querySelector("input.bid")) (await import("./entry/bids.js")).enableSheet(form);
  if (!form.querySelector("[data-ranking]")) return;
  const [ranks, board] = await Promise.all([import("./entry/ranks.js"), import("./entry/rank_board.js")]);
  ranking = ranks.enableRanking(form, words);
  board.listenToBoard(form, (power) => ranking?.put(power));
}

function start() {
  const form = /** @type {HTMLFormElement | null} */ (document.querySelector("form.entry[data-store]"));
  if (!form || entry?.storing.form === form) return;
  const words = JSON.parse(String(form.dataset.words));
  sayWhenStored(words);
  entry = { storing: new Storing(form, words), words };
  void enableKind(form, words).then(() => form.classList.add("alive"));
}

waitForStoring(() => entry);
enableQuestions();
followPresses();
enableFaultLinks();
start();

document.addEventListener("duel:renewed", start);
document.addEventListener("click", (event) => {
  if (/** @type {Element} */ (event.target).closest("[data-retry]")) entry?.storing.retry();
});
document.addEventListener("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (!event.defaultPrevented && form.matches("form.entry, .typed form")) leaving = true;
});
addEventListener("online", () => entry?.storing.retry());
addEventListener("pageshow", () => { leaving = false; });
addEventListener("beforeunload", (event) => {
  if (!leaving && (entry?.storing.unsent || isTyping())) event.preventDefault();
});
