// Follows a game: acts of others are animated before the new drawing appears, and stay marked until the viewer acts.
import { celebrate, glide, mark, pace, placesOf, play, Run } from "./motion.js";
import { isPast, replay } from "./past.js";
import { follow as followShow, resume as resumeShow, settle as settleShow } from "./show.js";
import { act } from "./sound.js";

/** @template {string} Id @param {Id} id */
const byId = (id) => document.getElementById(id);
const board = () => document.querySelector("#stage > svg");
/** @param {string} html */
const parse = (html) => new DOMParser().parseFromString(html, "text/html");
/** @param {Document} page @returns {Step[]} */
const stepsIn = (page) => JSON.parse(page.getElementById("steps").textContent);
/** @param {string} html */
const stepsOf = (html, at = html.indexOf('<pre id="steps"')) => stepsIn(parse(html.slice(at, html.indexOf("</pre>", at)))); // without parsing the board, which most updates do not animate
const me = () => byId("steps").dataset.seat;
const newest = () => +byId("newest").value;
const seen = `seen ${location.pathname} ${me()}`; // key of the last moment that was visible on this screen
const READ = 6000; // milliseconds of a pause for spectators
const CALM = 300; // milliseconds without updates, after which they are animated again

let shown = newest();
/** @type {Run | null} */
let run = null; // the animation in progress
let hurried = 0; // until when updates are not animated, because the viewer skipped one
/** @type {[steps: Step[], before: ReturnType<typeof placesOf>] | null} */
let own = null; // the viewer's own steps, animated after they are drawn
const hasJoy = () => Boolean(board().querySelector(".joy"));
let isGlad = hasJoy();
let isDelighted = false; // whether a celebration is due
function rejoice() {
  if (isDelighted) celebrate(board());
  isDelighted = false;
}
document.addEventListener("byways:shown", rejoice); // after the show of the end
let away = true; // whether the page was hidden, so that updates were missed

/** @param {Step | null} step */
function showStep(step) {
  document.body.classList.toggle("following", Boolean(step));
  byId("caption").textContent = step?.text ?? "";
  if (step && isTheirs(step)) act(step);
}

/** @param {Step} step */
const isMine = ({ seat }) => String(seat) === me();
/** @param {Step} step */
const isChosen = (step) => isMine(step) && !step.by_chance;
/** @param {Step} step */
const isTheirs = (step) => step.seat !== undefined && !isMine(step); // if all act at once, a step may come with others

// A pause, for example at the end of a game within a set, keeps the board until the viewer continues.
/** @type {(() => void) | null} */
let goOn = null; // ends the pause
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
  const all = stepsOf(html).filter((step) => step.number > shown).map((step) => (step.pause ? { ...step, banner: false } : step));
  const begun = all.findIndex((step) => step.show);
  const steps = begun < 0 ? all : all.slice(0, begun); // a show begins when the board is up to date
  own = null;
  if (performance.now() < hurried) hurried = performance.now() + CALM;
  else if (!steps.length || away || isPast()) return;
  else if (!pace()) steps.filter(isTheirs).slice(0, 1).forEach(act);
  else if (steps.some(isChosen) && !steps.some(isTheirs) && !steps.some((step) => step.banner)) own = [steps, placesOf(board(), steps)];
  else {
    run = new Run();
    await play(board(), parse(html).querySelector("#stage > svg"), steps, run, showStep);
    run = null;
  }
}
document.addEventListener("htmx:sse:before:message", (event) => {
  if (event.target.id === "table" && !event.detail.message.event) event.detail.waitUntil(follow(event.detail.message.data));
});

// Any click or key during an animation skips the rest of it and does nothing else.
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

// Missed acts
const lastSeen = () => Number(localStorage.getItem(seen));
async function offer() {
  const last = lastSeen();
  const missed = stepsIn(document).filter((step) => isTheirs(step) && step.number > last);
  if (!localStorage.getItem(seen) || document.hidden || !missed.length || isPast()) return;
  const answer = await fetch(byId("missed").dataset.ask.replace("NUMBER", String(last))).catch(() => null);
  const text = answer?.ok && (await answer.text()); // HTML from our server
  if (!text || lastSeen() !== last) return; // the viewer has answered or acted meanwhile
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
  if (target.id === "again-acts") replay(Math.min(...stepsIn(document).filter((step) => step.marked).map((step) => step.number)) - 1, newest());
});
document.addEventListener("visibilitychange", () => {
  away ||= document.hidden;
  if (!document.hidden) return void offer();
  run?.skip(); // browsers do not animate hidden pages, and updates must not wait
  goOn?.();
});

// Mark what is news in the log, with the token of each player.
/** @param {Step[]} steps */
function markLog(steps) {
  const news = new Map(steps.filter((step) => step.marked).map((step) => [`${step.number} ${step.text}`, step.seat]));
  /** @type {number | undefined} */
  let last; // the player of the line before
  document.querySelectorAll("#log li").forEach((line) => {
    const seat = news.get(`${line.dataset.moment} ${line.textContent}`);
    line.classList.toggle("late", seat !== undefined);
    const token = seat !== undefined && seat !== last && document.querySelector(`#seat-${seat} .seat-mark`);
    line.querySelector("svg")?.remove();
    line.classList.toggle("begins", Boolean(token));
    if (token) line.prepend(token.cloneNode(true));
    last = seat;
  });
}

/** @param {Step[]} steps */
function followShows(steps) {
  let last = 0;
  for (const { show = 0, number } of steps) {
    if (show && show !== last) followShow(show, number - 1);
    last = show;
  }
}

// After a new drawing
document.addEventListener("htmx:after:swap", (event) => {
  if (event.target.id !== "table") return;
  const steps = stepsIn(document);
  const news = steps.filter((step) => step.number > shown);
  const halt = news.find((step) => step.pause);
  shown = newest();
  if (own) glide(board(), ...own);
  own = null;
  const wasGlad = isGlad;
  isGlad = hasJoy();
  isDelighted = isGlad && !wasGlad && !document.hidden && !isPast();
  if (!news.some((step) => step.show)) rejoice();
  mark(board(), steps);
  markLog(steps);
  if (document.hidden) return;
  settleShow();
  if (away) resumeShow();
  else if (!isPast()) followShows(news);
  if (halt && !away && !byId("lesson")) pause(halt); // lessons pause in their own way
  if (away) offer().then(() => byId("missed").hidden && remember());
  else if (byId("missed").hidden || !steps.some((step) => step.marked)) forget(); // a player who acts is up to date
  away = false;
});

byId("speed").value = localStorage.getItem("speed") ?? "normal";
byId("speed").addEventListener("change", () => localStorage.setItem("speed", byId("speed").value));
mark(board(), stepsIn(document));
markLog(stepsIn(document));
