// Every page follows what is its viewer's own: the counts in its header and title, the notices, and the lists that
// it shows. Whoever waits on the page of their challenge is led to the duel as soon as it begins.

import { CatchUp, Connection } from "./live_connection.js";
import { exchange } from "./live_page.js";

const BETWEEN_RENEWALS = 2_000;
const ASK_WHILE_HIDDEN = 30_000;
const LEAD_ANYWAY = 10_000;
const COUNT = /^\(\d+\) /;

/** Controls that can be typed into and hold something else than at first. */
function isEntering() {
  const controls = /** @type {NodeListOf<HTMLInputElement>} */ (
    document.querySelectorAll("main :is(textarea, input:not([type=hidden], [type=radio], [type=checkbox])):not([readonly])")
  );
  return Array.from(controls).some((control) => control.value !== control.defaultValue);
}

/** The way into a duel that has just begun. @param {Document} page */
function beginning(page) {
  const link = /** @type {HTMLAnchorElement | null} */ (page.querySelector("[data-begun]"));
  return document.querySelector("[data-begun]") ? null : link?.getAttribute("href");
}

/** A title with the count of another in the place of its own. @param {string} title @param {string} other */
export function counted(title, other) {
  const [count] = COUNT.exec(other.trimStart().concat(" ")) ?? [""];
  return count + title.replace(COUNT, "");
}

/** @param {Document} page */
function countInTitle(page) {
  // A refusal is said first.
  const isRefused = document.querySelector("main [role='alert'][autofocus]") !== null;
  if (!isRefused) document.title = counted(document.title, page.title);
}

/** The icon has the same number as the title. @param {Document} page */
function countInIcon(page) {
  const [icon, fresh] = [document, page].map((each) => each.querySelector("link[rel='icon']"));
  const address = fresh?.getAttribute("href");
  if (icon && address && icon.getAttribute("href") !== address) icon.setAttribute("href", address);
}

/** What the counts of the header say in words. */
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
    // Whoever has just sent a form is led on by its answer, if one comes.
    if (begun && !isEntering()) setTimeout(() => location.replace(begun), isSending ? LEAD_ANYWAY : 0);
  }

  function stop() {
    connection.close();
    clearInterval(asking);
    place.removeAttribute("data-ask");
  }

  /** A page out of sight asks now and then: its title is in sight. */
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

// What can wait until the page is there.
addEventListener("load", () => {
  void import("./zone.js");
  void import("./help.js");
  if (place?.dataset.worker) void navigator.serviceWorker?.register(place.dataset.worker).catch(() => {});
});
