// Explains things on the board. A tap asks the server which legal choices it can mean: a single one is made, several are offered in place, and
// if there are none the thing is explained. Resting on a thing, a long press and focus only explain.
(() => {
  "use strict";
  /** @template {string} Id @param {Id} id */
  const byId = (id) => document.getElementById(id);
  const [REST, PRESS, STILL, MARGIN] = [450, 500, 10, 20]; // milliseconds of rest and of a long press; pixels that a pressing finger may move, and around an explanation
  let [asked, resting] = [0, 0];
  /** @type {string | null} */
  let waiting = null; // the choices on the board when a question was asked, until its answer comes
  /** @type {Element | null} */
  let chooser = null; // the thing whose choices are offered
  let isBack = false; // whether it gets the focus back
  /** @type {Element | null} */
  let rested = null; // the thing under a resting pointer

  const svg = () => document.querySelector("#stage > svg");
  /** @param {Element | null | undefined} element */
  const thingOf = (element) => element?.closest?.("#stage [data-thing]") ?? null;
  // An option may lie on a thing, which can still be looked up.
  /** @param {{ target: Element, clientX: number, clientY: number }} event */
  const thingUnder = ({ target, clientX: x, clientY: y }) => (target.closest?.("#stage") ? document.elementsFromPoint(x, y).map(thingOf).find(Boolean) ?? null : null);
  const offered = () => [...document.querySelectorAll("#stage [data-choice]")].map(({ dataset }) => dataset.choice).join("\n");
  /** @param {Element} element */
  function pieceOf(element) {
    const piece = element?.closest?.("#stage [id]");
    return piece?.id.startsWith("board-") ? piece.id.slice("board-".length) : "";
  }

  // The explanation appears beside the thing, inside the window, and is announced to screen readers.
  /** @param {HTMLElement} box @param {number} x @param {number} y */
  function place(box, x, y) {
    const { width, height } = box.getBoundingClientRect();
    const above = y - height - 14;
    box.style.left = `${Math.max(8, Math.min(x - width / 2, innerWidth - width - 8))}px`;
    box.style.top = `${above > 8 ? above : Math.min(y + 18, innerHeight - height - 8)}px`;
  }
  function close() {
    asked += 1;
    waiting = null;
    clearTimeout(resting);
    rested = null;
    const had = byId("about").contains(document.activeElement);
    byId("about").hidden = true;
    isBack = true;
    if (had && chooser?.isConnected) chooser.focus({ preventScroll: true });
    isBack = false;
    chooser = null;
  }
  // A piece whose choices are offered is shown beside them, enlarged.
  /** @param {Element} element @returns {SVGSVGElement | null} */
  function enlarged(element) {
    const piece = /** @type {SVGGraphicsElement | null} */ (element.closest("#board-pieces > [data-thing]"));
    if (!piece) return null;
    const frame = piece.querySelector(":scope > rect:first-child"); // the box of a piece contains what its pictures clip
    const { x, y, width, height } = /** @type {SVGGraphicsElement} */ (frame ?? piece).getBBox();
    const drawing = /** @type {SVGSVGElement} */ (svg().cloneNode(false));
    const copy = /** @type {Element} */ (piece.cloneNode(true));
    ["id", "width", "height", "role", "aria-label"].forEach((name) => drawing.removeAttribute(name));
    ["id", "transform", "tabindex", "data-thing", "role", "aria-label", "style"].forEach((name) => copy.removeAttribute(name));
    drawing.setAttribute("viewBox", [x - 1, y - 1, width + 2, height + 2].join(" "));
    drawing.setAttribute("aria-hidden", "true");
    drawing.append(copy);
    return drawing;
  }
  /** @param {Element} element @param {number} x @param {number} y @param {boolean} isTap @param {boolean} byKey */
  async function ask(element, x, y, isTap = false, byKey = false) {
    asked += 1;
    const mine = asked;
    waiting = offered();
    const at = new DOMPoint(x, y).matrixTransform(svg().getScreenCTM().inverse());
    const box = byId("about");
    const url = new URL(box.dataset.ask, location.href);
    url.searchParams.set("piece", pieceOf(element));
    url.searchParams.set("x", at.x.toFixed(1));
    url.searchParams.set("y", at.y.toFixed(1));
    if (isTap) url.searchParams.set("tap", "1");
    const words = await fetch(url).then((answer) => (answer.ok ? answer.text() : null)).catch(() => null);
    if (mine !== asked) return;
    waiting = null;
    if (words === null) return;
    box.innerHTML = words; // HTML from our server, which escapes names
    const means = box.querySelectorAll("[data-means]");
    if (means.length === 1) return mean(means[0]);
    const copy = means.length && element.isConnected ? enlarged(element) : null;
    if (copy) box.prepend(copy);
    box.classList.toggle("offers", means.length > 0);
    box.classList.toggle("lifted", copy !== null);
    box.hidden = !words.trim();
    chooser = means.length ? thingOf(element) : null;
    if (!box.hidden) place(box, x, y);
    if (byKey && means.length) means[0].focus({ preventScroll: true });
  }
  /** @param {Element} button */
  function mean({ dataset }) {
    close();
    document.dispatchEvent(new CustomEvent("byways:meant", { detail: { choice: dataset.means ?? "" } }));
  }
  document.addEventListener("click", ({ target }) => {
    const row = target.closest?.("#about [data-means]");
    if (row) mean(row);
    else if (target.closest?.("#about .put-back")) close();
  });
  /** @param {Element} element @returns {Point} */
  function middle(element) {
    const box = element.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  }

  // Roving tabindex among the things.
  const things = () => [...document.querySelectorAll("#stage [data-thing]")].filter((thing) => thing.checkVisibility({ visibilityProperty: true }));
  /** @param {Element | undefined} current */
  const rove = (current) => things().forEach((thing) => thing.setAttribute("tabindex", thing === current ? "0" : "-1"));
  document.addEventListener("keydown", (event) => {
    const [all, by] = [things(), { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key]];
    if (!by || !thingOf(event.target)) return;
    all.at((all.indexOf(event.target) + by) % all.length)?.focus({ preventScroll: true });
    event.preventDefault();
    event.stopImmediatePropagation(); // elsewhere the arrow keys look back
  }, true);
  const settle = () => rove(thingOf(document.activeElement) ?? things()[0]);

  document.addEventListener("byways:missed", ({ detail: { target, x, y, isTap } }) => ask(target, x, y, isTap));
  document.addEventListener("keydown", (event) => {
    const thing = thingOf(event.target);
    if ((event.key !== "Enter" && event.key !== " ") || !thing || thing !== event.target || "zoom" in thing.dataset || event.repeat) return;
    event.preventDefault();
    ask(thing, ...middle(thing), true, true);
  });

  // After "?", the next click, tap or Enter on the board explains and chooses nothing.
  const { classList } = document.body;
  document.addEventListener("click", ({ target }) => target.closest?.("#what") && classList.toggle("asking"));
  for (const name of ["pointerdown", "pointermove", "pointerup", "click", "keydown"]) window.addEventListener(name, (event) => {
    const target = /** @type {Element} */ (event.target);
    const isKey = event instanceof KeyboardEvent;
    if (!classList.contains("asking") || !target.closest?.("#stage svg") || (isKey && event.key !== "Enter" && event.key !== " ")) return;
    event.stopImmediatePropagation();
    const [x, y] = event instanceof PointerEvent ? [event.clientX, event.clientY] : middle([...target.children].find((part) => !part.classList.contains("ghost")) ?? target);
    const last = event instanceof PointerEvent && event.pointerType === "touch" ? "pointerup" : "click";
    if (!isKey && name !== last) return;
    event.preventDefault();
    classList.remove("asking");
    ask(thingUnder({ target, clientX: x, clientY: y }) ?? target, x, y);
  }, true);

  // A long press explains, and lifting the finger chooses nothing.
  /** @type {{ x: number, y: number, timer: number } | null} */
  let press = null;
  function release() {
    if (press) clearTimeout(press.timer);
    press = null;
  }
  document.addEventListener("pointerdown", (event) => {
    release();
    const { clientX: x, clientY: y, target } = event;
    if (event.pointerType !== "touch" || !event.isPrimary || !target.closest?.("#stage")) return;
    press = { x, y, timer: setTimeout(() => {
      press = null;
      document.dispatchEvent(new Event("byways:pressed"));
      ask(thingUnder(event) ?? target, x, y);
    }, PRESS) };
  });
  document.addEventListener("pointermove", ({ clientX, clientY }) => press && Math.hypot(clientX - press.x, clientY - press.y) > STILL && release());
  for (const name of /** @type {const} */ (["pointerup", "pointercancel"])) document.addEventListener(name, release);
  document.addEventListener("byways:pressed", () => { release(); close(); }); // also when a drag follows a long press
  // On its way to the line at its foot, the pointer does not close an explanation.
  /** @param {PointerEvent} event */
  function isOnItsWay({ clientX: x, clientY: y }) {
    const { left, top, right, bottom } = byId("about").getBoundingClientRect();
    return Boolean(rested && byId("about").querySelector(".came")) && left - MARGIN < x && x < right + MARGIN && top - MARGIN < y && y < bottom + MARGIN;
  }
  document.addEventListener("pointermove", (event) => {
    clearTimeout(resting);
    if (isOnItsWay(event)) return;
    const thing = event.pointerType === "mouse" ? thingUnder(event) : null;
    if (rested && thing !== rested) close();
    if (thing && thing !== rested) resting = setTimeout(() => { ask(thing, event.clientX, event.clientY); rested = thing; }, REST);
  });
  document.addEventListener("focusin", ({ target }) => {
    if (isBack || !thingOf(target) || !target.matches(":focus-visible")) return;
    rove(target);
    ask(target, ...middle(target));
  });
  document.addEventListener("focusout", (event) => thingOf(event.target) && !(event.relatedTarget instanceof Node && byId("about").contains(event.relatedTarget)) && close());
  document.addEventListener("pointerdown", (event) => event.target.closest("#about") || close());
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    classList.remove("asking");
    close();
  });
  // A new drawing closes an explanation. A question on its way goes on if the same choices are offered: others may act at any time.
  document.addEventListener("htmx:after:swap", (event) => { settle(); if (event.target.id === "table" && waiting !== offered()) close(); });
  settle();
})();
