// Lessons: one page of a step at a time, highlighting what it points at. Hints: the whole act as a ghost on the board, highlighting the next step.
(() => {
  "use strict";
  /** @template {string} Id @param {Id} id */
  const byId = (id) => document.getElementById(id);
  /** @type {string | undefined} */
  let step;
  let page = 0;

  // A point is the id of a piece, the notation of an option, or a selector of the page such as "#undo".
  /** @param {string} point */
  function found(point) {
    if (point.startsWith("#")) return document.querySelector(point);
    return byId(`board-${point}`) ?? document.querySelector(`#stage [data-choice="${CSS.escape(point)}"]`);
  }
  /** @param {string[]} points */
  function pointAt(points, looks = "pointed") {
    document.querySelectorAll(`.${looks}`).forEach((one) => one.classList.remove(looks));
    points.forEach((point) => found(point)?.classList.add(looks));
  }
  // A hint may also point at places of the strokes that the board offers, which nothing stands on.
  /** @param {string[]} points */
  function markPlaces(points) {
    document.querySelectorAll("#stage .places").forEach((one) => one.remove());
    const [places] = JSON.parse(document.querySelector("#stage [data-strokes]")?.dataset.strokes ?? "[{}]");
    const group = document.createElementNS(SVG, "g");
    group.setAttribute("class", "places");
    points.filter((point) => point in places).forEach((point) => {
      const mark = group.appendChild(document.createElementNS(SVG, "circle"));
      Object.entries({ cx: places[point][0], cy: places[point][1], r: 21 }).forEach(([name, value]) => mark.setAttribute(name, value));
    });
    if (group.firstChild) svg().append(group);
  }
  // A hint lasts until the act is final or the puzzle over. One of its ideas is picked and drawn on the board, as far as it is not played yet.
  const SVG = "http://www.w3.org/2000/svg";
  const isNow = () => document.querySelector("#advice [data-acted]")?.dataset.acted === byId("stage").dataset.acted && !document.querySelector("#puzzle:not(.open)");
  const picked = () => document.querySelector("#advice li.picked");
  /** @param {string} [steps] */
  const linesOf = (steps) => (steps ? steps.split("\n") : []);
  // The steps of the picked idea that are left, if the steps taken so far are those of the idea; otherwise nothing until they are taken back.
  function left() {
    const [all, taken] = [linesOf(picked()?.dataset.choices), linesOf(byId("stage").dataset.act)];
    return taken.every((step, nth) => step === all[nth]) ? all.slice(taken.length) : [];
  }
  /** @param {Element | null} one */
  function pick(one) {
    document.querySelectorAll("#advice li").forEach((idea) => {
      idea.classList.toggle("picked", idea === one);
      idea.querySelector("[data-idea]")?.setAttribute("aria-pressed", String(idea === one));
    });
    show();
  }
  function dismiss() {
    byId("advice").replaceChildren();
    show();
  }
  function showGhost() {
    document.querySelectorAll("#stage .hinted").forEach((one) => one.remove());
    if (picked() && (!isNow() || byId("stage").dataset.act === picked()?.dataset.choices)) byId("advice").replaceChildren();
    const [idea, steps] = [picked(), left()];
    pointAt(steps.slice(0, 1), "advised");
    idea?.querySelector("[data-play-act]")?.toggleAttribute("hidden", !steps.length);
    if (!idea || !steps.length) return;
    const above = svg().querySelector("[data-over-ghosts]") ?? byId("board-options");
    const group = svg().insertBefore(document.createElementNS(SVG, "g"), above);
    group.setAttribute("class", "hinted");
    group.setAttribute("aria-hidden", "true");
    [...idea.querySelectorAll("svg > .step")].slice(-steps.length).forEach((step) => {
      group.append(step.cloneNode(true));
      if (step.dataset.on) outline(group, byId(`board-${step.dataset.on}`));
    });
  }
  /** @param {Element} group @param {SVGGraphicsElement | null} piece */
  function outline(group, piece) {
    if (!piece) return;
    const [{ x, y, width, height }, frame] = [piece.getBBox(), group.appendChild(document.createElementNS(SVG, "rect"))];
    Object.entries({ class: "goes", x, y, width, height, rx: 6, transform: piece.getAttribute("transform") ?? "" }).forEach(([name, value]) => frame.setAttribute(name, String(value)));
  }
  const svg = () => document.querySelector("#stage > svg");
  // All steps that are left are sent as one request, as a drag sends them.
  function playAct() {
    const form = byId("say");
    if (!form || !left().length) return;
    htmx.ajax("POST", form.getAttribute("hx-post"), { source: form, values: { choice: left().join("\n") } });
    dismiss(); // at once, not only when the animations that follow are over
  }
  /** @param {Element | null} element @param {string} name @returns {string[]} */
  const list = (element, name) => JSON.parse(element?.dataset[name] || "[]");

  function show() {
    const [lesson, hint] = [byId("lesson"), document.querySelector("#advice [data-points]")];
    showGhost();
    if (!lesson) {
      const points = isNow() ? list(hint, "points") : [];
      pointAt(points);
      return markPlaces(points);
    }
    if (lesson.dataset.step !== step) [step, page] = [lesson.dataset.step, 0];
    const pages = [...lesson.querySelectorAll("[data-points]")];
    page = Math.min(page, pages.length - 1);
    pages.forEach((one, nth) => { one.hidden = nth !== page; });
    byId("lesson-back").hidden = page === 0;
    byId("lesson-next").hidden = page === pages.length - 1;
    const onward = byId("lesson-onward"); // after the last page, in the place of "Next"
    if (onward) onward.hidden = page < pages.length - 1;
    byId("lesson-page").textContent = pages.length > 1 ? `${page + 1}/${pages.length}` : "";
    pointAt(list(pages[page], "points"));
  }
  /** @param {number} by */
  function turn(by) {
    page += by;
    show();
    const visible = [byId("lesson-next"), byId("lesson-back")].find((button) => !button.hidden);
    if (document.activeElement?.matches("[hidden]")) visible?.focus();
  }
  document.addEventListener("click", (event) => {
    if (event.target.id === "lesson-next") turn(1);
    if (event.target.id === "lesson-back") turn(-1);
    if (event.target.closest("[data-forget]")) dismiss();
    if (event.target.closest("[data-play-act]")) playAct();
    else if (event.target.closest("#advice li")) pick(event.target.closest("#advice li"));
  });
  document.addEventListener("htmx:after:swap", () => (picked() ? show() : pick(document.querySelector("#advice li"))));
  document.addEventListener("keydown", (event) => event.key === "Escape" && picked() && dismiss());

  // A hint may take the bot a while.
  document.addEventListener("htmx:before:request", (event) => {
    if (event.target.id === "hint") byId("advice").replaceChildren(Object.assign(document.createElement("p"), { textContent: event.target.dataset.thinking }));
  });
  document.addEventListener("htmx:response:error", (event) => event.target.id === "hint" && byId("advice").replaceChildren());

  // Drawers close by Escape or a click outside.
  document.addEventListener("click", (event) => event.target.closest("[data-close]")?.closest("details")?.removeAttribute("open"));
  const shut = (/** @type {HTMLDetailsElement} */ one) => { one.open = false; };
  const drawers = () => [...document.querySelectorAll("details.drawer[open]")];
  document.addEventListener("click", (event) => drawers().filter((one) => !one.contains(event.target)).forEach(shut));
  document.addEventListener("keydown", (event) => event.key === "Escape" && drawers().forEach(shut));
  show();
})();
