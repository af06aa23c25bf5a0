// What the opponent said counts as read once it is in sight.

/** @returns {HTMLElement | null} */
const unread = () => document.querySelector(".part.open > #live-talk [data-unread]");

function markRead() {
  const said = unread();
  const token = /** @type {HTMLInputElement | null} */ (document.querySelector("#part-talk input[name='csrf_token']"));
  if (!said || !token || document.hidden) return;
  const address = String(said.dataset.unread);
  delete said.dataset.unread;
  said.lastElementChild?.scrollIntoView({ block: "nearest" });
  const body = new URLSearchParams({ csrf_token: token.value });
  fetch(address, { method: "POST", body, redirect: "manual", keepalive: true })
    .then(() => document.querySelector("#live-talk-mark")?.replaceChildren())
    .catch(() => { said.dataset.unread = address; });
}

// After the other listeners of the same event, which open the part or exchange it.
const soon = () => { setTimeout(markRead); };
for (const name of ["click", "keydown", "duel:renewed", "visibilitychange"]) document.addEventListener(name, soon);
soon();
