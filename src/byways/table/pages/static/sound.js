// A few soft, synthesised sounds: acts of others, the viewer's turn, and the end. Browsers allow sound only after the first gesture.
import { isFirst } from "./once.js";

const button = document.getElementById("sound");
const CLOSE = 0.1; // seconds; acts that follow each other faster make one sound
const isOn = () => localStorage.getItem("sound") !== "off";
/** @type {AudioContext | null} */
let audio = null;
let last = -Infinity; // when a sound was last made for an act
let mine = 0; // the newest moment that this page makes sounds for

/** @param {AudioContext} audio @param {number} at @param {number} loud @param {number} seconds */
function fading(audio, at, loud, seconds) {
  const gain = audio.createGain();
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(loud, at + 0.008);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + seconds);
  gain.connect(audio.destination);
  return gain;
}
/** @param {AudioContext} audio @param {number} after @param {number} pitch @param {number} loud @param {number} seconds @param {number} sinks */
function tone(audio, after, pitch, loud, seconds, sinks = 1) {
  const [at, voice] = [audio.currentTime + after, audio.createOscillator()];
  voice.frequency.setValueAtTime(pitch, at);
  voice.frequency.exponentialRampToValueAtTime(pitch * sinks, at + seconds);
  voice.connect(fading(audio, at, loud, seconds));
  voice.start(at);
  voice.stop(at + seconds);
}
/** @param {AudioContext} audio @param {number} after @param {number} dull @param {number} loud @param {number} seconds */
function rustle(audio, after, dull, loud, seconds) {
  const [at, noise, filter] = [audio.currentTime + after, audio.createBufferSource(), audio.createBiquadFilter()];
  noise.buffer = audio.createBuffer(1, Math.ceil(seconds * audio.sampleRate), audio.sampleRate);
  noise.buffer.getChannelData(0).forEach((_, nth, all) => { all[nth] = Math.random() * 2 - 1; });
  filter.frequency.value = dull;
  noise.connect(filter).connect(fading(audio, at, loud, seconds));
  noise.start(at);
}

/** @satisfies {Record<string, (audio: AudioContext) => void>} */
const SOUNDS = {
  card: (audio) => rustle(audio, 0, 1600, 0.2, 0.07),
  coin: (audio) => [1319, 1976].forEach((pitch, nth) => tone(audio, nth * 0.06, pitch, 0.04, 0.3)),
  hoof: (audio) => [0, 0.09, 0.22, 0.31].forEach((after) => tone(audio, after, 190, 0.12, 0.07, 0.4)),
  turn: (audio) => [392, 494, 587].forEach((pitch, nth) => tone(audio, nth * 0.09, pitch, 0.08, 0.7)),
  end: (audio) => [587, 494, 392, 784].forEach((pitch, nth) => tone(audio, nth * 0.14, pitch, 0.07, 1)),
};
/** @param {keyof typeof SOUNDS} name */
function play(name) {
  if (isOn() && audio?.state === "running") SOUNDS[name](audio);
}

// Hidden pages announce turns and the end too.
/** @param {keyof typeof SOUNDS} name @param {number} moment */
export async function call(name, moment) {
  if (await isFirst("called", moment)) play(name);
}

// Money rings, a single piece on a path has hooves, and anything else sounds like a card.
/** @param {Step} step */
function soundOf({ pieces = [], moves = [] }) {
  if ([...pieces, ...moves.map(([piece]) => piece)].some((name) => /^(coin|money|purse)/.test(name))) return "coin";
  return moves.length === 1 && moves[0][1].length > 2 ? "hoof" : "card";
}
/** @param {Step} step */
export async function act(step) {
  if (document.hidden || performance.now() / 1000 - last < CLOSE) return;
  last = performance.now() / 1000;
  if (step.number > mine && !(await isFirst("heard", step.number))) return;
  mine = step.number;
  play(soundOf(step));
}

function wake() {
  if (!isOn()) return;
  audio ??= new AudioContext();
  if (audio.state === "suspended") audio.resume();
}
const show = () => button.setAttribute("aria-pressed", String(isOn()));
button.addEventListener("click", () => {
  localStorage.setItem("sound", isOn() ? "off" : "on");
  wake();
  show();
  play("card");
});
for (const name of ["pointerdown", "keydown"]) document.addEventListener(name, wake, true);
show();
