// The pace at which others' turns are shown: one step after the other, slow enough to follow, and a click skips.

import { remember } from "./dom.js";

/** Milliseconds a step is shown before the next one. @type {Record<string, number>} */
export const PACES = { slow: 1400, normal: 700, fast: 300, instant: 0 };

export const pace = () => remember("pace") ?? "normal";
export const stepTime = () => PACES[pace()] ?? PACES.normal;

export class Pacer {
  /** @param {(step: any, hurried: boolean) => void} show */
  constructor(show) {
    this.show = show;
    /** @type {{step: any, paced: boolean}[]} */
    this.queue = [];
    this.timer = 0;
  }

  /** Shows a step now, or after those before it. @param {any} step @param {boolean} paced whether people need time to see it */
  push(step, paced) {
    this.queue.push({ step, paced });
    if (!this.timer) this.next();
  }

  next() {
    this.timer = 0;
    while (this.queue.length && !this.timer) {
      const { step, paced } = /** @type {{step: any, paced: boolean}} */ (this.queue.shift());
      const wait = paced && !document.hidden ? stepTime() : 0;
      this.show(step, wait === 0 && paced);
      if (wait) this.timer = window.setTimeout(() => this.next(), wait);
    }
  }

  get busy() {
    return this.timer !== 0;
  }

  /** Shows all that waits at once. */
  skip() {
    clearTimeout(this.timer);
    this.timer = 0;
    while (this.queue.length) this.show(this.queue.shift()?.step, true);
  }
}
