// How pieces move: whatever changed place comes there from where it was.

const MOST_FLYING = 20;

/** @typedef {{x: number, y: number, piece: string}} Spot its middle, which no outline moves */
/** @typedef {{element: Element, frames: Keyframe[], easing: string}} Move */

/** Where the pieces of some parts are on the screen now. @param {string[]} parts @returns {Map<string, Spot>} */
export function spots(parts) {
  const found = new Map();
  for (const piece of document.querySelectorAll(`:is(${parts}) :is(.piece, .mark)[id]`)) {
    const { x, y, width, height } = piece.getBoundingClientRect();
    found.set(piece.id, { x: x + width / 2, y: y + height / 2, piece: piece.getAttribute("data-piece") || "" });
  }
  return found;
}

/** First, last, invert: how each piece comes to its place. @param {Map<string, Spot>} before @param {string[]} parts @returns {Move[]} */
export function movesFrom(before, parts) {
  const after = spots(parts);
  /** @type {Map<string, Spot[]>} pieces that are no longer where they were, by kind */
  const gone = new Map();
  for (const [id, spot] of before) {
    if (spot.piece && after.get(id)?.piece !== spot.piece) {
      gone.set(spot.piece, [...(gone.get(spot.piece) ?? []), spot]);
    }
  }
  const flights = [];
  /** @type {Move[]} */
  const found = [];
  for (const [id, spot] of after) {
    const was = before.get(id);
    const element = document.getElementById(id);
    if (!(element instanceof SVGGraphicsElement)) continue;
    const from = was && was.piece === spot.piece ? was : nearest(gone.get(spot.piece) ?? gone.get(blank(spot.piece)), spot);
    if (!from) found.push({ element, frames: [{ opacity: 0 }, { opacity: 1 }], easing: "ease-out" });
    else if (Math.hypot(from.x - spot.x, from.y - spot.y) > 2) flights.push({ element, from, spot });
  }
  if (flights.length > MOST_FLYING) return found; // a board that grew is laid out again: nothing on it has moved
  return [...found, ...flights.flatMap(({ element, from, spot }) => fly(element, from, spot))];
}

/** @param {SVGGraphicsElement} element @param {Spot} from @param {Spot} to @returns {Move[]} */
function fly(element, from, to) {
  const [dx, dy] = [from.x - to.x, from.y - to.y];
  const parent = element.parentNode instanceof SVGGraphicsElement ? element.parentNode.getScreenCTM() : null;
  if (!parent) return [];
  const own = getComputedStyle(element).transform;
  const base = own === "none" ? "" : own;
  const [ux, uy] = [dx / parent.a, dy / parent.d];
  const tumble = element.getAttribute("data-piece")?.startsWith("die-") && from.piece === "die-blank";
  const lift = -Math.min(60, Math.hypot(dx, dy) * 0.18) / parent.d;
  const frames = [
    { transform: `translate(${ux}px, ${uy}px) ${base}${tumble ? " rotate(-260deg)" : ""}` },
    { transform: `translate(${ux * 0.45}px, ${uy * 0.45 + lift}px) ${base}${tumble ? " rotate(-90deg)" : ""}`, offset: 0.5 },
    { transform: `translate(0px, 0px) ${base}` },
  ];
  return [{ element, frames, easing: "cubic-bezier(.3,.8,.4,1)" }];
}

/** A piece that was face down has the same kind with "blank" for its face. @param {string} piece */
const blank = (piece) => piece.replace(/-[^-]*$/, "-blank");

/** Takes the nearest spot out of the list. @param {Spot[]|undefined} spots @param {Spot} to @returns {Spot|null} */
function nearest(spots, to) {
  if (!spots?.length) return null;
  const far = spots.map((spot) => Math.hypot(spot.x - to.x, spot.y - to.y));
  return spots.splice(far.indexOf(Math.min(...far)), 1)[0];
}
