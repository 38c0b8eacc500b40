// The lobby: two clicks to a game, tables to set up, to join and to go on with.

import { apologise, byId, copy, make, myName, remember, request, say } from "./dom.js";

/** @type {Promise<any>|null} */
let shelf = null;
const games = () => (shelf ??= request("GET", "/api/games"));

/** @param {any} wish */
async function openTable(wish, query = "") {
  try {
    const name = myName();
    const made = await request("POST", "/api/tables", { name, ...wish });
    location.href = `/tables/${made.table}${query}`;
  } catch (error) {
    apologise(error);
  }
}

/** A table for one person against the computer. @param {string} game @param {number} strength from 0 to 1 */
async function against(game, strength) {
  const { games: all, levels } = await games();
  const told = all.find((one) => one.name === game);
  const players = playerCounts(told).includes(2) ? 2 : playerCounts(told)[0];
  const level = levels[Math.floor(strength * (levels.length - 1) + 0.5)].name;
  const bots = Array.from({ length: players - 1 }, () => ({ kind: "bot", level }));
  return { game, players, seats: [{ kind: "me" }, ...bots], hints: true };
}

/** @param {any} game @returns {number[]} */
const playerCounts = (game) => Object.keys(game.players).map(Number);

/** @param {any} game @param {number} players @returns {string[]} */
const variantsFor = (game, players) => game.players[players];

for (const button of document.querySelectorAll("[data-play]")) {
  button.addEventListener("click", async () => {
    button.setAttribute("aria-busy", "true");
    try {
      await openTable(await against(/** @type {HTMLElement} */ (button).dataset.play ?? "", 0.6));
    } catch (error) {
      apologise(error);
    }
    button.removeAttribute("aria-busy");
  });
}

for (const button of document.querySelectorAll("[data-learn]")) {
  button.addEventListener("click", async () => {
    try {
      await openTable(await against(/** @type {HTMLElement} */ (button).dataset.learn ?? "", 0), "?learn");
    } catch (error) {
      apologise(error);
    }
  });
}

for (const button of document.querySelectorAll("[data-setup]")) {
  button.addEventListener("click", () => setUp(/** @type {HTMLElement} */ (button).dataset.setup ?? "").catch(apologise));
}

for (const button of document.querySelectorAll("[data-recover]")) {
  button.addEventListener("click", async () => {
    try {
      const me = await request("POST", "/api/recover", { token: /** @type {HTMLElement} */ (button).dataset.recover });
      if (me.name) remember("name", me.name);
      byId("recovered").replaceChildren(say("moved", { name: me.name ?? "" }), " ", make("a", { href: "/" }, say("to_lobby")));
      /** @type {HTMLButtonElement} */ (button).disabled = true;
    } catch (error) {
      apologise(error);
    }
  });
}

const select = (id) => /** @type {HTMLSelectElement} */ (byId(id));

/** @param {HTMLSelectElement} list @param {[string, string][]} options @param {string} [chosen] */
function fill(list, options, chosen) {
  list.replaceChildren(...options.map(([value, text]) => make("option", { value, selected: value === chosen }, text)));
}

const CLOCKS = {
  none: null,
  30: { kind: "decision", seconds: 30 },
  120: { kind: "decision", seconds: 120 },
  game: { kind: "game", seconds: 900, increment: 5 },
  day: { kind: "decision", seconds: 86400 },
};

