import assert from "node:assert/strict";
import { test } from "node:test";

import { Part, openPage } from "./page.js";

const MOMENT = new Date("2026-03-01T19:05:00Z");
const TIME = { hour: "numeric", minute: "2-digit" };
const meta = Object.assign(new Part(), { content: "America/New_York" });
const document = openPage({ "meta[name='time-zone']": meta });
const { ownZone, timeFormat } = await import("../../../static/js/zone.js");

const time = () => timeFormat(TIME).format(MOMENT);

test("times are written in the zone of the account", () => assert.equal(time(), "14:05"));

test("times have the hour format of the account", () => {
  meta.dataset.hours = "12";
  assert.match(time(), /^2:05\spm$/i);
  delete meta.dataset.hours;
});

test("times are written in the language of the page", () => {
  document.documentElement.lang = "fr";
  assert.equal(timeFormat({ weekday: "long" }).format(MOMENT), "dimanche");
  document.documentElement.lang = "en";
});

test("a zone unknown to the browser is ignored", () => {
  meta.content = "Moon/Tranquility";
  assert.match(time(), /^\d\d?:05$/);
});

test("the server learns the browser's zone by a cookie", () => {
  assert.match(document.cookie, new RegExp(`^zone=${ownZone}; Path=/; Max-Age=31536000; SameSite=Lax; Secure$`));
});
