// Orders that are tried out and not stored: the server draws those in the form.

/** @param {HTMLFormElement} form @param {HTMLElement} figure @param {boolean} hasOrders true if the form has orders from the beginning */
export function previewArrows(form, figure, hasOrders = false) {
  /** @type {AbortController | null} */
  let request = null;

  async function draw() {
    request?.abort();
    request = new AbortController();
    const options = { method: "POST", body: new FormData(form), headers: { Accept: "application/json" }, signal: request.signal };
    const drawn = await fetch(String(form.dataset.arrows), options).then((answer) => answer.json()).catch(() => null);
    const arrows = figure.querySelector(".arrows");
    if (arrows && drawn?.arrows !== undefined) arrows.innerHTML = drawn.arrows;
  }

  form.addEventListener("input", draw);
  if (hasOrders) void draw();
}
