// The page of an ordinary game's table: runs the clock, and updates when a sheet arrives or the game moves on.

import { exchange } from "./live_page.js";
import { forget, keep, kept } from "./outlast.js";

const EVERY = 5_000;
const TIMEOUT = 10_000;
const SECOND = 1_000;
const MINUTE = 60;
/** Notes in hertz, one after the other: writing begins, time is up. */
const NOTES = { writing: [659.25, 783.99], over: [783.99, 659.25, 523.25] };
const LENGTH = 0.3; // seconds
const LOUDNESS = 0.15;

const live = /** @type {HTMLElement} */ (document.getElementById("table-live"));
const sound = /** @type {HTMLInputElement | null} */ (document.querySelector("[data-table-sound]"));
/** @type {AudioContext | null} */
let audio = null;
/** The time at which the clock reaches zero, in milliseconds; null while it does not run. @type {number | null} */
let zero = null;
/** The seconds on the clock at the last update. @type {number | null} */
let before = null;

const face = () => /** @type {HTMLElement | null} */ (document.querySelector("[data-clock]"));

/** @param {number[]} notes */
function play(notes) {
  if (!sound?.checked || !audio) return;
  notes.forEach((note, at) => {
    const context = /** @type {AudioContext} */ (audio);
    const tone = context.createOscillator(), loudness = context.createGain();
    tone.frequency.value = note;
    loudness.gain.value = LOUDNESS;
    tone.connect(loudness).connect(context.destination);
    tone.start(context.currentTime + at * LENGTH);
    tone.stop(context.currentTime + (at + 1) * LENGTH);
  });
}

/** Format the clock. @param {number} seconds */
export function read(seconds) {
  const left = Math.max(0, Math.ceil(seconds));
  return `${Math.floor(left / MINUTE)}:${String(left % MINUTE).padStart(2, "0")}`;
}

/** The notes to play between two updates of a running clock. @param {number | null} earlier @param {number} now @param {number} writing */
export function heard(earlier, now, writing) {
  if (earlier === null) return null;
  if (earlier > 0 && now <= 0) return "over";
  return writing > 0 && earlier > writing && now <= writing ? "writing" : null;
}

function show() {
  const clock = face();
  if (!clock || zero === null) return;
  const left = (zero - Date.now()) / SECOND, writing = Number(clock.dataset.writing);
  const says = /** @type {HTMLElement} */ (clock.querySelector("[data-clock-says]"));
  /** @type {HTMLElement} */ (clock.querySelector(".face")).textContent = read(left);
  clock.classList.toggle("writing", left > 0 && left <= writing);
  clock.classList.toggle("over", left <= 0);
  const words = left <= 0 ? says.dataset.overWords : left <= writing ? says.dataset.writingWords : "";
  if (says.textContent !== words) says.textContent = words ?? "";
  const what = heard(before, left, writing);
  if (what) play(NOTES[what]);
  before = left;
}

function set() {
  const clock = face();
  zero = clock && "runs" in clock.dataset ? Date.now() + Number(clock.dataset.left) * SECOND : null;
  before = null;
  show();
}

/** Replace the live parts from the server; return whether that succeeded. After a refused form the page's address is different. */
async function renew() {
  const answer = await fetch(String(live.dataset.page), { headers: { "X-Live": "yes" }, cache: "no-store", signal: AbortSignal.timeout(TIMEOUT) });
  if (!answer.ok) return false;
  exchange(new DOMParser().parseFromString(await answer.text(), "text/html"), (part) => part.dataset.live === "table");
  return true;
}

/** Split a stamp: the number of phases and events, the version of the table, the number of sheets. @param {string | undefined} stamp */
export function parted(stamp) {
  const [ordinal, version, sheets] = String(stamp).split(".");
  return { ordinal, version, sheets };
}

/** @param {{ stamp: string, left: number | null, runs: boolean }} news */
async function take(news) {
  if (news.runs && news.left !== null) zero = Date.now() + news.left * SECOND;
  if (news.stamp === live.dataset.stamp) return;
  const [is, was] = [parted(news.stamp), parted(live.dataset.stamp)];
  if ("reload" in live.dataset && is.version !== was.version) {
    location.reload();
    return;
  }
  // Stopping the clock does not end the phase, so typed text stays.
  if (is.ordinal !== was.ordinal) /** @type {HTMLElement | null} */ (document.querySelector("[data-moved]"))?.removeAttribute("hidden");
  else if (await renew()) set();
  else return; // the next update tries again
  live.dataset.stamp = news.stamp;
}

async function look() {
  const answer = await fetch(String(live.dataset.url), { cache: "no-store", signal: AbortSignal.timeout(TIMEOUT) });
  if (answer.ok) await take(await answer.json());
}

/** Request one update after another, even on slow connections. */
async function follow() {
  if (!document.hidden || "reload" in live.dataset) await look().catch(() => null); // the next update follows soon
  setTimeout(follow, EVERY);
}

/** Keep typed sheets until they are sent, since other forms, such as stopping the clock, reload the page. @param {HTMLFormElement} form */
function keepTyped(form) {
  const key = (/** @type {HTMLTextAreaElement} */ field) => `typed:${live.dataset.page}:${live.dataset.phase}:${field.name}`;
  const fields = /** @type {NodeListOf<HTMLTextAreaElement>} */ (form.querySelectorAll("textarea"));
  for (const field of fields) {
    const typed = kept("sessionStorage", key(field));
    if (typed !== null && typed !== field.value) {
      field.value = typed;
      field.closest("details")?.setAttribute("open", "");
    }
    field.addEventListener("input", () => keep("sessionStorage", key(field), field.value));
  }
  form.addEventListener("submit", () => fields.forEach((field) => forget("sessionStorage", key(field))));
}

const sheets = /** @type {HTMLFormElement | null} */ (document.getElementById("sheets-form"));

if (live) {
  if (sheets) keepTyped(sheets);
  set();
  setInterval(show, SECOND / 4);
  setTimeout(follow, EVERY);
  sound?.addEventListener("change", () => { audio ??= new AudioContext(); });
}
