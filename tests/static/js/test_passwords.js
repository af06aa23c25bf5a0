import assert from "node:assert/strict";
import { test } from "node:test";

import { openPage } from "./page.js";

openPage();
const { strength, worth } = await import("../../../static/js/passwords.js");

const LEVELS = { short: ["", "Xk9$"], weak: ["aaaaaaaaaaaaaaaa", "abcdefghijkl", "123456789012"], strong: ["correct horse battery staple", "vG7!qLw2#xR9pT"] };

for (const [level, all] of Object.entries(LEVELS)) {
  for (const text of all) test(`"${text}" is ${level}`, () => assert.equal(strength(text, 8), level));
}

test("the shortest length is counted in characters, not in UTF-16 units", () => {
  assert.equal(strength("🂡🂢🂣🂤", 5), "short");
});

test("repetitions and sequences are worth less", () => {
  assert.ok(worth("kmqz") > worth("kmkm"));
  assert.ok(worth("kmqz") > worth("klmn"));
});

test("more kinds of characters are worth more", () => assert.ok(worth("kMqZ") > worth("kmqz")));
