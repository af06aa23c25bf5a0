// Saves settings as soon as they are chosen. A refused form is sent again as a page, whose answer says why.

/** Whether a form was accepted: then the answer is the page with the form. @param {Response} answer */
const isTaken = (answer) => answer.ok && new URL(answer.url).pathname === location.pathname;

/** Save a form after each choice in it. @param {HTMLFormElement} form */
function saveAtOnce(form) {
  const fields = /** @type {HTMLInputElement[]} */ ([...form.elements]);
  const button = /** @type {HTMLInputElement} */ (fields.find((field) => field.type === "submit"));
  const says = document.createElement("span");
  says.className = "soft";
  says.setAttribute("role", "status");
  button.after(says);
  // The button saves typed text.
  button.hidden = !fields.some((field) => field.matches("[type='text'], [type='time']"));

  let last = Promise.resolve();

  async function send() {
    says.textContent = "";
    const answer = await fetch(form.action, { method: "POST", body: new FormData(form) }).catch(() => null);
    if (!answer || !isTaken(answer)) form.submit();
    else if (form.dataset.saves === "page") location.reload();
    else says.textContent = String(form.dataset.savedWords);
  }

  form.addEventListener("change", (event) => {
    const field = /** @type {HTMLInputElement} */ (event.target);
    if (field.matches("select, [type='radio'], [type='checkbox']")) last = last.then(send);
  });
}

for (const form of document.querySelectorAll("form[data-saves]")) {
  saveAtOnce(/** @type {HTMLFormElement} */ (form));
}
