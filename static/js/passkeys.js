// Passkeys: the browser makes one for the account, or uses one to log in, by a button or in the name field.

/** @param {string} text in base64url @returns {Uint8Array<ArrayBuffer>} */
export function bytes(text) {
  return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (each) => each.charCodeAt(0));
}

/** Bytes as base64url; other values unchanged. @param {unknown} value @returns {unknown} */
export function written(value) {
  if (!(value instanceof ArrayBuffer)) return value;
  const text = Array.from(new Uint8Array(value), (each) => String.fromCharCode(each)).join("");
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** The site's request, with bytes instead of text.
 * @param {any} asked */
export function read(asked) {
  const described = (/** @type {any} */ each) => ({ ...each, id: bytes(each.id) });
  return {
    ...asked,
    challenge: bytes(asked.challenge),
    ...(asked.user && { user: described(asked.user) }),
    ...(asked.excludeCredentials && { excludeCredentials: asked.excludeCredentials.map(described) }),
    allowCredentials: [],
  };
}

/** The device's answer, as text.
 * @param {any} made @param {string[]} names */
function asText(made, names) {
  const response = Object.fromEntries(names.map((name) => [name, written(made.response[name])]));
  const transports = made.response.getTransports?.();
  return JSON.stringify({
    id: made.id,
    rawId: written(made.rawId),
    type: made.type,
    response: { ...response, ...(transports && { transports }) },
  });
}

/** @param {HTMLFormElement} form @param {string} answer @param {string} [address] */
function send(form, answer, address) {
  /** @type {HTMLInputElement} */ (form.elements.namedItem("credential")).value = answer;
  if (address) form.action = address;
  form.submit();
}

/** @param {Element} place @param {string} [words] */
function say(place, words) {
  /** @type {HTMLElement} */ (place.querySelector("[data-says]")).textContent = words ?? "";
}

/** @param {HTMLFormElement} form */
function enableMaking(form) {
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    say(form);
    try {
      const publicKey = read(JSON.parse(String(form.dataset.options)));
      const made = await navigator.credentials.create({ publicKey });
      send(form, asText(made, ["clientDataJSON", "attestationObject"]));
    } catch {
      say(form, form.dataset.failedWords);
    }
  });
}

/** @param {HTMLElement} way */
function enableUsing(way) {
  const form = /** @type {HTMLFormElement} */ (way.closest("form"));
  let waiting = new AbortController();

  /** @param {CredentialMediationRequirement} mediation */
  async function use(mediation) {
    const token = /** @type {HTMLInputElement} */ (form.elements.namedItem("csrf_token")).value;
    const body = new URLSearchParams({ csrf_token: token });
    const asked = await fetch(String(way.dataset.passkey), { method: "POST", body });
    const publicKey = read(await asked.json());
    waiting.abort();
    waiting = new AbortController();
    const used = await navigator.credentials.get({ publicKey, mediation, signal: waiting.signal });
    send(form, asText(used, ["clientDataJSON", "authenticatorData", "signature", "userHandle"]), way.dataset.sendTo);
  }

  way.hidden = false;
  way.querySelector("button")?.addEventListener("click", () => {
    say(way);
    use("optional").catch(() => say(way, way.dataset.failedWords));
  });
  // If it can, the browser offers the passkey in the name field; without a choice there is no message.
  void PublicKeyCredential.isConditionalMediationAvailable?.().then((can) => (can ? use("conditional") : undefined)).catch(() => {});
}

const making = /** @type {HTMLFormElement | null} */ (document.querySelector("form[data-options]"));
const using = /** @type {HTMLElement | null} */ (document.querySelector("[data-passkey]"));
if (!window.PublicKeyCredential) {
  if (making) say(making, making.dataset.unknownWords);
} else {
  if (making) enableMaking(making);
  if (using) enableUsing(using);
}
