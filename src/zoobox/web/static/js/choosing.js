// What may be chosen now: lit in the picture, narrowed click by click, and the same as a list of labelled buttons.

import { button, make, remember, richText, say, SVG } from "./dom.js";
import { inPicture, outline, shapeOf, showWhole } from "./marks.js";
import { stepTime } from "./pace.js";
import { motionWanted } from "./picture.js";
import { Placing } from "./placing.js";

/** @param {Element} pile */
const showPile = async (pile) => (await import("./closer.js")).showPile(pile);

const SHOWN_AT_ONCE = 14;
const STILL = 6;
const DRAWN_AWAY = 14;
/** How long a drop answers the questions that follow. */
const DROP_COUNTS = 4000;
/** How much of a small window the sheet at its bottom may take. */
const SHEET = 0.38;
const MARGIN = 12;
/** Input in the first moments of a question was meant for the one before. */
const GUARD = 300;

export class Choosing {
  /**
   * @param {HTMLElement} list where the buttons go
   * @param {(choice: Choice) => void} choose
   * @param {(words: string) => void} announce
   * @param {(choice: Choice|null) => void} consider called when somebody looks at a choice, and when nobody does any more
   * @param {(targets: string[]) => void} explain called when somebody clicks on what cannot be chosen
   * @param {(choice: Choice) => Promise<Choice[]>} [placements] how the tile could lie that a choice brings
   */
  constructor(list, choose, announce, consider, explain, placements) {
    this.list = list;
    this.choose = choose;
    this.announce = announce;
    this.consider = consider;
    this.explain = explain;
    this.placements = placements;
    /** @type {{choice: Choice, tiles: Choice[]}|null} a tile that is tried on the board before it is taken */
    this.trial = null;
    /** where the tile was tried that has been taken since */
    this.tried = "";
    /** whether the list had the focus when its question was answered */
    this.hadFocus = false;
    /** @type {Choice|null} what a first tap has selected */
    this.selected = null;
    /** when the question was asked */
    this.asked = 0;
    /** @type {Choice[]} */
    this.choices = [];
    /** @type {string[]} what was clicked so far */
    this.clicked = [];
    /** @type {Choice|null} */
    this.hinted = null;
    /** @type {Placing|null} */
    this.placing = null;
    /** @type {Map<string, Choice[]>} what each lit element means, by its id: every picture has new elements */
    this.meant = new Map();
    /** @type {(() => void)[]} how to make each lit element as it was */
    this.undo = [];
    /** @type {{id: string|undefined, x: number, y: number}} what was lit under the pointer when it went down, and where */
    this.pressed = { id: undefined, x: 0, y: 0 };
    /** @type {SVGElement|null} what hangs at the pointer */
    this.dragged = null;
    /** @type {{clientX: number, clientY: number, until: number}|null} where something was dropped; it answers the questions that follow */
    this.dropped = null;
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
      this.coarse = event.pointerType !== "mouse";
    }, true);
    document.addEventListener("pointerover", (event) => this.over(event));
    document.addEventListener("pointerup", (event) => this.release(event), true);
    document.addEventListener("pointermove", (event) => this.drag(event));
    document.addEventListener("pointercancel", () => {
      this.pressed.id = undefined;
      this.dragged?.remove();
      this.dragged = null;
    }, true);
    document.addEventListener("click", (event) => this.click(event), true);
  }

  /** The lit element at a point, also behind another piece of the picture. @param {{clientX: number, clientY: number}} event */
  litAt(event) {
    const there = document.elementsFromPoint(event.clientX, event.clientY);
    return there[0]?.closest("svg.part") ? there.map(litOf).find(Boolean) : undefined;
  }

  /**
   * A click by pointer goes down on something lit, and up there or without having moved: in between the picture may
   * have been redrawn, shifted, or a flying piece landed. @param {PointerEvent} event
   */
  release(event) {
    const { id, x, y } = this.pressed;
    if (this.dragged) return this.drop(event);
    const still = Math.hypot(event.clientX - x, event.clientY - y) < STILL;
    if (event.button !== 0 || this.early()) return;
    if (!id) return void (still && this.refuse(event));
    if (!(still || id === this.litAt(event))) return;
    this.acted = true;
    const meant = this.meant.get(id) ?? [];
    if (meant.length === 1 && this.looksFirst() && this.selected !== meant[0]) return this.select(meant[0]);
    this.narrow(id);
  }

  /** Something lit is drawn away from its place: it hangs at the pointer. @param {PointerEvent} event */
  drag(event) {
    const { id, x, y } = this.pressed;
    const source = id && event.buttons === 1 ? inPicture(id) : null;
    if (!source || (!this.dragged && (Math.hypot(event.clientX - x, event.clientY - y) < DRAWN_AWAY || this.early()))) return;
    if (!this.dragged) {
      const dragged = (this.dragged = document.createElementNS(SVG, "svg"));
      dragged.setAttribute("class", "dragged");
      document.body.append(dragged);
      import("./dragged.js").then(({ hang }) => hang(dragged, source));
    }
    this.dragged.style.translate = `${event.clientX}px ${event.clientY}px`;
  }

  /** What was dragged is chosen, and where it was dropped answers what is asked next. @param {PointerEvent} event */
  drop(event) {
    const { id } = this.pressed;
    this.dragged?.remove();
    this.dragged = null;
    this.acted = true;
    this.pressed.id = undefined;
    const { clientX, clientY } = event;
    if (!id || id === this.litAt(event) || !document.elementFromPoint(clientX, clientY)?.closest("svg.part")) return;
    this.dropped = { clientX, clientY, until: performance.now() + DROP_COUNTS };
    this.narrow(id);
  }

  /** A tile that was dropped lies where it was dropped, if it may. */
  useDrop() {
    const point = this.dropped;
    if (!point || !this.choices.length) return;
    const late = performance.now() > point.until;
    const id = late ? undefined : this.litAt(point);
    if (!id || late) this.dropped = null;
    if (!late && this.placing) this.placing.aimAt(point.clientX, point.clientY);
    else if (id) this.narrow(id);
  }

  /** Whether a first click only selects: with a finger, and for whoever wants to confirm. */
  looksFirst() {
    return this.coarse || remember("confirm") === "on";
  }

  /** Whether the question is so new that a click was meant for the one before it. */
  early() {
    return remember("guard") !== "off" && performance.now() - this.asked < GUARD;
  }

  /** A click on something that cannot be chosen is explained. @param {PointerEvent} event */
  refuse(event) {
    if (this.placing) return;
    const there = document.elementsFromPoint(event.clientX, event.clientY).filter((one) => one.closest("svg.stage .part"));
    const named = there.map((one) => one.closest("[id]")).filter((one) => one && !one.matches("svg"));
    const target = named.find((one) => !one?.matches(".piece")) ?? named[0];
    const pile = target?.closest("[data-pile]");
    if (!this.choices.length) return void (pile && showPile(pile));
    if (target) this.explain([target.id]);
  }

  /** A tap shows what a choice would lead to; a second tap, or the button, chooses it. @param {Choice} choice */
  select(choice) {
    this.selected = choice;
    for (const other of this.list.querySelectorAll(".choice")) other.classList.toggle("selected", other.getAttribute("data-choice") === String(choice.id));
    this.list.querySelector(".choice.selected")?.scrollIntoView({ block: "nearest" });
    this.point(choice, true);
    this.consider(choice);
  }

  /** The pointer is over something lit: what would it lead to? @param {PointerEvent} event */
  over(event) {
    if (event.pointerType !== "mouse" || !(event.target instanceof Element)) return;
    const id = this.litAt(event);
    const meant = id ? this.meant.get(id) : undefined;
    if (meant?.length === 1) this.consider(meant[0]);
    else if (!event.target.closest(".choice, .placing")) this.consider(null);
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
    this.trial = null;
    this.hinted = null;
    this.selected = null;
    this.asked = performance.now();
    this.consider(null);
    this.refresh();
  }

  /** The picture is new, the question is not: the list stays as it is. */
  relight() {
    const before = this.placing;
    this.darken();
    if (this.trial) return this.showTrial(before ?? undefined);
    const left = this.left();
    const tiles = left.filter((choice) => choice.cells.length);
    if (tiles.length && before) {
      this.placing = new Placing(tiles, (found) => this.settle(found), this.announce, this.consider, this.explain, before);
      before.toolbar.replaceWith(this.placing.toolbar);
    }
    if (!this.asking) this.light(left.filter((choice) => !choice.cells.length));
    if (this.hinted) this.hint(this.hinted.id);
  }

  /** @param {Choice} choice */
  pick(choice) {
    this.hadFocus = this.list.contains(document.activeElement);
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
      this.placing = new Placing(tiles, (found) => this.settle(found), this.announce, this.consider, this.explain);
      this.list.append(this.placing.toolbar);
      this.placing.begin();
      const tried = tiles.find((choice) => choice.targets.join() === this.tried);
      if (tried) this.placing.goTo(tried);
      this.tried = "";
    }
    this.light(plain);
    this.listButtons(plain, tiles);
    requestAnimationFrame(() => this.follow()); // no layout of its own
    this.useDrop();
  }

  /** On a page that scrolls, what can be chosen comes into sight: below the question, above the list. */
  follow() {
    const placed = this.placing ? this.placing.choices.flatMap((choice) => choice.targets) : [];
    const shown = [...new Set(placed.length ? placed : this.meant.keys())].map(inPicture).filter((one) => one !== null);
    if (!shown.length) return;
    showWhole();
    const side = this.list.closest(".side");
    const ask = document.querySelector(".ask")?.getBoundingClientRect().bottom ?? 0;
    const sheet = side && getComputedStyle(side).position === "fixed";
    const bottom = innerHeight * (sheet ? 1 - SHEET : 1);
    const boxes = shown.map((one) => /** @type {SVGGraphicsElement} */ (one).getBoundingClientRect()).filter((box) => box.height > 0);
    if (!boxes.length) return;
    const room = bottom - ask;
    const top = Math.min(...boxes.map((box) => box.top));
    const end = Math.max(...boxes.map((box) => box.bottom));
    if (top >= ask + MARGIN && end <= bottom - MARGIN) return;
    const way = end - top < room ? (top + end) / 2 - (ask + bottom) / 2 : top - ask - MARGIN;
    const page = sheet ? document.scrollingElement : document.querySelector(".middle");
    page?.scrollBy({ top: way, behavior: motionWanted() && stepTime() > 0 ? "smooth" : "instant" });
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
    const keys = keysOf(plain);
    const numbered = plain.map((choice, index) => this.choiceButton(choice, keys[index]));
    if (plain.length > SHOWN_AT_ONCE) this.list.append(filterField(numbered));
    const list = make("ul", { class: "choice-buttons" }, ...numbered.map((button, index) => make("li", {}, button, ...this.sideButtons(plain[index]))));
    if (plain.length) this.list.append(list);
    if (tiles.length) this.list.append(this.tileList(tiles));
    if (this.clicked.length) this.list.append(this.wholeListButton());
  }

  /** Every placement by name, made only when somebody opens it. @param {Choice[]} tiles */
  tileList(tiles) {
    const details = make("details", { class: "tile-list" }, make("summary", {}, say("narrowed", { count: tiles.length })));
    details.addEventListener("toggle", () => {
      if (details.children.length > 1) return;
      const buttons = tiles.map((choice) => this.choiceButton(choice, ""));
      details.append(filterField(buttons), make("ul", { class: "choice-buttons" }, ...buttons.map((b) => make("li", {}, b))));
    });
    return details;
  }

  /** @param {Choice} choice @param {string} key what to type for it */
  choiceButton(choice, key) {
    const element = make(
      "button",
      { type: "button", class: "choice", "data-choice": choice.id, "data-key": key || null, onclick: (/** @type {MouseEvent} */ event) => this.press(choice, event) },
      key ? make("kbd", { "aria-hidden": "true" }, key) : null,
      make("span", {}, ...richText(choice.segments, choice.label)),
    );
    for (const type of ["pointerenter", "focus"]) element.addEventListener(type, () => this.point(choice, true));
    for (const type of ["pointerleave", "blur"]) element.addEventListener(type, () => this.point(choice, false));
    return element;
  }

  /** A button of the list; a finger looks first. @param {Choice} choice @param {MouseEvent} event */
  press(choice, event) {
    if (event.detail > 0 && this.early()) return;
    if (event.detail > 0 && this.looksFirst() && this.selected !== choice) this.select(choice);
    else this.pick(choice);
  }

  /** What else can be done with a choice: try its tile, look through its stack. @param {Choice} choice */
  sideButtons(choice) {
    const small = (/** @type {string} */ sign, /** @type {string} */ words, /** @type {() => any} */ press) => {
      const element = button(sign, press, "aside");
      element.title = words;
      element.setAttribute("aria-label", `${words}: ${choice.label}`);
      return element;
    };
    const pile = choice.targets.length === 1 ? inPicture(choice.targets[0])?.closest("[data-pile]") : null;
    return [
      ...(choice.tile && this.placements ? [small("?", say("try"), () => this.tryOut(choice))] : []),
      ...(pile ? [small("≡", say("look_through_stack"), () => showPile(pile))] : []),
    ];
  }

  /** A tile may be tried on the board before anybody takes it. @param {Choice} choice */
  async tryOut(choice) {
    const question = this.question;
    const tiles = (await this.placements?.(choice)) ?? [];
    if (!tiles.length || question !== this.question) return;
    this.trial = { choice, tiles };
    this.darken();
    this.showTrial();
  }

  /** @param {Placing} [before] */
  showTrial(before) {
    if (!this.trial) return;
    const { choice, tiles } = this.trial;
    const take = (/** @type {Choice[]} */ found) => {
      this.tried = found[0].targets.join();
      this.pick(choice);
    };
    this.placing = new Placing(tiles, take, this.announce, () => {}, () => {}, before, say("take"));
    this.list.replaceChildren(make("p", {}, say("trying"), " ", ...richText(choice.segments, choice.label)), this.placing.toolbar, this.wholeListButton());
    document.body.classList.add("is-placing");
    this.placing.begin();
    this.follow();
    this.consider(choice);
  }

  startOver() {
    this.trial = null;
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
    const found = [...this.meant].flatMap(([target, meant]) => {
      const element = inPicture(target);
      return element ? [{ target, meant, element, shape: shapeOf(element) }] : [];
    });
    for (const { target, meant, element, shape } of found) {
      const hints = [...element.querySelectorAll("title")].map((hint) => ({ hint, on: hint.parentElement }));
      const name = meant.length > 1 ? `${hints[0]?.hint.textContent || target} (${say("narrowed", { count: meant.length })})` : meant[0].label;
      const written = [...element.querySelectorAll("text")].map((text) => text.textContent).join(" ");
      element.classList.add("lit");
      element.setAttribute("tabindex", "0");
      element.setAttribute("role", "button");
      element.setAttribute("aria-label", written && !name.includes(written) ? `${name}, ${written}` : name);
      for (const { hint } of hints) hint.remove();
      const halo = outline(element, "can", undefined, shape);
      this.undo.push(() => {
        halo.remove();
        for (const { hint, on } of hints) if (!on?.querySelector(":scope > title")) on?.prepend(hint);
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
    this.consider(on ? choice : null);
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
    if (event.key === "Escape" && (this.clicked.length || this.trial)) return this.startOver();
    const lit = event.target instanceof Element ? litOf(event.target) : undefined;
    if (lit && (event.key === "Enter" || event.key === " ")) {
      event.preventDefault();
      return this.narrow(lit);
    }
    if (this.placing?.key(event)) return event.preventDefault();
    if (/^[0-9]$/.test(event.key) && !document.querySelector("dialog[open]")) {
      const button = this.list.querySelector(`:scope > .choice-buttons > li:not([hidden]) > button[data-key="${event.key}"]`);
      if (button instanceof HTMLElement && !this.early()) {
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

/**
 * What to type for each choice: the one number that its words name (key 3 bids 3), else its
 * place in the list. @param {Choice[]} choices @returns {string[]}
 */
function keysOf(choices) {
  const own = choices.map((choice) => {
    const numbers = Object.values(choice.parts ?? {}).filter((part) => typeof part === "number").map(String);
    return numbers.length === 1 && /^\d$/.test(numbers[0]) && choice.label.includes(numbers[0]) ? numbers[0] : "";
  });
  const used = own.filter(Boolean);
  const sameKind = new Set(choices.filter((_, index) => own[index]).map((choice) => choice.kind)).size === 1;
  if (used.length && sameKind && new Set(used).size === used.length) {
    const free = [..."0123456789"].filter((digit) => !used.includes(digit));
    return own.map((key) => key || free.shift() || "");
  }
  return choices.map((_, index) => (index < 9 ? String(index + 1) : ""));
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
