// The form of orders as the board sees it: its selects hold what can be ordered and what is ordered.

import { parse, placeOf, provinceOf } from "./orders.js";

/** @typedef {import("./orders.js").Order} Order */

export class Sheet {
  /** @param {HTMLFormElement} form */
  constructor(form) {
    this.form = form;
    /** @type {HTMLSelectElement[]} */
    this.selects = Array.from(form.querySelectorAll('select[name^="order_"], select[name^="winter_"]'));
    this.winter = this.selects.some((select) => select.name.startsWith("winter_"));
    /** @type {Map<HTMLSelectElement, Order[]>} */
    this.offered = new Map(this.selects.map((select) => [
      select, Array.from(select.options, (option) => option.value).filter(Boolean).map(parse),
    ]));
    /** @type {Array<Array<[HTMLSelectElement, string]>>} */
    this.past = [];
  }

  /** The select of the unit in a province. @param {string} province */
  of(province) {
    return this.selects.find((select) => select.name === `order_${province}`);
  }

  /** Whether the player orders the unit there. @param {string} province */
  has(province) {
    return Boolean(this.of(province));
  }

  /** What the unit there can be ordered, but for doing nothing. @param {string} province */
  legal(province) {
    const select = this.of(province);
    return (select && this.offered.get(select)) || [];
  }

  /** What the unit there is ordered, if anything. @param {string} province @returns {Order | null} */
  current(province) {
    const select = this.of(province);
    return select && select.value ? parse(select.value) : null;
  }

  /** The provinces whose units the player orders. */
  get provinces() {
    return this.selects.filter((select) => select.name.startsWith("order_")).map((select) => select.name.slice(6));
  }

  /** In winter: what can be built or removed in a province. @param {string} province */
  winterOrders(province) {
    const all = this.selects.flatMap((select) => this.offered.get(select) || []);
    const there = all.filter((order) => order.unit && placeOf(order.unit) === province);
    return [...new Map(there.map((order) => [order.text, order])).values()];
  }

  /** The select that holds an order for that province in winter. @param {string} province */
  winterSelect(province) {
    return this.selects.find((select) => select.value && placeOf(parse(select.value).unit) === province);
  }

  /** A select that could take an order, an empty one first. @param {string} text */
  taker(text) {
    const able = this.selects.filter((select) => (this.offered.get(select) || []).some((order) => order.text === text));
    return able.find((select) => !select.value) || able[able.length - 1];
  }

  /** Write several orders as one step that can be undone. @param {Array<[HTMLSelectElement | undefined, string]>} changes */
  write(changes) {
    const made = /** @type {Array<[HTMLSelectElement, string]>} */ ([]);
    for (const [select, value] of changes) {
      if (!select || select.value === value) continue;
      made.push([select, select.value]);
      select.value = value;
    }
    if (!made.length) return;
    this.past.push(made);
    made[0][0].dispatchEvent(new Event("input", { bubbles: true }));
  }

  /** Order one unit. @param {Order} order */
  give(order) {
    this.write([[this.of(placeOf(order.unit)), order.text]]);
  }

  /** Take the last step back; says whether there was one. */
  undo() {
    const step = this.past.pop();
    if (!step) return false;
    for (const [select, value] of step) select.value = value;
    step[0][0].dispatchEvent(new Event("input", { bubbles: true }));
    return true;
  }

  /** The fewest of the player's fleets that could carry an army, as their orders. @param {Order} move @returns {Order[]} */
  chain(move) {
    const carrying = new Map(this.provinces.flatMap((province) => this.legal(province)
      .filter((order) => order.kind === "convoy" && order.other === move.unit && order.to === provinceOf(move.to))
      .map((order) => /** @type {[string, Order]} */ ([province, order]))));
    const touches = (/** @type {string} */ fleet, /** @type {string} */ place) =>
      this.legal(fleet).some((order) => order.kind === "move" && provinceOf(order.to) === place);
    const start = placeOf(move.unit);
    let ways = [...carrying.keys()].filter((fleet) => touches(fleet, start)).map((fleet) => [fleet]);
    const seen = new Set(ways.flat());
    while (ways.length) {
      const whole = ways.find((way) => touches(way[way.length - 1], provinceOf(move.to)));
      if (whole) return whole.map((fleet) => /** @type {Order} */ (carrying.get(fleet)));
      ways = ways.flatMap((way) => [...carrying.keys()]
        .filter((fleet) => !seen.has(fleet) && touches(way[way.length - 1], fleet))
        .map((fleet) => { seen.add(fleet); return [...way, fleet]; }));
    }
    return [];
  }
}
