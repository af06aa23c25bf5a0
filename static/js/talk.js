// Messages in a duel: marks the opponent's messages as read once visible, scrolls to the latest, and keeps unsent
// text when the page changes.

import { forget, keep, kept } from "./outlast.js";

const KEPT = "talk:";

/** @returns {HTMLElement | null} */
const shown = () => document.querySelector(".part.open > #live-talk #talk-said");
const field = () => /** @type {HTMLTextAreaElement | null} */ (document.querySelector("#part-talk textarea#talk-text"));
const key = () => KEPT + (document.getElementById("live")?.dataset.page ?? location.pathname);

function markRead() {
  const said = shown();
  const token = /** @type {HTMLInputElement | null} */ (document.querySelector("#part-talk input[name='csrf_token']"));
  if (!said?.dataset.unread || !token || document.hidden) return;
  const address = String(said.dataset.unread);
  delete said.dataset.unread;
  said.lastElementChild?.scrollIntoView({ block: "nearest" });
  const body = new URLSearchParams({ csrf_token: token.value });
  fetch(address, { method: "POST", body, redirect: "manual", keepalive: true })
    .then(() => document.querySelector("#live-talk-mark")?.replaceChildren())
    .catch(() => { said.dataset.unread = address; });
}

/** Scroll to the latest message and the reply field. */
function showEnd() {
  if (shown()) (field() ?? shown()?.lastElementChild)?.scrollIntoView({ block: "end" });
}

/** Restore unsent text after leaving the page, for example by *Done*. */
function restore() {
  const text = field();
  if (!text || text.value) return;
  text.value = kept("sessionStorage", key()) ?? "";
}

document.addEventListener("input", (event) => {
  if (event.target === field()) keep("sessionStorage", key(), field()?.value ?? "");
});
document.addEventListener("submit", (event) => {
  const text = field();
  if (text && text.form === event.target) forget("sessionStorage", key());
});
document.addEventListener("keydown", (event) => {
  if (event.target === field() && event.key === "Enter" && (event.ctrlKey || event.metaKey)) field()?.form?.requestSubmit();
});

// After the other listeners of the same event, which open or replace the part.
const soon = () => { setTimeout(markRead); };
for (const name of ["click", "keydown", "duel:renewed", "visibilitychange"]) document.addEventListener(name, soon);
document.addEventListener("click", (event) => {
  if (/** @type {Element} */ (event.target).closest("#tab-talk")) setTimeout(showEnd);
});
document.addEventListener("duel:renewed", () => setTimeout(restore));
restore();
setTimeout(showEnd);
soon();
