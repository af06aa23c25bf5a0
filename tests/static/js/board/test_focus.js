import assert from "node:assert/strict";
import { test } from "node:test";

import { nearest } from "../../../../static/js/board/focus.js";

const RIGHT = [1, 0];
const at = (x, y) => ({ getBoundingClientRect: () => ({ x: x - 5, y: y - 5, width: 10, height: 10 }) });

const here = at(100, 100);

test("an arrow key goes to the nearest thing ahead", () => {
  const [near, far] = [at(130, 110), at(160, 100)];
  assert.equal(nearest(here, [far, here, near], RIGHT), near);
});

test("things more to the side than ahead come after all things ahead", () => {
  const [aside, far] = [at(110, 130), at(500, 100)];
  assert.equal(nearest(here, [aside, far], RIGHT), far);
  assert.equal(nearest(here, [aside], RIGHT), aside);
});

test("nothing behind is reached", () => assert.equal(nearest(here, [here, at(90, 100), at(100, 50)], RIGHT), undefined));
