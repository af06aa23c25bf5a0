import assert from "node:assert/strict";
import { test } from "node:test";

import { openPage } from "./page.js";

openPage();
const { news, read } = await import("../../../static/js/sound.js");

/** The sound between two stamps: chapters, phase, both seals, version, and the viewer's own saves. */
const heard = (before, after, own = "first") => news(read(before), read(after), own);

test("a new phase has a sound", () => assert.equal(heard("3.S1901M.a.b.7.x", "4.F1901M.-.-.8.x"), "moved"));

test("opened sheets and the end of a duel have sounds of their own", () => {
  assert.equal(heard("2.S1902B.a.b.7.x", "3.S1902M.-.-.8.x"), "auction");
  assert.equal(heard("9.F1903R.a.b.7.x", "10.over.-.-.8"), "over");
  assert.equal(heard("1.S1901M.a.b.7.x", "2.S1902B.-.-.8.x"), "moved");
});

test("an opponent who hands in makes a sound", () => assert.equal(heard("3.S1901M.-.-.7.x", "3.S1901M.-.b.7.x"), "ready"));

test("one's own handing in does not", () => {
  assert.equal(heard("3.S1901M.-.-.7.x", "3.S1901M.a.-.7.x"), null);
  assert.equal(heard("3.S1901M.-.-.7.x", "3.S1901M.-.b.7.x", "second"), null);
});

test("a spectator hears both", () => assert.equal(heard("3.S1901M.-.-.7", "3.S1901M.a.-.7", ""), "ready"));

test("taking back and saving make no sound", () => {
  assert.equal(heard("3.S1901M.-.b.7.x", "3.S1901M.-.-.7.x"), null);
  assert.equal(heard("3.S1901M.-.-.7.x", "3.S1901M.-.-.7.y"), null);
});

test("an outdated stamp makes no sound", () => assert.equal(heard("4.F1901M.-.-.8", "3.S1901M.a.b.7"), null));

test("the viewer's own saves are no part of what all tabs have heard", () => assert.equal(read("3.S1901M.a.b.7.x.y").text, "3.S1901M.a.b.7"));
