// Offers this browser's time zone for the account.

import { ownZone } from "./zone.js";

const button = /** @type {HTMLButtonElement | null} */ (document.querySelector("[data-own-zone]"));
const field = /** @type {HTMLInputElement | null} */ (document.querySelector("input[name='zone']"));

if (button && field && ownZone) {
  const offer = () => (button.hidden = field.value === ownZone);
  button.textContent = String(button.dataset.ownZone).replace("{zone}", ownZone);
  button.addEventListener("click", () => {
    field.value = ownZone;
    field.focus();
    offer();
  });
  field.addEventListener("input", offer);
  offer();
}
