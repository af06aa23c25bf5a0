// The layout of a duel's page: tabs beside the board, the pull-up column on phones, the menu of the site.

const DRAG = 24; // pixels after which a press on the grip is a drag

/** @returns {HTMLElement[]} */
const tabs = () => Array.from(document.querySelectorAll(".tabs > [role='tab']"));

/** @param {HTMLElement} tab */
const partOf = (tab) => document.getElementById(String(tab.getAttribute("aria-controls")));

/** Open the part of a tab, and close the others. @param {HTMLElement} chosen */
function open(chosen) {
  for (const tab of tabs()) {
    tab.setAttribute("aria-selected", String(tab === chosen));
    tab.tabIndex = tab === chosen ? 0 : -1;
  }
  for (const part of document.querySelectorAll(".part")) part.classList.toggle("open", part === partOf(chosen));
  const parts = document.getElementById("parts");
  if (parts) parts.scrollTop = 0;
  chosen.scrollIntoView({ block: "nearest", inline: "nearest" });
}

/** Open the part that contains an element. @param {Element | null} element */
function openAround(element) {
  const part = element?.closest(".part:not(.open)");
  const tab = part && tabs().find((one) => partOf(one) === part);
  if (tab) open(tab);
}

/** The index of the tab for a key, if it has one. @param {string} key @param {number} at @param {number} last */
export function placeBy(key, at, last) {
  /** @type {Record<string, number>} */
  const places = { ArrowRight: at === last ? 0 : at + 1, ArrowLeft: at === 0 ? last : at - 1, Home: 0, End: last };
  return places[key];
}

/** @param {boolean} up */
function pull(up) {
  document.getElementById("main")?.classList.toggle("pulled-up", up);
  document.querySelector("[data-grip]")?.setAttribute("aria-expanded", String(up));
  dispatchEvent(new Event("resize"));
}

const isUp = () => Boolean(document.querySelector(".pulled-up"));

document.addEventListener("click", (event) => {
  const target = /** @type {Element} */ (event.target);
  const tab = /** @type {HTMLElement | null} */ (target.closest(".tabs > [role='tab']"));
  if (tab) open(tab);
  if (target.closest("[data-grip]")) pull(!isUp());
  const link = target.closest("a[href^='#']");
  if (link) openAround(document.getElementById(String(link.getAttribute("href")).slice(1)));
  const menu = document.querySelector(".site-menu[open]");
  if (menu && !menu.contains(target)) menu.removeAttribute("open");
});

document.addEventListener("keydown", (event) => {
  const target = /** @type {HTMLElement} */ (event.target);
  if (event.key === "Escape") {
    const menu = target.closest(".site-menu[open]") ?? document.querySelector(".site-menu[open]");
    menu?.removeAttribute("open");
    if (menu?.contains(target)) menu.querySelector("summary")?.focus();
  }
  const all = tabs();
  const at = all.indexOf(target);
  const next = at >= 0 && all[placeBy(event.key, at, all.length - 1)];
  if (!next) return;
  event.preventDefault();
  open(next);
  next.focus();
});

/** Where the viewer grabbed the grip or the row of tabs. @type {{ y: number, row: Element } | null} */
let held = null;
document.addEventListener("pointerdown", (event) => {
  const row = /** @type {Element} */ (event.target).closest(".tabs-row");
  held = row && { y: event.clientY, row };
});
document.addEventListener("pointerup", (event) => {
  const way = held ? event.clientY - held.y : 0;
  held = null;
  if (Math.abs(way) > DRAG) pull(way < 0);
});
document.addEventListener("pointercancel", () => { held = null; });

// After a change of chapter the same tab stays open.
let openName = "";
document.addEventListener("chapter:leaving", () => {
  openName = tabs().find((tab) => tab.getAttribute("aria-selected") === "true")?.id ?? "";
});
document.addEventListener("chapter:shown", () => {
  const same = document.getElementById(openName);
  if (same) open(same);
});

// Remove one-time messages when the viewer enters something.
document.addEventListener("input", () => { for (const flash of document.querySelectorAll(".flash")) flash.remove(); });

// In a new phase open the viewer's task, unless they look at something else.
document.addEventListener("duel:renewed", (event) => {
  const { moved, page } = /** @type {CustomEvent} */ (event).detail;
  if (moved) renewTabs(page);
  const asked = page.querySelector(".tabs > [aria-selected='true']")?.id;
  const shown = tabs().find((tab) => tab.getAttribute("aria-selected") === "true")?.id;
  const tab = moved && ["tab-task", "tab-results"].includes(String(shown)) && document.getElementById(String(asked));
  if (tab) open(tab);
});

/** Update the tabs after the end of a duel: no task, but a link to share. @param {Document} page */
function renewTabs(page) {
  const [here, there] = [document, page].map((each) => Array.from(each.querySelectorAll(".tabs > [role='tab']")));
  if (here.map((tab) => tab.id).join() === there.map((tab) => tab.id).join()) return;
  const shown = here.find((tab) => tab.getAttribute("aria-selected") === "true")?.id;
  document.querySelector(".tabs")?.replaceChildren(...there);
  const tab = /** @type {HTMLElement | undefined} */ (there.find((each) => each.id === shown) ?? there.find((each) => each.getAttribute("aria-selected") === "true"));
  if (tab) open(tab);
  if (document.querySelector("[data-share]")) void import("./share.js");
  if (document.getElementById("tab-judgement")) void import("./judgement.js");
}

// Open the part with the address's target, or with a fault.
openAround(document.getElementById(location.hash.slice(1)));
addEventListener("hashchange", () => openAround(document.getElementById(location.hash.slice(1))));

// The switch for sound is in the menu, so the script is loaded when the menu opens or if sound is on.
if (document.querySelector("[data-sound]")) {
  const load = () => void import("./sound.js");
  document.querySelector(".site-menu")?.addEventListener("toggle", load, { once: true });
  try {
    if (localStorage.getItem("sound") === "on") load();
  } catch { /* the browser keeps nothing */ }
}
