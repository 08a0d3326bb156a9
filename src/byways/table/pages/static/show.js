// Shows: a chain of events scene by scene, over the board. The board below stays up to date, so a show delays no choice and no clock.
import { pace, play, Run } from "./motion.js";
import { act } from "./sound.js";

/** @template {string} Id @param {Id} id */
const byId = (id) => document.getElementById(id);
const [box, again, next, skip] = [byId("show"), byId("show-again"), byId("show-next"), byId("show-skip")];
const [NEXT, SKIP] = [next.textContent, skip.textContent];
const [FLY, APART, COUNT] = [450, 60, 600]; // milliseconds
const READ = 3000; // milliseconds between scenes for spectators
const SVG = "http://www.w3.org/2000/svg";
const kept = `show ${location.pathname} ${byId("steps").dataset.seat}`; // key of the show that is open, for a page that is loaded again

let number = 0; // of the show that is open; 0: none
let at = 0; // the scene that is shown
/** @type {With<"number" | "motion">[]} */
let scenes = [];
/** @type {Run | null} */
let run = null; // the animation in progress
let timer = 0;
let wanted = 0; // counts requests: only the latest is shown
/** @type {{ show: number, since: number }[]} */
const queue = []; // shows that begin when the one that is open is closed

const isDocked = () => box.classList.contains("docked");
const isOpen = () => !box.hidden && !isDocked();
const isOver = () => Boolean(scenes.at(-1)?.matches(".summary"));
const isMyTurn = () => byId("turn").value === "yours";
const isLast = () => at === scenes.length - 1;

// Read a show as far as it has come. Scenes that have not changed stay, because one of them may be moving.
/** @param {number} show */
async function load(show) {
  wanted += 1;
  const mine = wanted;
  box.dataset.reading = "";
  const answer = await fetch(box.dataset.ask.replace("NUMBER", String(show))).catch(() => null);
  const text = answer?.ok && (await answer.text());
  if (mine !== wanted) return false;
  delete box.dataset.reading;
  if (!text) return false;
  const page = new DOMParser().parseFromString(text, "text/html"); // HTML from our server
  if (show !== number) {
    run?.skip();
    byId("scenes").replaceChildren(...page.body.children);
  } else {
    const [fresh, here] = [[...page.querySelectorAll(".scene")], scenes.filter((scene) => !scene.matches(".summary"))];
    here.forEach((scene, nth) => {
      const [was, is] = scene.dataset.number === fresh[nth].dataset.number ? [scene, fresh[nth]].map((one) => one.querySelector(".says")) : [scene, fresh[nth]];
      if (is) was?.replaceWith(is);
    });
    byId("scenes").querySelector(".summary")?.remove();
    byId("scenes").append(...fresh.slice(here.length));
  }
  scenes = [...byId("scenes").querySelectorAll(".scene")];
  number = show;
  return true;
}

// Motion

/** @param {SVGSVGElement} svg @param {string} piece @returns {SVGGraphicsElement | null} */
const find = (svg, piece) => svg.querySelector(`[id="${svg.id}-${CSS.escape(piece)}"]`);
/** @param {SVGSVGElement} svg @param {SVGGraphicsElement} piece */
function middle(svg, piece) {
  const box = piece.getBoundingClientRect();
  return new DOMPoint(box.left + box.width / 2, box.top + box.height / 2).matrixTransform(svg.getScreenCTM().inverse());
}
/** @param {SVGSVGElement} svg @param {Flight} flight @param {Run} run @param {number} speed */
async function fly(svg, [href, start, end, copies], run, speed) {
  const [from, to] = [find(svg, start), find(svg, end)];
  if (!from || !to) return;
  const [here, there] = [middle(svg, from), middle(svg, to)];
  await Promise.all(Array.from({ length: copies }, async (_, nth) => {
    await run.wait(nth * APART * speed);
    const one = svg.appendChild(document.createElementNS(SVG, "use"));
    for (const [name, value] of Object.entries({ href, x: -10, y: -10, width: 20, height: 20, class: "flies" })) one.setAttribute(name, String(value));
    await run.animate(one, [here, there].map(({ x, y }) => ({ transform: `translate(${x}px, ${y}px)` })), FLY * speed);
    one.remove();
  }));
}
/** @param {SVGSVGElement} svg @param {Counting} count @param {Run} run @param {number} speed */
async function count(svg, [piece, before, after], run, speed) {
  const text = find(svg, piece)?.querySelector("text");
  const steps = Math.abs(after - before);
  for (let nth = 0; text && nth <= steps && !run.skipped; nth += 1) {
    text.textContent = String(before + nth * Math.sign(after - before)).replace("-", "−");
    if (nth < steps) await run.wait((COUNT * speed) / steps);
  }
}
// Change the drawing of the scene before into this one's.
/** @param {SVGSVGElement} before @param {SVGSVGElement} after @param {Motion} motion */
async function move(before, after, motion) {
  const [mine, speed] = [new Run(), pace()];
  run = mine;
  const svg = /** @type {SVGSVGElement} */ (before.cloneNode(true));
  after.replaceWith(svg);
  const counted = new Set(motion.counts?.map(([piece]) => piece));
  const step = { ...motion, pieces: motion.pieces?.filter((piece) => !counted.has(piece)) };
  await Promise.all([
    play(svg, after, [step], mine, () => {}),
    ...(motion.flights ?? []).map((flight) => fly(svg, flight, mine, speed)),
    ...(motion.counts ?? []).map((one) => count(svg, one, mine, speed)),
  ]);
  svg.replaceWith(after);
  if (run === mine) run = null;
}

// Scenes

