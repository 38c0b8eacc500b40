// Whoever watches and wants to chat gives a name first.

import { apologise, byId, remember, request } from "./dom.js";

/** @param {() => void} named */
export function askName(named) {
  const form = byId("chat-name");
  const field = /** @type {HTMLInputElement} */ (byId("chat-name-text"));
  form.hidden = false;
  field.focus();
  form.onsubmit = async (event) => {
    event.preventDefault();
    const name = field.value.trim();
    if (!name) return;
    try {
      await request("PUT", "/api/me", { name });
      remember("name", name);
      form.hidden = true;
      named();
      byId("chat-text").focus();
    } catch (error) {
      apologise(error);
    }
  };
}
