import assert from "node:assert/strict";
import { test } from "node:test";

import { beside, radiusAt } from "../../../../static/js/board/badges.js";

const UNIT = { x: 100, y: 100 };
const HALF = { x: 10, y: 10 };

test("a mark is above its unit on the left if there is room", () => {
  const { x, y } = beside(UNIT, HALF, 8, []);
  assert.ok(x < 90 && y < 100, `${x} ${y}`);
});

test("a mark moves to the other side of its unit if it would hide something", () => {
  const { x } = beside(UNIT, HALF, 8, [{ x: 85, y: 90 }]);
  assert.ok(x > 100, String(x));
});

test("a mark never lies on its unit's middle", () => {
  for (const radius of [8, 18]) {
    const { x, y } = beside(UNIT, HALF, radius, [{ x: 80, y: 80 }, { x: 120, y: 80 }]);
    assert.ok(Math.hypot(x - 100, y - 100) > radius, `${radius}: ${x} ${y}`);
  }
});

test("a mark has 8 pixels on a small screen, and a limit on the board", () => {
  assert.deepEqual([radiusAt(2), radiusAt(0.5), radiusAt(0.1)], [8, 16, 18]);
});
