// Two fingers enlarge the picture and move it; what is enlarged can be moved by one finger, too.

const MOST = 4;

/** @typedef {{x: number, y: number, width: number, height: number}} Box */

/** @param {string|null|undefined} text @returns {Box} */
function boxOf(text) {
  const [x, y, width, height] = (text ?? "0 0 1 1").split(" ").map(Number);
  return { x, y, width, height };
}

/** Watches the fingers on the stage. @param {HTMLElement} place @param {PointerEvent|null} first one that is down already */
export function watchFingers(place, first) {
  /** @type {Map<number, PointerEvent>} */
  const fingers = new Map();
  /** @type {{box: Box, distance: number, at: DOMPoint}|null} how the gesture began */
  let start = null;
  /** whether two fingers have been down since there were none */
  let pinching = false;
  const stage = () => /** @type {SVGSVGElement|null} */ (place.querySelector("svg.stage"));
  const middle = () => {
    const all = [...fingers.values()];
    const mean = (/** @type {"clientX"|"clientY"} */ key) => all.reduce((sum, finger) => sum + finger[key], 0) / all.length;
    return { x: mean("clientX"), y: mean("clientY") };
  };
  const apart = () => {
    const [one, other] = [...fingers.values()];
    return other ? Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY) : 1;
  };
  const inside = () => {
    const { x, y } = middle();
    return new DOMPoint(x, y).matrixTransform(stage()?.getScreenCTM()?.inverse());
  };
  const begin = () => {
    start = fingers.size ? { box: boxOf(stage()?.getAttribute("viewBox")), distance: apart(), at: inside() } : null;
  };
  const movesPicture = () => pinching || (place.classList.contains("zoomed") && !place.querySelector(".placing"));

  /** @param {PointerEvent} event */
  const down = (event) => {
    if (event.pointerType !== "touch" || !(event.target instanceof Node) || !place.contains(event.target)) return;
    fingers.set(event.pointerId, event);
    if (fingers.size === 2) {
      pinching = true;
      const stage_ = stage();
      if (stage_ && !place.classList.contains("zoomed")) stage_.dataset.whole = stage_.getAttribute("viewBox") ?? "";
      for (const finger of fingers.values()) finger.target?.dispatchEvent(new PointerEvent("pointercancel", { pointerId: finger.pointerId, bubbles: true }));
    }
    if (pinching) event.stopImmediatePropagation();
    begin();
  };
  /** @param {PointerEvent} event */
  const move = (event) => {
    if (!fingers.has(event.pointerId)) return;
    fingers.set(event.pointerId, event);
    if (!movesPicture() || !start) return;
    event.stopImmediatePropagation();
    show();
  };
  /** Keeps the point of the picture that was between the fingers between them. */
  const show = () => {
    const picture = stage();
    if (!picture || !start) return;
    const whole = boxOf(picture.dataset.whole);
    const width = Math.min(whole.width, Math.max(whole.width / MOST, (start.box.width * start.distance) / apart()));
    const height = (width * whole.height) / whole.width;
    picture.setAttribute("viewBox", [start.box.x, start.box.y, width, height].join(" "));
    const now = inside();
    const [x, y] = [start.box.x + start.at.x - now.x, start.box.y + start.at.y - now.y];
    const keep = (/** @type {number} */ value, /** @type {number} */ from, /** @type {number} */ room) => Math.max(from, Math.min(from + room, value));
    picture.setAttribute("viewBox", [keep(x, whole.x, whole.width - width), keep(y, whole.y, whole.height - height), width, height].join(" "));
    place.classList.toggle("zoomed", width < whole.width * 0.98);
  };
  /** @param {PointerEvent} event */
  const up = (event) => {
    if (!fingers.delete(event.pointerId)) return;
    if (pinching) event.stopImmediatePropagation();
    if (!fingers.size) pinching = false;
    begin();
  };
  addEventListener("pointerdown", down, true);
  addEventListener("pointermove", move, true);
  addEventListener("pointerup", up, true);
  addEventListener("pointercancel", (event) => event.isTrusted && up(event), true);
  if (first) down(first);
}
