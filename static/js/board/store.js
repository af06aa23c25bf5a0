// Every change of the form is stored at once; what the server has is what the board draws.

const PATIENCE = 20_000;
const LONGEST_PAUSE = 15_000;
const FAILED = 500;

/** @typedef {{seen: string, stored: string, arrows: string, typed: string, ready: string, is_ready: boolean, problem?: string}} Told */

/**
 * What the server says: its answer or, when it is a page (of a session that ended, for one), what that says.
 * @param {Response} answer @returns {Promise<Told>}
 */
async function read(answer) {
  if (answer.headers.get("Content-Type")?.startsWith("application/json")) return answer.json();
  if (answer.status >= FAILED) throw new Error(String(answer.status));
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const said = [page.querySelector("main h1"), page.querySelector("main h1 ~ p:not(.mono)")];
  const problem = said.map((part) => part?.textContent?.trim()).filter(Boolean).join(". ");
  return /** @type {Told} */ ({ problem });
}

/** What the server has is shown. @param {Told} told */
function show(told) {
  for (const seen of document.querySelectorAll('input[name="seen"]')) /** @type {HTMLInputElement} */ (seen).value = told.seen;
  const arrows = document.querySelector(".board .arrows");
  if (arrows) arrows.innerHTML = told.arrows;
  const box = /** @type {HTMLTextAreaElement | null} */ (document.getElementById("typed"));
  if (box && box.value === box.defaultValue) box.value = box.defaultValue = told.typed;
  const ready = document.getElementById("ready-section");
  if (ready) ready.innerHTML = told.ready;
  if (!told.is_ready) document.querySelector("[data-ready-note]")?.remove();
  document.querySelector("[data-stored-at]")?.remove();
}

/**
 * @param {HTMLFormElement} form
 * @param {Record<string, string>} words
 */
export function storeChanges(form, words) {
  const status = /** @type {HTMLElement | null} */ (document.querySelector("[data-stored]"));
  let wanted = 0;
  let stored = 0;
  let busy = false;
  let pause = 0;
  let timer = 0;
  /** What was sent and not answered is sent again as it was: it may have arrived. @type {{body: FormData, number: number} | null} */
  let sent = null;

  /** A form that was sent while a change was on its way. @type {SubmitEvent | null} */
  let held = null;

  form.addEventListener("input", () => { wanted += 1; push(); });
  document.addEventListener("submit", hold, { capture: true });
  addEventListener("online", push);

  async function push() {
    if (busy || stored === wanted || !form.isConnected) return;
    busy = true;
    clearTimeout(timer);
    if (!status?.classList.contains("bad")) tell(words.storing);
    sent ??= { body: new FormData(form), number: wanted };
    try {
      await send(sent.body, sent.number);
    } catch {
      tell(words.offline, true);
      pause = Math.min(pause * 2 + 1000, LONGEST_PAUSE);
      timer = setTimeout(push, pause);
    }
    busy = false;
    if (!pause) push();
    if (!busy) letGo();
  }

  /** What is handed in is what is stored: a form waits for the change before it. @param {SubmitEvent} event */
  function hold(event) {
    if (!busy) return;
    event.preventDefault();
    event.stopPropagation();
    held = event;
  }

  /** Send what was held, but not into the void; of a change that was refused the server's page tells more. */
  function letGo() {
    const waiting = held;
    held = null;
    if (!waiting || pause) return;
    const sent = /** @type {HTMLFormElement} */ (waiting.target);
    if (sent.isConnected) return sent.requestSubmit(waiting.submitter);
    /** @type {HTMLFormElement | null} */ (document.querySelector(`form[action="${sent.getAttribute("action")}"]`))?.requestSubmit();
  }

  /** @param {FormData} body @param {number} number */
  async function send(body, number) {
    const answer = await fetch(String(form.dataset.store), {
      method: "POST", body, headers: { Accept: "application/json" }, signal: AbortSignal.timeout(PATIENCE),
    });
    const told = await read(answer);
    sent = null;
    pause = 0;
    if (told.problem) {
      stored = wanted;
      tell(told.problem, true);
      return;
    }
    stored = number;
    show(told);
    tell(told.stored);
    if (stored === wanted) document.dispatchEvent(new CustomEvent("entry:stored"));
  }

  /** @param {string} text */
  function tell(text, bad = false) {
    if (!status) return;
    status.textContent = text;
    status.classList.toggle("bad", bad);
  }
}
