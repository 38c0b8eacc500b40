// A table: shows what the server tells, sends what the person decides. It knows no game.

import { alertsPossible, alertsWanted, alertTurn, setPace, setTitle } from "./alerts.js";
import { Choosing, isTyping } from "./choosing.js";
import { apologise, byId, inWords, language, make, notice, remember, request, richText, say, showAnnouncement } from "./dom.js";
import { address, query, reload } from "./host.js";
import { Live } from "./live.js";
import { inPicture, outline, point, shapeOf } from "./marks.js";
import { Outlook } from "./outlook.js";
import { pace, Pacer, stepTime } from "./pace.js";
import { motionWanted, PictureFrame } from "./picture.js";
import { caption, dot, nameOf, result, seatColours, tick, whoseTurn } from "./seats.js";
import { Together } from "./together.js";

const id = byId("table").dataset.table ?? "";
const lessonsWanted = query.has("learn");

/** @type {TableState} */
let state;
/** @type {Now} */
let now;
/** @type {Words} */
let words = { title: "", lessons: {}, score: {}, seats: [] };
/** @type {Line[]} */
let log = [];
/** @type {Line[]} what others did since my last decision */
let since = [];
/** @type {{svg: string, lines: Line[]}[]} the pictures of what others did since my last decision, to be shown again */
let scenes = [];
/** @type {(() => void)[]} how to remove the outlines of what just happened */
let traces = [];
/** @type {Record<string, any>} what the server says about the link to this table */
let invitation = {};
/** the question whose answer is on its way */
let sent = "";
/** @type {typeof import("./curtain.js")|null} */
let curtains = null;

/** @param {string} text */
const announce = (text) => {
  const lines = byId("announce");
  lines.append(make("p", {}, text));
  while (lines.children.length > 6) lines.firstElementChild?.remove();
};
const together = new Together(id, announce);
const frame = new PictureFrame({ stage: byId("stage-box"), others: byId("others") }, boardCaption);
document.addEventListener("pointerdown", () => frame.settle(), true); // before anybody asks what lies under it
const outlook = new Outlook(
  byId("leads-to"),
  (choice) => (asked() ? { key: `${question()}.${choice.id}`, asking: () => live.send({ type: "consequences", seat: now.seat, ask: now.ask, choice: choice.id }) } : null),
  () => words.seats,
);
const choosing = new Choosing(byId("choice-list"), decide, announce, (choice) => outlook.consider(choice), explain, async (choice) => {
  const { placements } = await live.send({ type: "placements", seat: now.seat, ask: now.ask, choice: choice.id });
  return placements;
});
outlook.choosing = choosing;
const pacer = new Pacer((message, hurried) => update(message, hurried));
/** A small window has parts of the picture one below the other, as wide as it is. */
const wide = matchMedia("(min-width: 700px) and (min-height: 521px)");
const form = () => (wide.matches ? "wide" : "narrow");
const live = new Live(id, { message: hear, connection: connected }, { seat: "mine", language, form: form(), aloud: remember("aloud") === "on" });
let lookedAgain = 0;
wide.addEventListener("change", () => {
  lookedAgain = Date.now();
  live.changeView({ form: form() });
});
byId("stage-box").addEventListener("click", () => pacer.busy && pacer.skip());
let fingersWatched = false;
byId("stage-box").addEventListener("pointerdown", async (event) => {
  if (event.pointerType !== "touch" || fingersWatched) return;
  fingersWatched = true;
  let lifted = false;
  for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => (lifted = true), { capture: true, once: true });
  const { watchFingers } = await import("./zoom.js");
  watchFingers(byId("stage-box"), lifted ? null : event);
});

/** @param {Message} message */
function hear(message) {
  if (message.type === "state") {
    pacer.skip();
    return begin(message);
  }
  if (message.type === "update") return pacer.push(message, needsTime(message));
  if (message.type === "presence") return presence(message);
  if (message.type === "announcement") return showAnnouncement(message.text);
  if (message.type === "thinking" && now) {
    now.thinking = message.seats;
    frame.captions();
  }
  if (message.type === "gone" || message.type === "refused") reload();
}

/** Whether somebody else's step should be seen before the next one is shown. @param {Update} message */
function needsTime(message) {
  const event = message.event ?? {};
  const mine = event.seat !== undefined && (message.now ?? now)?.yours.includes(event.seat);
  return event.kind === "play" && !!message.now && event.by === "bot" && !mine && !asksMe(now);
}

