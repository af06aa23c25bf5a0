// What was chosen and is not stored yet: a thin line at once, and the arrow that it replaces fades.

import { parse } from "./orders.js";

const SVG = "http://www.w3.org/2000/svg";

/** @param {import("./sheet.js").Sheet} sheet @param {import("./picture.js").Picture} picture */
export function sketch(sheet, picture) {
  const kept = new Map(sheet.selects.map((select) => [select, select.value]));
  const layer = document.createElementNS(SVG, "g");
  layer.setAttribute("class", "drafts");
  picture.svg.querySelector(".arrows")?.after(layer);

  /** @param {string} text */
  function line(text) {
    const order = parse(text);
    const end = order.to || order.other.slice(2);
    if (!end) return;
    const [from, to] = [picture.at(order.unit.slice(2)), picture.at(end)];
    const path = document.createElementNS(SVG, "path");
    path.setAttribute("d", `M${from.x} ${from.y}L${to.x} ${to.y}`);
    layer.append(path);
  }

  function draw() {
    layer.replaceChildren();
    for (const arrow of picture.svg.querySelectorAll(".arrows .stale")) arrow.classList.remove("stale");
    for (const [select, value] of kept) {
      if (select.value === value) continue;
      if (value) picture.svg.querySelector(`.arrows [data-unit="${parse(value).unit}"]`)?.classList.add("stale");
      if (select.value) line(select.value);
    }
  }

  sheet.form.addEventListener("input", draw);
  document.addEventListener("entry:stored", () => {
    for (const select of kept.keys()) kept.set(select, select.value);
    draw();
  });
}
