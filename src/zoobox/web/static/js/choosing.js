// What may be chosen now: lit in the picture, narrowed click by click, and the same as a list of labelled buttons.

import { button, make, say, SVG } from "./dom.js";
import { Placing } from "./placing.js";

const SHOWN_AT_ONCE = 14;
const NARROW = 760;
const STILL = 6;

export class Choosing {
  /**
   * @param {HTMLElement} list where the buttons go
   * @param {(choice: Choice) => void} choose
   * @param {(words: string) => void} announce
   */
  constructor(list, choose, announce) {
    this.list = list;
    this.choose = choose;
    this.announce = announce;
    /** @type {Choice[]} */
    this.choices = [];
    /** @type {string[]} what was clicked so far */
    this.clicked = [];
    /** @type {Choice|null} */
    this.hinted = null;
    /** @type {Placing|null} */
    this.placing = null;
    /** @type {Map<string, Choice[]>} what each lit element means, by its id: elements come anew with every picture */
    this.meant = new Map();
    /** @type {(() => void)[]} how to make each lit element as it was */
    this.undo = [];
    /** @type {{id: string|undefined, x: number, y: number}} what was lit under the pointer when it went down, and where */
    this.pressed = { id: undefined, x: 0, y: 0 };
    /** whether the pointer that is down has chosen already */
    this.acted = false;
    /** which question the choices answer */
    this.question = "";
    /** whether one of several choices with the same place is being asked for */
    this.asking = false;
    document.addEventListener("keydown", (event) => this.key(event));
    document.addEventListener("pointerdown", (event) => {
      this.acted = false;
      this.pressed = { id: this.litAt(event), x: event.clientX, y: event.clientY };
    }, true);
    document.addEventListener("pointerup", (event) => this.release(event), true);
    document.addEventListener("pointercancel", () => (this.pressed.id = undefined), true);
    document.addEventListener("click", (event) => this.click(event), true);
  }

  /** The lit element at the point of an event, also behind another piece of the picture. @param {PointerEvent} event */
  litAt(event) {
    const there = document.elementsFromPoint(event.clientX, event.clientY);
    return there[0]?.closest("svg.part") ? there.map(litOf).find(Boolean) : undefined;
  }

  /**
   * A click by pointer goes down on something lit, and up there or without having moved: in between the picture may
   * have been drawn anew, shifted, or a flying piece landed. @param {PointerEvent} event
   */
  release(event) {
    const { id, x, y } = this.pressed;
    const still = Math.hypot(event.clientX - x, event.clientY - y) < STILL;
    if (event.button !== 0 || !id || !(still || id === this.litAt(event))) return;
    this.acted = true;
    this.narrow(id);
  }

  /** What follows a release that has chosen is swallowed; a click without a pointer counts itself. @param {MouseEvent} event */
  click(event) {
    const target = event.detail === 0 && event.target instanceof Element ? litOf(event.target) : undefined;
    if (!this.acted && !target) return;
    event.stopPropagation();
    event.preventDefault();
    this.acted = false;
    if (target) this.narrow(target);
  }

  /**
   * Offers these choices; none means it is somebody else's turn. The same question again keeps what was clicked.
   * @param {Choice[]} choices @param {string} [question]
   */
  offer(choices, question = "") {
    const again = question !== "" && question === this.question;
    this.question = question;
    this.choices = choices;
    if (again) return this.relight();
    this.clicked = [];
    this.hinted = null;
    this.refresh();
  }

  /** The picture is new, the question is not: the list stays as it is. */
  relight() {
    const before = this.placing;
    this.darken();
    const left = this.left();
    const tiles = left.filter((choice) => choice.cells.length);
    if (tiles.length && before) {
      this.placing = new Placing(tiles, (found) => this.settle(found), this.announce, before);
      before.toolbar.replaceWith(this.placing.toolbar);
    }
    if (!this.asking) this.light(left.filter((choice) => !choice.cells.length));
    if (this.hinted) this.hint(this.hinted.id);
  }

  /** @param {Choice} choice */
  pick(choice) {
    this.offer([]);
    this.choose(choice);
  }

