// People among each other: requests and their answers, who is away, who plays for whom, and how a game ended.

import { button, byId, joined, make, notice, request, say } from "./dom.js";
import { address, go } from "./host.js";
import { nameOf } from "./seats.js";

/** Asks before something that cannot be taken back. @param {string} question @param {string} yes @returns {Promise<boolean>} */
export function confirmed(question, yes) {
  return new Promise((decided) => {
    const box = /** @type {HTMLDialogElement} */ (make("dialog", { class: "dialog confirm", "aria-label": question }));
    const close = (/** @type {boolean} */ answer) => () => {
      box.close();
      box.remove();
      decided(answer);
    };
    box.append(make("p", {}, question), make("p", { class: "actions end" }, button(say("cancel"), close(false)), button(yes, close(true), "primary")));
    box.addEventListener("cancel", close(false));
    document.body.append(box);
    box.showModal();
  });
}

export class Together {
  /** @param {string} table @param {(text: string) => void} announce */
  constructor(table, announce) {
    this.path = `/api/tables/${table}`;
    this.announce = announce;
    /** @type {Now|null} */
    this.now = null;
    this.absence = 3600;
    setInterval(() => this.show(), 15000);
  }

  /** @param {string} what @param {object} body */
  post(what, body) {
    return request("POST", `${this.path}/${what}`, body);
  }

  /** What is now, and the event that made it so. @param {Now} now @param {Now|undefined} before @param {TableEvent} [event] */
  update(now, before, event = {}) {
    this.now = now;
    const sentence = this.sentence(now, before, event);
    if (sentence) {
      notice(sentence, "info", 10);
      this.announce(sentence);
    }
    if (event.kind === "rematch" && event.table) this.rematch(now, before, event.table);
    this.show();
  }

  /** What everybody hears. @param {Now} now @param {Now|undefined} before @param {TableEvent} event */
  sentence(now, before, event) {
    const name = event.seat === undefined || event.seat === null ? "" : nameOf((before ?? now).seats[event.seat]);
    const asked = before?.request;
    const done = !!asked && !now.request;
    switch (event.kind) {
      case "undo-refused":
      case "refused":
        return say(asked?.seat === event.seat ? "withdrawn" : "not_agreed", { name });
      case "lapsed":
        return say("lapsed");
      case "play":
        return done ? say("lapsed_by_play") : "";
      case "bot-in":
        return say(`bot_in_${event.why}`, { name });
      case "bot-out":
        return say("bot_out", { name });
      case "lost":
        return say(`lost_${event.why}`, { name });
      case "ended":
        return event.how === "abandoned" || event.how === "closed" ? say(event.how) : "";
      case "name":
        return name && say("renamed", { name, now: nameOf(now.seats[event.seat ?? 0]) });
      default:
        return "";
    }
  }

  /** Who agreed goes to the new table; others are shown the way. @param {Now} now @param {Now|undefined} before @param {string} table */
  rematch(now, before, table) {
    if (now.yours.length) go(`/tables/${table}`);
    else notice(make("p", {}, `${say("rematch_made")} `, make("a", { href: address(`/tables/${table}`) }, say("to_rematch"))), "good", 0);
  }

  /** The bar above the table: what is asked of me, who is away, who plays for me. */
  show() {
    const now = this.now;
    const box = byId("together");
    if (!now) return;
    const lines = now.over ? [this.request(now)] : [...this.substitutes(now), this.request(now), ...this.absent(now)];
    const shown = lines.filter((line) => line !== null);
    const text = shown.map((line) => line?.textContent).join();
    if (box.dataset.shown === text) return;
    box.dataset.shown = text;
    box.replaceChildren(...shown);
    box.hidden = shown.length === 0;
  }

  /** A bot plays for me: one button brings me back. @param {Now} now */
  substitutes(now) {
    return now.seats
      .filter((seat) => seat.you && seat.bot_in && seat.bot_reason !== "once")
      .map((seat) => {
        const back = () => request("DELETE", `${this.path}/seats/${seat.seat}/bot`);
        return make("p", {}, make("span", { class: "grow" }, say("bot_plays_for", { name: nameOf(seat) })), button(say("take_back_seat"), back, "primary"));
      });
  }

