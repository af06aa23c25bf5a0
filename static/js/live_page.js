// Renews the page from the server: replaces parts marked data-live; parts marked data-live="phase" only in a new
// phase; and parts marked data-live="own" in a new phase, or when the viewer has stored something in another window
// and nothing here is unsent.

const TOKENS = /<input[^>]*name="csrf_token"[^>]*>/g;
const COMMON_TO_ALL = 5;
const ANSWER_WITHIN = 2000;
const FOCUSABLE = "a, button, input, select, textarea, summary, [tabindex]";

/** The HTML of each part as sent by the server. @type {WeakMap<Element, string>} */
const sources = new WeakMap();

/** The pending storing from this page. @type {Promise<void>} */
let sending = Promise.resolve();

/** @param {Promise<void>} sent */
export function noteSending(sent) {
  sending = sent.catch(() => {});
}

/** Wait briefly for the answer to pending storing, since news of it may arrive first. */
export function answered() {
  return Promise.race([sending, new Promise((done) => { setTimeout(done, ANSWER_WITHIN); })]);
}

/** @param {Element} part */
function source(part) {
  const html = sources.get(part) ?? part.outerHTML.replaceAll(TOKENS, "");
  sources.set(part, html);
  return html;
}

/** @param {ParentNode} page */
function parts(page) {
  return /** @type {HTMLElement[]} */ (Array.from(page.querySelectorAll("[data-live]")));
}

/**
 * Fetch the page and replace its new parts; return the news to announce, or null if the page no longer belongs to
 * this viewer.
 * @param {HTMLElement} live @param {AbortSignal} signal
 */
export async function renew(live, signal) {
  const answer = await fetch(String(live.dataset.page), { headers: { "X-Live": "yes" }, cache: "no-store", signal });
  if (answer.status === 403 || answer.status === 404) return null;
  if (!answer.ok) throw new Error(String(answer.status));
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const fresh = page.getElementById("live");
  if (signal.aborted) throw new Error("closed");
  if (!fresh || fresh.dataset.viewer !== live.dataset.viewer) return null;
  const isSame = ["phase", "own"].every((name) => live.dataset[name] === fresh.dataset[name]);
  const unstored = isSame ? null : await import("./live_unstored.js");
  if (signal.aborted) throw new Error("closed");
  return update(live, fresh, page, unstored);
}

/**
 * @param {HTMLElement} live @param {HTMLElement} fresh @param {Document} page
 * @param {typeof import("./live_unstored.js") | null} unstored the module for unstored entries; null if nothing has
 * changed that such an entry depends on
 */
function update(live, fresh, page, unstored) {
  const moved = live.dataset.phase !== fresh.dataset.phase;
  const rescued = moved ? unstored?.rescueUnstored() : null;
  const differs = live.dataset.own !== fresh.dataset.own;
  const follows = !moved && differs && isNewer(live, fresh) && !unstored?.isEntering();
  const wasEntering = document.activeElement?.closest("#live-task");
  const ids = exchange(page, (part) => moved || part.dataset.live !== "phase" && (part.dataset.live !== "own" || follows), moved);
  if (wasEntering) rescued?.focus();
  if (moved && document.getElementById("live-board")) document.title = page.title;
  const announced = news(live, fresh);
  for (const name of ["stamp", "phase", "events", "ordinal"]) copyData(live, fresh, name);
  if (moved || follows) copyData(live, fresh, "own");
  else if (differs) live.dataset.stamp = [...common(live), "old"].join(".");
  document.dispatchEvent(new CustomEvent("duel:renewed", { detail: { ids, page, moved } }));
  return announced;
}

/** The public part of a page's stamp. @param {HTMLElement} live */
function common(live) {
  return String(live.dataset.stamp).split(".", COMMON_TO_ALL);
}

/** The instant at which the entry on a page was stored. @param {HTMLElement} live */
function storedAt(live) {
  return String(live.dataset.own).split(" ")[0];
}

/** True unless the fetched page has an older entry than this one, because storing was faster. @param {HTMLElement} live @param {HTMLElement} fresh */
function isNewer(live, fresh) {
  return storedAt(live) <= storedAt(fresh);
}

