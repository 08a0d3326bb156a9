// Animates steps on a drawing and marks new ones. A step is an event: a sentence, its pieces and their paths.
/** @typedef {{ x: number, y: number, scale: number }} Place */
/** @typedef {{ left: number, top: number, right: number, bottom: number }} Box */
/** @typedef {{ piece: SVGGraphicsElement, points: Point[] }} Walk */
const SVG = "http://www.w3.org/2000/svg";
const WALK = 90; // milliseconds for each place, up to LONGEST in all
const LONGEST = 1200;
const [SLIDE, FLIP, FADE, READ, BANNER] = [350, 240, 200, 500, 1600];
const SMALL = 33; // smaller things, such as numbers and tokens, are underlined: corners would cover them or what is beside them
const SLIGHT = 4; // a card may be drawn this far beyond its corner
const MANY = 6; // more steps than this are played faster
const EASE = "cubic-bezier(.3,.1,.3,1)";

/** @type {Record<string, number>} */
const SPEEDS = { none: 0, fast: 0.5, slow: 2 };
export const pace = () => (matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : SPEEDS[localStorage.getItem("speed") ?? ""] ?? 1);

// One run of an animation, which can be skipped.
export class Run {
  #skip = () => {};
  skipped = false;
  /** @type {Promise<void>} */
  over = new Promise((done) => { this.#skip = done; });
  skip() {
    this.skipped = true;
    this.#skip();
  }
  /** @param {number} milliseconds */
  wait(milliseconds) {
    return this.skipped ? null : Promise.race([this.over, new Promise((done) => setTimeout(done, milliseconds))]);
  }
  /** @param {Element} piece @param {Keyframe[]} frames @param {number} duration */
  async animate(piece, frames, duration) {
    if (this.skipped) return;
    const motion = piece.animate(frames, { duration, easing: frames.length > 2 ? "linear" : EASE, fill: "forwards" });
    await Promise.race([this.over, motion.finished]);
    motion.cancel();
  }
}

/** @param {Element} svg @param {string} piece @returns {SVGGraphicsElement | null} */
const find = (svg, piece) => svg.querySelector(`[id="${svg.id}-${CSS.escape(piece)}"]`);
const NUMBER = "(-?[\\d.]+)";
const PLACED = new RegExp(`translate\\(${NUMBER}[ ,]+${NUMBER}\\)(?: scale\\(${NUMBER}\\))?`);

/** @param {Element} piece @returns {Place} */
function placeOf(piece) {
  const [, x = 0, y = 0, scale = 1] = PLACED.exec(piece.getAttribute("transform") ?? "") ?? [];
  return { x: +x, y: +y, scale: +scale };
}
/** @param {Element} piece @param {Place} place */
const put = (piece, { x, y, scale }) => piece.setAttribute("transform", `translate(${x} ${y}) scale(${scale})`);
/** @param {Place} place */
const asFrame = ({ x, y, scale }) => ({ transform: `translate(${x}px, ${y}px) scale(${scale})` });
/** @param {Place} one @param {Place} other */
const isSame = (one, other) => Math.hypot(one.x - other.x, one.y - other.y) < 0.5 && Math.abs(one.scale - other.scale) < 0.01;
/** @param {Place} place @param {Point} point */
const isAt = (place, [x, y]) => Math.hypot(place.x - x, place.y - y) < 2;

/** @param {Point[]} points */
const endOf = (points) => points[points.length - 1];

// Paths have round corners: a curve from the middle of one leg to the middle of the next.
/** @type {(one: Point, other: Point) => Point} */
const between = ([x, y], [x2, y2]) => [(x + x2) / 2, (y + y2) / 2];
/** @type {(points: Point[]) => Point[]} */
const rounded = (points) =>
  points.flatMap((point, nth) => {
    if (!nth || nth === points.length - 1) return [point];
    const [before, after] = [between(points[nth - 1], point), between(point, points[nth + 1])];
    return [before, between(between(before, point), between(point, after)), after];
  });

/** @param {Point[]} points */
const curve = (points) =>
  `M${points[0]}${points.slice(1, -1).map((point, nth) => `L${between(points[nth], point)}Q${point} ${between(point, points[nth + 2])}`).join("")}L${endOf(points)}`;

// Keyframes along a path, timed by distance.
/** @param {Point[]} way @param {number} from @param {number} to */
function framesAlong(way, from, to) {
  const points = rounded(way);
  const lengths = points.map(([x, y], nth) => (nth ? Math.hypot(x - points[nth - 1][0], y - points[nth - 1][1]) : 0));
  const whole = lengths.reduce((sum, length) => sum + length, 0) || 1;
  let gone = 0;
  return points.map(([x, y], nth) => {
    gone += lengths[nth];
    const share = Math.min(1, gone / whole);
    return { ...asFrame({ x, y, scale: from + (to - from) * share }), offset: share };
  });
}
/** @param {Point[]} points */
const timeFor = (points) => (points.length > 2 ? Math.max(SLIDE, Math.min(LONGEST, WALK * (points.length - 1))) : SLIDE);

// Animate one piece: it appears, disappears, flips or moves. It ends as drawn afterwards, unless its path ends elsewhere.
/** @param {SVGSVGElement} svg @param {SVGSVGElement} after @param {string} name @param {{ points?: Point[], turn?: number }} way @param {Run} run @param {number} speed */
async function playPiece(svg, after, name, { points = [], turn = 0 }, run, speed) {
  const later = find(after, name);
  let piece = find(svg, name);
  const isNew = !piece && later;
  if (isNew) {
    piece = document.importNode(later, true);
    piece.id = `${svg.id}-${name}`;
    svg.querySelector(`[id="${svg.id}-${later.parentElement?.id.slice(after.id.length + 1)}"]`)?.append(piece); // in the same layer
  }
  if (!piece) return;
  const [from, drawn] = [placeOf(piece), placeOf(later ?? piece)];
  const to = points.length ? { x: endOf(points)[0], y: endOf(points)[1], scale: drawn.scale } : drawn;
  const differs = later && !isNew && later.innerHTML !== piece.innerHTML;
  const redrawn = differs && !turn && keepsParts(piece, later) && redraw(piece, later, run, speed); // while it moves
  if (points.length > 1 && (isNew || !isAt(from, endOf(points)))) await run.animate(piece, framesAlong(points, from.scale, to.scale), timeFor(points) * speed);
  else if (isNew) await run.animate(piece, [{ opacity: 0 }, { opacity: 1 }], FADE * speed);
  else if (!isSame(from, to)) await run.animate(piece, [asFrame(from), asFrame(to)], SLIDE * speed);
  put(piece, to);
  if (!later) {
    await run.animate(piece, [{ opacity: 1 }, { opacity: 0 }], FADE * speed);
    piece.remove();
  } else if (differs) await (redrawn || change(piece, later, to, turn, run, speed));
}
/** @param {Element} piece @param {Element} later */
const keepsParts = (piece, later, old = textsOf(piece)) => partsOf(later).some(({ outerHTML }) => old.has(outerHTML));
/** @param {Element} piece */
const textsOf = (piece) => new Set(partsOf(piece).map(({ outerHTML }) => outerHTML));

// A piece with new contents was drawn upon, turned or flipped. Parts that only disappear are not animated.
/** @param {Element} piece @param {Element} later @param {Run} run @param {number} speed */
async function redraw(piece, later, run, speed) {
  const old = textsOf(piece);
  piece.innerHTML = later.innerHTML;
  const news = partsOf(piece).filter(({ outerHTML }) => !old.has(outerHTML));
  await Promise.all(news.map((part) => run.animate(part, [{ opacity: 0 }, { opacity: 1 }], SLIDE * speed)));
}
/** @param {SVGGraphicsElement} piece @param {Element} later @param {Place} place @param {number} turn @param {Run} run @param {number} speed */
async function change(piece, later, place, turn, run, speed) {
  const swap = () => { piece.innerHTML = later.innerHTML; };
  const { x, y, width, height } = piece.getBBox();
  const about = (/** @type {string} */ turned) => ({ transform: `${asFrame(place).transform} translate(${x + width / 2}px, ${y + height / 2}px) ${turned} translate(${-x - width / 2}px, ${-y - height / 2}px)` });
  if (turn) {
    await run.animate(piece, [about("rotate(0deg)"), about(`rotate(${turn}deg)`)], SLIDE * speed);
    swap();
  } else {
    await run.animate(piece, [about("scaleX(1)"), about("scaleX(0)")], (FLIP / 2) * speed);
    swap();
    await run.animate(piece, [about("scaleX(0)"), about("scaleX(1)")], (FLIP / 2) * speed);
  }
}
/** @type {(piece: Element) => Element[]} */
const partsOf = (piece) => (piece.children.length === 1 && piece.children[0].children.length ? partsOf(piece.children[0]) : [...piece.children]);

// On a narrow screen another player's sheet is small or out of sight: zoom in on it while something happens there.
const EDGE = 0.1; // of its width, as a margin
const NARROW = matchMedia("(max-aspect-ratio: 3/4)");
/** @param {SVGSVGElement} svg @param {Set<string>} names */
function bringNear(svg, names) {
  const sheet = [...svg.querySelectorAll("[data-zoom]")].map(({ dataset }) => dataset.zoom).find((name) => names.has(name));
  const near = sheet && NARROW.matches ? find(svg, sheet) : null;
  svg.classList.toggle("near", Boolean(near));
  [svg.style.transform, svg.style.clipPath] = ["none", ""];
  if (!near || !svg.parentElement) return;
  const [stage, own, box] = [svg.parentElement, svg, near].map((one) => one.getBoundingClientRect());
  const scale = 0.95 * Math.min(stage.width / box.width, stage.height / box.height);
  const beside = /** @type {const} */ (["top", "right", "bottom", "left"]).map((side) => `${Math.abs(box[side] - own[side]) - (side === "bottom" ? 0 : EDGE * box.width)}px`);
  svg.style.clipPath = `inset(${beside.join(" ")})`;
  /** @type {(from: "left" | "top", size: "width" | "height") => number} */
  const shift = (from, size) => stage[from] - own[from] - (box[from] - own[from]) * scale + (stage[size] - box[size] * scale) / 2;
  svg.style.transform = `translate(${shift("left", "width")}px, ${shift("top", "height")}px) scale(${scale})`;
}

// The banner of a climax appears after its animation, so that it covers nothing before.
/** @param {Step} step @param {Run} run @param {number} speed */
async function proclaim({ text }, run, speed) {
  if (run.skipped) return;
  const banner = document.getElementById("banner");
  [banner.textContent, banner.hidden] = [text, false];
  await run.wait(BANNER * speed);
  banner.hidden = true;
}

// Play steps on the old drawing. `tell` gets each step, and null at the end.
/** @param {SVGSVGElement} svg @param {SVGSVGElement} after @param {Step[]} steps @param {Run} run @param {(step: Step | null) => void} tell */
export async function play(svg, after, steps, run, tell) {
  const hurried = pace() * Math.min(1, MANY / steps.length);
  svg.classList.add("moving");
  for (const step of steps) {
    if (run.skipped || !svg.isConnected) break;
    tell(step);
    const speed = step.banner ? pace() : hurried; // a climax is not hurried
    const [ways, turns] = [new Map(step.moves), new Map(step.turns)];
    const names = new Set([...(step.pieces ?? []), ...ways.keys()]);
    bringNear(svg, names);
    const moved = [...names].map((name) => playPiece(svg, after, name, { points: ways.get(name), turn: turns.get(name) }, run, speed));
    await Promise.all([...moved, step.banner || run.wait(READ * speed)]);
    if (step.banner) await proclaim(step, run, speed);
  }
  tell(null);
  [svg.style.transform, svg.style.clipPath] = ["", ""];
  svg.classList.remove("moving", "near");
}

// The viewer's own pieces are drawn at their new places at once; those with a path then walk there.
/** @param {SVGSVGElement} svg @param {Step[]} steps @param {Map<string, Place>} before */
export function glide(svg, steps, before, speed = pace()) {
  for (const [name, points] of speed ? steps.flatMap((step) => step.moves ?? []) : []) {
    const piece = find(svg, name);
    const from = before.get(name);
    if (piece && from && points.length > 2 && isAt(from, points[0])) piece.animate(framesAlong(points, from.scale, placeOf(piece).scale), { duration: timeFor(points) * speed });
  }
}
/** @param {SVGSVGElement} svg @param {Step[]} steps @returns {Map<string, Place>} */
export const placesOf = (svg, steps) => new Map(steps.flatMap((step) => step.moves ?? []).flatMap(([name]) => {
  const piece = find(svg, name);
  return piece ? [[name, placeOf(piece)]] : [];
}));

// A drawing shows the joy of a winner once, when it comes.
const [JOY, LAST] = [1900, 700]; // milliseconds in all, and before the last part begins
/** @param {SVGSVGElement} svg */
export function celebrate(svg) {
  if (!pace()) return;
  svg.querySelectorAll(".joy").forEach((joy) => {
    [...joy.children].forEach((part, nth, { length }) => { part.style.animationDelay = `${(LAST * nth) / length}ms`; });
  });
  document.body.classList.add("celebrating");
  setTimeout(() => document.body.classList.remove("celebrating"), JOY);
}

// Marks

/** @param {Element} parent @param {string} tag @param {Record<string, string | number>} attributes */
function draw(parent, tag, attributes) {
  const made = parent.appendChild(document.createElementNS(SVG, tag));
  Object.entries(attributes).forEach(([name, value]) => made.setAttribute(name, String(value)));
  return made;
}
// The box of what is seen of a piece, or its box at an earlier place. Its touch area may be larger.
/** @param {SVGGraphicsElement} piece @returns {Box} */
function boxOf(piece, [x, y] = [placeOf(piece).x, placeOf(piece).y]) {
  const areas = piece.querySelectorAll(".hit");
  for (const area of areas) area.setAttribute("display", "none");
  const [box, { scale }] = [piece.getBBox(), placeOf(piece)];
  for (const area of areas) area.removeAttribute("display");
  return { left: x + box.x * scale, top: y + box.y * scale, right: x + (box.x + box.width) * scale, bottom: y + (box.y + box.height) * scale };
}
/** @param {Box[]} boxes @returns {Box} */
const around = (boxes) => ({
  left: Math.min(...boxes.map((box) => box.left)), top: Math.min(...boxes.map((box) => box.top)),
  right: Math.max(...boxes.map((box) => box.right)), bottom: Math.max(...boxes.map((box) => box.bottom)),
});
// Each line is drawn twice, with a wider casing below.
/** @param {Element} parent @param {string} d @param {string} looks @param {Step["token"]} seat */
function line(parent, d, looks, seat) {
  draw(parent, "path", { d, class: `${looks} cased` });
  draw(parent, "path", { d, class: `${looks} by-${seat}` });
}
/** @param {Element} parent @param {Box} box @param {Step["token"]} seat */
function ticks(parent, { left, top, right, bottom }, seat) {
  if (bottom - top < SMALL) return line(parent, `M${left} ${bottom + 1}H${right}`, "tick", seat);
  const [gap, arm] = [3, Math.max(5, Math.min(14, (right - left) / 4, (bottom - top) / 4))];
  /** @type {(x: number, y: number, across: number, down: number) => string} */
  const corner = (x, y, across, down) => `M${x + across * arm} ${y}H${x}V${y + down * arm}`;
  const sheet = /** @type {SVGSVGElement} */ (parent.closest("svg")).viewBox.baseVal, edge = 4; // half the width of the casing
  const [west, north] = [Math.max(left - gap, sheet.x + edge), Math.max(top - gap, sheet.y + edge)];
  const [east, south] = [Math.min(right + gap, sheet.x + sheet.width - edge), Math.min(bottom + gap, sheet.y + sheet.height - edge)];
  line(parent, corner(west, north, 1, 1) + corner(east, north, -1, 1) + corner(west, south, 1, -1) + corner(east, south, -1, -1), "tick", seat);
}
// The width of a trail scales with its piece. A pen leaves straight lines from place to place, with a disc at each new one.
/** @param {Element} parent @param {Walk} walk @param {Step["token"]} seat */
function trail(parent, { piece, points }, seat) {
  const [[x, y], now, isPen] = [points[0], placeOf(piece), "pen" in piece.dataset];
  if (!isPen) draw(parent, "use", { href: `#${piece.id}`, class: "was", transform: `translate(${x - now.x} ${y - now.y})` });
  const own = (isPen ? points : shortened(centred(points, piece), piece)).map(([x, y]) => /** @type {Point} */ ([x / now.scale, y / now.scale]));
  const group = draw(parent, "g", { transform: `scale(${now.scale})`, class: isPen ? "penned" : "" });
  line(group, isPen ? `M${own.join("L")}` : curve(own), "trail-of", seat);
  for (const [cx, cy] of isPen ? own.slice(1) : []) draw(group, "circle", { cx, cy, r: 6, class: `stop by-${seat}` });
}
// Cards are placed by their corner; their trails lead from middle to middle.
/** @param {Point[]} points @param {SVGGraphicsElement} piece @returns {Point[]} */
function centred(points, piece) {
  const [{ left, top, right, bottom }, { x, y }] = [boxOf(piece), placeOf(piece)];
  const isCorner = left > x - SLIGHT && top > y - SLIGHT;
  return isCorner ? points.map(([across, down]) => [across + (right - left) / 2, down + (bottom - top) / 2]) : points;
}
// A trail ends at the edge of its piece.
/** @param {Point[]} points @param {SVGGraphicsElement} piece @returns {Point[]} */
function shortened(points, piece) {
  const [[fromX, fromY], [x, y]] = [points[points.length - 2], endOf(points)];
  const { left, right } = boxOf(piece);
  const part = Math.max(0, 1 - (right - left) / 2 / (Math.hypot(x - fromX, y - fromY) || 1));
  return [...points.slice(0, -1), [fromX + (x - fromX) * part, fromY + (y - fromY) * part]];
}
// Several pieces that moved together are marked as one band with arrows.
/** @param {Element} parent @param {Walk[]} walks @param {Step["token"]} seat */
function band(parent, walks, seat) {
  const { left, top, right, bottom } = around(walks.map(({ piece, points }) => boxOf(piece, endOf(points))));
  draw(parent, "rect", { x: left, y: top, width: right - left, height: bottom - top, rx: 4, class: `band by-${seat}` });
  const [across, down] = vector(walks[0].points).map(Math.sign);
  const angle = (Math.atan2(down, across) * 180) / Math.PI;
  for (const shift of [-1, 0, 1]) {
    const along = (shift * Math.max(right - left, bottom - top)) / 3;
    const [x, y] = [(left + right) / 2 + (across ? along : 0), (top + bottom) / 2 + (down ? along : 0)];
    draw(parent, "path", { d: "M-5-8L4 0L-5 8", class: `chevron by-${seat}`, transform: `translate(${x} ${y}) rotate(${angle})` });
  }
}
/** @param {Point[]} points */
const vector = (points) => [Math.round(endOf(points)[0] - points[0][0]), Math.round(endOf(points)[1] - points[0][1])];

// Marks follow pieces that CSS has moved.
/** @param {Element} layer @param {Element} piece */
function along(layer, piece) {
  const { translate, scale } = getComputedStyle(piece);
  if (translate === "none" && scale === "none") return layer;
  const group = draw(layer, "g", {});
  Object.assign(group.style, { translate, scale });
  return group;
}

// An empty place consists only of its touch area.
/** @param {Element} piece */
const isSeen = (piece) => Boolean(piece.querySelector(":not(g, .hit)"));

/** @param {SVGSVGElement} svg @param {string} name @returns {NodeListOf<SVGGraphicsElement>} */
const leadingTo = (svg, name) => svg.querySelectorAll(`[data-zoom="${name}"]:not([id$="-${name}"])`);

// A drawing marks pieces as bare that need no frame: the viewer's own sheet, a line under its trail.
/** @param {Element} piece */
const isFramed = (piece) => piece.getClientRects().length && isSeen(piece) && !("bare" in piece.dataset);

/** @param {Element} layer @param {Element} below @param {SVGSVGElement} svg @param {Step} step */
function markStep(layer, below, svg, step) {
  const walks = (step.moves ?? []).flatMap(([name, points]) => {
    const piece = find(svg, name);
    return piece && points.length > 1 ? [{ piece, points }] : [];
  });
  const together = walks.filter((one) => walks.filter((other) => `${vector(other.points)}` === `${vector(one.points)}`).length > 2);
  if (together.length) return band(below, together, step.token);
  for (const walk of walks) if (walk.points.length > 2 || Math.hypot(...vector(walk.points)) < 150) trail(below, walk, step.token);
  const named = (step.pieces ?? []).flatMap((name) => [find(svg, name), ...leadingTo(svg, name)]);
  for (const piece of named) if (piece && isFramed(piece)) ticks(along(layer, piece), boxOf(piece), step.token);
}

// Mark acts: trails and bands below the pieces, so that they hide none, corners below the options.
/** @param {SVGSVGElement} svg @param {Step[]} steps */
export function mark(svg, steps) {
  svg.querySelectorAll(".marks").forEach((old) => old.remove());
  const news = steps.filter((step) => step.marked);
  if (!news.length) return;
  const [below, layer] = ["pieces", "options"].map((next) => {
    const made = document.createElementNS(SVG, "g");
    made.setAttribute("class", "marks");
    return svg.insertBefore(made, svg.querySelector(`[id="${svg.id}-${next}"]`));
  });
  const latest = news.at(-1)?.token;
  const within = (/** @type {Element} */ parent, /** @type {Step} */ step) => (step.token === latest ? parent : draw(parent, "g", { class: "older" }));
  for (const step of news) markStep(within(layer, step), within(below, step), svg, step);
}
