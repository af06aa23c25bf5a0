// Shows the faults of an entry at their fields and in the title; a fault in typed orders links to its line.

/** @param {HTMLFormElement} form @param {string} name @returns {HTMLElement | null} */
function control(form, name) {
  const found = form.elements.namedItem(name);
  return found instanceof HTMLElement ? found : null;
}

/** Show the fault at each field. @param {HTMLFormElement} form @param {Record<string, string>} faults by field name @param {Record<string, string>} rules links to the broken rules */
export function mark(form, faults, rules) {
  for (const [name, words] of Object.entries(faults)) {
    const field = control(form, name);
    if (!field) continue;
    const note = document.createElement("p");
    note.className = "error";
    note.id = `${field.id}-errors`;
    note.dataset.fault = "";
    if (rules[name]) {
      const link = note.appendChild(document.createElement("a"));
      link.className = "why";
      link.href = rules[name];
      link.textContent = words;
    } else note.textContent = words;
    (field.closest(".stepper") ?? field).after(note);
    field.setAttribute("aria-invalid", "true");
    field.setAttribute("aria-describedby", [field.getAttribute("aria-describedby"), note.id].filter(Boolean).join(" "));
  }
}

/** Remove all faults, including the server's. @param {HTMLFormElement} form */
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

/** Focus the first fault, and mention it in the title. @param {HTMLFormElement} form @param {Record<string, string>} words */
export function focusFault(form, words) {
  form.dataset.title ??= document.title;
  document.title = `${words.error} ${form.dataset.title}`;
  const wrong = Array.from(form.querySelectorAll("[aria-invalid]"));
  const field = /** @type {HTMLElement | undefined} */ (wrong.find((each) => each.checkVisibility()) ?? form.querySelector("[data-chips] button"));
  field?.focus();
}

/** The text field for typed orders, which has its own buttons for storing. */
const box = () => /** @type {HTMLTextAreaElement | null} */ (document.getElementById("typed"));

/** True while typed text is not stored, including refused text that came back with the page. */
export function isTyping() {
  const typed = box();
  if (!typed?.form?.matches(".typed form")) return false;
  return typed.value !== typed.defaultValue || (typed.hasAttribute("aria-invalid") && typed.value.trim() !== "");
}

/** Focus the typed text that is not stored. @param {string} words */
export function focusTyped(words) {
  const typed = box();
  const details = typed?.closest("details");
  if (details) details.open = true;
  const note = details?.querySelector("[data-unstored]");
  if (note) note.textContent = words;
  typed?.focus();
  note?.nextElementSibling?.scrollIntoView({ block: "nearest" });
}

/** The beginning and the end of a line, counted from 1. @param {string} text @param {number} number @returns {[number, number]} */
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
