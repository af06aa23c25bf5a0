// Notifications on this device: the browser asks for permission only after the button is pressed.

/** @param {HTMLFormElement} form @param {string} name @param {string} value */
function fill(form, name, value) {
  /** @type {HTMLInputElement} */ (form.elements.namedItem(name)).value = value;
}

/** @param {string} text @returns {Uint8Array<ArrayBuffer>} */
function bytes(text) {
  return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (each) => each.charCodeAt(0));
}

/** Make a new subscription each time, so that one of another user of this browser ends.
 * @param {HTMLFormElement} form */
async function subscribe(form) {
  const worker = await navigator.serviceWorker.register(String(form.dataset.worker));
  const before = await worker.pushManager.getSubscription();
  if (before) {
    fill(form, "replaced", before.endpoint);
    await before.unsubscribe();
  }
  await navigator.serviceWorker.ready;
  const key = bytes(String(form.dataset.push));
  const { endpoint, keys } = (await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })).toJSON();
  fill(form, "endpoint", String(endpoint));
  fill(form, "p256dh", String(keys?.p256dh));
  fill(form, "auth", String(keys?.auth));
}

/** @param {HTMLFormElement} form */
async function enable(form) {
  const says = /** @type {HTMLElement} */ (form.querySelector("[data-push-says]"));
  says.textContent = "";
  if ((await Notification.requestPermission()) !== "granted") {
    says.textContent = String(form.dataset.deniedWords);
    return;
  }
  try {
    await subscribe(form);
    form.submit();
  } catch {
    says.textContent = String(form.dataset.failedWords);
  }
}

const form = /** @type {HTMLFormElement | null} */ (document.querySelector("form[data-push]"));
if (form && "serviceWorker" in navigator && "PushManager" in window && "Notification" in window) {
  form.hidden = false;
  document.querySelector("[data-push-impossible]")?.remove();
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void enable(form);
  });
}
