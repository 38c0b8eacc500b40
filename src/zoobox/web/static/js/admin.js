// The host's page and the door of a closed club: buttons and forms say in their attributes what they ask the server for.

import { apologise, request } from "./dom.js";
import { go, reload } from "./host.js";
import { confirmed } from "./together.js";

const WAIT = 1600; // a server reads what the host has decided once a second

/** What was typed into a form. @param {HTMLElement} element @returns {Record<string, any>|undefined} */
function typed(element) {
  if (!(element instanceof HTMLFormElement)) return undefined;
  const numbers = new Set([...element.querySelectorAll("input[type=number]")].map((field) => field.getAttribute("name")));
  return Object.fromEntries([...new FormData(element)].map(([name, value]) => [name, numbers.has(name) ? Number(value) : value]));
}

/** @param {HTMLElement} element */
async function carryOut(element) {
  const { method = "POST", path = "", sure, really, wait, go: target } = element.dataset;
  const body = typed(element);
  if (sure && !(await confirmed(sure, element.textContent ?? ""))) return;
  element.setAttribute("aria-busy", "true");
  try {
    if (really) {
      const found = await request(method, path, body);
      const words = really.replace("{tables}", found.tables).replace("{people}", found.people);
      if (!(await confirmed(words, element.querySelector("button")?.textContent ?? ""))) return;
      await request(method, path, { ...body, really: true });
    } else await request(method, path, body);
    if (wait !== undefined) await new Promise((done) => setTimeout(done, WAIT));
    if (target) go(target);
    else reload();
  } finally {
    element.removeAttribute("aria-busy");
  }
}

for (const element of document.querySelectorAll("[data-path]")) {
  if (!(element instanceof HTMLElement)) continue;
  element.addEventListener(element instanceof HTMLFormElement ? "submit" : "click", (event) => {
    event.preventDefault();
    carryOut(element).catch(apologise);
  });
}
