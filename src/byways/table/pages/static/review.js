// Stepping through the acts of a review: by its chart, its list, buttons and keys.
import { mark } from "./motion.js";

/** @template {string} Id @param {Id} id */
const byId = (id) => document.getElementById(id);
/** @typedef {With<"begin" | "seat">} Act */

const main = document.querySelector("main");
/** @type {Record<string, string>} */
const KEYS = { ArrowLeft: "act-back", ArrowRight: "act-on", "[": "turn-back", "]": "turn-on", Home: "first", End: "last" };
let wanted = 0; // counts wishes: only the newest is drawn
let of = ""; // the seat whose acts are stepped through

const words = () => document.querySelector("#act .words");
const begin = () => +(words()?.dataset.begin ?? -1);
const all = () => [...document.querySelectorAll("#judged li")];
const acts = () => all().filter((act) => !of || act.dataset.seat === of);
/** @param {Act} act */
const beginOf = (act) => +act.dataset.begin;
/** @param {Act} act */
const isTurn = (act) => "turn" in act.dataset;

// Which act a step leads to, from where one is; nothing past the ends.
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
  if (act === undefined) return;
  wanted += 1;
  const mine = wanted;
  const answer = await fetch(main.dataset.act.replace("BEGIN", String(act)).replace("BOARD", board)).catch(() => null);
  const text = answer?.ok ? await answer.text() : null; // made by the server
  if (text === null || mine !== wanted) return;
  const focused = document.activeElement?.id || document.activeElement?.dataset.show;
  await htmx.swap({ sourceElement: byId("act"), target: byId("act"), swap: "innerMorph", text });
  if (focused) (byId(focused) ?? document.querySelector(`[data-show="${focused}"]`))?.focus();
  history.replaceState(null, "", `${main.dataset.page}${main.dataset.page.includes("?") ? "&" : "?"}act=${act}`);
  point();
}
/** @param {string} name */
const step = (name) => look(STEPS[name](acts())?.dataset.begin);

// Shows where one is: on the board what was done, in the list and in the chart which act it is.
function point() {
  const board = document.querySelector("#board > svg");
  const isBest = words()?.dataset.board === "best";
  /** @type {Step[]} */
  const steps = JSON.parse(document.querySelector(".steps-shown")?.textContent || "[]");
  if (board) mark(board, isBest ? steps.map((one) => ({ ...one, token: "best" })) : steps);
  for (const option of board?.querySelectorAll("[data-choice]") ?? []) { // how the best act begins, to look at
    option.classList.add("advised", "shown");
    option.setAttribute("role", "img");
    option.removeAttribute("tabindex");
  }
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

// The act in the chart that is nearest to a pointer.
/** @param {MouseEvent} event */
function nearest({ clientX, clientY }) {
  const far = (/** @type {Element} */ point) => {
    const { x, y, width, height } = point.getBoundingClientRect();
    return Math.hypot(3 * (x + width / 2 - clientX), y + height / 2 - clientY);
  };
  const points = [...document.querySelectorAll("#course [data-begin]")].filter((point) => !of || point.dataset.seat === of);
  const found = points.reduce((best, one) => (far(best) <= far(one) ? best : one), points[0]);
  return found && (byId(`judged-${found.dataset.begin}`) ?? acts().find((act) => beginOf(act) >= +found.dataset.begin) ?? acts().at(-1));
}

document.addEventListener("click", (event) => {
  const { target } = event;
  const [link, button, board] = [target.closest("#judged a"), target.closest(".moves button"), target.closest("[data-show]")];
  if (link && !event.ctrlKey && !event.metaKey) look(link.parentElement?.dataset.begin);
  else if (button) step(button.id);
  else if (board) look(begin(), board.dataset.show);
  else if (target.closest("#course")) look(nearest(event)?.dataset.begin);
  else return;
  event.preventDefault();
});
document.addEventListener("pointermove", (event) => {
  const at = event.target.closest("#course") && nearest(event);
  const caption = byId("nearest");
  if (caption) caption.textContent = at ? at.textContent : "";
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
  if (words()) point();
  else look((acts().find(isTurn) ?? acts()[0])?.dataset.begin);
});
point();
