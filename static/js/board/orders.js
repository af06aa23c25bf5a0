// Orders in the canonical notation: the only module of the board that parses them.

/**
 * @typedef {object} Order
 * @property {string} text the order as written
 * @property {string} unit the ordered unit, such as "A PAR"
 * @property {"move"|"support"|"convoy"|"retreat"|"build"|"disband"|"waive"|"hold"} kind
 * @property {string} to the goal: a location, or empty
 * @property {string} other the supported or convoyed unit, or empty
 * @property {boolean} via true for a move by convoy
 */

const KINDS = /** @type {const} */ ({ "-": "move", R: "retreat", S: "support", C: "convoy", B: "build", D: "disband", H: "hold" });
const SHAPE = /^([AF] [A-Z/]+) (?:([HBD])|([-R]) ([A-Z/]+)( VIA)?|([SC]) ([AF] [A-Z/]+)(?: - ([A-Z/]+))?)$/;

/** The province of a location: SPA of SPA/NC. @param {string} location @returns {string} */
export const provinceOf = (location) => location.split("/")[0];

/** The location of a unit: SPA/NC of F SPA/NC. @param {string} unit @returns {string} */
export const locationOf = (unit) => unit.slice(unit.indexOf(" ") + 1);

/** The province of a unit: SPA of F SPA/NC. @param {string} unit @returns {string} */
export const placeOf = (unit) => provinceOf(locationOf(unit));

/** True for two units of one kind in one province, on any coast. @param {string} one @param {string} other */
export const isSameUnit = (one, other) => one.split("/")[0] === other.split("/")[0];

/** @param {string} text @returns {Order} */
export function parse(text) {
  const found = SHAPE.exec(text);
  if (!found) return { text, unit: "", kind: "waive", to: "", other: "", via: false };
  const [, unit, alone, going, to, via, helping, other, end] = found;
  const letter = /** @type {keyof typeof KINDS} */ (alone || going || helping);
  return { text, unit, kind: KINDS[letter], to: to || end || "", other: other || "", via: Boolean(via) };
}
