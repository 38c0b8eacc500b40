// The worker: loads Python and lets it answer what the page asks. A second one of it thinks for the bots that search.

import { boot } from "./boot.js";
import { Storage } from "./storage.js";

/** @type {any} */
let python;
/** @type {any} */
let app;
/** @type {Record<string, ArrayBuffer>} */
let parts = {};

/** Fetches the compressed parts, telling how far it is. @param {Record<string, number>} files sizes by name */
async function fetchParts(files) {
  const total = Object.values(files).reduce((sum, size) => sum + size, 0);
  let done = 0;
  const fetchOne = async (/** @type {string} */ name) => {
    const response = await fetch(new URL(`${name}.bin`, import.meta.url));
    if (!response.ok || !response.body) throw new Error(`${name}: ${response.status}`);
    const counting = new TransformStream({
      transform(chunk, controller) {
        done += chunk.byteLength;
        postMessage({ kind: "progress", done: Math.min(1, done / total) });
        controller.enqueue(chunk);
      },
    });
    const whole = response.body.pipeThrough(counting).pipeThrough(new DecompressionStream("gzip"));
    return [name, await new Response(whole).arrayBuffer()];
  };
  return Object.fromEntries(await Promise.all(Object.keys(files).map(fetchOne)));
}

// The bots that search think in a worker of their own, which is started when one is needed.

/** @type {Promise<Worker>|null} */
let thinker = null;
/** @type {Map<number, (answer: string) => void>} */
const questions = new Map();
let lastQuestion = 0;

function startThinker() {
  const made = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
  const gone = (/** @type {any} */ event) => {
    thinker = null;
    for (const answer of questions.values()) answer(JSON.stringify({ error: event.message ?? "a worker died" }));
    questions.clear();
  };
  made.addEventListener("error", gone);
  return new Promise((resolve) => {
    made.addEventListener("message", ({ data }) => {
      if (data.kind === "failed") gone({ message: data.reason });
      else if (data.kind === "answer" && data.id === 0) resolve(made);
      else if (data.kind === "answer") {
        questions.get(data.id)?.(data.answer);
        questions.delete(data.id);
      }
    });
    made.postMessage({ kind: "start", id: 0, role: "bots", parts });
  });
}

/** @param {string} question @returns {Promise<string>} */
async function think(question) {
  thinker ??= startThinker();
  const asked = await thinker;
  return new Promise((resolve) => {
    questions.set(++lastQuestion, resolve);
    asked.postMessage({ kind: "think", id: lastQuestion, question });
  });
}

/** @param {any} wish */
async function start(wish) {
  parts = wish.parts ?? (await fetchParts(wish.files));
  python = await boot(parts);
  const main = python.pyimport("zoobox.web.static_edition.worker.main");
  if (wish.role === "bots") {
    app = main;
    return;
  }
  const database = new Storage((reason) => postMessage({ kind: "full", reason }));
  const send = (/** @type {number} */ socket, /** @type {string} */ event, /** @type {string} */ text) => postMessage({ kind: "socket", socket, event, text });
  const draw = (/** @type {string} */ path, /** @type {string} */ svg) => postMessage({ kind: "drawn", path, svg });
  app = main.App({ database, think, send, draw }, wish.languages);
  await app.open();
}

/** @type {Record<string, (wish: any) => any>} */
const answers = {
  start,
  request: async ({ method, path, body }) => JSON.parse(await app.answer_text(method, path, body)),
  records: async () => JSON.parse(await app.records_text()),
  damaged: async () => JSON.parse(await app.damaged_text()),
  think: ({ question }) => app.think(question),
};

addEventListener("message", async ({ data }) => {
  if (data.kind === "open") app.socket_opened(data.socket, data.path);
  else if (data.kind === "send") app.socket_received(data.socket, data.text);
  else if (data.kind === "close") app.socket_closed(data.socket);
  else {
    try {
      postMessage({ kind: "answer", id: data.id, answer: await answers[data.kind](data) });
    } catch (error) {
      console.error(error);
      const reason = error instanceof Error ? error.message.trim().split("\n").at(-1) : String(error);
      if (data.kind === "start") postMessage({ kind: "failed", reason });
      else {
        const told = JSON.stringify({ error: { code: "server", reason, rule: null, number: null } });
        postMessage({ kind: "answer", id: data.id, answer: { status: 500, type: "application/json", text: told, location: null } });
      }
    }
  }
});
