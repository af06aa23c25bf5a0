import assert from "node:assert/strict";
import { test } from "node:test";

import { Part } from "./page.js";
import { forget, keep, kept, listenWhileThere } from "../../../static/js/outlast.js";

test("a part of the page listens until it is removed, and never again", () => {
  const [part, page, heard] = [new Part(), new EventTarget(), []];
  listenWhileThere(part, page, "news", (event) => heard.push(event.type));
  page.dispatchEvent(new Event("news"));
  part.isConnected = false;
  page.dispatchEvent(new Event("news"));
  part.isConnected = true;
  page.dispatchEvent(new Event("news"));
  assert.deepEqual(heard, ["news"]);
});

test("a browser without storage breaks nothing", () => {
  const none = { getItem() { throw new Error("blocked"); }, setItem() { throw new Error("full"); }, removeItem() { throw new Error("blocked"); } };
  globalThis.window = /** @type {any} */ ({ sessionStorage: none, get localStorage() { throw new Error("forbidden"); } });
  for (const store of /** @type {const} */ (["sessionStorage", "localStorage"])) {
    keep(store, "name", "value");
    forget(store, "name");
    assert.equal(kept(store, "name"), null);
  }
});
