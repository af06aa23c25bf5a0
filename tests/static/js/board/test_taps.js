import assert from "node:assert/strict";
import { test } from "node:test";

import { orderForm, ordered, winterForm } from "./orderform.js";
import { Taps } from "../../../../static/js/board/taps.js";

const PLACES = ["BUR", "GAS", "MAR", "MUN", "PAR", "PIC", "SPA"];
const POINTS = { "SPA/NC": { x: 0, y: 0 }, "SPA/SC": { x: 0, y: 100 } };
/** Each sentence is its own name, so that a test can read it. */
const WORDS = new Proxy({ does: { hold: "hold", build: "build" }, inPlaceOf: "{now} for {before}" }, {
  get: (words, name) => words[name] ?? `${String(name)} {name}`,
});

/** A board without a drawing: it records what glows, what it asks and what it says. */
class Picture {
  places = Object.fromEntries(PLACES.map((place) => [place, { name: place, to: place, in: place }]));
  targets = [];
  marks = [];
  menu = null;
  said = "";

  at(location) { return POINTS[location] ?? { x: 0, y: 0 }; }
  highlight(chosen, targets) { [this.targets, this.marks] = [targets, []]; }
  badge(provinces) { this.marks.push(...provinces); }
  describe(words) { this.said = words; }
  suggest(words) { this.idle = words; }
  isTaken(province) { return this.taken?.includes(province); }
  titleOf(province) { return `here is ${province}`; }
  named(sentence, province) { return sentence.replace("{name}", province); }
  filled(sentence, { name, to }) { return sentence.replace("{name}", `${name}>${to}`); }
  close() { this.menu = null; }
  ghost() {}

  ask(point, choices) {
    const answers = new Map(choices.map(({ words, act }) => [words, () => { this.close(); act(); }]));
    this.menu = { answers, querySelector: () => ({ click: answers.get(choices[0].words) }) };
  }

  get questions() { return this.menu && [...this.menu.answers.keys()]; }
  answer(words) { this.menu.answers.get(words)(); }
}

const UNITS = {
  PAR: ["A PAR - BUR", "A PAR - PIC", "A PAR S A MAR", "A PAR S A MAR - BUR", "A PAR S A MAR - GAS", "A PAR H"],
  MAR: ["A MAR - BUR", "A MAR - GAS", "A MAR S A PAR - BUR", "A MAR H"],
};

function board(units = UNITS, orders = {}) {
  const sheet = units.selects ? units : orderForm(units, orders);
  const picture = new Picture();
  const taps = new Taps(sheet, picture, WORDS);
  const tap = (...provinces) => { for (const province of provinces) taps.tap(province, { x: 0, y: 90 }); };
  return { sheet, picture, taps, tap };
}

test("a tap on a unit and one on a place order it to go there", () => {
  const { sheet, tap, picture } = board();
  tap("PAR");
  assert.deepEqual([picture.targets, picture.marks], [["BUR", "PIC"], ["MAR"]]);
  tap("PIC");
  assert.deepEqual(ordered(sheet), ["A PAR - PIC"]);
  assert.deepEqual(picture.targets, []);
});

test("a second tap on the unit orders it to hold", () => {
  const { sheet, tap } = board();
  tap("PAR", "PAR");
  assert.deepEqual(ordered(sheet), ["A PAR H"]);
});

test("a second tap does not change a unit that cannot hold, such as one that must retreat", () => {
  const { sheet, taps, tap } = board({ PAR: ["A PAR R PIC", "A PAR D"] });
  tap("PAR", "PAR");
  assert.deepEqual([ordered(sheet), taps.chosen], [[], ""]);
  tap("PAR", "PIC");
  assert.deepEqual(ordered(sheet), ["A PAR R PIC"]);
});

test("a tap beside the board cancels the order being made", () => {
  const { sheet, taps, tap } = board();
  tap("PAR", "");
  assert.deepEqual([taps.chosen, ordered(sheet)], ["", []]);
});

test("a tap on another player's unit describes it", () => {
  const { picture, tap } = board();
  tap("MUN");
  assert.equal(picture.said, "here is MUN");
});

test("a message refuses a place out of reach, and the unit stays chosen", () => {
  const { picture, taps, tap } = board();
  tap("PAR", "SPA");
  assert.deepEqual([picture.said, taps.chosen], ["unreachable PAR>SPA", "PAR"]);
});

test("three taps support a move, and order it if the supported unit had no order", () => {
  const { sheet, tap } = board();
  tap("PAR", "MAR", "GAS");
  assert.deepEqual(ordered(sheet), ["A PAR S A MAR - GAS", "A MAR - GAS"]);
});

test("a support does not change an order of the supported unit", () => {
  const { sheet, tap } = board(UNITS, { MAR: "A MAR H" });
  tap("PAR", "MAR", "GAS");
  assert.deepEqual(ordered(sheet), ["A PAR S A MAR - GAS", "A MAR H"]);
});

