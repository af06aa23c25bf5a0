// Orders by taps: what a tap on a province means, given what was tapped before.

import { placeOf, provinceOf } from "./orders.js";

/** @typedef {import("./orders.js").Order} Order */
/** @typedef {import("./picture.js").Point} Point */
/** @typedef {import("./picture.js").Choice} Choice */

export class Taps {
  /**
   * @param {import("./sheet.js").Sheet} sheet
   * @param {import("./picture.js").Picture} picture
   * @param {Record<string, string>} words
   */
  constructor(sheet, picture, words) {
    this.sheet = sheet;
    this.picture = picture;
    this.words = words;
    /** The province of the unit that is being ordered. */
    this.chosen = "";
    /** The province of the unit that it is to support or convoy, until it is known to where. */
    this.helped = "";
    /** The province that a menu asks about. */
    this.asked = "";
    /** The province of the unit that was ordered last. */
    this.last = "";
  }

  /** Give up what was begun; the words, if any, say what was done. */
  cancel(words = "") {
    this.chosen = this.helped = "";
    this.picture.close();
    this.picture.highlight("", this.sheet.winterPlaces());
    this.picture.describe(words);
  }

  /**
   * Take a tap, or a key that stands for one.
   * @param {string} hit the province that was hit, or nothing @param {Point | null} point none for a key
   * @param {boolean} onBadge true if it hit the mark of the province
   */
  tap(hit, point, onBadge = false) {
    const near = point && !this.isMeaningful(hit) ? this.picture.near(point) : undefined;
    const { province, badge } = near || { province: hit, badge: onBadge };
    const menu = this.picture.menu;
    if (menu && province === this.asked) return menu.querySelector("button")?.click();
    this.picture.close();
    if (!province) return this.cancel();
    if (this.sheet.winter) return this.tapInWinter(province, point);
    if (this.helped) return this.aim(province);
    if (!this.chosen) return this.choose(province);
    if (province === this.chosen) return this.cancel();
    if (badge) return this.help(province);
    return this.send(province, point);
  }

  /** True if a tap on a province has a meaning now. @param {string} province */
  isMeaningful(province) {
    const { picture, sheet } = this;
    return province === this.chosen || sheet.has(province) || picture.targets.includes(province) || this.helps(province).length > 0;
  }

  /** Begin with a unit. @param {string} province */
  choose(province) {
    if (!this.sheet.has(province)) return this.chosen ? this.cancel() : undefined;
    this.chosen = this.last = province;
    this.helped = "";
    const legal = this.sheet.legal(province);
    const targets = legal.filter((order) => order.kind === "move" || order.kind === "retreat");
    this.picture.highlight(province, [...new Set(targets.map((order) => provinceOf(order.to)))]);
    this.picture.badge(this.helpable("support"), this.words.supportLetter, this.words.support);
    this.picture.badge(this.helpable("convoy").filter((there) => !this.helpable("support").includes(there)), this.words.convoyLetter, this.words.convoy);
    this.picture.describe(this.picture.named(this.words.chosen, province));
  }

  /** The provinces of the units that the chosen one can help. @param {"support"|"convoy"} kind */
  helpable(kind) {
    const orders = this.sheet.legal(this.chosen).filter((order) => order.kind === kind);
    return [...new Set(orders.map((order) => placeOf(order.other)))];
  }

  /** The supports and convoys that the chosen unit can give the unit in a province. @param {string} province */
  helps(province) {
    return this.sheet.legal(this.chosen).filter((order) => order.other && placeOf(order.other) === province);
  }

  /** The second tap: go there, or help the unit that stands there. @param {string} province @param {Point | null} point */
  send(province, point) {
    const moves = this.sheet.legal(this.chosen).filter((order) => order.to && !order.other && provinceOf(order.to) === province);
    const helps = this.helps(province);
    if (!moves.length && !helps.length) return this.sheet.has(province) ? this.choose(province) : this.cancel();
    if (!helps.length) return this.go(moves, point);
    const mine = this.sheet.has(province);
    if (moves.length && !mine) return this.go(moves, point);
    const offers = this.offers(province, moves, point);
    if (offers.length === 1 && !this.fittingHelp(province)) return offers[0].act();
    this.asked = province;
    return this.picture.ask(point || this.picture.at(province), offers);
  }

  /** The help that fits the order of the other unit. @param {string} province @returns {Order | undefined} */
  fittingHelp(province) {
    const order = this.sheet.current(province);
    if (!order || !["move", "hold"].includes(order.kind)) return undefined;
    return this.helps(province).find((help) => (order.kind === "move" ? provinceOf(help.to) === provinceOf(order.to) && help.to : !help.to));
  }

  /** The meanings that a tap on one's own unit may have. @param {string} province @param {Order[]} moves @param {Point | null} point @returns {Choice[]} */
  offers(province, moves, point) {
    const choices = /** @type {Choice[]} */ ([]);
    const fitting = this.fittingHelp(province);
    if (fitting) {
      this.picture.ghost(this.picture.at(this.chosen), this.picture.at(fitting.to || province));
      choices.push({ words: this.sheet.label(fitting), act: () => this.orderWithFleets(fitting) });
    }
    if (moves.length) choices.push({ words: this.picture.named(this.words.go, province), act: () => this.go(moves, point) });
    const other = this.helps(province).filter((help) => help !== fitting);
    if (other.length) choices.push({ words: fitting ? this.words.otherHelp : this.words.help, act: () => this.help(province) });
    return choices;
  }

