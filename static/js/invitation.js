// A visitor ranks the powers on the page of a friend's challenge, before they say who they are.

import { enableRanking } from "./entry/ranks.js";

const form = /** @type {HTMLFormElement | null} */ (document.querySelector("form.invitation[data-words]"));
if (form) {
  enableRanking(form, JSON.parse(String(form.dataset.words)));
  form.classList.add("alive");
}
