import assert from "node:assert/strict";
import { mock, test } from "node:test";

import { Part, openPage } from "./page.js";

mock.timers.enable({ apis: ["setInterval", "Date"], now: Date.parse("2026-03-01T12:00:00Z") });
const late = [];
// The viewer's clock is two minutes fast: the server says that 90 seconds are left.
const clock = Object.assign(new Part(), { dateTime: "2026-03-01T11:59:30Z", toggleAttribute: (_, on) => late.push(on) });
Object.assign(clock.dataset, { clock: "", left: "90", face: "{days} d {time}" });
const notice = Object.assign(new Part(), { hidden: true });
notice.dataset.showsAt = "2026-03-01T12:00:00Z";
const document = openPage({ "time[data-clock]": clock, "[data-shows-at]": notice });
const { faceOf } = await import("../../../static/js/clocks.js");

const FACES = { 0: "0:00", 59: "0:59", 60: "1:00", 3599: "59:59", 3600: "1:00:00", 86_399: "23:59:59", 86_400: "1 d 00:00", 200_000: "2 d 07:33" };

for (const [seconds, face] of Object.entries(FACES)) {
  test(`${seconds} seconds show as ${face}`, () => assert.equal(faceOf(Number(seconds), "{days} d {time}"), face));
}

test("a clock shows the server's remaining time, whatever the viewer's clock says, and never less than zero", () => {
  assert.equal(clock.textContent, "1:30");
  mock.timers.tick(30_000);
  assert.deepEqual([clock.textContent, late.at(-1)], ["1:00", false]);
  mock.timers.tick(1_000);
  assert.deepEqual([clock.textContent, late.at(-1)], ["0:59", true]);
  mock.timers.tick(120_000);
  assert.equal(clock.textContent, "0:00");
});

test("a notice appears at its instant by the server's time", () => {
  // By now the viewer's clock shows 12:02:31, and the server's 12:00:31.
  assert.equal(notice.hidden, false);
  notice.dataset.showsAt = "2026-03-01T12:01:00Z";
  mock.timers.tick(1_000);
  assert.equal(notice.hidden, true);
  mock.timers.tick(30_000);
  assert.equal(notice.hidden, false);
});

test("a new clock brings the server's time with it", () => {
  Object.assign(clock, { dateTime: "2026-03-01T13:00:00Z" });
  clock.dataset.left = "600";
  document.dispatchEvent(new CustomEvent("duel:renewed", { detail: { ids: ["live-standing"] } }));
  assert.equal(clock.textContent, "10:00");
});
