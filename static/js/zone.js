// The time zone and hour format of the page; a cookie tells the server the browser's zone.

const YEAR = 31_536_000; // seconds
const page = /** @type {HTMLMetaElement | null} */ (document.querySelector("meta[name='time-zone']"));

/** The zone of the browser. */
export const ownZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The language of the page; British for English, as on the rest of the site. */
const language = () => document.documentElement.lang.replace(/^en$/, "en-GB");

/** The viewer's choice of 12 or 24 hours, if any. @returns {Intl.DateTimeFormatOptions} */
function hours() {
  const chosen = page?.dataset.hours;
  return chosen === "12" || chosen === "24" ? { hourCycle: chosen === "12" ? "h12" : "h23" } : {};
}

/** Return a formatter for times as on the rest of the page. @param {Intl.DateTimeFormatOptions} options */
export function timeFormat(options) {
  try {
    return new Intl.DateTimeFormat(language(), { ...options, ...hours(), timeZone: page?.content || ownZone });
  } catch {
    return new Intl.DateTimeFormat(language(), { ...options, ...hours() }); // a zone unknown to this browser
  }
}

/** Rewrite the times of the very first page, for which the server did not know the zone. */
function writeInOwnZone() {
  const format = timeFormat({ day: "numeric", month: "short", year: "numeric", hour: "2-digit", minute: "2-digit" });
  for (const time of /** @type {NodeListOf<HTMLTimeElement>} */ (document.querySelectorAll("time[datetime][title]"))) {
    time.title = format.format(new Date(time.dateTime));
  }
}

if (ownZone && !document.cookie.split("; ").includes(`zone=${ownZone}`)) {
  const secure = location.protocol === "https:" ? "; Secure" : "";
  document.cookie = `zone=${ownZone}; Path=/; Max-Age=${YEAR}; SameSite=Lax${secure}`;
}
if (page && !page.content) writeInOwnZone();
