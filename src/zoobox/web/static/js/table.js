// A table: shows what the server tells, sends what the person decides. It knows no game.

import { chart } from "./chart.js";
import { Choosing, isTyping } from "./choosing.js";
import { apologise, byId, copy, language, make, myName, notice, remember, request, say } from "./dom.js";
import { Live } from "./live.js";
import { motionWanted, PictureFrame } from "./picture.js";
import { RuleBook } from "./rulebook.js";
import { caption, dot, nameOf, result, tick, whoseTurn } from "./seats.js";
import { play, soundWanted } from "./sound.js";

const id = byId("table").dataset.table ?? "";
const address = new URLSearchParams(location.search);
const lessonsWanted = address.has("learn");
const SAMPLES = 40;

/** @type {any} */
let state = null;
/** @type {any} */
let now = null;
/** @type {{score: Record<string, string>, lessons: Record<string, string>, seats: string[], secrets: boolean}} */
let words = { score: {}, lessons: {}, seats: [], secrets: true };
/** @type {any[]} */
let log = [];
/** @type {any[]} what others did since my last decision */
let since = [];
/** @type {Map<number, number[]>} */
const story = new Map();
/** @type {number|null} the board a person asked to see large */
let wanted = null;
/** @type {number|null} */
let lastSeat = null;
let veiled = false;
const seen = new Set(JSON.parse(remember(`lessons.${id}`) || "[]"));

const announce = (text) => {
  const line = make("p", {}, text);
  byId("announce").append(line);
  while (byId("announce").children.length > 6) byId("announce").firstElementChild?.remove();
};
const frame = new PictureFrame({ shared: byId("shared"), mine: byId("mine"), others: byId("others") }, boardCaption);
const choosing = new Choosing(byId("choice-list"), decide, announce);
const rules = new RuleBook();
const live = new Live(id, { message: hear, connection: connected }, { seat: "mine", language });

/** @param {any} message */
async function hear(message) {
  if (message.type === "state") return begin(message);
  if (message.type === "update") return update(message);
  if (message.type === "presence") return presence(message);
  if (message.type === "thinking" && now) {
    now.thinking = message.seats;
    captions();
  }
  if (message.type === "gone" || message.type === "refused") lost();
}

/** The whole state: at the start and after a change of eyes. @param {any} message */
async function begin(message) {
  const first = state === null;
  state = message;
  log = message.log;
  if (first) {
    byId("game-title").textContent = message.game.title;
    document.title = `${message.game.title} · Zoobox`;
    byId("menu-rules").setAttribute("href", `/rules/${message.game.name}`);
    rules.open(message.game.name);
    words = await request("GET", `/words/${message.game.name}?language=${language}`);
  }
  showLog();
  showChat(message.chat);
  since = [];
  show(message.now, { moving: !first });
}

/** @param {any} message */
function update(message) {
  const event = message.event ?? {};
  if (event.kind === "undo") {
    log = log.filter((line) => line.moment <= event.moment);
    since = since.filter((line) => line.moment <= event.moment);
    showLog();
    announce(say("undone"));
  }
  for (const line of message.log ?? []) hearLine(line, event);
  if (event.kind === "chat" && event.line) addChat(event.line);
  if (event.kind === "undo-refused") notice(say("undo_refused"));
  if (event.kind === "rematch") state.rematch = event.table;
  if (message.now) {
    if (event.kind === "play") play(now && now.yours.includes(event.seat) ? "place" : "move");
    show(message.now, { moving: true, hurried: event.by === "bot" && message.now.thinking?.length > 0 });
  }
}

/** @param {any} line @param {any} event */
function hearLine(line, event) {
  log.push(line);
  const list = byId("log");
  list.append(logLine(line));
  list.parentElement?.scrollTo({ top: list.parentElement.scrollHeight });
  const mine = now?.yours.includes(event.seat);
  if (mine && event.kind === "play" && event.by !== "bot") {
    if (since.length && line.moment !== since[0]?.mine) since = [];
  } else if (event.kind === "play") since.push(line);
  if (!mine) announce(line.text);
}

/** @param {any} next @param {{moving?: boolean, hurried?: boolean}} options */
function show(next, options) {
  const before = now;
  now = next;
  now.heardAt = performance.now();
  if (!before || before.moment > now.moment) for (const moment of [...story.keys()]) if (moment > now.moment) story.delete(moment);
  if (now.standings) story.set(now.moment, now.standings.map((one) => one.points));
  const turned = now.yours.length > 1 && now.seat !== null && lastSeat !== null && now.seat !== lastSeat && !now.over;
  lastSeat = now.seat;
  draw(options, veiled || (turned && words.secrets));
  showAsk(before);
  showTools();
  showLounge();
  showEnd(before);
  lesson();
}

