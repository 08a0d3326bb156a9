// Steps through the acts of a review by its chart, list, buttons and keys.
import { mark, pace } from "./motion.js";

/** @template {string} Id @param {Id} id */
const byId = (id) => document.getElementById(id);
/** @typedef {With<"begin" | "seat">} Act */

const main = document.querySelector("main");
/** @type {Record<string, string>} */
const KEYS = { ArrowLeft: "act-back", ArrowRight: "act-on", "[": "turn-back", "]": "turn-on", Home: "first", End: "last" };
const NEAR = 18; // pixels from the middle of a number in the chart
let wanted = 0; // counts requests: only the latest is shown
let of = main.dataset.mine; // the seat whose acts are shown; empty for all

const words = () => document.querySelector("#act .words");
const begin = () => +(words()?.dataset.begin ?? -1);
const all = () => [...document.querySelectorAll("#judged li")];
const acts = () => all().filter((act) => !of || act.dataset.seat === of);
/** @param {Act} act */
const beginOf = (act) => +act.dataset.begin;
/** @param {Act} act */
const isTurn = (act) => "turn" in act.dataset;

// The act that each step leads to, if any.
/** @type {Record<string, (some: Act[]) => Act | undefined>} */
const STEPS = {
  first: (some) => some[0],
  last: (some) => some.at(-1),
  "act-back": (some) => some.findLast((act) => beginOf(act) < begin()),
  "act-on": (some) => some.find((act) => beginOf(act) > begin()),
  "turn-back": (some) => some.findLast((act) => beginOf(act) < begin() && isTurn(act)),
  "turn-on": (some) => some.find((act) => beginOf(act) > begin() && isTurn(act)),
};

/** @param {string | number | undefined} act */
async function look(act, board = "played") {
  if (act !== undefined) await put(act, fetch(main.dataset.act.replace("BEGIN", String(act)).replace("BOARD", board)));
}
/** @param {string | number} act @param {Promise<Response>} asked */
async function put(act, asked) {
  wanted += 1;
  const mine = wanted;
  const answer = await asked.catch(() => null);
  const text = answer?.ok ? await answer.text() : null; // HTML from our server
  if (text === null || mine !== wanted) return false;
  const focused = document.activeElement?.id || document.activeElement?.dataset.show;
  await htmx.swap({ sourceElement: byId("act"), target: byId("act"), swap: "innerMorph", text });
  if (focused) (byId(focused) ?? document.querySelector(`[data-show="${focused}"]`))?.focus();
  history.replaceState(null, "", `${main.dataset.page}${main.dataset.page.includes("?") ? "&" : "?"}act=${act}`);
  point();
  return true;
}
/** @param {string | undefined} act */
const lookClosely = (act, board = "played") => look(act, board).then(showAct);
// On a phone the board may be out of sight, and the words behind the buttons. Where both do not fit, the words come first, and the board
// while an act is tried.
function showAct() {
  const [board, said, buttons] = ["#board", "#act .words", "#act .steps"].map((which) => document.querySelector(which)?.getBoundingClientRect());
  if (!board || !said || !buttons) return;
  const [top, foot] = [Math.min(board.top, said.top), buttons.top];
  if (top >= 0 && said.bottom <= foot) return;
  const isBoardFirst = said.bottom - top <= foot || (isTrying() && said.top >= board.bottom);
  scrollBy({ top: isBoardFirst ? top : said.bottom - foot, behavior: pace() ? "smooth" : "auto" });
}
// What would you have played? The steps of an act are made on the board before it; each is sent with those before it.
const isTrying = () => words()?.dataset.board === "try";
const taken = () => (words()?.dataset.act ?? "").split("\n").filter(Boolean);
/** @param {string | number} act @param {string[]} steps */
async function attempt(act, steps) {
  const status = steps.length ? document.querySelector("#act .words [role]") : null;
  const before = status?.textContent ?? "";
  if (status) status.textContent = main.dataset.thinking;
  const isDone = await put(act, fetch(main.dataset.attempt.replace("BEGIN", String(act)), { method: "POST", body: new URLSearchParams({ act: steps.join("\n") }) }));
  if (!isDone && status) status.textContent = before;
}
// A tap on a piece with several choices lists them.
/** @param {Element} option @param {number} x @param {number} y */
function take(option, x, y) {
  const under = document.elementsFromPoint(x, y).map((one) => one.closest("#board .asked")).filter((one) => one !== null);
  const [offers, found] = [document.querySelector("#act .offers"), [...new Set(under)]];
  if (!offers || !option.matches(".asked") || found.length < 2) return void attempt(begin(), [...taken(), option.dataset.choice ?? ""]);
  offers.replaceChildren(...found.map((one) => {
    const button = Object.assign(document.createElement("button"), { type: "button", textContent: one.getAttribute("aria-label") });
    button.dataset.offer = one.dataset.choice;
    return button;
  }));
  offers.hidden = false;
  offers.querySelector("button")?.focus();
}
/** @param {string} name */
const step = (name) => lookClosely(STEPS[name](acts())?.dataset.begin);

