// Puzzles: the list with the daily one, and one puzzle on the board.

import { apologise, button, byId, language, make, request, say } from "./dom.js";
import { Exercise } from "./exercise.js";
import { address, go } from "./host.js";

const page = byId("puzzles");
const id = page.dataset.puzzle ?? "";

/** @param {{rating: number, unsure: number, solved: string[], missed: string[]}} me */
function showRating(me) {
  const counts = say("puzzle_counts", { solved: me.solved.length, missed: me.missed.length });
  byId("rating").textContent = me.solved.length + me.missed.length ? `${say("puzzle_rating", me)}; ${counts}.` : "";
}

async function list() {
  const found = await request("GET", `/api/puzzles?language=${language}`);
  showRating(found.me);
  const sections = [.../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".puzzle-game"))];
  const today = found.puzzles.find((/** @type {any} */ one) => one.id === found.daily);
  if (today) {
    const title = sections.find((section) => section.dataset.game === today.game)?.querySelector("h2")?.textContent ?? "";
    byId("daily").hidden = false;
    byId("daily").append(make("p", {}, `${title}: ${today.theme}, ${say("puzzle_difficulty", today)}`), make("p", {}, toPuzzle(today, say("puzzle_solve"), "primary")));
  }
  for (const section of sections) showGame(section, found.puzzles.filter((/** @type {any} */ one) => one.game === section.dataset.game), found.me);
}

/** @param {any} puzzle @param {string} words @param {string} kind */
function toPuzzle(puzzle, words, kind) {
  return make("a", { href: address(`/puzzles/${puzzle.id}`), class: `button ${kind}` }, words);
}

/** How far one is, the next puzzle, and all of them by difficulty. @param {HTMLElement} section @param {any[]} own @param {any} me */
function showGame(section, own, me) {
  const solved = own.filter((one) => me.solved.includes(one.id)).length;
  const next = own.find((one) => !me.solved.includes(one.id) && !me.missed.includes(one.id));
  const far = say("puzzle_progress", { solved, total: own.length });
  section.append(make("p", {}, make("progress", { max: own.length, value: solved, "aria-label": far }), ` ${far}`));
  if (next) section.append(make("p", {}, toPuzzle(next, say("next_puzzle"), "primary"), ` ${next.theme}, ${say("puzzle_difficulty", next)}`));
  for (const difficulty of new Set(own.map((one) => one.difficulty))) {
    const group = own.filter((one) => one.difficulty === difficulty);
    const links = group.map((one) => {
      const kind = me.solved.includes(one.id) ? "solved" : me.missed.includes(one.id) ? "missed" : "";
      const number = own.indexOf(one) + 1;
      return make("li", {}, make("a", { href: address(`/puzzles/${one.id}`), class: kind, title: one.theme, "aria-label": `${number}: ${one.theme}` }, String(number)));
    });
    const words = `${"●".repeat(difficulty)}${"○".repeat(5 - difficulty)} ${say("puzzle_difficulty", { difficulty })}: ${group.length}`;
    section.append(make("details", {}, make("summary", {}, words), make("ul", { class: "puzzle-list" }, ...links)));
  }
}

async function one() {
  const [position, all] = await Promise.all([request("GET", `/api/puzzles/${id}?language=${language}`), request("GET", `/api/puzzles?language=${language}`)]);
  showRating(all.me);
  byId("about").textContent = `${position.theme}, ${say("puzzle_difficulty", position)}`;
  const done = new Set([...all.me.solved, ...all.me.missed, id]);
  const next = all.puzzles.find((/** @type {any} */ other) => other.game === position.game && !done.has(other.id)) ?? all.puzzles[0];
  const exercise = new Exercise(async (choice) => {
    try {
      const answer = await request("POST", `/api/puzzles/${id}`, { choice: choice.id, language });
      const margin = (100 * answer.margin).toFixed(0);
      const words = answer.solved ? say("puzzle_solved", { margin }) : say("puzzle_missed", { solution: answer.solution_label, margin });
      const levels = Object.entries(answer.solved_by).filter(([, share]) => share > 0.5).map(([level]) => level);
      const found = say("puzzle_solved_by", { levels: levels.join(", ") || say("puzzle_nobody") });
      exercise.say(words, answer.solved ? "right" : "wrong", make("p", {}, answer.reason), make("p", { class: "soft" }, found), button(say("next_puzzle"), () => go(`/puzzles/${next.id}`), "primary"));
      exercise.again(answer.solution);
      showRating(answer.me);
    } catch (error) {
      apologise(error);
      exercise.again();
    }
  });
  exercise.show(position, id);
}

(id ? one() : list()).catch(apologise);
