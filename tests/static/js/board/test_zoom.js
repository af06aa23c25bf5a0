import assert from "node:assert/strict";
import { test } from "node:test";

import { limited, nearer } from "../../../../static/js/board/zoom.js";

const BOARD = { width: 600, height: 400 };
const WHOLE = { x: 0, y: 0, scale: 1 };

test("the point under the pointer stays there while zooming", () => {
  const spot = { x: 300, y: 100 };
  const view = nearer({ x: 100, y: 50, scale: 2 }, 2, spot, BOARD);
  assert.equal(view.scale, 4);
  assert.equal((spot.x - view.x) * 4, (300 - 100) * 2);
  assert.equal((spot.y - view.y) * 4, (100 - 50) * 2);
});

test("the zoom is between one and six", () => {
  assert.deepEqual(nearer(WHOLE, 0.5, { x: 300, y: 200 }, BOARD), WHOLE);
  assert.equal(nearer(WHOLE, 50, { x: 300, y: 200 }, BOARD).scale, 6);
});

test("the view does not leave the board", () => {
  assert.deepEqual(limited({ x: -20, y: 900, scale: 2 }, BOARD), { x: 0, y: 200, scale: 2 });
  assert.deepEqual(limited({ x: 50, y: 50, scale: 1 }, BOARD), WHOLE);
});
