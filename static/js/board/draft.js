// Orders that are tried and stored nowhere: the server draws them as they stand in the form.

/** @param {HTMLFormElement} form @param {HTMLElement} figure */
export function drawDraft(form, figure) {
  /** @type {AbortController | null} */
  let asking = null;

  async function draw() {
    asking?.abort();
    asking = new AbortController();
    const request = { method: "POST", body: new FormData(form), headers: { Accept: "application/json" }, signal: asking.signal };
    const told = await fetch(String(form.dataset.arrows), request).then((answer) => answer.json()).catch(() => null);
    const arrows = figure.querySelector(".arrows");
    if (arrows && told?.arrows !== undefined) arrows.innerHTML = told.arrows;
  }

  form.addEventListener("input", draw);
}
