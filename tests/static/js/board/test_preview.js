import assert from "node:assert/strict";
import { test } from "node:test";

import { Form, Input, Part, openPage, settle } from "../page.js";
import { previewArrows } from "../../../../static/js/board/preview.js";

test("the arrows show the last change, however late an earlier answer comes", async () => {
  openPage();
  const requests = [];
  globalThis.fetch = (address, { signal }) => new Promise((answer, fail) => {
    requests.push({ address, answer: (arrows) => answer({ json: async () => ({ arrows }) }) });
    signal.addEventListener("abort", () => fail(signal.reason));
  });
  const arrows = Object.assign(new Part(), { innerHTML: "none" });
  const form = new Form(new Input("order_PAR"));
  form.dataset.arrows = "/arrows";
  previewArrows(form, { querySelector: () => arrows });
  form.dispatchEvent(new Event("input"));
  form.dispatchEvent(new Event("input"));
  requests[1].answer("second");
  await settle();
  requests[0].answer("first");
  await settle();
  assert.deepEqual([requests.length, requests[0].address, arrows.innerHTML], [2, "/arrows", "second"]);
});

test("orders tried before are drawn at once, and an empty form makes no request", async () => {
  openPage();
  const requests = [];
  globalThis.fetch = async (address) => { requests.push(address); return { json: async () => ({ arrows: "kept" }) }; };
  const arrows = Object.assign(new Part(), { innerHTML: "none" });
  for (const hasOrders of [false, true]) {
    const form = new Form(new Input("order_PAR"));
    form.dataset.arrows = "/arrows";
    previewArrows(form, { querySelector: () => arrows }, hasOrders);
  }
  await settle();
  assert.deepEqual([requests, arrows.innerHTML], [["/arrows"], "kept"]);
});
