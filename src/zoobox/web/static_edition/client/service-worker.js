// Keeps the whole folder for use without a network. VERSION and FILES are filled in when the folder is built.

const VERSION = "VERSION_HERE";
const FILES = FILES_HERE;
const CACHE = `zoobox-${VERSION}`;

addEventListener("install", (event) => {
  const wanted = FILES.map((path) => new Request(path, { cache: "no-cache" }));
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(wanted)));
});

addEventListener("activate", (event) => {
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys()) if (name.startsWith("zoobox-") && name !== CACHE) await caches.delete(name);
      await clients.claim();
    })(),
  );
});

addEventListener("message", ({ data }) => data === "use" && skipWaiting());

addEventListener("fetch", (event) => {
  const { request } = event;
  const address = new URL(request.url);
  if (request.method !== "GET" || !address.href.startsWith(registration.scope)) return;
  event.respondWith(
    (async () => {
      const cache = await caches.open(CACHE);
      const path = address.pathname.endsWith("/") ? `${address.pathname}index.html` : address.pathname;
      return (await cache.match(path)) ?? fetch(request);
    })(),
  );
});
