import assert from "node:assert/strict";
import { test } from "node:test";

import { openPage } from "./page.js";

openPage({});
const { heard, parted, read } = await import("../../../static/js/tables.js");

for (const [seconds, face] of Object.entries({ 0: "0:00", 59: "0:59", 60: "1:00", 900: "15:00", 5400: "90:00" })) {
  test(`${seconds} seconds of a season show as ${face}`, () => assert.equal(read(Number(seconds)), face));
}

test("a clock never shows less than zero", () => assert.equal(read(-3.2), "0:00"));

test("the start of the writing time sounds once", () => {
  assert.equal(heard(120.2, 119.9, 120), "writing");
  assert.equal(heard(119.9, 119.6, 120), null);
});

test("the end sounds once", () => {
  assert.equal(heard(0.1, -0.1, 120), "over");
  assert.equal(heard(-0.1, -0.4, 120), null);
});

test("nothing sounds at the first look, whatever the clock says", () => assert.equal(heard(null, 0, 120), null));
test("without a writing time only the end sounds", () => assert.equal(heard(1, 0.5, 0), null));
test("a stamp has the phase, the version, and the number of sheets handed in", () => {
  assert.deepEqual(parted("3.12.2"), { ordinal: "3", version: "12", sheets: "2" });
});
