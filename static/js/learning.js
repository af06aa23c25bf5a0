// Lessons: the browser remembers a visitor's progress, and adds it to the account of a member. Without the browser's
// storage everything works, but progress is forgotten.

const KEY = "lessons";
const course = document.querySelector("[data-course]");
const joining = /** @type {HTMLFormElement | null} */ (document.querySelector("#join-lessons"));

/** The stored progress by lesson: solved or skipped. @returns {Record<string, string>} */
function remembered() {
  try {
    const known = JSON.parse(localStorage.getItem(KEY) || "{}");
    return known && typeof known === "object" ? known : {};
  } catch {
    return {};
  }
}

/** @param {Record<string, string>} states */
function remember(states) {
  try {
    localStorage.setItem(KEY, JSON.stringify(states));
  } catch { /* Progress is forgotten. */ }
}

/** Show the progress on the list. @param {Record<string, string>} states */
function mark(states) {
  const items = /** @type {HTMLElement[]} */ (Array.from(course?.querySelectorAll("[data-lesson]") || []));
  for (const item of items) {
    const state = states[String(item.dataset.lesson)];
    if (!state || item.className) continue;
    item.classList.add(state === "solved" ? "solved" : "skipped");
    const said = item.querySelector("[data-done]");
    if (said) said.textContent = String(course?.getAttribute("data-course"));
  }
  for (const part of course?.querySelectorAll(".course-part") || []) {
    const done = part.querySelectorAll("[data-lesson][class]").length;
    const count = /** @type {HTMLElement} */ (part.querySelector(".progress-of-part"));
    count.textContent = `${done}/${count.dataset.all}`;
    if (done === Number(count.dataset.all)) part.querySelector("[data-skip]")?.remove();
  }
  const next = /** @type {HTMLAnchorElement | null} */ (document.querySelector("#next-lesson"));
  const first = items.find((item) => !item.className)?.querySelector("a");
  if (!next || !first || !items.some((item) => item.className)) return;
  next.href = first.href;
  next.textContent = String(next.dataset.words);
}

/** @param {HTMLFormElement} form */
async function join(form) {
  const states = remembered();
  if (!Object.keys(states).length) return;
  const sent = new FormData(form);
  sent.set("lessons", JSON.stringify(states));
  const answer = await fetch(form.action, { method: "POST", body: sent }).catch(() => null);
  if (answer?.ok) try { localStorage.removeItem(KEY); } catch { /* Sent again next time. */ }
}

const solved = /** @type {HTMLElement | null} */ (document.querySelector("[data-solved]"));
if (solved) remember({ ...remembered(), [String(solved.dataset.solved)]: "solved" });
mark(remembered());
if (joining) void join(joining);

course?.addEventListener("submit", (event) => {
  if (joining) return;
  event.preventDefault();
  const part = /** @type {HTMLFormElement} */ (event.target).closest(".course-part");
  const keys = Array.from(part?.querySelectorAll("[data-lesson]:not([class])") || [], (item) => String(item.getAttribute("data-lesson")));
  remember({ ...Object.fromEntries(keys.map((key) => [key, "skipped"])), ...remembered() });
  mark(remembered());
  const next = /** @type {HTMLElement | null | undefined} */ (part?.nextElementSibling?.querySelector("a"));
  next?.focus();
});

const sheet = /** @type {HTMLFormElement | null} */ (document.querySelector("form.entry"));
if (sheet?.querySelector("input.bid")) (await import("./entry/bids.js")).enableSheet(sheet);
sheet?.classList.add("alive");