/** @param {With<"motion">} scene */
const motionOf = (scene) => /** @type {Motion} */ (JSON.parse(scene.dataset.motion ?? "{}"));
/** @param {Element} scene */
const drawn = (scene) => /** @type {SVGSVGElement | null} */ (scene.querySelector(".drawn > svg"));

function label() {
  next.textContent = isLast() ? next.dataset.on : NEXT;
  skip.textContent = isMyTurn() ? skip.dataset.choose : SKIP;
  skip.hidden = isLast();
  [byId("show-ask").textContent, byId("show-ask").hidden] = [byId("prompt").textContent, !isMyTurn()]; // asked at once, also over the board
  box.classList.toggle("at-end", isLast());
  box.classList.toggle("summed", scenes[at].matches(".summary"));
}
/** @param {number} nth @param {boolean} moving */
function look(nth, moving) {
  run?.skip();
  at = nth;
  scenes.forEach((scene, which) => { scene.hidden = which !== nth; });
  label();
  const [scene, before] = [scenes[nth], nth ? drawn(scenes[nth - 1]) : null];
  byId("show-says").textContent = (scene.querySelector(".words") ?? scene).textContent.replace(/\s+/g, " ");
  const after = drawn(scene);
  box.scrollTop = 0;
  if (!scene.matches(".summary") && moving) act(motionOf(scene));
  if (before && after && moving && pace()) move(before, after, motionOf(scene));
  expectNext();
}
// For spectators scenes follow each other.
function expectNext() {
  clearTimeout(timer);
  if (!byId("steps").dataset.seat && !isLast()) timer = setTimeout(onward, READ * (pace() || 1));
}
function onward() {
  if (isLast()) close();
  else look(at + 1, true);
}
function skipAll() {
  if (isOver() && !isLast() && !isMyTurn()) look(scenes.length - 1, false);
  else close();
}
/** @param {boolean} docked */
function reveal(docked) {
  box.hidden = false;
  box.classList.toggle("docked", docked);
  document.body.classList.toggle("showing", !docked);
  if (!docked) {
    localStorage.setItem(kept, String(number));
    if (!document.activeElement?.matches("input, textarea, select")) next.focus({ preventScroll: true });
  }
}
function close() {
  run?.skip();
  clearTimeout(timer);
  localStorage.removeItem(kept);
  document.body.classList.remove("showing");
  const asked = !isOver() && byId("steps").dataset.show === String(number); // it goes on when a seat has chosen
  if (asked) reveal(true);
  else [box.hidden, number] = [true, 0];
  byId("stage").focus({ preventScroll: true });
  const waiting = queue.shift();
  if (waiting) open(waiting.show, waiting.since);
  else document.dispatchEvent(new CustomEvent("byways:shown"));
}

// Show the first scene after a moment, or the last. A player who has to choose in the middle of a show is not kept from the board.
/** @param {number} since */
function begin(since) {
  const first = scenes.findIndex((scene) => +scene.dataset.number > since);
  const docked = isMyTurn() && !isOver();
  look(docked || first < 0 ? scenes.length - 1 : first, !docked);
  reveal(docked);
}
/** @param {number} show @param {number} since */
async function open(show, since) {
  if (await load(show)) begin(since);
}
// A show has begun or gone on: open it, let the one that is open go on, or wait until that one is closed.
/** @param {number} show @param {number} since */
async function goOn(show, since) {
  if (isOpen() && show !== number) return void queue.push({ show, since });
  const seen = isOpen() && scenes[at];
  if (!(await load(show))) return;
  if (!seen || !isOpen() || (isMyTurn() && !isOver())) begin(since);
  else if (!seen.isConnected || scenes[at].hidden) look(at, true); // it waited for a choice, or a summary that was opened meanwhile is new
  else {
    label();
    expectNext();
  }
}
/** @type {Set<number>} */
const awaited = new Set(); // shows that will be read again
let followed = Promise.resolve();
/** @param {number} show @param {number} since */
export function follow(show, since) {
  if (awaited.has(show)) return;
  awaited.add(show);
  followed = followed.then(() => {
    awaited.delete(show);
    return goOn(show, since);
  });
}
// A page that has just been loaded, or was hidden, shows the present scene of a show that goes on, or the summary that was open.
export function resume() {
  const [going, last] = [Number(byId("steps").dataset.show ?? 0), Number(localStorage.getItem(kept) ?? 0)];
  if (going || last) open(last || going, Infinity).then(() => isMyTurn() && reveal(true));
}
// A show that is docked belongs to the board: it is replaced by the next one, or ends.
export function settle() {
  const going = byId("steps").dataset.show;
  if (!box.hidden && isDocked() && going !== String(number)) [box.hidden, number] = [true, 0];
  if (isOpen()) label();
}

again.addEventListener("click", () => {
  const isSummary = scenes[at].matches(".summary");
  next.focus({ preventScroll: true }); // so that Enter goes on
  if (isDocked()) reveal(false);
  else if (!isSummary) return look(at, true);
  look(0, true);
});
next.addEventListener("click", onward);
skip.addEventListener("click", skipAll);
box.addEventListener("click", ({ target }) => {
  if (isOpen() && target instanceof Element && !target.closest("button, a") && !scenes[at].matches(".summary")) onward();
});
document.addEventListener("click", (event) => {
  const watch = event.target.closest?.("[data-watch]");
  if (!watch) return;
  event.stopImmediatePropagation(); // its line in the log would open the moment
  open(+watch.dataset.watch, 0).then(() => reveal(false));
}, true);
document.addEventListener("keydown", (event) => {
  if (!isOpen() || event.ctrlKey || event.metaKey || event.altKey || event.target.closest("header, #talk")) return;
  const isButton = event.target.closest("button, a") && box.contains(event.target);
  if (event.key === "Escape") skipAll();
  else if ((event.key === "Enter" || event.key === " ") && !isButton) onward();
  else return;
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);
