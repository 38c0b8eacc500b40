// A closer look, in a dialog: another's board, or a stack that the rules leave open.

import { button, byId, make, say } from "./dom.js";
import { address } from "./host.js";
import { dot } from "./seats.js";

/** @param {string} title @param {Element} content @param {Node|null} [sign] */
function show(title, content, sign = null) {
  const zoom = /** @type {HTMLDialogElement} */ (byId("zoom"));
  const close = button("×", () => zoom.close(), "icon");
  close.setAttribute("aria-label", say("cancel"));
  zoom.replaceChildren(make("div", { class: "zoom-head" }, sign, make("h2", {}, title), close), content);
  zoom.setAttribute("aria-label", title);
  zoom.onclick = (event) => event.target === zoom && zoom.close();
  zoom.showModal();
}

/** @param {Element} board @param {string} name @param {string} colour */
export function showBoard(board, name, colour) {
  const copy = /** @type {Element} */ (board.cloneNode(true));
  for (const element of [copy, ...copy.querySelectorAll("[id]")]) element.removeAttribute("id");
  show(name, copy, dot(colour));
}

/** From the topmost piece down. @param {Element} element of the picture, with `data-pile`: figure and words of each piece */
export function showPile(element) {
  const pieces = (element.getAttribute("data-pile") ?? "").split(";").map((piece) => piece.split("|"));
  const items = pieces.map(([figure, words]) => make("li", {}, make("img", { src: address(`/figures/${figure}.svg`), alt: "", width: 120, height: 120 }), words));
  show(say("look_through"), make("ol", { class: "pile" }, ...items));
}
