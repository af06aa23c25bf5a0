import assert from "node:assert/strict";
import { test } from "node:test";

import { openPage } from "./page.js";

openPage();
const { counted } = await import("../../../static/js/lists_live.js");

test("a title takes the count of the fresh page", () => {
  assert.equal(counted("(2) My duels · Intimate Diplomacy", "(3) My duels · Intimate Diplomacy"), "(3) My duels · Intimate Diplomacy");
  assert.equal(counted("My duels", "(1) My duels"), "(1) My duels");
});

test("a title loses its count when no duel awaits the viewer", () => assert.equal(counted("(2) My duels", "My duels"), "My duels"));

test("the fresh title may consist of the count alone", () => assert.equal(counted("My duels", "(4)"), "(4) My duels"));

test("a number that is no count stays", () => assert.equal(counted("Round (2) of 5", "Round (2) of 5"), "Round (2) of 5"));
