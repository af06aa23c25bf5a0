import assert from "node:assert/strict";
import { test } from "node:test";

import { openPage } from "../page.js";

openPage();
const { moved, shuffled } = await import("../../../../static/js/entry/ranks.js");

const LIST = ["FRANCE", "ITALY", "TURKEY"];

test("a power goes up and down by one", () => {
  assert.deepEqual(moved(LIST, "ITALY", -1), ["ITALY", "FRANCE", "TURKEY"]);
  assert.deepEqual(moved(LIST, "ITALY", 1), ["FRANCE", "TURKEY", "ITALY"]);
});

test("a random list has the same powers, each first at some time", () => {
  const drawn = Array.from({ length: 200 }, () => shuffled(LIST));
  for (const list of drawn) assert.deepEqual([...list].sort(), LIST);
  assert.deepEqual([...new Set(drawn.map(([first]) => first))].sort(), LIST);
});

test("numbers that would favour some powers are drawn again", (context) => {
  const numbers = [2 ** 32 - 1, 1, 0, 0];
  context.mock.method(crypto, "getRandomValues", (array) => array.fill(numbers.shift()));
  assert.deepEqual(shuffled(LIST), ["ITALY", "FRANCE", "TURKEY"]);
});
