// A hint: a quick answer first, then a better one.

import { apologise, language, notice, request, say } from "./dom.js";

/** @param {string} id of the table @param {() => Now} now @param {import("./choosing.js").Choosing} choosing */
export async function showHint(id, now, choosing) {
  const thinking = notice(say("hint_thinking"), "info", 30);
  try {
    const { seat, ask } = now();
    for (const quick of [true, false]) {
      const answer = await request("GET", `/api/tables/${id}/hint?seat=${seat}&language=${language}&quick=${quick}`);
      if (now().ask !== ask || !choosing.choices.length) return; // decided before the answer came
      const found = answer.ask === now().ask ? choosing.hint(answer.choice.id ?? answer.choice) : null;
      for (const old of document.querySelectorAll(".notice.hint")) old.remove();
      notice(found ? say("hint_is", { label: found.label }) + (answer.reason ? ` ${answer.reason}` : "") : say("no_hint"), "good hint", 20);
    }
  } catch (error) {
    apologise(error);
  } finally {
    thinking.remove();
  }
}
