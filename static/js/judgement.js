// The analysis of a finished duel: updates while it is computed, and shows its plans on the board of the page.
// Without scripts both are links.

import { exchange } from "./live_page.js";
import { fetchPage } from "./scrubber_pages.js";

const LOOK_EVERY = 2000; // milliseconds
const PART = "live-judgement";

let timer = 0;

/** @param {string} text */
const parse = (text) => new DOMParser().parseFromString(text, "text/html");

/** @param {Document} page */
const renewPart = (page) => exchange(page, (part) => part.id === PART);

/** Look again later, while the analysis is being computed. */
function lookAgain() {
  clearTimeout(timer);
  if (!document.querySelector(`#${PART} [data-judging]`)) return;
  timer = setTimeout(async () => {
    const asked = location.href;
    try {
      const answer = document.hidden ? null : await fetch(asked, { headers: { "X-Live": "yes" }, cache: "no-store" });
      const page = answer?.ok ? parse(await answer.text()) : null;
      if (page && asked === location.href) renewPart(page);
    } catch { /* the line is down: later */ }
    lookAgain();
  }, LOOK_EVERY);
}

/** Show a plan, or the orders played, on the board. @param {HTMLAnchorElement} link */
async function showPlan(link) {
  const panel = document.querySelector(".board-panel");
  const page = await fetchPage(link.href).then(parse, () => null);
  const shown = page?.querySelector(".board-panel");
  if (!page || !panel?.isConnected || !shown) return location.assign(link.href);
  panel.replaceChildren(...shown.childNodes);
  renewPart(page);
  document.getElementById("main")?.classList.remove("pulled-up");
  dispatchEvent(new Event("resize"));
  document.dispatchEvent(new CustomEvent("board:added"));
}

document.addEventListener("click", (event) => {
  const link = /** @type {HTMLAnchorElement | null} */ (/** @type {Element} */ (event.target).closest("a[data-plan]"));
  if (!link || event.button || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  void showPlan(link);
});

for (const renewed of ["chapter:shown", "duel:renewed"]) document.addEventListener(renewed, lookAgain);
lookAgain();
