// Drags on the board. A stroke goes over several places, each of them a choice, and is sent as one request when the pointer is lifted; going
// back takes steps back. A piece that some options name in data-from can be dropped on them. An option with data-swipe is chosen by a stroke
// that starts in its box and moves in its direction.
(() => {
  "use strict";
  /** @template {string} Id @param {Id} id */
  const byId = (id) => document.getElementById(id);
  const SVG = "http://www.w3.org/2000/svg";
  const [START, NEAR, FAR] = [8, 36, 24]; // pixels: a shorter move is a tap; a piece is dropped on an option this near; a swipe is this long
  const [LENS, LARGER] = [96, 1.5]; // pixels; how many times
  /** @typedef {[choice: string, uses: Point | null, then: Steps]} StrokeStep */
  /** @typedef {{ [place: string]: StrokeStep }} Steps */
  /** @typedef {[places: Record<string, Point>, reach: number, starts: Record<string, Steps>, drawn: string[]]} Strokes */
  /** @typedef {{ start: string, taken: [place: string, step: StrokeStep][], strokes: Strokes }} Line */
  /** @typedef {{ x: number, y: number, id: number, isMoving: boolean, line: Line | null, piece: SVGGraphicsElement | null, swipes: Element[], aim: Drop | null }} Drag */
  /** @typedef {{ option: Element, choice: string, box: string }} Drop */
  /** @type {Drag | null} */
  let drag = null;
  let swallows = false; // whether a click that the drag ends with is still to come

  const svg = () => document.querySelector("#stage > svg");
  /** @param {number} x @param {number} y */
  const toBoard = (x, y) => new DOMPoint(x, y).matrixTransform(svg().getScreenCTM().inverse());
  /** @returns {Strokes | null} */
  function strokes() {
    const told = document.querySelector("#stage [data-strokes]")?.dataset.strokes;
    return told ? JSON.parse(told) : null;
  }
  /** @param {Strokes} strokes @param {DOMPoint} at @param {string[]} names */
  const placeAt = ([places, reach], at, names) => names.find((name) => Math.hypot(at.x - places[name][0], at.y - places[name][1]) < reach) ?? null;
  /** @param {Element} piece */
  const targets = (piece) => [...document.querySelectorAll(`#stage [data-from~="${CSS.escape(piece.id.replace(/^board-/, ""))}"]`)].flatMap(dropsOf);
  // Where an option is dropped: the boxes of the choices that follow it, its own box, or its place.
  /** @param {Element} option @returns {Drop[]} */
  function dropsOf(option) {
    const { choice = "", drop = "", then } = option.dataset;
    if (!then) return [{ option, choice, box: drop }];
    return then.split("; ").map((one) => one.split(": ")).map(([next, box]) => ({ option, choice: `${choice}\n${next}`, box }));
  }
  /** @param {FromElement<PointerEvent>} event */
  const pieceOf = ({ target, clientX: x, clientY: y }) => {
    const named = target.closest?.("#stage [data-from]")?.dataset.from?.split(" ").map((name) => byId(`board-${name}`)) ?? [];
    const under = named.find((piece) => piece && isIn(piece.getBoundingClientRect(), x, y)) ?? named[0];
    const grabbed = under ?? target.closest?.("#stage [id]") ?? null;
    return grabbed && targets(grabbed).length ? /** @type {SVGGraphicsElement} */ (grabbed) : null;
  };
  /** @param {DOMRect} box @param {number} x @param {number} y */
  const isIn = ({ left, top, right, bottom }, x, y) => left <= x && x < right && top <= y && y < bottom;

  /** @param {Strokes} strokes @param {string} start @returns {Line} */
  function lineFrom(strokes, start) {
    const [, , starts, [origin = start, ...drawn]] = strokes;
    /** @type {Line} */
    const line = { start: origin, taken: [], strokes };
    let steps = starts[origin];
    for (const place of drawn) {
      line.taken.push([place, steps[place]]);
      steps = steps[place][2];
    }
    return line;
  }
  // How many of its steps the server has.
  /** @param {Line} line */
  function keptOf({ taken, strokes: [, , , [, ...drawn]] }) {
    const fork = drawn.findIndex((place, nth) => taken[nth]?.[0] !== place);
    return fork < 0 ? drawn.length : fork;
  }
  // The line as far as it is drawn here, above the board, until the server's drawing has it.
  function paint() {
    document.querySelector("#stage .stroke")?.remove();
    if (!drag?.line) return;
    const { start, taken, strokes: [places, , , [, ...drawn]] } = drag.line;
    const kept = keptOf(drag.line);
    const added = taken.slice(kept);
    const group = svg().appendChild(document.createElementNS(SVG, "g"));
    group.setAttribute("class", "stroke");
    const along = [kept ? drawn[kept - 1] : start, ...added.map(([place]) => place)].map((place) => places[place]);
    const add = (/** @type {string} */ name, /** @type {Record<string, string | number>} */ given) => {
      const part = group.appendChild(document.createElementNS(SVG, name));
      Object.entries(given).forEach(([key, value]) => part.setAttribute(key, String(value)));
    };
    add("polyline", { points: along.map((at) => at.join(" ")).join(" ") });
    along.forEach(([x, y]) => add("circle", { cx: x, cy: y, r: 9 }));
    drawn.slice(kept).forEach((place) => add("path", { class: "erased", d: `M${places[place][0] - 9} ${places[place][1] - 9}l18 18m0 -18l-18 18` }));
    added.forEach(([, [, uses]]) => uses && add("path", { class: "used", d: `M${uses[0] - 13} ${uses[1] + 13}l26 -26` }));
  }
  // A finger hides the places around it: a lens above it shows them, larger.
  /** @param {number} x @param {number} y */
  function magnify(x, y) {
    const [lens, { x: right, y: down }] = [byId("lens") ?? addLens(), toBoard(x, y)];
    const reach = LENS / 2 / LARGER / svg().getScreenCTM().a;
    lens.setAttribute("viewBox", [right - reach, down - reach, 2 * reach, 2 * reach].join(" "));
    Object.assign(lens.style, { left: `${x - LENS / 2}px`, top: `${y - 1.4 * LENS}px`, width: `${LENS}px`, height: `${LENS}px` });
  }
  function addLens() {
    const lens = document.body.appendChild(document.createElementNS(SVG, "svg"));
    lens.id = "lens";
    lens.setAttribute("aria-hidden", "true");
    lens.appendChild(document.createElementNS(SVG, "use")).setAttribute("href", `#${svg().id}`);
    return lens;
  }
  /** @param {Line} line @param {DOMPoint} at */
  function stretch({ start, taken, strokes: known }, at) {
    const [before, last] = [taken.at(-2)?.[0] ?? start, taken.at(-1)];
    const next = last ? last[1][2] : known[2][start];
    const place = placeAt(known, at, Object.keys(next));
    if (last && placeAt(known, at, [before])) taken.pop();
    else if (place) taken.push([place, next[place]]);
  }

  /** @param {FromElement<PointerEvent>} event */
  function begin(event) {
    end();
    const { clientX: x, clientY: y, target, pointerId: id } = event;
    if (!event.isPrimary || event.button || !byId("say") || !target.closest?.("#stage svg")) return;
    const known = strokes();
    const start = known && placeAt(known, toBoard(x, y), known[3].length ? known[3].slice(-1) : Object.keys(known[2]));
    const piece = start ? null : pieceOf(event);
    const line = known && start ? lineFrom(known, start) : null;
    const swipes = line || piece ? [] : swipesAt(toBoard(x, y));
    if (line || piece || swipes.length) drag = { x, y, id, isMoving: false, line, piece, swipes, aim: null };
  }
  /** @param {FromElement<PointerEvent>} event */
  function move(event) {
    if (!drag || event.pointerId !== drag.id) return;
    const [right, down] = [event.clientX - drag.x, event.clientY - drag.y];
    if (!drag.isMoving && Math.hypot(right, down) < START) return;
    if (!drag.isMoving) document.dispatchEvent(new Event("byways:pressed")); // it is no tap any more
    drag.isMoving = true;
    event.stopImmediatePropagation();
    const { line, piece } = drag;
    if (line) {
      event.getCoalescedEvents().concat(event).forEach((one) => stretch(line, toBoard(one.clientX, one.clientY)));
      paint();
      if (event.pointerType === "touch") magnify(event.clientX, event.clientY);
    } else if (piece) carry(piece, right, down, event.clientX, event.clientY);
    else swipe(drag, right, down);
  }
  /** @param {Element} option */
  const swipeOf = (option) => (option.dataset.swipe ?? "").split(" ").map(Number);
  /** @param {DOMPoint} at */
  const swipesAt = ({ x, y }) => [...document.querySelectorAll("#stage [data-swipe]")].filter((option) => {
    const [left, top, width, height] = swipeOf(option);
    return left <= x && x < left + width && top <= y && y < top + height;
  });
  /** @param {Drag} drag @param {number} right @param {number} down */
  function swipe(drag, right, down) {
    const isAcross = Math.abs(right) > Math.abs(down);
    const way = [isAcross ? Math.sign(right) : 0, isAcross ? 0 : Math.sign(down)].join();
    const found = drag.swipes.find((option) => swipeOf(option).slice(4).join() === way);
    drag.aim = Math.max(Math.abs(right), Math.abs(down)) >= FAR && found ? dropsOf(found)[0] : null;
    drag.swipes.forEach((option) => option.classList.toggle("shown", option === drag.aim?.option));
  }
  /** @param {Drop} drop */
  function boxOf({ option, box }) {
    if (!box) return ([...option.children].find((part) => !part.classList.contains("ghost")) ?? option).getBoundingClientRect();
    const [left, top, width, height] = box.split(" ").map(Number);
    const [at, to] = [[left, top], [left + width, top + height]].map(([x, y]) => new DOMPoint(x, y).matrixTransform(svg().getScreenCTM()));
    return { left: at.x, top: at.y, right: to.x, bottom: to.y };
  }
  // The boxes that a carried piece may be dropped into.
  /** @param {Drop[]} drops */
  function outline(drops) {
    document.querySelector("#stage .drops")?.remove();
    const boxes = new Set(drops.map(({ box }) => box).filter(Boolean));
    if (!boxes.size) return;
    const group = svg().insertBefore(document.createElementNS(SVG, "g"), svg().lastElementChild);
    group.setAttribute("class", "drops");
    for (const box of boxes) {
      const rect = group.appendChild(document.createElementNS(SVG, "rect"));
      box.split(" ").forEach((value, nth) => rect.setAttribute(["x", "y", "width", "height"][nth], value));
    }
  }
  // A copy is carried, above everything else; the piece stays pale where it was.
  /** @param {SVGGraphicsElement} piece @returns {SVGElement} */
  function lift(piece) {
    outline(targets(piece));
    const copy = /** @type {SVGElement} */ (piece.cloneNode(true));
    const { a, b, c, d, e, f } = svg().getScreenCTM().inverse().multiply(piece.getScreenCTM());
    [copy, ...copy.querySelectorAll("*")].forEach((part) => ["id", "data-thing", "tabindex"].forEach((name) => part.removeAttribute(name)));
    copy.setAttribute("transform", `matrix(${[a, b, c, d, e, f].join(" ")})`);
    copy.classList.add("carried");
    piece.classList.add("left-behind");
    return svg().appendChild(copy);
  }
  const carried = () => /** @type {SVGElement | null} */ (document.querySelector("#stage .carried"));
  /** @param {SVGGraphicsElement} piece @param {number} right @param {number} down @param {number} x @param {number} y */
  function carry(piece, right, down, x, y) {
    const scale = svg().getScreenCTM().a;
    (carried() ?? lift(piece)).style.translate = `${right / scale}px ${down / scale}px`;
    const all = targets(piece).map((drop) => ({ drop, far: distance(drop, x, y) }));
    const aim = all.filter(({ far }) => far < NEAR).sort((one, other) => one.far - other.far)[0]?.drop ?? null;
    all.forEach(({ drop: { option } }) => { option.classList.add("target"); option.classList.toggle("shown", option === aim?.option); });
    if (drag) drag.aim = aim;
  }
  // How far a point lies outside the box of a drop, or without one outside the first part of its option that is no preview.
  /** @param {Drop} drop @param {number} x @param {number} y */
  function distance(drop, x, y) {
    const box = boxOf(drop);
    return Math.hypot(Math.max(box.left - x, 0, x - box.right), Math.max(box.top - y, 0, y - box.bottom));
  }
  /** @param {FromElement<PointerEvent>} event */
  function drop(event) {
    if (!drag || event.pointerId !== drag.id) return;
    const { isMoving, line, aim } = drag;
    if (!isMoving) return end();
    event.stopImmediatePropagation();
    swallows = event.pointerType === "mouse";
    document.dispatchEvent(new Event("byways:released"));
    end(Boolean(line)); // before the drop is previewed
    if (line) sendLine(line);
    else if (aim?.option.dataset.then) send(aim.choice, 0);
    else if (aim) document.dispatchEvent(new CustomEvent("byways:meant", { detail: { choice: aim.choice } }));
  }
  /** @param {Line} line */
  function sendLine(line) {
    const kept = keptOf(line);
    const [choices, undone] = [line.taken.slice(kept).map(([, [choice]]) => choice), line.strokes[3].slice(kept + 1).length];
    if (choices.length || undone) send(choices.join("\n"), undone);
    else paint();
  }
  // A refused step leaves what the server has: the line drawn here goes with its answer, or with the next drawing.
  /** @param {string} choice @param {number} undo */
  function send(choice, undo) {
    const form = byId("say");
    if (form) htmx.ajax("POST", form.getAttribute("hx-post"), { source: form, values: { choice, undo: String(undo) } }).finally(() => drag || paint());
  }
  function end(keeps = false) {
    if (drag?.isMoving) { // otherwise it was a tap, which may preview an option
      const { piece, swipes } = drag;
      carried()?.remove();
      piece?.classList.remove("left-behind");
      outline([]);
      const options = piece ? targets(piece).map(({ option }) => option) : swipes;
      options.forEach((option) => option.classList.remove("target", "shown"));
    }
    byId("lens")?.remove();
    drag = null;
    if (!keeps) paint();
  }
  // With a mouse, the boxes light up while it rests on the piece.
  document.addEventListener("pointerover", (event) => {
    if (drag?.isMoving || event.pointerType !== "mouse") return;
    const piece = byId("say") && event.target.closest?.("#stage svg") ? pieceOf(event) : null;
    outline(piece ? targets(piece) : []);
  });
  document.addEventListener("pointerdown", (event) => (event.isPrimary ? begin(event) : end()), true); // a second finger ends a drag
  document.addEventListener("pointermove", move, true);
  document.addEventListener("pointerup", drop, true);
  document.addEventListener("pointercancel", () => end(), true);
  document.addEventListener("click", (event) => {
    if (swallows) event.stopImmediatePropagation();
    swallows = false;
  }, true);
  document.addEventListener("pointerdown", () => { swallows = false; }, true);
})();
