// The form of orders as the server sends it, with the orders that a test needs.

import { Form, Select } from "../page.js";
import { Sheet } from "../../../../static/js/board/sheet.js";

const inLowerCase = (orders) => Object.fromEntries([["", ""], ...orders.map((order) => [order, order.toLowerCase()])]);

/** @param {Record<string, string[]>} units by province: the orders that the unit there can be given */
export function orderForm(units, orders = {}) {
  const selects = Object.entries(units).map(([province, legal]) => new Select(`order_${province}`, inLowerCase(legal), orders[province]));
  return new Sheet(new Form(...selects));
}

/** @param {string[]} adjustments of each of the lines @param {number} lines */
export function winterForm(adjustments, lines = 1) {
  const selects = Array.from({ length: lines }, (_, line) => new Select(`winter_FRANCE_${line}`, inLowerCase(adjustments)));
  return new Sheet(new Form(...selects));
}

/** What is ordered, in the order of the form. @param {Sheet} sheet */
export const ordered = (sheet) => sheet.selects.map((select) => select.value).filter(Boolean);
