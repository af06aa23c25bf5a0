import assert from "node:assert/strict";
import { mock, test } from "node:test";

import { Part, openPage, settle } from "./page.js";

const live = new Part();
openPage({ "#live": live });
const { answered, noteOwn, noteSending } = await import("../../../static/js/live_page.js");
mock.timers.enable({ apis: ["setTimeout"] });

test("a page knows what it has stored, so that its own news causes no request", () => {
  live.dataset = { own: "10:00 old", stamp: "3.S1901M.-.-.7.10:00" };
  noteOwn("10:05 new");
  assert.deepEqual(live.dataset, { own: "10:05 new", stamp: "3.S1901M.-.-.7.10:05" });
});

/** Whether news is processed after some milliseconds. @param {Promise<void>} sent @param {number} milliseconds */
async function isTakenUp(sent, milliseconds) {
  let isDone = false;
  noteSending(sent);
  void answered().then(() => { isDone = true; });
  mock.timers.tick(milliseconds);
  await settle();
  return isDone;
}

test("news waits for the answer to a save in progress, for two seconds at most", async () => {
  assert.ok(!await isTakenUp(new Promise(() => {}), 1_999));
  assert.ok(await isTakenUp(new Promise(() => {}), 2_000));
  assert.ok(await isTakenUp(Promise.resolve(), 0));
  assert.ok(await isTakenUp(Promise.reject(new Error("no line")), 0));
});
