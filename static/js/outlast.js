// Listeners on what outlasts a part of the page: they go with that part, or each new phase would leave some behind.

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
