// The page about me: everything that is stored can be deleted from here.

import { button, byId, notice, request } from "./dom.js";
import { go } from "./host.js";
import * as push from "./push.js";
import { confirmed } from "./together.js";

const alerts = document.getElementById("push");
if (alerts && push.possible()) {
  const refresh = () => alerts.setAttribute("aria-pressed", String(push.isOn()));
  alerts.addEventListener("click", async () => {
    const done = push.isOn() ? await push.turnOff().then(() => true) : await push.turnOn().catch(() => false);
    if (!done) notice(alerts.dataset.refused ?? "");
    refresh();
  });
  refresh();
  byId("push-section").hidden = false;
}

const remove = document.getElementById("delete");
if (remove) {
  const { sure, done } = remove.dataset;
  remove.replaceWith(
    button(remove.textContent ?? "", async () => {
      if (!(await confirmed(sure ?? "", remove.textContent ?? ""))) return;
      await request("DELETE", "/api/me");
      try {
        localStorage.clear();
      } catch {
        // a browser that keeps nothing has nothing to clear
      }
      byId("content").replaceChildren();
      notice(done ?? "", "info", 0);
      setTimeout(() => go("/"), 2500);
    }),
  );
}
