// The sheet that is left beforehand adds itself up and warns, as that of the task does.

import { enableSheet } from "./entry/bids.js";

const bid = /** @type {HTMLInputElement | null} */ (document.querySelector("input.bid"));
if (bid?.form) enableSheet(bid.form);
