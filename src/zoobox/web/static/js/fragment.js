// Pieces of pages that come from the server.

import { language, request } from "./dom.js";

/** A piece of a page that the server makes. @param {string} path @returns {Promise<DocumentFragment>} */
export async function fragment(path) {
  const html = await request("GET", `${path}${path.includes("?") ? "&" : "?"}language=${language}`);
  return document.createRange().createContextualFragment(html);
}
