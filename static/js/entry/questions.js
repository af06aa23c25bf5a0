// What is asked once more opens as a dialogue; without scripts the server asks on a page of its own.

/** @param {SubmitEvent} event */
function ask(event) {
  const form = /** @type {HTMLFormElement} */ (event.target);
  const dialogue = document.getElementById(form.dataset.asks ?? "");
  if (!(dialogue instanceof HTMLDialogElement)) return;
  event.preventDefault();
  dialogue.showModal();
  /** @type {HTMLElement | null} */ (dialogue.querySelector("[data-no]"))?.focus();
}

export function enableQuestions() {
  document.addEventListener("submit", ask, { capture: true });
  document.addEventListener("click", (event) => {
    const no = /** @type {Element} */ (event.target).closest("[data-no]");
    no?.closest("dialog")?.close();
  });
}
