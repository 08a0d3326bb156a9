// Opens the table of a notification. It handles no requests, so pages and streams do not pass through it.
const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(openTable(new URL(event.notification.data)));
});

/** @param {URL} table */
async function openTable(table) {
  const pages = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const open = pages.find(({ url }) => new URL(url).pathname === table.pathname);
  return open ? open.focus() : worker.clients.openWindow(table);
}