  /** @param {Now} now */
  request(now) {
    const asked = now.request;
    if (!asked) return null;
    const mine = asked.missing.find((seat) => now.yours.includes(seat));
    const name = nameOf(now.seats[asked.seat]);
    const about = asked.about === null ? "" : nameOf(now.seats[asked.about]);
    const words = say(`asks_${asked.what}`, { name, about });
    const answer = (/** @type {boolean} */ agree, /** @type {number} */ seat) => () =>
      agree && asked.what === "rematch" ? this.post("rematch", {}) : this.post("requests/answer", { seat, agree });
    if (mine !== undefined) {
      return make("p", { class: "consent" }, make("span", { class: "grow" }, words), button(say("agree"), answer(true, mine), "primary"), button(say("refuse"), answer(false, mine)));
    }
    const waiting = say("request_waits", { names: joined(asked.missing.map((seat) => nameOf(now.seats[seat]))) });
    const withdraw = now.yours.includes(asked.seat) ? button(say("withdraw"), answer(false, asked.seat)) : null;
    return make("p", {}, make("span", { class: "grow" }, `${words} ${waiting}`), withdraw);
  }

  /** Somebody has been away for long: the table offers the others what they can do. @param {Now} now */
  absent(now) {
    if (!now.yours.length || now.request) return [];
    return now.seats
      .filter((seat) => this.isAway(now, seat) && Date.now() / 1000 - (seat.away ?? 0) >= this.absence)
      .map((seat) => make("p", {}, make("span", { class: "grow" }, say("long_away", { name: nameOf(seat) })), this.replaceButton(now, seat), this.abandonButton(now)));
  }

  /** Whether the game waits for somebody who is not there. @param {Now} now @param {SeatMessage} seat */
  isAway(now, seat) {
    return seat.kind === "person" && !seat.you && !seat.present && !seat.bot_in && now.waiting.includes(seat.seat);
  }

  /** @param {Now} now @param {SeatMessage} seat */
  replaceButton(now, seat) {
    return button(say("replace", { name: nameOf(seat) }), () => this.post("requests", { seat: now.yours[0], what: "replace", about: seat.seat }));
  }

  /** @param {Now} now */
  abandonButton(now) {
    return button(say("abandon"), async () => (await confirmed(say("abandon_sure"), say("abandon"))) && this.post("requests", { seat: now.yours[0], what: "abandon" }));
  }

  /** What the menu offers for my seats. @param {Now} now @param {boolean} owner @returns {HTMLElement[]} */
  actions(now, owner) {
    const mine = now.seats.filter((seat) => seat.you);
    const close = () => request("DELETE", this.path);
    if (now.status === "open") {
      return [
        ...mine.map((seat) => button(say("leave") + this.suffix(mine, seat), () => request("DELETE", `${this.path}/seats/${seat.seat}`))),
        ...(owner ? [button(say("close_table"), async () => (await confirmed(say("close_sure"), say("close_table"))) && close())] : []),
      ];
    }
    if (now.status !== "running") return [];
    const others = now.seats.filter((seat) => seat.kind === "person" && !seat.you);
    const alone = others.length === 0;
    return [
      ...mine.filter((seat) => !seat.bot_in).map((seat) => this.handOver(mine, seat)),
      ...mine.map((seat) => button(say("resign") + this.suffix(mine, seat), async () => (await confirmed(say("resign_sure"), say("resign"))) && this.post("resign", { seat: seat.seat }))),
      ...(mine.length && !now.request ? others.filter((seat) => this.isAway(now, seat)).map((seat) => this.replaceButton(now, seat)) : []),
      ...(mine.length && !alone && !now.request ? [this.abandonButton(now)] : []),
    ];
  }

  /** @param {SeatMessage[]} mine @param {SeatMessage} seat */
  handOver(mine, seat) {
    return button(say("hand_over") + this.suffix(mine, seat), async () => {
      if (await confirmed(say("hand_over_sure"), say("hand_over"))) await request("PUT", `${this.path}/seats/${seat.seat}/bot`, {});
    });
  }

  /** @param {SeatMessage[]} mine @param {SeatMessage} seat */
  suffix(mine, seat) {
    return mine.length > 1 ? ` (${nameOf(seat)})` : "";
  }
}