/** The whole state: at the start and after a long break. @param {TableState} message */
async function begin(message) {
  const first = words.title === "";
  state = message;
  log = message.log;
  if (first) {
    byId("menu-rules").setAttribute("href", address(`/rules/${message.game.name}`));
    /** @type {Promise<any>[]} */
    const asked = [request("GET", `/words/${message.game.name}?language=${language}`), message.now.status === "open" ? request("GET", `/tables/${id}/invitation?language=${language}`) : Promise.resolve({})];
    const told = await Promise.all(asked).catch(() => null);
    if (!told) return live.changeView({}); // the server has gone meanwhile: when it is back, everything is asked for again
    [words, invitation] = told;
    byId("game-title").textContent = words.title;
    setTitle(`${words.title} · Zoobox`);
    setPace(message.clock);
    together.absence = message.absence;
    const { luck } = message;
    byId("luck").textContent = [luck?.commitment ? say("fingerprint", { text: luck.commitment.slice(0, 16) }) : "", luck?.given ? say("seed_given") : ""].join(" ");
    byId("luck").title = luck?.commitment ?? "";
    byId("seed-given").hidden = !luck?.given;
  }
  words.seats = seatColours(message.now.seats, words.seats);
  showLog();
  showChat(message.chat);
  since = [];
  scenes = [];
  show(message.now, { moving: !first });
  if (!first) choosing.follow();
}

/** @param {Update} message @param {boolean} [hurried] */
function update(message, hurried = false) {
  const event = message.event ?? {};
  if (event.kind === "undo") {
    const kept = (/** @type {Line} */ line) => line.moment <= (event.moment ?? 0);
    log = log.filter(kept);
    since = since.filter(kept);
    showLog();
    announce(say("undone"));
  }
  if (event.kind === "play" && mine(event) && event.by !== "bot") since = [];
  for (const line of message.log ?? []) hearLine(line, event);
  if (event.kind === "chat" && event.line) addChat(event.line);
  if (event.kind === "chat-removed") document.querySelector(`#chat [data-line="${event.line?.number}"]`)?.remove();
  together.update(message.now ?? now, now, event);
  if (message.now) {
    if (event.kind === "play") play(mine(event) ? "place" : "move");
    show(message.now, { moving: !hurried, duration: Math.min(420, Math.max(160, stepTime() * 0.6)) });
    if (event.kind === "play") keepScene(message, event);
  }
}

/** What others did can be shown again, and stays outlined until my next decision. @param {Update} message @param {TableEvent} event */
function keepScene(message, event) {
  if (mine(event) && event.by !== "bot") {
    scenes = [];
    clearTraces();
    return;
  }
  scenes.push({ svg: message.now?.svg ?? "", lines: message.log ?? [] });
  if (scenes.length > 60) scenes.shift();
  byId("replay-turn").hidden = false;
}

function clearTraces() {
  for (const remove of traces) remove();
  traces = [];
}

/** What happened since my last decision; what is returned outlines it, each in the colour of whom it is about. */
function traced() {
  /** @type {Map<string, Line>} */
  const last = new Map();
  for (const line of [...since].reverse()) for (const target of line.targets ?? []) if (!last.has(target) && last.size < 24) last.set(target, line);
  const found = [...last].flatMap(([target, { seat }]) => {
    const element = inPicture(target);
    return element ? [{ element, shape: shapeOf(element), colour: seat === null ? undefined : words.seats[seat] }] : [];
  });
  return () => {
    traces = found.map(({ element, shape, colour }) => {
      const mark = outline(element, "happened", colour, shape);
      return () => mark.remove();
    });
  };
}

/** Shows again what others did since my last decision, step by step. */
async function replayTurn() {
  const shown = [...scenes];
  choosing.offer([]);
  clearTraces();
  await (await import("./scenes.js")).showScenes(frame, shown, words.seats);
  show(now, { moving: false });
}

/** @param {TableEvent} event */
const mine = (event) => event.seat !== undefined && now?.yours.includes(event.seat);

/** @param {Line} line @param {TableEvent} event */
function hearLine(line, event) {
  const own = mine(event) && event.by !== "bot";
  log.push(line);
  byId("log").append(logLine(line));
  const aboutOthers = !now.yours.includes(line.event?.seat ?? -1); // what came of my own decision is news, too
  if (event.kind === "play" && (!own || aboutOthers)) since.push(line);
  if (!mine(event) || aboutOthers) announce(line.text);
}

