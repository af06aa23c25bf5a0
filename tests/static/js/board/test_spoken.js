import assert from "node:assert/strict";
import { test } from "node:test";

import { parse } from "../../../../static/js/board/orders.js";
import { inWords } from "../../../../static/js/board/spoken.js";

const DOES = {
  none: "no order", move: "to {to}", via: "to {to} by convoy", hold: "holds", guard: "supports {in}",
  support: "supports {in} to {to}", buildA: "build an army", buildF: "build a fleet",
};
const picture = { filled: (words, values) => Object.entries(values).reduce((all, [name, value]) => all.replace(`{${name}}`, value), words) };
const WORDS = {
  "A PAR - BUR": "to BUR",
  "A LON - NWY VIA": "to NWY by convoy",
  "A PAR H": "holds",
  "A PAR S A MAR": "supports MAR",
  "A PAR S A MAR - BUR": "supports MAR to BUR",
  "A PAR B": "build an army",
  "F BRE B": "build a fleet",
};

for (const [order, words] of Object.entries(WORDS)) {
  test(`${order} is announced as "${words}"`, () => assert.equal(inWords(picture, DOES, parse(order)), words));
}

test("a unit without an order is announced as such", () => assert.equal(inWords(picture, DOES, null), "no order"));
