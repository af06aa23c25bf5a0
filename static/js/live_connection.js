// The connection to the server: a stream of stamps if the server has room for one, else a request every few seconds.
// When it is lost, the page says so and sends no forms: a failed answer would replace the page and its input.

const FIRST_STAMP_AFTER = 10_000;
const STREAM_SILENCE = 40_000;
const SHORTEST_PAUSE = 5_000;
const LONGEST_PAUSE = 15_000;
const SLOWER = 1.3;
const REQUEST_TIMEOUT = 15_000;
const STREAM_AGAIN = 300_000;
const LOST_AFTER = 10_000;
const NOT_CHANGED = 304;
const NOT_THERE = [403, 404];

/**
 * @typedef {object} Handlers
 * @property {(stamp: string) => void} onStamp called for each stamp, new or not
 * @property {() => void} onGone called when no more stamps will come
 */

/** The lost connections of this page. @type {Set<Connection>} */
const lost = new Set();

/** Show or hide a notice of templates/offline.html. @param {string} name @param {boolean} isShown */
function tell(name, isShown) {
  const notice = /** @type {HTMLElement | null} */ (document.querySelector(`[data-${name}]`));
  if (notice) notice.hidden = !isShown;
}

document.addEventListener("submit", (event) => {
  tell("unsent", !navigator.onLine);
  tell("send-again", false);
  if (navigator.onLine) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  // Close the dialogue, since it would cover the notice.
  /** @type {HTMLElement} */ (event.target).closest("dialog")?.close();
}, { capture: true });

addEventListener("online", () => {
  tell("send-again", document.querySelector("[data-unsent]:not([hidden])") !== null);
  tell("unsent", false);
});

export class Connection {
  /** @type {EventSource | null} */ #source = null;
  #lifetime = new AbortController();
  #timer = 0;
  #lostTimer = 0;
  #pause = SHORTEST_PAUSE;
  #pollingSince = 0;
  #etag = "";
  #stamp = "";

  /** @param {string} eventsUrl empty if the page should only poll @param {string} stampUrl @param {Handlers} handlers */
  constructor(eventsUrl, stampUrl, handlers) {
    this.eventsUrl = eventsUrl;
    this.stampUrl = stampUrl;
    this.handlers = handlers;
  }

  /** Aborted when the connection is closed. */
  get signal() {
    return this.#lifetime.signal;
  }

  open() {
    this.close();
    this.#lifetime = new AbortController();
    this.#pause = SHORTEST_PAUSE;
    this.#stream();
  }

  close() {
    this.#lifetime.abort();
    this.#closeStream();
    this.#restored();
  }

  #closeStream() {
    clearTimeout(this.#timer);
    this.#source?.close();
    this.#source = null;
  }

  #stream() {
    if (!this.eventsUrl) {
      this.#fallBack();
      return;
    }
    const source = new EventSource(this.eventsUrl);
    this.#source = source;
    source.onmessage = (event) => {
      this.#fallBackAfter(STREAM_SILENCE);
      this.#receive(event.data);
    };
    source.onerror = () => {
      if (source.readyState === EventSource.CLOSED) this.#fallBack();
      else this.lost();
    };
    this.#fallBackAfter(FIRST_STAMP_AFTER);
  }

  /** Fall back to polling if the stream is silent for this long. @param {number} silence milliseconds */
  #fallBackAfter(silence) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#fallBack(), silence);
  }

  #fallBack() {
    this.#closeStream();
    this.#pollingSince = Date.now();
    void this.#poll();
  }

  async #poll() {
    const { signal } = this;
    const answer = await this.#request(signal).catch(() => null);
    if (signal.aborted) return;
    if (answer && NOT_THERE.includes(answer.status)) {
      this.handlers.onGone();
      return;
    }
    await this.#read(answer).catch(() => this.lost());
    if (!signal.aborted) this.#timer = setTimeout(() => this.#continue(), this.#pause);
  }

  /** @param {AbortSignal} signal */
  #request(signal) {
    /** @type {Record<string, string>} */
    const headers = this.#etag ? { "If-None-Match": this.#etag } : {};
    return fetch(this.stampUrl, { headers, signal: AbortSignal.any([signal, AbortSignal.timeout(REQUEST_TIMEOUT)]) });
  }

  /** @param {Response | null} answer */
  async #read(answer) {
    this.#pause = Math.min(this.#pause * SLOWER, LONGEST_PAUSE);
    if (answer?.status === NOT_CHANGED) this.#receive(this.#stamp);
    else if (answer?.ok) {
      this.#stamp = (await answer.json()).stamp;
      this.#etag = answer.headers.get("ETag") ?? "";
      this.#pause = SHORTEST_PAUSE;
      this.#receive(this.#stamp);
    } else this.lost();
  }

  #continue() {
    if (Date.now() - this.#pollingSince > STREAM_AGAIN) this.#stream();
    else void this.#poll();
  }

  /** @param {string} stamp */
  #receive(stamp) {
    this.#restored();
    this.handlers.onStamp(stamp);
  }

  #restored() {
    clearTimeout(this.#lostTimer);
    this.#lostTimer = 0;
    lost.delete(this);
    tell("offline", lost.size > 0);
  }

  /** Report a lost connection, unless it recovers soon. */
  lost() {
    if (!this.#lostTimer) this.#lostTimer = setTimeout(() => this.#isLost(), LOST_AFTER);
  }

  #isLost() {
    lost.add(this);
    tell("offline", true);
  }
}

/** Updates a page: one renewal at a time, and another one if a stamp arrives meanwhile. */
export class CatchUp {
  #isBusy = false;
  #latest = "";

  /**
   * @param {() => string | undefined} shown the stamp of the page
   * @param {(stamp: string) => Promise<void>} renew repeated after a failure when the stamp comes again
   * @param {() => void} onFailed @param {number} rest milliseconds between two renewals
   */
  constructor(shown, renew, onFailed, rest = 0) {
    this.shown = shown;
    this.renew = renew;
    this.onFailed = onFailed;
    this.rest = rest;
  }

  /** Handle a stamp, new or not. @param {string} stamp */
  async receive(stamp) {
    this.#latest = stamp;
    if (this.#isBusy || stamp === this.shown()) return;
    this.#isBusy = true;
    await this.renew(stamp).catch(this.onFailed);
    if (this.rest) await new Promise((done) => { setTimeout(done, this.rest); });
    this.#isBusy = false;
    if (this.#latest !== stamp) await this.receive(this.#latest);
  }
}
