// Shares an address if the system can, else copies it; the field remains for copying by hand. Other text
// (data-copy-only) is only copied.

/** @param {HTMLElement} button */
function shares(button) {
  return "share" in navigator && !("copyOnly" in button.dataset);
}

/** @param {HTMLElement} button @param {string} text */
function say(button, text) {
  const place = button.closest(".share")?.querySelector("[data-share-says]");
  if (place) place.textContent = text;
}

/** @param {HTMLInputElement} field */
async function copy(field) {
  field.select();
  if (navigator.clipboard) await navigator.clipboard.writeText(field.value);
  else if (!document.execCommand("copy")) throw new Error("not copied");
}

/** @param {HTMLButtonElement} button */
async function send(button) {
  const field = /** @type {HTMLInputElement} */ (document.getElementById(String(button.dataset.share)));
  try {
    if (shares(button)) {
      await navigator.share({ url: field.value });
      return;
    }
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") return;
  }
  const copied = copy(field).then(() => button.dataset.copiedWords, () => button.dataset.byHandWords);
  say(button, String(await copied));
}

function show() {
  for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("[data-share]"))) {
    if (shares(button)) button.textContent = String(button.dataset.shareWords);
    button.hidden = false;
  }
}

// Listen on the document, since parts of the page are replaced.
document.addEventListener("click", (event) => {
  const button = event.target instanceof Element ? event.target.closest("[data-share]") : null;
  if (button) void send(/** @type {HTMLButtonElement} */ (button));
});
for (const renewed of ["lists:renewed", "duel:renewed", "chapter:shown"]) document.addEventListener(renewed, show);
show();
