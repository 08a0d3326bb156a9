// Follows a game: what others do is shown step by step before the new drawing comes, and stays marked until one acts oneself.
import { glide, mark, pace, placesOf, play, Run } from "./motion.js";
import { isPast, replay } from "./past.js";
import { act } from "./sound.js";

/** @template {string} Id @param {Id} id */
const byId = (id) => document.getElementById(id);
const board = () => document.querySelector("#stage > svg");
/** @param {string} html */
const parse = (html) => new DOMParser().parseFromString(html, "text/html");
/** @param {Document} page @returns {Step[]} */
const stepsIn = (page) => JSON.parse(page.getElementById("steps").textContent);
/** @param {string} html */
const stepsOf = (html, at = html.indexOf('<pre id="steps"')) => stepsIn(parse(html.slice(at, html.indexOf("</pre>", at)))); // most news is not shown: the board need not be read
const me = () => byId("steps").dataset.seat;
const newest = () => +byId("newest").value;
const seen = `seen ${location.pathname} ${me()}`; // the last moment that was on this screen while somebody could see it
const READ = 6000; // milliseconds of a pause, for those who only watch
const CALM = 300; // milliseconds without news, after which news is shown again step by step

let shown = newest();
/** @type {Run | null} */
let run = null; // what is being shown
let hurried = 0; // until when nothing is shown step by step: somebody did not want to wait
/** @type {[steps: Step[], before: ReturnType<typeof placesOf>] | null} */
let own = null; // steps of one's own, to be seen once they are drawn
let away = true; // nobody has looked since: what is new has been missed. Who is back gets the newest by a fresh connection.

/** @param {Step | null} step */
function tell(step) {
  document.body.classList.toggle("following", Boolean(step));
  byId("caption").textContent = step?.text ?? "";
  if (step && isTheirs(step)) act(step);
}

/** @param {Step} step */
const isMine = ({ seat }) => String(seat) === me();
/** @param {Step} step */
const isChosen = (step) => isMine(step) && !step.by_chance;
/** @param {Step} step */
const isTheirs = (step) => step.seat !== undefined && !isMine(step); // where all act at once, both come together

// After a pause the game goes on when somebody says so: the end of a game within a set, for one, stays on the board until then.
/** @type {(() => void) | null} */
let goOn = null; // what waits for it
/** @type {Promise<void> | null} */
let paused = null;
/** @param {Step} step */
function pause({ text }) {
  byId("interval-said").textContent = text;
  byId("interval").hidden = false;
  byId("go-on").focus({ preventScroll: true });
  paused = new Promise((done) => { goOn = done; });
  if (!me()) setTimeout(resume, READ);
}
function resume() {
  byId("interval").hidden = true;
  goOn?.();
}
byId("go-on").addEventListener("click", resume);

/** @param {string} html */
async function follow(html) {
  await paused;
  const steps = stepsOf(html).filter((step) => step.number > shown).map((step) => (step.pause ? { ...step, banner: false } : step));
  own = null;
  if (performance.now() < hurried) hurried = performance.now() + CALM;
  else if (!steps.length || away || isPast()) return;
  else if (!pace()) steps.filter(isTheirs).slice(0, 1).forEach(act);
  else if (steps.some(isChosen) && !steps.some(isTheirs) && !steps.some((step) => step.banner)) own = [steps, placesOf(board(), steps)];
  else {
    run = new Run();
    await play(board(), parse(html).querySelector("#stage > svg"), steps, run, tell);
    run = null;
  }
}
document.addEventListener("htmx:sse:before:message", (event) => {
  if (event.target.id === "table" && !event.detail.message.event) event.detail.waitUntil(follow(event.detail.message.data));
});

// Whoever does something while others' acts are shown wants to go on: the rest is skipped, and the click that says so does nothing else.
let swallowed = false;
/** @param {FromElement<Event>} event */
function hurry(event) {
  swallowed = false;
  if (!run || event.target.closest?.("header")) return;
  hurried = performance.now() + CALM;
  run.skip();
  if (event.type === "pointerdown" && event.target.closest?.("#stage")) swallowed = true;
}
document.addEventListener("pointerdown", hurry, true);
document.addEventListener("keydown", hurry, true);
for (const name of ["pointerup", "click", "touchend"])
  document.addEventListener(name, (event) => {
    if (!swallowed) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);

// What was missed
const lastSeen = () => Number(localStorage.getItem(seen));
async function offer() {
  const last = lastSeen();
  const missed = stepsIn(document).filter((step) => isTheirs(step) && step.number > last);
  if (!localStorage.getItem(seen) || document.hidden || !missed.length || isPast()) return;
  const answer = await fetch(byId("missed").dataset.ask.replace("NUMBER", String(last))).catch(() => null);
  const text = answer?.ok && (await answer.text()); // made by the server
  if (!text || lastSeen() !== last) return; // somebody has answered meanwhile, or acted
  byId("missed").innerHTML = text;
  byId("missed").hidden = false;
}
const remember = () => localStorage.setItem(seen, String(shown));
function forget() {
  byId("missed").hidden = true;
  remember();
}
document.addEventListener("click", ({ target }) => {
  if (target.id === "missed-show") {
    replay(lastSeen(), newest()).then(forget);
    byId("missed").hidden = true;
  }
  if (target.id === "missed-skip") forget();
  if (target.closest?.("#lately ol")) byId("lately").classList.toggle("whole");
  if (target.id === "again-acts") replay(Math.min(...stepsIn(document).filter((step) => step.marked).map((step) => step.number)) - 1, newest());
});
document.addEventListener("visibilitychange", () => {
  away ||= document.hidden;
  if (!document.hidden) return void offer();
  run?.skip(); // nothing moves in a hidden page, and the news must not wait
  goOn?.();
});

// What stands beside the log is not shown there a second time; who listens to the log hears it there.
/** @param {Step[]} steps */
function fold(steps) {
  const told = new Set(steps.filter((step) => step.marked).map(({ number, text }) => `${number} ${text}`));
  document.querySelectorAll("#log li").forEach((line) => line.classList.toggle("late", told.has(`${line.dataset.moment} ${line.textContent}`)));
}

// After a new drawing
document.addEventListener("htmx:after:swap", (event) => {
  if (event.target.id !== "table") return;
  const steps = stepsIn(document);
  const halt = steps.find((step) => step.pause && step.number > shown);
  shown = newest();
  if (own) glide(board(), ...own);
  own = null;
  mark(board(), steps);
  fold(steps);
  if (document.hidden) return;
  if (halt && !away && !byId("lesson")) pause(halt); // a lesson has pauses of its own
  if (away) offer().then(() => byId("missed").hidden && remember());
  else if (byId("missed").hidden || !steps.some((step) => step.marked)) forget(); // who acts needs no more news
  away = false;
});

byId("speed").value = localStorage.getItem("speed") ?? "normal";
byId("speed").addEventListener("change", () => localStorage.setItem("speed", byId("speed").value));
mark(board(), stepsIn(document));
fold(stepsIn(document));