/** @param {Now} next @param {Showing} options */
function show(next, options) {
  const before = now;
  now = next;
  now.heardAt = performance.now();
  options.before = frame.measure(now.svg ?? "", options);
  showAsk(before);
  draw(options);
  showTools();
  showScore().catch(apologise);
  showSheets(before).catch(apologise);
}

/** What is rare comes with modules of its own: a shared device, the waiting room, the end, cards in a first game. @param {Now|undefined} before */
async function showSheets(before) {
  const curtain = /** @type {HTMLDialogElement} */ (byId("curtain"));
  if (curtain.open || (now.curtain ?? null) !== null) {
    curtains ??= await import("./curtain.js"); // loaded once, it is shown in the same moment as the picture
    curtains.showCurtain(id, now);
  }
  const waiting = now.status === "open" || now.status === "closed";
  byId("lounge").hidden = !waiting;
  byId("end").hidden = !now.over;
  document.body.classList.toggle("has-sheet", waiting || now.over);
  if (before && !before.over && now.over) {
    play("end");
    announce(`${say("over")} ${result(now)}`);
  }
  if (waiting) (await import("./lounge.js")).showLounge(id, state, now, words, invitation);
  if (now.over && !byId("end").children.length) await (await import("./ending.js")).showEnd(id, state, now, words, !!before);
  if (lessonsWanted) (await import("./cards.js")).showCard(id, now, log, words, showRule);
}

/** The rule behind something. @param {string} rule */
async function showRule(rule) {
  (await import("./rulebook.js")).showRule(state.game.name, rule);
}

/** @param {Showing} options */
function draw(options) {
  if (!now.svg) return offer();
  clearTraces();
  frame.show(now.svg, options, () => {
    const trace = traced(); // measured before choices are lit
    offer();
    trace();
  });
}

/** Whether a question is asked of me. @param {Now|undefined} then */
const asksMe = (then) => !!then && then.ask !== null && then.seat !== null && then.yours.includes(then.seat);
const asked = () => asksMe(now);
const question = () => `${now.seat}.${now.ask}`;

/** A question whose answer is on its way is not asked again. */
function offer() {
  const open = asked() && question() !== sent;
  if (open && answersItself()) return;
  choosing.offer(open ? now.choices : [], open ? question() : "");
  if (open && choosing.hadFocus && document.activeElement === document.body) byId("prompt").focus({ preventScroll: true });
  document.body.classList.toggle("is-asked", asked());
  document.body.classList.toggle("is-over", now.over);
  document.body.dataset.question = asked() ? question() : `none.${now.number}`;
}

const autoWanted = () => remember("auto") !== "off";

/** A question whose answer makes no difference is answered by itself, unless a person wants to do that. */
function answersItself() {
  if (!now.choices.length || !autoWanted() || lessonsWanted || !now.choices[0].forced) return false;
  sent = document.body.dataset.answered = question();
  choosing.offer([]);
  const choice = now.choices[0];
  setTimeout(() => decide(choice, true), stepTime() / 2);
  return true;
}

/** @param {number} seat */
function boardCaption(seat) {
  const line = caption(now, seat, words.seats);
  const label = say("enlarge", { name: nameOf(now.seats[seat]) });
  const enlarge = async () => {
    const board = document.getElementById(`part-seat-${seat}`);
    if (board) (await import("./closer.js")).showBoard(board, nameOf(now.seats[seat]), words.seats[seat]);
  };
  line.append(make("button", { type: "button", class: "enlarge", "aria-label": label, title: label, onclick: enlarge }, "⤢"));
  return line;
}

/** @param {Now|undefined} before */
function showAsk(before) {
  ask.hidden = now.over || now.status === "open";
  byId("whose").textContent = whoseTurn(now);
  byId("prompt").textContent = asked() ? now.prompt : now.yours.length ? "" : say("watching");
  document.body.classList.toggle("my-turn", asked());
  alertTurn(asked(), asked() && !asksMe(before), words.title);
  if (before && !asked() && asksMe(before) && now.waiting.some((seat) => now.seats[seat].kind === "person")) offerAlerts().catch(apologise);
  byId("rule-now").hidden = !asked();
  if (asked() && now.ask !== before?.ask) {
    announce(`${say("your_turn")}. ${now.prompt}`);
    if (before && before.ask === null) play("mine");
  }
  const box = byId("since");
  const lines = since.slice(-12);
  box.classList.toggle("empty", lines.length === 0);
  const summary = box.querySelector("summary");
  if (summary) summary.replaceChildren(...(lines.length ? [make("span", { class: "soft" }, `${say("since_my_move")}: `), ...richText(lines[lines.length - 1].segments, lines[lines.length - 1].text)] : []));
  box.querySelector("ul")?.replaceChildren(...lines.map((line) => make("li", {}, ...richText(line.segments, line.text))));
  const clock = byId("my-clock");
  clock.hidden = !now.clocks || now.seat === null || !now.yours.includes(now.seat);
  if (!clock.hidden) clock.dataset.clock = String(now.seat);
  byId("replay-turn").hidden = scenes.length === 0 || now.over;
}

