import assert from "node:assert/strict";
import { test } from "node:test";

import { orderForm, ordered, winterForm } from "./orderform.js";
import { parse } from "../../../../static/js/board/orders.js";

const PAR = ["A PAR - BUR", "A PAR - GAS", "A PAR H"];
const BUR = ["A BUR - MUN", "A BUR H"];

test("orders written together are undone together", () => {
  const sheet = orderForm({ PAR, BUR });
  sheet.write([[sheet.of("PAR"), "A PAR - BUR"], [sheet.of("BUR"), "A BUR - MUN"]]);
  assert.deepEqual(ordered(sheet), ["A PAR - BUR", "A BUR - MUN"]);
  assert.ok(sheet.undo());
  assert.deepEqual(ordered(sheet), []);
  assert.ok(!sheet.undo());
});

test("a choice in the list can be undone as well", () => {
  const sheet = orderForm({ PAR }, { PAR: "A PAR H" });
  const select = sheet.of("PAR");
  select.value = "A PAR - GAS";
  select.dispatchEvent(new Event("input"));
  sheet.undo();
  assert.deepEqual(ordered(sheet), ["A PAR H"]);
});

test("writing the existing order is no step", () => {
  const sheet = orderForm({ PAR }, { PAR: "A PAR H" });
  sheet.write([[sheet.of("PAR"), "A PAR H"], [undefined, "A ROM H"]]);
  assert.ok(!sheet.undo());
});

test("a unit is in the way if it stays where another one goes", () => {
  const sheet = orderForm({ PAR, BUR }, { PAR: "A PAR - BUR", BUR: "A BUR H" });
  assert.ok(sheet.isInTheWay("BUR"));
  sheet.write([[sheet.of("BUR"), "A BUR - MUN"]]);
  assert.ok(!sheet.isInTheWay("BUR"));
});

const FLEETS = {
  LON: ["A LON - NWY VIA", "A LON - BEL VIA"],
  ENG: ["F ENG - LON", "F ENG - NTH", "F ENG - BEL", "F ENG C A LON - BEL", "F ENG C A LON - NWY"],
  NTH: ["F NTH - LON", "F NTH - NWY", "F NTH - ENG", "F NTH - BEL", "F NTH C A LON - NWY", "F NTH C A LON - BEL"],
};

test("a move by sea orders the smallest number of fleets that can convoy it", () => {
  const sheet = orderForm(FLEETS);
  const orders = sheet.withFleets(parse("A LON - NWY VIA")).map((order) => order.text);
  assert.deepEqual(orders, ["A LON - NWY VIA", "F NTH C A LON - NWY"]);
});

test("fleets convoy an army in a chain if no single one reaches both shores", () => {
  const sheet = orderForm({
    LON: ["A LON - TUN VIA"],
    ENG: ["F ENG - LON", "F ENG - MAO", "F ENG C A LON - TUN"],
    MAO: ["F MAO - ENG", "F MAO - WES", "F MAO C A LON - TUN"],
    WES: ["F WES - MAO", "F WES - TUN", "F WES C A LON - TUN"],
  });
  const fleets = sheet.chain(parse("A LON - TUN VIA")).map((order) => order.unit);
  assert.deepEqual(fleets, ["F ENG", "F MAO", "F WES"]);
});

test("a move by sea orders no fleets if the player's own do not reach", () => {
  const ends = ["F NTH - ENG", "F NTH - LON", "F NTH C A LON - NWY"];
  const sheet = orderForm({ LON: ["A LON - NWY VIA"], ENG: FLEETS.ENG, NTH: ends });
  assert.deepEqual(sheet.withFleets(parse("A LON - NWY VIA")).map((order) => order.text), ["A LON - NWY VIA"]);
});

test("a fleet is free again when its army goes elsewhere", () => {
  const sheet = orderForm(FLEETS, { NTH: "F NTH C A LON - NWY" });
  assert.deepEqual(sheet.idleFleets([parse("A LON - NWY VIA")]), []);
  assert.deepEqual(sheet.idleFleets([parse("A LON - BEL VIA")]), [[sheet.of("NTH"), ""]]);
});

test("in winter an order goes into an empty line, or into the last one if none is empty", () => {
  const builds = ["A PAR B", "A MAR B", "F MAR B"];
  const sheet = winterForm(builds, 2);
  assert.deepEqual(sheet.winterPlaces(), ["PAR", "MAR"]);
  assert.deepEqual(sheet.winterOrders("MAR").map((order) => order.text), ["A MAR B", "F MAR B"]);
  for (const build of builds.slice(0, 2)) sheet.write([[sheet.selectFor(build), build]]);
  assert.deepEqual(ordered(sheet), ["A PAR B", "A MAR B"]);
  assert.equal(sheet.selectFor("F MAR B"), sheet.selects[1]);
});
