// Orders by taps: the meaning of a tap on a province, given the taps before.

import { placeOf, provinceOf } from "./orders.js";
import { showWinter, tapInWinter } from "./winter.js";

/** @typedef {import("./orders.js").Order} Order */
/** @typedef {import("./picture.js").Point} Point */
/** @typedef {import("./picture.js").Choice} Choice */
/** @typedef {"support" | "convoy"} Help */

export class Taps {
  /**
   * @param {import("./sheet.js").Sheet} sheet
   * @param {import("./picture.js").Picture} picture
   * @param {Record<string, any>} words
   */
  constructor(sheet, picture, words) {
    this.sheet = sheet;
    this.picture = picture;
    this.words = words;
    /** The province of the chosen unit. */
    this.chosen = "";
    /** The province of the unit to support or convoy, while its goal is still open. */
    this.helped = "";
    /** True while the chosen unit may also move, to that province or elsewhere. */
    this.mayGo = false;
    /** The province that the menu asks about. */
    this.asked = "";
    /** The province of the unit that was ordered last. */
    this.last = "";
  }

  /** The provinces in which a tap has a meaning now. @returns {string[]} */
  get meaningful() {
    const { picture, sheet, chosen, helped } = this;
    if (sheet.winter) return picture.targets;
    if (!chosen) return sheet.provinces;
    const helps = helped ? [helped] : sheet.legal(chosen).filter((order) => order.other).map((order) => placeOf(order.other));
    const others = helped && !this.mayGo ? [] : [...this.goals(chosen), ...sheet.provinces];
    return [...new Set([chosen, ...picture.targets, ...helps, ...others])];
  }

  /** The provinces to which a unit can move or retreat. @param {string} province */
  goals(province) {
    return [...new Set(this.sheet.legal(province).filter((order) => order.to && !order.other).map((order) => provinceOf(order.to)))];
  }

  /** Cancel the unfinished order. @param {string} [words] what was done @param {string} [aloud] the text to read out, if different */
  cancel(words = "", aloud = words) {
    this.chosen = this.helped = "";
    this.picture.close();
    if (this.sheet.winter) showWinter(this); else this.picture.highlight("", []);
    this.picture.describe(words, aloud);
  }

  /** Undo the last step; false if there is none. */
  undo() {
    if (!this.sheet.undo()) return false;
    this.cancel(this.words.undone);
    return true;
  }

  /**
   * Handle a tap, or a key in its place.
   * @param {string} province the province hit, or empty @param {Point | null} point null for a key
   * @param {boolean} badge true if it hit the mark of the province
   */
  tap(province, point, badge = false) {
    if (this.picture.menu && province && province === this.asked) return this.answer(province);
    this.picture.close();
    if (!province) return this.cancel();
    if (this.sheet.winter) return tapInWinter(this, province, point);
    if (!this.chosen) return this.begin(province);
    if (this.helped) return this.goOn(province, point);
    if (province === this.chosen) return this.hold();
    return badge ? this.help(province) : this.send(province, point);
  }

  /** A second tap on the province of the menu's question: choose the first answer or, for an own unit, the support. @param {string} province */
  answer(province) {
    if (this.helped === province && !this.fittingHelps(province).length && this.ends(province).includes(province)) return this.aim(province);
    return this.picture.menu?.querySelector("button")?.click();
  }

  /** The first tap: choose an own unit, or describe the province. @param {string} province */
  begin(province) {
    if (this.sheet.has(province)) this.choose(province); else this.picture.describe(this.picture.titleOf(province));
  }

  /** @param {string} province */
  choose(province) {
    this.chosen = this.last = province;
    this.helped = "";
    const supported = this.helpable("support");
    this.picture.highlight(province, this.goals(province));
    this.picture.badge(supported, this.words.supportLetter, this.words.support);
    const convoyed = this.helpable("convoy").filter((there) => !supported.includes(there));
    this.picture.badge(convoyed, this.words.convoyLetter, this.words.convoy);
    const sentence = supported.length ? this.words.chosen : this.words.chosenAlone;
    this.picture.describe(this.picture.named(sentence, province));
  }

