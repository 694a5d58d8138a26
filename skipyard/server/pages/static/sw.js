// Caches one page to show without a connection. Everything else always comes from the server.
const CACHE = "skipyard-offline-1";
const ROOT = new URL(".", location).pathname.slice(0, -1); // the server may be below a path prefix
const PAGE = ROOT + "/offline";
const NEEDED = [PAGE, ...["colours", "style", "reading"].map((name) => `${ROOT}/static/${name}.css`)];

addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(NEEDED)).then(() => skipWaiting()));
});

addEventListener("activate", (event) => {
  const forget = (names) => Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name)));
  event.waitUntil(caches.keys().then(forget).then(() => clients.claim()));
});

addEventListener("fetch", (event) => {
  const { request } = event;
  const path = new URL(request.url).pathname;
  if (request.mode === "navigate") {
    event.respondWith(fetch(request).catch(() => caches.match(PAGE)));
  } else if (NEEDED.includes(path)) {
    event.respondWith(fetch(request).catch(() => caches.match(path)));
  }
});
