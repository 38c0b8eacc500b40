// The review of a finished game: it shows itself as it grows, and asks again where something was given away.

import { copy } from "./copying.js";
import { apologise, button, byId, language, make, request, say, SVG } from "./dom.js";
import { Exercise } from "./exercise.js";
import { address, here, share } from "./host.js";

const id = byId("review").dataset.table ?? "";
const SECOND = 1000;
const COLOURS = ["#2f6f9f", "#b4552d", "#3f7d4e", "#7a5c99", "#8a6d1f"];
const DASHES = ["none", "9 4", "3 4", "12 4 3 4", "1 5"];
/** @type {any} */
let review = null;
/** @type {Exercise|null} */
let exercise = null;
/** @type {number|null} the decision that is tried again */
let trying = null;

async function grow() {
  review = await request("GET", `/api/tables/${id}/review?language=${language}`);
  const { judged, decisions, complete } = review;
  /** @type {HTMLProgressElement} */ (byId("progress")).value = decisions ? judged / decisions : 1;
  byId("progress").hidden = complete;
  byId("progress-words").textContent = complete ? "" : say("review_progress", { done: judged, total: decisions });
  const told = new Set(review.moments.map((/** @type {any} */ one) => one.text)); // below, as links
  byId("summary").replaceChildren(...review.summary.filter((/** @type {string} */ words) => !told.has(words)).map((/** @type {string} */ words) => make("p", {}, words)));
  byId("turning-points").hidden = !review.moments.length;
  byId("turning").replaceChildren(...review.moments.map((/** @type {any} */ one) => make("li", {}, make("a", { href: address(`/tables/${id}/replay?moment=${one.number}`) }, one.text))));
  chart();
  accounts();
  table();
  if (complete) mistakes();
  else setTimeout(() => grow().catch(apologise), SECOND);
}

/** The chances of all seats, a line each, with the interval of what was judged. */
function chart() {
  const alone = review.game.players === 1;
  if (alone) byId("chart-title").textContent = say("review_results");
  const [wide, high, left] = [innerWidth < 600 ? 480 : 900, 240, alone ? 210 : 64];
  const [low, top] = [review.axis[0].value, review.axis[2].value];
  const last = Math.max(1, review.chances.length - 1);
  const picture = document.createElementNS(SVG, "svg");
  picture.setAttribute("viewBox", `0 0 ${wide} ${high}`);
  picture.setAttribute("class", "chances-chart chart");
  picture.setAttribute("role", "img");
  picture.setAttribute("aria-label", review.summary.join(" "));
  const x = (/** @type {number} */ moment) => left + (moment / last) * (wide - left - 110);
  const y = (/** @type {number} */ chance) => 12 + (1 - (Math.min(top, Math.max(low, chance)) - low) / (top - low)) * (high - 32);
  /** @param {string} name @param {Record<string, any>} attributes @param {string} [text] */
  const draw = (name, attributes, text = "") => {
    const element = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
    element.textContent = text;
    picture.append(element);
  };
  for (const { value, words } of review.axis) {
    draw("line", { x1: left, x2: wide - 110, y1: y(value), y2: y(value), class: "chart-line" });
    draw("text", { x: left - 6, y: y(value) + 4, "text-anchor": "end", class: "chart-words" }, words);
  }
  const error = (/** @type {any} */ one) => one.options.find((/** @type {any} */ option) => option.choice === one.best)?.error ?? 0;
  const spreads = new Map(review.all.some(error) ? review.all.map((/** @type {any} */ one) => [one.number, 1.96 * error(one)]) : []);
  review.names.forEach((/** @type {string} */ name, /** @type {number} */ seat) => {
    const known = review.chances.map((/** @type {number[]|null} */ chances, /** @type {number} */ moment) => (chances ? [moment, chances[seat]] : null)).filter(Boolean);
    if (!known.length) return;
    let spread = 0; // as wide as at the decision that was judged last
    /** @type {number[][]} */
    const bands = known.map((/** @type {number[]} */ [moment, chance]) => {
      spread = spreads.get(moment) ?? spread;
      return [x(moment), y(chance + spread), y(chance - spread)];
    });
    const edge = [...bands.map(([at, above]) => `${at},${above}`), ...bands.map(([at, , below]) => `${at},${below}`).reverse()];
    if (spreads.size) draw("polygon", { points: edge.join(" "), class: "band", fill: COLOURS[seat] });
    draw("polyline", { points: known.map((/** @type {number[]} */ [moment, chance]) => `${x(moment)},${y(chance)}`).join(" "), fill: "none", stroke: COLOURS[seat], "stroke-width": 2.5, "stroke-dasharray": DASHES[seat] });
    draw("text", { x: wide - 104, y: y(known[known.length - 1][1]) + (seat ? 14 : 0), class: "chart-words", fill: COLOURS[seat] }, name.slice(0, 14));
  });
  byId("chances").replaceChildren(picture);
}

