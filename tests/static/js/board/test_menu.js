import assert from "node:assert/strict";
import { test } from "node:test";

import { placeBeside } from "../../../../static/js/board/menu.js";

const FRAME = { left: 0, top: 0, width: 400, height: 300 };
const SIZE = [100, 60];

test("a menu opens below the tap if nothing is in the way", () => {
  assert.deepEqual(placeBeside({ x: 200, y: 100 }, [], SIZE, FRAME, 800), { left: 150, top: 118 });
});

test("a menu opens above the tap if below it would hide a place that is an answer too", () => {
  assert.deepEqual(placeBeside({ x: 200, y: 100 }, [{ x: 200, y: 140 }], SIZE, FRAME, 800), { left: 150, top: 22 });
});

test("a menu stays within the frame, and clear of the tap", () => {
  for (const [x, y] of [[0, 0], [400, 0], [0, 300], [400, 300]]) {
    const { left, top } = placeBeside({ x, y }, [], SIZE, FRAME, 800);
    assert.ok(left >= 4 && left <= 296 && top >= 4 && top <= 236, `${left} ${top}`);
    assert.ok(x < left || x > left + 100 || y < top || y > top + 60, `${x} ${y} is hidden`);
  }
});

test("a menu stays within the window if the frame is partly out of view", () => {
  const high = placeBeside({ x: 200, y: 10 }, [], SIZE, { ...FRAME, top: -150 }, 800);
  assert.ok(high.top >= 154, String(high.top));
  const low = placeBeside({ x: 200, y: 200 }, [], SIZE, FRAME, 210);
  assert.ok(low.top + 60 <= 210, String(low.top));
});
