import assert from "node:assert/strict";
import { test } from "node:test";

import { boundsOfLine } from "../../../../static/js/entry/faults.js";

const TEXT = "A PAR H\n\nA MAR H";
const line = (number) => TEXT.slice(...boundsOfLine(TEXT, number));

test("a fault leads to its line", () => assert.deepEqual([1, 2, 3].map(line), ["A PAR H", "", "A MAR H"]));

test("a line that is gone has no length", () => assert.equal(line(4), ""));