/** Remember what was stored here, so that the page is not fetched for it. @param {string} own */
export function noteOwn(own) {
  const live = document.getElementById("live");
  if (!live) return;
  live.dataset.own = own;
  live.dataset.stamp = [...common(live), storedAt(live)].join(".");
}

/**
 * Replace wanted parts by those of another page if they differ; return their ids. @param {Document} page @param
 * {(part: HTMLElement) => boolean} isWanted @param {boolean} moved true in another phase
 */
export function exchange(page, isWanted, moved = false) {
  return parts(document).filter(isWanted).filter((part) => replace(part, page, moved)).map((part) => part.id);
}

/**
 * Replace a part if the new one differs. Parts of the viewer's input are always replaced, since they belong together
 * and scripts have changed them.
 * @param {HTMLElement} part @param {Document} page @param {boolean} moved
 */
function replace(part, page, moved) {
  const next = page.getElementById(part.id);
  if (!next || !part.isConnected || (part.dataset.live !== "own" && source(part) === source(next))) return false;
  const focused = part.contains(document.activeElement) ? document.activeElement : null;
  stayOpen(part, next);
  part.replaceWith(next);
  parts(next).forEach(source);
  if (focused) focusAgain(focused, next, moved && ["phase", "own"].includes(String(next.dataset.live)));
  return true;
}

/** @param {Element} part @param {Element} next */
function stayOpen(part, next) {
  const [before, after] = [part, next].map((each) => Array.from(each.querySelectorAll("details")));
  for (const [place, details] of before.entries()) {
    const same = before.length === after.length ? after[place] : after.find((other) => summary(other) === summary(details));
    if (same) same.open = details.open;
  }
}

/** @param {Element} details */
function summary(details) {
  return details.querySelector("summary")?.textContent;
}

/**
 * Focus the same control again, but never one in the task of another phase: the viewer might continue typing into it.
 * @param {Element} focused @param {HTMLElement} next @param {boolean} isOther true in another phase
 */
function focusAgain(focused, next, isOther) {
  const same = Array.from(next.querySelectorAll(FOCUSABLE)).find((other) => key(other) === key(focused));
  const whole = next.classList.contains("slot") ? next.firstElementChild : next;
  const place = /** @type {HTMLElement | null} */ ((!isOther && same) || whole);
  if (place === whole) place?.setAttribute("tabindex", "-1");
  place?.focus({ preventScroll: true });
}

/** The key of a control, equal on both pages. @param {Element} control */
function key(control) {
  const form = control.closest("form")?.getAttribute("action");
  const names = ["id", "href", "name"].map((name) => control.getAttribute(name));
  return [control.localName, form, ...names, names.some(Boolean) ? "" : control.textContent].join("|");
}

/** The news to announce: of the duel itself, else of the players' readiness. @param {Element} live @param {Element} fresh */
function news(live, fresh) {
  const [before, after] = [live, fresh].map((each) => each.querySelector("#live-news"));
  const known = Array.from(before?.children ?? [], (item) => item.outerHTML);
  const differing = Array.from(after?.children ?? []).filter((item) => !known.includes(item.outerHTML));
  const [ofDuel] = after?.children ?? [];
  const announced = differing.includes(ofDuel) ? [ofDuel] : differing;
  for (const id of ["live-news", "live-kept"]) {
    const next = fresh.querySelector(`#${id}`);
    if (next) live.querySelector(`#${id}`)?.replaceWith(next);
  }
  const said = String(before?.querySelector("[data-of]")?.outerHTML);
  return announced.map((item) => wordsOf(item, said));
}

/** The text of a news item; results of the viewer's orders are announced only once. @param {Element} item @param {string} said */
function wordsOf(item, said) {
  const fresh = /** @type {Element} */ (item.cloneNode(true));
  for (const outcome of fresh.querySelectorAll("[data-of]")) if (outcome.outerHTML === said) outcome.remove();
  return String(fresh.textContent).trim();
}

/** @param {HTMLElement} live @param {HTMLElement} fresh @param {string} name */
function copyData(live, fresh, name) {
  if (fresh.dataset[name] === undefined) delete live.dataset[name];
  else live.dataset[name] = fresh.dataset[name];
}

parts(document).forEach(source);
