// Shows a picture: its parts laid out on the page, and whatever changed place moved there from where it was.

import { make, remember, SVG } from "./dom.js";

const FLIGHT = 420;
const FASTEST = 160;
const MOST_FLYING = 20;
const still = matchMedia("(prefers-reduced-motion: reduce)");

/** @typedef {{x: number, y: number, width: number, height: number, piece: string}} Spot */

export function motionWanted() {
  return remember("motion") !== "off" && !still.matches;
}

export class PictureFrame {
  /**
   * @param {{shared: HTMLElement, mine: HTMLElement, others: HTMLElement}} places
   * @param {(seat: number) => HTMLElement} caption makes the line above a seat's board
   */
  constructor(places, caption) {
    this.places = places;
    this.caption = caption;
    /** @type {number|null} */
    this.large = null;
    this.shown = "";
    this.defs = document.createElementNS(SVG, "svg");
    for (const name of ["width", "height"]) this.defs.setAttribute(name, "0");
    document.body.append(make("div", { class: "unseen", "aria-hidden": "true" }, this.defs));
    /** @type {Map<string, Element>} */
    this.parts = new Map();
    /** @type {Map<string, string>} */
    this.texts = new Map();
    this.running = /** @type {Animation[]} */ ([]);
  }

  /**
   * Shows the picture; parts that are drawn as before stay.
   * @param {string} svg
   * @param {number} mine the seat whose board is large
   * @param {{moving?: boolean, hurried?: boolean}} [options]
   * @param {() => void} [laid] called before anything moves
   */
  show(svg, mine, options = {}, laid = () => {}) {
    if (svg === this.shown && mine === this.large) {
      this.captions();
      return laid();
    }
    const before = this.spots();
    const picture = new DOMParser().parseFromString(svg, "image/svg+xml");
    let anew = mine !== this.large;
    for (const part of picture.querySelectorAll("defs, .part")) anew = this.renew(part) || anew;
    this.shown = svg;
    this.large = mine;
    if (anew) this.lay();
    else this.captions();
    laid();
    if (options.moving !== false && before.size && motionWanted()) this.move(before, options.hurried ? FASTEST : FLIGHT);
  }

  /** Renews the lines above the boards. */
  captions() {
    for (const line of document.querySelectorAll("figure.board > figcaption")) {
      line.replaceWith(this.caption(Number(line.parentElement?.dataset.seat)));
    }
  }

  /** Takes a part that changed. @param {Element} part @returns {boolean} whether it has no place yet */
  renew(part) {
    for (const name of ["x", "y", "width", "height"]) part.removeAttribute(name);
    const { id, outerHTML } = part;
    if (this.texts.get(id) === outerHTML) return false;
    this.texts.set(id, outerHTML);
    const old = this.parts.get(id);
    old?.replaceWith(part);
    this.parts.set(id, part);
    return !old;
  }

  /** Puts each part into its place. */
  lay() {
    /** @type {HTMLElement[]} */
    const small = [];
    this.places.shared.replaceChildren();
    this.places.mine.replaceChildren();
    for (const [id, part] of this.parts) {
      if (!id || id === "part-shared") {
        (id ? this.places.shared : this.defs).append(part);
        continue;
      }
      const seat = Number(id.replace("part-seat-", ""));
      const frame = make("figure", { class: "board", "data-seat": seat });
      frame.append(this.caption(seat), part);
      if (seat === this.large) this.places.mine.append(frame);
      else small.push(frame);
    }
    this.places.others.replaceChildren(...small);
    this.places.others.hidden = small.length === 0;
  }

  /** Where every piece is on the screen now. @returns {Map<string, Spot>} */
  spots() {
    const found = new Map();
    for (const part of this.parts.values()) {
      for (const piece of part.querySelectorAll(".piece[id], .mark[id]")) {
        const { x, y, width, height } = piece.getBoundingClientRect();
        found.set(piece.id, { x, y, width, height, piece: piece.getAttribute("data-piece") || "" });
      }
    }
    return found;
  }

  /** First, last, invert, play. @param {Map<string, Spot>} before @param {number} duration */
  move(before, duration) {
    this.settle();
    const after = this.spots();
    /** @type {Map<string, Spot[]>} pieces that are no longer where they were, by kind */
    const gone = new Map();
    for (const [id, spot] of before) {
      if (spot.piece && after.get(id)?.piece !== spot.piece) {
        gone.set(spot.piece, [...(gone.get(spot.piece) ?? []), spot]);
      }
    }
    const flights = [];
    for (const [id, spot] of after) {
      const was = before.get(id);
      const element = document.getElementById(id);
      if (!(element instanceof SVGGraphicsElement)) continue;
      const from = was && was.piece === spot.piece ? was : nearest(gone.get(spot.piece) ?? gone.get(blank(spot.piece)), spot);
      if (!from) this.appear(element, duration);
      else if (Math.hypot(from.x - spot.x, from.y - spot.y) > 2) flights.push({ element, from, spot });
    }
    if (flights.length > MOST_FLYING) return; // a board that grew is laid out anew: nothing on it has moved
    for (const { element, from, spot } of flights) this.fly(element, from, spot, duration);
  }

  /** @param {SVGGraphicsElement} element @param {Spot} from @param {Spot} to @param {number} duration */
  fly(element, from, to, duration) {
    const [dx, dy] = [from.x + from.width / 2 - to.x - to.width / 2, from.y + from.height / 2 - to.y - to.height / 2];
    const parent = element.parentNode instanceof SVGGraphicsElement ? element.parentNode.getScreenCTM() : null;
    if (!parent) return;
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
    const home = element.closest("figure, .shared");
    home?.classList.add("in-flight");
    const animation = element.animate(frames, { duration, easing: "cubic-bezier(.3,.8,.4,1)" });
    animation.onfinish = () => home?.classList.toggle("in-flight", home.getAnimations({ subtree: true }).length > 0);
    this.running.push(animation);
  }

  /** @param {SVGGraphicsElement} element @param {number} duration */
  appear(element, duration) {
    this.running.push(element.animate([{ opacity: 0 }, { opacity: 1 }], { duration, easing: "ease-out" }));
  }

  /** Ends all movement at once. */
  settle() {
    for (const animation of this.running) animation.finish();
    this.running = [];
  }
}

/** A piece that was face down has the same kind with "blank" for its face. @param {string} piece */
const blank = (piece) => piece.replace(/-[^-]*$/, "-blank");

/** Takes the nearest spot out of the list. @param {Spot[]|undefined} spots @param {Spot} to @returns {Spot|null} */
function nearest(spots, to) {
  if (!spots?.length) return null;
  const far = spots.map((spot) => Math.hypot(spot.x - to.x, spot.y - to.y));
  return spots.splice(far.indexOf(Math.min(...far)), 1)[0];
}
