import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";

import { Form, Input, Part, openPage, settle } from "../page.js";

const state = new Part();
const document = openPage({ "[data-stored], [data-entry-state]": state });
const WORDS = { storing: "storing", offline: "offline", refused: "refused: {problem}" };
const STORED = { seen: "2", own: "2 x", stored: "stored", ready: "", defaults: "", is_ready: false };

const { Storing } = await import("../../../../static/js/entry/store.js");
mock.timers.enable({ apis: ["setTimeout", "Date"] });

/** The requests, each with `answer` and `fail`. @type {any[]} */
let sent = [];

beforeEach(() => {
  sent = [];
  state.textContent = "";
  document.hidden = false;
  globalThis.fetch = (address, { body }) => new Promise((resolve, reject) => {
    const json = (value, status) => new Response(JSON.stringify(value), { status, headers: { "Content-Type": "application/json" } });
    sent.push({ address, body, answer: (value, status = 200) => { resolve(json(value, status)); return settle(); }, fail: () => { reject(new TypeError()); return settle(); } });
  });
});

function entry() {
  const field = new Input("bid", "0");
  const form = new Form(field);
  form.dataset.store = "/store";
  const storing = new Storing(form, WORDS);
  /** Choose a value as in a menu, or type it. @param {string} value @param {Event} event */
  const enter = (value, event = new Event("input")) => {
    field.value = value;
    form.dispatchEvent(event);
  };
  return { field, form, storing, enter, type: (value) => enter(value, new InputEvent("input")) };
}

const bids = () => sent.map(({ body }) => body.get("bid"));
const wait = async (time) => { mock.timers.tick(time); await settle(); };

test("a choice is sent at once and counts as loaded when it is stored", async () => {
  const { field, storing, enter } = entry();
  enter("3");
  assert.deepEqual([sent[0].address, bids(), storing.unsent, state.textContent], ["/store", ["3"], true, "storing"]);
  await sent[0].answer(STORED);
  assert.deepEqual([storing.unsent, field.defaultValue, state.textContent], [false, "3", "stored"]);
});

test("typed text is sent after a pause of 400 milliseconds", async () => {
  const { type } = entry();
  type("1");
  await wait(300);
  type("12");
  await wait(399);
  assert.deepEqual(bids(), []);
  await wait(1);
  assert.deepEqual(bids(), ["12"]);
});

test("the last typed text is sent when the page is hidden", async () => {
  const { type } = entry();
  type("1");
  document.hidden = true;
  document.dispatchEvent(new Event("visibilitychange"));
  assert.deepEqual(bids(), ["1"]);
});

test("entries from before the scripts were loaded are sent", () => {
  const field = new Input("bid", "0");
  field.value = "5";
  new Storing(new Form(field), WORDS);
  assert.deepEqual(bids(), ["5"]);
});

test("changes during a request go together in the next one", async () => {
  const { field, storing, enter } = entry();
  for (const value of ["1", "2", "3"]) enter(value);
  assert.deepEqual(bids(), ["1"]);
  await sent[0].answer(STORED);
  assert.deepEqual([bids(), storing.unsent, field.defaultValue], [["1", "3"], true, "0"]);
  await sent[1].answer(STORED);
  assert.equal(storing.unsent, false);
});

test("without an answer the same request is sent again after 1, 3, 7, 15 and 15 seconds, and later changes after it", async () => {
  const { enter } = entry();
  enter("1");
  enter("2");
  for (const seconds of [1, 3, 7, 15, 15]) {
    const before = sent.length;
    await sent.at(-1).fail();
    assert.equal(state.textContent, "offline");
    await wait(seconds * 1000 - 1);
    assert.equal(sent.length, before);
    await wait(1);
    assert.equal(sent.length, before + 1);
  }
  assert.deepEqual(bids(), Array(6).fill("1"));
  await sent.at(-1).answer(STORED);
  assert.equal(bids().at(-1), "2");
});

test("a server error is no answer", async () => {
  const { storing, enter } = entry();
  enter("1");
  globalThis.fetch = mock.fn(async () => new Response("", { status: 503, headers: { "Content-Type": "text/html" } }));
  await sent[0].fail();
  await wait(1000);
  assert.equal(await storing.flush(), "offline");
  assert.ok(storing.unsent);
});

test("a refused value is not sent again until it is changed, or tried again on purpose", async () => {
  const { storing, enter } = entry();
  enter("x");
  await sent[0].answer({ ...STORED, problem: "no number", faults: { bid: "no number" } });
  assert.equal(state.textContent, "refused: no number");
  assert.equal(await storing.flush(), "refused");
  assert.equal(sent.length, 1);
  storing.retry();
  await sent[1].answer({ ...STORED, problem: "no number", faults: { bid: "no number" } });
  enter("4");
  await sent[2].answer(STORED);
  assert.deepEqual([bids(), await storing.flush()], [["x", "x", "4"], "stored"]);
});

test("a refusal of the whole request, such as after the end of a session, is a failure", async () => {
  const { storing, enter } = entry();
  enter("1");
  await sent[0].answer({ problem: "log in" });
  assert.equal(await storing.flush(), "failed");
});

test("a refusal of an outdated value shows no message, because the new value is sent", async () => {
  const { enter } = entry();
  enter("x");
  enter("4");
  await sent[0].answer({ ...STORED, problem: "no number", faults: {} });
  assert.deepEqual([bids(), state.textContent], [["x", "4"], "storing"]);
});

test("an incomplete list is not sent", async () => {
  const { form, storing, enter } = entry();
  form.dataset.held = "three of seven";
  enter("1");
  assert.equal(await storing.flush(), "held");
  assert.deepEqual([sent, state.textContent, state.classes.has("held")], [[], "three of seven", true]);
});

test("handing in waits until everything is stored, later changes too", async () => {
  const { storing, type } = entry();
  type("1");
  const flushed = storing.flush();
  type("2");
  await sent[0].answer(STORED);
  await sent[1].answer(STORED);
  assert.deepEqual([bids(), await flushed], [["1", "2"], "stored"]);
});

test("a form that has left the page has nothing to send", () => {
  const { form, storing, type } = entry();
  type("1");
  form.isConnected = false;
  assert.equal(storing.unsent, false);
});
