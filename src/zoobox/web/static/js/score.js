// The score sheet as it stands, line by line.

import { byId, make, say } from "./dom.js";
import { dot, nameOf } from "./seats.js";

/** @param {Now} now @param {Words} words */
export function showScore(now, words) {
  const shown = now.standings.filter((one) => one.breakdown);
  const lines = [...new Set(shown.flatMap((one) => Object.keys(one.breakdown ?? {})))];
  const row = (/** @type {string} */ name, /** @type {(one: StandingMessage) => any} */ value, kind = "") =>
    make("tr", { class: kind }, make("th", { scope: "row" }, name), ...shown.map((one) => make("td", {}, String(value(one) ?? ""))));
  byId("score-sheet").replaceChildren(
    make("thead", {}, make("tr", {}, make("td"), ...shown.map((one) => make("th", { scope: "col" }, dot(words.seats[one.seat]), nameOf(now.seats[one.seat]))))),
    make("tbody", {}, ...lines.map((line) => row(words.score[line] ?? line, (one) => one.breakdown?.[line])), row(say("now"), (one) => one.words, "total")),
  );
}
