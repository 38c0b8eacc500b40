// Placing a tile: a ghost that snaps to legal spots, turned and flipped by key, wheel, button or two fingers.

import { button, make, say, SVG } from "./dom.js";

/** @typedef {[number, number]} Step column and row */
/**
 * @typedef {Object} Shape one way the tile can lie
 * @property {string} key
 * @property {Step[]} steps its cells, seen from its first
 * @property {Map<string, Choice[]>} spots legal choices by where the first cell lies
 */

const SNAP = 1.6;
/** How far above a thumb a tile hangs. */
const THUMB = 28;
/** The height of a window that has room for one board only. */
const LOW = 520;
/** @type {Record<string, Step>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** @type {PointerEvent|null} where the mouse is: a tile that comes while it rests on the board appears under it */
let pointer = null;
document.addEventListener("pointermove", (event) => (pointer = event.pointerType === "mouse" ? event : null), { passive: true });

export class Placing {
  /**
   * @param {Choice[]} choices
   * @param {(found: Choice[]) => void} place
   * @param {(words: string) => void} announce
   * @param {(choice: Choice|null) => void} consider
   * @param {(targets: string[]) => void} explain
   * @param {Placing} [before] the same question in the picture before, to go on from
   * @param {string} [confirm] what the button says
   */
  constructor(choices, place, announce, consider, explain, before, confirm = say("place")) {
    this.choices = choices;
    this.place = place;
    this.announce = announce;
    this.consider = consider;
    this.explain = explain;
    this.control = new AbortController();
    /** @type {Shape[]} */
    this.shapes = [];
    /** @type {number} */
    this.current = 0;
    /** @type {Step|null} where the first cell of the ghost lies */
    this.at = null;
    /** @type {string|null} what the stage shows otherwise */
    this.whole = null;
    this.fingers = new Set();
    /** @type {{x: number, y: number}|null} where a pointer went down */
    this.pressedAt = null;
    /** whether somebody has put the ghost somewhere: a first tap only does that */
    this.aimed = false;
    /** @type {string|undefined} where the ghost lay when a finger came down */
    this.before = undefined;
    const first = document.getElementById(choices[0].targets[0]);
    this.part = first?.closest("svg.part") ?? null;
    this.toolbar = this.makeToolbar(confirm);
    if (!(this.part instanceof SVGSVGElement) || !(first instanceof SVGGraphicsElement)) return;
    this.board = this.part;
    this.measure(first);
    this.sortIntoShapes();
    this.ghost = document.createElementNS(SVG, "g");
    this.ghost.setAttribute("class", "ghost");
    this.board.append(this.ghost);
    this.board.classList.add("placing");
    this.comeClose();
    this.listen();
    if (before) {
      this.current = Math.min(before.current, this.shapes.length - 1);
      this.at = before.at;
      this.aimed = before.aimed;
      this.draw();
    } else if (pointer && this.board.matches(":hover")) this.follow(pointer);
    this.refreshToolbar();
  }

  /** The ghost lies at a legal spot at once, and in sight; a mouse that rests on the board has it under it. */
  begin() {
    if (!this.board || this.at) return;
    const middle = /** @type {Step} */ ([0, 1].map((axis) => {
      const all = [...this.shape.spots.keys()].map((spot) => Number(spot.split(",")[axis]));
      return Math.round((Math.min(...all) + Math.max(...all)) / 2);
    }));
    this.at = this.nearestSpot(middle);
    this.draw();
    this.refreshToolbar();
  }

  /** In a low window the whole board is shown, and nothing else. */
  comeClose() {
    const stage = this.board?.ownerSVGElement;
    if (!stage || innerHeight > LOW) return;
    this.whole = stage.getAttribute("viewBox");
    stage.setAttribute("viewBox", ["x", "y", "width", "height"].map((name) => this.board?.getAttribute(name) ?? 0).join(" "));
    stage.classList.add("close-up");
  }

  goBack() {
    const stage = this.board?.ownerSVGElement;
    if (stage?.matches(".close-up") && this.whole) stage.setAttribute("viewBox", this.whole);
    stage?.classList.remove("close-up");
    stage?.parentElement?.classList.remove("zoomed");
  }

  /** The grid that the cells lie on, in the part's own coordinates. @param {SVGGraphicsElement} first */
  measure(first) {
    const box = this.boxOf(first);
    this.pitch = Math.max(box.width, box.height);
    this.origin = { x: box.x, y: box.y };
    const neighbours = [...(this.board?.querySelectorAll(".cell") ?? [])];
    const gaps = neighbours.flatMap((cell) => {
      const other = cell instanceof SVGGraphicsElement ? this.boxOf(cell) : box;
      const gap = Math.abs(other.x - box.x);
      return gap > box.width * 0.6 && gap < box.width * 1.7 && Math.abs(other.y - box.y) < 1 ? [gap] : [];
    });
    if (gaps.length) this.pitch = Math.min(...gaps);
  }

