// The line to the server: a stream of stamps while there is room for one, else a question every few seconds.

const FIRST_WORD = 10_000;
const SILENCE = 40_000;
const SOON = 5_000;
const LATE = 15_000;
const SLOWER = 1.3;
const STREAM_AGAIN = 300_000;
const PATIENCE = 10_000;
const NOT_CHANGED = 304;
const NOT_THERE = [403, 404];

/**
 * @typedef {object} Ears
 * @property {(stamp: string) => void} heard the stamp, whether it is new or not
 * @property {(isLost: boolean) => void} lost nothing has been heard for a while, or it is again
 * @property {() => void} gone there is nothing to be heard any more
 */

export class Line {
  /** @type {EventSource | null} */ #source = null;
  #life = new AbortController();
  #timer = 0;
  #losing = 0;
  #pause = SOON;
  #asking = 0;
  #etag = "";
  #stamp = "";

  /** @param {string} events @param {string} ask @param {Ears} ears */
  constructor(events, ask, ears) {
    this.events = events;
    this.ask = ask;
    this.ears = ears;
  }

  /** What is under way ends when the line is closed. */
  get signal() {
    return this.#life.signal;
  }

  open() {
    this.close();
    this.#life = new AbortController();
    this.#pause = SOON;
    this.#listen();
  }

  close() {
    this.#life.abort();
    this.#hangUp();
    this.#found();
  }

  #hangUp() {
    clearTimeout(this.#timer);
    this.#source?.close();
    this.#source = null;
  }

  #listen() {
    const source = new EventSource(this.events);
    this.#source = source;
    source.onmessage = (event) => {
      this.#fallBackAfter(SILENCE);
      this.#hear(event.data);
    };
    source.onerror = () => {
      if (source.readyState === EventSource.CLOSED) this.#fallBack();
      else this.lose();
    };
    this.#fallBackAfter(FIRST_WORD);
  }

  /** A stream that says nothing for so long is held up somewhere. @param {number} silence */
  #fallBackAfter(silence) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#fallBack(), silence);
  }

  #fallBack() {
    this.#hangUp();
    this.#asking = Date.now();
    void this.#question();
  }

  async #question() {
    const { signal } = this;
    const answer = await this.#answer(signal).catch(() => null);
    if (signal.aborted) return;
    if (answer && NOT_THERE.includes(answer.status)) {
      this.ears.gone();
      return;
    }
    await this.#take(answer).catch(() => this.lose());
    if (!signal.aborted) this.#timer = setTimeout(() => this.#next(), this.#pause);
  }

  /** @param {AbortSignal} signal */
  #answer(signal) {
    /** @type {Record<string, string>} */
    const headers = this.#etag ? { "If-None-Match": this.#etag } : {};
    return fetch(this.ask, { headers, signal: AbortSignal.any([signal, AbortSignal.timeout(LATE)]) });
  }

  /** @param {Response | null} answer */
  async #take(answer) {
    this.#pause = Math.min(this.#pause * SLOWER, LATE);
    if (answer?.status === NOT_CHANGED) this.#hear(this.#stamp);
    else if (answer?.ok) {
      this.#stamp = (await answer.json()).stamp;
      this.#etag = answer.headers.get("ETag") ?? "";
      this.#pause = SOON;
      this.#hear(this.#stamp);
    } else this.lose();
  }

  #next() {
    if (Date.now() - this.#asking > STREAM_AGAIN) this.#listen();
    else void this.#question();
  }

  /** @param {string} stamp */
  #hear(stamp) {
    this.#found();
    this.ears.heard(stamp);
  }

  #found() {
    clearTimeout(this.#losing);
    this.#losing = 0;
    this.ears.lost(false);
  }

  /** Something went wrong: say so unless it is mended soon. */
  lose() {
    if (!this.#losing) this.#losing = setTimeout(() => this.ears.lost(true), PATIENCE);
  }
}
