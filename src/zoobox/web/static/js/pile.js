// A stack that the rules leave open is looked through, from the topmost piece down.

import { button, byId, make, say } from "./dom.js";
import { address } from "./host.js";

/** @param {Element} element of the picture, with `data-pile`: figure and words of each piece */
export function showPile(element) {
  const zoom = /** @type {HTMLDialogElement} */ (byId("zoom"));
  const pieces = (element.getAttribute("data-pile") ?? "").split(";").map((piece) => piece.split("|"));
  const close = button("×", () => zoom.close(), "icon");
  close.setAttribute("aria-label", say("cancel"));
  const items = pieces.map(([figure, words]) => make("li", {}, make("img", { src: address(`/figures/${figure}.svg`), alt: "", width: 120, height: 120 }), words));
  zoom.replaceChildren(make("div", { class: "zoom-head" }, make("h2", {}, say("look_through")), close), make("ol", { class: "pile" }, ...items));
  zoom.setAttribute("aria-label", say("look_through"));
  zoom.onclick = (event) => event.target === zoom && zoom.close();
  zoom.showModal();
}
