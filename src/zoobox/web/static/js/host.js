// What differs between the editions: here a server answers. The static edition puts its own module in place of this one.

/** Which edition this is. */
export const edition = "server";

/** The path of this page, without its query. */
export const here = location.pathname;

/** The query of this page. */
export const query = new URLSearchParams(location.search);

/** The address of a path, for links and pictures. @param {string} path */
export const address = (path) => path;

/** Goes to another page. @param {string} path */
export function go(path) {
  location.href = path;
}

export const reload = () => location.reload();

/** Gives this page another path, without leaving it. @param {string} path */
export const rename = (path) => history.replaceState(null, "", path);

/** The whole address of a path, to be given to somebody. @param {string} path */
export const share = (path) => location.origin + path;

/** A request. @param {string} path @param {RequestInit} [options] @returns {Promise<Response>} */
export const ask = (path, options) => fetch(path, options);

/** A connection with messages both ways. @param {string} path @returns {WebSocket} */
export const openSocket = (path) => new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${path}`);
