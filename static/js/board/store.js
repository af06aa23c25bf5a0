// Every change of the form is stored at once; the board draws what the server has.

const TIMEOUT = 20_000;
const FIRST_PAUSE = 1000;
const LONGEST_PAUSE = 15_000;
const SERVER_ERROR = 500;

/** @typedef {{seen: string, stored: string, arrows: string, typed: string, ready: string, is_ready: boolean, problem?: string}} Answer */

/**
 * Read an answer. In place of JSON it may be a page, of a session that ended for one: its words are the problem then.
 * @param {Response} response @returns {Promise<Answer>}
 */
async function read(response) {
  if (response.headers.get("Content-Type")?.startsWith("application/json")) return response.json();
  if (response.status >= SERVER_ERROR) throw new Error(String(response.status));
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  const words = [page.querySelector("main h1"), page.querySelector("main h1 ~ p:not(.mono)")];
  const problem = words.map((part) => part?.textContent?.trim()).filter(Boolean).join(". ");
  return /** @type {Answer} */ ({ problem });
}

/** Bring the page up to date with the server. @param {Answer} answer */
function show(answer) {
  for (const seen of document.querySelectorAll('input[name="seen"]')) /** @type {HTMLInputElement} */ (seen).value = answer.seen;
  const arrows = document.querySelector(".board .arrows");
  if (arrows) arrows.innerHTML = answer.arrows;
  const box = /** @type {HTMLTextAreaElement | null} */ (document.getElementById("typed"));
  if (box && box.value === box.defaultValue) box.value = box.defaultValue = answer.typed;
  const ready = document.getElementById("ready-section");
  if (ready) ready.innerHTML = answer.ready;
  if (!answer.is_ready) document.querySelector("[data-ready-note]")?.remove();
  document.querySelector("[data-stored-at]")?.remove();
}

/**
 * @param {HTMLFormElement} form
 * @param {Record<string, string>} words
 */
export function storeChanges(form, words) {
  const status = /** @type {HTMLElement | null} */ (document.querySelector("[data-stored]"));
  // Changes are numbered: the last that was made, and the last that is stored.
  let changed = 0;
  let stored = 0;
  let busy = false;
  let pause = 0;
  let timer = 0;
  /** The request without an answer: it is sent again as it was, since it may have arrived. @type {{body: FormData, number: number} | null} */
  let pending = null;
  /** A form that was submitted while a change was on its way. @type {SubmitEvent | null} */
  let delayed = null;

  form.addEventListener("input", () => { changed += 1; push(); });
  document.addEventListener("submit", delay, { capture: true });
  addEventListener("online", push);

  async function push() {
    if (busy || stored === changed || !form.isConnected) return;
    busy = true;
    clearTimeout(timer);
    if (!status?.classList.contains("bad")) report(words.storing);
    pending ??= { body: new FormData(form), number: changed };
    try {
      await send(pending.body, pending.number);
    } catch {
      report(words.offline, true);
      pause = Math.min(pause * 2 + FIRST_PAUSE, LONGEST_PAUSE);
      timer = setTimeout(push, pause);
    }
    busy = false;
    if (!pause) push();
    if (!busy) submitDelayed();
  }

  /** Let a form wait for the change before it, so that what is handed in is what is stored. @param {SubmitEvent} event */
  function delay(event) {
    if (!busy) return;
    event.preventDefault();
    event.stopPropagation();
    delayed = event;
  }

  /** Submit the form that waited, unless there is no connection. After a refusal too: the server's page says more. */
  function submitDelayed() {
    const event = delayed;
    delayed = null;
    if (!event || pause) return;
    const target = /** @type {HTMLFormElement} */ (event.target);
    if (target.isConnected) return target.requestSubmit(event.submitter);
    /** @type {HTMLFormElement | null} */ (document.querySelector(`form[action="${target.getAttribute("action")}"]`))?.requestSubmit();
  }

  /** @param {FormData} body @param {number} number of the last change in it */
  async function send(body, number) {
    const answer = await read(await fetch(String(form.dataset.store), {
      method: "POST", body, headers: { Accept: "application/json" }, signal: AbortSignal.timeout(TIMEOUT),
    }));
    pending = null;
    pause = 0;
    if (answer.problem) {
      stored = changed;
      report(answer.problem, true);
      return;
    }
    stored = number;
    show(answer);
    report(answer.stored);
    if (stored === changed) document.dispatchEvent(new CustomEvent("entry:stored"));
  }

  /** @param {string} text */
  function report(text, bad = false) {
    if (!status) return;
    status.textContent = text;
    status.classList.toggle("bad", bad);
  }
}