  /** Help the unit in a province, once it is known to where. @param {string} province */
  help(province) {
    const helps = this.helps(province);
    const fitting = this.fittingHelp(province);
    if (fitting && this.helped !== province) {
      this.asked = province;
      const choices = [{ words: this.sheet.label(fitting), act: () => this.orderWithFleets(fitting) }];
      if (helps.length > 1) choices.push({ words: this.words.otherHelp, act: () => this.aimAt(province) });
      this.picture.ghost(this.picture.at(this.chosen), this.picture.at(fitting.to || province));
      return this.picture.ask(this.picture.at(province), choices);
    }
    return helps.length === 1 ? this.aim(helps[0].to ? provinceOf(helps[0].to) : province, province) : this.aimAt(province);
  }

  /** Show the provinces to which it can be helped. @param {string} province */
  aimAt(province) {
    this.helped = province;
    const helps = this.helps(province);
    const ends = helps.map((help) => (help.to ? provinceOf(help.to) : province));
    this.picture.highlight(this.chosen, [...new Set(ends)]);
    this.picture.describe(helps.some((help) => help.kind === "convoy") ? this.words.aimConvoy : this.words.aimSupport);
  }

  /** The last tap of a support or convoy: to where it leads. @param {string} end @param {string} helped */
  aim(end, helped = this.helped) {
    const help = this.helps(helped).find((order) => (order.to ? provinceOf(order.to) === end : end === helped));
    if (!help) return this.cancel();
    const idle = this.sheet.has(helped) && !this.sheet.current(helped);
    const orders = [help, ...(idle && help.kind === "support" && help.to ? this.sheet.moveTo(helped, help.to) : [])];
    return this.order(orders);
  }

  /** Go to a province by the coast that is nearest, by land rather than by sea. @param {Order[]} moves @param {Point | null} point */
  go(moves, point) {
    const byLand = moves.filter((order) => !order.via);
    const bySea = moves.filter((order) => order.via);
    if (byLand.length && bySea.length) return this.orderWithFleets(byLand[0]);
    if (moves.length > 1 && !point) return this.askWhich(null, moves.map((order) => [this.sheet.label(order), order]));
    const distance = (/** @type {Order} */ order) => {
      const there = this.picture.at(order.to);
      return point ? Math.hypot(there.x - point.x, there.y - point.y) : 0;
    };
    return this.orderWithFleets(moves.reduce((best, order) => (distance(order) < distance(best) ? order : best)));
  }

  /** @param {Point | null} point @param {Array<[string, Order]>} orders */
  askWhich(point, orders) {
    this.asked = provinceOf(orders[0][1].to);
    this.picture.ask(point || this.picture.at(this.asked), orders.map(([words, order]) => ({ words, act: () => this.orderWithFleets(order) })));
  }

  /** Write an order, and with a move by sea the fleets that carry it. @param {Order} order */
  orderWithFleets(order) {
    this.order(this.sheet.withFleets(order));
  }

  /** Write orders as one step, and say them. @param {Order[]} orders */
  order(orders) {
    const words = orders.map((order) => this.sheet.label(order, true));
    const changes = orders.map((order) => /** @type {[HTMLSelectElement | undefined, string]} */ ([this.sheet.of(placeOf(order.unit)), order.text]));
    this.sheet.write([...this.sheet.idleFleets(orders), ...changes]);
    this.cancel(words.join(" · "));
  }

  /** Clear the order of the chosen unit: without one it holds. */
  hold() {
    if (this.chosen) this.sheet.write([[this.sheet.of(this.chosen), ""]]);
    this.cancel();
  }

  /** Show nothing but the marks of one kind of help, for whoever uses keys. @param {"support"|"convoy"} kind */
  showHelp(kind) {
    if (!this.chosen) return;
    const provinces = this.helpable(kind);
    this.picture.highlight(this.chosen, []);
    this.picture.badge(provinces, kind === "support" ? this.words.supportLetter : this.words.convoyLetter, this.words[kind]);
  }

  /** Builds and removals: a tap writes the only one or asks which, another clears it. @param {string} province @param {Point | null} point */
  tapInWinter(province, point) {
    const taken = this.sheet.winterSelect(province);
    const orders = this.sheet.winterOrders(province);
    this.last = province;
    if (taken) {
      this.sheet.write([[taken, ""]]);
      return this.cancel();
    }
    if (orders.length === 1) return this.inWinter(orders[0]);
    if (!orders.length) return undefined;
    this.asked = province;
    const choices = orders.map((order) => ({ words: this.sheet.label(order), act: () => this.inWinter(order) }));
    return this.picture.ask(point || this.picture.at(province), choices);
  }

  /** @param {Order} order */
  inWinter(order) {
    this.sheet.write([[this.sheet.selectFor(order.text), order.text]]);
    this.cancel(this.sheet.label(order));
  }
}
