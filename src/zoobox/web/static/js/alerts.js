// "It is your turn", for somebody who looks elsewhere: tab title and icon, a notification, a push to a closed browser.

import { button, byId, language, make, notice, remember, request, say } from "./dom.js";
import { address, here } from "./host.js";

const ICON = address("/static/icon.svg");
const TURN_ICON = address("/static/icon-turn.svg");
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

/** Asks the browser for permission, and the push service for an address. */
async function turnOn() {
  const permission = await Notification.requestPermission();
  remember("alerts", permission === "granted" ? "on" : "off");
  if (permission !== "granted") return void notice(say("alerts_refused"));
  const pushed = await subscribe().catch(() => false);
  notice(say(pushed ? "alerts_on" : "alerts_on_open"));
}

async function turnOff() {
  remember("alerts", "off");
  const registration = await navigator.serviceWorker?.getRegistration();
  const subscription = await registration?.pushManager?.getSubscription();
  if (subscription) {
    await request("DELETE", "/api/me/push", { endpoint: subscription.endpoint });
    await subscription.unsubscribe();
  }
  notice(say("alerts_off"));
}

/** A push also reaches a browser whose page is closed. @returns {Promise<boolean>} */
async function subscribe() {
  if (!("serviceWorker" in navigator) || !("PushManager" in window)) return false;
  const { key } = await request("GET", "/api/push");
  await navigator.serviceWorker.register("/sw.js");
  const registration = await navigator.serviceWorker.ready;
  const bytes = Uint8Array.from(atob(key.replace(/-/g, "+").replace(/_/g, "/")), (letter) => letter.charCodeAt(0));
  const subscription = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes });
  await request("PUT", "/api/me/push", { ...JSON.parse(JSON.stringify(subscription)), language });
  return true;
}

/** The switch in the menu. */
export function alertSwitch() {
  const toggle = document.getElementById("alerts");
  if (!toggle) return;
  const refresh = () => toggle.setAttribute("aria-pressed", String(wanted()));
  toggle.addEventListener("click", async () => {
    if (!wanted() && !possible()) return void notice(say("alerts_refused"));
    await (wanted() ? turnOff() : turnOn()).catch((error) => notice(say("something_wrong", { reason: error.message }), "bad"));
    refresh();
  });
  refresh();
  byId("alerts").hidden = !("Notification" in window);
}
