import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";

import { Part, openPage, settle } from "./page.js";

const offline = Object.assign(new Part(), { hidden: true });
const unsent = Object.assign(new Part(), { hidden: true });
const document = openPage({ "[data-offline]": offline, "[data-unsent]": unsent });
const { CatchUp, Connection } = await import("../../../static/js/live_connection.js");
mock.timers.enable({ apis: ["setTimeout", "Date"] });

/** The streams that were opened. @type {any[]} */
let streams = [];
globalThis.EventSource = class {
  static CLOSED = 2;
  readyState = 1;

  constructor(address) {
    this.address = address;
    streams.push(this);
  }

  close() { this.readyState = 2; }
  send(data) { this.onmessage({ data }); }
  fail(readyState) { this.readyState = readyState; this.onerror(); }
};

/** The requests with their ETags; and the answers, the last one repeated. */
let asked = [];
let answers = [];
let stamps = [];
let isGone = false;
/** @type {Connection} */
let connection;

beforeEach(() => {
  [streams, asked, answers, stamps, isGone] = [[], [], [], [], false];
  globalThis.fetch = async (address, { headers }) => {
    asked.push(headers["If-None-Match"] ?? "");
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    if (!answer) throw new TypeError("no line");
    return answer();
  };
  connection = new Connection("/events", "/stamp", { onStamp: (stamp) => stamps.push(stamp), onGone: () => { isGone = true; } });
});
afterEach(() => connection.close());

const stamped = (stamp) => () => Response.json({ stamp }, { headers: { ETag: `"${stamp}"` } });
const status = (code) => () => new Response(null, { status: code });

async function wait(milliseconds) {
  mock.timers.tick(milliseconds);
  await settle();
}

test("stamps arrive by a stream", () => {
  connection.open();
  streams[0].send("1.a");
  assert.deepEqual([streams[0].address, stamps, asked], ["/events", ["1.a"], []]);
});

test("a stream without data for 10 seconds is replaced by polling", async () => {
  answers = [stamped("2.a")];
  connection.open();
  await wait(9_999);
  assert.deepEqual(asked, []);
  await wait(1);
  assert.deepEqual([stamps, streams[0].readyState], [["2.a"], 2]);
});

test("a stream may be silent for 40 seconds once it has sent something", async () => {
  answers = [stamped("2.a")];
  connection.open();
  streams[0].send("1.a");
  await wait(39_999);
  assert.deepEqual(asked, []);
  await wait(1);
  assert.deepEqual(stamps, ["1.a", "2.a"]);
});

test("a stream refused by the server is replaced by polling at once", async () => {
  answers = [stamped("2.a")];
  connection.open();
  streams[0].fail(EventSource.CLOSED);
  await settle();
  assert.deepEqual(stamps, ["2.a"]);
});

test("polling sends the known stamp, pauses 5 seconds after news, and up to 15 without", async () => {
  answers = [stamped("2.a"), status(304)];
  connection.open();
  streams[0].fail(EventSource.CLOSED);
  await settle();
  const pauses = [];
  for (let request = 1; request < 7; request += 1) {
    let seconds = 0;
    for (; asked.length === request; seconds += 0.5) await wait(500);
    pauses.push(seconds);
  }
  assert.deepEqual(pauses, [5, 6.5, 8.5, 11, 14.5, 15]);
  assert.deepEqual(asked, ["", ...Array(6).fill('"2.a"')]);
  assert.deepEqual(stamps, Array(7).fill("2.a"));
});

test("after five minutes of polling a stream is tried again", async () => {
  answers = [status(304)];
  connection.open();
  streams[0].fail(EventSource.CLOSED);
  for (let second = 0; second < 320; second += 5) await wait(5_000);
  assert.equal(streams.length, 2);
});

test("a page without a stream only polls", async () => {
  answers = [stamped("2.a")];
  connection = new Connection("", "/stamp", connection.handlers);
  connection.open();
  await settle();
  assert.deepEqual([streams, stamps], [[], ["2.a"]]);
});

for (const code of [403, 404]) {
  test(`the answer ${code} ends the updates`, async () => {
    answers = [status(code)];
    connection.open();
    streams[0].fail(EventSource.CLOSED);
    await settle();
    await wait(60_000);
    assert.deepEqual([isGone, asked.length], [true, 1]);
  });
}

