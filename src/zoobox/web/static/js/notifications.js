// Asking somebody, and their browser, whether it may tell them that it is their turn.

import { alertsPossible, alertsWanted, slow } from "./alerts.js";
import { button, make, notice, remember, say } from "./dom.js";

export function offer() {
  if (document.querySelector(".notice.alerts")) return;
  const answer = (/** @type {boolean} */ yes) => async () => {
    box.remove();
    if (yes) await turnOn();
    else remember("alerts", "off");
  };
  const box = notice(make("p", {}, `${say("alerts_offer")} `, button(say("alerts_yes"), answer(true)), " ", button(say("alerts_no"), answer(false))), "alerts", 0);
}

/** On becomes off, off becomes on. */
export async function change() {
  if (alertsWanted()) await turnOff();
  else if (alertsPossible()) await turnOn();
  else notice(say("alerts_refused"));
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