  /** @param {SVGGraphicsElement} element */
  boxOf(element) {
    const box = element.getBBox();
    const matrix = this.board?.getScreenCTM()?.inverse().multiply(element.getScreenCTM() ?? new DOMMatrix());
    if (!matrix) return box;
    const [a, b] = [new DOMPoint(box.x, box.y), new DOMPoint(box.x + box.width, box.y + box.height)];
    const [from, to] = [a.matrixTransform(matrix), b.matrixTransform(matrix)];
    return new DOMRect(from.x, from.y, to.x - from.x, to.y - from.y);
  }

  /** @param {Element|null} cell @returns {Step} */
  stepOf(cell) {
    if (!(cell instanceof SVGGraphicsElement) || !this.origin || !this.pitch) return [0, 0];
    const box = this.boxOf(cell);
    return [Math.round((box.x - this.origin.x) / this.pitch), Math.round((box.y - this.origin.y) / this.pitch)];
  }

  sortIntoShapes() {
    /** @type {Map<string, Step>} */
    const steps = new Map();
    for (const choice of this.choices) {
      const cells = choice.targets.map((id) => {
        const known = steps.get(id) ?? this.stepOf(document.getElementById(id));
        steps.set(id, known);
        return known;
      });
      const relative = cells.map(([x, y]) => /** @type {Step} */ ([x - cells[0][0], y - cells[0][1]]));
      const key = relative.join(";");
      let shape = this.shapes.find((one) => one.key === key);
      if (!shape) this.shapes.push((shape = { key, steps: relative, spots: new Map() }));
      const spot = cells[0].join();
      shape.spots.set(spot, [...(shape.spots.get(spot) ?? []), choice]);
    }
  }

  listen() {
    const board = this.board;
    if (!board) return;
    const signal = this.control.signal;
    addEventListener("resize", () => [this.goBack(), this.comeClose()], { signal }); // a phone that is turned
    board.addEventListener("pointermove", (event) => this.fingers.size < 2 && this.follow(event), { signal });
    board.addEventListener("pointerleave", (event) => event.pointerType === "mouse" && this.hide(), { signal });
    board.addEventListener("pointerdown", (event) => this.press(event), { signal });
    board.addEventListener("pointerup", (event) => this.release(event), { signal });
    board.addEventListener("pointercancel", (event) => this.fingers.delete(event.pointerId), { signal });
    board.addEventListener(
      "wheel",
      (event) => {
        if (this.shapes.length < 2) return;
        event.preventDefault();
        this.turn();
      },
      { signal, passive: false },
    );
  }

  /** A mouse may click without having moved since the tile came. @param {PointerEvent} event */
  press(event) {
    this.fingers.add(event.pointerId);
    if (this.fingers.size === 2) return; // two fingers enlarge the picture
    this.before = this.aimed ? this.at?.join() : undefined;
    this.aimed = true;
    this.pressedAt = { x: event.clientX, y: event.clientY };
    this.follow(event);
    this.refreshToolbar();
  }

  /** A mouse places at once; a finger by a second tap on the same spot. @param {PointerEvent} event */
  release(event) {
    const alone = this.fingers.size < 2;
    this.fingers.delete(event.pointerId);
    if (event.pointerType === "mouse" ? event.button === 0 : alone && this.before === this.at?.join() && this.legal()) this.confirm();
    this.refreshToolbar();
  }

  /** A tile was dropped at a point of the window: it lies there, and is placed if it cannot be turned. @param {number} clientX @param {number} clientY */
  aimAt(clientX, clientY) {
    this.follow(new PointerEvent("pointermove", { clientX, clientY, pointerType: "mouse" }));
    if (this.shapes.length === 1 && this.legal()) return this.confirm();
    if (!this.legal() && this.at) this.at = this.nearestSpot(this.at);
    this.draw();
    this.refreshToolbar();
  }

