// Every change of the form is stored at once; what the server has is what the board draws.

/**
 * @param {HTMLFormElement} form
 * @param {Record<string, string>} words
 */
export function storeChanges(form, words) {
  const status = /** @type {HTMLElement | null} */ (document.querySelector("[data-stored]"));
  let wanted = 0;
  let stored = 0;
  let busy = false;
  let pause = 0;

  form.addEventListener("input", () => { wanted += 1; push(); });
  addEventListener("online", push);

  async function push() {
    if (busy || stored === wanted) return;
    busy = true;
    const sending = wanted;
    tell(words.storing);
    try {
      const answer = await fetch(String(form.dataset.store), { method: "POST", body: new FormData(form), headers: { Accept: "application/json" } });
      const told = await answer.json();
      pause = 0;
      if (answer.ok) {
        stored = sending;
        show(told);
        if (stored === wanted) document.dispatchEvent(new CustomEvent("entry:stored"));
      } else {
        stored = wanted;
        tell(told.problem, true);
      }
    } catch {
      tell(words.offline, true);
      pause = Math.min(pause * 2 + 1000, 15000);
      setTimeout(push, pause);
    }
    busy = false;
    if (stored !== wanted && !pause) push();
  }

  /** @param {string} text */
  function tell(text, bad = false) {
    if (!status) return;
    status.textContent = text;
    status.classList.toggle("bad", bad);
  }

  /** @param {{seen: string, stored: string, arrows: string, typed: string, ready: string, is_ready: boolean}} told */
  function show(told) {
    for (const seen of document.querySelectorAll('input[name="seen"]')) /** @type {HTMLInputElement} */ (seen).value = told.seen;
    const arrows = document.querySelector(".board .arrows");
    if (arrows) arrows.innerHTML = told.arrows;
    const box = /** @type {HTMLTextAreaElement | null} */ (document.getElementById("typed"));
    if (box && box.value === box.defaultValue) box.value = box.defaultValue = told.typed;
    const ready = document.getElementById("ready-section");
    if (ready) ready.innerHTML = told.ready;
    if (!told.is_ready) document.querySelector("[data-ready-note]")?.remove();
    tell(told.stored);
  }
}
