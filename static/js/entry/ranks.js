// Builds a list of powers by taps, arrows, dragging and random draws, and fills in the menus of the form.

import { enableDragging } from "./drag.js";
import { fill } from "./state.js";

/** A random whole number below a limit. @param {number} limit @returns {number} */
function draw(limit) {
  const all = 2 ** 32;
  const [drawn] = crypto.getRandomValues(new Uint32Array(1));
  return drawn < all - (all % limit) ? drawn % limit : draw(limit);
}

/** A list in an order drawn at random. @param {string[]} powers */
export function shuffled(powers) {
  const left = [...powers];
  return powers.map(() => left.splice(draw(left.length), 1)[0]);
}

/** A list with one power moved down by a number of places. @param {string[]} order @param {string} power @param {number} step */
export function moved(order, power, step) {
  const others = order.filter((other) => other !== power);
  const place = order.indexOf(power) + step;
  return [...others.slice(0, place), power, ...others.slice(place)];
}

/** This browser's share of the random source, in hex. */
function share() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export class Ranking {
  /** @param {HTMLFormElement} form @param {HTMLElement} place @param {Record<string, string>} words */
  constructor(form, place, words) {
    this.form = form;
    this.place = place;
    this.words = words;
    /** @type {HTMLSelectElement[]} */
    this.selects = Array.from(form.querySelectorAll('select[name^="rank_"]'));
    this.share = /** @type {HTMLInputElement} */ (form.querySelector('input[name="share"]'));
    this.list = /** @type {HTMLElement} */ (place.querySelector("[data-ranked]"));
    this.chips = /** @type {HTMLElement} */ (place.querySelector("[data-chips]"));
    this.status = /** @type {HTMLElement} */ (place.querySelector("[data-says-rank]"));
    this.lot = /** @type {HTMLButtonElement} */ (place.querySelector("[data-by-lot]"));
    /** The names of the powers, in order. @type {Map<string, string>} */
    this.names = new Map();
    /** @type {Map<string, HTMLElement>} */
    this.items = new Map();
    /** @type {Map<string, HTMLElement>} */
    this.buttons = new Map();
    for (const template of place.querySelectorAll("template")) this.#read(template);
    /** The chosen powers, the most wanted first. @type {string[]} */
    this.order = [...new Set(this.selects.map((select) => select.value))].filter((power) => this.names.has(power));
    place.addEventListener("click", (event) => this.#click(/** @type {Element} */ (event.target)));
    enableDragging(this.list, (order) => this.#become(order));
    this.#draw();
  }

  /** @param {HTMLTemplateElement} template */
  #read(template) {
    const power = String(template.dataset.power);
    const [item, chip] = /** @type {HTMLElement[]} */ (Array.from(/** @type {DocumentFragment} */ (template.content.cloneNode(true)).children));
    this.names.set(power, String(template.dataset.name));
    this.items.set(power, item);
    this.buttons.set(power, chip);
  }

  /** @param {Element} target */
  #click(target) {
    const button = /** @type {HTMLElement | null} */ (target.closest("button"));
    const power = button?.closest("li")?.dataset.power ?? "";
    if (button?.dataset.chip) this.#choose(button.dataset.chip);
    else if (button?.dataset.move) this.#move(power, Number(button.dataset.move), button);
    else if (button?.hasAttribute("data-out")) this.#take(power);
    else if (button === this.lot) this.#fill();
  }

  /** Append a power, unless it is chosen already. @param {string} power */
  put(power) {
    if (!this.form.isConnected || !this.names.has(power) || this.order.includes(power)) return;
    this.#become([...this.order, power]);
    this.#say(power);
  }

  /** @param {string} power */
  #choose(power) {
    const following = this.buttons.get(power)?.nextElementSibling ?? this.buttons.get(power)?.previousElementSibling;
    this.put(power);
    /** @type {HTMLElement | null} */ (following ?? this.list.querySelector("button:not(:disabled)"))?.focus();
  }

  /** @param {string} power @param {number} step @param {HTMLElement} button */
  #move(power, step, button) {
    this.#become(moved(this.order, power, step));
    const able = /** @type {HTMLElement | null} */ (button.matches(":disabled") ? this.items.get(power)?.querySelector("[data-move]:not(:disabled)") : button);
    able?.focus();
    this.#say(power);
  }

  /** @param {string} power */
  #take(power) {
    this.#become(this.order.filter((other) => other !== power));
    this.buttons.get(power)?.focus();
    this.status.textContent = fill(this.words.out, { power: String(this.names.get(power)) });
  }

  /** Fill in the rest at random. */
  #fill() {
    this.#become([...this.order, ...shuffled([...this.names.keys()].filter((power) => !this.order.includes(power)))]);
    /** @type {HTMLElement | null} */ (this.list.querySelector("button:not(:disabled)"))?.focus();
    this.status.textContent = this.words.byLot;
  }

  /** True if some powers are chosen, but not all. */
  get isBegun() {
    return this.order.length > 0 && this.order.length < this.names.size;
  }

  /** Ask the player to choose or draw the missing powers. */
  askForRest() {
    this.status.classList.remove("unseen");
    this.status.classList.add("error");
    this.status.textContent = this.words.unfinished;
    this.lot.focus();
  }

  /** @param {string} power */
  #say(power) {
    const rank = String(this.order.indexOf(power) + 1);
    this.status.textContent = fill(this.words.ranked, { power: String(this.names.get(power)), rank });
  }

  /** @param {string[]} order */
  #become(order) {
    if (order.join() === this.order.join()) return this.#draw();
    this.order = order;
    // The site fixed its secret before, so with this share neither side can choose the draws.
    if (!this.share.value) this.share.value = share();
    this.#draw();
    this.form.dispatchEvent(new Event("input"));
  }

  #draw() {
    this.selects.forEach((select, place) => { select.value = this.order[place] ?? ""; });
    this.order.forEach((power, place) => this.#number(/** @type {HTMLElement} */ (this.items.get(power)), place));
    this.list.replaceChildren(...this.order.map((power) => /** @type {HTMLElement} */ (this.items.get(power))));
    const left = [...this.buttons].filter(([power]) => !this.order.includes(power)).map(([, chip]) => chip);
    this.chips.replaceChildren(...left);
    this.chips.hidden = this.lot.hidden = left.length === 0;
    this.#hold(left.length > 0);
  }

  /** @param {HTMLElement} item @param {number} place */
  #number(item, place) {
    /** @type {HTMLElement} */ (item.querySelector(".rank")).textContent = String(place + 1);
    const [up, down] = /** @type {HTMLButtonElement[]} */ (Array.from(item.querySelectorAll("[data-move]")));
    up.disabled = place === 0;
    down.disabled = place === this.order.length - 1;
  }

  /** Hold storing back while the list is incomplete. @param {boolean} held */
  #hold(held) {
    if (!held) {
      delete this.form.dataset.held;
      return;
    }
    const count = this.order.length;
    const kept = this.form.querySelector('input[name="seen"]:not([value=""])') ? this.words.kept : "";
    const words = count ? fill(this.words.chosen, { count: String(count) }) : this.words.none;
    this.form.dataset.held = [words, kept].filter(Boolean).join(" ");
  }
}

/** @param {HTMLFormElement} form @param {Record<string, string>} words */
export function enableRanking(form, words) {
  const place = /** @type {HTMLElement | null} */ (form.querySelector("[data-ranking]"));
  return place ? new Ranking(form, place, words) : null;
}
