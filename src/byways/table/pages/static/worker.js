// Leads from a notification to its table. It answers no requests, so neither pages nor streams pass through here.
const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(lead(new URL(event.notification.data)));
});

/** @param {URL} table */
async function lead(table) {
  const pages = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const open = pages.find(({ url }) => new URL(url).pathname === table.pathname);
  return open ? open.focus() : worker.clients.openWindow(table);
}