  /** The provinces of the units that the chosen one can support or convoy. @param {Help} kind */
  helpable(kind) {
    const orders = this.sheet.legal(this.chosen).filter((order) => order.kind === kind);
    return [...new Set(orders.map((order) => placeOf(order.other)))];
  }

  /** The possible supports and convoys by the chosen unit for the unit in a province. @param {string} province */
  helps(province) {
    return this.sheet.legal(this.chosen).filter((order) => order.other && placeOf(order.other) === province);
  }

  /** The goals to which the unit in a province can be supported or convoyed; its own province for a hold. @param {string} province */
  ends(province) {
    return [...new Set(this.helps(province).map((help) => (help.to ? provinceOf(help.to) : province)))];
  }

  /** The second tap: go to a province, or support or convoy the unit in it. @param {string} province @param {Point | null} point */
  send(province, point) {
    const moves = this.sheet.legal(this.chosen).filter((order) => order.to && !order.other && provinceOf(order.to) === province);
    const helps = this.helps(province);
    const mine = this.sheet.has(province);
    if (!moves.length && !helps.length) return mine ? this.choose(province) : this.refuse(this.words.unreachable, this.chosen, province);
    if (moves.length && !mine) return this.picture.isTaken(province) && this.byConvoy(moves) ? this.askHow(province, moves, point) : this.go(moves, point);
    if (!moves.length) return this.help(province);
    if (helps.length) return this.askWhether(province, point, moves);
    if (!this.sheet.leaves(province)) return this.askInstead(province, moves, point);
    return this.byConvoy(moves) ? this.askHow(province, moves, point) : this.go(moves, point);
  }

  /** The move by sea to a place also reached by land, if the player's own fleets can carry it. @param {Order[]} moves */
  byConvoy(moves) {
    const bySea = moves.find((order) => order.via);
    return bySea && moves.some((order) => !order.via) && this.sheet.chain(bySea).length ? bySea : undefined;
  }

  /** The moves to a province, as answers. @param {Order[]} moves @param {string} province @param {Point | null} point @returns {Choice[]} */
  ways(moves, province, point) {
    const bySea = this.byConvoy(moves);
    const sea = bySea ? [{ words: this.picture.named(this.words.goByConvoy, province), act: () => this.orderWithFleets(bySea) }] : [];
    return [{ words: this.picture.named(this.words.go, province), act: () => this.go(moves, point) }, ...sea];
  }

  /** Ask whether to go by land or by convoy, since two units can only trade places by convoy. @param {string} province @param {Order[]} moves @param {Point | null} point */
  askHow(province, moves, point) {
    this.asked = province;
    this.picture.ask(point || this.picture.at(province), this.ways(moves, province, point));
  }

  /** Say why a tap has no meaning; keep the unfinished order. @param {string} sentence @param {string} unit @param {string} province */
  refuse(sentence, unit, province) {
    this.picture.describe(this.picture.filled(sentence, { name: unit, in: unit, to: province }));
  }

  /** The supports and convoys that fit the other unit's order. @param {string} province @returns {Order[]} */
  fittingHelps(province) {
    const order = this.sheet.current(province);
    if (!order || !["move", "hold"].includes(order.kind)) return [];
    const helps = this.helps(province);
    return helps.filter((help) => (order.kind === "move" ? help.to && provinceOf(help.to) === provinceOf(order.to) : !help.to));
  }

  /**
   * Ask whether to go to an own unit's province or to help that unit; a tap on its goal, or on it again, answers,
   * too.
   * @param {string} province @param {Point | null} point @param {Order[]} moves
   */
  askWhether(province, point, moves) {
    const fittings = this.fittingHelps(province);
    const [fitting] = fittings;
    const other = this.helps(province).filter((help) => !fittings.includes(help));
    const choices = /** @type {Choice[]} */ (fittings.map((help) => this.answerFor(help)));
    if (moves.length) choices.push(...this.ways(moves, province, point));
    if (other.length) choices.push({ words: fitting ? this.words.otherHelp : this.words.help, act: () => this.aimAt(province) });
    this.aimAt(province);
    this.mayGo = true;
    this.asked = province;
    this.picture.describe(this.picture.named(fitting ? this.words.aimOrTake : this.words.aimOrGo, province));
    if (fitting) this.picture.ghost(this.picture.at(this.chosen), this.picture.at(fitting.to || province));
    this.picture.ask(point || this.picture.at(province), choices);
  }

