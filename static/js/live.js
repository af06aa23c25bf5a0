// Keeps the page of a duel up to date without a reload and without losing input. Scripts that depend on replaced
// parts of the page listen for "duel:renewed".

import { CatchUp, Connection } from "./live_connection.js";
import { answered, renew } from "./live_page.js";
import "./news.js";

const RESUME_AFTER = 10_000;

/** @param {HTMLElement} live @param {string} name */
function notice(live, name) {
  return /** @type {HTMLElement} */ (live.querySelector(`[data-${name}]`));
}

/** Announce news: read out, and shown until the viewer continues. @param {HTMLElement} live @param {string[]} news */
function announce(live, news) {
  if (!news.length) return;
  const place = notice(live, "says");
  place.textContent = news.join(" ");
  notice(live, "news").hidden = false;
}

/** Remove announcements that have been read. */
function dismiss() {
  const news = /** @type {HTMLElement | null} */ (document.querySelector("#live [data-news]"));
  if (news) news.hidden = true;
}

/** @param {HTMLElement} live */
function follow(live) {
  const over = new AbortController();
  let resuming = 0;
  const catchUp = new CatchUp(() => live.dataset.stamp, update, () => { if (!connection.signal.aborted) connection.lost(); });
  const connection = new Connection(String(live.dataset.events), String(live.dataset.ask), {
    onStamp: (stamp) => void catchUp.receive(stamp),
    onGone: stop,
  });

  /** @param {string} stamp */
  async function update(stamp) {
    await answered();
    if (stamp === live.dataset.stamp) return;
    const news = await renew(live, connection.signal);
    // Messages of the page's first load are outdated.
    if (news) for (const flash of document.querySelectorAll(".flash")) flash.remove();
    if (news) announce(live, news);
    else stop();
    if (!live.dataset.events) connection.close();
  }

  function stop() {
    connection.close();
    delete live.dataset.events;
    notice(live, "old").hidden = false;
  }

  function resume() {
    if (live.dataset.events && !document.hidden) connection.open();
  }

  /** Stop while a form is being sent, since its answer replaces the page; continue if it does not. @param {Event} event */
  function giveWay(event) {
    if (event.defaultPrevented) return;
    connection.close();
    clearTimeout(resuming);
    resuming = setTimeout(resume, RESUME_AFTER);
  }

  /** Handle the exchange of the page with a past chapter, or back. */
  function handOver() {
    if (live.isConnected) return;
    over.abort();
    clearTimeout(resuming);
    connection.close();
  }

  const { signal } = over;
  document.addEventListener("submit", giveWay, { signal });
  document.addEventListener("visibilitychange", () => (document.hidden ? connection.close() : resume()), { signal });
  document.addEventListener("chapter:shown", handOver, { signal });
  addEventListener("pagehide", () => connection.close(), { signal });
  addEventListener("pageshow", (event) => { if (event.persisted) resume(); }, { signal });
  addEventListener("online", resume, { signal });
  addEventListener("offline", () => connection.lost(), { signal });
  resume();
}

/** @type {HTMLElement | null} */
let followed = null;

/** Replace the address of a form's answer by the duel's, so that a reload shows the stored state and sends nothing again. @param {HTMLElement} live */
function takeAddress(live) {
  const page = new URL(String(live.dataset.page), location.href);
  if (location.pathname.startsWith(`${page.pathname}/`) && document.getElementById("live-board")) history.replaceState(history.state, "", page);
}

function start() {
  const live = document.getElementById("live");
  if (live?.dataset.page) takeAddress(live);
  if (live?.dataset.events && live !== followed) follow(live);
  followed = live;
}

start();
document.addEventListener("chapter:shown", start);
document.addEventListener("replay:over", dismiss);
document.addEventListener("input", (event) => {
  if (/** @type {Element} */ (event.target).closest("form.entry")) dismiss();
});
document.addEventListener("click", (event) => {
  if (/** @type {Element} */ (event.target).closest("[data-dismiss]")) dismiss();
});
