// A click, a tap or Enter on an element with data-zoom enlarges the piece it names, over the element with data-zoom-over or over the whole board,
// until the next click or Escape. The enlarged copy follows the drawing.
(() => {
  "use strict";
  /** @template {string} Id @param {Id} id */
  const byId = (id) => document.getElementById(id);
  const MARGIN = 2; // around the piece, in units of the drawing
  /** @type {string | null} */
  let shown = null; // the enlarged piece
  /** @type {Element | null} */
  let from = null; // where the focus was before

  const svg = () => document.querySelector("#stage > svg");
  /** @param {string} name @returns {SVGGraphicsElement | null} */
  const pieceOf = (name) => document.querySelector(`[id="${svg()?.id}-${CSS.escape(name)}"]`);
  /** @param {Element} target */
  const zoomOf = (target) => target?.closest?.("#stage [data-zoom]") ?? null;
  /** @param {Element} target */
  const isOption = (target) => target.closest("[data-choice]") !== null;

  // The bounding box of a piece in units of the drawing.
  /** @param {SVGGraphicsElement} piece */
  function boxOf(piece) {
    const { x, y, width, height } = piece.getBBox();
    const at = svg().getScreenCTM().inverse().multiply(piece.getScreenCTM());
    const [left, top] = [at.a * x + at.e - MARGIN, at.d * y + at.f - MARGIN];
    return [left, top, at.a * width + 2 * MARGIN, at.d * height + 2 * MARGIN];
  }
  // Other pieces may lie on it, so the whole drawing is copied and cropped.
  /** @param {SVGGraphicsElement} piece */
  function copy(piece) {
    const drawing = /** @type {SVGSVGElement} */ (svg().cloneNode(true));
    const box = boxOf(piece);
    drawing.setAttribute("viewBox", box.join(" "));
    drawing.style.aspectRatio = String(box[2] / box[3]); // hides what lies beside it
    ["width", "height"].forEach((name) => drawing.removeAttribute(name));
    [drawing, ...drawing.querySelectorAll("[id]")].forEach((one) => one.removeAttribute("id"));
    drawing.querySelectorAll("style, [data-choice]").forEach((one) => one.remove());
    drawing.setAttribute("aria-hidden", "true");
    drawing.querySelectorAll("[tabindex]").forEach((one) => one.removeAttribute("tabindex"));
    return drawing;
  }
  /** @param {HTMLElement} box */
  function place(box) {
    const stage = byId("stage").getBoundingClientRect();
    const over = document.querySelector("#stage [data-zoom-over]")?.getBoundingClientRect() ?? stage;
    Object.assign(box.style, { left: `${over.x}px`, top: `${over.y}px`, width: `${over.width}px`, height: `${over.height}px` });
  }
  function paint() {
    const piece = shown && pieceOf(shown);
    if (!piece) return close();
    const box = byId("zoom");
    box.hidden = false;
    box.setAttribute("aria-label", piece.getAttribute("aria-label") ?? "");
    box.querySelector("p")?.replaceChildren(piece.getAttribute("aria-label") ?? "");
    box.querySelector("svg")?.remove();
    box.append(copy(piece));
    place(box);
  }
  /** @param {With<"zoom", SVGElement>} zoom @param {boolean} byKey */
  function open(zoom, byKey) {
    [shown, from] = [zoom.dataset.zoom, document.activeElement];
    paint();
    watch.observe(byId("stage"), { subtree: true, childList: true, attributes: true, attributeFilter: ["transform", "d"] });
    if (byKey && shown) byId("zoom").querySelector("button")?.focus({ preventScroll: true });
  }
  function close() {
    watch.disconnect();
    const had = byId("zoom").contains(document.activeElement);
    [shown, byId("zoom").hidden] = [null, true];
    if (had && from?.isConnected) from.focus({ preventScroll: true });
  }
  let due = 0;
  const watch = new MutationObserver(() => { cancelAnimationFrame(due); due = requestAnimationFrame(() => shown && paint()); });

  // Touches on the board cause no click, because table.js prevents it.
  /** @param {FromElement<PointerEvent>} event */
  function clicked(event) {
    const zoom = zoomOf(event.target);
    if (!zoom || isOption(event.target) || (event.type === "pointerup" && event.pointerType !== "touch")) return;
    event.stopImmediatePropagation();
    if (shown === zoom.dataset.zoom) close();
    else open(zoom, false);
  }
  document.addEventListener("click", clicked, true);
  document.addEventListener("pointerup", clicked, true);
  document.addEventListener("keydown", (event) => {
    const zoom = zoomOf(event.target);
    if (event.key === "Escape" && shown) { close(); event.stopImmediatePropagation(); }
    else if ((event.key === "Enter" || event.key === " ") && zoom && zoom === event.target) { event.preventDefault(); open(zoom, true); }
  }, true);
  byId("zoom").addEventListener("click", close);
  addEventListener("resize", () => shown && paint());
})();
