// Orders that are chosen and not stored yet: a thin line at once, and the arrow that it replaces fades.

import { locationOf, parse } from "./orders.js";

const SVG = "http://www.w3.org/2000/svg";

/** @param {import("./sheet.js").Sheet} sheet @param {import("./picture.js").Picture} picture */
export function sketchPending(sheet, picture) {
  const stored = new Map(sheet.selects.map((select) => [select, select.value]));
  const layer = document.createElementNS(SVG, "g");
  layer.setAttribute("class", "pending");
  picture.svg.querySelector(".arrows")?.after(layer);

  /** @param {string} text */
  function sketch(text) {
    const order = parse(text);
    const end = order.to || (order.other && locationOf(order.other));
    if (!end) return;
    const [from, to] = [picture.at(locationOf(order.unit)), picture.at(end)];
    const path = document.createElementNS(SVG, "path");
    path.setAttribute("d", `M${from.x} ${from.y}L${to.x} ${to.y}`);
    layer.append(path);
  }

  function draw() {
    layer.replaceChildren();
    for (const arrow of picture.svg.querySelectorAll(".arrows .stale")) arrow.classList.remove("stale");
    for (const [select, value] of stored) {
      if (select.value === value) continue;
      if (value) picture.svg.querySelector(`.arrows [data-unit="${parse(value).unit}"]`)?.classList.add("stale");
      if (select.value) sketch(select.value);
    }
  }

  sheet.form.addEventListener("input", draw);
  document.addEventListener("entry:stored", () => {
    for (const select of stored.keys()) stored.set(select, select.value);
    draw();
  });
}
