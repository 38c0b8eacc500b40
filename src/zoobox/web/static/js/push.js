// Alerts while no page is open: this device subscribes with the browser's push service, and can leave again.

import { language, remember, request } from "./dom.js";

const WORKER = "/push-worker.js";

/** Whether this browser can be told. */
export const possible = () => "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;

/** Whether this device is told. */
export const isOn = () => remember("push") !== null && remember("push") !== "";

/** @param {string} text base64 as push services write it */
function bytes(text) {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}

/** Asks the browser and tells the server; false if either does not want to. @returns {Promise<boolean>} */
export async function turnOn() {
  if (!possible() || (await Notification.requestPermission()) !== "granted") return false;
  const { key } = await request("GET", "/api/push");
  await navigator.serviceWorker.register(WORKER);
  const registration = await navigator.serviceWorker.ready;
  const subscription = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(key) });
  const { endpoint, keys } = subscription.toJSON();
  const { id } = await request("POST", "/api/me/subscriptions", { endpoint, keys, language });
  remember("push", id);
  return true;
}

export async function turnOff() {
  const id = remember("push");
  remember("push", "");
  const registration = await navigator.serviceWorker?.getRegistration(WORKER);
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
  if (id) await request("DELETE", `/api/me/subscriptions/${id}`);
}
