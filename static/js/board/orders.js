// Orders in the canonical notation: the one place of the board that takes their text apart.

/**
 * @typedef {object} Order
 * @property {string} text the order as it is written
 * @property {string} unit the unit that is ordered, such as "A PAR"
 * @property {"move"|"support"|"convoy"|"retreat"|"build"|"disband"|"waive"|"hold"} kind
 * @property {string} to where the order leads: a location, or nothing
 * @property {string} other the unit that is supported or convoyed, or nothing
 * @property {boolean} via true of a move by convoy
 */

const KINDS = /** @type {const} */ ({ "-": "move", R: "retreat", S: "support", C: "convoy", B: "build", D: "disband", H: "hold" });
const SHAPE = /^([AF] [A-Z/]+) (?:([HBD])|([-R]) ([A-Z/]+)( VIA)?|([SC]) ([AF] [A-Z/]+)(?: - ([A-Z/]+))?)$/;

/** The province of a location: SPA of SPA/NC. @param {string} location @returns {string} */
export const provinceOf = (location) => location.split("/")[0];

/** The location of a unit: SPA/NC of F SPA/NC. @param {string} unit @returns {string} */
export const locationOf = (unit) => unit.slice(unit.indexOf(" ") + 1);

/** The province of a unit: SPA of F SPA/NC. @param {string} unit @returns {string} */
export const placeOf = (unit) => provinceOf(locationOf(unit));

/** True of two units of one kind in one province, on whatever coast. @param {string} one @param {string} other */
export const isSameUnit = (one, other) => one.split("/")[0] === other.split("/")[0];

/** @param {string} text @returns {Order} */
export function parse(text) {
  const found = SHAPE.exec(text);
  if (!found) return { text, unit: "", kind: "waive", to: "", other: "", via: false };
  const [, unit, alone, going, to, via, helping, other, end] = found;
  const letter = /** @type {keyof typeof KINDS} */ (alone || going || helping);
  return { text, unit, kind: KINDS[letter], to: to || end || "", other: other || "", via: Boolean(via) };
}
