import assert from "node:assert/strict";
import { test } from "node:test";

import { meaningAmong, watchPresses } from "../../../../static/js/board/reach.js";

const FINGER = { clientX: 0, clientY: 0, pointerType: "touch" };
const MOUSE = { ...FINGER, pointerType: "mouse" };

/** A drawn element. @param {"badge" | "piece" | "space"} kind */
const thing = (kind, province) => ({
  matches: (selector) => selector === `.${kind}`,
  getAttribute: (name) => (name === { badge: "data-badge", piece: "data-unit", space: "data-province" }[kind] ? `${kind === "piece" ? "A " : ""}${province}` : null),
});

/** @param {Record<string, number>} away pixels to each province where a tap has a meaning @param {[string, number]} [mark] */
const taps = (away, mark) => ({
  meaningful: Object.keys(away),
  picture: {
    badges: { nearest: () => mark && { province: mark[0], distance: mark[1] } },
    distanceTo: (province) => away[province] ?? 99,
    matrix: { a: 1 },
    pointOf: () => ({ x: 0, y: 0 }),
  },
});

const place = (province) => ({ province, badge: false, or: "" });
const mark = (province, or = "") => ({ province, badge: true, or });

test("a tap means the place that it hits", () => {
  assert.deepEqual(meaningAmong([thing("space", "BUR")], taps({ BUR: 40, PAR: 60 }), FINGER), place("BUR"));
});

test("a tap within 12 pixels of a unit means that unit, not the neighbour it hits", () => {
  assert.deepEqual(meaningAmong([thing("space", "BUR")], taps({ BUR: 40, PAR: 11 }), FINGER), place("PAR"));
  assert.deepEqual(meaningAmong([thing("space", "BUR")], taps({ BUR: 40, PAR: 13 }), FINGER), place("BUR"));
});

test("a tap on a unit means that unit, whatever is near", () => {
  assert.deepEqual(meaningAmong([thing("piece", "BUR")], taps({ BUR: 5, PAR: 1 }), FINGER), place("BUR"));
});

test("a tap without a meaning means anything within 16 pixels, or else what it hits", () => {
  assert.deepEqual(meaningAmong([thing("space", "SWI")], taps({ PAR: 15 }), FINGER), place("PAR"));
  assert.deepEqual(meaningAmong([thing("space", "SWI")], taps({ PAR: 17 }), FINGER), place("SWI"));
  assert.deepEqual(meaningAmong([], taps({ PAR: 17 }), FINGER), place(""));
});

test("a tap means a mark that it hits, or that is clearly nearer than the place", () => {
  const board = taps({ PAR: 99, BUR: 10 }, ["MAR", 4]);
  assert.deepEqual(meaningAmong([thing("badge", "MAR"), thing("space", "BUR")], board, MOUSE), mark("MAR"));
  assert.deepEqual(meaningAmong([thing("space", "BUR")], board, FINGER), mark("MAR"));
});

test("the board asks about a finger between a mark and a place; a mouse means what it hits", () => {
  const board = taps({ BUR: 9 }, ["MAR", 8]);
  assert.deepEqual(meaningAmong([thing("space", "BUR")], board, FINGER), mark("MAR", "BUR"));
  assert.deepEqual(meaningAmong([thing("space", "BUR")], board, MOUSE), place("BUR"));
});

test("on a place, a tap does not mean a mark more than 12 pixels away", () => {
  assert.deepEqual(meaningAmong([thing("space", "BUR")], taps({ BUR: 40 }, ["MAR", 13]), FINGER), place("BUR"));
});

test("the click of a finger counts at the position of the finger", () => {
  const svg = new EventTarget();
  const spotOf = watchPresses(svg);
  svg.dispatchEvent(Object.assign(new Event("pointerup"), { ...FINGER, clientX: 7 }));
  assert.equal(spotOf({ ...FINGER, clientX: 90 }).clientX, 7);
  svg.dispatchEvent(Object.assign(new Event("pointerup"), { ...MOUSE, clientX: 7 }));
  assert.equal(spotOf({ ...MOUSE, clientX: 90 }).clientX, 90);
});
