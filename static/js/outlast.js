// Listeners that are removed with a part of the page, so that new phases do not accumulate them; and browser storage,
// which may be unavailable.

/**
 * Listen on the whole page while a part of it exists. @param {Element} part @param {EventTarget} target @param
 * {string} kind the type of event @param {(event: Event) => void} listener
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
