// The page around all pages: it keeps the worker while one goes from page to page, and shows what it is doing.

/** @type {{version: string, files: Record<string, number>, compiled: boolean, texts: Record<string, Record<string, string>>}} */
const edition = JSON.parse(document.getElementById("edition")?.textContent ?? "{}");
const german = /^de\b/.test(localStorageValue("zoobox.language") ?? navigator.language);
const texts = edition.texts[german ? "de" : "en"];
document.documentElement.lang = german ? "de" : "en";

/** @param {string} id @returns {any} */
const byId = (id) => document.getElementById(id);

/** @param {string} key */
function localStorageValue(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** A sentence instead of the game, with a button where there is something to do. @param {string} text @param {[string, () => any]} [action] */
function tell(text, action) {
  byId("boot").hidden = false;
  byId("page").hidden = true;
  byId("progress").hidden = true;
  byId("words").textContent = text;
  byId("buttons").replaceChildren(...(action ? [makeButton(...action)] : []));
}

/** @param {string} text @param {() => any} press @param {string} [kind] */
function makeButton(text, press, kind = "") {
  const made = document.createElement("button");
  made.textContent = text;
  made.className = kind;
  made.addEventListener("click", press);
  return made;
}

/** A line above the page. @param {string} text @param {...[string, () => any]} actions */
function notice(text, ...actions) {
  const words = document.createElement("p");
  words.textContent = text;
  const hide = makeButton("×", () => (byId("bar").hidden = true), "second");
  hide.setAttribute("aria-label", texts.close);
  byId("bar").replaceChildren(words, ...actions.map(([label, press]) => makeButton(label, press)), hide);
  byId("bar").hidden = false;
}

/** What this browser lacks, as a sentence; empty if it has everything. */
async function lacking() {
  if (typeof WebAssembly !== "object" || typeof Worker !== "function" || typeof DecompressionStream !== "function") return texts.no_wasm;
  try {
    await new Promise((resolve, reject) => {
      const probe = indexedDB.open("zoobox-probe");
      probe.onsuccess = () => (probe.result.close(), resolve(null));
      probe.onerror = () => reject(probe.error);
    });
  } catch {
    return texts.no_storage;
  }
  return "";
}

// Requests and sockets, handed on to the worker.

/** @type {Worker} */
let worker;
let last = 0;
/** @type {Map<number, (answer: any) => void>} */
const waiting = new Map();
/** @type {Map<number, PageSocket>} */
const sockets = new Map();

/** @param {string} kind @param {object} [content] @returns {Promise<any>} */
function ask(kind, content = {}) {
  const id = ++last;
  return new Promise((resolve) => {
    waiting.set(id, resolve);
    worker.postMessage({ kind, id, ...content });
  });
}

/** Behaves like a WebSocket. */
class PageSocket extends EventTarget {
  /** @param {string} path @param {Window} page */
  constructor(path, page) {
    super();
    this.number = ++last;
    this.page = page;
    this.readyState = WebSocket.CONNECTING;
    sockets.set(this.number, this);
    worker.postMessage({ kind: "open", socket: this.number, path });
  }

  /** @param {string} text */
  send(text) {
    worker.postMessage({ kind: "send", socket: this.number, text });
  }

  close() {
    if (sockets.delete(this.number)) worker.postMessage({ kind: "close", socket: this.number });
    this.readyState = WebSocket.CLOSED;
  }

  /** @param {string} kind @param {string} text */
  heard(kind, text) {
    if (kind === "open") this.readyState = WebSocket.OPEN;
    if (kind === "close") {
      sockets.delete(this.number);
      this.readyState = WebSocket.CLOSED;
    }
    this.dispatchEvent(kind === "message" ? new MessageEvent("message", { data: text }) : new Event(kind));
  }
}

const ready = start();

/** What pages use, see host.js and page.js. */
const zoobox = {
  ready,
  /** @param {string} method @param {string} path @param {string} body */
  ask: async (method, path, body) => (await ready, ask("request", { method, path, body })),
  /** @param {string} path @param {Window} page */
  openSocket: (path, page) => new PageSocket(path, page),
  /** @param {string} path */
  async page(path) {
    await ready;
    const answer = await ask("request", { method: "GET", path, body: "" });
    if (!answer.location) zoobox.moved(path);
    return answer;
  },
  /** The page has another path now. @param {string} path */
  moved(path) {
    history.replaceState(null, "", `#${path}`);
  },
  /** A page is gone, and its sockets with it. @param {Window} page */
  left(page) {
    for (const socket of [...sockets.values()]) if (socket.page === page) socket.close();
  },
  records: () => ask("records"),
  damaged: () => ask("damaged"),
  /** How bots that search run: compiled or interpreted. */
  botMode: async () => (await ready, ask("mode")),
  /** Pictures that the worker drew, by their paths. @type {Map<string, string>} */
  drawn: new Map(),
  version: edition.version,
};
Object.assign(window, { zoobox });

/** @param {{data: any}} event */
function heard({ data }) {
  if (data.kind === "socket") sockets.get(data.socket)?.heard(data.event, data.text);
  else if (data.kind === "drawn") zoobox.drawn.set(data.path, URL.createObjectURL(new Blob([data.svg], { type: "image/svg+xml" })));
  else if (data.kind === "progress") {
    byId("progress").value = data.done;
    byId("words").textContent = data.done < 1 ? texts.loading.replace("{percent}", String(Math.floor(data.done * 100))) : texts.starting;
  } else if (data.kind === "full") notice(texts.full, [texts.export, exportGames]);
  else if (data.kind === "failed") tell(`${texts.failed} (${data.reason})`, [texts.again, () => location.reload()]);
  else {
    waiting.get(data.id)?.(data.answer);
    waiting.delete(data.id);
  }
}

async function exportGames() {
  for (const { name, text } of await ask("records")) {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
    link.download = name;
    link.click();
  }
}

/** One tab plays at a time, so that no two write the same game. @param {boolean} steal @returns {Promise<boolean>} */
function takeTurn(steal) {
  if (!navigator.locks) return Promise.resolve(true);
  return new Promise((resolve) => {
    const held = (/** @type {Lock|null} */ lock) => (resolve(!!lock), lock ? new Promise(() => {}) : undefined);
    const moved = () => {
      worker?.terminate();
      tell(texts.moved, [texts.play_here, () => location.reload()]);
    };
    navigator.locks.request("zoobox", steal ? { steal } : { ifAvailable: true }, held).catch(moved);
  });
}

async function start() {
  const missing = await lacking();
  if (missing) {
    tell(missing);
    return new Promise(() => {});
  }
  byId("words").textContent = texts.starting;
  byId("progress").hidden = false;
  if (!(await takeTurn(false))) {
    await new Promise((resolve) => tell(texts.other_tab, [texts.play_here, () => resolve(null)]));
    await takeTurn(true);
    byId("buttons").replaceChildren();
    byId("progress").hidden = false;
  }
  worker = new Worker("worker.js", { type: "module" });
  worker.addEventListener("message", heard);
  worker.addEventListener("error", (event) => heard({ data: { kind: "failed", reason: event.message ?? "" } }));
  await ask("start", { files: edition.files, compiled: edition.compiled, languages: navigator.languages.join(","), role: "tables" });
  navigator.storage?.persist?.().catch(() => {});
  return undefined;
}

ready.then(() => {
  byId("boot").hidden = true;
  byId("page").hidden = false;
  byId("page").src = `page.html?${location.hash.slice(1) || "/"}`;
  document.documentElement.dataset.ready = String(Math.round(performance.now()));
  keepOffline(); // not earlier: what it fetches must not compete with what the first page needs
});

byId("page").addEventListener("load", () => {
  const shown = byId("page").contentDocument;
  if (shown?.title) document.title = shown.title;
  try {
    if (shown?.documentElement.lang) localStorage.setItem("zoobox.language", shown.documentElement.lang);
  } catch {
    // the language is remembered with the games as well
  }
});

// Offline use, and new versions: a new one is fetched in the background and used when the person says so.
function keepOffline() {
  if (!("serviceWorker" in navigator)) return;
  const before = navigator.serviceWorker.controller;
  navigator.serviceWorker
    .register("service-worker.js")
    .then((registration) => {
      const offer = (/** @type {ServiceWorker|null} */ fresh) => fresh && navigator.serviceWorker.controller && notice(texts.update, [texts.update_now, () => fresh.postMessage("use")]);
      offer(registration.waiting);
      registration.addEventListener("updatefound", () => {
        const fresh = registration.installing;
        fresh?.addEventListener("statechange", () => fresh.state === "installed" && offer(fresh));
      });
    })
    .catch(() => {});
  navigator.serviceWorker.addEventListener("controllerchange", () => before && location.reload());
}