/** @param {{moving?: boolean, hurried?: boolean}} options @param {boolean} curtain */
function draw(options, curtain) {
  if (curtain && !veiled) return lowerCurtain(options);
  if (veiled) return;
  if (!now.svg) return offer();
  frame.settle();
  frame.show(now.svg, wanted ?? now.seat ?? 0, options, offer);
  captions();
}

function offer() {
  const asked = now.ask !== null && now.yours.includes(now.seat);
  choosing.offer(asked && !veiled ? now.choices : [], asked && !veiled ? `${now.seat}.${now.ask}` : "");
  byId("choices").hidden = !asked;
  document.body.dataset.question = asked ? `${now.seat}.${now.ask}` : `none.${now.number}`;
}

/** Several people share this device: the next one's board is shown when they say so. @param {object} options */
function lowerCurtain(options) {
  const name = nameOf(now.seats[now.seat]);
  const curtain = /** @type {HTMLDialogElement} */ (byId("curtain"));
  veiled = true;
  choosing.offer([]);
  const raise = () => {
    veiled = false;
    curtain.close();
    draw({ ...options, moving: false }, false);
    byId("prompt").focus();
  };
  curtain.replaceChildren(
    make("img", { src: "/figures/meerkat.svg", alt: "", width: 120, height: 120 }),
    make("h2", {}, say("pass_device", { name })),
    make("button", { type: "button", class: "primary", onclick: raise }, say("i_am", { name })),
  );
  curtain.oncancel = (event) => event.preventDefault();
  if (!curtain.open) curtain.showModal();
}

/** @param {number} seat */
function boardCaption(seat) {
  const line = caption(now, seat, words.seats);
  const large = seat === (wanted ?? now.seat ?? 0);
  if (!large || wanted !== null) {
    const target = large ? null : seat;
    const label = say("enlarge", { name: nameOf(now.seats[target ?? now.seat ?? 0]) });
    line.append(make("button", { type: "button", class: "enlarge", "aria-label": label, title: label, onclick: () => enlarge(target) }, large ? "↩" : "⤢"));
  }
  return line;
}

/** @param {number|null} seat */
function enlarge(seat) {
  wanted = seat === now.seat ? null : seat;
  frame.show(now.svg, wanted ?? now.seat ?? 0, { moving: false }, offer);
}

function captions() {
  for (const figure of document.querySelectorAll("figure.board")) {
    if (figure instanceof HTMLElement) figure.querySelector("figcaption")?.replaceWith(boardCaption(Number(figure.dataset.seat)));
  }
}

/** @param {any} before */
function showAsk(before) {
  const asked = now.ask !== null && now.yours.includes(now.seat);
  byId("whose").textContent = whoseTurn(now);
  byId("prompt").textContent = asked ? now.prompt : now.over || now.yours.length || now.status === "open" ? "" : say("watching");
  document.body.classList.toggle("my-turn", asked);
  byId("rule-now").hidden = !asked;
  if (asked && now.ask !== before?.ask) {
    announce(`${say("your_turn")}. ${now.prompt}`);
    if (before && before.ask === null) play("mine");
  }
  const box = byId("since");
  const lines = since.slice(-12);
  box.hidden = lines.length === 0 || !asked;
  const summary = box.querySelector("summary");
  if (summary && lines.length) summary.replaceChildren(make("span", { class: "soft" }, `${say("since_my_move")}: `), lines[lines.length - 1].text);
  box.querySelector("ul")?.replaceChildren(...lines.map((line) => make("li", {}, line.text)));
}

function showTools() {
  const asked = now.ask !== null && now.yours.includes(now.seat);
  const undo = byId("undo");
  undo.hidden = !(now.undo && (now.undo.possible || now.undo.by_consent)) || now.over;
  byId("hint").hidden = !(asked && state.hints);
  const asking = now.undo?.asked;
  if (asking && asking.missing.some((seat) => now.yours.includes(seat))) askConsent(asking);
  const actions = byId("seat-actions");
  const mine = now.seats.filter((seat) => seat.you);
  actions.replaceChildren(
    ...mine.flatMap((seat) => {
      if (now.over) return [];
      const path = `/api/tables/${id}/seats/${seat.seat}`;
      const suffix = mine.length > 1 ? ` (${nameOf(seat)})` : "";
      const running = now.status === "running";
      return [
        seat.bot_in ? act(say("take_back_seat") + suffix, "DELETE", `${path}/bot`) : running ? act(say("hand_over") + suffix, "PUT", `${path}/bot`) : null,
        running ? null : act(say("leave") + suffix, "DELETE", path),
      ].filter((one) => one !== null);
    }),
  );
}