  /** Those that still fit what was clicked. */
  left() {
    return this.choices.filter((choice) => this.clicked.every((target, step) => choice.targets[step] === target));
  }

  refresh() {
    this.darken();
    this.asking = false;
    const left = this.left();
    const tiles = left.filter((choice) => choice.cells.length);
    const plain = left.filter((choice) => !choice.cells.length);
    this.list.replaceChildren();
    document.body.classList.toggle("is-placing", tiles.length > 0);
    if (tiles.length) {
      this.placing = new Placing(tiles, (found) => this.settle(found), this.announce);
      this.list.append(this.placing.toolbar);
      const { board } = this.placing;
      // when the words above it have found their height
      if (innerWidth <= NARROW) requestAnimationFrame(() => setTimeout(() => board?.scrollIntoView({ block: "start" })));
    }
    this.light(plain);
    this.listButtons(plain, tiles);
  }

  /** One choice left is played; several with the same place are asked for. @param {Choice[]} found */
  settle(found) {
    if (found.length === 1) return this.pick(found[0]);
    this.darken();
    document.body.classList.remove("is-placing");
    this.asking = true;
    this.list.replaceChildren(make("p", { class: "soft" }, say("choose_one")));
    this.listButtons(found, []);
    this.list.append(this.wholeListButton());
    this.bringIntoSight();
  }

  /** @param {Choice[]} plain @param {Choice[]} tiles */
  listButtons(plain, tiles) {
    const numbered = plain.map((choice, index) => this.choiceButton(choice, index));
    if (plain.length > SHOWN_AT_ONCE) this.list.append(filterField(numbered));
    const list = make("ul", { class: "choice-buttons" }, ...numbered.map((button) => make("li", {}, button)));
    if (plain.length) this.list.append(list);
    if (tiles.length) this.list.append(this.tileList(tiles));
    if (this.clicked.length) this.list.append(this.wholeListButton());
  }

  /** Every placement by name, made only when somebody opens it. @param {Choice[]} tiles */
  tileList(tiles) {
    const details = make("details", { class: "tile-list" }, make("summary", {}, say("narrowed", { count: tiles.length })));
    details.addEventListener("toggle", () => {
      if (details.children.length > 1) return;
      const buttons = tiles.map((choice) => this.choiceButton(choice, -1));
      details.append(filterField(buttons), make("ul", { class: "choice-buttons" }, ...buttons.map((b) => make("li", {}, b))));
    });
    return details;
  }

  /** @param {Choice} choice @param {number} index */
  choiceButton(choice, index) {
    const element = make(
      "button",
      { type: "button", class: "choice", "data-choice": choice.id, onclick: () => this.pick(choice) },
      index >= 0 && index < 9 ? make("kbd", { "aria-hidden": "true" }, String(index + 1)) : null,
      make("span", {}, choice.label),
    );
    for (const type of ["pointerenter", "focus"]) element.addEventListener(type, () => this.point(choice, true));
    for (const type of ["pointerleave", "blur"]) element.addEventListener(type, () => this.point(choice, false));
    return element;
  }

  startOver() {
    this.clicked = [];
    this.refresh();
  }

  wholeListButton() {
    return button(say("all_choices"), () => this.startOver(), "quiet");
  }

  /** Lights the next target of each choice. @param {Choice[]} choices */
  light(choices) {
    const step = this.clicked.length;
    for (const choice of choices) {
      const target = choice.targets[step];
      if (target) this.meant.set(target, [...(this.meant.get(target) ?? []), choice]);
    }
    for (const [target, meant] of this.meant) {
      const element = document.getElementById(target);
      if (!(element instanceof SVGGraphicsElement)) continue;
      const hints = [...element.querySelectorAll("title")].map((hint) => ({ hint, on: hint.parentElement }));
      const name = meant.length > 1 ? `${hints[0]?.hint.textContent || target} (${say("narrowed", { count: meant.length })})` : meant[0].label;
      const written = [...element.querySelectorAll("text")].map((text) => text.textContent).join(" ");
      element.classList.add("lit");
      element.setAttribute("tabindex", "0");
      element.setAttribute("role", "button");
      element.setAttribute("aria-label", written && !name.includes(written) ? `${name}, ${written}` : name);
      for (const { hint } of hints) hint.remove();
      const halo = addHalo(element);
      this.undo.push(() => {
        halo.remove();
        for (const { hint, on } of hints) on?.prepend(hint);
        element.classList.remove("lit", "pointed", "hinted");
        for (const attribute of ["tabindex", "role", "aria-label"]) element.removeAttribute(attribute);
      });
    }
  }