  /** Brings the ghost under the pointer, or to the nearest legal spot close by. @param {PointerEvent} event */
  follow(event) {
    const matrix = this.board?.getScreenCTM();
    if (!matrix || !this.pitch || !this.origin) return;
    const steps = this.shape.steps;
    const [across, down] = [0, 1].map((axis) => steps.map((step) => step[axis])).map((all) => [Math.min(...all), Math.max(...all)]);
    const middle = [across, down].map(([least, most]) => (least + most + 1) / 2);
    const dragged = event.pointerType === "touch" && this.pressedAt && Math.hypot(event.clientX - this.pressedAt.x, event.clientY - this.pressedAt.y) > 10;
    const lift = dragged ? THUMB + ((down[1] - down[0] + 1) / 2) * this.pitch * matrix.d : 0; // what is under the thumb cannot be seen
    const point = new DOMPoint(event.clientX, event.clientY - lift).matrixTransform(matrix.inverse());
    const x = (point.x - this.origin.x) / this.pitch - middle[0];
    const y = (point.y - this.origin.y) / this.pitch - middle[1];
    /** @type {Step} */
    let best = [Math.round(x), Math.round(y)];
    let distance = SNAP;
    for (const spot of this.shape.spots.keys()) {
      const [sx, sy] = spot.split(",").map(Number);
      const far = Math.hypot(sx - x, sy - y);
      if (far < distance) [best, distance] = [[sx, sy], far];
    }
    this.at = best;
    this.draw();
  }

  get shape() {
    return this.shapes[this.current];
  }

  legal() {
    return this.at ? this.shape.spots.get(this.at.join()) : undefined;
  }

  confirm() {
    const found = this.legal();
    if (found) this.place(found);
    else if (this.at) {
      this.announce(say("no_fit_here"));
      this.explain(this.covered());
    }
  }

  /** The ids of the cells under the ghost. @returns {string[]} */
  covered() {
    const found = [];
    for (const rect of this.ghost?.querySelectorAll("rect") ?? []) {
      const box = rect.getBoundingClientRect();
      const cell = document.elementsFromPoint(box.x + box.width / 2, box.y + box.height / 2).find((one) => one.matches(".cell[id]"));
      if (cell) found.push(cell.id);
    }
    return found;
  }

  hide() {
    this.at = null;
    this.ghost?.replaceChildren();
    this.consider(null);
  }

  /** The next shape a quarter turn on; shapes without a legal spot are passed over. */
  turn() {
    this.change(([x, y]) => [-y, x]);
  }

  flip() {
    this.change(([x, y]) => [-x, y]);
  }

  /** @param {(step: Step) => Step} transform */
  change(transform) {
    if (this.shapes.length < 2) return;
    let steps = this.shape.steps;
    for (let tries = 0; tries < 4; tries++) {
      steps = steps.map(transform);
      const found = this.shapes.findIndex((shape) => sameOrder(shape.steps, steps));
      const next = found >= 0 ? found : this.shapes.findIndex((shape) => sameCells(shape.steps, steps));
      if (next >= 0 && next !== this.current) {
        this.current = next;
        return this.changed();
      }
    }
    this.current = (this.current + 1) % this.shapes.length;
    this.changed();
  }

  changed() {
    if (this.at && !this.legal()) this.at = this.nearestSpot(this.at) ?? this.at;
    this.draw();
    this.refreshToolbar();
    this.announce(say("orientation", { number: this.current + 1, count: this.shapes.length }));
  }

  /** @param {Step} from @returns {Step|null} */
  nearestSpot(from) {
    const spots = [...this.shape.spots.keys()].map((spot) => /** @type {Step} */ (spot.split(",").map(Number)));
    const far = (/** @type {Step} */ spot) => Math.hypot(spot[0] - from[0], spot[1] - from[1]);
    return spots.length ? spots.reduce((best, spot) => (far(spot) < far(best) ? spot : best)) : null;
  }

  /** The nearest legal spot in a direction; from where it cannot lie, the nearest of all. @param {number} dx @param {number} dy */
  step(dx, dy) {
    const at = this.at ?? [0, 0];
    if (!this.legal()) return this.moveTo(this.nearestSpot(at) ?? at);
    /** @type {Step|null} */
    let best = null;
    let least = Infinity;
    for (const spot of this.shape.spots.keys()) {
      const [x, y] = spot.split(",").map(Number);
      const ahead = (x - at[0]) * dx + (y - at[1]) * dy;
      const aside = Math.abs((x - at[0]) * dy) + Math.abs((y - at[1]) * dx);
      if (ahead > 0 && ahead + 2 * aside < least) [best, least] = [[x, y], ahead + 2 * aside];
    }
    if (best) this.moveTo(best);
  }

  /** @param {Step} spot */
  moveTo(spot) {
    this.at = spot;
    this.draw();
    this.refreshToolbar();
    const found = this.legal();
    if (found) this.announce(found[0].label);
  }

