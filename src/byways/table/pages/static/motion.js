// Plays on a drawing what happened, step by step, and marks what is news. A step is an event: its sentence, the pieces concerned, their ways.
/** @typedef {{ x: number, y: number, scale: number }} Place */
/** @typedef {{ left: number, top: number, right: number, bottom: number }} Box */
/** @typedef {{ piece: SVGGraphicsElement, points: Point[] }} Walk */
const SVG = "http://www.w3.org/2000/svg";
const WALK = 90; // milliseconds a place, and at most so many in all
const LONGEST = 1200;
const [SLIDE, FLIP, FADE, READ, BANNER] = [350, 240, 200, 500, 1600];
const SMALL = 24; // what is lower, a number for one, is underlined: corners would lie over it
const MANY = 6; // steps at the usual speed: more of them are quicker
const EASE = "cubic-bezier(.3,.1,.3,1)";

/** @type {Record<string, number>} */
const SPEEDS = { none: 0, fast: 0.5, slow: 2 };
export const pace = () => (matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : SPEEDS[localStorage.getItem("speed") ?? ""] ?? 1);

// One showing of some steps: whoever does not want to wait skips the rest of it.
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

// Ways go round corners: from the middle of a leg to the middle of the next, in a curve.
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

// Places on a way, each with its share of the time.
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

