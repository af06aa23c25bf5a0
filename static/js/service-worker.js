// Works while no page of the site is open: shows notifications and, without a connection, the viewer's list of duels
// as last seen. It stores only that list, its pictures and the files of the page /offline; logging out deletes the
// list.

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));

const OFFLINE = "/offline";
const LIST = "/duels/";
const LOG_OUT = "/logout";
/** The caches: of the page /offline, and of the viewer's list. */
const PAGE = "offline", SEEN = "seen";
const FILES = /<([^>]+)>/g;
const PICTURES = /src="([^"]+\/small\.svg[^"]*)"/g;
const STORED = /^\/static\/|\/small\.svg$/;

/** Store the page /offline and the files named in its header. */
async function storePage() {
  const page = await fetch(OFFLINE);
  if (!page.ok) return;
  const cache = await caches.open(PAGE);
  const files = Array.from((page.headers.get("link") ?? "").matchAll(FILES), ([, address]) => address);
  for (const each of await cache.keys()) await cache.delete(each);
  await cache.put(OFFLINE, page);
  await cache.addAll(files);
}

/** Store the list of duels, replacing the last one. @param {Response} list */
async function storeList(list) {
  const text = await list.clone().text();
  await caches.delete(SEEN);
  const cache = await caches.open(SEEN);
  await cache.put(LIST, list);
  const pictures = new Set(Array.from(text.matchAll(PICTURES), ([, address]) => address.replaceAll("&amp;", "&")));
  await Promise.allSettled(Array.from(pictures, (each) => cache.add(each)));
}

/** Answer with a page; without a connection, with the page /offline. @param {FetchEvent} event */
async function page(event) {
  const answer = await fetch(event.request).catch(() => caches.match(OFFLINE));
  if (new URL(event.request.url).pathname === LIST && answer) {
    if (answer.ok && answer.url.endsWith(LIST)) event.waitUntil(storeList(answer.clone()));
    if (answer.type === "opaqueredirect") event.waitUntil(caches.delete(SEEN));
  }
  return answer ?? Response.error();
}

/** Answer with a file; without a connection, with the stored one. @param {Request} request */
async function file(request) {
  try {
    return await fetch(request);
  } catch {
    return (await caches.match(request)) ?? Response.error();
  }
}

worker.addEventListener("install", (event) => {
  event.waitUntil(storePage().then(() => worker.skipWaiting()));
});

worker.addEventListener("activate", (event) => {
  event.waitUntil(worker.clients.claim());
});

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const { pathname, origin } = new URL(request.url);
  if (request.mode !== "navigate") {
    if (origin === worker.location.origin && STORED.test(pathname)) event.respondWith(file(request));
  } else if (request.method === "GET") event.respondWith(page(event));
  else if (pathname === LOG_OUT) event.waitUntil(caches.delete(SEEN));
});

worker.addEventListener("push", (event) => {
  const { title, body, url, tag, icon, lang } = event.data?.json();
  event.waitUntil(worker.registration.showNotification(title, { body, tag, icon, lang, data: { url } }));
});

/** @param {string} url */
async function show(url) {
  const pages = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const open = pages.find((page) => page.url.split("#")[0] === url);
  return open ? open.focus() : worker.clients.openWindow(url);
}

worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(show(event.notification.data.url));
});
