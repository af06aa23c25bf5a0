// What outlasts a part of the page: listeners, which go with that part, or each new phase would leave some behind;
// and what the browser keeps beyond the page. One that keeps nothing is no reason to stop.

/**
 * Listen on the whole page for as long as a part of it is there.
 * @param {Element} part @param {EventTarget} target @param {string} kind of event @param {(event: Event) => void} listener
 */
export function listenWhileThere(part, target, kind, listener) {
  const gone = new AbortController();
  target.addEventListener(kind, (event) => {
    if (part.isConnected) listener(event);
    else gone.abort();
  }, { signal: gone.signal });
}

/** @typedef {"localStorage" | "sessionStorage"} Store */

/** @param {Store} store @param {string} name */
export function kept(store, name) {
  try {
    return window[store].getItem(name);
  } catch {
    return null;
  }
}

/** @param {Store} store @param {string} name @param {string} value */
export function keep(store, name, value) {
  try {
    window[store].setItem(name, value);
  } catch { /* kept nowhere */ }
}

/** @param {Store} store @param {string} name */
export function forget(store, name) {
  try {
    window[store].removeItem(name);
  } catch { /* it was kept nowhere */ }
}