function showTools() {
  byId("undo").hidden = !(now.undo && (now.undo.possible || now.undo.by_consent)) || now.over;
  byId("hint").hidden = !(asked() && state.hints);
  byId("seat-actions").replaceChildren(...together.actions(now, state.owner));
  together.now = now;
  together.show();
}

/** The score sheet, while somebody looks at it. */
async function showScore() {
  if (now && !byId("score-panel").hidden) (await import("./score.js")).showScore(now, words);
}

const soundWanted = () => remember("sound") === "on";

/** @param {string} tune */
async function play(tune) {
  if (soundWanted()) (await import("./sound.js")).play(tune);
}

/** @param {Choice} choice @param {boolean} [automatic] whether nobody was asked */
async function decide(choice, automatic) {
  since = [];
  scenes = [];
  frame.settle();
  clearTraces();
  outlook.consider(null);
  for (const old of document.querySelectorAll(".notice.hint")) old.remove();
  byId("since").classList.add("empty");
  sent = question();
  if (!live.socket) notice(say("sent_later"));
  try {
    await live.send({ type: "decide", seat: now.seat, ask: now.ask, choice: choice.id, automatic });
  } catch (error) {
    const refusal = /** @type {Refusal} */ (error);
    play("no");
    (await import("./refusal.js")).refuse(`${say("refused")}: ${inWords(refusal)}`, refusal.rule, showRule);
    sent = "";
    offer();
  }
}

/** Why something in the picture cannot be chosen. @param {string[]} targets */
async function explain(targets) {
  const asking = live.send({ type: "why", seat: now.seat, ask: now.ask, targets });
  const refused = await (await import("./refusal.js")).explain(asking, targets, showRule);
  if (refused) play("no");
}

async function takeBack() {
  const answer = await request("POST", `/api/tables/${id}/undo`, { seat: now.undo?.seat ?? now.yours[0] });
  if (!answer.done) announce(say("undo_waiting"));
}

/** @param {Line} line */
function logLine(line) {
  const rule = make("button", { type: "button", class: "rule-link", "aria-label": `${say("show_rule")}: ${line.rule}`, title: line.rule, onclick: () => showRule(line.rule) }, "§");
  const about = line.event?.seat ?? line.seat;
  const item = make("li", { tabindex: "0" }, about !== null ? dot(words.seats[about]) : null, make("span", { class: "said" }, ...richText(line.segments, line.text), line.substitute || line.automatic ? make("span", { class: "soft" }, ` (${say(line.substitute ? "by_bot" : "only_choice")})`) : null), rule);
  let unlight = () => {};
  const light = () => ((unlight = point(line.targets ?? [], "pointed-at", about === null ? undefined : words.seats[about])));
  for (const type of ["pointerenter", "focus"]) item.addEventListener(type, light);
  for (const type of ["pointerleave", "blur"]) item.addEventListener(type, () => unlight());
  return item;
}

function showLog() {
  byId("log").replaceChildren(...log.map(logLine));
}

/** @param {ChatLine[]} lines */
function showChat(lines) {
  byId("chat").replaceChildren();
  for (const line of lines) addChat(line, true);
}

let unread = 0;

/** How many lines of chat somebody has not seen, where they look. @param {number} count */
function chatNews(count) {
  unread = count;
  byId("tab-chat").classList.toggle("news", count > 0);
  const badge = byId("chat-news");
  badge.hidden = count === 0;
  badge.textContent = say("chat_news", { count });
}

/** @param {ChatLine} line @param {boolean} [quiet] */
function addChat(line, quiet = false) {
  const name = line.name || (line.seat !== null ? nameOf(now.seats[line.seat]) : say("spectator"));
  byId("chat").append(make("li", { "data-line": line.number }, make("strong", {}, `${name}: `), line.text));
  byId("chat").scrollTo({ top: byId("chat").scrollHeight });
  if (byId("chat-panel").hidden && !quiet) chatNews(unread + 1);
}

