// Sends a form that was shown again with the present CSRF token, which changes when the viewer logs in on another
// page.

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
  // Without an answer the form is sent unchanged, and shown again.
  await renew(form).catch(() => {});
  form.submit();
});
