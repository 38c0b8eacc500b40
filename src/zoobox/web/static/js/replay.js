// The replay of a game: slider, steps, speed, from any seat's eyes once the game is over.

import { copy } from "./copying.js";
import { apologise, byId, language, make, request, richText, say } from "./dom.js";
import { address, go as leave, here, query, rename, share } from "./host.js";
import { PictureFrame } from "./picture.js";
import { caption, dot, nameOf, seatColours } from "./seats.js";

const id = byId("replay").dataset.table ?? "";
const slider = /** @type {HTMLInputElement} */ (byId("moment"));
const eyes = /** @type {HTMLSelectElement} */ (byId("eyes"));
const speed = /** @type {HTMLSelectElement} */ (byId("speed"));

/** @type {TableState} */
let state;
/** @type {Now} */
let now;
/** @type {string[]} */
let colours = [];
let moment = 0;
let timer = 0;
/** @type {Map<string, Promise<any>>} */
const known = new Map();

const frame = new PictureFrame({ stage: byId("stage-box"), others: byId("others") }, (seat) => caption(now, seat, colours));

const asSeat = () => (eyes.value === "" ? "" : `&seat=${eyes.value}`);

/** The colour of whom a line is about. @param {Line} line */
function seatDot(line) {
  const seat = line.event?.seat ?? line.seat;
  return seat === null ? null : dot(colours[seat]);
}

/** @param {number} number */
function fetchMoment(number) {
  const key = `${number}${asSeat()}`;
  const asked = known.get(key) ?? request("GET", `/api/tables/${id}/moments/${number}?pictures=true&view=false&language=${language}${asSeat()}`);
  known.set(key, asked);
  if (known.size > 200) known.delete([...known.keys()][0]);
  return asked;
}

/** @param {number} number */
async function go(number) {
  const last = Number(slider.max);
  moment = Math.max(0, Math.min(last, number));
  slider.value = String(moment);
  try {
    const then = await fetchMoment(moment);
    if (then.moment !== moment) return;
    now = then.now;
    byId("where").textContent = `${moment} / ${last}`;
    slider.setAttribute("aria-valuetext", `${moment} / ${last}`);
    frame.show(now.svg, { duration: Math.min(420, Number(speed.value) * 0.5) });
    const happened = state.log.filter((line) => line.moment === moment);
    byId("happened").textContent = happened.map((line) => line.text).join(" ");
    for (const line of document.querySelectorAll("#log li")) line.classList.toggle("here", Number(/** @type {HTMLElement} */ (line).dataset.moment) === moment);
    const here = document.querySelector("#log li.here");
    if (here instanceof HTMLElement) byId("log").scrollTo({ top: here.offsetTop - 80 });
    rename(link());
    if (moment < last) fetchMoment(moment + 1).catch(() => {});
  } catch (error) {
    stop();
    apologise(error);
  }
}

const link = () => `${here}?moment=${moment}${asSeat()}`;

function stop() {
  clearTimeout(timer);
  timer = 0;
  byId("play").textContent = "▶";
  byId("play").setAttribute("aria-label", say("play"));
}

function start() {
  if (moment >= Number(slider.max)) moment = 0;
  byId("play").textContent = "❚❚";
  byId("play").setAttribute("aria-label", say("pause"));
  const step = async () => {
    await go(moment + 1);
    if (moment >= Number(slider.max)) stop();
    else if (timer) timer = setTimeout(step, Number(speed.value));
  };
  timer = setTimeout(step, 50);
}

async function open() {
  state = await request("GET", `/api/tables/${id}?view=false&language=${language}`);
  const words = await request("GET", `/words/${state.game.name}?language=${language}`);
  byId("game-title").textContent = words.title;
  document.title = `${words.title} · Zoobox`;
  colours = seatColours(state.now.seats, words.seats);
  slider.max = String(state.now.moment);
  const over = state.now.over || state.now.status === "record";
  const seats = over ? state.now.seats : state.now.seats.filter((seat) => seat.you);
  eyes.replaceChildren(make("option", { value: "" }, say("spectator")), ...seats.map((seat) => make("option", { value: seat.seat }, nameOf(seat))));
  if (query.has("seat")) eyes.value = query.get("seat") ?? "";
  if (eyes.selectedIndex < 0) eyes.value = "";
  const record = byId("record");
  record.hidden = !over;
  byId("play-on").hidden = !over;
  record.setAttribute("href", address(`/api/tables/${id}/record`));
  record.setAttribute("download", `${state.game.name}.txt`);
  byId("log").replaceChildren(
    ...state.log.map((line) =>
      make("li", { "data-moment": line.moment }, seatDot(line), make("button", { type: "button", class: "log-jump said", onclick: () => go(line.moment) }, ...richText(line.segments, line.text))),
    ),
  );
  await go(Number(query.get("moment")) || 0);
  byId("review").hidden = !over;
}

slider.addEventListener("input", () => {
  stop();
  go(Number(slider.value));
});
eyes.addEventListener("change", () => go(moment));
const STEPS = { first: -Infinity, back: -1, next: 1, last: Infinity };
for (const [name, step] of Object.entries(STEPS)) byId(name).addEventListener("click", () => (stop(), go(moment + step)));
byId("play").addEventListener("click", () => (timer ? stop() : start()));
byId("play-on").addEventListener("click", async () => {
  try {
    const seat = eyes.value === "" ? (now.waiting[0] ?? 0) : Number(eyes.value);
    leave(`/tables/${(await request("POST", `/api/tables/${id}/moments/${moment}/play`, { seat })).table}`);
  } catch (error) {
    apologise(error);
  }
});

/** The moment at which the turn before or after this one begins. @param {number} direction */
function turn(direction) {
  const seats = state.log.reduce((all, line) => ((all[line.moment] = line.seat), all), /** @type {(number|null)[]} */ ([]));
  let to = moment + direction;
  while (to > 0 && to < Number(slider.max) && (seats[to] ?? seats[moment]) === seats[moment]) to += direction;
  return to;
}

document.addEventListener("keydown", (event) => {
  const typing = event.target instanceof HTMLElement && event.target.matches("input, select, textarea");
  const steps = { ArrowLeft: moment - 1, ArrowRight: moment + 1, PageUp: turn(-1), PageDown: turn(1), Home: 0, End: Infinity };
  if (typing || event.ctrlKey || event.altKey || event.metaKey || !(event.key in steps)) return;
  event.preventDefault();
  stop();
  go(/** @type {Record<string, number>} */ (steps)[event.key]);
});
byId("link").addEventListener("click", () => copy(share(link())));
open().catch(apologise);
