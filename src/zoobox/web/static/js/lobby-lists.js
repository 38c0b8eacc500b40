// The lists of the lobby keep themselves up to date: the server says that something has changed, the page asks for them.

import { remember, say, showAnnouncement } from "./dom.js";
import { fragment } from "./fragment.js";
import { edition, openSocket } from "./host.js";

const SECTIONS = ["my-games", "open-tables", "watch-games"];
const FILTERS = ["game", "speed"];
const FIRST_WAIT = 1000;
const LONGEST_WAIT = 30000;
const STAY_EVERY = 20000;
const title = document.title;
let wait = FIRST_WAIT;

/** The lists as the server made them. @param {ParentNode} page */
const listsIn = (page) => SECTIONS.map((section) => page.querySelector(`#${section}`)?.outerHTML).join("");
let shown = listsIn(document);

/** @param {string} name @returns {HTMLSelectElement|null} */
const filter = (name) => /** @type {HTMLSelectElement|null} */ (document.getElementById(`filter-${name}`));

/** Open tables that the filters do not want are hidden; what was chosen stays chosen. */
function applyFilters() {
  for (const name of FILTERS) {
    const select = filter(name);
    if (!select) continue;
    select.value = remember(`filter.${name}`) ?? "";
    select.onchange = () => {
      remember(`filter.${name}`, select.value);
      applyFilters();
    };
  }
  let visible = 0;
  for (const item of document.querySelectorAll("#open li")) {
    const { dataset } = /** @type {HTMLElement} */ (item);
    const wanted = FILTERS.every((name) => !filter(name)?.value || dataset[name] === filter(name)?.value);
    /** @type {HTMLElement} */ (item).hidden = !wanted;
    if (wanted) visible++;
  }
  document.getElementById("no-open")?.toggleAttribute("hidden", visible > 0);
}

/** My turn somewhere is told in the title, too. */
function tell() {
  document.title = document.querySelector("#mine .turn") ? `● ${say("your_turn")} · ${title}` : title;
}

async function refresh() {
  const found = await fragment("/lobby/lists");
  const box = document.createElement("div");
  box.append(found);
  if (listsIn(box) === shown) return;
  shown = listsIn(box);
  const focused = document.activeElement;
  const href = focused?.getAttribute("href");
  const id = focused?.id;
  for (const section of SECTIONS) {
    const fresh = box.querySelector(`#${section}`);
    if (fresh) document.getElementById(section)?.replaceWith(fresh);
  }
  applyFilters();
  tell();
  if (focused?.isConnected) return;
  const again = href ? document.querySelector(`.tables a[href="${href}"]`) : id ? document.getElementById(id) : null;
  if (again instanceof HTMLElement) again.focus();
}

function listen() {
  const socket = openSocket("/api/lobby/live");
  const stay = setInterval(() => socket.readyState === WebSocket.OPEN && socket.send("here"), STAY_EVERY);
  socket.addEventListener("message", ({ data }) => {
    wait = FIRST_WAIT;
    showAnnouncement(JSON.parse(data).announcement);
    refresh().catch(() => socket.close());
  });
  socket.addEventListener("close", () => {
    clearInterval(stay);
    setTimeout(listen, wait);
    wait = Math.min(2 * wait, LONGEST_WAIT);
  });
}

applyFilters();
tell();
if (edition === "server") listen();