test("the support that fits the other unit's order is offered first, and a second tap takes it", () => {
  const { sheet, picture, tap } = board(UNITS, { MAR: "A MAR - GAS" });
  tap("PAR", "MAR");
  assert.deepEqual(picture.questions, ["takeSupport GAS", "otherHelp {name}"]);
  tap("MAR");
  assert.deepEqual(ordered(sheet), ["A PAR S A MAR - GAS", "A MAR - GAS"]);
});

test("a support to an impossible place is refused", () => {
  const { picture, tap } = board();
  tap("PAR", "MAR", "PIC");
  assert.equal(picture.said, "unsupportable MAR>PIC");
});

test("a tap on the chosen unit clears the unit to be supported", () => {
  const { taps, tap } = board();
  tap("PAR", "MAR", "PAR");
  assert.deepEqual([taps.chosen, taps.helped], ["PAR", ""]);
});

const NEIGHBOURS = {
  PAR: ["A PAR - BUR", "A PAR S A BUR", "A PAR S A BUR - MUN"],
  BUR: ["A BUR - MUN", "A BUR H"],
};

test("if a unit can move or support, the board asks which, and a tap on the destination supports", () => {
  const { sheet, picture, tap } = board(NEIGHBOURS);
  tap("PAR", "BUR");
  assert.deepEqual(picture.questions, ["go BUR", "help {name}"]);
  tap("MUN");
  assert.deepEqual(ordered(sheet), ["A PAR S A BUR - MUN", "A BUR - MUN"]);
});

test("a second tap there supports the unit where it stands", () => {
  const { sheet, tap } = board(NEIGHBOURS);
  tap("PAR", "BUR", "BUR");
  assert.deepEqual(ordered(sheet), ["A PAR S A BUR"]);
});

test("the board asks before a unit moves to a place where another own unit stays", () => {
  const { sheet, picture, tap } = board({ PAR: ["A PAR - BUR"], BUR: ["A BUR - MUN"] });
  tap("PAR", "BUR");
  assert.deepEqual([ordered(sheet), picture.questions], [[], ["go BUR", "instead BUR"]]);
  picture.answer("go BUR");
  assert.deepEqual(ordered(sheet), ["A PAR - BUR"]);
});

test("the board warns if a unit stays where another own unit goes", () => {
  const { picture, tap } = board({ PAR: ["A PAR - BUR"], BUR: ["A BUR H"] }, { PAR: "A PAR - BUR" });
  tap("BUR", "BUR");
  assert.match(picture.said, /a bur h[.] stays BUR$/);
});

test("the board asks nothing if that unit leaves", () => {
  const { sheet, picture, tap } = board({ PAR: ["A PAR - BUR"], BUR: ["A BUR - MUN"] }, { BUR: "A BUR - MUN" });
  tap("PAR", "BUR");
  assert.deepEqual([picture.questions, ordered(sheet)], [null, ["A PAR - BUR", "A BUR - MUN"]]);
});

const COASTS = { MAR: ["F MAR - SPA/NC", "F MAR - SPA/SC"] };

test("a fleet goes to the coast nearest to the tap, and the board offers the other one", () => {
  const { sheet, tap, picture } = board(COASTS);
  tap("MAR", "SPA");
  assert.deepEqual(ordered(sheet), ["F MAR - SPA/SC"]);
  assert.deepEqual(picture.questions, ["rather SPA/NC"]);
  picture.answer("rather SPA/NC");
  assert.deepEqual([ordered(sheet), picture.questions], [["F MAR - SPA/NC"], null]);
});

test("a chosen unit has no order until one is complete", () => {
  const { tap, taps } = board();
  assert.equal(taps.unordered, "");
  tap("PAR");
  assert.equal(taps.unordered, "PAR");
  tap("PIC");
  assert.equal(taps.unordered, "");
  tap("PAR");
  assert.equal(taps.unordered, "");
});

test("a key has no position on the board, so the board asks for the coast", () => {
  const { sheet, picture, taps } = board(COASTS);
  taps.tap("MAR", null);
  taps.tap("SPA", null);
  assert.deepEqual(picture.questions, ["f mar - spa/nc", "f mar - spa/sc"]);
  picture.answer("f mar - spa/nc");
  assert.deepEqual(ordered(sheet), ["F MAR - SPA/NC"]);
});

test("an army goes by land if it can; by sea its fleets get their orders too", () => {
  const fleet = { MAO: ["F MAO - PIC", "F MAO - SPA/NC", "F MAO C A PIC - SPA"] };
  const both = board({ PIC: ["A PIC - SPA VIA", "A PIC - SPA"], ...fleet });
  both.tap("PIC", "SPA");
  assert.deepEqual(ordered(both.sheet), ["A PIC - SPA"]);
  const sea = board({ PIC: ["A PIC - SPA VIA"], ...fleet });
  sea.tap("PIC", "SPA");
  assert.deepEqual(ordered(sea.sheet), ["A PIC - SPA VIA", "F MAO C A PIC - SPA"]);
});

