// The end of a game: who won and by what, the score sheet, the story of the game, and where to go from here.

import { apologise, button, byId, language, make, request, say } from "./dom.js";
import { fragment } from "./fragment.js";
import { address, go } from "./host.js";
import { byWhat, nameOf, result } from "./seats.js";

/** @param {string} table @param {TableState} state @param {Now} now @param {Words} words @param {boolean} seen whether the game ended while somebody looked */
export async function showEnd(table, state, now, words, seen) {
  const end = byId("end");
  const rematch = async () => {
    const { table: next } = await request("POST", `/api/tables/${table}/rematch`);
    if (next) go(`/tables/${next}`);
  };
  const sheet = make("div", {});
  end.replaceChildren(
    make("h2", {}, make("img", { src: address("/figures/star.svg"), alt: "", width: 40, height: 40 }), result(now)),
    make("p", { class: "by-what" }, byWhat(now)),
    make(
      "p",
      { class: "actions" },
      now.rematch ? make("a", { class: "button primary", href: address(`/tables/${now.rematch}`) }, say("to_rematch")) : null,
      now.yours.length && !now.rematch ? button(say("rematch"), rematch, "primary") : null,
      make("a", { class: "button", href: address(`/tables/${table}/replay`) }, say("replay")),
      button(say("share"), () => shareImage(table, `${words.title}: ${result(now)} ${byWhat(now)}`, state.game.name)),
      make("a", { class: "button", href: address(`/api/tables/${table}/record`), download: `${state.game.name}.txt` }, say("download")),
      make("a", { class: "quiet", href: address("/") }, say("to_lobby")),
    ),
    ...endedBy(now).map((text) => make("p", { class: "ended" }, text)),
    sheet,
  );
  if (seen) end.scrollIntoView({ block: "start" });
  sheet.replaceChildren(await fragment(`/tables/${table}/end`));
  for (const check of sheet.querySelectorAll("[data-verify]")) check.addEventListener("click", () => verify(check).catch(apologise));
  for (const hole of sheet.querySelectorAll("[data-from]")) hole.replaceChildren(await fragment(hole.getAttribute("data-from") ?? ""));
}

/** Why a game ended before its rules said so. @param {Now} now */
function endedBy(now) {
  const { how, lost } = now.ended ?? { how: null, lost: [] };
  if (how === "abandoned" || how === "closed") return [say(how)];
  return lost.map(({ seat, name, why }) => say(`lost_${why}`, { name: name || nameOf(now.seats[seat]) }));
}

/** The table as an image to share, with the result below it. @param {string} table @param {string} line @param {string} name of the file */
async function shareImage(table, line, name) {
  const image = new Image();
  image.src = address(`/api/tables/${table}/picture?language=${language}`);
  await image.decode();
  const scale = 1400 / image.width;
  const canvas = /** @type {HTMLCanvasElement} */ (make("canvas", { width: 1400, height: Math.round(image.height * scale) + 90 }));
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  pen.fillStyle = "#efe5d2";
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.drawImage(image, 0, 0, 1400, canvas.height - 90);
  pen.fillStyle = "#3b3228";
  pen.font = "bold 34px sans-serif";
  pen.fillText(line, 24, canvas.height - 34, 1352);
  const blob = await new Promise((done) => canvas.toBlob(done, "image/png"));
  const file = new File([/** @type {Blob} */ (blob)], `${name}.png`, { type: "image/png" });
  if (navigator.canShare?.({ files: [file] })) return navigator.share({ files: [file] });
  make("a", { href: URL.createObjectURL(file), download: file.name }).click();
}

/** Computes the fingerprint of the luck in this browser and compares it. @param {Element} check */
async function verify(check) {
  const text = new TextEncoder().encode(check.getAttribute("data-verify") ?? "");
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", text));
  const found = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const same = found === check.getAttribute("data-fingerprint");
  const output = check.parentElement?.querySelector("output");
  if (output) output.textContent = say(same ? "verified" : "not_verified");
}
