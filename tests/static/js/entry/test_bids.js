import assert from "node:assert/strict";
import { test } from "node:test";

import { figure, sums } from "../../../../static/js/entry/bids.js";

test("bids are added up", () => assert.equal(sums([7, 0, 5], [0, 0, 0], false).total, 12));

test("a discount lowers the price of its power, never below nothing, and never the total", () => {
  assert.deepEqual(sums([7, 2], [3, 5], false), { total: 9, inheriting: 4 });
});

test("an heir who pays half pays half of each price, rounded up", () => {
  assert.equal(sums([7, 5, 4], [0, 2, 0], true).inheriting, 4 + 2 + 2);
});

for (const [typed, bid] of [["7", 7], [" 12 ", 12], ["", 0], ["-3", 0], ["1.5", 0], ["1e3", 0], ["1234567890", 0]]) {
  test(`"${typed}" counts as a bid of ${bid}`, () => assert.equal(figure(typed), bid));
}
