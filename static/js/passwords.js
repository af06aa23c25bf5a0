// Shows passwords on request, and the strength of a new password.

const WEAK = 11;
const STRONG = 14;

/** The worth of a password: repeated and successive characters count little.
 * @param {string} text */
export function worth(text) {
  const letters = [...text].map((each) => each.codePointAt(0) ?? 0);
  const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\p{N}/u, /[^\p{L}\p{N}]/u].filter((kind) => kind.test(text)).length;
  const each = letters.map((letter, at) => {
    const isNext = at > 0 && Math.abs(letter - letters[at - 1]) <= 1;
    return (letters.indexOf(letter) < at ? 0.5 : 1) * (isNext ? 0.3 : 1);
  });
  return each.reduce((sum, one) => sum + one, 0) * (1 + 0.15 * (kinds - 1));
}

/** @param {string} text @param {number} shortest @returns {"short" | "weak" | "fair" | "strong"} */
export function strength(text, shortest) {
  if ([...text].length < shortest) return "short";
  const found = worth(text);
  if (found < WEAK) return "weak";
  return found < STRONG ? "fair" : "strong";
}

/** @param {HTMLElement} field */
function enable(field) {
  const input = /** @type {HTMLInputElement} */ (field.querySelector("input"));
  const button = /** @type {HTMLButtonElement} */ (field.querySelector("[data-show]"));
  const meter = /** @type {HTMLElement | null} */ (field.querySelector("[data-strength]"));

  /** @param {boolean} isShown */
  function show(isShown) {
    input.type = isShown ? "text" : "password";
    button.setAttribute("aria-pressed", String(isShown));
  }

  function measure() {
    if (!meter) return;
    const level = strength(input.value, Number(input.dataset.shortest));
    const words = /** @type {HTMLElement} */ (meter.querySelector("[aria-live]"));
    meter.hidden = !input.value;
    meter.dataset.strength = String(["short", "weak", "fair", "strong"].indexOf(level));
    const said = input.value ? String(meter.dataset[level]) : "";
    // Do not announce the same strength again for each letter.
    if (words.textContent !== said) words.textContent = said;
  }

  input.spellcheck = false;
  input.autocapitalize = "none";
  button.hidden = false;
  button.addEventListener("click", () => show(input.type === "password"));
  // Hide passwords before sending: browsers remember and suggest input of text fields.
  input.form?.addEventListener("submit", () => show(false));
  input.addEventListener("input", measure);
  measure();
}

for (const field of document.querySelectorAll(".field.password")) enable(/** @type {HTMLElement} */ (field));
