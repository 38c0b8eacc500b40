// Refusals are shown to everybody: what was touched shakes, and the reason stands beside its rule.

import { button, make, notice, say } from "./dom.js";
import { inPicture } from "./marks.js";

const SHAKE = [{ translate: "0" }, { translate: "4px" }, { translate: "-4px" }, { translate: "0" }];

/** @param {string} reason @param {string|null|undefined} rule @param {(rule: string) => any} showRule @param {Element|null} [pile] what can be looked through instead */
export function refuse(reason, rule, showRule, pile) {
  const open = rule ? button(say("show_rule"), () => showRule(rule)) : null;
  const look = pile ? button(say("look_through_stack"), async () => (await import("./closer.js")).showPile(pile)) : null;
  notice(make("p", {}, `${reason} `, open, " ", look), "bad", 10);
}

/** Tells why something in the picture cannot be chosen, if there is a reason. @param {Promise<any>} asking @param {string[]} targets @param {(rule: string) => any} showRule */
export async function explain(asking, targets, showRule) {
  const { reason, rule, code } = await asking.catch((error) => error);
  if (!reason) return false;
  if (!code) for (const target of targets) inPicture(target)?.animate(SHAKE, { duration: 240 });
  refuse(reason, rule, showRule, code ? null : inPicture(targets[0])?.closest("[data-pile]"));
  return true;
}
