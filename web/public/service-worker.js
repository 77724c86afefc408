// Keeps one whole version of the page, with Python, so that it plays without a connection.
//
// A version is used when all of it is here. The next one waits, by the browser's own rule, until no tab
// of this one is open: tabs of two versions never write to one journal.

// `scripts/version.js` writes these three lines.
/** Each file of this version with its SHA-256. */
const FILES = {};
const VERSION = "";
/** Whether the host has nothing but files; a server is asked first. */
const IS_STATIC = false;

const PREFIX = "calavera-";
const CACHE = PREFIX + VERSION;
const PAGE = "index.html";
/** How many files come at the same time. */
const LANES = 4;
/** Milliseconds to wait for a server's page where another one is here. */
const PATIENCE = 5000;

const { scope } = self.registration;
/** Some hosts know the first page under the name of its folder alone. */
const addressOf = (name) => scope + (name === PAGE ? "" : name);
const nameOf = (url) => url.split(/[?#]/)[0].slice(scope.length) || PAGE;
/** Whether a file with this name can have no other contents. */
const isNamedByContents = (name) =>
  /^(assets|python)\//.test(name) && name !== "python/manifest.json";

self.addEventListener("install", (event) => event.waitUntil(fill()));

async function fill() {
  const names = Object.keys(FILES);
  const lane = async () => {
    for (let name = names.pop(); name; name = names.pop()) await bring(name);
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}

/** What is here already, from an earlier version or from a try that was cut off, stays. */
async function bring(name) {
  const cache = await caches.open(CACHE);
  const address = addressOf(name);
  if (await cache.match(address)) return;
  const kept = isNamedByContents(name) && (await caches.match(address));
  const answer =
    kept ||
    (await fetch(address, {
      integrity: FILES[name],
      cache: isNamedByContents(name) ? "default" : "no-cache",
    }));
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  await cache.put(address, answer);
}

self.addEventListener("activate", (event) => event.waitUntil(clean()));

async function clean() {
  for (const name of await caches.keys())
    if (name.startsWith(PREFIX) && name !== CACHE) await caches.delete(name);
  await self.clients.claim();
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(scope)) return;
  const name = nameOf(request.url);
  if (request.mode === "navigate") {
    if (IS_STATIC ? name === PAGE : !name.startsWith("api/")) event.respondWith(page(request));
  } else if (name in FILES) event.respondWith(file(request, name));
});

async function page(request) {
  return (!IS_STATIC && (await serversPage(request))) || (await file(request, PAGE));
}

/** The server's answer; null where there is none in time, or a proxy whose server is gone. */
async function serversPage(request) {
  const late = new Promise((done) => setTimeout(() => done(null), PATIENCE));
  const answer = await Promise.race([fetch(request).catch(() => null), late]);
  return answer && ![502, 503, 504].includes(answer.status) ? answer : null;
}

async function file(request, name) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(addressOf(name));
  if (IS_STATIC || isNamedByContents(name)) return kept ?? fetch(request);
  if (name === PAGE) return kept ?? Response.error();
  return fetch(request).catch(() => kept ?? Response.error());
}

// A tap on "your turn" brings that table to the front, or opens it again.
self.addEventListener("notificationclick", (event) => {
  const { address } = event.notification.data;
  event.notification.close();
  event.waitUntil(
    self.clients.matchAll({ type: "window", includeUncontrolled: true }).then((windows) => {
      const open = windows.find(({ url }) => url === address);
      return open ? open.focus() : self.clients.openWindow(address);
    }),
  );
});
