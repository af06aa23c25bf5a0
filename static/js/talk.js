// Talk in a duel: what the opponent said counts as read once it is in sight, the latest is seen first, and what is
// being written outlasts what else happens on the page.

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

/** The latest that was said, and where one answers. */
function showEnd() {
  if (shown()) (field() ?? shown()?.lastElementChild)?.scrollIntoView({ block: "end" });
}

/** What was being written when the page was left, as by *Done*, is there again. */
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

// After the other listeners of the same event, which open the part or exchange it.
const soon = () => { setTimeout(markRead); };
for (const name of ["click", "keydown", "duel:renewed", "visibilitychange"]) document.addEventListener(name, soon);
document.addEventListener("click", (event) => {
  if (/** @type {Element} */ (event.target).closest("#tab-talk")) setTimeout(showEnd);
});
document.addEventListener("duel:renewed", () => setTimeout(restore));
restore();
setTimeout(showEnd);
soon();
