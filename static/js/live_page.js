// The page renewed from what the server would show now: the parts marked data-live take the place of the old ones;
// those marked data-live="phase" only when the phase has moved on.

const TOKENS = /<input[^>]*name="csrf_token"[^>]*>/g;
const FOCUSABLE = "a, button, input, select, textarea, summary, [tabindex]";

/** The HTML of each part as the server sent it. @type {WeakMap<Element, string>} */
const sources = new WeakMap();

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
 * Fetch the page and replace the parts that are new; return the news to announce, or null when the page is not
 * this reader's any more.
 * @param {HTMLElement} live @param {AbortSignal} signal
 */
export async function renew(live, signal) {
  const answer = await fetch(String(live.dataset.page), { headers: { "X-Live": "yes" }, cache: "no-store", signal });
  if (answer.status === 403 || answer.status === 404) return null;
  if (!answer.ok) throw new Error(String(answer.status));
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const fresh = page.getElementById("live");
  if (signal.aborted) throw new Error("closed");
  if (!fresh || fresh.dataset.reader !== live.dataset.reader) return null;
  const rescue = live.dataset.phase === fresh.dataset.phase ? null : await import("./live_unstored.js");
  if (signal.aborted) throw new Error("closed");
  return update(live, fresh, page, rescue);
}

/**
 * @param {HTMLElement} live @param {HTMLElement} fresh @param {Document} page
 * @param {typeof import("./live_unstored.js") | null} rescue what saves unstored entries when the phase has moved on
 */
function update(live, fresh, page, rescue) {
  const moved = rescue !== null;
  const rescued = rescue?.rescueUnstored();
  const wasEntering = document.activeElement?.closest("#live-task");
  const ids = exchange(page, (part) => moved || part.dataset.live !== "phase");
  if (wasEntering) rescued?.focus();
  if (moved && document.getElementById("live-board")) document.title = page.title;
  const announced = news(live, fresh);
  for (const name of ["stamp", "phase", "events", "ordinal"]) copyData(live, fresh, name);
  document.dispatchEvent(new CustomEvent("duel:renewed", { detail: { ids, page, moved } }));
  return announced;
}

/**
 * Put the parts of another page in the place of those that are wanted and differ; return their ids.
 * @param {Document} page @param {(part: HTMLElement) => boolean} isWanted
 */
export function exchange(page, isWanted) {
  return parts(document).filter(isWanted).filter((part) => replace(part, page)).map((part) => part.id);
}

/** Put the new part in the place of the old one, if it is another. @param {HTMLElement} part @param {Document} page */
function replace(part, page) {
  const next = page.getElementById(part.id);
  if (!next || !part.isConnected || source(part) === source(next)) return false;
  const focused = part.contains(document.activeElement) ? document.activeElement : null;
  stayOpen(part, next);
  part.replaceWith(next);
  parts(next).forEach(source);
  if (focused) focusAgain(focused, next);
  return true;
}

/** @param {Element} part @param {Element} next */
function stayOpen(part, next) {
  const [before, after] = [part, next].map((each) => Array.from(each.querySelectorAll("details")));
  if (before.length !== after.length) return;
  before.forEach((details, place) => { after[place].open = details.open; });
}

/** Focus the same control again, but never one in the task of another phase, into which typing would go on. @param {Element} focused @param {HTMLElement} next */
function focusAgain(focused, next) {
  const same = Array.from(next.querySelectorAll(FOCUSABLE)).find((other) => key(other) === key(focused));
  const whole = next.classList.contains("slot") ? next.firstElementChild : next;
  const place = /** @type {HTMLElement | null} */ ((next.dataset.live !== "phase" && same) || whole);
  if (place === whole) place?.setAttribute("tabindex", "-1");
  place?.focus({ preventScroll: true });
}

/** The key of a control, the same on either page. @param {Element} control */
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
  return announced.map((item) => String(item.textContent).trim());
}

/** @param {HTMLElement} live @param {HTMLElement} fresh @param {string} name */
function copyData(live, fresh, name) {
  if (fresh.dataset[name] === undefined) delete live.dataset[name];
  else live.dataset[name] = fresh.dataset[name];
}

parts(document).forEach(source);
