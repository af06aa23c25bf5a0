// The order form as the board sees it: its selects contain the legal orders and the chosen ones.

import { parse, placeOf, provinceOf } from "./orders.js";

/** @typedef {import("./orders.js").Order} Order */
/** @typedef {[HTMLSelectElement | undefined, string]} Change a select and its new value */

const OF_UNIT = "order_";
const OF_WINTER = "winter_";

export class Sheet {
  /** @param {HTMLFormElement} form */
  constructor(form) {
    this.form = form;
    /** @type {HTMLSelectElement[]} */
    this.selects = Array.from(form.querySelectorAll(`select[name^="${OF_UNIT}"], select[name^="${OF_WINTER}"]`));
    this.winter = this.selects.some((select) => select.name.startsWith(OF_WINTER));
    /** The selects of units by their provinces. @type {Map<string, HTMLSelectElement>} */
    this.ofUnits = new Map(this.selects.filter((select) => select.name.startsWith(OF_UNIT))
      .map((select) => [select.name.slice(OF_UNIT.length), select]));
    /** @type {Map<HTMLSelectElement, Order[]>} */
    this.offered = new Map(this.selects.map((select) => [
      select, Array.from(select.options, (option) => option.value).filter(Boolean).map(parse),
    ]));
    /** The steps for undo: the changed selects of each, with their previous values. @type {Array<Array<[HTMLSelectElement, string]>>} */
    this.history = [];
    /** @type {Map<HTMLSelectElement, string>} */
    this.values = new Map();
    this.readValues();
    form.addEventListener("input", () => this.recordStep());
  }

  readValues() {
    for (const select of this.selects) this.values.set(select, select.value);
  }

  /** Record all changes, on the board or in the list, as one step. */
  recordStep() {
    const changed = this.selects.filter((select) => select.value !== this.values.get(select));
    if (changed.length) this.history.push(changed.map((select) => [select, this.values.get(select) || ""]));
    this.readValues();
  }

  /** The select of the unit in a province. @param {string} province */
  of(province) {
    return this.ofUnits.get(province);
  }

  /** True if the player can order the unit in a province. @param {string} province */
  has(province) {
    return this.ofUnits.has(province);
  }

  /** The legal orders of the unit in a province. @param {string} province */
  legal(province) {
    const select = this.of(province);
    return (select && this.offered.get(select)) || [];
  }

  /** The order of the unit in a province, if it has one. @param {string} province @returns {Order | null} */
  current(province) {
    const select = this.of(province);
    return select && select.value ? parse(select.value) : null;
  }

  /** True if the unit in a province is ordered to leave. @param {string} province */
  leaves(province) {
    return this.current(province)?.kind === "move";
  }

  /** True if the unit in a province stays, but another one is ordered to go there. @param {string} province */
  isInTheWay(province) {
    const orders = this.provinces.map((other) => this.current(other));
    return this.has(province) && !this.leaves(province) && orders.some((order) => order?.kind === "move" && provinceOf(order.to) === province);
  }

  /** The provinces whose units the player orders. */
  get provinces() {
    return [...this.ofUnits.keys()];
  }

  /** In winter, the possible builds and removals in a province. @param {string} province */
  winterOrders(province) {
    const all = this.selects.flatMap((select) => this.offered.get(select) || []);
    const there = all.filter((order) => order.unit && placeOf(order.unit) === province);
    return [...new Map(there.map((order) => [order.text, order])).values()];
  }

  /** The provinces in which something can be built or removed. */
  winterPlaces() {
    const all = this.selects.flatMap((select) => this.offered.get(select) || []);
    return [...new Set(all.filter((order) => order.unit).map((order) => placeOf(order.unit)))];
  }

  /** In winter, the select with an order for a province. @param {string} province */
  winterSelect(province) {
    return this.selects.find((select) => select.value && placeOf(parse(select.value).unit) === province);
  }

  /** A select that offers an order, preferably an empty one. @param {string} text */
  selectFor(text) {
    const able = this.selects.filter((select) => (this.offered.get(select) || []).some((order) => order.text === text));
    return able.find((select) => !select.value) || able[able.length - 1];
  }

  /** Write several orders as one step that can be undone. @param {Change[]} changes */
  write(changes) {
    let changed = false;
    for (const [select, value] of changes) {
      if (!select || select.value === value) continue;
      select.value = value;
      changed = true;
    }
    if (changed) this.dispatchInput();
  }

  dispatchInput() {
    this.selects[0].dispatchEvent(new Event("input", { bubbles: true }));
  }

  /** Changes that clear the orders of fleets that convoy a unit to another place than its new goal. @param {Order[]} orders @returns {Change[]} */
  idleFleets(orders) {
    const going = new Map(orders.map((order) => [order.unit, order.kind === "move" ? provinceOf(order.to) : ""]));
    return this.provinces.filter((province) => {
      const order = this.current(province);
      return order?.kind === "convoy" && going.has(order.other) && going.get(order.other) !== provinceOf(order.to);
    }).map((province) => [this.of(province), ""]);
  }

  /** Undo the last step; false if there is none. */
  undo() {
    const step = this.history.pop();
    if (!step) return false;
    for (const [select, value] of step) select.value = value;
    this.readValues();
    this.dispatchInput();
    return true;
  }

  /** An order in the words of the list; whole: with its unit. @param {Order} order */
  label(order, whole = false) {
    const select = this.of(placeOf(order.unit)) || this.selectFor(order.text);
    const words = Array.from(select?.options || []).find((option) => option.value === order.text)?.text || order.text;
    const between = order.kind === "move" ? " → " : " ";
    return whole && select && this.of(placeOf(order.unit)) === select ? select.labels[0]?.textContent + between + words : words;
  }

  /** The move of a unit to a province, preferably by land, with the orders of the fleets that carry it. @param {string} province @param {string} location */
  moveTo(province, location) {
    const moves = this.legal(province).filter((order) => order.kind === "move" && [order.to, provinceOf(order.to)].includes(location));
    const move = moves.find((order) => !order.via) || moves[0];
    return move ? this.withFleets(move) : [];
  }

  /** A move and, if it goes by sea, the orders of the fleets that carry it. @param {Order} move */
  withFleets(move) {
    return move.via ? [move, ...this.chain(move)] : [move];
  }

  /** The orders of the shortest chain of the player's fleets that can carry an army; of equal ones, preferably of free fleets. @param {Order} move @returns {Order[]} */
  chain(move) {
    const carries = (/** @type {Order | null | undefined} */ order) =>
      order?.kind === "convoy" && order.other === move.unit && order.to === provinceOf(move.to);
    const busy = (/** @type {string} */ province) => Number(Boolean(this.current(province)) && !carries(this.current(province)));
    const carrying = new Map([...this.provinces].sort((one, other) => busy(one) - busy(other)).flatMap((province) => this.legal(province)
      .filter(carries)
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
