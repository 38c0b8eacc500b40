// A copy of a piece that hangs at the pointer.

/** @param {SVGElement} svg @param {SVGGraphicsElement} source */
export function hang(svg, source) {
  const { x, y, width, height } = source.getBBox();
  const shown = source.getBoundingClientRect();
  const copy = /** @type {SVGElement} */ (source.cloneNode(true));
  for (const element of [copy, ...copy.querySelectorAll("[id]")]) element.removeAttribute("id");
  for (const mark of copy.querySelectorAll(".outline-mark")) mark.remove();
  copy.removeAttribute("transform");
  const attributes = { viewBox: `${x} ${y} ${width} ${height}`, width: shown.width, height: shown.height, "aria-hidden": "true" };
  for (const [name, value] of Object.entries(attributes)) svg.setAttribute(name, String(value));
  svg.append(copy);
}
