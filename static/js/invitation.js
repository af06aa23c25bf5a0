// A visitor ranks the powers on the page of a friend's challenge, before they say who they are.

import { enableRanking } from "./entry/ranks.js";

const form = /** @type {HTMLFormElement | null} */ (document.querySelector("form.invitation[data-words]"));
if (form) {
  const words = JSON.parse(String(form.dataset.words));
  const ranking = enableRanking(form, words);
  form.classList.add("alive");
  // A list that is begun is finished first, or left for later: nobody types a password twice for it.
  form.addEventListener("submit", (event) => {
    if (!ranking?.isBegun) return;
    event.preventDefault();
    ranking.askForRest();
  });
}
