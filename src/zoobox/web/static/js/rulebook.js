// The rules drawer: the rules page of the game, open at the paragraph that matters now.

import { apologise, byId, fragment, make, say } from "./dom.js";
import { address } from "./host.js";

export class RuleBook {
  constructor() {
    this.game = "";
    this.drawer = /** @type {HTMLDialogElement} */ (byId("drawer"));
    byId("drawer-close").addEventListener("click", () => this.drawer.close());
    this.drawer.addEventListener("click", (event) => event.target === this.drawer && this.drawer.close());
  }

  /** @param {string} game */
  open(game) {
    this.game = game;
  }

  /** @param {string} rule */
  async show(rule) {
    const body = byId("drawer-body");
    const path = `/rules/${this.game}`;
    try {
      if (!body.children.length) {
        const sections = (await fragment(path)).querySelectorAll(".rule-section");
        body.replaceChildren(...sections, make("p", {}, make("a", { href: address(path) }, say("rule"))));
      }
    } catch (error) {
      return apologise(error);
    }
    if (!this.drawer.open) this.drawer.showModal();
    for (const found of body.querySelectorAll(".here")) found.classList.remove("here");
    const found = document.getElementById(rule);
    found?.classList.add("here");
    found?.scrollIntoView({ block: "center" });
  }
}
