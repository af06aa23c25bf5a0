// The page that a device shows without a connection: the viewer's list of duels as it was last seen.

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
  // Nothing can be sent.
  for (const each of duels.querySelectorAll("form, button, .button")) each.remove();
  const time = /** @type {HTMLTimeElement} */ (place.querySelector("time"));
  const seen = new Date(stored.headers.get("date") ?? "");
  time.dateTime = seen.toISOString();
  time.textContent = written(seen);
  // "3 hours left" was said then.
  for (const each of duels.querySelectorAll("time")) each.textContent = written(new Date(each.dateTime));
  place.append(document.adoptNode(duels));
  place.hidden = false;
}

/** Load the page anew once the site answers: a connection may be there before the site can be reached. */
async function tryAgain() {
  if (location.pathname === "/offline") return; // that is what was asked for
  const answer = await fetch("/healthz", { cache: "no-store" }).catch(() => null);
  if (answer?.ok) location.reload();
}

void show();
addEventListener("online", tryAgain);
setInterval(tryAgain, EVERY);
