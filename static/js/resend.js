// A form that was shown again is sent with the token of now: whoever has logged in on another page since has a new one.

const form = /** @type {HTMLFormElement | null} */ (document.querySelector("form[data-renewed-by]"));

/** @param {HTMLFormElement} form */
async function renew(form) {
  const answer = await fetch(String(form.dataset.renewedBy), { cache: "no-store" });
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const token = /** @type {HTMLInputElement | null} */ (page.querySelector("input[name=csrf_token]"));
  const own = /** @type {HTMLInputElement} */ (form.elements.namedItem("csrf_token"));
  if (token) own.value = token.value;
}

form?.addEventListener("submit", async (event) => {
  event.preventDefault();
  // Without an answer it is sent as it stands, and shown again.
  await renew(form).catch(() => {});
  form.submit();
});
