// What was entered and not stored when a phase ended: it stays on the page, to be read and copied.

/** @typedef {HTMLSelectElement | HTMLInputElement | HTMLTextAreaElement} Control */

/** @param {Control} control */
function differs(control) {
  if (control instanceof HTMLSelectElement) {
    const loaded = Array.from(control.options).findIndex((option) => option.defaultSelected);
    return control.selectedIndex !== Math.max(0, loaded);
  }
  return control.value !== control.defaultValue;
}

/**
 * The controls that hold what is not stored; on a page that refused what was sent, all that hold anything.
 * @param {ParentNode} task
 */
export function unstored(task) {
  const refused = task.querySelector("[data-refused]") !== null;
  const all = /** @type {NodeListOf<Control>} */ (task.querySelectorAll("select, textarea, input:not([type=hidden])"));
  return Array.from(all).filter((control) => (refused ? control.value !== "" : differs(control)));
}

/** What has been stored without a reload is what was loaded. */
document.addEventListener("entry:stored", () => {
  for (const option of /** @type {NodeListOf<HTMLOptionElement>} */ (document.querySelectorAll("form.entry option"))) {
    option.defaultSelected = option.selected;
  }
});

/** A choice in words. @param {Control} control */
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

/** Put what was entered above a task, and return where it stands. @param {Element} task @param {Control[]} entered */
export function keep(task, entered) {
  const template = /** @type {HTMLTemplateElement} */ (document.getElementById("live-kept"));
  const kept = /** @type {HTMLElement} */ (template.content.cloneNode(true)).firstElementChild;
  const [list, box] = ["[data-choices]", "[data-typed]"].map((mark) => /** @type {Element} */ (kept?.querySelector(mark)));
  const typed = entered.find((control) => control instanceof HTMLTextAreaElement);
  listChoices(list, entered.filter((control) => control !== typed));
  if (typed) /** @type {HTMLTextAreaElement} */ (box).value = typed.value;
  else box.remove();
  kept?.querySelector("[data-away]")?.addEventListener("click", () => kept.remove());
  task.before(/** @type {Element} */ (kept));
  return /** @type {HTMLElement} */ (kept);
}
