// The box of typed orders: what is typed in it is stored by its own buttons; a fault leads to its line.

const box = () => /** @type {HTMLTextAreaElement | null} */ (document.getElementById("typed"));

/** True while something is typed that is not stored: what was refused has come back with the page. */
export function isTyping() {
  const typed = box();
  if (!typed?.form?.matches(".typed form")) return false;
  return typed.value !== typed.defaultValue || (typed.hasAttribute("aria-invalid") && typed.value.trim() !== "");
}

/** Bring the focus to what is typed and not stored. @param {string} words */
export function focusTyped(words) {
  const typed = box();
  const details = typed?.closest("details");
  if (details) details.open = true;
  const note = details?.querySelector("[data-unstored]");
  if (note) note.textContent = words;
  typed?.focus();
  note?.nextElementSibling?.scrollIntoView({ block: "nearest" });
}

/** Where a line begins and ends, counted from 1. @param {string} text @param {number} number @returns {[number, number]} */
export function boundsOfLine(text, number) {
  const lines = text.split("\n");
  const start = lines.slice(0, number - 1).join("\n").length + (number > 1 ? 1 : 0);
  return [start, start + (lines[number - 1]?.length ?? 0)];
}

export function enableFaultLinks() {
  document.addEventListener("click", (event) => {
    const link = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest("a[data-line]"));
    const typed = box();
    if (!link || !typed) return;
    event.preventDefault();
    const details = typed.closest("details");
    if (details) details.open = true;
    typed.focus();
    typed.setSelectionRange(...boundsOfLine(typed.value, Number(link.dataset.line)));
  });
}
