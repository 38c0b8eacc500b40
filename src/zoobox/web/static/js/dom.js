// Small things every page uses: elements, texts, requests, notices.

import { address, ask } from "./host.js";

export const SVG = "http://www.w3.org/2000/svg";

/** @param {string} id @returns {HTMLElement} */
export function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`no element ${id}`);
  return found;
}

/**
 * Makes an element. Attributes that start with "on" are listeners; null and false are left out.
 * @param {string} name
 * @param {Record<string, any>} [attributes]
 * @param {...(Node|string|null|undefined)} children
 * @returns {HTMLElement}
 */
export function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else element.setAttribute(key, value === true ? "" : String(value));
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

/** A button; what goes wrong when it is pressed is told. @param {string} text @param {() => any} press @param {string} [kind] */
export function button(text, press, kind) {
  const onclick = async () => {
    try {
      await press();
    } catch (error) {
      apologise(error);
    }
  };
  return make("button", { type: "button", class: kind, onclick }, text);
}

/** @type {Map<string, HTMLElement>} figures that were drawn: while they are kept, a browser has them at once */
const figures = new Map();

/** @param {string} name */
function figure(name) {
  const src = address(`/figures/${name}.svg`);
  if (!figures.has(src)) figures.set(src, make("img", { src, alt: "" }));
  return /** @type {Node} */ (figures.get(src)?.cloneNode());
}

/**
 * A sentence whose animals, tiles and dice are drawn: the picture, and its words for those who listen.
 * @param {Segment[]|undefined} segments @param {string} text @returns {(Node|string)[]}
 */
export function richText(segments, text) {
  if (!segments) return [text];
  return segments.map((segment) =>
    typeof segment === "string" ? segment : make("span", { class: "drawn" }, figure(segment.figure), segment.text),
  );
}

/** @type {Record<string, string>} */
const texts = JSON.parse(document.getElementById("texts")?.textContent || "{}");

export const language = document.documentElement.lang || "en";

/** A text of the catalogue with its gaps filled. @param {string} key @param {Record<string, any>} [gaps] */
export function say(key, gaps = {}) {
  const text = texts[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in gaps ? String(gaps[name]) : whole));
}

/** "a, b and c" @param {string[]} names */
export function joined(names) {
  if (names.length < 2) return names.join("");
  return `${names.slice(0, -1).join(", ")} ${say("and")} ${names[names.length - 1]}`;
}

/**
 * Why something was refused. The service says it in English, except what the rules refuse; in another language the
 * catalogue has a sentence for each code.
 * @param {Refusal} refusal
 */
export function inWords(refusal) {
  const translated = language === "en" ? undefined : texts[`code_${refusal.code.replaceAll("-", "_")}`];
  return translated ?? refusal.reason;
}

export class Refused extends Error {
  /** @param {Refusal} refusal @param {number} status */
  constructor(refusal, status) {
    super(inWords(refusal));
    this.refusal = refusal;
    this.status = status;
  }
}

/**
 * A request to the service; a refusal becomes an error with its reason.
 * @param {string} method @param {string} path @param {any} [body]
 * @returns {Promise<any>}
 */
export async function request(method, path, body) {
  /** @type {Response} */
  let response;
  try {
    const text = typeof body === "string";
    response = await ask(path, {
      method,
      headers: body === undefined && method === "GET" ? {} : { "Content-Type": text ? "text/plain" : "application/json" },
      body: body === undefined ? (method === "GET" ? undefined : "{}") : text ? body : JSON.stringify(body),
    });
  } catch {
    throw new Refused({ code: "offline", reason: say("no_server") }, 0);
  }
  const type = response.headers.get("content-type") || "";
  const answer = type.includes("json") ? await response.json() : await response.text();
  if (!response.ok) {
    throw new Refused(answer?.error ?? { code: "unknown", reason: say("no_server") }, response.status);
  }
  return answer;
}

/** What the host says to everybody. @param {string} text */
export function showAnnouncement(text) {
  const line = byId("announcement");
  if (line.textContent !== text) line.textContent = text;
  line.hidden = !text;
}

/** A quiet notice at the foot of the page. @param {string|Node} content @param {string} [kind] @param {number} [seconds] */
export function notice(content, kind = "info", seconds = 6) {
  const box = make("div", { class: `notice ${kind}`, onclick: seconds ? () => box.remove() : null }, content);
  const list = byId("notices");
  if (list.lastElementChild?.textContent === box.textContent) list.lastElementChild.remove();
  list.append(box);
  while (list.children.length > 3) list.firstElementChild?.remove();
  if (seconds) setTimeout(() => box.remove(), seconds * 1000);
  return box;
}

/** Shows why something did not work. @param {unknown} error */
export function apologise(error) {
  const reason = error instanceof Error ? error.message : String(error);
  notice(say("something_wrong", { reason }), "bad");
}

/** What this device remembers. @param {string} key @param {string} [value] @returns {string|null} */
export function remember(key, value) {
  try {
    if (value !== undefined) localStorage.setItem(`zoobox.${key}`, value);
    return localStorage.getItem(`zoobox.${key}`);
  } catch {
    return null;
  }
}

// A menu closes when the pointer or the focus goes elsewhere.
for (const menu of document.querySelectorAll("details.menu")) {
  document.addEventListener("click", (event) => {
    if (event.target instanceof Node && !menu.contains(event.target)) menu.removeAttribute("open");
  });
  menu.addEventListener("keydown", (event) => {
    if (event instanceof KeyboardEvent && event.key === "Escape") menu.removeAttribute("open");
  });
}
