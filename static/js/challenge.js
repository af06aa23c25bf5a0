// A challenge to a friend is unrated unless one says otherwise; any other one is rated.

const rated = /** @type {HTMLInputElement | null} */ (document.querySelector("[name=rated]"));
let isChosen = false;
rated?.addEventListener("change", () => (isChosen = true));
for (const kind of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("[name=kind]"))) {
  kind.addEventListener("change", () => {
    if (rated && !isChosen) rated.checked = kind.value !== "link";
  });
}
