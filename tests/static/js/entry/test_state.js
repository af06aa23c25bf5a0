import assert from "node:assert/strict";
import { mock, test } from "node:test";

import { Part, openPage } from "../page.js";

openPage({ "meta[name='time-zone']": Object.assign(new Part(), { content: "Europe/Paris" }) });
const { clockTime, fill } = await import("../../../../static/js/entry/state.js");
mock.timers.enable({ apis: ["Date"], now: Date.parse("2026-03-01T12:00:00Z") });

test("values replace their names, and a name without a value stays", () => {
  assert.equal(fill("{power} is number {rank} {of}", { power: "France", rank: "2" }), "France is number 2 {of}");
});

test("an instant is written as a time in the viewer's zone", () => {
  assert.equal(fill("saved {time}", { time: "2026-03-01T07:37:00Z" }), "saved 08:37");
});

test("an instant on another day is written with its day", () => {
  assert.match(clockTime("2026-02-28T07:37:00Z"), /^Sat,? 08:37$/);
});

test("the viewer's zone decides which day it is", () => {
  assert.equal(clockTime("2026-02-28T23:30:00Z"), "00:30");
});
