// Puzzles: a verdict plays out on the board what follows from an act; then the board is back. A solution is stepped through act by act.
import { mark, pace, play, Run } from "./motion.js";

const box = /** @type {HTMLElement} */ (document.getElementById("verdict"));
const PAUSE = 700; // milliseconds between acts
/** @type {Run | null} */
let run = null; // what is being played
let at = 0; // the frame that is shown

/** @typedef {{ board: SVGSVGElement, steps: Step[], told: string, nth: string }} Frame */
/** @returns {Frame[]} */
const frames = () => [...box.querySelectorAll("template")].map(({ content, dataset }) => {
  const page = /** @type {DocumentFragment} */ (content.cloneNode(true));
  return { board: /** @type {SVGSVGElement} */ (page.querySelector("svg")), steps: JSON.parse(page.querySelector("pre")?.textContent || "[]"), told: dataset.told ?? "", nth: dataset.nth ?? "" };
});
const isStepped = () => box.querySelector("[data-stepped]") !== null;

/** @param {string} text */
function tell(text) {
  const told = box.querySelector(".told");
  if (told) told.textContent = text;
}
// Why a solution works is said at its end.
/** @param {Frame[]} all @param {boolean} isOver */
function count(all, isOver) {
  if (!isStepped()) return;
  const [nth, last] = [box.querySelector(".so-far"), all.length - 1];
  if (nth) nth.textContent = all[at].nth;
  box.querySelector(".why")?.classList.toggle("later", at < last || !isOver);
  for (const [id, isEnd] of /** @type {[string, boolean][]} */ ([["verdict-back", at <= 1], ["verdict-on", at >= last]]))
    document.getElementById(id)?.setAttribute("aria-disabled", String(isEnd));
}

// Play acts one after the other, up to a frame. The last board stays, with its marks.
/** @param {number} from @param {number} to */
async function perform(from, to) {
  run?.skip();
  const mine = new Run();
  const [stage, all] = [box.querySelector(".then"), frames()];
  if (!stage) return;
  run = mine;
  box.dataset.playing = "";
  stage.replaceChildren(all[from].board);
  for (let nth = from + 1; nth <= to; nth += 1) {
    const { board, steps, told } = all[nth];
    at = nth;
    count(all, false);
    if (nth > from + 1) await mine.wait(PAUSE * pace());
    if (pace() && !mine.skipped) await play(all[nth - 1].board, board, steps, mine, (step) => step && tell(step.text));
    if (run !== mine) return;
    stage.replaceChildren(board);
    mark(board, steps);
    tell(told);
    count(all, true);
  }
  run = null;
  delete box.dataset.playing;
}
const begin = () => perform(0, isStepped() ? 1 : frames().length - 1);
/** @param {number} nth */
function step(nth) {
  if (nth > 0 && nth < frames().length) perform(nth - 1, nth);
}
function open() {
  box.hidden = false;
  document.body.classList.add("judged");
  box.querySelector(isStepped() ? "#verdict-on" : "#verdict-close")?.focus({ preventScroll: true });
  begin();
}
function close() {
  run?.skip();
  run = null;
  box.hidden = true;
  box.replaceChildren();
  document.body.classList.remove("judged");
  document.getElementById("stage")?.focus({ preventScroll: true });
}
box.addEventListener("click", ({ target }) => {
  if (!(target instanceof Element)) return;
  if (target.closest("#verdict-close")) close();
  else if (target.closest("#verdict-again")) begin();
  else if (target.closest("#verdict-on")) step(at + 1);
  else if (target.closest("#verdict-back")) step(at - 1);
  else run?.skip(); // a tap goes to the end
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && !box.hidden) close();
});

// While an act is judged, the board waits: otherwise it would be back before its consequence is seen.
let judged = Promise.resolve();
let done = () => {};
document.addEventListener("htmx:before:request", ({ target }) => {
  if (target instanceof Element && target.id === "say") judged = new Promise((resolve) => { done = resolve; });
});
for (const name of ["htmx:after:request", "htmx:error"])
  document.addEventListener(name, ({ target }) => {
    if (target instanceof Element && target.id === "say") done();
  });
document.addEventListener("htmx:sse:before:message", (event) => {
  if (event.target.id === "table") event.detail.waitUntil(judged);
});
document.addEventListener("htmx:after:swap", () => {
  if (box.hidden && box.firstElementChild) open();
  keepRoom();
});

// The cards that the puzzle says will come are numbered on the board. The one that is up is the first.
const SVG = "http://www.w3.org/2000/svg";
function numberKnown() {
  document.querySelectorAll("#stage .nth").forEach((one) => one.remove());
  /** @type {string[]} */
  const known = JSON.parse(document.getElementById("puzzle")?.dataset.known ?? "[]");
  known.forEach((what, nth) => {
    const piece = /** @type {SVGGraphicsElement | null} */ (document.querySelector(`#stage [data-chance="${CSS.escape(what)}"]:not(:has(.nth))`));
    if (!piece) return;
    const { x, y } = piece.getBBox();
    const badge = piece.appendChild(document.createElementNS(SVG, "g"));
    badge.setAttribute("class", "nth");
    badge.setAttribute("transform", `translate(${x - 4} ${y - 1})`);
    badge.appendChild(document.createElementNS(SVG, "circle")).setAttribute("r", "9");
    badge.appendChild(document.createElementNS(SVG, "text")).textContent = String(nth + 2);
  });
}
document.addEventListener("htmx:after:swap", numberKnown);
numberKnown();

// A shorter question keeps the room of a longer one, so that the board does not move.
let room = 0;
function keepRoom() {
  room = Math.max(room, document.getElementById("ask")?.offsetHeight ?? 0);
  document.body.style.setProperty("--asked", `${room}px`);
}
window.addEventListener("resize", () => {
  room = 0;
  document.body.style.removeProperty("--asked");
  keepRoom();
});
keepRoom();