/** @param {any} asking */
function askConsent(asking) {
  if (document.querySelector(".notice.consent")) return;
  const answer = (/** @type {boolean} */ agree) => () => {
    box.remove();
    const seat = asking.missing.find((one) => now.yours.includes(one));
    request("POST", `/api/tables/${id}/undo/answer`, { seat, agree }).catch(apologise);
  };
  const box = notice(
    make(
      "p",
      {},
      say("undo_asked", { name: nameOf(now.seats[asking.seat]) }),
      " ",
      make("button", { onclick: answer(true) }, say("agree")),
      " ",
      make("button", { onclick: answer(false) }, say("refuse")),
    ),
    "consent",
    0,
  );
}

/** A button that asks the server for something. @param {string} text @param {string} method @param {string} path @param {any} [body] */
function act(text, method, path, body = {}) {
  const go = async () => {
    try {
      await request(method, path, body);
      if (method === "POST") location.reload();
    } catch (error) {
      apologise(error);
    }
  };
  return make("button", { type: "button", onclick: go }, text);
}

/** Before the start, and for guests: who sits where. */
function showLounge() {
  const open = now.seats.filter((seat) => seat.kind === "open");
  const lounge = byId("lounge");
  lounge.hidden = open.length === 0;
  if (lounge.hidden) return;
  const link = location.origin + location.pathname;
  lounge.replaceChildren(
    make("h2", {}, say("waiting_players")),
    make("p", {}, say("invite")),
    make("p", { class: "link" }, make("code", {}, link), make("button", { type: "button", onclick: () => copy(link) }, say("copy_link"))),
    make(
      "ul",
      { class: "seat-list" },
      ...now.seats.map((seat) =>
        make(
          "li",
          {},
          dot(words.seats[seat.seat]),
          make("strong", {}, nameOf(seat)),
          seat.kind === "open" ? act(say("take_seat"), "POST", `/api/tables/${id}/seats/${seat.seat}`, { name: myName() }) : null,
          seat.kind === "open" && state.owner ? act(say("fill_with_bot"), "PUT", `/api/tables/${id}/seats/${seat.seat}/bot`) : null,
        ),
      ),
    ),
  );
}

/** @param {any} before */
async function showEnd(before) {
  const end = byId("end");
  end.hidden = !now.over;
  if (!now.over || (before?.over && end.children.length)) return;
  if (before && !before.over) {
    play("end");
    announce(`${say("over")} ${result(now)}`);
  }
  const names = now.seats.map(nameOf);
  const ranked = [...now.standings].sort((a, b) => a.rank - b.rank || a.seat - b.seat);
  const lines = Object.keys(now.standings[0].breakdown);
  const rematch = async () => {
    try {
      location.href = `/tables/${(await request("POST", `/api/tables/${id}/rematch`)).table}`;
    } catch (error) {
      apologise(error);
    }
  };
  const graph = make("div", { class: "graph" });
  const luck = make("p", { class: "soft luck" });
  const sheet = make(
      "div",
      { class: "scroll", tabindex: "0", role: "region", "aria-label": say("score_sheet") },
      make(
        "table",
        { class: "score" },
        make("thead", {}, make("tr", {}, make("th", { scope: "col" }, say("score_sheet")), ...ranked.map((one) => make("th", { scope: "col" }, dot(words.seats[one.seat]), names[one.seat])))),
        make(
          "tbody",
          {},
          ...lines.map((line) => make("tr", {}, make("th", { scope: "row" }, words.score[line] ?? line), ...ranked.map((one) => make("td", {}, String(one.breakdown[line]))))),
          make("tr", { class: "total" }, make("th", { scope: "row" }, say("total")), ...ranked.map((one) => make("td", {}, String(one.points)))),
          make("tr", {}, make("th", { scope: "row" }, say("rank")), ...ranked.map((one) => make("td", {}, String(one.rank)))),
        ),
      ),
    );
  end.replaceChildren(
    make("h2", {}, make("img", { src: "/figures/star.svg", alt: "", width: 40, height: 40 }), result(now)),
    make("div", { class: "end-body" }, sheet, make("div", {}, make("h3", {}, say("how_it_went")), graph)),
    make(
      "p",
      { class: "actions" },
      now.yours.length ? make("button", { type: "button", class: "primary", onclick: rematch }, say("rematch")) : null,
      make("a", { class: "button", href: `/tables/${id}/replay` }, say("replay")),
      make("a", { class: "button", href: `/api/tables/${id}/record`, download: `${state.game.name}.txt` }, say("download")),
      make("a", { class: "quiet", href: "/" }, say("to_lobby")),
    ),
    luck,
  );
  if (before) end.scrollIntoView({ block: "start" });
  await fillStory();
  if (before) state.luck = (await request("GET", `/api/tables/${id}?view=false&words=false`)).luck;
  const { commitment, seed, salt } = state.luck;
  if (seed !== null) luck.textContent = `${say("luck_commitment")} ${commitment.slice(0, 16)}… · ${say("luck_seed", { seed, salt })}`;
  const told = [...story].sort((a, b) => a[0] - b[0]).map(([moment, points]) => ({ moment, points }));
  graph.replaceChildren(chart(told, names, words.seats));
}

