// A lesson: a scripted first game, one thing at a time, told beside the piece it is about.

import { Choosing } from "./choosing.js";
import { apologise, button, byId, language, make, remember, request, richText, say } from "./dom.js";
import { go as visit, query } from "./host.js";
import { inPicture, point } from "./marks.js";
import { Outlook } from "./outlook.js";
import { stepTime } from "./pace.js";
import { PictureFrame } from "./picture.js";
import { caption } from "./seats.js";

const game = byId("table").dataset.game ?? "";
const wide = matchMedia("(min-width: 700px) and (min-height: 521px)");
const path = (/** @type {string} */ rest) => `/learn/${game}/steps/${rest}${rest.includes("?") ? "&" : "?"}language=${language}&form=${wide.matches ? "wide" : "narrow"}`;

/** @type {LessonStep} */
let step;
let number = Math.max(0, Number(query.get("step")) || 0);
/** counts what is shown, so that what comes late is not */
let shown = 0;
/** @type {() => void} how to remove the outline of what is spoken of */
let unmark = () => {};

const callout = byId("callout");
const announce = () => {};
const frame = new PictureFrame({ stage: byId("stage-box"), others: byId("others") }, (seat) => caption(step.now, seat, step.colours));
const outlook = new Outlook(
  byId("leads-to"),
  (choice) => (step?.exercise ? { key: `${step.number}.${choice.id}`, asking: () => request("GET", path(`${step.number}/consequences/${choice.id}`)) } : null),
  () => step.colours,
);
const choosing = new Choosing(byId("choice-list"), (choice) => answer(choice).catch(apologise), announce, (choice) => outlook.consider(choice), announce);
outlook.choosing = choosing;

const wait = () => new Promise((done) => setTimeout(done, Math.max(350, stepTime())));

/** @param {number} next */
async function go(next) {
  const turn = ++shown;
  callout.hidden = true;
  unmark();
  choosing.offer([]);
  const told = await request("GET", path(String(next)));
  if (turn !== shown) return;
  step = told;
  number = next;
  remember(`lesson.${game}`, String(number));
  history.replaceState(null, "", `?step=${number}`);
  byId("scene").textContent = step.scene;
  byId("where").textContent = `${number + 1} / ${step.count}`;
  /** @type {HTMLProgressElement} */ (byId("progress")).value = (number + 1) / step.count;
  byId("prompt").textContent = step.prompt || say("lesson_look");
  /** @type {HTMLButtonElement} */ (byId("back")).disabled = number === 0;
  frame.show(step.svg, { moving: !step.first });
  for (const moment of step.played) {
    await wait();
    if (turn !== shown) return;
    play(moment);
  }
  if (step.played.length) await wait();
  if (turn !== shown) return;
  document.body.classList.toggle("my-turn", step.exercise);
  document.body.classList.toggle("is-asked", step.exercise);
  document.body.dataset.step = String(number);
  unmark();
  if (step.exercise) choosing.offer(step.choices, `lesson.${number}`);
  unmark = point(step.point, "pointed-at");
  tell(step.text, step.exercise ? null : nextButton());
}

/** Shows one decision and what it did. @param {{svg: string, lines: Line[]}} moment */
function play(moment) {
  unmark();
  frame.show(moment.svg, { moving: true });
  byId("prompt").replaceChildren(...moment.lines.flatMap((line) => [...richText(line.segments, line.text), " "]));
  unmark = point(moment.lines.flatMap((line) => line.targets ?? []), "happened");
}

const last = () => number + 1 >= step.count;
const nextButton = () => (last() ? button(say("lesson_end"), () => finish(), "primary") : button(say("lesson_next"), () => go(number + 1), "primary"));

/** The callout: what is said, beside what it is about. @param {string} text @param {HTMLElement|null} next @param {string} [kind] */
function tell(text, next, kind = "") {
  callout.hidden = false;
  callout.className = `callout ${kind}`;
  const exercise = step.exercise && kind !== "right" ? make("p", { class: "exercise" }, say("lesson_your_turn")) : null;
  callout.replaceChildren(make("p", {}, text), ...(exercise ? [exercise] : []), ...(next ? [make("p", { class: "actions end" }, next)] : []));
  const first = inPicture(step.point[0]);
  if (first && !wide.matches) first.scrollIntoView({ block: "center" });
  place();
  if (next) next.focus({ preventScroll: true });
}

