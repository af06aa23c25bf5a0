// Pages of chapters as they are asked for, kept for a while, and what they need besides.

const KEPT = 40;

/** Pages that came, or are coming, by their addresses.
 * @type {Map<string, Promise<string>>} */
const kept = new Map();

/** @param {string} url @param {AbortSignal} [signal] @returns {Promise<string>} */
export function page(url, signal) {
  const known = kept.get(url);
  if (known) return known;
  const coming = fetch(url, { signal }).then((answer) => {
    if (!answer.ok || answer.redirected) throw new Error(`${answer.status}`);
    return answer.text();
  });
  if (signal) coming.then(() => kept.set(url, coming), () => {});
  else kept.set(url, coming);
  coming.catch(() => kept.delete(url));
  for (const oldest of kept.keys()) if (kept.size > KEPT) kept.delete(oldest);
  return coming;
}

/** @param {string} url */
export function isKept(url) {
  return kept.has(url);
}

/** Ask for what another page needs and this one has not.
 * @param {Document} fresh @param {"script" | "link"} tag @param {"src" | "href"} where */
export function bring(fresh, tag, where) {
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
