// The live connection to a table: numbered messages, resumed after a break; commands sent again until answered.

import { say } from "./dom.js";

const FIRST_WAIT = 300;
const LONGEST_WAIT = 5000;
const PING_EVERY = 20000;

/**
 * @typedef {Object} Ears
 * @property {(message: any) => void} message every message of the server
 * @property {(connected: boolean) => void} connection whether the line is up
 */

export class Live {
  /** @param {string} table @param {Ears} ears @param {{seat: number|string|null, language: string}} look */
  constructor(table, ears, look) {
    this.table = table;
    this.ears = ears;
    this.look = look;
    /** @type {WebSocket|null} */
    this.socket = null;
    /** @type {number|null} */
    this.number = null;
    this.wait = FIRST_WAIT;
    this.nextId = 1;
    /** @type {Map<number, {command: any, resolve: (result: any) => void, reject: (error: any) => void}>} */
    this.pending = new Map();
    this.closed = false;
    this.timer = 0;
    addEventListener("online", () => this.hurry());
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.hurry());
    this.open();
    setInterval(() => this.socket?.readyState === WebSocket.OPEN && this.socket.send('{"type":"ping"}'), PING_EVERY);
  }

  open() {
    clearTimeout(this.timer);
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/tables/${encodeURIComponent(this.table)}/live`);
    this.socket = socket;
    socket.addEventListener("open", () => {
      socket.send(JSON.stringify({ type: "hello", pictures: true, view: false, since: this.number, ...this.look }));
      for (const { command } of this.pending.values()) socket.send(JSON.stringify(command));
    });
    socket.addEventListener("message", (event) => this.heard(JSON.parse(event.data)));
    socket.addEventListener("close", () => this.lost(socket));
    socket.addEventListener("error", () => socket.close());
  }

  /** @param {any} message */
  heard(message) {
    if (this.wait !== FIRST_WAIT || message.type === "state") this.ears.connection(true);
    this.wait = FIRST_WAIT;
    if (message.type === "state") this.number = message.number;
    if (message.type === "update") {
      if (this.number !== null && message.number <= this.number) return;
      if (this.number !== null && message.number > this.number + 1) {
        this.number = null;
        this.socket?.close();
        return;
      }
      this.number = message.number;
    }
    if (message.type === "done" || message.type === "refused") {
      const waiting = this.pending.get(message.id);
      this.pending.delete(message.id);
      if (message.type === "done") waiting?.resolve(message.result);
      else waiting?.reject(message.error);
      return;
    }
    this.ears.message(message);
  }

  /** @param {WebSocket} socket */
  lost(socket) {
    if (socket !== this.socket || this.closed) return;
    this.ears.connection(false);
    this.timer = setTimeout(() => this.open(), this.wait);
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
  }

  /** Tries at once instead of waiting. */
  hurry() {
    if (this.closed || !this.socket || this.socket.readyState <= WebSocket.OPEN) return;
    this.wait = FIRST_WAIT;
    this.open();
  }

  /**
   * Sends a command; it is sent again after a break until the server has answered.
   * @param {Record<string, any>} command
   * @returns {Promise<any>}
   */
  send(command) {
    const id = this.nextId++;
    const whole = { ...command, id };
    return new Promise((resolve, reject) => {
      this.pending.set(id, { command: whole, resolve, reject });
      if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(whole));
      else this.hurry();
    });
  }

  /** Changes through whose eyes the table is seen. @param {{seat: number|string|null}} look */
  lookAs(look) {
    Object.assign(this.look, look);
    this.number = null;
    return this.send({ type: "look", pictures: true, ...this.look }).catch((error) => {
      throw new Error(error?.reason ?? say("no_server"));
    });
  }
}
