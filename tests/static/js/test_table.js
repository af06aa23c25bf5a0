import assert from "node:assert/strict";
import { test } from "node:test";

import { openPage } from "./page.js";

Object.assign(openPage(), { title: "" });
const { placeBy } = await import("../../../static/js/table.js");

test("arrow keys go from tab to tab, and wrap around at the ends", () => {
  assert.deepEqual([placeBy("ArrowRight", 0, 3), placeBy("ArrowRight", 3, 3), placeBy("ArrowLeft", 2, 3), placeBy("ArrowLeft", 0, 3)], [1, 0, 1, 3]);
});

test("Home and End go to the ends, other keys nowhere", () => {
  assert.deepEqual([placeBy("Home", 2, 3), placeBy("End", 0, 3), placeBy("a", 1, 3)], [0, 3, undefined]);
});
