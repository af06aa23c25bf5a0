// A unit or a place chosen by its code or the beginning of its name: one word in place of many arrow keys.

/** @typedef {{province: string, code: string, name: string}} Place */

const MOST_SAID = 4;

/** Letters alone, without accents. @param {string} text */
const plain = (text) => text.normalize("NFD").replaceAll(/\p{M}/gu, "").trim().toLowerCase();

/**
 * The places that are meant: by a code, else by the beginning of a name, else of a word of it.
 * @param {string} typed @param {Place[]} places
 */
export function placesMeant(typed, places) {
  const wanted = plain(typed);
  if (!wanted) return [];
  const ways = [
    (/** @type {Place} */ place) => [place.code, place.province].map(plain).includes(wanted),
    (/** @type {Place} */ place) => plain(place.name).startsWith(wanted),
    (/** @type {Place} */ place) => plain(place.name).split(/[\s’'-]/).some((word) => word.startsWith(wanted)),
  ];
  return ways.map((way) => places.filter(way)).find((found) => found.length) || [];
}

/** @param {import("./taps.js").Taps} taps */
export function enableFinding(taps) {
  const { picture } = taps;
  const dialog = /** @type {HTMLDialogElement | null} */ (picture.figure.querySelector(".board-find"));
  const field = dialog?.querySelector("input");
  const says = dialog?.querySelector("[data-found]");
  if (!dialog || !field || !says) return;
  const places = Array.from(picture.svg.querySelectorAll(".spaces > [data-province]"), (space) => {
    const province = space.getAttribute("data-province") || "";
    return { province, code: /\((.+?)\)/.exec(picture.wordsOf(province))?.[1] || "", name: picture.places[province].name };
  });

  /** Those first that can be chosen now. */
  function meant() {
    const { meaningful } = taps;
    const found = placesMeant(field?.value || "", places.filter(({ province }) => meaningful.includes(province)));
    return found.length ? found : placesMeant(field?.value || "", places);
  }

  picture.figure.addEventListener("keydown", (event) => {
    const target = /** @type {Element} */ (event.target);
    if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || target.closest("dialog")) return;
    event.preventDefault();
    field.value = says.textContent = "";
    dialog.showModal();
  });
  // What is written there is no key of the board.
  field.addEventListener("keydown", (event) => event.stopPropagation());
  field.addEventListener("input", () => {
    const found = meant().slice(0, MOST_SAID);
    says.textContent = found.map(({ province }) => picture.nameOf(province)).join(" · ") || (field.value ? field.dataset.none || "" : "");
  });
  dialog.querySelector("form")?.addEventListener("submit", (event) => {
    event.preventDefault();
    const [first] = meant();
    if (!first) return;
    dialog.close();
    const isMark = picture.badges.all.some((badge) => badge.province === first.province) && !picture.targets.includes(first.province);
    taps.tap(first.province, null, isMark);
    picture.figure.dispatchEvent(new CustomEvent("board:answered"));
  });
  dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(); });
}
