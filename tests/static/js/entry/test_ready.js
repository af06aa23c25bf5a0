import assert from "node:assert/strict";
import { test } from "node:test";

import { isSecond } from "../../../../static/js/entry/ready.js";

const LAST = { action: "/duels/1/ready", phase: "S1901M", at: 10_000 };
const press = (changes) => ({ ...LAST, phase: "F1901M", at: 11_000, ...changes });

test("a press on the next phase's button right after the first press does not count", () => assert.ok(isSecond(press(), LAST)));

test("a press counts after a second and a half, in the same phase, or in another duel", () => {
  assert.ok(!isSecond(press({ at: 11_500 }), LAST));
  assert.ok(!isSecond(press({ phase: "S1901M" }), LAST));
  assert.ok(!isSecond(press({ action: "/duels/2/ready" }), LAST));
});

test("the very first press counts", () => assert.ok(!isSecond(press(), {})));
