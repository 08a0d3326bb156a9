// Lessons: one page of a step at a time, and what it points at stands out on the board. Hints stand out the same way.
(() => {
  "use strict";
  /** @template {string} Id @param {Id} id */
  const byId = (id) => document.getElementById(id);
  /** @type {string | undefined} */
  let step;
  let page = 0;

  // A point is a piece of the board by its id, an option by its notation, or a part of the page: "#undo".
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
  // A hint is over when what it advises can no longer be chosen.
  const advised = () => list(document.querySelector("#advice [data-advised]"), "advised");
  function forget() {
    if (advised().length && !advised().some(found)) byId("advice").replaceChildren();
  }
  function dismiss() {
    document.querySelectorAll("#stage .shown.advised").forEach((one) => one.classList.remove("shown"));
    byId("advice").replaceChildren();
    show();
  }
  // Where several acts are advised, each has its number in the list and on the board.
  const SVG = "http://www.w3.org/2000/svg";
  const [LARGE, RIGHT, DOWN] = [10, 0.15, 0.25]; // pixels; parts of an option: its corner may lie outside a hexagon
  /** @param {Element} parent @param {string} name @param {Record<string, string | number>} attributes */
  function draw(parent, name, attributes, text = "") {
    const one = parent.appendChild(document.createElementNS(SVG, name));
    Object.entries(attributes).forEach(([key, value]) => one.setAttribute(key, String(value)));
    one.textContent = text;
    return one;
  }
  /** @param {string[]} points */
  function number(points) {
    document.querySelectorAll("#stage .numbers").forEach((one) => one.remove());
    const board = document.querySelector("#stage svg");
    if (!board || points.length < 2) return;
    const [group, toBoard] = [draw(board, "g", { class: "numbers", "aria-hidden": "true" }), board.getScreenCTM().inverse()];
    points.forEach((point, nth) => {
      const option = found(point);
      const box = option && ([...option.children].find((part) => !part.classList.contains("ghost")) ?? option).getBoundingClientRect();
      if (!box?.width) return;
      const at = new DOMPoint(box.left + RIGHT * box.width + 2 * LARGE * points.slice(0, nth).filter((other) => other === point).length, box.top + DOWN * box.height).matrixTransform(toBoard);
      const one = draw(group, "g", { transform: `translate(${at.x} ${at.y}) scale(${toBoard.a})` });
      draw(one, "circle", { r: LARGE });
      draw(one, "text", { "text-anchor": "middle", dy: ".36em" }, String(nth + 1));
    });
  }
  // Who picks an act of the list sees on the board what its first step does; Enter, or a click there, takes it.
  /** @param {With<"idea">} idea */
  function preview(idea) {
    document.querySelectorAll("#advice :is(div, li)").forEach((one) => one.classList.toggle("picked", one.contains(idea)));
    document.querySelectorAll("#stage .shown.advised").forEach((one) => one.classList.remove("shown"));
    const option = found(idea.dataset.idea);
    option?.focus({ preventScroll: true });
    option?.classList.add("shown");
  }
  /** @param {Element | null} element @param {string} name @returns {string[]} */
  const list = (element, name) => JSON.parse(element?.dataset[name] || "[]");

  function show() {
    const lesson = byId("lesson");
    pointAt(advised(), "advised");
    number(advised());
    if (!lesson) return;
    if (lesson.dataset.step !== step) [step, page] = [lesson.dataset.step, 0];
    const pages = [...lesson.querySelectorAll("[data-points]")];
    page = Math.min(page, pages.length - 1);
    pages.forEach((one, nth) => { one.hidden = nth !== page; });
    byId("lesson-back").hidden = page === 0;
    byId("lesson-next").hidden = page === pages.length - 1;
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
    const idea = event.target.closest("[data-idea]");
    if (idea) preview(idea);
  });
  document.addEventListener("htmx:after:swap", () => { forget(); show(); });
  document.addEventListener("keydown", (event) => event.key === "Escape" && advised().length && dismiss());

  // A bot may take its time over a hint.
  document.addEventListener("htmx:before:request", (event) => {
    if (event.target.id === "hint") byId("advice").replaceChildren(Object.assign(document.createElement("p"), { textContent: event.target.dataset.thinking }));
  });
  document.addEventListener("htmx:response:error", (event) => event.target.id === "hint" && byId("advice").replaceChildren());

  // Drawers close by Escape and by a click beside them.
  document.addEventListener("click", (event) => event.target.closest("[data-close]")?.closest("details")?.removeAttribute("open"));
  const shut = (/** @type {HTMLDetailsElement} */ one) => { one.open = false; };
  const drawers = () => [...document.querySelectorAll("details.drawer[open]")];
  document.addEventListener("click", (event) => drawers().filter((one) => !one.contains(event.target)).forEach(shut));
  document.addEventListener("keydown", (event) => event.key === "Escape" && drawers().forEach(shut));
  show();
})();