  /** @param {string} target */
  narrow(target) {
    const meant = this.meant.get(target);
    if (!meant) return;
    this.clicked.push(target);
    if (meant.length === 1 || meant.every((choice) => choice.targets.length <= this.clicked.length)) return this.settle(meant);
    this.refresh();
    this.announce(say("narrowed", { count: meant.length }));
  }

  darken() {
    for (const undo of this.undo) undo();
    this.undo = [];
    this.meant.clear();
    this.placing?.end();
    this.placing = null;
  }

  /** Shows what a button of the list would touch. @param {Choice} choice @param {boolean} on */
  point(choice, on) {
    for (const target of choice.targets) document.getElementById(target)?.classList.toggle("pointed", on);
    if (on && choice.cells.length) this.placing?.goTo(choice);
  }

  /** Shows the bot's advice. @param {number} id */
  hint(id) {
    const choice = this.choices.find((one) => one.id === id);
    if (!choice) return null;
    this.hinted = choice;
    for (const target of choice.targets) document.getElementById(target)?.classList.add("hinted");
    this.list.querySelector(`[data-choice="${id}"]`)?.classList.add("hinted");
    this.placing?.goTo(choice);
    return choice;
  }

  bringIntoSight() {
    this.list.scrollIntoView({ block: "nearest" });
    const first = this.list.querySelector("button");
    if (first instanceof HTMLElement) first.focus({ preventScroll: true });
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    if (event.key === "Escape" && this.clicked.length) return this.startOver();
    const lit = event.target instanceof Element ? litOf(event.target) : undefined;
    if (lit && (event.key === "Enter" || event.key === " ")) {
      event.preventDefault();
      return this.narrow(lit);
    }
    if (this.placing?.key(event)) return event.preventDefault();
    if (/^[1-9]$/.test(event.key) && !document.querySelector("dialog[open]")) {
      const buttons = this.list.querySelectorAll(":scope > .choice-buttons > li:not([hidden]) > button");
      const button = buttons[Number(event.key) - 1];
      if (button instanceof HTMLElement) {
        event.preventDefault();
        button.click();
      }
    }
  }
}

/** The id of the lit element that holds another. @param {Element} element */
const litOf = (element) => element.closest("svg .lit")?.id;

/** @param {EventTarget|null} target */
export function isTyping(target) {
  return target instanceof HTMLElement && target.matches("input:not([type=range]), textarea, select");
}

/** A frame around an element of the picture, in its own coordinates. @param {SVGGraphicsElement} element */
function addHalo(element) {
  const box = element.getBBox();
  const halo = document.createElementNS(SVG, "rect");
  const pad = Math.min(5, Math.max(box.width, box.height) * 0.08);
  const place = { x: box.x - pad, y: box.y - pad, width: box.width + 2 * pad, height: box.height + 2 * pad, rx: 10 };
  for (const [name, value] of Object.entries(place)) halo.setAttribute(name, String(value));
  halo.setAttribute("class", "halo");
  if (element instanceof SVGGElement) element.append(halo);
  else {
    if (element.getAttribute("transform")) halo.setAttribute("transform", element.getAttribute("transform") ?? "");
    element.after(halo);
  }
  return halo;
}

/** A field that hides the buttons whose words do not fit. @param {HTMLElement[]} buttons */
function filterField(buttons) {
  const field = make("input", { type: "search", class: "filter", placeholder: say("filter"), "aria-label": say("filter") });
  field.addEventListener("input", () => {
    const wanted = /** @type {HTMLInputElement} */ (field).value.toLowerCase();
    for (const button of buttons) {
      if (button.parentElement) button.parentElement.hidden = !(button.textContent || "").toLowerCase().includes(wanted);
    }
  });
  return field;
}
