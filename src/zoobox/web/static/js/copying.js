// Copies links.

import { notice, say } from "./dom.js";

/** @param {string} text */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    notice(say("copied"));
  } catch {
    notice(text, "info", 20);
  }
}
