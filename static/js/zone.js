// The zone and the hours in which the page writes times; the server learns the browser's own zone by a cookie.

const YEAR = 31_536_000; // seconds
const page = /** @type {HTMLMetaElement | null} */ (document.querySelector("meta[name='time-zone']"));

/** The zone of the browser. */
export const ownZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The language of the page; English with the hours that the rest of the site has. */
const language = () => document.documentElement.lang.replace(/^en$/, "en-GB");

/** The hours that the viewer has chosen, if they have. @returns {Intl.DateTimeFormatOptions} */
function hours() {
  const chosen = page?.dataset.hours;
  return chosen === "12" || chosen === "24" ? { hourCycle: chosen === "12" ? "h12" : "h23" } : {};
}

/** Writes times as the rest of the page does. @param {Intl.DateTimeFormatOptions} options */
export function timeFormat(options) {
  try {
    return new Intl.DateTimeFormat(language(), { ...options, ...hours(), timeZone: page?.content || ownZone });
  } catch {
    return new Intl.DateTimeFormat(language(), { ...options, ...hours() }); // a zone that this browser does not know
  }
}

/** What the server did not know at the first page of all. */
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
