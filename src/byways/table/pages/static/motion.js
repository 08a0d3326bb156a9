// Plays on a drawing what happened, step by step, and marks what is news. A step is an event: its sentence, the pieces concerned, their ways.
const SVG = "http://www.w3.org/2000/svg";
const WALK = 90; // milliseconds a place, and at most so many in all
const LONGEST = 1200;
const [SLIDE, FLIP, FADE, READ, BANNER] = [350, 240, 200, 500, 1600];
const SMALL = 24; // what is lower, a number for one, is underlined: corners would lie over it
const MANY = 6; // steps at the usual speed: more of them are quicker
const EASE = "cubic-bezier(.3,.1,.3,1)";

export const pace = () => (matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : { none: 0, fast: 0.5, slow: 2 }[localStorage.getItem("speed")] ?? 1);

// One showing of some steps: whoever does not want to wait skips the rest of it.
export class Run {
  #skip = null;
  constructor() {
    this.skipped = false;
    this.over = new Promise((done) => (this.#skip = done));
  }
  skip() {
    this.skipped = true;
    this.#skip();
  }
  wait(milliseconds) {
    return this.skipped ? null : Promise.race([this.over, new Promise((done) => setTimeout(done, milliseconds))]);
  }
  async animate(piece, frames, duration) {
    if (this.skipped) return;
    const motion = piece.animate(frames, { duration, easing: frames.length > 2 ? "linear" : EASE, fill: "forwards" });
    await Promise.race([this.over, motion.finished]);
    motion.cancel();
  }
}

const find = (svg, piece) => svg.querySelector(`[id="${svg.id}-${CSS.escape(piece)}"]`);
const NUMBER = "(-?[\\d.]+)";
const PLACED = new RegExp(`translate\\(${NUMBER}[ ,]+${NUMBER}\\)(?: scale\\(${NUMBER}\\))?`);

function placeOf(piece) {
  const [, x = 0, y = 0, scale = 1] = PLACED.exec(piece.getAttribute("transform") ?? "") ?? [];
  return { x: +x, y: +y, scale: +scale };
}
const put = (piece, { x, y, scale }) => piece.setAttribute("transform", `translate(${x} ${y}) scale(${scale})`);
const asFrame = ({ x, y, scale }) => ({ transform: `translate(${x}px, ${y}px) scale(${scale})` });
const isSame = (one, other) => Math.hypot(one.x - other.x, one.y - other.y) < 0.5 && Math.abs(one.scale - other.scale) < 0.01;
const isAt = (place, [x, y]) => Math.hypot(place.x - x, place.y - y) < 2;

// Ways go round corners: from the middle of a leg to the middle of the next, in a curve.
const between = ([x, y], [x2, y2]) => [(x + x2) / 2, (y + y2) / 2];
const rounded = (points) =>
  points.flatMap((point, nth) => {
    if (!nth || nth === points.length - 1) return [point];
    const [before, after] = [between(points[nth - 1], point), between(point, points[nth + 1])];
    return [before, between(between(before, point), between(point, after)), after];
  });

const curve = (points) =>
  `M${points[0]}${points.slice(1, -1).map((point, nth) => `L${between(points[nth], point)}Q${point} ${between(point, points[nth + 2])}`).join("")}L${points.at(-1)}`;

// Places on a way, each with its share of the time.
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
const timeFor = (points) => (points.length > 2 ? Math.max(SLIDE, Math.min(LONGEST, WALK * (points.length - 1))) : SLIDE);

// What a step shows of one piece: it comes, goes, turns over or moves. It ends as it is drawn afterwards, unless its way ends elsewhere.
async function playPiece(svg, after, name, { points = [], turn = 0 }, run, speed) {
  const later = find(after, name);
  let piece = find(svg, name);
  const isNew = !piece && later;
  if (isNew) {
    piece = document.importNode(later, true);
    piece.id = `${svg.id}-${name}`;
    svg.querySelector(`[id="${svg.id}-${later.parentNode.id.replace(/^.*?-/, "")}"]`)?.append(piece);
  }
  if (!piece) return;
  const [from, drawn] = [placeOf(piece), placeOf(later ?? piece)];
  const to = points.length ? { x: points.at(-1)[0], y: points.at(-1)[1], scale: drawn.scale } : drawn;
  const differs = later && !isNew && later.innerHTML !== piece.innerHTML;
  const redrawn = differs && !turn && keepsParts(piece, later) && redraw(piece, later, run, speed); // while it moves
  if (points.length > 1 && (isNew || !isAt(from, points.at(-1)))) await run.animate(piece, framesAlong(points, from.scale, to.scale), timeFor(points) * speed);
  else if (isNew) await run.animate(piece, [{ opacity: 0 }, { opacity: 1 }], FADE * speed);
  else if (!isSame(from, to)) await run.animate(piece, [asFrame(from), asFrame(to)], SLIDE * speed);
  put(piece, to);
  if (!later) {
    await run.animate(piece, [{ opacity: 1 }, { opacity: 0 }], FADE * speed);
    piece.remove();
  } else if (differs) await (redrawn || change(piece, later, to, turn, run, speed));
}
const keepsParts = (piece, later, old = textsOf(piece)) => partsOf(later).some(({ outerHTML }) => old.has(outerHTML));
const textsOf = (piece) => new Set(partsOf(piece).map(({ outerHTML }) => outerHTML));

// What shows something else now was drawn upon, turned, or turned over. Nothing is seen of what only goes from it.
async function redraw(piece, later, run, speed) {
  const old = textsOf(piece);
  piece.innerHTML = later.innerHTML;
  const news = partsOf(piece).filter(({ outerHTML }) => !old.has(outerHTML));
  await Promise.all(news.map((part) => run.animate(part, [{ opacity: 0 }, { opacity: 1 }], SLIDE * speed)));
}
async function change(piece, later, place, turn, run, speed) {
  const swap = () => (piece.innerHTML = later.innerHTML);
  const { x, y, width, height } = piece.getBBox();
  const about = (turned) => ({ transform: `${asFrame(place).transform} translate(${x + width / 2}px, ${y + height / 2}px) ${turned} translate(${-x - width / 2}px, ${-y - height / 2}px)` });
  if (turn) {
    await run.animate(piece, [about("rotate(0deg)"), about(`rotate(${turn}deg)`)], SLIDE * speed);
    swap();
  } else {
    await run.animate(piece, [about("scaleX(1)"), about("scaleX(0)")], (FLIP / 2) * speed);
    swap();
    await run.animate(piece, [about("scaleX(0)"), about("scaleX(1)")], (FLIP / 2) * speed);
  }
}
const partsOf = (piece) => (piece.children.length === 1 && piece.children[0].children.length ? partsOf(piece.children[0]) : [...piece.children]);

// On a narrow screen somebody else's sheet is small or out of sight: it is brought near while something happens on it.
const EDGE = 0.1; // of its width, beside and above it, for what stands at its edge
const NARROW = matchMedia("(max-aspect-ratio: 3/4)");
function bringNear(svg, names) {
  const sheet = [...svg.querySelectorAll("[data-zoom]")].map(({ dataset }) => dataset.zoom).find((name) => names.has(name));
  svg.classList.toggle("near", Boolean(sheet) && NARROW.matches);
  [svg.style.transform, svg.style.clipPath] = ["none", ""];
  if (!svg.classList.contains("near")) return;
  const [stage, own, box] = [svg.parentElement, svg, find(svg, sheet)].map((one) => one.getBoundingClientRect());
  const scale = 0.95 * Math.min(stage.width / box.width, stage.height / box.height);
  const beside = ["top", "right", "bottom", "left"].map((side) => `${Math.abs(box[side] - own[side]) - (side === "bottom" ? 0 : EDGE * box.width)}px`);
  svg.style.clipPath = `inset(${beside.join(" ")})`;
  const shift = (from, size) => stage[from] - own[from] - (box[from] - own[from]) * scale + (stage[size] - box[size] * scale) / 2;
  svg.style.transform = `translate(${shift("left", "width")}px, ${shift("top", "height")}px) scale(${scale})`;
}

// A climax is proclaimed when it has been seen: nothing lies over it before.
async function proclaim({ text }, run, speed) {
  if (run.skipped) return;
  const banner = document.getElementById("banner");
  [banner.textContent, banner.hidden] = [text, false];
  await run.wait(BANNER * speed);
  banner.hidden = true;
}

// Steps one after the other, on the drawing as it was; `tell` says each in words and ends with nothing.
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
export function glide(svg, steps, before, speed = pace()) {
  for (const [name, points] of speed ? steps.flatMap((step) => step.moves ?? []) : []) {
    const piece = find(svg, name);
    const from = before.get(name);
    if (piece && from && points.length > 2 && isAt(from, points[0])) piece.animate(framesAlong(points, from.scale, placeOf(piece).scale), { duration: timeFor(points) * speed });
  }
}
export const placesOf = (svg, steps) => new Map(steps.flatMap((step) => step.moves ?? []).flatMap(([name]) => (find(svg, name) ? [[name, placeOf(find(svg, name))]] : [])));

// Marks

function draw(parent, tag, attributes) {
  const made = parent.appendChild(document.createElementNS(SVG, tag));
  Object.entries(attributes).forEach(([name, value]) => made.setAttribute(name, value));
  return made;
}
// Where a piece is drawn; or where it came to, if it has been moved on since.
function boxOf(piece, [x, y] = [placeOf(piece).x, placeOf(piece).y]) {
  const [box, { scale }] = [piece.getBBox(), placeOf(piece)];
  return { left: x + box.x * scale, top: y + box.y * scale, right: x + (box.x + box.width) * scale, bottom: y + (box.y + box.height) * scale };
}
const around = (boxes) => ({
  left: Math.min(...boxes.map((box) => box.left)), top: Math.min(...boxes.map((box) => box.top)),
  right: Math.max(...boxes.map((box) => box.right)), bottom: Math.max(...boxes.map((box) => box.bottom)),
});
// Each line twice: the wider one under it keeps it clear of what it crosses.
function line(parent, d, looks, seat) {
  draw(parent, "path", { d, class: `${looks} cased` });
  draw(parent, "path", { d, class: `${looks} by-${seat}` });
}
function ticks(parent, { left, top, right, bottom }, seat) {
  if (bottom - top < SMALL) return line(parent, `M${left} ${bottom + 1}H${right}`, "tick", seat);
  const [gap, arm] = [3, Math.max(5, Math.min(14, (right - left) / 4, (bottom - top) / 4))];
  const corner = (x, y, across, down) => `M${x + across * arm} ${y}H${x}V${y + down * arm}`;
  const [west, north, east, south] = [left - gap, top - gap, right + gap, bottom + gap];
  line(parent, corner(west, north, 1, 1) + corner(east, north, -1, 1) + corner(west, south, 1, -1) + corner(east, south, -1, -1), "tick", seat);
}
// As wide as its piece is large.
function trail(parent, svg, name, points, seat) {
  const [[x, y], now] = [points[0], placeOf(find(svg, name))];
  draw(parent, "use", { href: `#${svg.id}-${name}`, class: "was", transform: `translate(${x - now.x} ${y - now.y})` });
  const own = shortened(points, find(svg, name)).map((point) => point.map((one) => one / now.scale));
  line(draw(parent, "g", { transform: `scale(${now.scale})` }), curve(own), "trail-of", seat);
}
// A trail ends at the edge of its piece.
function shortened(points, piece) {
  const [[fromX, fromY], [x, y]] = points.slice(-2);
  const { left, right } = boxOf(piece);
  const part = Math.max(0, 1 - (right - left) / 2 / (Math.hypot(x - fromX, y - fromY) || 1));
  return [...points.slice(0, -1), [fromX + (x - fromX) * part, fromY + (y - fromY) * part]];
}
// Many pieces that went the same way are one band, with arrows along it.
function band(parent, svg, moves, seat) {
  const { left, top, right, bottom } = around(moves.map(([name, points]) => boxOf(find(svg, name), points.at(-1))));
  draw(parent, "rect", { x: left, y: top, width: right - left, height: bottom - top, rx: 4, class: `band by-${seat}` });
  const [across, down] = vector(moves[0][1]).map(Math.sign);
  const angle = (Math.atan2(down, across) * 180) / Math.PI;
  for (const shift of [-1, 0, 1]) {
    const along = (shift * Math.max(right - left, bottom - top)) / 3;
    const [x, y] = [(left + right) / 2 + (across ? along : 0), (top + bottom) / 2 + (down ? along : 0)];
    draw(parent, "path", { d: "M-5-8L4 0L-5 8", class: `chevron by-${seat}`, transform: `translate(${x} ${y}) rotate(${angle})` });
  }
}
const vector = (points) => [Math.round(points.at(-1)[0] - points[0][0]), Math.round(points.at(-1)[1] - points[0][1])];

// What the style of a drawing has moved aside takes its marks along.
function along(layer, piece) {
  const { translate, scale } = getComputedStyle(piece);
  if (translate === "none" && scale === "none") return layer;
  const group = draw(layer, "g", {});
  Object.assign(group.style, { translate, scale });
  return group;
}

// Where nothing lies at the moment, there is only the area that a finger would touch.
const isSeen = (piece) => Boolean(piece.querySelector(":not(g, .hit)"));

function markStep(layer, svg, step) {
  const moves = (step.moves ?? []).filter(([name, points]) => points.length > 1 && find(svg, name));
  const together = moves.filter(([, points]) => moves.filter(([, others]) => `${vector(others)}` === `${vector(points)}`).length > 2);
  if (together.length) return band(layer, svg, together, step.token);
  for (const [name, points] of moves) if (points.length > 2 || Math.hypot(...vector(points)) < 150) trail(layer, svg, name, points, step.token);
  const named = (step.pieces ?? []).flatMap((name) => [find(svg, name), ...svg.querySelectorAll(`[data-zoom="${name}"]:not([id$="-${name}"])`)]);
  for (const piece of named) if (piece?.getClientRects().length && isSeen(piece)) ticks(along(layer, piece), boxOf(piece), step.token);
}

// What others did stays marked, under the options.
export function mark(svg, steps) {
  svg.querySelector(".marks")?.remove();
  const news = steps.filter((step) => step.marked);
  if (!news.length) return;
  const layer = document.createElementNS(SVG, "g");
  layer.setAttribute("class", "marks");
  svg.insertBefore(layer, svg.querySelector(`[id="${svg.id}-options"]`));
  const latest = news.at(-1).token;
  for (const step of news) markStep(step.token === latest ? layer : draw(layer, "g", { class: "older" }), svg, step);
}
