// Plays a sound when the duel moves on or the opponent hands in, if switched on: once per change, in one tab, and not
// for the viewer's own acts. A hidden page asks now and then.

import { keep, kept } from "./outlast.js";

const ASK_WHILE_HIDDEN = 10_000;
const OWN_ACT = 5_000;
const START_WITHIN = 500;
/** Notes in hertz, one after the other. */
const NOTES = { moved: [523.25, 783.99], ready: [659.25], auction: [392, 523.25, 659.25], over: [523.25, 659.25, 783.99, 1046.5] };
/** The stamp's phase after the end, and the last letter of an auction's phase. */
const OVER = "over", AUCTION = "B";
const LENGTH = 0.22; // seconds
const LOUDNESS = 0.12;

/** @typedef {{ text: string, ordinal: number, phase: string, seals: Record<string, string> }} Stamp */

const live = () => document.getElementById("live");
const page = live()?.dataset.page;
const box = /** @type {HTMLInputElement | null} */ (document.querySelector("[data-sound]"));
/** @type {AudioContext | null} */
let audio = null;

const isOn = () => kept("localStorage", "sound") === "on";
/** The storage key for this duel, shared by all tabs. @param {string} what */
const ofDuel = (what) => `sound-${what}:${page}`;

/** Read the public part of a stamp: chapters, phase, seals of players who are ready. @param {string} stamp @returns {Stamp} */
export function read(stamp) {
  const [ordinal, phase, first, second, version] = stamp.split(".");
  return { text: [ordinal, phase, first, second, version].join("."), ordinal: Number(ordinal), phase, seals: { first, second } };
}

/** The event between two stamps that needs a sound, if any. @param {Stamp} before @param {Stamp} after @param {string} [own] the viewer's side */
export function news(before, after, own) {
  if (after.ordinal < before.ordinal) return null;
  if (after.phase !== before.phase) return after.phase === OVER ? "over" : before.phase.endsWith(AUCTION) ? "auction" : "moved";
  const others = Object.keys(after.seals).filter((player) => player !== own);
  return others.some((player) => before.seals[player] === "-" && after.seals[player] !== "-") ? "ready" : null;
}

/** Claim the sound of a stamp; false if another tab has claimed it. @param {string} text */
function claim(text) {
  const isNew = kept("localStorage", ofDuel("heard")) !== text;
  keep("localStorage", ofDuel("heard"), text);
  return isNew && Date.now() - Number(kept("localStorage", ofDuel("act"))) > OWN_ACT;
}

/** Enable sound: browsers require a press or a key first. @returns {Promise<boolean>} */
async function isPlayable() {
  audio ??= new AudioContext();
  if (audio.state !== "running") await Promise.race([audio.resume(), new Promise((done) => { setTimeout(done, START_WITHIN); })]);
  return audio.state === "running";
}

/** @param {keyof typeof NOTES} kind */
function play(kind) {
  if (!audio) return;
  let at = audio.currentTime;
  for (const frequency of NOTES[kind]) {
    const tone = new OscillatorNode(audio, { frequency });
    const volume = new GainNode(audio, { gain: 0 });
    volume.gain.setValueAtTime(0, at).linearRampToValueAtTime(LOUDNESS, at + 0.02).exponentialRampToValueAtTime(0.001, at + LENGTH);
    tone.connect(volume).connect(audio.destination);
    tone.start(at);
    tone.stop(at + LENGTH);
    at += LENGTH * 0.7;
  }
}

let known = read(String(live()?.dataset.stamp));

/** @param {string} text the present stamp of the duel */
async function hear(text) {
  const after = read(text);
  const kind = news(known, after, live()?.dataset.player);
  if (after.ordinal >= known.ordinal) known = after;
  // A tab without permission for sound leaves it to others.
  if (!kind || !isOn() || !await isPlayable()) return;
  const isFirst = await (navigator.locks?.request(ofDuel("lock"), () => claim(text)) ?? claim(text));
  if (isFirst) play(kind);
}

async function ask() {
  const address = live()?.dataset.events && live()?.dataset.ask;
  if (!address || !isOn()) return;
  const answer = await fetch(address, { cache: "no-store" }).catch(() => null);
  if (answer?.ok) await hear((await answer.json()).stamp);
}

/** @param {HTMLInputElement} control */
function enable(control) {
  const shown = control.closest("[hidden]");
  if (shown) shown.removeAttribute("hidden");
  control.checked = isOn();
  control.addEventListener("change", async () => {
    keep("localStorage", "sound", control.checked ? "on" : "off");
    if (control.checked && await isPlayable()) play("moved");
  });
  addEventListener("storage", () => { control.checked = isOn(); });
}

let asking = 0;
function askWhileHidden() {
  clearInterval(asking);
  if (document.hidden) asking = setInterval(ask, ASK_WHILE_HIDDEN);
}

if (box && "AudioContext" in window) {
  enable(box);
  // The state on this page needs no sound in any tab.
  keep("localStorage", ofDuel("heard"), known.text);
  keep("localStorage", ofDuel("act"), "0");
  document.addEventListener("submit", () => keep("localStorage", ofDuel("act"), String(Date.now())));
  document.addEventListener("duel:renewed", () => void hear(String(live()?.dataset.stamp)));
  document.addEventListener("visibilitychange", askWhileHidden);
  for (const gesture of ["pointerdown", "keydown"]) {
    addEventListener(gesture, () => { if (isOn()) void isPlayable(); }, { once: true });
  }
}