test("a lost connection is reported after 10 seconds, until data arrives", async () => {
  connection.open();
  streams[0].fail(0);
  await wait(9_999);
  assert.ok(offline.hidden);
  await wait(1);
  assert.ok(!offline.hidden);
  answers = [stamped("2.a")];
  await wait(15_000);
  assert.deepEqual([offline.hidden, stamps.at(-1)], [true, "2.a"]);
});

test("a connection back within 10 seconds is never reported as lost", async () => {
  connection.open();
  streams[0].fail(0);
  await wait(9_000);
  streams[0].send("1.a");
  await wait(5_000);
  assert.ok(offline.hidden);
});

test("a connection lost several times before it came back is not reported afterwards", async () => {
  connection.open();
  for (let times = 0; times < 3; times += 1) streams[0].fail(0);
  streams[0].send("1.a");
  await wait(15_000);
  assert.ok(offline.hidden);
});

test("an answer after the connection was closed is ignored", async () => {
  const request = Promise.withResolvers();
  answers = [() => request.promise];
  connection.open();
  streams[0].fail(EventSource.CLOSED);
  await settle();
  connection.close();
  request.resolve(stamped("2.a")());
  await settle();
  await wait(60_000);
  assert.deepEqual([stamps, asked.length], [[], 1]);
});

test("a closed connection neither polls nor reports", async () => {
  answers = [stamped("2.a")];
  connection.open();
  connection.lost();
  connection.close();
  await wait(60_000);
  assert.deepEqual([asked, stamps, offline.hidden, streams[0].readyState], [[], [], true, 2]);
});

for (const [onLine, held] of [[true, false], [false, true]]) {
  test(`a form is ${held ? "held back without" : "sent with"} a connection`, (context) => {
    Object.defineProperty(navigator, "onLine", { value: onLine, configurable: true });
    const event = Object.assign(new Event("submit", { cancelable: true }));
    Object.defineProperty(event, "target", { value: { closest: () => null } });
    document.dispatchEvent(event);
    assert.deepEqual([event.defaultPrevented, unsent.hidden], [held, !held]);
  });
}

/** A page that updates when a test says so. */
function page(rest = 0) {
  const shown = { stamp: "1", renewed: /** @type {string[]} */ ([]), failures: 0 };
  let done = () => {};
  const renew = (stamp) => new Promise((resolve, reject) => {
    shown.renewed.push(stamp);
    done = (failed) => {
      if (!failed) shown.stamp = stamp;
      (failed ? reject : resolve)();
      return settle();
    };
  });
  const catchUp = new CatchUp(() => shown.stamp, renew, () => { shown.failures += 1; }, rest);
  return { shown, catchUp, finish: () => done(false), fail: () => done(true) };
}

test("a page does not update for the stamp that it shows", () => {
  const { shown, catchUp } = page();
  void catchUp.receive("1");
  assert.deepEqual(shown.renewed, []);
});

test("a page runs one update at a time, and then one for the last stamp received meanwhile", async () => {
  const { shown, catchUp, finish } = page();
  for (const stamp of ["2", "3", "4"]) void catchUp.receive(stamp);
  assert.deepEqual(shown.renewed, ["2"]);
  await finish();
  assert.deepEqual(shown.renewed, ["2", "4"]);
  await finish();
  assert.deepEqual([shown.renewed, shown.stamp], [["2", "4"], "4"]);
});

test("a failed update is tried again when the stamp comes again", async () => {
  const { shown, catchUp, finish, fail } = page();
  void catchUp.receive("2");
  await fail();
  assert.deepEqual([shown.renewed, shown.failures], [["2"], 1]);
  void catchUp.receive("2");
  await finish();
  assert.deepEqual([shown.renewed, shown.stamp], [["2", "2"], "2"]);
});

test("a page pauses between two updates if it should", async () => {
  const { shown, catchUp, finish } = page(2_000);
  void catchUp.receive("2");
  void catchUp.receive("3");
  await finish();
  await wait(1_999);
  assert.deepEqual(shown.renewed, ["2"]);
  await wait(1);
  assert.deepEqual(shown.renewed, ["2", "3"]);
});
