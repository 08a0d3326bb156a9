// What the table needs beside htmx: options taken by pointer, finger and key, arrows between them, turning, focus, clocks, the first connection.
(() => {
  "use strict";
  /** @template {string} Id @param {Id} id */
  const byId = (id) => document.getElementById(id);
  /** @type {<Text extends string>(names: Text, act: (event: FromElement<DocumentEventMap[Names<Text> & keyof DocumentEventMap]>) => unknown, how?: AddEventListenerOptions) => void} */
  const on = (names, act, how) => names.split(" ").forEach((name) => document.addEventListener(name, /** @type {EventListener} */ (act), how));
  const options = () => [...document.querySelectorAll("#stage [data-choice]")];
  /** @param {Element | null} element */
  const optionOf = (element) => element?.closest?.("#stage [data-choice]") ?? null;
  /** @param {Element | null} element */
  const hitOf = (element) => element?.closest?.("#stage :is([data-choice], [data-turner])") ?? null;
  /** @param {FromElement<Event>} event */
  const onBoard = (event) => event.target.closest?.("#stage svg");
  /** @type {Point[]} */
  const RINGS = [0, 10, 20].flatMap((reach) => [0, 1, 2, 3, 4, 5, 6, 7].map((nth) => [reach * Math.cos((nth * Math.PI) / 4), reach * Math.sin((nth * Math.PI) / 4)]));
  const [HASTE, NEAR, NOWHERE] = [1000, 12, { x: -99, y: -99, timeStamp: 0 }]; // milliseconds, pixels
  const { classList: page } = document.documentElement;
  /** @type {Record<string, Point>} */
  const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  /** @type {Point | null} */
  let place = null; // where the focused option was, until focus has an option again
  /** @type {Element | null} */
  let aim = null; // what a finger lies on
  let last = NOWHERE; // where and when something was chosen
  let [turned, spun] = [0, 0]; // how often what can be turned was turned, and when the wheel last moved

  // An option's place is its first part that is no preview; a finger may miss a small one by some pixels.
  /** @param {Element} option @returns {Point} */
  function middle(option) {
    const box = ([...option.children].find((part) => !part.classList.contains("ghost")) ?? option).getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  }
  // What can be looked up is asked about, even beside an option.
  /** @param {number} x @param {number} y */
  const thingAt = (x, y) => document.elementFromPoint(x, y)?.closest("#stage [data-thing]");
  /** @param {number} x @param {number} y */
  const near = (x, y) => RINGS.map(([right, down]) => hitOf(document.elementFromPoint(x + right, y + down))).find(Boolean) ?? null;

  /** @param {Element | null} hit */
  function take(hit) {
    const form = byId("say");
    if (hit && "turner" in hit.dataset) turn(1);
    else if (hit && form) htmx.ajax("POST", form.getAttribute("hx-post"), { source: form, values: { choice: hit.dataset.choice ?? "" } });
  }
  // Where nothing can be chosen, somebody may want to know why.
  /** @param {FromElement<MouseEvent>} event */
  const miss = ({ target, clientX: x, clientY: y }) => document.dispatchEvent(new CustomEvent("byways:missed", { detail: { target, x, y } }));
  /** @param {MouseEvent} event */
  const hitNear = ({ clientX: x, clientY: y }) => hitOf(document.elementFromPoint(x, y)) ?? (thingAt(x, y) ? null : near(x, y));
  /** @param {FromElement<MouseEvent>} event */
  const hitBy = (event) => hitOf(event.target) ?? hitNear(event);
  // What came under a pointer that has just chosen is not chosen by its next click: that does nothing, or later only looks at it.
  /** @param {MouseEvent} event */
  const isWhereLast = ({ clientX: x, clientY: y }) => Math.hypot(x - last.x, y - last.y) < NEAR && page.contains("resting");
  /** @param {Element | null} hit @param {Event} event */
  function look(hit, { timeStamp }) {
    if (timeStamp - last.timeStamp < HASTE) return;
    last = NOWHERE;
    page.remove("resting");
    show(hit);
  }
  /** @param {Element | null} hit @param {FromElement<MouseEvent>} event */
  function takeOrMiss(hit, event) {
    if (isWhereLast(event)) return look(hit, event);
    if (hit) take(hit);
    else miss(event);
    if (hit && !("turner" in hit.dataset)) last = { x: event.clientX, y: event.clientY, timeStamp: event.timeStamp };
  }
  on("click", (event) => onBoard(event) && takeOrMiss(hitBy(event), event));
  on("mousedown", (event) => onBoard(event) && event.preventDefault()); // who points needs no focus, which would keep a preview open

  // A finger shows what it lies on, may slide on, and takes it when it is lifted; where the drawing asks to confirm, by the next tap.
  /** @param {Element | null} hit */
  function show(hit) {
    aim?.classList.remove("shown");
    aim = hit;
    aim?.classList.add("shown");
    turnTo(hit);
  }
  /** @param {FromElement<PointerEvent>} event */
  const touched = (event) => (event.pointerType === "touch" && onBoard(event) ? hitNear(event) : null);
  on("pointerdown pointermove", (event) => show(touched(event)));
  /** @type {string | null | undefined} */
  let tapped = null; // the choice that a tap has shown: the place of the prompt says that the next one takes it
  /** @param {string | null | undefined} choice */
  function ask(choice) {
    tapped = choice;
    document.body.classList.toggle("confirming", Boolean(choice));
  }
  on("pointerup pointercancel", (event) => {
    const hit = event.type === "pointerup" ? touched(event) : null;
    if (hit && "confirm" in hit.dataset && hit.dataset.choice !== tapped) {
      ask(hit.dataset.choice);
      last = NOWHERE;
      return;
    }
    if (event.pointerType === "touch") ask(null);
    show(null);
    if (event.type === "pointerup" && event.pointerType === "touch" && onBoard(event)) takeOrMiss(hit, event);
  });
  on("touchend", (event) => onBoard(event) && event.cancelable && event.preventDefault(), { passive: false }); // or a click would follow

  // Options that are one thing, turned: one of them is shown in place; R, the wheel and a click on the turner go on to the next.
  const turns = () => options().filter((option) => "turn" in option.dataset);
  /** @param {number} by */
  function turn(by) {
    const all = turns();
    turned = document.querySelector("#stage [data-turner]") ? turned + by : 0;
    document.body.style.setProperty("--turned", String(turned));
    all.forEach((option) => option.classList.toggle("shown", option === all.at(turned % all.length)));
    if (document.activeElement && all.includes(document.activeElement)) all.at(turned % all.length)?.focus();
  }
  /** @param {Element | null} option */
  function turnTo(option, all = turns()) {
    const now = all.at(turned % all.length);
    if (option && now && all.includes(option)) turn(all.indexOf(option) - all.indexOf(now));
  }
  on("pointerover", (event) => page.contains("resting") || turnTo(optionOf(event.target)));
  on("wheel", (event) => {
    if (event.ctrlKey || !onBoard(event) || !document.querySelector("#stage [data-turner]")) return;
    if (event.timeStamp - spun > 60) turn(Math.sign(event.deltaY)); // what comes closer together is one movement
    spun = event.timeStamp;
    event.preventDefault();
  }, { passive: false });

  // One stop for Tab; from there the arrows.
  /** @param {Element | undefined} current */
  const rove = (current) => options().forEach((option) => option.setAttribute("tabindex", option === current ? "0" : "-1"));
  /** @type {{ far: number, option: Element | null }} */
  const NONE = { far: Infinity, option: null };
  /** @param {Point} from @param {Point} way */
  function nearest([fromX, fromY], [right, down] = [0, 0]) {
    const found = options().map((option) => {
      const [x, y] = middle(option);
      const along = (x - fromX) * right + (y - fromY) * down;
      const aside = Math.abs((x - fromX) * down - (y - fromY) * right);
      return { far: right || down ? (along < 1 ? Infinity : along + 3 * aside) : Math.hypot(x - fromX, y - fromY), option };
    });
    return found.reduce((best, one) => (one.far < best.far ? one : best), NONE).option;
  }
  on("keydown", (event) => {
    const { key, target } = event;
    const [option, all] = [optionOf(target), options()];
    if (event.ctrlKey || event.metaKey || event.altKey || target.matches("input, select, textarea")) return;
    if (key === "r" || key === "R") turn(key === "r" ? 1 : -1);
    const isHere = option || target.id === "stage";
    if (!isHere) return;
    /** @type {Record<string, Element | undefined>} */
    const ends = { Home: all[0], End: all.at(-1) };
    const next = WAYS[key] ? (option ? nearest(middle(option), WAYS[key]) : all[0]) : ends[key];
    if (key === "Enter" || key === " ") event.repeat || take(option); // a key that is held down chooses once
    else next?.focus({ preventScroll: true });
    if (next || WAYS[key] || key === "Enter" || key === " ") event.preventDefault();
  });
  on("focusin", (event) => {
    const option = optionOf(event.target);
    if (option) { rove(option); turnTo(option); }
    place = option ? middle(option) : event.target.id === "stage" ? place : null;
  });

  // When the focused option goes, focus waits on the stage and takes the nearest option as soon as there is one; of what can be turned, that
  // which is shown: focus does not turn it.
  /** @param {Point} place */
  const heir = (place, found = nearest(place)) => (found && turns().includes(found) ? turns().at(turned % turns().length) : found);
  function settle() {
    const active = document.activeElement;
    turn(0);
    rove(optionOf(active) ?? options()[0]);
    if (active?.id === "undo" && active.matches(":disabled")) place ??= [0, 0];
    if (!place || optionOf(active) || (active && active !== document.body && active.id !== "stage" && !active.matches(":disabled"))) return;
    ((!isPast() && heir(place)) || byId("stage")).focus({ preventScroll: true });
  }

  // What is on the page is marked at its body, before it is painted: the style depends on it.
  const MARKED = ["result", "lesson", "stands-in", "error", "advice", "missed"];
  /** @param {HTMLElement | null} part */
  const isShown = (part) => Boolean(part?.firstElementChild && !part.hidden);
  const mark = () => MARKED.forEach((id) => document.body.classList.toggle(`has-${id}`, isShown(byId(id))));
  new MutationObserver(mark).observe(document.querySelector("main"), { childList: true, subtree: true, attributeFilter: ["hidden"] });

  byId("fold").addEventListener("click", () => byId("fold").setAttribute("aria-expanded", String(!document.body.classList.toggle("folded"))));

  const isPast = () => !byId("past").hidden;

  function tick() {
    for (const clock of document.querySelectorAll("time[data-deadline]")) {
      const left = Math.max(0, Math.round(+clock.dataset.deadline - Date.now() / 1000));
      clock.textContent = left > 7200 ? clock.dataset.hours.replace("#", String(Math.round(left / 3600))) : `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
    }
    for (const gone of document.querySelectorAll("time[data-left]")) {
      const minutes = Math.floor((Date.now() / 1000 - +gone.dataset.left) / 60);
      const { now, minutes: some, hours } = gone.dataset;
      gone.textContent = minutes < 1 ? now : minutes < 120 ? some.replace("#", String(minutes)) : hours.replace("#", String(Math.floor(minutes / 60)));
    }
  }
  setInterval(tick, 500);
  const refresh = () => { settle(); tick(); };
  on("htmx:after:swap", refresh);

  // The first connection is ours: htmx may look for streams before its extension is loaded, and does not come back to one that never began.
  /** @param {FromElement<Event>} event */
  const isStream = (event) => event.target.id === "table";
  /** @type {Connection | null} */
  let line = null; // the connection of the stream
  /** @param {boolean} yes */
  function lost(yes) {
    byId("line").hidden = !yes;
    if (!yes) line?.delayCanceller?.(); // who is heard of is not waited for
  }
  const connect = () => htmx.ajax("GET", byId("table").getAttribute("hx-sse:connect"), { source: byId("table") });
  /** @param {FromElement<Event>} event */
  const again = (event) => { lost(true); if (isStream(event)) setTimeout(connect, 1000); };
  on("htmx:before:request", (event) => isStream(event) || byId("error").replaceChildren());
  on("htmx:after:request", (event) => event.target.id === "say" && event.detail.ctx.response?.status === 204 && byId("say")?.reset());
  on("htmx:after:request", (event) => !isStream(event) && event.detail.ctx.response && lost(false));
  on("htmx:sse:before:message", () => lost(false));
  on("htmx:sse:after:connection htmx:sse:error", (event) => {
    line = event.detail.connection ?? line;
    lost(event.type === "htmx:sse:error");
  });
  on("htmx:error htmx:response:error", (event) => (event.type === "htmx:error" || isStream(event)) && again(event));
  refresh();
  document.addEventListener("DOMContentLoaded", connect); // when all scripts are there to see the first drawing come
})();
