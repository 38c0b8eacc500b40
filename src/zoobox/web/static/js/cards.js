// Cards in a first game: what a kind of decision is about, the first time it comes up.

import { button, byId, make, remember, say } from "./dom.js";
import { address } from "./host.js";

/** @param {string} table @param {Now} now @param {Line[]} log @param {Words} words @param {(rule: string) => any} showRule */
export function showCard(table, now, log, words, showRule) {
  const box = byId("lesson");
  const seen = new Set(JSON.parse(remember(`lessons.${table}`) || "[]"));
  const asked = now.ask !== null && now.seat !== null && now.yours.includes(now.seat);
  const happened = log.filter((line) => line.moment > now.moment - 2 && now.yours.includes(line.event?.seat ?? -1));
  const here = ["start", ...now.choices.map((choice) => choice.rule), ...happened.map((line) => line.rule), now.over ? "end" : ""];
  const key = asked || now.over ? here.find((rule) => words.lessons[rule] && !seen.has(rule)) : undefined;
  box.hidden = !key;
  if (!key) return;
  const done = () => {
    remember(`lessons.${table}`, JSON.stringify([...seen, key]));
    showCard(table, now, log, words, showRule);
  };
  box.replaceChildren(
    make("img", { src: address("/figures/elephant.svg"), alt: "", width: 56, height: 56 }),
    make(
      "div",
      {},
      make("h2", {}, say("lesson")),
      make("p", {}, words.lessons[key]),
      make("p", { class: "actions" }, button(say("got_it"), done, "primary"), key.includes(".") ? button(say("lesson_more"), () => showRule(key), "quiet") : null),
    ),
  );
}