/** Where each result comes from, side by side: accuracy, luck, own decisions, those of others. */
function accounts() {
  if (review.game.players === 1 || !review.judged) return;
  const points = (/** @type {number} */ chance) => `${chance < 0 ? "−" : "+"}${Math.abs(100 * chance).toFixed(0)}`;
  const titles = ["", say("review_accuracy"), say("review_luck"), say("review_own"), say("review_others")];
  const head = make("thead", {}, make("tr", {}, ...titles.map((words) => make("th", { scope: "col" }, words))));
  const rows = review.seats.map((/** @type {any} */ one) => {
    const accuracy = one.accuracy === null ? [] : [make("meter", { min: 0, max: 100, value: one.accuracy.toFixed(0), "aria-hidden": "true" }), ` ${one.accuracy.toFixed(0)}`];
    return make("tr", {}, make("th", { scope: "row" }, review.names[one.seat]), make("td", {}, ...accuracy), ...[one.luck, one.own, one.others].map((chance) => make("td", {}, points(chance))));
  });
  byId("accounts").replaceChildren(head, make("tbody", {}, ...rows));
  byId("accounts-words").textContent = say("review_account");
}

function table() {
  const points = (/** @type {number} */ chance) => (100 * chance).toFixed(0);
  const alone = review.game.players === 1;
  const head = make("thead", {}, make("tr", {}, ...["", "", say("review_worth"), say(alone ? "review_possible" : "review_lost")].map((words) => make("th", { scope: "col" }, words))));
  const rows = review.all.map((/** @type {any} */ one) => {
    const spread = 196 * (one.options.find((/** @type {any} */ option) => option.choice === one.chosen)?.error ?? 0);
    return make(
      "tr",
      {},
      make("th", { scope: "row" }, make("a", { href: address(`/tables/${id}/replay?moment=${one.number}`) }, say("review_decision", { number: one.number + 1 }))),
      make("td", {}, review.names[one.seat]),
      make("td", {}, alone ? one.worth : `${points(one.value)}${spread >= 0.5 ? ` ± ${spread.toFixed(0)}` : ""}`),
      make("td", {}, one.lost ? (alone ? one.best_worth : points(one.lost)) : ""),
    );
  });
  byId("decisions").replaceChildren(head, make("tbody", {}, ...rows));
}

/** Buttons for what there is to learn from: my own, or everybody's where I did not play. */
function mistakes() {
  const seats = review.yours.length ? review.yours : review.names.map((/** @type {string} */ _, /** @type {number} */ seat) => seat);
  const all = seats.flatMap((/** @type {number} */ seat) => review.mistakes[seat]).sort((/** @type {number} */ a, /** @type {number} */ b) => a - b);
  byId("mistakes").replaceChildren(...(all.length ? all.map((/** @type {number} */ number) => button(say("review_decision", { number: number + 1 }), () => tryAgain(number))) : [say("no_mistakes")]));
}

/** @param {number} number */
async function tryAgain(number) {
  trying = number;
  exercise ??= new Exercise(answer);
  exercise.show(await request("GET", `/api/tables/${id}/review/${number}?language=${language}`), `decision ${number}`);
  byId("prompt").focus();
}

/** @param {Choice} choice */
async function answer(choice) {
  if (!exercise || trying === null) return;
  try {
    const found = await request("POST", `/api/tables/${id}/review/${trying}`, { choice: choice.id, language });
    const words = found.right ? say("exercise_right", found) : say("exercise_wrong", { worth: found.worth, best: found.best_label, best_worth: found.best_worth });
    exercise.say(words, found.right ? "right" : "wrong", make("p", {}, found.reason));
    exercise.again(found.right ? undefined : found.best);
  } catch (error) {
    apologise(error);
    exercise.again();
  }
}

byId("link").addEventListener("click", () => copy(share(here)));
grow().catch(apologise);