/** What this page did not see itself is asked for, at a sample of moments. */
async function fillStory() {
  const step = Math.max(1, Math.ceil(now.moment / SAMPLES));
  for (let moment = 0; moment < now.moment; moment += step) {
    if ([...story.keys()].some((known) => Math.abs(known - moment) < step)) continue;
    try {
      const then = await request("GET", `/api/tables/${id}/moments/${moment}?view=false&words=false`);
      story.set(moment, then.now.standings.map((one) => one.points));
    } catch {
      return;
    }
  }
}

/** @param {import("./choosing.js").Choice} choice */
async function decide(choice) {
  const asked = { seat: now.seat, ask: now.ask, choice: choice.id };
  since = [];
  byId("since").hidden = true;
  wanted = null;
  try {
    await live.send({ type: "decide", ...asked });
  } catch (error) {
    play("no");
    refusedNotice(error);
    offer();
  }
}

/** @param {any} refusal */
function refusedNotice(refusal) {
  const rule = refusal?.rule;
  const open = make("button", { type: "button", onclick: () => rules.show(rule) }, say("show_rule"));
  notice(make("p", {}, `${say("refused")}: ${refusal?.reason ?? ""} `, rule ? open : null), "bad", 10);
}

async function takeBack() {
  try {
    const answer = await request("POST", `/api/tables/${id}/undo`, { seat: now.seat ?? now.yours[0] });
    if (!answer.done) notice(say("undo_waiting"));
  } catch (error) {
    apologise(error);
  }
}

async function showHint() {
  const thinking = notice(say("hint_thinking"), "info", 30);
  try {
    const answer = await request("GET", `/api/tables/${id}/hint?seat=${now.seat}&language=${language}`);
    const advised = answer.choice;
    const found = answer.ask === now.ask ? choosing.hint(typeof advised === "object" ? advised.id : advised) : null;
    notice(found ? say("hint_is", { label: found.label }) + (answer.reason ? ` ${answer.reason}` : "") : say("no_hint"), "good", 10);
  } catch (error) {
    apologise(error);
  } finally {
    thinking.remove();
  }
}

/** The first time a kind of decision comes up in a lesson, its card is shown. */
function lesson() {
  const box = byId("lesson");
  const asked = now.ask !== null && now.yours.includes(now.seat);
  if (!lessonsWanted || (!asked && !now.over)) return void (box.hidden = true);
  const here = ["start", ...now.choices.map((choice) => choice.rule), ...log.slice(-6).map((line) => line.rule), now.over ? "end" : ""];
  const key = here.find((rule) => words.lessons[rule] && !seen.has(rule));
  if (!key) return void (box.hidden = true);
  const done = () => {
    seen.add(key);
    remember(`lessons.${id}`, JSON.stringify([...seen]));
    lesson();
  };
  box.hidden = false;
  box.replaceChildren(
    make("img", { src: "/figures/elephant.svg", alt: "", width: 56, height: 56 }),
    make(
      "div",
      {},
      make("h2", {}, say("lesson")),
      make("p", {}, words.lessons[key]),
      make("p", { class: "actions" }, make("button", { type: "button", class: "primary", onclick: done }, say("got_it")), key.includes(".") ? make("button", { type: "button", class: "quiet", onclick: () => rules.show(key) }, say("lesson_more")) : null),
    ),
  );
}

