import assert from "node:assert/strict";
import { test } from "node:test";

import { openPage } from "./page.js";

openPage();
const { news, read } = await import("../../../static/js/sound.js");

/** What sounds between two stamps: chapters, phase, the seals of both, version, and what the reader stored. */
const heard = (before, after, own = "first") => news(read(before), read(after), own);

test("another phase sounds as such", () => assert.equal(heard("3.S1901M.a.b.7.x", "4.F1901M.-.-.8.x"), "moved"));

test("sheets that are opened and the end of a duel have sounds of their own", () => {
  assert.equal(heard("2.S1902B.a.b.7.x", "3.S1902M.-.-.8.x"), "auction");
  assert.equal(heard("9.F1903R.a.b.7.x", "10.over.-.-.8"), "over");
  assert.equal(heard("1.S1901M.a.b.7.x", "2.S1902B.-.-.8.x"), "moved");
});

test("an opponent who hands in is heard", () => assert.equal(heard("3.S1901M.-.-.7.x", "3.S1901M.-.b.7.x"), "ready"));

test("one's own handing in is not", () => {
  assert.equal(heard("3.S1901M.-.-.7.x", "3.S1901M.a.-.7.x"), null);
  assert.equal(heard("3.S1901M.-.-.7.x", "3.S1901M.-.b.7.x", "second"), null);
});

test("a spectator hears both", () => assert.equal(heard("3.S1901M.-.-.7", "3.S1901M.a.-.7", ""), "ready"));

test("what a player takes back, or stores, is not heard", () => {
  assert.equal(heard("3.S1901M.-.b.7.x", "3.S1901M.-.-.7.x"), null);
  assert.equal(heard("3.S1901M.-.-.7.x", "3.S1901M.-.-.7.y"), null);
});

test("a stamp that is overtaken is not heard", () => assert.equal(heard("4.F1901M.-.-.8", "3.S1901M.a.b.7"), null));

test("what the reader stores is no part of what all tabs have heard", () => assert.equal(read("3.S1901M.a.b.7.x.y").text, "3.S1901M.a.b.7"));
