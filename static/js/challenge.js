// A challenge to a friend is unrated unless the member says otherwise; other challenges are rated. A line sums it up.

const rated = /** @type {HTMLInputElement | null} */ (document.querySelector("[name=rated]"));
const inShort = /** @type {HTMLElement | null} */ (document.querySelector("#in-short"));
let isChosen = false;

/** Say whether the duel would be rated, and who may watch it, by the present choices.
 * @param {HTMLElement} line @param {FormData} chosen */
function say(line, chosen) {
  const { presets = "", altering = "", ...words } = line.dataset;
  const mayCount = chosen.has("rated") && presets.split(" ").includes(String(chosen.get("preset")));
  const isAltered = altering.split(" ").some((name) => chosen.get(name));
  const toBe = mayCount ? words[isAltered ? "altered" : "rated"] : words.unrated;
  const text = `${toBe} ${chosen.get("public") === "no" ? words.private : words.public}`;
  if (line.textContent !== text) line.textContent = text;
}

rated?.addEventListener("change", () => (isChosen = true));
for (const kind of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("[name=kind]"))) {
  kind.addEventListener("change", () => {
    if (rated && !isChosen) rated.checked = kind.value !== "link";
  });
}
const form = inShort?.closest("form");
if (inShort && form) {
  form.addEventListener("input", () => say(inShort, new FormData(form)));
  form.addEventListener("change", () => say(inShort, new FormData(form)));
  say(inShort, new FormData(form)); // the browser may have restored earlier choices
}
