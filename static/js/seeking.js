// The page of a search tells the server every few seconds that it is still open, and shows the state of the search.

import { exchange } from "./live_page.js";

const EVERY = 4_000;
const TIMEOUT = 10_000;

const isSeeking = () => document.querySelector("[data-seeking]") !== null;

async function renew() {
  const answer = await fetch(location.href, {
    headers: { "X-Live": "yes" }, cache: "no-store", signal: AbortSignal.timeout(TIMEOUT),
  });
  if (!answer.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const begun = page.querySelector("[data-begun]")?.getAttribute("href");
  if (begun) location.replace(begun);
  else exchange(page, (part) => part.dataset.live === "seek");
}

/** Request one update after another, even on slow connections. */
async function follow() {
  await renew().catch(() => null); // the next request follows soon
  if (isSeeking()) setTimeout(follow, EVERY);
}

setTimeout(follow, EVERY);
document.addEventListener("visibilitychange", () => { if (!document.hidden && isSeeking()) void renew().catch(() => null); });
