// On wide screens, spaces show their names instead of their codes where there is room.

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {{ size: number, lines: [string, number, number, number][] }} Name lines: text, middle, baseline and width of each line */

/** Write one line of a name, narrowed if this browser's letters are too wide. @param {Element} codes @param {string} kind @param {number} size @param {Name["lines"][0]} line */
function write(codes, kind, size, [text, x, y, room]) {
  const line = /** @type {SVGTextElement} */ (document.createElementNS(SVG, "text"));
  line.setAttribute("class", `name ${kind}`);
  line.setAttribute("x", String(x));
  line.setAttribute("y", String(y));
  line.style.fontSize = `${size}px`;
  line.textContent = text;
  codes.append(line);
  if (line.getComputedTextLength() > room) {
    line.setAttribute("textLength", String(room));
    line.setAttribute("lengthAdjust", "spacingAndGlyphs");
  }
}

/** @param {HTMLElement} figure */
export async function nameSpaces(figure) {
  const codes = figure.querySelector(".codes"), address = figure.dataset.names;
  if (!codes || !address || codes.querySelector(".name")) return;
  const answer = await fetch(address);
  const names = /** @type {(Name | null)[]} */ (await answer.json());
  const texts = [...codes.querySelectorAll("text")];
  if (codes.querySelector(".name")) return;
  for (const [place, name] of names.entries()) {
    const code = texts[place];
    if (!code) continue;
    code.classList.add(name ? "named" : "unnamed");
    if (!name) continue;
    for (const line of name.lines) write(codes, code.matches(".at-sea") ? "at-sea" : "", name.size, line);
  }
}
