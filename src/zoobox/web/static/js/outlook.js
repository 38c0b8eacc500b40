// What a choice would lead to: said beside the list, and shown by tags in the picture.

import { button, make, richText, say } from "./dom.js";
import { tag } from "./marks.js";
import { dot } from "./seats.js";

const KEPT = 400;

export class Outlook {
  /**
   * @param {HTMLElement} box where it is said
   * @param {(choice: Choice) => {key: string, asking: () => Promise<{lines: Line[]}>}|null} ask how to ask for it; nothing where nothing is asked
   * @param {() => string[]} colours of the seats
   */
  constructor(box, ask, colours) {
    this.box = box;
    this.ask = ask;
    this.colours = colours;
    /** @type {Map<string, Promise<{lines: Line[]}>>} */
    this.known = new Map();
    /** @type {(() => void)[]} how to remove the tags */
    this.previews = [];
    /** @type {Choice|null} */
    this.considered = null;
    this.timer = 0;
    /** @type {import("./choosing.js").Choosing|null} */
    this.choosing = null;
  }

  /** Somebody looks at a choice, or at none any more. @param {Choice|null} choice */
  consider(choice) {
    if (choice === this.considered) return;
    this.considered = choice;
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.show(choice), choice ? 90 : 200);
  }

  /** @param {Choice|null} choice */
  async show(choice) {
    for (const remove of this.previews) remove();
    this.previews = [];
    const wanted = choice && this.ask(choice);
    if (!choice || !wanted) return void this.box.replaceChildren();
    const { key, asking } = wanted;
    const asked = this.known.get(key) ?? asking();
    this.known.set(key, asked);
    if (this.known.size > KEPT) this.known.delete([...this.known.keys()][0]);
    let lines;
    try {
      ({ lines } = await asked);
    } catch {
      this.known.delete(key);
      return;
    }
    if (this.considered !== choice) return;
    const confirm = this.choosing?.selected === choice ? [button(say("choose_this"), () => this.choosing?.pick(choice), "primary")] : [];
    const colour = (/** @type {Line} */ line) => (line.seat === null ? "" : this.colours()[line.seat]);
    const items = lines.map((line) => make("li", {}, line.seat === null ? null : dot(colour(line)), make("span", {}, ...richText(line.segments, line.text))));
    this.box.replaceChildren(...(items.length ? [make("h2", {}, say("leads_to")), make("ul", {}, ...items)] : []), ...confirm);
    for (const line of lines) if (line.tag && line.targets?.length) this.previews.push(tag(line.targets[0], line.tag, colour(line)));
  }
}
