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

/** Select a line, from 1. @param {HTMLTextAreaElement} typed @param {number} number */
function selectLine(typed, number) {
  const lines = typed.value.split("\n");
  const start = lines.slice(0, number - 1).join("\n").length + (number > 1 ? 1 : 0);
  typed.focus();
  typed.setSelectionRange(start, start + (lines[number - 1]?.length ?? 0));
}

export function enableFaultLinks() {
  document.addEventListener("click", (event) => {
    const link = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest("a[data-line]"));
    const typed = box();
    if (!link || !typed) return;
    event.preventDefault();
    const details = typed.closest("details");
    if (details) details.open = true;
    selectLine(typed, Number(link.dataset.line));
  });
}
