// Search in the rules.

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
