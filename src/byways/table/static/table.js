// What the table needs beside htmx: options chosen by click, touch and key, arrows between them, focus, looking back, clocks, and a first connection that is tried again.
(() => {
  "use strict";
  const byId = (id) => document.getElementById(id);
  const options = () => [...document.querySelectorAll("#stage [data-choice]")];
  const optionOf = (element) => element?.closest?.("#stage [data-choice]") ?? null;
  const inner = (option) => [...option.children].find((part) => !part.classList.contains("ghost")) ?? option;
  let place = null; // where the focused option was, until focus has an option again

  function middle(option) {
    const box = inner(option).getBoundingClientRect();
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  }

  function choose(option) {
    const form = byId("say");
    if (form) htmx.ajax("POST", form.getAttribute("hx-post"), { source: form, values: { choice: option.dataset.choice } });
  }

  // A finger may miss a small option by some pixels.
  function near(x, y) {
    for (const reach of [0, 10, 20])
      for (let turn = 0; turn < 8; turn++) {
        const angle = (turn * Math.PI) / 4;
        const found = optionOf(document.elementFromPoint(x + reach * Math.cos(angle), y + reach * Math.sin(angle)));
        if (found) return found;
      }
    return null;
  }

  document.addEventListener("click", (event) => {
    if (!event.target.closest?.("#stage svg")) return;
    const option = optionOf(event.target) ?? near(event.clientX, event.clientY);
    if (option) choose(option);
  });

  // Who points does not need focus, which would keep a preview open.
  document.addEventListener("mousedown", (event) => {
    if (event.target.closest?.("#stage")) event.preventDefault();
  });

  // One stop for Tab; from there the arrows.
  function rove(current) {
    for (const option of options()) option.setAttribute("tabindex", option === current ? "0" : "-1");
  }

  function nearest(from, way = { x: 0, y: 0 }) {
    let best = null;
    let least = Infinity;
    for (const option of options()) {
      const at = middle(option);
      const [x, y] = [at.x - from.x, at.y - from.y];
      const along = x * way.x + y * way.y;
      const cost = way.x || way.y ? along + 3 * Math.abs(x * way.y - y * way.x) : Math.hypot(x, y);
      if ((way.x || way.y) && along < 1) continue;
      if (cost < least) [best, least] = [option, cost];
    }
    return best;
  }

  function focus(option) {
    rove(option);
    option.focus({ preventScroll: true });
    place = middle(option);
  }

  const WAYS = { ArrowLeft: { x: -1, y: 0 }, ArrowRight: { x: 1, y: 0 }, ArrowUp: { x: 0, y: -1 }, ArrowDown: { x: 0, y: 1 } };

  document.addEventListener("keydown", (event) => {
    const option = optionOf(event.target);
    if (event.ctrlKey || event.metaKey || event.altKey || !(option || event.target.id === "stage")) return;
    const all = options();
    const next = { Home: all[0], End: all.at(-1) }[event.key] ?? (WAYS[event.key] && (option ? nearest(middle(option), WAYS[event.key]) : all[0]));
    if (next) focus(next);
    else if (option && (event.key === "Enter" || event.key === " ")) choose(option);
    if (next || WAYS[event.key] || event.key === " " || event.key === "Enter") event.preventDefault();
  });

  // Where no option or field needs them, the arrows step through what has been.
  document.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const busy = event.target.closest?.("input, select, textarea") || (!isPast() && event.target.closest?.("#stage") && options().length);
    if (!step || busy || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    moment.value = +moment.value + step;
    look(moment.value !== moment.max);
  });

  document.addEventListener("focusin", (event) => {
    const option = optionOf(event.target);
    if (option) focus(option);
    else if (event.target.id !== "stage") place = null;
  });

  // When the focused option goes, focus waits on the stage and takes the nearest option as soon as there is one.
  function settle() {
    const active = document.activeElement;
    if (optionOf(active)) return rove(active);
    rove(options()[0]);
    if (active?.id === "undo" && active.disabled) place ??= { x: 0, y: 0 };
    if (!place || (active && active !== document.body && active.id !== "stage" && !active.disabled)) return;
    const next = isPast() ? null : nearest(place);
    if (next) focus(next);
    else byId("stage").focus({ preventScroll: true });
  }

  // Looking back: the present goes on behind, and nobody is pulled to it.
  const moment = byId("moment");
  const isPast = () => !byId("past").hidden;
  let drawing = false;

  function follow() {
    moment.max = byId("newest").value;
    if (!isPast()) moment.value = moment.max;
  }

  function look(past) {
    byId("past").hidden = byId("now").hidden = !past;
    document.body.classList.toggle("past", past);
    if (past) draw();
    else follow();
  }

  // One drawing at a time, and the newest wish last.
  async function draw() {
    if (drawing) return;
    drawing = true;
    for (let shown = null; isPast() && shown !== moment.value; ) {
      shown = moment.value;
      const path = byId("moments").dataset.past.replace("NUMBER", shown);
      await Promise.resolve(htmx.ajax("GET", path, { target: "#past", swap: "innerMorph" })).catch(() => {});
    }
    drawing = false;
  }

  moment.addEventListener("input", () => look(moment.value !== moment.max));
  byId("now").addEventListener("click", () => { look(false); moment.focus(); });
  if (moment.value !== moment.max) look(true); // somebody was sent to a moment

  function tick() {
    for (const clock of document.querySelectorAll("time[data-deadline]")) {
      const left = Math.max(0, Math.round(clock.dataset.deadline - Date.now() / 1000));
      const text = left > 7200 ? `${Math.round(left / 3600)} h` : `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
      if (clock.textContent !== text) clock.textContent = text;
    }
  }
  setInterval(tick, 500);

  document.addEventListener("htmx:after:swap", () => { settle(); follow(); tick(); });
  settle();
  tick();

  const isStream = (event) => event.target.id === "table";
  const lost = (yes) => (byId("line").hidden = !yes);

  document.addEventListener("htmx:before:request", (event) => {
    if (!isStream(event)) byId("error").replaceChildren();
  });
  document.addEventListener("htmx:after:request", (event) => {
    if (event.target.id === "say" && event.detail.ctx.response.status === 204) event.target.reset();
  });
  document.addEventListener("htmx:sse:after:connection", () => lost(false));
  document.addEventListener("htmx:sse:error", () => lost(true));

  // The first connection is ours: htmx looks for streams as soon as it is loaded, which may be before its extension is, and it comes back to
  // a stream that breaks but not to one that never began.
  const connect = () => htmx.ajax("GET", byId("table").getAttribute("hx-sse:connect"), { source: byId("table") });
  function failed(event) {
    lost(true);
    if (isStream(event)) setTimeout(connect, 1000);
  }
  document.addEventListener("htmx:error", failed);
  document.addEventListener("htmx:response:error", (event) => isStream(event) && failed(event));
  connect();
})();
