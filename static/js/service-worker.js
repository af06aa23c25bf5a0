// Shows messages while no page of the site is open; it stores nothing and answers no request.

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));

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
