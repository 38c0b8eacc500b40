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
  const daily = byId("daily");
  daily.hidden = !found.daily;
  daily.setAttribute("href", address(`/puzzles/${found.daily}`));
  for (const list of document.querySelectorAll(".puzzle-list")) {
    const own = found.puzzles.filter((/** @type {any} */ one) => one.game === /** @type {HTMLElement} */ (list).dataset.game);
    list.replaceChildren(
      ...own.map((/** @type {any} */ one, /** @type {number} */ index) => {
        const kind = found.me.solved.includes(one.id) ? "solved" : found.me.missed.includes(one.id) ? "missed" : "";
        const words = `${one.theme}, ${say("puzzle_difficulty", one)}`;
        return make("li", {}, make("a", { href: address(`/puzzles/${one.id}`), class: kind, title: words, "aria-label": `${index + 1}: ${words}` }, `${index + 1} ${"●".repeat(one.difficulty)}`));
      }),
    );
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
