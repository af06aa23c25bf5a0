import assert from "node:assert/strict";
import { test } from "node:test";

import { Part } from "./page.js";
import { listenWhileThere } from "../../../static/js/outlast.js";

test("a part of the page hears until it is gone, and for good", () => {
  const [part, page, heard] = [new Part(), new EventTarget(), []];
  listenWhileThere(part, page, "news", (event) => heard.push(event.type));
  page.dispatchEvent(new Event("news"));
  part.isConnected = false;
  page.dispatchEvent(new Event("news"));
  part.isConnected = true;
  page.dispatchEvent(new Event("news"));
  assert.deepEqual(heard, ["news"]);
});
