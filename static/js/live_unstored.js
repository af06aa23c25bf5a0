// Entries not stored at the end of a phase: they stay on the page for reading and copying.

/** @typedef {HTMLSelectElement | HTMLInputElement | HTMLTextAreaElement} Control */

/** @param {Control} control */
function isChanged(control) {
  if (control instanceof HTMLSelectElement) {
    const loaded = Array.from(control.options).findIndex((option) => option.defaultSelected);
    return control.selectedIndex !== Math.max(0, loaded);
  }
  return control.value !== control.defaultValue;
}

/**
 * The controls with unstored values; on the page of a refused form, all controls with values.
 * @param {Element} task
 */
export function unstored(task) {
  const refused = task.matches("[data-refused], :has([data-refused])");
  const all = /** @type {NodeListOf<Control>} */ (task.querySelectorAll("select, textarea, input:not([type=hidden])"));
  return Array.from(all).filter((control) => (refused ? control.value !== "" : isChanged(control)));
}

/** The label and the value of a control. @param {Control} control */
function inWords(control) {
  const chosen = control instanceof HTMLSelectElement ? control.selectedOptions[0]?.textContent : control.value;
  return [control.labels?.[0]?.textContent, chosen].map((text) => String(text ?? "").replace(/\s+/g, " ").trim());
}

/** @param {Element} list @param {Control[]} choices */
function listChoices(list, choices) {
  for (const choice of choices) {
    const item = document.createElement("li");
    item.textContent = inWords(choice).filter(Boolean).join(" · ");
    list.append(item);
  }
  if (!choices.length) list.remove();
}

/** Show entries in a section above a task; return the section. @param {Element} task @param {Control[]} entries */
function showAbove(task, entries) {
  const template = /** @type {HTMLTemplateElement} */ (document.getElementById("live-kept"));
  const content = /** @type {DocumentFragment} */ (template.content.cloneNode(true));
  const section = /** @type {HTMLElement} */ (content.firstElementChild);
  const [list, box] = ["[data-choices]", "[data-typed]"].map((part) => /** @type {Element} */ (section.querySelector(part)));
  const typed = entries.find((control) => control instanceof HTMLTextAreaElement);
  listChoices(list, entries.filter((control) => control !== typed));
  if (typed) /** @type {HTMLTextAreaElement} */ (box).value = typed.value;
  else box.remove();
  section.querySelector("[data-away]")?.addEventListener("click", () => section.remove());
  task.before(section);
  return section;
}

/** True while there is an unstored entry, an unfinished order on the board, or an open question. */
export function isEntering() {
  const task = document.getElementById("live-task");
  const begun = document.querySelector("#live-board .entering, #live-board .choices, #live-task dialog[open]");
  return begun !== null || (task !== null && unstored(task).length > 0);
}

/** Keep unstored entries visible above the task of the next phase; return their section. */
export function rescueUnstored() {
  const task = document.getElementById("live-task");
  const entries = task ? unstored(task) : [];
  return task && entries.length ? showAbove(task, entries) : null;
}
