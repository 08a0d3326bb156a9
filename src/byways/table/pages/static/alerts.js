// Announces the viewer's turn by the title and icon of the tab, a sound and a notification; and the end of the game by another sound.
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
function announce(moment) {
  if (CALLS[turn()]) call(CALLS[turn()], moment);
  if (turn() === "yours") notify(byId("alerts").dataset.title, byId("prompt").textContent, moment);
  else forget();
}
let before = turn();
document.addEventListener("htmx:after:swap", (event) => {
  if (event.target.id !== "table") return;
  show();
  if (turn() !== before) announce(+byId("newest").value);
  before = turn();
});
show();