  /** @param {KeyboardEvent} event @returns {boolean} whether the key was ours */
  key(event) {
    if (!this.shapes.length || document.querySelector("dialog[open]")) return false;
    const arrow = ARROWS[event.key];
    if (arrow) {
      this.step(arrow[0], arrow[1]);
      return true;
    }
    const onControl = event.target instanceof Element && event.target.closest("button, a, summary, [role=button]");
    if (event.key === "Enter" && this.legal() && !onControl) this.confirm();
    else if (event.key === "r" || event.key === "R") this.turn();
    else if (event.key === "f" || event.key === "F") this.flip();
    else return false;
    return true;
  }

  draw() {
    const { ghost, at, pitch, origin } = this;
    if (!ghost || !at || !pitch || !origin) return;
    const legal = this.legal();
    ghost.setAttribute("class", `ghost ${legal ? "legal" : "illegal"}`);
    const cells = this.shape.steps.map(([x, y]) => {
      const cell = document.createElementNS(SVG, "rect");
      const place = { x: origin.x + (at[0] + x) * pitch, y: origin.y + (at[1] + y) * pitch, width: pitch, height: pitch };
      for (const [name, value] of Object.entries(place)) cell.setAttribute(name, String(value));
      cell.setAttribute("rx", String(pitch * 0.12));
      return cell;
    });
    ghost.replaceChildren(...this.heldTile(at), ...cells);
    this.consider(legal?.length === 1 ? legal[0] : null);
  }

  /** The tile's own face, turned as its second cell lies. @param {Step} at @returns {SVGElement[]} */
  heldTile(at) {
    const { pitch, origin } = this;
    const held = document.getElementById("held");
    const second = this.shape.steps[1];
    if (!held || !pitch || !origin) return [];
    const size = Number(held.getAttribute("data-cell")) || 100;
    const turn = second ? (Math.atan2(second[1], second[0]) * 180) / Math.PI : 0;
    const use = document.createElementNS(SVG, "use");
    use.setAttribute("href", "#held");
    const x = origin.x + (at[0] + 0.5) * pitch;
    const y = origin.y + (at[1] + 0.5) * pitch;
    use.setAttribute("transform", `translate(${x} ${y}) rotate(${turn}) scale(${pitch / size}) translate(${-size / 2} ${-size / 2})`);
    return [use];
  }

  /** Shows a placement that the list or a hint points at. @param {Choice} choice */
  goTo(choice) {
    for (const [index, shape] of this.shapes.entries()) {
      for (const [spot, found] of shape.spots) {
        if (!found.includes(choice)) continue;
        this.current = index;
        this.at = /** @type {Step} */ (spot.split(",").map(Number));
        this.draw();
        this.refreshToolbar();
      }
    }
  }

  /** @param {string} confirm */
  makeToolbar(confirm) {
    const coarse = matchMedia("(pointer: coarse)").matches;
    this.turnButton = button(`⟳ ${say("rotate")}`, () => this.turn(), "tool");
    this.flipButton = button(`⇋ ${say("flip")}`, () => this.flip(), "tool");
    this.placeButton = button(confirm, () => this.confirm(), "tool primary");
    return make(
      "div",
      { class: "placing-tools" },
      make("p", { class: "soft" }, say(coarse ? "place_help_touch" : "place_help")),
      make("p", { class: "actions" }, this.turnButton, this.flipButton, this.placeButton),
    );
  }

  refreshToolbar() {
    const mirrored = this.shapes.some((shape) => !turnsOf(this.shape.steps).some((steps) => sameCells(shape.steps, steps)));
    if (this.turnButton) this.turnButton.hidden = this.shapes.length < 2;
    if (this.flipButton) this.flipButton.hidden = !mirrored;
    if (this.placeButton instanceof HTMLButtonElement) this.placeButton.disabled = !this.legal();
  }

  end() {
    this.control.abort();
    this.ghost?.remove();
    this.board?.classList.remove("placing");
    this.goBack();
  }
}

/** @param {Step[]} a @param {Step[]} b */
function sameOrder(a, b) {
  return a.every(([x, y], index) => x - a[0][0] === b[index][0] - b[0][0] && y - a[0][1] === b[index][1] - b[0][1]);
}

/** @param {Step[]} a @param {Step[]} b */
function sameCells(a, b) {
  return flat(a) === flat(b);
}

/** The cells from the top left corner, in reading order. @param {Step[]} steps */
function flat(steps) {
  const left = Math.min(...steps.map(([x]) => x));
  const top = Math.min(...steps.map(([, y]) => y));
  const moved = steps.map(([x, y]) => [y - top, x - left]);
  return moved.sort((a, b) => a[0] - b[0] || a[1] - b[1]).join(";");
}

/** @param {Step[]} steps @returns {Step[][]} */
function turnsOf(steps) {
  const turns = [steps];
  for (let turn = 1; turn < 4; turn++) turns.push(turns[turn - 1].map(([x, y]) => [-y, x]));
  return turns;
}
