// What is wrong with an entry is said at its field; the title says that something is.

/** @param {HTMLFormElement} form @param {string} name @returns {HTMLElement | null} */
function control(form, name) {
  const found = form.elements.namedItem(name);
  return found instanceof HTMLElement ? found : null;
}

/** Say at each field what is wrong with it. @param {HTMLFormElement} form @param {Record<string, string>} faults by the names of fields */
export function mark(form, faults) {
  for (const [name, words] of Object.entries(faults)) {
    const field = control(form, name);
    if (!field) continue;
    const note = document.createElement("p");
    note.className = "error";
    note.id = `${field.id}-errors`;
    note.dataset.fault = "";
    note.textContent = words;
    (field.closest(".stepper") ?? field).after(note);
    field.setAttribute("aria-invalid", "true");
    field.setAttribute("aria-describedby", [field.getAttribute("aria-describedby"), note.id].filter(Boolean).join(" "));
  }
}

/** Take back what was said, that of the server too. @param {HTMLFormElement} form */
export function forget(form) {
  for (const field of form.querySelectorAll("[aria-invalid]")) {
    const notes = String(field.getAttribute("aria-describedby") ?? "").split(" ").filter((id) => !id.endsWith("-errors"));
    field.removeAttribute("aria-invalid");
    if (notes.join("")) field.setAttribute("aria-describedby", notes.join(" "));
    else field.removeAttribute("aria-describedby");
    field.closest(".wrong")?.classList.remove("wrong");
  }
  for (const note of form.querySelectorAll(".error")) note.remove();
  if (form.dataset.title) document.title = form.dataset.title;
}

/** Bring the focus to what is wrong, and let the title say so. @param {HTMLFormElement} form @param {Record<string, string>} words */
export function focusFault(form, words) {
  form.dataset.title ??= document.title;
  document.title = `${words.error} ${form.dataset.title}`;
  const wrong = Array.from(form.querySelectorAll("[aria-invalid]"));
  const field = /** @type {HTMLElement | undefined} */ (wrong.find((each) => each.checkVisibility()) ?? form.querySelector("[data-chips] button"));
  field?.focus();
}
