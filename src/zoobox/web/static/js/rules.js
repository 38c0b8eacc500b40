// Search in the rules, and their ids for those who want to cite them.

import { byId } from "./dom.js";

const field = /** @type {HTMLInputElement} */ (byId("search"));

field.addEventListener("input", () => {
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  let any = false;
  for (const section of document.querySelectorAll(".rule-section")) {
    let some = false;
    for (const rule of section.querySelectorAll(".rule")) {
      const text = (rule.textContent || "").toLowerCase();
      const fits = words.every((word) => text.includes(word));
      /** @type {HTMLElement} */ (rule).hidden = !fits;
      some ||= fits;
    }
    /** @type {HTMLElement} */ (section).hidden = !some;
    any ||= some;
  }
  byId("nothing").hidden = any;
});

const ids = /** @type {HTMLInputElement} */ (byId("show-ids"));
const KEPT = "zoobox.rule-ids";
ids.checked = localStorage.getItem(KEPT) === "shown";

function showIds() {
  byId("ledger").classList.toggle("with-ids", ids.checked);
  localStorage.setItem(KEPT, ids.checked ? "shown" : "hidden");
}

ids.addEventListener("change", showIds);
showIds();
