// The key ? shows the signs and keys of a board; on pages without a board it opens the help page.

document.addEventListener("keydown", (event) => {
  if (event.key !== "?" || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  const at = /** @type {Element} */ (event.target);
  if (at.closest("input, textarea, select, [contenteditable]") || document.querySelector("dialog[open]")) return;
  const shown = document.querySelector("[data-keys]") ?? document.querySelector("[data-help]");
  /** @type {HTMLElement | null} */ (shown)?.click();
});
