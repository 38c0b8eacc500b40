// The rules drawer: the ledger of the game, open at the paragraph that matters now.

import { apologise, byId, make, request, say } from "./dom.js";

export class RuleBook {
  constructor() {
    this.game = "";
    /** @type {any[]|null} */
    this.rules = null;
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
    try {
      this.rules ??= (await request("GET", `/api/games/${this.game}/rules`)).rules;
    } catch (error) {
      return apologise(error);
    }
    /** @type {any[]} */
    const rules = this.rules ?? [];
    const body = byId("drawer-body");
    if (!body.children.length) {
      let section = "";
      for (const one of rules) {
        if (one.section !== section) body.append(make("h3", {}, (section = one.section)));
        body.append(
          make(
            "section",
            { class: "rule", id: `drawer-${one.id}`, lang: "en" },
            make("h4", {}, one.title, " ", make("span", { class: "rule-id" }, one.id)),
            ...one.text.split(/\n\s*\n/).map((text) => make("p", {}, text.replace(/[`*]/g, ""))),
            one.ruling ? make("p", { class: "ruling" }, one.ruling.replace(/[`*]/g, "")) : null,
          ),
        );
      }
      body.append(make("p", {}, make("a", { href: `/rules/${this.game}` }, say("rule"))));
    }
    if (!this.drawer.open) this.drawer.showModal();
    for (const found of body.querySelectorAll(".here")) found.classList.remove("here");
    const found = document.getElementById(`drawer-${rule}`);
    found?.classList.add("here");
    found?.scrollIntoView({ block: "center" });
  }
}
