// Shows a picture: its parts laid out on the page, and whatever changed place moved there from where it was.

import { make, remember, SVG } from "./dom.js";

const FLIGHT = 420;
const MOST_FLYING = 20;
const still = matchMedia("(prefers-reduced-motion: reduce)");

/** @typedef {{x: number, y: number, width: number, height: number, piece: string}} Spot */

export function motionWanted() {
  return remember("motion") !== "off" && !still.matches;
}

export class PictureFrame {
  /**
   * @param {{stage: HTMLElement, others: HTMLElement}} places
   * @param {(seat: number) => HTMLElement} caption makes the line above a seat's board
   */
  constructor(places, caption) {
    this.places = places;
    this.caption = caption;
    this.shown = "";
    /** how the stage is composed: a change lays it out again */
    this.composed = "";
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
   * @param {{moving?: boolean, duration?: number}} [options]
   * @param {() => void} [laid] called before anything moves
   */
  show(svg, options = {}, laid = () => {}) {
    if (svg === this.shown) {
      this.captions();
      return laid();
    }
    const before = this.spots();
    const picture = new DOMParser().parseFromString(svg, "image/svg+xml");
    const stage = picture.getElementById("stage");
    const composed = compositionOf(stage);
    if (composed !== this.composed) this.lay(picture, stage);
    else for (const part of picture.querySelectorAll("defs, .part")) this.renew(part);
    this.composed = composed;
    this.shown = svg;
    this.captions();
    laid();
    if (options.moving !== false && before.size && motionWanted()) this.move(before, options.duration ?? FLIGHT);
  }

  /** Renews the lines above the boards. */
  captions() {
    for (const line of document.querySelectorAll("figure.board > figcaption")) {
      line.replaceWith(this.caption(Number(line.parentElement?.dataset.seat)));
    }
  }

  /** Takes a part that changed. @param {Element} part */
  renew(part) {
    const { id, outerHTML } = part;
    if (this.texts.get(id) === outerHTML) return;
    const old = this.parts.get(id);
    this.texts.set(id, outerHTML);
    this.parts.set(id, part);
    if (!old?.closest("#stage")) unplace(part);
    old?.replaceWith(part);
  }

  /** Puts each part into its place: the stage as one picture, the other boards beside it. @param {Document} picture @param {Element|null} stage */
  lay(picture, stage) {
    this.parts.clear();
    this.texts.clear();
    const small = [];
    for (const part of picture.querySelectorAll("defs, .part")) {
      this.texts.set(part.id, part.outerHTML);
      this.parts.set(part.id, part);
      if (part.tagName === "defs") this.defs.replaceChildren(part);
      else if (part.parentElement !== stage) {
        unplace(part);
        const seat = Number(part.id.replace("part-seat-", ""));
        const frame = make("figure", { class: "board", "data-seat": seat });
        frame.append(this.caption(seat), part);
        small.push(frame);
      }
    }
    if (stage) {
      unplace(stage);
      this.places.stage.replaceChildren(stage);
    }
    this.places.others.replaceChildren(...small);
    this.places.others.hidden = small.length === 0;
    document.body.classList.toggle("has-rail", small.length > 0);
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
    if (flights.length > MOST_FLYING) return; // a board that grew is laid out again: nothing on it has moved
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
    this.running.push(element.animate(frames, { duration, easing: "cubic-bezier(.3,.8,.4,1)" }));
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

/** A part that stands by itself is as large as its place. @param {Element} part */
function unplace(part) {
  for (const name of ["x", "y", "width", "height"]) part.removeAttribute(name);
}

/** The size of the stage and where its parts stand. @param {Element|null} stage */
function compositionOf(stage) {
  const parts = [...(stage?.children ?? [])].map((part) => ["id", "x", "y", "width", "height", "viewBox"].map((name) => part.getAttribute(name)).join(" "));
  const others = [...(stage?.parentElement?.children ?? [])].filter((part) => part.matches(".part")).map((part) => part.id);
  return [stage?.getAttribute("viewBox"), ...parts, ...others].join(";");
}

/** A piece that was face down has the same kind with "blank" for its face. @param {string} piece */
const blank = (piece) => piece.replace(/-[^-]*$/, "-blank");

/** Takes the nearest spot out of the list. @param {Spot[]|undefined} spots @param {Spot} to @returns {Spot|null} */
function nearest(spots, to) {
  if (!spots?.length) return null;
  const far = spots.map((spot) => Math.hypot(spot.x - to.x, spot.y - to.y));
  return spots.splice(far.indexOf(Math.min(...far)), 1)[0];
}