/** @param {Presence} message */
function presence(message) {
  const guests = message.watchers - message.seats.length;
  byId("watchers").textContent = guests > 0 ? say("watchers", { count: guests }) : "";
  if (!now) return;
  for (const seat of now.seats) {
    if (seat.kind === "person") seat.present = message.seats.includes(seat.seat);
    seat.away = message.away[String(seat.seat)] ?? null;
  }
  frame.captions();
  showTools();
}

/** @param {boolean} up */
function connected(up) {
  const line = byId("connection");
  if (up && line.textContent && Date.now() - lookedAgain > 3000) notice(say("back"), "good", 3);
  line.textContent = up ? "" : say("lost");
}

const TABS = ["log", "score", "chat"];

/** @param {string} chosen */
function tab(chosen) {
  const side = byId("choices").parentElement;
  const again = byId(`tab-${chosen}`).getAttribute("aria-selected") === "true";
  side?.classList.toggle("open", !(again && side.classList.contains("open"))); // on a phone the lists open and close
  for (const name of TABS) {
    byId(`${name}-panel`).hidden = name !== chosen;
    byId(`tab-${name}`).setAttribute("aria-selected", String(name === chosen));
  }
  if (chosen === "chat") chatNews(0);
  showScore().catch(apologise);
}

for (const name of TABS) byId(`tab-${name}`).addEventListener("click", () => tab(name));
byId("chat-form").addEventListener("submit", (event) => {
  event.preventDefault();
  const field = /** @type {HTMLInputElement} */ (byId("chat-text"));
  const text = field.value.trim();
  if (!text) return;
  field.value = "";
  live.send({ type: "chat", text, key: `${Math.random()}` }).catch((error) => {
    field.value = text;
    if (error?.code !== "nobody" && error?.code !== "no-name") return apologise(new Error(inWords(error)));
    import("./chat-name.js").then(({ askName }) => askName(() => live.changeView({}))); // the connection has to know who it is
  });
});

byId("chat-news").addEventListener("click", () => {
  if (byId("chat-panel").hidden) tab("chat");
  byId("chat-panel").scrollIntoView({ block: "nearest" });
  byId("chat-text").focus();
});
byId("undo").addEventListener("click", () => takeBack().catch(apologise));
byId("hint").addEventListener("click", async () => (await import("./hint.js")).showHint(id, () => now, choosing));
byId("rule-now").addEventListener("click", () => showRule(now.choices[0]?.rule));
byId("keys").addEventListener("click", () => notice(say("keys"), "info", 20));

/** Offers alerts when somebody has begun to wait for people; refused once, it is not offered again. */
async function offerAlerts() {
  if (alertsPossible() && remember("alerts") === null) (await import("./notifications.js")).offer();
}

/** The switch for alerts in the menu. */
function toggleAlerts() {
  const button = byId("alerts");
  const refresh = () => button.setAttribute("aria-pressed", String(alertsWanted()));
  button.addEventListener("click", async () => {
    await (await import("./notifications.js")).change();
    refresh();
  });
  button.hidden = !("Notification" in window);
  refresh();
}

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
toggle("auto", autoWanted, "auto");
toggle("confirm", () => remember("confirm") === "on", "confirm");
toggle("aloud", () => remember("aloud") === "on", "aloud");
byId("aloud").addEventListener("click", () => live.changeView({ aloud: remember("aloud") === "on" }));
const speed = /** @type {HTMLSelectElement} */ (byId("pace"));
speed.value = pace();
speed.addEventListener("change", () => remember("pace", speed.value));
byId("replay-turn").addEventListener("click", () => replayTurn().catch(apologise));
toggleAlerts();
new ResizeObserver(() => byId("log-panel").scrollTo({ top: byId("log-panel").scrollHeight })).observe(byId("log")); // its end is read
tick(() => now, (seconds) => announce(say("seconds_left", { seconds })));
const ask = /** @type {HTMLElement} */ (document.querySelector(".ask"));

/** @type {Record<string, string>} */
const KEYS = { u: "undo", h: "hint", l: "tab-log", s: "tab-score", c: "tab-chat" };
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target) || document.querySelector("dialog[open]")) return;
  const target = KEYS[event.key.toLowerCase()];
  if (target && !byId(target).hidden) {
    byId(target).click();
    if (target === "tab-chat") byId("chat-text").focus();
    event.preventDefault();
  }
});