  /** An answer that is an order. @param {Order} order @returns {Choice} */
  answerFor(order) {
    const { takeSupport, takeGuard, takeConvoy } = this.words;
    const sentence = order.kind === "convoy" ? takeConvoy : order.kind === "support" && (order.to ? takeSupport : takeGuard);
    const words = sentence ? this.picture.named(sentence, order.to || placeOf(order.other)) : this.sheet.label(order);
    return { words, act: () => this.orderWithFleets(order) };
  }

  /** Ask before sending a unit to a province where an own unit stays. @param {string} province @param {Order[]} moves @param {Point | null} point */
  askInstead(province, moves, point) {
    this.asked = province;
    const { named } = this.picture;
    this.picture.describe(named.call(this.picture, this.words.stays, province));
    this.picture.ask(point || this.picture.at(province), [
      ...this.ways(moves, province, point),
      { words: named.call(this.picture, this.words.instead, province), act: () => this.choose(province) },
    ]);
  }

  /** Ask whether a tap meant a mark or the province under it. @param {string} marked @param {string} province @param {Point} point */
  askBetween(marked, province, point) {
    const { picture, words } = this;
    picture.close();
    const kind = this.helpable("support").includes(marked) ? words.support : words.convoy;
    const under = this.goals(this.chosen).includes(province) ? words.go : words.instead;
    const act = () => (province === this.chosen ? this.hold() : this.send(province, point));
    this.asked = "";
    picture.ask(point, [
      { words: picture.named(kind, marked), act: () => this.help(marked) },
      { words: province === this.chosen ? words.does.hold : picture.named(under, province), act },
    ]);
  }

  /** Support or convoy the unit in a province as soon as the goal is known. @param {string} province */
  help(province) {
    if (this.fittingHelps(province).length) return this.askWhether(province, null, []);
    return this.helps(province).length === 1 ? this.aim(this.ends(province)[0], province) : this.aimAt(province);
  }

  /** Show the goals to which it can be helped. @param {string} province */
  aimAt(province) {
    this.helped = province;
    this.mayGo = false;
    this.picture.highlight(this.chosen, this.ends(province));
    this.picture.describe(this.helps(province).some((help) => help.kind === "convoy") ? this.words.aimConvoy : this.words.aimSupport);
  }

  /** A tap while the goal of a support or convoy is open. @param {string} province @param {Point | null} point */
  goOn(province, point) {
    if (province === this.chosen) return this.choose(province);
    if (this.ends(this.helped).includes(province)) return this.aim(province);
    if (!this.mayGo) return this.refuse(this.words.unsupportable, this.helped, province);
    this.choose(this.chosen);
    return this.send(province, point);
  }

  /** The last tap of a support or convoy: its goal. @param {string} end one of the possible goals @param {string} helped */
  aim(end, helped = this.helped) {
    const [help, ...others] = this.helps(helped).filter((order) => (order.to ? provinceOf(order.to) === end : end === helped));
    if (!help) return this.cancel();
    if (others.some((order) => order.kind !== help.kind)) return this.askWhichHelp(end, [help, ...others]);
    const idle = this.sheet.has(helped) && !this.sheet.current(helped);
    const orders = [help, ...(idle && help.kind === "support" && help.to ? this.sheet.moveTo(helped, help.to) : [])];
    return this.order(orders);
  }

  /** Ask whether a fleet should support or convoy an army. @param {string} end the army's goal @param {Order[]} helps */
  askWhichHelp(end, helps) {
    this.asked = end;
    this.picture.ask(this.picture.at(end), helps.map((help) => this.answerFor(help)));
  }

  /** The province of the chosen unit, while it has no order. */
  get unordered() {
    return this.chosen && !this.sheet.current(this.chosen) ? this.chosen : "";
  }

