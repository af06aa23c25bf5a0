// Entries in advance follow changes that the player makes in another window; unfinished input is kept. The sheet
// of bids adds up and warns as the one of the task does.

import { enableSheet } from "./entry/bids.js";
import { CatchUp, Connection } from "./live_connection.js";
import { exchange } from "./live_page.js";
import { unstored } from "./live_unstored.js";

/** @param {ParentNode} page */
function sections(page) {
  return /** @type {HTMLElement[]} */ (Array.from(page.querySelectorAll("[data-live='ahead']")));
}

/** The phases that a page has forms for. @param {ParentNode} page */
function phases(page) {
  return sections(page).map((section) => section.id).join();
}

function addUp() {
  const bid = /** @type {HTMLInputElement | null} */ (document.querySelector("input.bid"));
  if (bid?.form) enableSheet(bid.form);
}

/** @param {HTMLElement} ahead */
function follow(ahead) {
  const catchUp = new CatchUp(() => ahead.dataset.stamp, renew, () => { if (!connection.signal.aborted) connection.lost(); });
  const connection = new Connection(String(ahead.dataset.events), String(ahead.dataset.ask), {
    onStamp: (stamp) => void catchUp.receive(stamp),
    onGone: stop,
  });

  async function renew() {
    const { signal } = connection;
    const answer = await fetch(String(ahead.dataset.page), { headers: { "X-Live": "yes" }, cache: "no-store", signal });
    if (answer.status === 403 || answer.status === 404) return stop();
    if (!answer.ok) throw new Error(String(answer.status));
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const fresh = page.getElementById(ahead.id);
    if (fresh?.dataset.viewer !== ahead.dataset.viewer) return stop();
    if (phases(page) === phases(document)) take(page);
    else if (sections(document).every((section) => !unstored(section).length)) location.replace(String(ahead.dataset.page));
    ahead.dataset.stamp = fresh?.dataset.stamp;
  }

  /** @param {Document} page */
  function take(page) {
    const ids = exchange(page, (part) => part.dataset.live === "ahead" && !unstored(part).length);
    if (ids.some((id) => document.getElementById(id)?.querySelector("input.bid"))) addUp();
  }

  function stop() {
    connection.close();
    ahead.dataset.events = "";
    /** @type {HTMLElement} */ (ahead.querySelector("[data-old]")).hidden = false;
  }

  function resume() {
    if (ahead.dataset.events && !document.hidden) connection.open();
  }

  document.addEventListener("visibilitychange", () => (document.hidden ? connection.close() : resume()));
  document.addEventListener("submit", (event) => { if (!event.defaultPrevented) connection.close(); });
  addEventListener("pagehide", () => connection.close());
  addEventListener("pageshow", (event) => { if (event.persisted) resume(); });
  addEventListener("online", resume);
  addEventListener("offline", () => connection.lost());
  resume();
}

addUp();
const ahead = document.getElementById("ahead");
if (ahead) follow(ahead);
