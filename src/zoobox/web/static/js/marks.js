// Marks in the picture: the outline of what can be chosen, of what just happened, and short tags at a place.

import { make, SVG } from "./dom.js";

const SHAPES = "rect, circle, ellipse, path, polygon";

/**
 * Draws the outline of an element's real shape: dark, white and, on it, a colour, so that it is seen on any ground.
 * Who draws many finds all shapes first, so that the page is laid out once.
 * @param {SVGGraphicsElement} element @param {string} kind @param {string} [colour] @param {SVGElement} [shape]
 * @returns {SVGGElement}
 */
export function outline(element, kind, colour, shape = shapeOf(element)) {
  const mark = document.createElementNS(SVG, "g");
  mark.setAttribute("class", `outline-mark ${kind}`);
  mark.setAttribute("aria-hidden", "true");
  if (colour) mark.style.setProperty("--mark", colour);
  for (const layer of ["edge", "under", "over"]) {
    const copy = /** @type {SVGElement} */ (shape.cloneNode(false));
    for (const name of ["id", "style", "fill", "stroke", "opacity", "filter"]) copy.removeAttribute(name);
    copy.setAttribute("class", layer);
    mark.append(copy);
  }
  if (element instanceof SVGGElement || element instanceof SVGSVGElement) element.append(mark);
  else element.after(mark);
  return mark;
}

/** The shape to draw around: the one the picture names, the element itself, or its box. @param {SVGGraphicsElement} element @returns {SVGElement} */
export function shapeOf(element) {
  const named = element.querySelector(":scope > .outline");
  if (named instanceof SVGElement) return named;
  if (element.matches(SHAPES)) return element;
  const box = element.getBBox();
  const rect = document.createElementNS(SVG, "rect");
  const pad = Math.min(4, Math.max(box.width, box.height) * 0.06);
  const place = { x: box.x - pad, y: box.y - pad, width: box.width + 2 * pad, height: box.height + 2 * pad, rx: 8 };
  for (const [name, value] of Object.entries(place)) rect.setAttribute(name, String(value));
  return rect;
}

/** @param {string} id @returns {SVGGraphicsElement|null} */
export function inPicture(id) {
  const element = document.getElementById(id);
  return element instanceof SVGGraphicsElement ? element : null;
}

/** Shows the whole picture again where somebody had enlarged a part of it. */
export function showWhole() {
  const stage = document.querySelector(".stage-box.zoomed svg.stage");
  if (!(stage instanceof SVGElement)) return;
  stage.setAttribute("viewBox", stage.dataset.whole ?? "");
  stage.parentElement?.classList.remove("zoomed");
}

/** Outlines every place a line is about, until the returned function is called. @param {string[]} targets @param {string} kind @param {string} [colour] */
export function point(targets, kind, colour) {
  const marks = targets.flatMap((target) => {
    const element = inPicture(target);
    return element ? [outline(element, kind, colour)] : [];
  });
  return () => marks.forEach((mark) => mark.remove());
}

/** A short tag that floats at a place of the picture. @param {string} target @param {string} text @param {string} colour */
export function tag(target, text, colour) {
  const box = inPicture(target)?.getBoundingClientRect();
  if (!box || !box.width) return () => {};
  const mark = make("span", { class: "tag" }, text);
  mark.style.setProperty("--mark", colour);
  const stacked = [...document.querySelectorAll(".tag")].filter((other) => other instanceof HTMLElement && other.dataset.at === target).length;
  mark.dataset.at = target;
  mark.style.left = `${Math.max(4, Math.min(innerWidth - 120, box.x + box.width / 2))}px`;
  mark.style.top = `${scrollY + Math.max(4, box.y - 26 - 26 * stacked)}px`;
  document.body.append(mark);
  return () => mark.remove();
}
