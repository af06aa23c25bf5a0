// The page of a duel follows the duel by itself: what others do arrives without a reload, and nothing that is
// being entered is lost. Whoever needs to know that parts of the page are new listens for "duel:renewed".

import { Line } from "./live_line.js";
import { renew } from "./live_page.js";

const SHOWN = 15_000;
const LEFT = 10_000;

/** @param {HTMLElement} live @param {string} name */
function notice(live, name) {
  return /** @type {HTMLElement} */ (live.querySelector(`[data-${name}]`));
}

/** Say what happened, to be heard and seen for a while. @param {HTMLElement} live @param {string[]} news */
function say(live, news) {
  if (!news.length) return;
  const place = notice(live, "says");
  place.textContent = news.join(" ");
  place.hidden = false;
  clearTimeout(Number(place.dataset.timer));
  place.dataset.timer = String(setTimeout(() => { place.hidden = true; }, SHOWN));
}

/** @param {HTMLElement} live */
function follow(live) {
  let busy = false;
  let latest = live.dataset.stamp;
  const line = new Line(String(live.dataset.events), String(live.dataset.ask), {
    heard: (stamp) => {
      latest = stamp;
      if (stamp !== live.dataset.stamp) void catchUp();
    },
    lost: (isLost) => { notice(live, "lost").hidden = !isLost; },
    gone: stop,
  });

  /** What fails is tried again when the stamp is heard again. */
  async function catchUp() {
    if (busy) return;
    busy = true;
    const known = latest;
    try {
      await takeOver();
    } catch {
      if (!line.signal.aborted) line.lose();
    }
    busy = false;
    if (latest !== known && latest !== live.dataset.stamp) void catchUp();
  }

  async function takeOver() {
    const news = await renew(live, line.signal);
    if (news?.length) for (const said of document.querySelectorAll(".flash")) said.remove();
    if (news) say(live, news);
    else stop();
    if (!live.dataset.events) line.close();
  }

  function stop() {
    line.close();
    delete live.dataset.events;
    notice(live, "old").hidden = false;
  }

  function resume() {
    if (live.dataset.events && !document.hidden) line.open();
  }

  // A form on its way takes the page with it; if it does not, the page is still there after a while.
  document.addEventListener("submit", (event) => {
    if (event.defaultPrevented) return;
    line.close();
    setTimeout(resume, LEFT);
  });
  document.addEventListener("visibilitychange", () => (document.hidden ? line.close() : resume()));
  // A past chapter has taken the place of the page; the way back loads it again.
  document.addEventListener("chapter:shown", () => {
    if (live.isConnected) return;
    delete live.dataset.events;
    line.close();
  });
  addEventListener("pagehide", () => line.close());
  addEventListener("pageshow", (event) => { if (event.persisted) resume(); });
  addEventListener("online", resume);
  addEventListener("offline", () => line.lose());
  resume();
}

const live = document.getElementById("live");
if (live?.dataset.events) follow(live);
