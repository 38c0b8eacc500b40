// How the game went: the points of each seat over the decisions, as a line each.

import { say } from "./dom.js";

const SVG = "http://www.w3.org/2000/svg";
const [WIDE, HIGH, LEFT, BOTTOM, TOP] = [640, 260, 36, 30, 14];

/** @param {string} name @param {Record<string, string|number>} attributes @param {string} [text] */
function draw(name, attributes, text) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  if (text !== undefined) element.textContent = text;
  return element;
}

/**
 * @param {{moment: number, points: number[]}[]} story
 * @param {string[]} names
 * @param {string[]} colours
 */
export function chart(story, names, colours) {
  const last = Math.max(1, ...story.map((entry) => entry.moment));
  const all = story.flatMap((entry) => entry.points);
  const [low, high] = [Math.min(0, ...all), Math.max(1, ...all)];
  const x = (moment) => LEFT + (moment / last) * (WIDE - LEFT - 90);
  const y = (points) => TOP + (1 - (points - low) / (high - low)) * (HIGH - TOP - BOTTOM);
  const svg = draw("svg", { viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img", "aria-label": say("how_it_went"), class: "chart" });
  for (const points of ticks(low, high)) {
    svg.append(draw("line", { x1: LEFT, x2: WIDE - 90, y1: y(points), y2: y(points), class: "chart-line" }));
    svg.append(draw("text", { x: LEFT - 6, y: y(points) + 4, "text-anchor": "end", class: "chart-words" }, String(points)));
  }
  svg.append(draw("text", { x: (WIDE - 90 + LEFT) / 2, y: HIGH - 6, "text-anchor": "middle", class: "chart-words" }, `${last} ${say("decisions")}`));
  const ends = names.map((name, seat) => ({ name, seat, at: y(story[story.length - 1]?.points[seat] ?? 0) }));
  ends.sort((a, b) => a.at - b.at);
  ends.forEach((end, index) => {
    if (index && end.at < ends[index - 1].at + 17) end.at = ends[index - 1].at + 17;
  });
  for (const { name, seat, at } of ends) {
    const path = story.map((entry, index) => `${index ? "L" : "M"}${x(entry.moment).toFixed(1)} ${y(entry.points[seat]).toFixed(1)}`);
    svg.append(draw("path", { d: path.join(""), fill: "none", stroke: colours[seat], "stroke-width": 3, "stroke-linejoin": "round", "stroke-dasharray": ["none", "9 4", "3 4", "12 4 3 4", "1 5"][seat % 5] }));
    svg.append(draw("text", { x: WIDE - 84, y: at + 5, fill: colours[seat], class: "chart-name" }, name.slice(0, 11)));
  }
  return svg;
}

/** @param {number} low @param {number} high */
function ticks(low, high) {
  const step = [1, 2, 5, 10, 20, 50, 100].find((size) => (high - low) / size <= 6) ?? 200;
  const found = [];
  for (let points = Math.ceil(low / step) * step; points <= high; points += step) found.push(points);
  return found;
}
