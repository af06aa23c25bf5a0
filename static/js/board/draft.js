// Orders that are tried and stored nowhere: the server draws them as they stand in the form.

/** @param {HTMLFormElement} form @param {HTMLElement} figure */
export function drawDraft(form, figure) {
  /** @type {AbortController | null} */
  let asking = null;

  async function draw() {
    asking?.abort();
    asking = new AbortController();
    const request = { method: "POST", body: new FormData(form), headers: { Accept: "application/json" }, signal: asking.signal };
    const answer = await fetch(String(form.dataset.arrows), request).catch(() => null);
    if (!answer?.ok) return;
    const arrows = figure.querySelector(".arrows");
    if (arrows) arrows.innerHTML = (await answer.json()).arrows;
  }

  form.addEventListener("input", draw);
}
