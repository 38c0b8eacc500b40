// Before the game begins: who is invited by whom to what, who sits where, and the link for others.

import { copy } from "./copying.js";
import { button, byId, make, remember, request, say } from "./dom.js";
import { address, here, reload, share as sharedAddress } from "./host.js";
import { dot, nameOf } from "./seats.js";

/** A name that somebody has given, not one that was made up for them. */
const givenName = () => {
  const name = remember("name") ?? "";
  return name === remember("guest") ? "" : name;
};

/**
 * @param {string} table @param {TableState} state @param {Now} now @param {Words} words
 * @param {Record<string, any>} invitation what the server says about the link: `link`, `reachable`, `settings`
 */
export function showLounge(table, state, now, words, invitation) {
  const lounge = byId("lounge");
  if (now.status === "closed") return void lounge.replaceChildren(make("h2", {}, say("closed")), make("p", {}, make("a", { class: "button", href: address("/") }, say("to_lobby"))));
  const typed = /** @type {HTMLInputElement|null} */ (document.getElementById("my-name"))?.value;
  const focused = document.activeElement?.id === "my-name";
  const seated = now.yours.length > 0;
  const path = `/api/tables/${table}/seats`;
  const name = /** @type {HTMLInputElement} */ (make("input", { id: "my-name", maxlength: 40, autocomplete: "nickname", required: true }));
  name.value = typed ?? (seated ? now.seats[now.yours[0]].name ?? "" : givenName());
  const rename = async () => {
    const given = name.value.trim();
    if (!given) return false;
    remember("name", given);
    await request("PUT", "/api/me", { name: given });
    for (const seat of now.yours.slice(0, 1)) await request("PUT", `${path}/${seat}/name`, { name: given });
    return true;
  };
  name.addEventListener("change", () => seated && rename());
  const sit = async (/** @type {number} */ seat) => {
    const given = name.value.trim();
    if (!given) return void name.reportValidity();
    remember("name", given);
    await request("POST", `${path}/${seat}`, { name: given });
    await request("PUT", "/api/me", { name: given });
    reload();
  };
  const title = state.owner || seated || !state.host ? say("waiting_players") : say("invited", { game: words.title, name: state.host });
  lounge.replaceChildren(
    make("h2", {}, title),
    make("p", { class: "soft" }, invitation.settings ?? ""),
    make("p", { class: "field row" }, make("label", { for: "my-name" }, say("my_name")), name),
    make(
      "ul",
      { class: "seat-list" },
      ...now.seats.map((seat) =>
        make(
          "li",
          { class: seat.you ? "mine" : null },
          dot(words.seats[seat.seat]),
          make("strong", {}, nameOf(seat)),
          seat.you ? make("span", { class: "soft" }, say("your_seat")) : null,
          seat.kind === "open" ? button(say("take_seat"), () => sit(seat.seat), seated ? "" : "primary") : null,
          seat.kind === "open" && state.owner ? button(say("fill_with_bot"), () => request("PUT", `${path}/${seat.seat}/bot`, {})) : null,
          seat.kind === "bot" && state.owner ? button(say("open_this_seat"), () => request("DELETE", `${path}/${seat.seat}/bot`)) : null,
        ),
      ),
    ),
    make("h3", {}, say("invite")),
    make("div", { class: "invitation" }, ...share(table, words, invitation)),
  );
  if (focused) byId("my-name").focus();
}

/** The link, a way to send it, and its QR code. @param {string} table @param {Words} words @param {Record<string, any>} invitation */
function share(table, words, invitation) {
  const link = invitation.link ?? sharedAddress(here);
  const code = make("img", { src: address(`/tables/${table}/qr.svg`), alt: say("qr_code"), width: 148, height: 148, class: "qr" });
  const send = "share" in navigator ? button(say("share_link"), () => navigator.share({ title: "Zoobox", text: words.title, url: link }).catch(() => undefined)) : null;
  const warning = invitation.reachable === false ? make("p", { class: "unreachable" }, say("unreachable")) : null;
  return [code, make("div", {}, make("p", { class: "link" }, make("code", {}, link), button(say("copy_link"), () => copy(link)), send), warning)];
}
