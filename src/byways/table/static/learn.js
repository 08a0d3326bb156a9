// Lessons: one page of a step at a time, and what it points at stands out on the board. Hints stand out the same way.
(() => {
  "use strict";
  const byId = (id) => document.getElementById(id);
  let [step, page] = [null, 0];

  // A point is a piece of the board by its id, an option by its notation, or a part of the page: "#undo".
  function found(point) {
    if (point.startsWith("#")) return document.querySelector(point);
    return byId(`board-${point}`) ?? document.querySelector(`#stage [data-choice="${CSS.escape(point)}"]`);
  }
  function pointAt(points, looks = "pointed") {
    document.querySelectorAll(`.${looks}`).forEach((one) => one.classList.remove(looks));
    points.forEach((point) => found(point)?.classList.add(looks));
  }
  // A hint is over when what it advises can no longer be chosen.
  function forget() {
    const advice = document.querySelector("#advice [data-advised]");
    if (advice && !list(advice, "advised").some(found)) byId("advice").replaceChildren();
  }
  const list = (element, name) => JSON.parse(element?.dataset[name] || "[]");

  function show() {
    const lesson = byId("lesson");
    const advice = document.querySelector("#advice [data-advised]");
    pointAt(list(advice, "advised"), "advised");
    if (!lesson) return;
    if (lesson.dataset.step !== step) [step, page] = [lesson.dataset.step, 0];
    const pages = [...lesson.querySelectorAll("[data-points]")];
    page = Math.min(page, pages.length - 1);
    pages.forEach((one, nth) => (one.hidden = nth !== page));
    byId("lesson-back").hidden = page === 0;
    byId("lesson-next").hidden = page === pages.length - 1;
    byId("lesson-page").textContent = pages.length > 1 ? `${page + 1}/${pages.length}` : "";
    pointAt(list(pages[page], "points"));
  }
  function turn(by) {
    page += by;
    show();
    const visible = [byId("lesson-next"), byId("lesson-back")].find((button) => !button.hidden);
    if (document.activeElement?.hidden) visible?.focus();
  }
  document.addEventListener("click", (event) => {
    if (event.target.id === "lesson-next") turn(1);
    if (event.target.id === "lesson-back") turn(-1);
  });
  document.addEventListener("htmx:after:swap", () => { forget(); show(); });

  // A bot may take its time over a hint.
  document.addEventListener("htmx:before:request", (event) => {
    if (event.target.id === "hint") byId("advice").replaceChildren(Object.assign(document.createElement("p"), { textContent: event.target.dataset.thinking }));
  });
  document.addEventListener("htmx:response:error", (event) => event.target.id === "hint" && byId("advice").replaceChildren());

  // Drawers close by Escape and by a click beside them.
  document.addEventListener("click", (event) => event.target.closest("[data-close]")?.closest("details").removeAttribute("open"));
  const drawers = () => [...document.querySelectorAll("details.drawer[open]")];
  document.addEventListener("click", (event) => drawers().forEach((one) => one.contains(event.target) || (one.open = false)));
  document.addEventListener("keydown", (event) => event.key === "Escape" && drawers().forEach((one) => (one.open = false)));
  show();
})();
