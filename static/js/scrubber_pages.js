// A cache of chapter pages, and the loading of scripts and style sheets that they need.

const MOST_CACHED = 40;

/** Pages by address, loaded or loading. @type {Map<string, Promise<string>>} */
const cache = new Map();

/** @param {string} url @param {AbortSignal} [signal] @returns {Promise<string>} */
export function fetchPage(url, signal) {
  const cached = cache.get(url);
  if (cached) return cached;
  const page = fetch(url, { signal }).then((answer) => {
    if (!answer.ok || answer.redirected) throw new Error(`${answer.status}`);
    return answer.text();
  });
  if (signal) page.then(() => cache.set(url, page), () => {});
  else cache.set(url, page);
  page.catch(() => cache.delete(url));
  for (const oldest of cache.keys()) if (cache.size > MOST_CACHED) cache.delete(oldest);
  return page;
}

/** @param {string} url */
export function isCached(url) {
  return cache.has(url);
}

/** Load the scripts or style sheets of another page that this one lacks.
 * @param {Document} fresh @param {"script" | "link"} tag @param {"src" | "href"} where */
export function loadMissing(fresh, tag, where) {
  const selector = tag === "script" ? "script[src]" : "link[rel='stylesheet']";
  /** @param {Element} one */
  const path = (one) => new URL(Reflect.get(one, where)).pathname;
  const here = new Set(Array.from(document.querySelectorAll(selector), path));
  for (const wanted of fresh.querySelectorAll(selector)) {
    if (here.has(path(wanted))) continue;
    const copy = document.createElement(tag);
    for (const { name, value } of wanted.attributes) copy.setAttribute(name, value);
    document.head.append(copy);
  }
}
