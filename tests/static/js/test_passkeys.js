import assert from "node:assert/strict";
import { test } from "node:test";

import { openPage } from "./page.js";

openPage();
const { bytes, read, written } = await import("../../../static/js/passkeys.js");

const BYTES = Uint8Array.of(251, 255, 190, 0, 1);

test("bytes are written in base64url, and read again", () => {
  assert.equal(written(BYTES.buffer), "-_--AAE");
  assert.deepEqual(bytes("-_--AAE"), BYTES);
});

test("other values than bytes are written unchanged", () => assert.deepEqual([written(null), written("text")], [null, "text"]));

test("the site's request gets bytes for texts, and keeps the rest", () => {
  const asked = { challenge: "AAE", rp: { id: "site.test" }, user: { id: "AQ", name: "anna" }, excludeCredentials: [{ id: "Ag", type: "public-key" }] };
  assert.deepEqual(read(asked), {
    challenge: Uint8Array.of(0, 1),
    rp: { id: "site.test" },
    user: { id: Uint8Array.of(1), name: "anna" },
    excludeCredentials: [{ id: Uint8Array.of(2), type: "public-key" }],
    allowCredentials: [],
  });
});