/** @param {Choice} choice */
async function answer(choice) {
  const told = await request("GET", path(`${number}/answers/${choice.id}`));
  if (!told.right) {
    choosing.offer(step.choices, `lesson.${number}.again.${Date.now()}`);
    return tell(told.text, null, "wrong");
  }
  document.body.classList.remove("my-turn", "is-asked");
  play(told);
  tell(told.text, nextButton(), "right");
}

/** The end of a lesson leads to a real game. */
function finish() {
  remember(`lesson.${game}`, "done");
  visit(`/learn/${game}?done`);
}

/** Puts the callout where it hides least. */
function place() {
  const marked = step.point.map(inPicture).filter((one) => one !== null).map((one) => /** @type {SVGGraphicsElement} */ (one).getBoundingClientRect());
  const lit = [...document.querySelectorAll("svg .lit")].slice(0, 60).map((one) => one.getBoundingClientRect());
  const board = document.querySelector("svg.placing")?.getBoundingClientRect();
  const list = step.exercise ? [byId("choices").getBoundingClientRect()] : [];
  const { width, height } = callout.getBoundingClientRect();
  const top = byId("ask").getBoundingClientRect().bottom + 6;
  const bottom = Math.min(innerHeight, step.exercise && !wide.matches ? byId("choices").getBoundingClientRect().top : innerHeight) - 6;
  const anchor = marked.length ? union(marked) : byId("stage-box").getBoundingClientRect();
  const middle = { x: anchor.x + anchor.width / 2 - width / 2, y: anchor.y + anchor.height / 2 - height / 2 };
  const spots = [
    [anchor.right + 16, middle.y], [anchor.x - width - 16, middle.y], [middle.x, anchor.bottom + 16], [middle.x, anchor.y - height - 16],
    [8, bottom - height], [innerWidth - width - 8, bottom - height], [8, top], [innerWidth - width - 8, top], [middle.x, bottom - height],
  ].map(([x, y]) => ({ x: clamp(x, 8, innerWidth - width - 8), y: clamp(y, top, Math.max(top, bottom - height)) }));
  const cost = (/** @type {{x: number, y: number}} */ spot) => {
    const box = new DOMRect(spot.x, spot.y, width, height);
    const hidden = 9 * cover(box, marked) + 3 * cover(box, lit) + 4 * cover(box, list) + (board ? cover(box, [board]) : 0);
    return hidden + 8 * Math.hypot(spot.x - middle.x, spot.y - middle.y);
  };
  const best = spots.reduce((one, other) => (cost(other) < cost(one) ? other : one));
  callout.style.left = `${best.x}px`;
  callout.style.top = `${best.y}px`;
  const tip = marked.length ? { x: clamp(anchor.x + anchor.width / 2 - best.x, 18, width - 18), y: clamp(anchor.y + anchor.height / 2 - best.y, 18, height - 18) } : null;
  const side = !tip ? "none" : best.x >= anchor.right ? "left" : best.x + width <= anchor.x ? "right" : best.y >= anchor.bottom ? "top" : best.y + height <= anchor.y ? "bottom" : "none";
  callout.dataset.tip = side;
  if (tip) {
    callout.style.setProperty("--tip-x", `${tip.x}px`);
    callout.style.setProperty("--tip-y", `${tip.y}px`);
  }
}

/** @param {number} value @param {number} low @param {number} high */
const clamp = (value, low, high) => Math.max(low, Math.min(high, value));

/** How much of the boxes is hidden. @param {DOMRect} box @param {DOMRect[]} others */
function cover(box, others) {
  return others.reduce((sum, one) => sum + Math.max(0, Math.min(box.right, one.right) - Math.max(box.x, one.x)) * Math.max(0, Math.min(box.bottom, one.bottom) - Math.max(box.y, one.y)), 0);
}

/** @param {DOMRect[]} boxes */
function union(boxes) {
  const x = Math.min(...boxes.map((box) => box.x));
  const y = Math.min(...boxes.map((box) => box.y));
  return new DOMRect(x, y, Math.max(...boxes.map((box) => box.right)) - x, Math.max(...boxes.map((box) => box.bottom)) - y);
}

byId("back").addEventListener("click", () => go(number - 1).catch(apologise));
addEventListener("resize", () => callout.hidden || place());
addEventListener("scroll", () => callout.hidden || place(), { passive: true });
wide.addEventListener("change", () => go(number).catch(apologise));
go(number).catch(apologise);
