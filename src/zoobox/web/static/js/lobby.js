// The lobby: two clicks to a game, tables to set up, to join and to go on with.

import { copy } from "./copying.js";
import { apologise, button, byId, make, remember, request, say } from "./dom.js";
import { fragment } from "./fragment.js";
import { address, go, share } from "./host.js";

/** What I am called at a table; who has not said is given a name to begin with. */
function myName() {
  const known = remember("name");
  if (known) return known;
  const given = say("guest", { number: 10 + Math.floor(Math.random() * 90) });
  remember("name", given);
  remember("guest", given);
  return given;
}

const USUAL_PLAYERS = 2;

/** @param {object} setup @param {string} [query] */
async function openTable(setup, query = "") {
  const made = await request("POST", "/api/tables", { name: myName(), ...setup });
  go(`/tables/${made.table}${query}`);
}

/** A table for one against the computer. @param {string} game @param {number} strength from 0 to 1 */
async function against(game, strength) {
  const { games, levels } = await request("GET", "/api/games");
  const told = games.find((/** @type {GameMessage} */ one) => one.name === game);
  const counts = Object.keys(told.players).map(Number);
  const players = counts.includes(USUAL_PLAYERS) ? USUAL_PLAYERS : counts[0];
  const level = levels[Math.round(strength * (levels.length - 1))].name;
  const bots = Array.from({ length: players - 1 }, () => ({ kind: "bot", level }));
  return { game, players, seats: [{ kind: "me" }, ...bots], hints: true };
}

/**
 * What the buttons with an attribute do; while one is at it, it says so.
 * @param {string} name @param {(value: string, button: HTMLButtonElement) => Promise<any>} action
 */
function onButtons(name, action) {
  for (const button of document.querySelectorAll(`[data-${name}]`)) {
    if (!(button instanceof HTMLButtonElement)) continue;
    button.addEventListener("click", async () => {
      button.setAttribute("aria-busy", "true");
      await action(button.dataset[name] ?? "", button).catch(apologise);
      button.removeAttribute("aria-busy");
    });
  }
}

onButtons("play", async (game) => openTable(await against(game, 0.6)));
onButtons("learn", async (game) => openTable(await against(game, 0), "?learn"));
onButtons("setup", async (game) => {
  await showForm(game);
  /** @type {HTMLDialogElement} */ (byId("setup")).showModal();
});
onButtons("recover", async (token, button) => {
  const me = await request("POST", "/api/recover", { token });
  if (me.name) remember("name", me.name);
  byId("recovered").replaceChildren(say("moved", { name: me.name ?? "" }), " ", make("a", { href: address("/") }, say("to_lobby")));
  button.disabled = true;
});

/** @param {string} id */
const list = (id) => /** @type {HTMLSelectElement} */ (byId(id));

/** The form for a game; what was chosen before stays chosen where it still can be. @param {string} game @param {string} [players] */
async function showForm(game, players = "") {
  const form = /** @type {HTMLFormElement} */ (byId("setup-form"));
  const kept = [...form.querySelectorAll("select")].map(({ id, value }) => ({ id, value }));
  form.replaceChildren(await fragment(`/setup/${game}${players && `?players=${players}`}`));
  for (const { id, value } of players ? kept : []) {
    const again = document.getElementById(id);
    if (again instanceof HTMLSelectElement && [...again.options].some((option) => option.value === value)) again.value = value;
  }
  const count = /** @type {HTMLSelectElement} */ (byId("setup-players"));
  count.onchange = () => showForm(game, count.value).catch(apologise);
  const policy = () => (byId("setup-policy").parentElement ?? byId("setup-policy")).toggleAttribute("hidden", list("setup-clock").value === "null");
  list("setup-clock").addEventListener("change", policy);
  policy();
  for (const select of form.querySelectorAll("select[name=seat]")) {
    const name = /** @type {HTMLInputElement} */ (select.parentElement?.querySelector("input"));
    const colour = /** @type {HTMLSelectElement} */ (select.parentElement?.querySelector(".colour"));
    const show = () => (name.hidden = colour.hidden = /** @type {HTMLSelectElement} */ (select).value !== "me");
    select.addEventListener("change", show);
    show();
    if (select.id === "setup-seat-0" && remember("name") !== remember("guest")) name.value = myName();
  }
  chooseColours(form);
  byId("setup-cancel").onclick = () => /** @type {HTMLDialogElement} */ (byId("setup")).close();
  form.onsubmit = (event) => {
    event.preventDefault();
    const data = new FormData(form);
    const colours = data.getAll("colour");
    const names = data.getAll("name").map((name) => String(name).trim());
    const seats = data.getAll("seat").map((seat, number) => {
      const [kind, level] = String(seat).split(":");
      if (kind === "me") return { kind, colour: Number(colours[number]), name: names[number] || (number === 0 ? myName() : say("player_number", { number: number + 1 })) };
      return level ? { kind, level } : { kind };
    });
    if (names[0] && seats[0].kind === "me") remember("name", names[0]);
    const clock = JSON.parse(String(data.get("clock")));
    /** @type {NodeListOf<HTMLSelectElement>} */
    const settings = form.querySelectorAll("[data-setting]");
    openTable({
      game,
      players: seats.length,
      variant: data.get("variant"),
      settings: Object.fromEntries([...settings].map((one) => [one.dataset.setting, JSON.parse(one.value)])),
      seats,
      visibility: data.get("visibility"),
      clock: clock && { ...clock, policy: data.get("policy") },
      hints: data.has("hints"),
    }).catch(apologise);
  };
}

/** Each seat has a colour of its own: whoever had the one that is chosen takes the one that is given up. @param {HTMLFormElement} form */
function chooseColours(form) {
  /** @type {NodeListOf<HTMLSelectElement>} */
  const found = form.querySelectorAll("select.colour");
  const selects = [...found];
  const before = selects.map((select) => select.value);
  const show = () =>
    selects.forEach((select, seat) => {
      before[seat] = select.value;
      const mark = /** @type {HTMLElement|null|undefined} */ (select.parentElement?.querySelector(".dot"));
      if (mark) mark.style.background = select.selectedOptions[0].dataset.colour ?? "";
    });
  for (const [seat, select] of selects.entries()) {
    select.addEventListener("change", () => {
      const other = selects.find((one, number) => number !== seat && one.value === select.value);
      if (other) other.value = before[seat];
      show();
    });
  }
  show();
}

if (document.getElementById("mine")) {
  import("./lobby-lists.js").catch(apologise);
  const field = /** @type {HTMLInputElement} */ (byId("name"));
  field.value = myName();
  field.addEventListener("change", () => {
    remember("name", field.value.trim());
    request("PUT", "/api/me", { name: field.value.trim() }).catch(apologise);
  });
  const recover = async () => {
    const whole = share((await request("POST", "/api/me/recovery")).link);
    byId("recovery-link").replaceChildren(make("p", {}, say("recovery")), make("p", { class: "link" }, make("code", {}, whole), button(say("copy_link"), () => copy(whole))));
  };
  byId("recovery").addEventListener("click", () => recover().catch(apologise));
  const upload = /** @type {HTMLInputElement} */ (byId("record"));
  upload.addEventListener("change", async () => {
    try {
      const text = await upload.files?.[0]?.text();
      if (text) go(`/tables/${(await request("POST", "/api/records", text)).table}/replay`);
    } catch (error) {
      apologise(error);
      upload.value = "";
    }
  });
}
