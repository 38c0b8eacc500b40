// "It is your turn", for somebody who looks elsewhere: tab title and icon, a notification while the page is open, and in
// games over days one while it is not.

import { remember, say } from "./dom.js";
import { address, edition, here } from "./host.js";

const ICON = address("/static/icon.svg");
const TURN_ICON = address("/static/icon-turn.svg");
const SLOW_SECONDS = 3600;
let title = "Zoobox";
/** @type {Notification|null} */
let shown = null;

/** The title of the page while nothing waits. @param {string} text */
export function setTitle(text) {
  title = text;
}

/** @param {boolean} mine whether it is my turn @param {boolean} fresh whether it has just become so @param {string} game */
export function alertTurn(mine, fresh, game) {
  const text = mine ? `● ${say("your_turn")} · ${title}` : title;
  if (document.title !== text) {
    document.title = text;
    document.querySelector("link[rel=icon]")?.setAttribute("href", mine ? TURN_ICON : ICON);
  }
  if (!mine) shown?.close();
  if (mine && fresh && document.hidden && alertsWanted() && "Notification" in window && Notification.permission === "granted") {
    shown = new Notification(say("your_turn"), { body: game, icon: address("/static/icon-192.png"), tag: here });
    shown.onclick = () => window.focus();
  }
}

export const alertsWanted = () => remember("alerts") === "on";
export const alertsPossible = () => "Notification" in window && Notification.permission !== "denied";

/** Whether this game takes so long that nobody keeps its page open. */
export let slow = false;

/** @param {{kind: string, seconds: number}|null} clock */
export function setPace(clock) {
  slow = edition === "server" && (clock === null || (clock.kind === "decision" && clock.seconds >= SLOW_SECONDS));
}
