// What others did, shown again step by step.

import { byId } from "./dom.js";
import { point } from "./marks.js";
import { stepTime } from "./pace.js";

const SHORTEST = 500;

/** @param {import("./picture.js").PictureFrame} frame @param {{svg: string, lines: Line[]}[]} scenes @param {string[]} colours of the seats */
export async function showScenes(frame, scenes, colours) {
  for (const { svg, lines } of scenes) {
    frame.show(svg, { moving: true });
    const remove = lines.map((line) => point(line.targets ?? [], "happened", line.seat === null ? undefined : colours[line.seat]));
    byId("prompt").textContent = lines.map((line) => line.text).join(" ");
    await new Promise((done) => setTimeout(done, Math.max(stepTime(), SHORTEST)));
    for (const one of remove) one();
  }
}