/** @param {string} name */
async function setUp(name) {
  const { games: all, levels } = await games();
  const game = all.find((one) => one.name === name);
  const dialog = /** @type {HTMLDialogElement} */ (byId("setup"));
  byId("setup-title").textContent = game.title;
  const counts = playerCounts(game);
  fill(select("setup-players"), counts.map((count) => [String(count), count === 1 ? say("alone") : say("players", { count })]), String(counts.includes(2) ? 2 : counts[0]));
  fill(select("setup-clock"), Object.keys(CLOCKS).sort((a, b) => Number(b === "none") - Number(a === "none")).map((key) => [key, say(`clock_${key}`)]));
  fill(select("setup-visibility"), [["link", say("by_link")], ["public", say("public")]]);
  const refresh = () => {
    const players = Number(select("setup-players").value);
    fill(select("setup-variant"), variantsFor(game, players).map((variant) => [variant, variant.replaceAll("_", " ")]));
    byId("setup-seats").replaceChildren(
      ...Array.from({ length: players }, (_, seat) => {
        const kinds = make("select", { id: `setup-seat-${seat}` });
        /** @type {[string, string][]} */
        const options = [
          ["me", seat === 0 ? say("seat_me") : say("seat_here")],
          ...[...levels, ...(game.own_levels?.[players] ?? [])].map((level) => /** @type {[string, string]} */ ([`bot:${level.name}`, say("seat_bot", { level: level.name })])),
          ["open", say("seat_open")],
        ];
        fill(/** @type {HTMLSelectElement} */ (kinds), options, seat === 0 ? "me" : `bot:${levels[Math.floor(levels.length / 2)].name}`);
        return make("p", { class: "field row" }, make("label", { for: `setup-seat-${seat}` }, say("seat_number", { seat: seat + 1 })), kinds);
      }),
    );
  };
  select("setup-players").onchange = refresh;
  refresh();
  byId("setup-rules").hidden = game.settings.length === 0;
  byId("setup-settings").replaceChildren(
    ...game.settings.map((setting) => {
      const list = make("select", { id: `setting-${setting.name}`, "data-setting": setting.name });
      const values = setting.options.map((option) => JSON.stringify(option));
      fill(/** @type {HTMLSelectElement} */ (list), values.map((value) => [value, readable(JSON.parse(value))]), JSON.stringify(setting.default));
      return make("p", { class: "field" }, make("label", { for: `setting-${setting.name}` }, setting.summary), list);
    }),
  );
  byId("setup-form").onsubmit = (event) => {
    event.preventDefault();
    /** @type {Record<string, any>} */
    const settings = {};
    for (const list of byId("setup-settings").querySelectorAll("select")) settings[list.dataset.setting ?? ""] = JSON.parse(list.value);
    const seats = [...byId("setup-seats").querySelectorAll("select")].map((list) => {
      const [kind, level] = list.value.split(":");
      return level ? { kind, level } : { kind };
    });
    openTable({
      game: name,
      players: seats.length,
      variant: select("setup-variant").value,
      settings,
      seats,
      visibility: select("setup-visibility").value,
      clock: CLOCKS[/** @type {keyof typeof CLOCKS} */ (select("setup-clock").value)],
      hints: /** @type {HTMLInputElement} */ (byId("setup-hints")).checked,
    });
  };
  byId("setup-cancel").onclick = () => dialog.close();
  dialog.showModal();
}

/** @param {any} value */
function readable(value) {
  if (value === null) return "-";
  if (value === true) return say("on");
  if (value === false) return say("off");
  return String(value).replaceAll("_", " ");
}

/** @param {any} table */
function entry(table) {
  const names = table.seats.map((seat) => seat.name || say("open_seat")).join(", ");
  const mine = table.yours?.length;
  const verb = { open: mine ? "continue" : "join", running: mine ? "continue" : "watch" }[/** @type {"open"} */ (table.status)] ?? "look_back";
  return make(
    "li",
    {},
    make("img", { src: `/covers/${table.game}.svg`, alt: "", width: 72, height: 40 }),
    make("div", { class: "grow" }, make("strong", {}, table.title), make("span", { class: "soft" }, ` ${say(`status_${table.status}`)}`), make("br"), make("span", { class: "soft" }, names)),
    make("a", { class: "button", href: `/tables/${table.table}`, "aria-label": `${say(verb)}: ${table.title}, ${names}` }, say(verb)),
  );
}

async function lists() {
  const [mine, open] = await Promise.all([request("GET", "/api/me/tables"), request("GET", "/api/tables?status=open")]);
  const running = mine.tables.find((table) => table.status === "running");
  byId("mine").replaceChildren(...mine.tables.slice(0, 8).map(entry));
  byId("no-mine").hidden = mine.tables.length > 0;
  byId("open").replaceChildren(...open.tables.slice(0, 12).map(entry));
  byId("no-open").hidden = open.tables.length > 0;
  const resume = byId("resume");
  resume.hidden = !running;
  if (running) resume.replaceChildren(make("img", { src: "/figures/penguin.svg", alt: "", width: 40, height: 40 }), make("span", { class: "grow" }, running.title), make("a", { class: "button primary", href: `/tables/${running.table}` }, say("continue")));
}

if (document.getElementById("mine")) {
  lists().catch(apologise);
  const field = /** @type {HTMLInputElement} */ (byId("name"));
  field.value = myName();
  field.addEventListener("change", () => {
    remember("name", field.value.trim());
    request("PUT", "/api/me", { name: field.value.trim() }).catch(apologise);
  });
  byId("recovery").addEventListener("click", async () => {
    try {
      const { link } = await request("POST", "/api/me/recovery");
      const whole = new URL(link, location.href).href;
      byId("recovery-link").replaceChildren(make("p", {}, say("recovery")), make("p", { class: "link" }, make("code", {}, whole), make("button", { type: "button", onclick: () => copy(whole) }, say("copy_link"))));
    } catch (error) {
      apologise(error);
    }
  });
  const upload = /** @type {HTMLInputElement} */ (byId("record"));
  upload.addEventListener("change", async () => {
    try {
      const text = await upload.files?.[0]?.text();
      if (text) location.href = `/tables/${(await request("POST", "/api/records", text)).table}/replay`;
    } catch (error) {
      apologise(error);
      upload.value = "";
    }
  });
}