  /** Go to the nearest coast of a province and offer the others; by land rather than by sea. @param {Order[]} moves @param {Point | null} point */
  go(moves, point) {
    const byLand = moves.filter((order) => !order.via);
    const bySea = moves.filter((order) => order.via);
    if (byLand.length && bySea.length) return this.orderWithFleets(byLand[0]);
    if (moves.length > 1 && !point) return this.askWhich(moves);
    const distance = (/** @type {Order} */ order) => {
      const there = this.picture.at(order.to);
      return point ? Math.hypot(there.x - point.x, there.y - point.y) : 0;
    };
    const nearest = moves.reduce((best, order) => (distance(order) < distance(best) ? order : best));
    this.orderWithFleets(nearest);
    const others = moves.filter((order) => order !== nearest && !order.via);
    if (point && others.length) this.offer(others, point, [placeOf(nearest.unit), nearest.to]);
    return undefined;
  }

  /** Offer the other coasts of a fleet's goal. @param {Order[]} moves @param {Point} point @param {string[]} inSight the places of the arrow */
  offer(moves, point, inSight) {
    this.asked = "";
    const choices = moves.map((order) => ({ words: this.picture.named(this.words.rather, order.to), act: () => this.orderWithFleets(order) }));
    this.picture.ask(point, choices, [...inSight, ...moves.map((order) => order.to)]);
  }

  /** @param {Order[]} moves */
  askWhich(moves) {
    this.asked = provinceOf(moves[0].to);
    this.picture.ask(this.picture.at(this.asked), moves.map((order) => this.answerFor(order)));
  }

  /** Write an order and, for a move by sea, those of the fleets that carry it. @param {Order} order */
  orderWithFleets(order) {
    this.order(this.sheet.withFleets(order));
  }

  /** Write orders as one step, and describe them. @param {Order[]} orders */
  order(orders) {
    const words = orders.map((order) => this.sheet.label(order, true));
    const changes = orders.map((order) => /** @type {[HTMLSelectElement | undefined, string]} */ ([this.sheet.of(placeOf(order.unit)), order.text]));
    this.sheet.write([...this.sheet.idleFleets(orders), ...changes]);
    const aloud = orders.map((order) => this.picture.titleOf(placeOf(order.unit)));
    const met = orders.map((order) => placeOf(order.unit)).find((province) => this.sheet.isInTheWay(province));
    const doubt = (met ? `. ${this.picture.named(this.words.stays, met)}` : "") + this.doubtOf(orders);
    this.cancel(words.join(" · ") + doubt, aloud.join(". ") + doubt);
    this.sheet.form.dispatchEvent(new CustomEvent("board:ordered"));
  }

  /** A warning if an army to be convoyed is not ordered to go there. @param {Order[]} orders */
  doubtOf(orders) {
    const convoy = orders.find((order) => order.kind === "convoy");
    const army = convoy && this.sheet.current(placeOf(convoy.other));
    const goes = army && army.kind === "move" && provinceOf(army.to) === provinceOf(/** @type {Order} */ (convoy).to);
    if (!convoy || !this.sheet.has(placeOf(convoy.other)) || goes) return "";
    return `. ${this.picture.filled(this.words.armyStays, { in: placeOf(convoy.other), to: convoy.to })}`;
  }

  /** Order the chosen unit to hold, if it can. */
  hold() {
    const hold = this.sheet.legal(this.chosen).find((order) => order.kind === "hold");
    if (hold) this.order([hold]); else this.cancel();
  }

  /** For keyboard users, show only the marks of supports or of convoys. @param {Help} kind */
  showHelp(kind) {
    const provinces = this.helpable(kind);
    if (!provinces.length) return this.refuse(this.words.noHelp, this.chosen, this.chosen);
    this.choose(this.chosen);
    this.picture.highlight(this.chosen, []);
    this.picture.badge(provinces, this.words[`${kind}Letter`], this.words[kind]);
    return this.picture.describe(kind === "support" ? this.words.pickSupport : this.words.pickConvoy);
  }
}
