// A position to decide in on the real board: of a puzzle, or of a finished game.

import { byId, make } from "./dom.js";
import { Choosing } from "./choosing.js";
import { PictureFrame } from "./picture.js";
import { dot } from "./seats.js";

/** @typedef {{seat: number, svg: string, prompt: string, choices: Choice[], points: string[], colours: string[]}} Position */

export class Exercise {
  /** @param {(choice: Choice) => void} choose called with what somebody chose */
  constructor(choose) {
    /** @type {Position|null} */
    this.position = null;
    this.frame = new PictureFrame({ stage: byId("stage-box"), others: byId("others") }, (seat) => this.caption(seat));
    this.choosing = new Choosing(byId("choice-list"), choose, () => {}, () => {}, () => {});
  }

  /** @param {number} seat */
  caption(seat) {
    const { colours = [], points = [] } = this.position ?? {};
    return make("figcaption", { class: "caption" }, dot(colours[seat]), make("strong", {}, String(seat + 1)), make("span", { class: "points" }, points[seat] ?? ""));
  }

  /** Asks. @param {Position} position @param {string} question */
  show(position, question) {
    this.position = position;
    byId("exercise").hidden = false;
    byId("prompt").textContent = position.prompt;
    this.say("", "");
    this.frame.show(position.svg, { moving: false });
    this.choosing.offer(position.choices, question);
  }

  /** The verdict. @param {string} words @param {string} kind @param {...(Node|string)} more */
  say(words, kind, ...more) {
    const box = byId("verdict");
    box.className = `verdict ${kind}`;
    box.replaceChildren(...(words ? [make("p", {}, words), ...more] : []));
  }

  /** Offers the same choices again, the best one marked. @param {number} [best] */
  again(best) {
    if (!this.position) return;
    this.choosing.offer(this.position.choices, `again ${performance.now()}`);
    if (best !== undefined) this.choosing.hint(best);
  }
}
