// What is said about the seats: names, turns, clocks, and what may be done with a seat.

import { joined, make, say } from "./dom.js";

/** @param {SeatMessage} seat */
export function nameOf(seat) {
  return seat.name || (seat.kind === "open" ? say("open_seat") : say("seat_number", { seat: seat.seat + 1 }));
}

/** The colours of the seats, which pictures take from the page. @param {SeatMessage[]} seats @param {string[]} usual */
export function seatColours(seats, usual) {
  const found = seats.map((seat) => seat.colour ?? usual[seat.seat]);
  found.forEach((colour, seat) => document.documentElement.style.setProperty(`--seat-${seat}`, colour));
  return found;
}

/**
 * The line above a board: colour, name, points, clock, whose turn.
 * @param {Now} now @param {number} number @param {string[]} colours
 */
export function caption(now, number, colours) {
  const seat = now.seats[number];
  const standing = now.standings?.find((one) => one.seat === number);
  const notes = [];
  if (seat.you) notes.push(say("you"));
  else if (seat.kind === "bot") notes.push(say("bot"));
  else if (!seat.present) notes.push(say("away"));
  if (seat.bot_in) notes.push(say("sits_in"));
  const line = make(
    "figcaption",
    { class: `caption${now.waiting.includes(number) ? " waiting" : ""}` },
    dot(colours[number]),
    make("strong", {}, nameOf(seat)),
    notes.length ? make("span", { class: "soft" }, notes.join(", ")) : null,
    now.thinking?.includes(number) ? make("span", { class: "thinking" }, say("thinking"), dots()) : null,
    make("span", { class: "grow" }),
    now.clocks ? make("span", { class: "clock", "data-clock": number }, readable(now.clocks[number].left)) : null,
    standing ? make("span", { class: "points" }, standing.words) : null,
  );
  return line;
}

/** @param {string} colour */
export function dot(colour) {
  const mark = make("span", { class: "dot", "aria-hidden": "true" });
  mark.style.background = colour;
  return mark;
}

const dots = () => make("span", { class: "dots", "aria-hidden": "true" }, make("i"), make("i"), make("i"));

/** Whose turn it is, in words. @param {Now} now */
export function whoseTurn(now) {
  if (now.seat !== null && now.waiting.includes(now.seat) && now.yours.includes(now.seat)) {
    return now.yours.length > 1 ? nameOf(now.seats[now.seat]) : say("your_turn");
  }
  const names = now.waiting.map((seat) => nameOf(now.seats[seat]));
  return names.length === 1 && now.seats[now.waiting[0]].kind === "bot" ? say("turn_of", { name: names[0] }) : say("turns_of", { names: joined(names) });
}

/** Everybody's result, the best first, as the game says it. @param {Now} now */
export function byWhat(now) {
  const ranked = [...now.standings].sort((one, other) => one.rank - other.rank || one.seat - other.seat);
  return ranked.map((one) => (now.seats.length > 1 ? `${nameOf(now.seats[one.seat])}: ${one.words}` : one.words)).join(" · ");
}

/** @param {Now} now */
export function result(now) {
  if (now.ended?.how === "abandoned" || now.ended?.how === "closed") return say("over");
  const best = now.standings.filter((one) => one.rank === 1);
  const names = best.map((one) => nameOf(now.seats[one.seat]));
  if (now.seats.length === 1 && !now.ended) return best[0].result || say("over");
  if (now.ended?.lost.length === now.seats.length) return say("over");
  if (best.length > 1) return say("shared_win", { names: joined(names) });
  return now.yours.includes(best[0].seat) && now.yours.length === 1 ? say("you_win") : say("wins", { name: names[0] });
}

const TOLD_SECONDS = [30, 10, 5];

/** Counts the clocks down between messages, and tells the last seconds of my own. @param {() => Now|null} now @param {(seconds: number) => void} tell */
export function tick(now, tell) {
  let toldAt = Infinity;
  setInterval(() => {
    const told = now();
    const clocks = told?.clocks;
    if (!clocks) return;
    const passed = (performance.now() - (told.heardAt ?? performance.now())) / 1000;
    for (const clock of clocks) {
      const left = Math.max(0, clock.left - (clock.running ? passed : 0));
      for (const face of document.querySelectorAll(`[data-clock="${clock.seat}"]`)) {
        face.textContent = readable(left);
        face.classList.toggle("short", clock.running && left < 15);
      }
      if (clock.seat !== told.seat || !told.yours.includes(clock.seat)) continue;
      const next = clock.running ? TOLD_SECONDS.filter((seconds) => left <= seconds && clock.left > seconds).pop() ?? Infinity : Infinity;
      if (next < toldAt) tell(next);
      toldAt = next;
    }
  }, 250);
}

/** @param {number} seconds */
function readable(seconds) {
  if (seconds >= 86400) return `${Math.floor(seconds / 86400)} d ${Math.floor((seconds % 86400) / 3600)} h`;
  if (seconds >= 3600) return `${Math.floor(seconds / 3600)} h ${Math.floor((seconds % 3600) / 60)} min`;
  return `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;
}
