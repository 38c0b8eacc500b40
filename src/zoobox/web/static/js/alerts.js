// "It is your turn", for somebody who looks elsewhere: tab title and icon, a notification while the page is open, and in
// games over days one while it is not.

import { button, byId, make, notice, remember, say } from "./dom.js";
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
  document.title = mine ? `● ${say("your_turn")} · ${title}` : title;
  document.querySelector("link[rel=icon]")?.setAttribute("href", mine ? TURN_ICON : ICON);
  if (!mine) shown?.close();
  if (mine && fresh && document.hidden && wanted() && "Notification" in window && Notification.permission === "granted") {
    shown = new Notification(say("your_turn"), { body: game, icon: address("/static/icon-192.png"), tag: here });
    shown.onclick = () => window.focus();
  }
}

const wanted = () => remember("alerts") === "on";
const possible = () => "Notification" in window && Notification.permission !== "denied";

/** Whether this game takes so long that nobody keeps its page open. */
let slow = false;

/** @param {{kind: string, seconds: number}|null} clock */
export function setPace(clock) {
  slow = edition === "server" && (clock === null || (clock.kind === "decision" && clock.seconds >= SLOW_SECONDS));
}

/** Offers alerts when somebody has begun to wait for people; refused once, it is not offered again. */
export function offerAlerts() {
  if (!possible() || remember("alerts") !== null || document.querySelector(".notice.alerts")) return;
  const answer = (/** @type {boolean} */ yes) => async () => {
    box.remove();
    if (yes) await turnOn();
    else remember("alerts", "off");
  };
  const box = notice(make("p", {}, `${say("alerts_offer")} `, button(say("alerts_yes"), answer(true)), " ", button(say("alerts_no"), answer(false))), "alerts", 0);
}

/** Asks the browser for permission. */
async function turnOn() {
  const permission = await Notification.requestPermission();
  remember("alerts", permission === "granted" ? "on" : "off");
  if (permission !== "granted") return void notice(say("alerts_refused"));
  const away = slow && (await import("./push.js").then((push) => push.turnOn()).catch(() => false));
  notice(say(away ? "alerts_on_away" : "alerts_on"));
}

async function turnOff() {
  remember("alerts", "off");
  notice(say("alerts_off"));
  if (remember("push")) await import("./push.js").then((push) => push.turnOff()).catch(() => false);
}

/** The switch in the menu. */
export function alertSwitch() {
  const toggle = document.getElementById("alerts");
  if (!toggle) return;
  const refresh = () => toggle.setAttribute("aria-pressed", String(wanted()));
  toggle.addEventListener("click", async () => {
    if (!wanted() && !possible()) return void notice(say("alerts_refused"));
    if (wanted()) await turnOff();
    else await turnOn();
    refresh();
  });
  refresh();
  byId("alerts").hidden = !("Notification" in window);
}
