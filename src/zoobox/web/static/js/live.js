// The live connection to a table: numbered messages, resumed after a break; commands sent again until answered.

import { openSocket } from "./host.js";

const FIRST_WAIT = 300;
const LONGEST_WAIT = 5000;
const PING_EVERY = 20000;
const LONGEST_SILENCE = 5000;

/**
 * @typedef {Object} Handlers
 * @property {(message: Message) => any} message
 * @property {(connected: boolean) => void} connection
 */

// A hidden page paints nothing.
const painted = () => new Promise((done) => [requestAnimationFrame(() => setTimeout(done)), setTimeout(done, 60)]);

export class Live {
  /** @param {string} table @param {Handlers} handlers @param {{seat: number|string|null, language: string, form?: string, aloud?: boolean}} look */
  constructor(table, handlers, look) {
    this.table = table;
    this.handlers = handlers;
    this.look = look;
    /** @type {WebSocket|null} */
    this.socket = null;
    /** @type {number|null} */
    this.number = null;
    this.wait = FIRST_WAIT;
    this.nextId = 1;
    /** @type {Map<number, {command: object, resolve: (result: any) => void, reject: (error: Refusal) => void}>} */
    this.pending = new Map();
    this.closed = false;
    this.timer = 0;
    /** when something was sent that has not been answered by anything yet; 0 when nothing was */
    this.unanswered = 0;
    addEventListener("online", () => this.hurry());
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.hurry());
    this.busy = Promise.resolve();
    this.open();
    setInterval(() => this.write({ type: "ping" }), PING_EVERY);
    setInterval(() => this.unanswered && Date.now() - this.unanswered > LONGEST_SILENCE && this.lost(this.socket), 500);
  }

  open() {
    clearTimeout(this.timer);
    const socket = openSocket(`/api/tables/${encodeURIComponent(this.table)}/live`);
    this.socket = socket;
    this.unanswered = Date.now();
    socket.addEventListener("open", () => {
      if (socket !== this.socket) return;
      this.write({ type: "hello", pictures: true, view: false, since: this.number, ...this.look });
      for (const { command } of this.pending.values()) this.write(command);
    });
    socket.addEventListener("message", ({ data }) => {
      this.busy = this.busy.then(() => this.take(socket, JSON.parse(data))).catch(reportError);
    });
    socket.addEventListener("close", () => this.lost(socket));
    socket.addEventListener("error", () => socket.close());
  }

  /** Changes how the table is shown. @param {object} change */
  changeView(change) {
    this.look = { ...this.look, ...change };
    this.renew();
  }

  /** Asks for the whole state; what still comes is old. */
  renew() {
    this.number = null;
    if (this.socket) this.lost(this.socket);
  }

  /** @param {object} message */
  write(message) {
    if (this.socket?.readyState !== WebSocket.OPEN) return;
    this.socket.send(JSON.stringify(message));
    this.unanswered ||= Date.now();
  }

  /** One step after the other is painted, unless somebody waits for an answer. @param {WebSocket} socket @param {Message} message */
  async take(socket, message) {
    if (socket !== this.socket) return;
    await this.receive(message);
    if (message.type === "update" && !this.pending.size) await painted();
  }

  /** @param {Message} message */
  receive(message) {
    this.unanswered = 0;
    if (this.wait !== FIRST_WAIT || message.type === "state") this.handlers.connection(true);
    this.wait = FIRST_WAIT;
    if (message.type === "state") this.number = message.number;
    if (message.type === "update") {
      if (this.number !== null && message.number <= this.number) return;
      if (this.number !== null && message.number > this.number + 1) {
        return this.renew();
      }
      this.number = message.number;
    }
    if ((message.type === "done" || message.type === "refused") && message.id !== undefined) {
      const waiting = this.pending.get(message.id);
      this.pending.delete(message.id);
      if (message.type === "done") waiting?.resolve(message.result);
      else waiting?.reject(message.error);
      return;
    }
    return this.handlers.message(message);
  }

  /** The connection is lost, or silent for so long that it must be. @param {WebSocket|null} socket */
  lost(socket) {
    if (socket !== this.socket || this.closed) return;
    this.socket = null;
    this.unanswered = 0;
    socket?.close();
    this.handlers.connection(false);
    this.timer = setTimeout(() => this.open(), this.wait);
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
  }

  /** Connects at once instead of waiting. */
  hurry() {
    if (this.closed || this.socket) return;
    this.wait = FIRST_WAIT * 2;
    this.open();
  }

  /**
   * Sends a command; it is sent again after a break until the server has answered, which takes it once.
   * @param {object} command
   * @returns {Promise<any>}
   */
  send(command) {
    const id = this.nextId++;
    const whole = { ...command, id };
    return new Promise((resolve, reject) => {
      this.pending.set(id, { command: whole, resolve, reject });
      this.write(whole);
      this.hurry();
    });
  }
}
