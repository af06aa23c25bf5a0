import assert from "node:assert/strict";
import { test } from "node:test";

import { placesMeant } from "../../../../static/js/board/keys.js";

const PLACES = [["NWG", "NWG", "Norwegian Sea"], ["NTH", "NTH", "North Sea"], ["NWY", "NWY", "Norway"], ["TYS", "TYR", "Tyrrhenian Sea"], ["SPA", "ESP", "Espagne"], ["HOL", "HOL", "Éire"]]
  .map(([province, code, name]) => ({ province, code, name }));
const meant = (typed) => placesMeant(typed, PLACES).map(({ province }) => province);

test("a code means only its place, in the viewer's language or as usual", () => {
  assert.deepEqual([meant("nth"), meant("SPA"), meant("esp")], [["NTH"], ["SPA"], ["SPA"]]);
});

test("otherwise the beginning of a name means all names with it", () => {
  assert.deepEqual(meant("nor"), ["NWG", "NTH", "NWY"]);
  assert.deepEqual(meant("norway"), ["NWY"]);
});

test("otherwise the beginning of a word counts, without regard to accents", () => {
  assert.deepEqual([meant("sea"), meant("eire")], [["NWG", "NTH", "TYS"], ["HOL"]]);
});

test("nothing means nothing", () => {
  assert.deepEqual([meant(" "), meant("xyz")], [[], []]);
});