// Mark the present act on the board, in the list and in the chart.
function point() {
  const board = document.querySelector("#board > svg");
  const isBest = words()?.dataset.board === "best";
  main.classList.toggle("trying", isTrying());
  /** @type {Step[]} */
  const steps = JSON.parse(document.querySelector(".steps-shown")?.textContent || "[]");
  if (board) mark(board, isBest ? steps.map((one) => ({ ...one, token: "best" })) : steps);
  for (const act of all()) {
    act.hidden = Boolean(of) && act.dataset.seat !== of;
    act.toggleAttribute("aria-current", beginOf(act) === begin());
  }
  for (const one of document.querySelectorAll("#course [data-begin]")) one.classList.toggle("current", +one.dataset.begin === begin());
  for (const [name, find] of Object.entries(STEPS)) {
    const act = find(acts());
    byId(name)?.setAttribute("aria-disabled", String(!act || beginOf(act) === begin()));
  }
}

// The number of a turning point at the pointer, whoever's it is, or else the nearest act of those shown.
/** @param {MouseEvent} event */
function nearest({ clientX, clientY }) {
  const far = (/** @type {Element} */ point, wide = 1) => {
    const { x, y, width, height } = point.getBoundingClientRect();
    return Math.hypot(wide * (x + width / 2 - clientX), y + height / 2 - clientY);
  };
  const closest = (/** @type {Element[]} */ points, wide = 1) => points.reduce((best, one) => (far(best, wide) <= far(one, wide) ? best : one), points[0]);
  const number = closest([...document.querySelectorAll("#course .swing")]);
  if (number && far(number) <= NEAR) return number;
  return closest([...document.querySelectorAll("#course .point")].filter((point) => !of || point.dataset.seat === of), 3);
}
/** @param {MouseEvent} event */
function lookInChart(event) {
  const found = nearest(event);
  const choice = byId("of");
  if (choice && of && found?.dataset.seat !== of) of = choice.value = "";
  lookClosely(found?.dataset.begin);
}

document.addEventListener("click", (event) => {
  const { target } = event;
  const [row, button, board] = [target.closest("#judged li"), target.closest(".moves button"), target.closest("[data-show]")];
  const [quiz, option, offer] = [target.closest("[data-try]"), target.closest("#board [data-choice]"), target.closest("[data-offer]")];
  if (quiz) attempt(quiz.dataset.try, []).then(showAct);
  else if (option) take(option, event.clientX, event.clientY);
  else if (offer) attempt(begin(), [...taken(), offer.dataset.offer]);
  else if (target.id === "try-undo") attempt(begin(), taken().slice(0, -1));
  else if (row && !event.ctrlKey && !event.metaKey) lookClosely(row.dataset.begin);
  else if (button) step(button.id);
  else if (board) lookClosely(String(begin()), board.dataset.show);
  else if (target.closest("#course")) lookInChart(event);
  else return;
  event.preventDefault();
});
document.addEventListener("pointermove", (event) => {
  const at = event.target.closest("#course") && nearest(event);
  const caption = byId("nearest");
  const row = at && byId(`judged-${at.dataset.begin}`);
  if (caption) caption.textContent = (at?.matches(".swing") ? at.getAttribute("aria-label") : row?.textContent) || "";
});
document.addEventListener("change", ({ target }) => {
  const choice = byId("of");
  if (!choice || target !== choice) return;
  of = choice.value;
  if (acts().some((act) => beginOf(act) === begin())) point();
  else look((STEPS["act-on"](acts()) ?? acts().at(-1))?.dataset.begin);
});
document.addEventListener("keydown", (event) => {
  const { key, target } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || target.matches("input, select, textarea")) return;
  const option = target.closest("#board [data-choice]");
  if (option && (key === "Enter" || key === " ")) {
    event.preventDefault();
    const { x, y, width, height } = option.getBoundingClientRect();
    if (!event.repeat) take(option, x + width / 2, y + height / 2);
  }
  if (key === "?") byId("settings").open = !byId("settings").open;
  if (key === "Escape") byId("settings").open = false;
  if (key === "b" && document.querySelector('[data-show="best"]')) look(begin(), words()?.dataset.board === "best" ? "played" : "best");
  if (!KEYS[key]) return;
  step(KEYS[key]);
  event.preventDefault();
});
document.addEventListener("htmx:after:swap", ({ target }) => {
  if (target.id === "act") return;
  const choice = byId("of");
  if (choice) choice.value = of;
  if (isTrying()) return;
  if (words()) look(begin(), words()?.dataset.board); // the act may have been judged again
  else look((acts().find(isTurn) ?? acts()[0])?.dataset.begin);
});
const choice = byId("of");
if (choice) choice.value = of;
point();
