// The table beyond htmx: choosing by pointer, finger and key, arrow keys, turning, focus, clocks, and the first connection.
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
  const [HASTE, NEAR, SMALL, NOWHERE] = [1000, 12, 24, { x: -99, y: -99, timeStamp: 0, choice: "" }]; // milliseconds, pixels
  const CLOSE = RINGS.filter(([right, down]) => Math.hypot(right, down) < NEAR);
  const { classList: page } = document.documentElement;
  /** @type {Record<string, Point>} */
  const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  /** @type {Point | null} */
  let place = null; // of the focused option, kept until another one has the focus
  /** @type {Element | null} */
  let aim = null; // the option under a finger
  let last = NOWHERE; // where and when an option was chosen, and its choice as long as it stays an option
  let [turned, spun] = [0, 0]; // quarter turns of what can be turned, and when the wheel last moved

  // An option is where its first part is that is not a preview. A finger may miss a small one by some pixels.
  /** @param {Element} option */
  const boxOf = (option) => ([...option.children].find((part) => !part.classList.contains("ghost")) ?? option).getBoundingClientRect();
  /** @param {Element} option @returns {Point} */
  function middle(option) {
    const box = boxOf(option);
    return [box.x + box.width / 2, box.y + box.height / 2];
  }
  /** @param {DOMRect} box */
  const isSmall = ({ width, height }) => Math.min(width, height) < SMALL;
  // A thing that can be looked up is not taken for an option beside it, and a place that several options share for none of them.
  /** @param {number} x @param {number} y */
  const thingAt = (x, y) => document.elementFromPoint(x, y)?.closest("#stage [data-thing]");
  // A small option or thing counts as 24 pixels wide and high.
  /** @param {DOMRect} box @param {number} x @param {number} y */
  const isAround = ({ left, right, top, bottom }, x, y) =>
    Math.abs(x - (left + right) / 2) < Math.max(SMALL, right - left) / 2 && Math.abs(y - (top + bottom) / 2) < Math.max(SMALL, bottom - top) / 2;
  /** @param {number} x @param {number} y */
  const hitsAround = (x, y) => RINGS.map(([right, down]) => hitOf(document.elementFromPoint(x + right, y + down)));
  /** @param {number} x @param {number} y */
  const smallAt = (x, y) => hitsAround(x, y).find((hit) => hit && isAround(boxOf(hit), x, y)) ?? null;
  // The small thing that is meant by a point, and those next to it.
  /** @param {MouseEvent} event @returns {Element[]} */
  function smallThings({ clientX: x, clientY: y }) {
    const found = new Set(RINGS.flatMap(([right, down]) => thingAt(x + right, y + down) ?? []));
    const small = [...found].filter((thing) => isSmall(thing.getBoundingClientRect()));
    const meant = small.find((thing) => isAround(thing.getBoundingClientRect(), x, y));
    return meant ? [meant, ...small.filter((thing) => thing !== meant)] : [];
  }
  /** @param {number} x @param {number} y */
  const near = (x, y) => hitsAround(x, y).find(Boolean) ?? null;

  /** @param {Element | null} hit */
  function take(hit) {
    const form = byId("say");
    if (hit && "turner" in hit.dataset) turn(1);
    else if (hit && form) htmx.ajax("POST", form.getAttribute("hx-post"), { source: form, values: { choice: hit.dataset.choice ?? "" } });
  }
  // A click where no option is may mean a choice; otherwise the thing is explained. A finger that may have aimed at another thing only explains.
  /** @param {FromElement<MouseEvent>} event */
  function miss(event) {
    const [thing, ...others] = smallThings(event);
    const { x, y, width, height } = thing?.getBoundingClientRect() ?? new DOMRect(event.clientX, event.clientY);
    const isTap = event.type === "click" || !others.length;
    document.dispatchEvent(new CustomEvent("byways:missed", { detail: { target: thing ?? event.target, x: x + width / 2, y: y + height / 2, isTap } }));
  }
  /** @param {MouseEvent} event */
  function hitNear({ clientX: x, clientY: y }) {
    const [under, ...below] = document.elementsFromPoint(x, y);
    const isShared = [under, ...below].some((element) => element?.closest("#stage [data-shared]"));
    return hitOf(under) ?? (isShared ? null : thingAt(x, y) ? smallAt(x, y) : near(x, y));
  }
  /** @param {FromElement<MouseEvent>} event */
  const hitBy = (event) => hitOf(event.target) ?? hitNear(event);
  // The next click at the place of the last choice does not choose what has appeared there: it is ignored, or later only previews it. What can
  // be turned, and what has stayed there, is on view already, so a later click takes it.
  /** @param {MouseEvent} event */
  const isWhereLast = ({ clientX: x, clientY: y }) => Math.hypot(x - last.x, y - last.y) < NEAR && page.contains("resting");
  /** @param {Element | null} hit @param {Event} event */
  const hasStayed = (hit, { timeStamp }) => hit?.dataset.choice === last.choice && timeStamp - last.timeStamp >= HASTE;
  /** @param {Element | null} hit @param {Event} event */
  function preview(hit, { timeStamp }) {
    if (timeStamp - last.timeStamp < HASTE) return;
    last = NOWHERE;
    page.remove("resting");
    if (hit && "turn" in hit.dataset) take(hit);
    else show(hit);
  }
  /** @param {Element | null} hit @param {FromElement<MouseEvent>} event */
  function takeOrMiss(hit, event) {
    if (isWhereLast(event) && !hasStayed(hit, event)) return preview(hit, event);
    if (hit) take(hit);
    else miss(event);
    if (hit && !("turner" in hit.dataset)) last = { x: event.clientX, y: event.clientY, timeStamp: event.timeStamp, choice: hit.dataset.choice ?? "" };
  }
  // A click belongs to what the button was pressed on: a movement of the mouse from elsewhere to an option does not choose it.
  /** @type {Element | null | undefined} */
  let pressed; // undefined for a click without a pointer
  on("pointerdown", (event) => { pressed = hitNear(event); });
  on("click", (event) => {
    const [hit, from] = [hitBy(event), pressed];
    pressed = undefined;
    if (onBoard(event) && (from === undefined || from === hit)) takeOrMiss(hit, event);
  });
  on("pointerdown", (event) => { if (Math.hypot(event.clientX - last.x, event.clientY - last.y) >= NEAR) last = NOWHERE; }, { capture: true });
  // A choice meant by a tap on a thing behaves like any option: it is shown first if the drawing asks to confirm.
  on("byways:meant", ({ detail: { choice } }) => {
    const option = options().find((one) => one.dataset.choice === choice) ?? null;
    if (!option || !("confirm" in option.dataset) || choice === tapped) return take(option);
    show(option);
    ask(choice);
  });
  on("mousedown", (event) => onBoard(event) && event.preventDefault()); // focus by pointer would keep a preview open

  // A finger previews what it touches, may slide, and chooses when lifted; if the drawing asks to confirm, with the next tap.
  /** @param {Element | null} hit */
  function show(hit) {
    aim?.classList.remove("shown");
    aim = hit;
    aim?.classList.add("shown");
    turnTo(hit);
  }
  /** @param {FromElement<PointerEvent>} event */
  const touched = (event) => (event.pointerType === "touch" && event.isPrimary && onBoard(event) ? hitNear(event) : null);
  on("pointerdown pointermove", (event) => show(touched(event)));
  /** @type {string | null | undefined} */
  let tapped = null; // the choice that waits for a second tap
  /** @param {string | null | undefined} choice */
  function ask(choice) {
    tapped = choice;
    document.body.classList.toggle("confirming", Boolean(choice));
    document.querySelector("#stage > svg")?.style.removeProperty("transform");
  }
  // Where an option is too small for a finger and another one is next to it, the first tap previews it and zooms the board; of small things close
  // together it explains one.
  /** @param {Element} option @param {MouseEvent} event */
  function isCramped(option, { clientX: x, clientY: y }) {
    const others = CLOSE.map(([right, down]) => hitOf(document.elementFromPoint(x + right, y + down)));
    return isSmall(boxOf(option)) && others.some((other) => other && other !== option);
  }
  /** @param {DOMRect} box @param {number} size @param {MouseEvent} event */
  function zoom({ width, height }, size, { clientX, clientY }) {
    const board = document.querySelector("#stage > svg");
    const { x, y } = board.getBoundingClientRect();
    const scale = size / Math.min(width, height);
    board.style.transform = `translate(${(clientX - x) * (1 - scale)}px, ${(clientY - y) * (1 - scale)}px) scale(${scale})`;
  }
  let isPressed = false; // a long press, a drag and two fingers choose nothing
  on("pointerdown", (event) => { isPressed = !event.isPrimary; });
  on("byways:pressed", () => { isPressed = true; show(null); });
  on("byways:released", () => { isPressed = false; });
  on("pointerup pointercancel", (event) => {
    if (!event.isPrimary) return;
    const wasPressed = isPressed;
    isPressed = false;
    if (wasPressed) return;
    const hit = event.type === "pointerup" ? touched(event) : null;
    const small = hit && isCramped(hit, event);
    if (hit && (small || "confirm" in hit.dataset) && hit.dataset.choice !== tapped) {
      ask(hit.dataset.choice);
      if (small) zoom(boxOf(hit), 2 * SMALL, event);
      last = NOWHERE;
      return;
    }
    show(null);
    if (event.pointerType !== "touch") return;
    const isTap = event.type === "pointerup" && onBoard(event);
    const [thing, ...others] = isTap && !hit ? smallThings(event) : [];
    if (isTap) takeOrMiss(hit, event);
    ask(null);
    if (thing && others.length) zoom(thing.getBoundingClientRect(), 1.25 * SMALL, event);
  });
  on("touchend", (event) => onBoard(event) && event.cancelable && event.preventDefault(), { passive: false }); // otherwise a click would follow

  // Options that are one thing turned to different angles: one is shown, and R, the wheel or a click on the turner shows the next.
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
    if (event.timeStamp - spun > 60) turn(Math.sign(event.deltaY)); // closer events belong to one movement
    spun = event.timeStamp;
    event.preventDefault();
  }, { passive: false });

  // Roving tabindex: one stop for Tab, then the arrow keys.
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
    if (key === "Enter" || key === " ") event.repeat || take(option); // a held key chooses once
    else next?.focus({ preventScroll: true });
    if (next || WAYS[key] || key === "Enter" || key === " ") event.preventDefault();
  });
  on("focusin", (event) => {
    const option = optionOf(event.target);
    if (option) { rove(option); turnTo(option); }
    place = option ? middle(option) : event.target.id === "stage" ? place : null;
  });

  // When the focused option disappears, focus waits on the stage and moves to the nearest option as soon as there is one; among turned options,
  // to the one that is shown.
  /** @param {Point} place */
  const heir = (place, found = nearest(place)) => (found && turns().includes(found) ? turns().at(turned % turns().length) : found);
  function settle() {
    const active = document.activeElement;
    turn(0);
    if (!options().some((option) => option.dataset.choice === last.choice)) last = { ...last, choice: "" };
    if (tapped && !options().some((option) => option.dataset.choice === tapped)) ask(null);
    rove(optionOf(active) ?? options()[0]);
    if (active?.id === "undo" && active.matches(":disabled")) place ??= [0, 0];
    if (!place || optionOf(active) || (active && active !== document.body && active.id !== "stage" && !active.matches(":disabled"))) return;
    ((!isPast() && heir(place)) || byId("stage")).focus({ preventScroll: true });
  }

  // Classes of the body name the parts of the page before it is painted: the style depends on them.
  const MARKED = ["result", "lesson", "puzzle", "stands-in", "retry", "error", "advice", "missed"];
  /** @param {HTMLElement | null} part */
  const isShown = (part) => Boolean(part?.firstElementChild && !part.hidden);
  const markParts = () => MARKED.forEach((id) => document.body.classList.toggle(`has-${id}`, isShown(byId(id))));
  new MutationObserver(markParts).observe(document.querySelector("main"), { childList: true, subtree: true, attributeFilter: ["hidden"] });

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

  // We make the first connection: htmx may look for streams before its extension is loaded, and never retries one that did not start.
  /** @param {FromElement<Event>} event */
  const isStream = (event) => event.target.id === "table";
  /** @type {Connection | null} */
  let line = null; // the connection of the stream
  /** @param {boolean} yes */
  function lost(yes) {
    byId("line").hidden = !yes;
    if (!yes) line?.delayCanceller?.(); // do not wait any longer to reconnect
  }
  const connect = () => htmx.ajax("GET", byId("table").getAttribute("hx-sse:connect"), { source: byId("table") });
  /** @param {FromElement<Event>} event */
  const retry = (event) => { lost(true); if (isStream(event)) setTimeout(connect, 1000); };
  on("htmx:before:request", (event) => isStream(event) || byId("error").replaceChildren());
  on("htmx:after:request", (event) => event.target.id === "say" && event.detail.ctx.response?.status === 204 && byId("say")?.reset());
  on("htmx:after:request", (event) => !isStream(event) && event.detail.ctx.response && lost(false));
  on("htmx:sse:before:message", () => lost(false));
  on("htmx:sse:after:connection htmx:sse:error", (event) => {
    line = event.detail.connection ?? line;
    lost(event.type === "htmx:sse:error");
  });
  on("htmx:error htmx:response:error", (event) => (event.type === "htmx:error" || isStream(event)) && retry(event));
  refresh();
  document.addEventListener("DOMContentLoaded", connect); // after all scripts, which handle the first snapshot
})();
