import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { settle } from "./page.js";
import { fetchPage, isCached } from "../../../static/js/scrubber_pages.js";

let asked = [];
let answer = {};
beforeEach(() => {
  asked = [];
  answer = { ok: true, redirected: false, status: 200 };
  globalThis.fetch = async (url, { signal }) => {
    asked.push(url);
    await settle();
    signal?.throwIfAborted();
    return { ...answer, text: async () => `page ${url}` };
  };
});

test("a page is requested once, even by two callers at the same time", async () => {
  assert.deepEqual(await Promise.all([fetchPage("/a"), fetchPage("/a")]), ["page /a", "page /a"]);
  assert.equal(await fetchPage("/a"), "page /a");
  assert.deepEqual(asked, ["/a"]);
});

for (const [url, failure] of [["/failed", { ok: false, status: 500 }], ["/led-on", { redirected: true }]]) {
  test(`an answer with ${JSON.stringify(failure)} is no page, and is requested again`, async () => {
    Object.assign(answer, failure);
    await assert.rejects(fetchPage(url));
    Object.assign(answer, { ok: true, redirected: false });
    assert.equal(await fetchPage(url), `page ${url}`);
    assert.deepEqual(asked, [url, url]);
  });
}

test("a cancelled request leaves nothing behind", async () => {
  const mine = new AbortController();
  const page = fetchPage("/c", mine.signal);
  assert.ok(!isCached("/c"));
  mine.abort();
  await assert.rejects(page);
  assert.ok(!isCached("/c"));
});

test("the cache keeps 40 pages and no more", async () => {
  for (let number = 0; number < 41; number += 1) await fetchPage(`/page/${number}`);
  await fetchPage("/page/40");
  assert.deepEqual([isCached("/page/0"), isCached("/page/1"), isCached("/page/40")], [false, true, true]);
});
