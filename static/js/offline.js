// The page shown without a connection: the viewer's list of duels as last seen.

/** @param {Date} instant */
const written = (instant) =>
  instant.toLocaleString(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });
const EVERY = 5_000;
const place = /** @type {HTMLElement} */ (document.querySelector("#seen"));

async function show() {
  const stored = await caches.match("/duels/", { cacheName: "seen" });
  if (!stored) return;
  const page = new DOMParser().parseFromString(await stored.text(), "text/html");
  const duels = page.querySelector("#duels");
  if (!duels) return;
  // No form can be sent.
  for (const each of duels.querySelectorAll("form, button, .button")) each.remove();
  const time = /** @type {HTMLTimeElement} */ (place.querySelector("time"));
  const seen = new Date(stored.headers.get("date") ?? "");
  time.dateTime = seen.toISOString();
  time.textContent = written(seen);
  // "3 hours left" is out of date.
  for (const each of duels.querySelectorAll("time")) each.textContent = written(new Date(each.dateTime));
  place.append(document.adoptNode(duels));
  place.hidden = false;
}

/** Reload the page once the site answers, which may be later than the connection is back. */
async function tryAgain() {
  if (location.pathname === "/offline") return; // this page was opened by its address
  const answer = await fetch("/healthz", { cache: "no-store" }).catch(() => null);
  if (answer?.ok) location.reload();
}

void show();
addEventListener("online", tryAgain);
setInterval(tryAgain, EVERY);