test("an army that goes elsewhere frees the fleet that would convoy it", () => {
  const { sheet, tap } = board(
    { PIC: ["A PIC - SPA VIA", "A PIC - PAR"], MAO: ["F MAO C A PIC - SPA", "F MAO H"] },
    { PIC: "A PIC - SPA VIA", MAO: "F MAO C A PIC - SPA" },
  );
  tap("PIC", "PAR");
  assert.deepEqual(ordered(sheet), ["A PIC - PAR"]);
});

test("undo takes the last order back", () => {
  const { sheet, taps, tap } = board();
  tap("PAR", "PIC", "MAR", "GAS");
  assert.ok(taps.undo());
  assert.deepEqual(ordered(sheet), ["A PAR - PIC"]);
});

test("in winter a tap makes the only possible build, asks if there are several, and takes back an existing order", () => {
  const { sheet, picture, tap } = board(winterForm(["A PAR B", "A MAR B", "F MAR B"], 2));
  tap("PAR", "MAR");
  assert.deepEqual(picture.questions, ["a mar b", "f mar b"]);
  picture.answer("f mar b");
  assert.deepEqual(ordered(sheet), ["A PAR B", "F MAR B"]);
  tap("PAR");
  assert.deepEqual(ordered(sheet), ["F MAR B"]);
});

test("in winter a build too many replaces the last one, with a message", () => {
  const { sheet, picture, tap } = board(winterForm(["A PAR B", "A PIC B"]));
  tap("PAR", "PIC");
  assert.deepEqual([ordered(sheet), picture.said], [["A PIC B"], "a pic b for a par b"]);
});

const COAST = {
  PIC: ["A PIC - BEL", "A PIC - BEL VIA", "A PIC - PAR", "A PIC H"],
  ENG: ["F ENG - BEL", "F ENG - PIC", "F ENG C A PIC - BEL", "F ENG H"],
};

test("if a unit could trade places, the board offers the convoy beside the move by land", () => {
  const { sheet, tap, picture } = board(COAST);
  picture.taken = ["BEL"];
  picture.places.BEL = { name: "BEL", to: "BEL", in: "BEL" };
  tap("PIC", "BEL");
  assert.deepEqual(picture.questions, ["go BEL", "goByConvoy BEL"]);
  picture.answer("goByConvoy BEL");
  assert.deepEqual(ordered(sheet), ["A PIC - BEL VIA", "F ENG C A PIC - BEL"]);
});

test("a unit goes to an empty neighbouring place by land, without a question", () => {
  const { sheet, tap, picture } = board(COAST);
  tap("PIC", "BEL");
  assert.equal(picture.menu, null);
  assert.deepEqual(ordered(sheet), ["A PIC - BEL"]);
});

const TWO_ROUTES = {
  LON: ["A LON - BEL VIA", "A LON H"],
  ENG: ["F ENG - BEL", "F ENG - LON", "F ENG S A LON - BEL", "F ENG C A LON - BEL", "F ENG H"],
  NTH: ["F NTH - BEL", "F NTH - LON", "F NTH S A LON - BEL", "F NTH C A LON - BEL", "F NTH H"],
};

test("for a fleet that could support or convoy the army the board offers both", () => {
  const { sheet, tap, picture } = board(TWO_ROUTES);
  tap("LON", "BEL");
  assert.deepEqual(ordered(sheet), ["A LON - BEL VIA", "F ENG C A LON - BEL"]);
  tap("NTH", "LON");
  assert.deepEqual(picture.questions.slice(0, 2), ["takeSupport BEL", "takeConvoy BEL"]);
  picture.answer("takeConvoy BEL");
  assert.deepEqual(ordered(sheet), ["A LON - BEL VIA", "F ENG C A LON - BEL", "F NTH C A LON - BEL"]);
});

test("if the destination allows both, the board asks which", () => {
  const { sheet, tap, picture } = board(TWO_ROUTES, { LON: "A LON H" });
  tap("NTH");
  picture.close();
  tap("LON", "BEL");
  assert.deepEqual(picture.questions, ["takeSupport BEL", "takeConvoy BEL"]);
  picture.answer("takeSupport BEL");
  assert.ok(ordered(sheet).includes("F NTH S A LON - BEL"));
});

test("a fleet ordered to hold is the last choice for a convoy", () => {
  const { sheet, tap } = board(TWO_ROUTES, { ENG: "F ENG H" });
  tap("LON", "BEL");
  assert.deepEqual(ordered(sheet), ["A LON - BEL VIA", "F ENG H", "F NTH C A LON - BEL"]);
});

test("the board does not mention supports for a unit that can support nobody", () => {
  const { picture, tap } = board({ PAR: ["A PAR - BUR", "A PAR H"] });
  tap("PAR");
  assert.match(picture.said, /^chosenAlone/);
});

test("in winter the board asks only for orders that are due", () => {
  assert.equal(board(winterForm(["A PAR B"])).picture.idle, undefined);
  const { picture, tap } = board(winterForm(["A PAR B"]));
  tap("PAR");
  assert.match(picture.idle, /^idleBuild/);
});
