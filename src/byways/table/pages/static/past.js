// Looking back, act by act, while the game continues in the background.
import { mark, pace, play, Run } from "./motion.js";

/** @template {string} Id @param {Id} id */
const byId = (id) => document.getElementById(id);
const slider = byId("moment");
const then = () => document.querySelector("#past .then > svg");
const PAUSE = 900; // milliseconds between acts of a replay

/** @type {With<"end" | "pieces" | "round" | "after">[]} */
let acts = []; // the lines of the list of acts
let known = ""; // the newest moment when the list was loaded
let at = 0; // the act that is shown
/** @type {number | null} */
let aim = null; // the act last asked for, or null for the present; fast clicks continue from there
/** @type {Run | null} */
let running = null; // the replay in progress
let wanted = 0; // counts requests: only the latest is shown

export const isPast = () => !byId("past").hidden;
/** @param {number} nth */
const end = (nth) => +acts[nth].dataset.end;
/** @param {number} nth */
const round = (nth) => acts[nth]?.dataset.round;
const newest = () => byId("newest").value;
const last = () => acts.length - 1;

async function read() {
  if (known === newest()) return;
  const answer = await fetch(byId("moments").dataset.acts);
  if (!answer.ok) return; // the table is closed until its puzzle is over
  known = newest();
  byId("acts").innerHTML = await answer.text(); // HTML from our server
  acts = [...document.querySelectorAll("#history li")];
  slider.max = String(last());
}
/** @param {number} moment */
const actAt = (moment) => Math.max(0, acts.findIndex((act) => +act.dataset.end >= moment));

function point() {
  slider.value = String(at);
  byId("at").textContent = byId("at").dataset.words.replace("#act", String(at)).replace("#last", String(last())).replace("#round", acts[at].dataset.after);
  acts.forEach((act, nth) => act.toggleAttribute("aria-current", nth === at));
  acts[at].scrollIntoView({ block: "nearest" });
}
/** @param {boolean} yes */
function open(yes) {
  byId("past").hidden = !yes;
  document.body.classList.toggle("past", yes);
  if (!yes) stop();
}
export function leave() {
  wanted += 1;
  aim = null;
  open(false);
}

/** @param {Step | null} step */
function caption(step) {
  if (step) document.querySelector("#past .moment [role]").textContent = step.text;
}

// Show an act. Only the act after the present one is animated.
/** @param {number} nth @param {Run | null} run */
async function look(nth, run = null) {
  if (!acts[nth]) return;
  wanted += 1;
  const mine = wanted;
  aim = nth;
  const isNext = nth === at + 1 && isPast();
  const answer = await fetch(byId("moments").dataset.past.replace("NUMBER", String(end(nth)))).catch(() => null);
  if (mine !== wanted || !answer?.ok) return;
  const text = await answer.text();
  const page = new DOMParser().parseFromString(text, "text/html");
  const steps = JSON.parse(page.querySelector(".steps")?.textContent ?? "[]");
  if (mine !== wanted) return;
  const [drawn, next] = [then(), page.querySelector("svg")];
  if (isNext && pace() && drawn && next) {
    showing = run ?? new Run();
    await play(drawn, next, steps, showing, caption);
  }
  if (mine !== wanted) return;
  at = nth;
  await htmx.swap({ sourceElement: byId("past"), target: byId("past"), swap: "innerMorph", text });
  const shown = then();
  if (shown) mark(shown, steps);
  open(true);
  point();
}
/** @type {Run | null} */
let showing = null; // the animation in progress

/** @param {number} by */
async function step(by) {
  showing?.skip();
  stop();
  await read();
  const to = aim === null ? last() + Math.min(by, 0) : aim + by;
  if (to > last()) return leave();
  await look(Math.max(0, to));
}
// Go to the first act of the previous or next round.
/** @param {number} by */
async function stepRound(by) {
  stop();
  await read();
  let nth = aim ?? last();
  const from = round(nth);
  while (nth + by >= 0 && nth + by <= last() && (round(nth) === from || (by < 0 && round(nth - 1) === round(nth) && nth > 0))) nth += by;
  if (by > 0 && round(nth) === from) return leave();
  await look(nth);
}

function stop() {
  running?.skip();
  running = null;
  byId("run").setAttribute("aria-pressed", "false");
}
/** @param {number} from @param {number} to */
async function start(from, to) {
  stop();
  const mine = new Run();
  running = mine;
  byId("run").setAttribute("aria-pressed", "true");
  if (!isPast() || at !== from) await look(from);
  while (running === mine && at < to) {
    await mine.wait(PAUSE * (pace() || 1));
    if (running === mine) await look(at + 1, mine);
  }
  return running === mine;
}
// Replay from one moment to another, then return to the present.
/** @param {number} since @param {number} until */
export async function replay(since, until) {
  await read();
  if (await start(Math.max(0, acts.findLastIndex((act) => +act.dataset.end <= since)), actAt(until))) {
    await running?.wait(PAUSE);
    leave();
  }
}
async function run() {
  if (running) return stop();
  await read();
  if (await start(isPast() && at < last() ? at : 0, last())) stop();
}
/** @param {number} moment */
export async function lookAt(moment) {
  stop();
  await read();
  await look(actAt(moment));
}
// Show the act that last concerned a piece.
/** @param {string} piece */
async function cameHere(piece) {
  await read();
  const until = isPast() ? at : last();
  const nth = acts.findLastIndex((act, which) => which <= until && act.dataset.pieces.split(" ").includes(piece));
  if (nth > 0) await look(nth);
}

async function first() {
  stop();
  await read();
  await look(0);
}
/** @type {Record<string, () => void>} */
const BUTTONS = {
  first, "round-back": () => stepRound(-1), "act-back": () => step(-1), run,
  "act-on": () => step(1), "round-on": () => stepRound(1), now: leave, "look-back": () => step(-1),
};
document.addEventListener("click", ({ target }) => {
  const line = target.closest?.("#log [data-moment], #history li");
  const press = BUTTONS[target.closest?.("button")?.id ?? ""];
  if (press) press();
  else if (line) lookAt(Number(line.dataset.moment ?? line.dataset.end));
  else if (target.dataset?.came) cameHere(target.dataset.came);
  else if (target.closest?.("#past .then svg")) {
    const piece = target.closest("#past .then svg > g > [id]");
    if (piece) cameHere(piece.id.slice("then-".length));
  }
});
slider.addEventListener("input", () => {
  stop();
  look(+slider.value);
});

/** @type {Record<string, () => void>} */
const KEYS = { ArrowLeft: () => step(-1), ArrowRight: () => step(1), "[": () => stepRound(-1), "]": () => stepRound(1), Home: first, End: leave, " ": run };
document.addEventListener("keydown", (event) => {
  const { key, target } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || target.matches("input:not(#moment), select, textarea")) return;
  if (key === "?") byId("settings").open = !byId("settings").open;
  if (key === "Escape" && isPast()) return leave();
  const isFree = isPast() || (["ArrowLeft", "["].includes(key) && !target.closest("#stage, button, summary, a") && !document.querySelector("#puzzle.open"));
  if (!KEYS[key] || !isFree || (key === " " && target.matches("button"))) return;
  KEYS[key]();
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);

const sent = byId("moments").dataset.at;
if (sent) lookAt(+sent);