// What a step shows of one piece: it comes, goes, turns over or moves. It ends as it is drawn afterwards, unless its way ends elsewhere.
/** @param {SVGSVGElement} svg @param {SVGSVGElement} after @param {string} name @param {{ points?: Point[], turn?: number }} way @param {Run} run @param {number} speed */
async function playPiece(svg, after, name, { points = [], turn = 0 }, run, speed) {
  const later = find(after, name);
  let piece = find(svg, name);
  const isNew = !piece && later;
  if (isNew) {
    piece = document.importNode(later, true);
    piece.id = `${svg.id}-${name}`;
    svg.querySelector(`[id="${svg.id}-${later.parentElement?.id.replace(/^.*?-/, "")}"]`)?.append(piece);
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

// What shows something else now was drawn upon, turned, or turned over. Nothing is seen of what only goes from it.
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

// On a narrow screen somebody else's sheet is small or out of sight: it is brought near while something happens on it.
const EDGE = 0.1; // of its width, beside and above it, for what stands at its edge
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

// A climax is proclaimed when it has been seen: nothing lies over it before.
/** @param {Step} step @param {Run} run @param {number} speed */
async function proclaim({ text }, run, speed) {
  if (run.skipped) return;
  const banner = document.getElementById("banner");
  [banner.textContent, banner.hidden] = [text, false];
  await run.wait(BANNER * speed);
  banner.hidden = true;
}

// Steps one after the other, on the drawing as it was; `tell` says each in words and ends with nothing.
/** @param {SVGSVGElement} svg @param {SVGSVGElement} after @param {Step[]} steps @param {Run} run @param {(step: Step | null) => void} tell */
export async function play(svg, after, steps, run, tell) {
  const hurried = pace() * Math.min(1, MANY / steps.length);
  svg.classList.add("moving");
  for (const step of steps) {
    if (run.skipped || !svg.isConnected) break;
    tell(step);
    const speed = step.banner ? pace() : hurried; // a climax has its time
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

// One's own pieces are drawn at their new places at once; those that walked are seen to walk there.
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

// Marks

/** @param {Element} parent @param {string} tag @param {Record<string, string | number>} attributes */
function draw(parent, tag, attributes) {
  const made = parent.appendChild(document.createElementNS(SVG, tag));
  Object.entries(attributes).forEach(([name, value]) => made.setAttribute(name, String(value)));
  return made;
}
// Where a piece is drawn; or where it came to, if it has been moved on since.
/** @param {SVGGraphicsElement} piece @returns {Box} */
function boxOf(piece, [x, y] = [placeOf(piece).x, placeOf(piece).y]) {
  const [box, { scale }] = [piece.getBBox(), placeOf(piece)];
  return { left: x + box.x * scale, top: y + box.y * scale, right: x + (box.x + box.width) * scale, bottom: y + (box.y + box.height) * scale };
}
/** @param {Box[]} boxes @returns {Box} */
const around = (boxes) => ({
  left: Math.min(...boxes.map((box) => box.left)), top: Math.min(...boxes.map((box) => box.top)),
  right: Math.max(...boxes.map((box) => box.right)), bottom: Math.max(...boxes.map((box) => box.bottom)),
});
// Each line twice: the wider one under it keeps it clear of what it crosses.
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
  const [west, north, east, south] = [left - gap, top - gap, right + gap, bottom + gap];
  line(parent, corner(west, north, 1, 1) + corner(east, north, -1, 1) + corner(west, south, 1, -1) + corner(east, south, -1, -1), "tick", seat);
}
// As wide as its piece is large.
/** @param {Element} parent @param {Walk} walk @param {Step["token"]} seat */
function trail(parent, { piece, points }, seat) {
  const [[x, y], now] = [points[0], placeOf(piece)];
  draw(parent, "use", { href: `#${piece.id}`, class: "was", transform: `translate(${x - now.x} ${y - now.y})` });
  const own = shortened(points, piece).map(([x, y]) => /** @type {Point} */ ([x / now.scale, y / now.scale]));
  line(draw(parent, "g", { transform: `scale(${now.scale})` }), curve(own), "trail-of", seat);
}
// A trail ends at the edge of its piece.
/** @param {Point[]} points @param {SVGGraphicsElement} piece @returns {Point[]} */
function shortened(points, piece) {
  const [[fromX, fromY], [x, y]] = [points[points.length - 2], endOf(points)];
  const { left, right } = boxOf(piece);
  const part = Math.max(0, 1 - (right - left) / 2 / (Math.hypot(x - fromX, y - fromY) || 1));
  return [...points.slice(0, -1), [fromX + (x - fromX) * part, fromY + (y - fromY) * part]];
}
// Many pieces that went the same way are one band, with arrows along it.
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

// What the style of a drawing has moved aside takes its marks along.
/** @param {Element} layer @param {Element} piece */
function along(layer, piece) {
  const { translate, scale } = getComputedStyle(piece);
  if (translate === "none" && scale === "none") return layer;
  const group = draw(layer, "g", {});
  Object.assign(group.style, { translate, scale });
  return group;
}

// Where nothing lies at the moment, there is only the area that a finger would touch.
/** @param {Element} piece */
const isSeen = (piece) => Boolean(piece.querySelector(":not(g, .hit)"));

/** @param {SVGSVGElement} svg @param {string} name @returns {NodeListOf<SVGGraphicsElement>} */
const leadingTo = (svg, name) => svg.querySelectorAll(`[data-zoom="${name}"]:not([id$="-${name}"])`);

/** @param {Element} layer @param {SVGSVGElement} svg @param {Step} step */
function markStep(layer, svg, step) {
  const walks = (step.moves ?? []).flatMap(([name, points]) => {
    const piece = find(svg, name);
    return piece && points.length > 1 ? [{ piece, points }] : [];
  });
  const together = walks.filter((one) => walks.filter((other) => `${vector(other.points)}` === `${vector(one.points)}`).length > 2);
  if (together.length) return band(layer, together, step.token);
  for (const walk of walks) if (walk.points.length > 2 || Math.hypot(...vector(walk.points)) < 150) trail(layer, walk, step.token);
  const named = (step.pieces ?? []).flatMap((name) => [find(svg, name), ...leadingTo(svg, name)]);
  for (const piece of named) if (piece?.getClientRects().length && isSeen(piece)) ticks(along(layer, piece), boxOf(piece), step.token);
}

// What others did stays marked, under the options.
/** @param {SVGSVGElement} svg @param {Step[]} steps */
export function mark(svg, steps) {
  svg.querySelector(".marks")?.remove();
  const news = steps.filter((step) => step.marked);
  if (!news.length) return;
  const layer = document.createElementNS(SVG, "g");
  layer.setAttribute("class", "marks");
  svg.insertBefore(layer, svg.querySelector(`[id="${svg.id}-options"]`));
  const latest = news.at(-1)?.token;
  for (const step of news) markStep(step.token === latest ? layer : draw(layer, "g", { class: "older" }), svg, step);
}
