// Keeps one page for when there is no line. Everything else comes from the server, always.
const KEPT = "skipyard-offline-1";
const PAGE = "/offline";
const NEEDED = [PAGE, "/static/colours.css", "/static/style.css", "/static/reading.css"];

addEventListener("install", (event) => {
  event.waitUntil(caches.open(KEPT).then((cache) => cache.addAll(NEEDED)).then(() => skipWaiting()));
});

addEventListener("activate", (event) => {
  const forget = (names) => Promise.all(names.filter((name) => name !== KEPT).map((name) => caches.delete(name)));
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
