// Keeps each page up to date for its viewer: the counts in header and title, the notices, and the lists. On the page
// of a challenge it opens the duel as soon as it begins.

import { CatchUp, Connection } from "./live_connection.js";
import { exchange } from "./live_page.js";

const BETWEEN_RENEWALS = 2_000;
const ASK_WHILE_HIDDEN = 30_000;
const LEAD_ANYWAY = 10_000;
const COUNT = /^\(\d+\) /;

/** True if the viewer has changed a text field. */
function isEntering() {
  const controls = /** @type {NodeListOf<HTMLInputElement>} */ (
    document.querySelectorAll("main :is(textarea, input:not([type=hidden], [type=radio], [type=checkbox])):not([readonly])")
  );
  return Array.from(controls).some((control) => control.value !== control.defaultValue);
}

/** The link to a duel that has just begun. @param {Document} page */
function beginning(page) {
  const link = /** @type {HTMLAnchorElement | null} */ (page.querySelector("[data-begun]"));
  return document.querySelector("[data-begun]") ? null : link?.getAttribute("href");
}

/** Replace the count in a title by the count of another title. @param {string} title @param {string} other */
export function counted(title, other) {
  const [count] = COUNT.exec(other.trimStart().concat(" ")) ?? [""];
  return count + title.replace(COUNT, "");
}

/** @param {Document} page */
function countInTitle(page) {
  // A refusal in the title takes precedence.
  const isRefused = document.querySelector("main [role='alert'][autofocus]") !== null;
  if (!isRefused) document.title = counted(document.title, page.title);
}

/** Show the count of the title on the icon. @param {Document} page */
function countInIcon(page) {
  const [icon, fresh] = [document, page].map((each) => each.querySelector("link[rel='icon']"));
  const address = fresh?.getAttribute("href");
  if (icon && address && icon.getAttribute("href") !== address) icon.setAttribute("href", address);
}

/** The counts of the header in words. */
function countsInWords() {
  return Array.from(document.querySelectorAll("#menu .count .unseen"), (words) => words.textContent).join(", ");
}

/** @param {HTMLElement} place */
function follow(place) {
  let asking = 0;
  let isSending = false;
  const catchUp = new CatchUp(() => place.dataset.stamp, renew, () => { if (!document.hidden) connection.lost(); }, BETWEEN_RENEWALS);
  const connection = new Connection(place.dataset.events ?? "", String(place.dataset.ask), {
    onStamp: (stamp) => void catchUp.receive(stamp),
    onGone: stop,
  });

  async function renew() {
    const answer = await fetch(String(place.dataset.page), { headers: { "X-Live": "yes" }, cache: "no-store" });
    if (!answer.ok) throw new Error(String(answer.status));
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const fresh = page.getElementById(place.id);
    if (fresh?.dataset.viewer !== place.dataset.viewer) stop();
    else take(page, String(fresh?.dataset.stamp));
  }

  /** @param {Document} page @param {string} stamp */
  function take(page, stamp) {
    const begun = beginning(page);
    const before = countsInWords();
    exchange(page, (each) => each.dataset.live === "viewer");
    document.dispatchEvent(new CustomEvent("lists:renewed"));
    countInTitle(page);
    countInIcon(page);
    place.dataset.stamp = stamp;
    const words = countsInWords();
    if (words && words !== before) place.textContent = words;
    // After the viewer has sent a form, its answer decides where to go.
    if (begun && !isEntering()) setTimeout(() => location.replace(begun), isSending ? LEAD_ANYWAY : 0);
  }

  function stop() {
    connection.close();
    clearInterval(asking);
    place.removeAttribute("data-ask");
  }

  /** A hidden page asks now and then, since its title is visible. */
  async function ask() {
    const answer = await fetch(String(place.dataset.ask)).catch(() => null);
    if (answer?.ok) void catchUp.receive((await answer.json()).stamp);
  }

  function resume() {
    clearInterval(asking);
    connection.close();
    if (!place.dataset.ask) return;
    if (document.hidden) asking = setInterval(ask, ASK_WHILE_HIDDEN);
    else connection.open();
  }

  document.addEventListener("visibilitychange", resume);
  addEventListener("pagehide", () => connection.close());
  addEventListener("submit", (event) => { isSending ||= !event.defaultPrevented; });
  addEventListener("pageshow", (event) => {
    if (!event.persisted) return;
    isSending = false;
    resume();
  });
  addEventListener("online", resume);
  addEventListener("offline", () => connection.lost());
  resume();
}

const place = document.getElementById("following");
if (place) follow(place);

// Scripts that can wait until the page has loaded.
addEventListener("load", () => {
  void import("./zone.js");
  void import("./help.js");
  if (place?.dataset.worker) void navigator.serviceWorker?.register(place.dataset.worker).catch(() => {});
});
