import assert from "node:assert/strict";
import { test } from "node:test";

import { isSameUnit, locationOf, parse, placeOf, provinceOf } from "../../../../static/js/board/orders.js";

const ORDERS = {
  "A PAR - BUR": { unit: "A PAR", kind: "move", to: "BUR", other: "", via: false },
  "A LON - BRE VIA": { unit: "A LON", kind: "move", to: "BRE", other: "", via: true },
  "F MAO - SPA/NC": { unit: "F MAO", kind: "move", to: "SPA/NC", other: "", via: false },
  "A PAR S A MAR - BUR": { unit: "A PAR", kind: "support", to: "BUR", other: "A MAR", via: false },
  "F SPA/SC S A MAR": { unit: "F SPA/SC", kind: "support", to: "", other: "A MAR", via: false },
  "F NTH C A LON - NWY": { unit: "F NTH", kind: "convoy", to: "NWY", other: "A LON", via: false },
  "A PAR R GAS": { unit: "A PAR", kind: "retreat", to: "GAS", other: "", via: false },
  "F STP/NC B": { unit: "F STP/NC", kind: "build", to: "", other: "", via: false },
  "A PAR D": { unit: "A PAR", kind: "disband", to: "", other: "", via: false },
  "A PAR H": { unit: "A PAR", kind: "hold", to: "", other: "", via: false },
  WAIVE: { unit: "", kind: "waive", to: "", other: "", via: false },
};

for (const [text, order] of Object.entries(ORDERS)) {
  test(`"${text}" is read as ${order.kind}`, () => assert.deepEqual(parse(text), { text, ...order }));
}

test("a unit's place is its location, and its province without the coast", () => {
  assert.deepEqual([locationOf("F SPA/NC"), placeOf("F SPA/NC"), provinceOf("SPA/NC")], ["SPA/NC", "SPA", "SPA"]);
});

test("a unit is the same on another coast, but not with another kind", () => {
  assert.ok(isSameUnit("F SPA/NC", "F SPA/SC"));
  assert.ok(!isSameUnit("A SPA", "F SPA/SC"));
});
