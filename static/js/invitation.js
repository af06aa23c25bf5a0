// A visitor ranks the powers on the page of a friend's challenge before registering.

import { enableRanking } from "./entry/ranks.js";

const form = /** @type {HTMLFormElement | null} */ (document.querySelector("form.invitation[data-words]"));
if (form) {
  const words = JSON.parse(String(form.dataset.words));
  const ranking = enableRanking(form, words);
  form.classList.add("alive");
  // The list must be empty or complete before the form is sent, so that nobody has to type a password twice.
  form.addEventListener("submit", (event) => {
    if (!ranking?.isBegun) return;
    event.preventDefault();
    ranking.askForRest();
  });
}
