// Shows a picture: its parts laid out on the page; later, what changed.

import { make, remember, SVG } from "./dom.js";
import { movesFrom, spots } from "./motion.js";

const FLIGHT = 420;
const PARTS = /(?=<svg id="part-)/;
const still = matchMedia("(prefers-reduced-motion: reduce)");

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
    /** @type {string[]} what comes before the parts, and each part */
    this.pieces = [];
    /** @type {Set<string>} figures that can be drawn from */
    this.figures = new Set();
    this.defs = document.createElementNS(SVG, "svg");
    for (const name of ["width", "height"]) this.defs.setAttribute(name, "0");
    document.body.append(make("div", { class: "unseen", "aria-hidden": "true" }, this.defs));
    this.running = /** @type {Animation[]} */ ([]);
  }

  /** Where those pieces are that will change; asked before anything changes, it costs no layout. @param {string} svg @param {Showing} [options] */
  measure(svg, options = {}) {
    this.settle();
    if (options.moving === false || !this.shown || !motionWanted()) return null;
    const pieces = svg.split(PARTS);
    const moved = stageOf(pieces) !== stageOf(this.pieces);
    const parts = pieces.filter((piece, number) => number && (moved || piece !== this.pieces[number])).map((piece) => `#${nameOf(piece)}`);
    return { parts, spots: spots(parts) };
  }

  /**
   * Shows the picture; what is drawn as before stays.
   * @param {string} svg
   * @param {Showing} [options]
   * @param {() => void} [laid] called before anything moves
   */
  show(svg, options = {}, laid = () => {}) {
    if (svg === this.shown) {
      this.captions();
      return laid();
    }
    const before = options.before === undefined ? this.measure(svg, options) : options.before;
    const pieces = svg.split(PARTS);
    this.define(pieces[0]);
    if (namesOf(pieces) === namesOf(this.pieces)) this.renew(pieces);
    else this.lay(svg);
    this.pieces = pieces;
    this.shown = svg;
    this.captions();
    const duration = options.duration ?? FLIGHT;
    const moves = before ? movesFrom(before.spots, before.parts) : []; // everything is measured before anything is marked
    laid();
    this.settle();
    this.running = moves.map(({ element, frames, easing }) => element.animate(frames, { duration, easing }));
  }

  /** Renews the lines above the boards. */
  captions() {
    for (const line of document.querySelectorAll("figure.board > figcaption")) {
      const fresh = this.caption(Number(line.parentElement?.dataset.seat));
      if (!line.isEqualNode(fresh)) line.replaceWith(fresh);
    }
  }

  /** Takes figures that are new. One that is no longer used stays: it will be used again. @param {string} head of the picture */
  define(head) {
    for (const text of (/<defs>(.*)<\/defs>/s.exec(head)?.[1] ?? "").split(/(?=<symbol )/)) {
      if (this.figures.has(text)) continue;
      if (text.startsWith("<symbol")) this.figures.add(text);
      for (const one of [...parsed(`<svg>${text}</svg>`).children]) {
        const old = document.getElementById(one.id);
        if (!old) this.defs.append(one);
        else if (!old.isEqualNode(one)) old.replaceWith(one);
      }
    }
  }

  /** Draws what changed. @param {string[]} pieces */
  renew(pieces) {
    const stage = stageOf(pieces);
    if (stage !== stageOf(this.pieces)) renewAttributes(/** @type {Element} */ (this.places.stage.firstElementChild), unplaced(parsed(stage)));
    for (const [number, piece] of pieces.entries()) {
      if (number === 0 || piece === this.pieces[number]) continue;
      const fresh = parsed(piece);
      const old = /** @type {Element} */ (document.getElementById(fresh.id));
      renewElement(old, old.closest("#stage") ? fresh : unplaced(fresh));
    }
  }

  /** Puts each part into its place: the stage as one picture, the other boards beside it. @param {string} svg */
  lay(svg) {
    const picture = parsed(svg);
    const small = [...picture.children].filter((part) => part.matches(".part")).map((part) => {
      const seat = Number(part.id.replace("part-seat-", ""));
      const frame = make("figure", { class: "board", "data-seat": seat });
      frame.append(this.caption(seat), unplaced(part));
      return frame;
    });
    this.places.stage.replaceChildren(unplaced(/** @type {Element} */ (picture.querySelector("#stage"))));
    this.places.others.replaceChildren(...small);
    this.places.others.hidden = small.length === 0;
    document.body.classList.toggle("has-rail", small.length > 0);
  }

  /** Ends all movement at once. */
  settle() {
    for (const animation of this.running) animation.finish();
    this.running = [];
  }
}

/** @param {string} text @returns {Element} */
function parsed(text) {
  const template = document.createElement("template");
  template.innerHTML = text;
  return /** @type {Element} */ (template.content.firstElementChild);
}

/** @param {string} piece */
const nameOf = (piece) => /^<svg id="(part-[^"]*)/.exec(piece)?.[1];
/** @param {string[]} pieces */
const namesOf = (pieces) => pieces.map(nameOf).join();
/** How the parts are arranged. @param {string[]} pieces */
const stageOf = ([head = ""]) => head.slice(head.indexOf('<svg id="stage"'));

/** A part that stands by itself is as large as its place. @param {Element} part */
function unplaced(part) {
  for (const name of ["x", "y", "width", "height"]) part.removeAttribute(name);
  return part;
}

/** @param {Element} old @param {Element} fresh */
function renewAttributes(old, fresh) {
  for (const { name } of [...old.attributes]) if (!fresh.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of fresh.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
}

/** Makes an element like another by changing what differs, so that little has to be laid out and painted. @param {Element} old @param {Element} fresh */
function renewElement(old, fresh) {
  renewAttributes(old, fresh);
  const known = new Map([...old.children].map((one) => [one.id, one]));
  /** @type {ChildNode|null} */
  let next = old.firstChild;
  for (const one of [...fresh.childNodes]) {
    const match = one instanceof Element && one.id ? known.get(one.id) : next;
    const alike = match?.isEqualNode(one);
    if (!match || (!alike && !(match instanceof Element && one instanceof Element && match.nodeName === one.nodeName && match.id === one.id))) {
      old.insertBefore(one, next);
      continue;
    }
    if (!alike) renewElement(/** @type {Element} */ (match), /** @type {Element} */ (one));
    if (match !== next) old.insertBefore(match, next);
    next = match.nextSibling;
  }
  while (next) {
    const gone = next;
    next = next.nextSibling;
    gone.remove();
  }
}
