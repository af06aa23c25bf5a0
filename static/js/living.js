// Replays a duel on the board of the front page: only while it is visible, with reduced motion only on request, and
// always with a button to stop it.

/** The duration of a scene in milliseconds: longer for longer texts. @param {string} words */
const stands = (words) => 1_600 + 45 * words.length;
const SVG = "http://www.w3.org/2000/svg";

/**
 * @typedef {object} Step the difference from the previous scene
 * @property {string} caption
 * @property {string} about what happens in the scene, may be empty
 * @property {number[]} gone
 * @property {Record<string, [number, number]>} moved
 * @property {Record<string, string>} drawn
 * @property {Record<string, string>} [owners]
 * @property {string} [centres]
 */

/** @param {string} markup */
function shapes(markup) {
  const read = new DOMParser().parseFromString(`<svg xmlns="${SVG}">${markup}</svg>`, "image/svg+xml");
  return Array.from(read.documentElement.children, (each) => document.importNode(each, true));
}

class Film {
  /** @type {Step[]} */ #steps = [];
  /** @type {Map<string, SVGElement>} */ #pieces = new Map();
  #next = 0;
  #timer = 0;
  #loading = false;

  /** @param {HTMLElement} figure */
  constructor(figure) {
    this.figure = figure;
    this.button = /** @type {HTMLButtonElement} */ (figure.querySelector("[data-pause]"));
    this.isWanted = !matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.about = /** @type {HTMLElement} */ (figure.querySelector("[data-about]"));
    this.isSeen = false;
    this.button.addEventListener("click", () => {
      this.isWanted = !this.isWanted;
      this.update();
    });
    this.button.hidden = false;
    document.addEventListener("visibilitychange", () => this.update());
    new IntersectionObserver(([entry]) => {
      this.isSeen = entry.isIntersecting;
      this.update();
    }, { threshold: 0.3 }).observe(figure);
    this.update();
  }

  /** Run or stop, as the conditions require. */
  update() {
    this.button.textContent = String(this.isWanted ? this.button.dataset.pauseWords : this.button.dataset.playWords);
    clearTimeout(this.#timer);
    if (this.isWanted && this.isSeen && !document.hidden) this.#timer = setTimeout(() => void this.#go(), stands(this.about.textContent ?? ""));
  }

  async #go() {
    if (this.#loading) return;
    this.#loading = true;
    try {
      if (!this.#steps.length) this.#steps = await (await fetch(String(this.figure.dataset.film))).json();
      this.#show(this.#steps[this.#next]);
      this.#next = (this.#next + 1) % this.#steps.length;
    } catch {
      this.isWanted = false;
    }
    this.#loading = false;
    this.update();
  }

  /** @param {Step} step */
  #show(step) {
    const all = /** @type {SVGGElement} */ (this.figure.querySelector(".pieces"));
    if (this.#next === 0) {
      all.replaceChildren();
      this.#pieces.clear();
    }
    for (const name of step.gone) this.#take(String(name));
    for (const [name, markup] of Object.entries(step.drawn)) {
      this.#take(name);
      const [piece] = /** @type {SVGElement[]} */ (shapes(markup));
      this.#pieces.set(name, piece);
      all.append(piece);
    }
    for (const [name, [x, y]] of Object.entries(step.moved)) {
      const piece = this.#pieces.get(name);
      if (piece) piece.style.transform = `translate(${x}px, ${y}px)`;
    }
    this.#paint(step);
    /** @type {HTMLElement} */ (this.figure.querySelector("[data-caption]")).textContent = step.caption;
    this.about.textContent = step.about;
  }

  /** @param {string} name */
  #take(name) {
    this.#pieces.get(name)?.remove();
    this.#pieces.delete(name);
  }

  /** @param {Step} step */
  #paint(step) {
    for (const [code, owner] of Object.entries(step.owners ?? {})) {
      const space = this.figure.querySelector(`[data-province="${code}"]`);
      const plain = Array.from(space?.classList ?? []).filter((name) => !name.startsWith("of-"));
      space?.setAttribute("class", [...plain, ...(owner ? [`of-${owner}`] : [])].join(" "));
    }
    if (step.centres) this.figure.querySelector(".centres")?.replaceChildren(...shapes(step.centres));
  }
}

const figure = document.querySelector("[data-film]");
if (figure) new Film(/** @type {HTMLElement} */ (figure));
