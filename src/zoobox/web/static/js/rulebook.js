// The rules drawer: the rules page of the game, open at the paragraph that matters now.

import { apologise, byId, make, say } from "./dom.js";
import { fragment } from "./fragment.js";
import { address } from "./host.js";

const drawer = /** @type {HTMLDialogElement} */ (byId("drawer"));
byId("drawer-close").addEventListener("click", () => drawer.close());
drawer.addEventListener("click", (event) => event.target === drawer && drawer.close());

/** @param {string} game @param {string} rule */
export async function showRule(game, rule) {
  const body = byId("drawer-body");
  const path = `/rules/${game}`;
  try {
    if (!body.children.length) {
      const sections = (await fragment(path)).querySelectorAll(".rule-section");
      body.replaceChildren(...sections, make("p", {}, make("a", { href: address(path) }, say("rule"))));
    }
  } catch (error) {
    return apologise(error);
  }
  if (!drawer.open) drawer.showModal();
  for (const found of body.querySelectorAll(".here")) found.classList.remove("here");
  const found = document.getElementById(rule);
  found?.classList.add("here");
  found?.scrollIntoView({ block: "center" });
}
