// Several people share this device: the server says whose turn it is to look, and sends nothing of theirs before.

import { button, byId, make, request, say } from "./dom.js";
import { address } from "./host.js";
import { nameOf } from "./seats.js";

/** Shows or removes the curtain. @param {string} table @param {Now} now */
export function showCurtain(table, now) {
  const curtain = /** @type {HTMLDialogElement} */ (byId("curtain"));
  if (now.curtain === null || now.curtain === undefined || now.over) {
    if (curtain.open) {
      curtain.close();
      byId("prompt").focus();
    }
    return;
  }
  const seat = now.curtain;
  const name = nameOf(now.seats[seat]);
  const last = now.undo?.seat ?? null;
  const ask = (/** @type {string} */ what, /** @type {number} */ of) => request("POST", `/api/tables/${table}/${what}`, { seat: of });
  forget();
  const takeBack = last !== null && now.undo?.possible ? [make("p", {}, button(say("take_back_for", { name: nameOf(now.seats[last]) }), () => ask("undo", last)))] : [];
  curtain.replaceChildren(
    make("img", { src: address("/figures/meerkat.svg"), alt: "", width: 120, height: 120 }),
    make("h2", { id: "curtain-title" }, say("pass_device", { name })),
    button(say("i_am", { name }), () => ask("curtain", seat), "primary"),
    ...takeBack,
  );
  curtain.setAttribute("aria-labelledby", "curtain-title");
  curtain.oncancel = (event) => event.preventDefault();
  if (!curtain.open) curtain.showModal();
}

/** Removes what the page has said to the person before. */
function forget() {
  for (const id of ["announce", "leads-to", "notices"]) byId(id).replaceChildren();
  for (const id of ["zoom", "drawer"]) /** @type {HTMLDialogElement} */ (byId(id)).close();
}
