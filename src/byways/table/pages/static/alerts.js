// Says that it is one's turn: in the title of the tab and its icon, by a sound and a notification; the end by another sound.
import { forget, notify } from "./notify.js";
import { call } from "./sound.js";

/** @template {string} Id @param {Id} id */
const byId = (id) => document.getElementById(id);
const turn = () => byId("turn").value;
const icon = document.querySelector("link[rel=icon]");
const usual = { title: document.title, icon: icon.getAttribute("href") };

function show() {
  const isMine = turn() === "yours";
  document.title = isMine ? byId("alerts").dataset.title : usual.title;
  const wanted = isMine ? byId("alerts").dataset.icon : usual.icon;
  if (icon.getAttribute("href") !== wanted) icon.setAttribute("href", wanted);
}

/** @type {Record<string, "turn" | "end">} */
const CALLS = { yours: "turn", over: "end" };
/** @param {number} moment */
function tell(moment) {
  if (CALLS[turn()]) call(CALLS[turn()], moment);
  if (turn() === "yours") notify(byId("alerts").dataset.title, byId("prompt").textContent, moment);
  else forget();
}
let before = turn();
document.addEventListener("htmx:after:swap", (event) => {
  if (event.target.id !== "table") return;
  show();
  if (turn() !== before) tell(+byId("newest").value);
  before = turn();
});
show();