/** @param {any} line */
function logLine(line) {
  const rule = make("button", { type: "button", class: "rule-link", "aria-label": `${say("show_rule")}: ${line.rule}`, title: line.rule, onclick: () => rules.show(line.rule) }, "§");
  return make("li", {}, line.seat !== null && line.seat !== undefined ? dot(words.seats[line.seat]) : null, make("span", {}, line.text), rule);
}

function showLog() {
  byId("log").replaceChildren(...log.map(logLine));
  byId("log-panel").scrollTo({ top: byId("log-panel").scrollHeight });
}

/** @param {any[]} lines */
function showChat(lines) {
  byId("chat").replaceChildren();
  for (const line of lines) addChat(line);
}

/** @param {any} line */
function addChat(line) {
  const name = line.name || (line.seat !== null ? nameOf(now.seats[line.seat]) : say("spectator"));
  byId("chat").append(make("li", {}, make("strong", {}, `${name}: `), line.text));
  byId("chat").scrollTo({ top: byId("chat").scrollHeight });
  if (byId("chat-panel").hidden) byId("tab-chat").classList.add("news");
}

/** @param {any} message */
function presence(message) {
  const guests = message.watchers - message.seats.length;
  byId("watchers").textContent = guests > 0 ? say("watchers", { count: guests }) : "";
  if (!now) return;
  for (const seat of now.seats) if (seat.kind === "person") seat.present = message.seats.includes(seat.seat);
  captions();
}

/** @param {boolean} up */
function connected(up) {
  const line = byId("connection");
  if (!up && !line.textContent) {
    line.textContent = say("lost");
    request("GET", `/api/tables/${id}?view=false&words=false`).catch((error) => error.status === 404 && lost());
  }
  if (up && line.textContent) {
    line.textContent = "";
    notice(say("back"), "good", 3);
  }
}

/** No such table: a friendly page instead of an empty one. */
function lost() {
  live.closed = true;
  byId("connection").textContent = "";
  byId("content").replaceChildren(
    make("article", { class: "single sheet" }, make("img", { src: "/figures/meerkat.svg", alt: "", width: 140, height: 140 }), make("p", {}, say("no_table")), make("p", {}, make("a", { class: "button primary", href: "/" }, say("to_lobby")))),
  );
}

/** @param {string} chosen */
function tab(chosen) {
  for (const name of ["log", "chat"]) {
    byId(`${name}-panel`).hidden = name !== chosen;
    byId(`tab-${name}`).setAttribute("aria-selected", String(name === chosen));
  }
  if (chosen === "chat") byId("tab-chat").classList.remove("news");
}

for (const name of ["log", "chat"]) byId(`tab-${name}`).addEventListener("click", () => tab(name));
byId("chat-form").addEventListener("submit", (event) => {
  event.preventDefault();
  const field = /** @type {HTMLInputElement} */ (byId("chat-text"));
  const text = field.value.trim();
  if (!text) return;
  field.value = "";
  live.send({ type: "chat", text }).catch((error) => apologise(new Error(error?.reason)));
});
byId("undo").addEventListener("click", takeBack);
byId("hint").addEventListener("click", showHint);
byId("rule-now").addEventListener("click", () => rules.show(now.choices[0]?.rule));
byId("keys").addEventListener("click", () => notice(say("keys"), "info", 20));

/** @param {string} name @param {() => boolean} isOn @param {string} key */
function toggle(name, isOn, key) {
  const button = byId(name);
  const refresh = () => button.setAttribute("aria-pressed", String(isOn()));
  button.addEventListener("click", () => {
    remember(key, isOn() ? "off" : "on");
    refresh();
  });
  refresh();
}
toggle("sound", soundWanted, "sound");
toggle("motion", motionWanted, "motion");
tick(() => now);

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target) || document.querySelector("dialog[open]")) return;
  const keys = { u: "undo", h: "hint", l: "tab-log", c: "tab-chat" };
  const target = keys[/** @type {keyof typeof keys} */ (event.key.toLowerCase())];
  if (target && !byId(target).hidden) {
    byId(target).click();
    if (target === "tab-chat") byId("chat-text").focus();
    event.preventDefault();
  }
});
document.addEventListener("pointerdown", () => frame.settle(), { capture: true });
request("GET", `/api/tables/${id}?view=false&words=false`).catch((error) => error.status === 404 && lost());
