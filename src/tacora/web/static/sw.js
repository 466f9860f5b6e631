// The service worker: caches the app shell (static files, nothing of a table), so that the app opens offline.
// The server prepends three constants: VERSION (a hash of the files), SHELL (their paths) and RULES (paths of the rule books). Files
// under the path of a version are immutable, so each is fetched once; a page of another version is not cached beside them.

const KEPT = `tacora-${VERSION}`;
const OFFLINE = "/offline";
const ICON = "/static/icon.svg";
const PAGES = [OFFLINE, ...RULES];
const fresh = (path) => new Request(path, { cache: "no-cache" });

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(KEPT)
      .then((cache) => Promise.all([cache.addAll(SHELL), cache.addAll(PAGES.map(fresh))]))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name.startsWith("tacora-") && name !== KEPT).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

// The language has changed: fetch the cached pages again.
self.addEventListener("message", (event) => {
  if (event.data === "language") event.waitUntil(caches.open(KEPT).then((cache) => cache.addAll(PAGES.map(fresh))));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (request.mode === "navigate") event.respondWith(page(request, pathname));
  else if (pathname.startsWith(`/static/${VERSION}/`)) event.respondWith(lasting(request, pathname));
  else if (pathname === ICON) event.respondWith(icon(request));
});

// Network first, cache as fallback. The key is the bare path: a token in the fragment is never stored.
async function page(request, pathname) {
  const cache = await caches.open(KEPT);
  try {
    const answer = await fetch(request);
    if (answer.ok && PAGES.includes(pathname)) await keep(cache, pathname, answer.clone());
    return answer;
  } catch {
    return (await cache.match(pathname)) ?? (await cache.match(OFFLINE)) ?? Response.error();
  }
}

async function keep(cache, pathname, answer) {
  const text = await answer.clone().text();
  if (text.includes(`/static/${VERSION}/`)) await cache.put(pathname, answer);
}

async function lasting(request, pathname) {
  const cache = await caches.open(KEPT);
  return (await cache.match(pathname)) ?? fetch(request);
}

async function icon(request) {
  try {
    return await fetch(request);
  } catch {
    const cache = await caches.open(KEPT);
    return (await cache.match(ICON)) ?? Response.error();
  }
}

// A notice leads to the page that gave it.
self.addEventListener("notificationclick", (event) => {
  const { notification } = event;
  notification.close();
  event.waitUntil(
    self.clients.matchAll({ type: "window", includeUncontrolled: true }).then((pages) => {
      const shown = pages.map(({ url }) => new URL(url));
      const page = pages[shown.findIndex(({ pathname, hash }) => pathname === notification.data && !hash.includes("screen"))];
      return page ? page.focus() : self.clients.openWindow(notification.data);
    }),
  );
});
