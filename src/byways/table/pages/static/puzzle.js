// Puzzles: a verdict plays out on the board what follows from an act; then the board is back.
import { mark, pace, play, Run } from "./motion.js";

const box = /** @type {HTMLElement} */ (document.getElementById("verdict"));
const PAUSE = 700; // milliseconds between acts
const TOLD = 3; // sentences about an act that stay below it
/** @type {Run | null} */
let run = null; // what is being played

/** @typedef {{ board: SVGSVGElement, steps: Step[] }} Frame */
/** @returns {Frame[]} */
const frames = () => [...box.querySelectorAll("template")].map(({ content }) => {
  const page = /** @type {DocumentFragment} */ (content.cloneNode(true));
  return { board: /** @type {SVGSVGElement} */ (page.querySelector("svg")), steps: JSON.parse(page.querySelector("pre")?.textContent || "[]") };
});

/** @param {Step[]} steps */
function tell(steps) {
  const told = box.querySelector(".told");
  if (told && steps.length) told.textContent = steps.map(({ text }) => text).join(" ");
}

// Play one act after the other. The last board stays, with its marks.
async function perform() {
  run?.skip();
  const mine = new Run();
  const [stage, all] = [box.querySelector(".then"), frames()];
  if (!stage) return;
  run = mine;
  box.dataset.playing = "";
  stage.replaceChildren(all[0].board);
  for (const [nth, { board, steps }] of all.entries()) {
    if (!nth) continue;
    if (nth > 1) await mine.wait(PAUSE * pace());
    if (pace() && !mine.skipped) await play(all[nth - 1].board, board, steps, mine, (step) => tell(step ? [step] : []));
    if (run !== mine) return;
    stage.replaceChildren(board);
    mark(board, steps);
    tell(steps.slice(-TOLD)); // a whole act: what was altered, too, and not only the move after it
  }
  run = null;
  delete box.dataset.playing;
}
function open() {
  box.hidden = false;
  document.body.classList.add("judged");
  box.querySelector("#verdict-close")?.focus({ preventScroll: true });
  perform();
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
  else if (target.closest("#verdict-again")) perform();
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
