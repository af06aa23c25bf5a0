// Updates the clocks of a page.

const SECOND = 1000;
const LATE = 60; // seconds

/** The server's time minus the viewer's, in milliseconds, measured when the page loaded. */
let skew = 0;

/** The text of a clock. @param {number} seconds left @param {string} face the text for more than a day */
export function faceOf(seconds, face) {
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  const [days, hours, minutes] = [seconds / 86400, (seconds / 3600) % 24, (seconds / 60) % 60].map(Math.floor);
  if (days) return face.replace("{days}", String(days)).replace("{time}", `${two(hours)}:${two(minutes)}`);
  const rest = two(Math.floor(seconds % 60));
  return hours ? `${hours}:${two(minutes)}:${rest}` : `${minutes}:${rest}`;
}

function tick() {
  for (const clock of /** @type {NodeListOf<HTMLTimeElement>} */ (document.querySelectorAll("time[data-clock]"))) {
    const left = Math.max(0, Math.ceil((Date.parse(clock.dateTime) - Date.now() - skew) / SECOND));
    const face = faceOf(left, String(clock.dataset.face));
    if (clock.textContent !== face) clock.textContent = face;
    clock.toggleAttribute("data-late", left < LATE);
  }
  for (const notice of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-shows-at]"))) {
    notice.hidden = Date.parse(String(notice.dataset.showsAt)) > Date.now() + skew;
  }
}

/** Compute the skew from a clock that has just been loaded. */
function adjust() {
  const clock = /** @type {HTMLTimeElement | null} */ (document.querySelector("time[data-clock]"));
  if (clock) skew = Date.parse(clock.dateTime) - Number(clock.dataset.left) * SECOND - Date.now();
}

adjust();
tick();
setInterval(tick, SECOND);
document.addEventListener("visibilitychange", tick);
document.addEventListener("duel:renewed", (event) => {
  if (/** @type {CustomEvent} */ (event).detail.ids.includes("live-standing")) adjust();
  tick();
});
document.addEventListener("chapter:shown", tick);
