// The worker: loads Python and lets it answer what the page asks. A second one of it thinks for the bots that search.

import { boot } from "./boot.js";
import { Storage } from "./storage.js";

/** @type {any} */
let python;
/** @type {any} */
let app;
/** @type {Record<string, ArrayBuffer>} */
let parts = {};
/** Whether the folder has compiled rules for the bots. */
let compiled = false;

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
let botWorker = null;
/** @type {Map<number, (answer: string) => void>} */
const questions = new Map();
let lastQuestion = 0;
/** How the bots that search run: compiled or interpreted. */
let mode = "";

function startBotWorker() {
  const made = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
  const gone = (/** @type {any} */ event) => {
    botWorker = null;
    for (const answer of questions.values()) answer(JSON.stringify({ error: event.message ?? "a worker died" }));
    questions.clear();
  };
  made.addEventListener("error", gone);
  return new Promise((resolve) => {
    made.addEventListener("message", ({ data }) => {
      if (data.kind === "failed") gone({ message: data.reason });
      else if (data.kind === "answer" && data.id === 0) {
        mode = data.answer;
        resolve(made);
      }
      else if (data.kind === "answer") {
        questions.get(data.id)?.(data.answer);
        questions.delete(data.id);
      }
    });
    made.postMessage({ kind: "start", id: 0, role: "bots", parts, compiled });
  });
}

/** @param {string} question @returns {Promise<string>} */
async function think(question) {
  botWorker ??= startBotWorker();
  const asked = await botWorker;
  return new Promise((resolve) => {
    questions.set(++lastQuestion, resolve);
    asked.postMessage({ kind: "think", id: lastQuestion, question });
  });
}

/** Gives the bots compiled rules; where that fails they go on as they are. Says how they run. */
async function useCompiled() {
  try {
    const fetched = await fetchParts({ "compiled.zip": 1 });
    python.unpackArchive(fetched["compiled.zip"], "zip", { extractDir: "/compiled" });
    const result = app.use_compiled("/compiled");
    app = python.pyimport("zoobox.web.static_edition.worker.thinking");
    return result;
  } catch (error) {
    console.error(error);
    return "interpreted";
  }
}

/** @param {any} request */
async function start(request) {
  parts = request.parts ?? (await fetchParts(request.files));
  compiled = request.compiled;
  python = await boot(parts);
  if (request.role === "bots") {
    app = python.pyimport("zoobox.web.static_edition.worker.thinking");
    return compiled ? await useCompiled() : app.speed.mode();
  }
  const main = python.pyimport("zoobox.web.static_edition.worker.main");
  const database = new Storage((reason) => postMessage({ kind: "full", reason }));
  const send = (/** @type {number} */ socket, /** @type {string} */ event, /** @type {string} */ text) => postMessage({ kind: "socket", socket, event, text });
  const draw = (/** @type {string} */ path, /** @type {string} */ svg) => postMessage({ kind: "drawn", path, svg });
  app = main.App({ database, think, send, draw }, request.languages);
  await app.open();
}

/** @type {Record<string, (request: any) => any>} */
const answers = {
  start,
  request: async ({ method, path, body }) => JSON.parse(await app.answer_text(method, path, body)),
  records: async () => JSON.parse(await app.records_text()),
  damaged: async () => JSON.parse(await app.damaged_text()),
  think: ({ question }) => app.think(question),
  mode: async () => {
    await (botWorker ??= startBotWorker());
    return mode;
  },
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
