import assert from "node:assert/strict";
import { test } from "node:test";

/** @type {any[]} */
const done = [];
let open = [];
globalThis.self = Object.assign(new EventTarget(), {
  registration: { showNotification: async (title, options) => { done.push(["shown", title, options]); } },
  clients: { matchAll: async () => open, openWindow: async (url) => { done.push(["opened", url]); } },
});
await import("../../../static/js/service-worker.js");

/** Send the worker an event, and wait until it is done. */
async function have(kind, values) {
  done.length = 0;
  let until;
  self.dispatchEvent(Object.assign(new Event(kind), { ...values, waitUntil: (promise) => { until = promise; } }));
  await until;
  return done;
}

const press = () => have("notificationclick", { notification: { data: { url: "/duels/1" }, close: () => done.push(["closed"]) } });

test("a message shows its text, and keeps its address", async () => {
  const message = { title: "Your turn", body: "S1901M", url: "/duels/1", tag: "duel-1", icon: "/icon.svg", lang: "en" };
  const { title, url, ...options } = message;
  assert.deepEqual(await have("push", { data: { json: () => message } }), [["shown", title, { ...options, data: { url } }]]);
});

test("a press on a message leads to its page if that is open", async () => {
  open = [{ url: "/duels/2" }, { url: "/duels/1#task", focus: () => done.push(["focused"]) }];
  assert.deepEqual(await press(), [["closed"], ["focused"]]);
});

test("a press on a message opens its page if none is open", async () => {
  open = [{ url: "/duels/2" }];
  assert.deepEqual(await press(), [["closed"], ["opened", "/duels/1"]]);
});
