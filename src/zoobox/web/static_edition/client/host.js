// What differs between the editions: here everything comes from the worker of the page around this one.

/** @type {any} */
const shell = /** @type {any} */ (parent).zoobox;
const path = location.search.slice(1) || "/";
const FILE = /^\/(static|figures|covers|rules\/pictures)\//;

/** Which edition this is. */
export const edition = "static";

/** The path of this page, without its query. */
export const here = path.split("?")[0];

/** The query of this page. */
export const query = new URLSearchParams(path.split("?")[1] ?? "");

/** The address of a path, for links and pictures. @param {string} path */
export const address = (path) => shell.drawn.get(path) ?? (FILE.test(path) ? path.slice(1) : `page.html?${path}`);

/** Goes to another page. @param {string} path */
export function go(path) {
  location.href = address(path);
}

export const reload = () => location.reload();

/** Gives this page another path, without leaving it. @param {string} path */
export function rename(path) {
  history.replaceState(null, "", address(path));
  shell.moved(path);
}

/** The whole address of a path, to be given to somebody. @param {string} path */
export const share = (path) => new URL(`index.html#${path}`, location.href).href;

/** A request. @param {string} path @param {RequestInit} [options] @returns {Promise<Response>} */
export async function ask(path, options = {}) {
  const { status, type, text } = await shell.ask(options.method ?? "GET", path, options.body ?? "");
  return new Response(status === 204 ? null : text, { status, headers: { "Content-Type": type } });
}

/** A connection with messages both ways. @param {string} path @returns {WebSocket} */
export const openSocket = (path) => shell.openSocket(path, window);

/** @param {string} name @param {string} text */
function save(name, text) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

// A link to something that the worker makes is no file that the browser could fetch.
document.addEventListener("click", async (event) => {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  const wanted = link?.getAttribute("href") ?? "";
  if (!link || !wanted.startsWith("page.html?/api/")) return;
  event.preventDefault();
  const answer = await shell.ask("GET", wanted.slice("page.html?".length), "");
  if (answer.status === 200) save(link.download || "zoobox.txt", answer.text);
});

document.getElementById("export-games")?.addEventListener("click", async () => {
  for (const { name, text } of await shell.records()) save(name, text);
});

const damaged = document.getElementById("damaged-games");
if (damaged) {
  const found = await shell.damaged();
  damaged.hidden = !found.length;
  damaged.querySelector("button")?.addEventListener("click", () => {
    for (const { key, content } of found) save(`${key.replace(" ", "-")}.json`, JSON.stringify(content, null, 1));
  });
}

addEventListener("pagehide", () => shell.left(window));
