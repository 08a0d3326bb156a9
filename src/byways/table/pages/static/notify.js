// Shows a system notification when it is the viewer's turn, if that is wanted and allowed, and the page is not focused.
import { isFirst } from "./once.js";

const place = document.getElementById("notify");
const button = place?.querySelector("button");
const sentences = place?.querySelectorAll("[data-when]") ?? [];
const isWanted = () => localStorage.getItem("notify") === "on";
const isSeen = () => !document.hidden && document.hasFocus();
const worker = () => navigator.serviceWorker.register("/worker.js");

function state() {
  if (!isSecureContext) return "insecure";
  if (!("Notification" in window && "serviceWorker" in navigator)) return "missing";
  return Notification.permission === "denied" ? "denied" : "ready";
}
const isAllowed = () => state() === "ready" && Notification.permission === "granted";

function show() {
  if (!place) return;
  for (const one of sentences) one.hidden = one.dataset.when !== state();
  button?.setAttribute("aria-pressed", String(isWanted() && isAllowed()));
}
button?.addEventListener("click", async () => {
  localStorage.setItem("notify", isWanted() && isAllowed() ? "off" : "on");
  if (isWanted() && (await Notification.requestPermission()) === "granted") await worker();
  show();
});

/** @param {string} title @param {string} body @param {number} moment */
export async function notify(title, body, moment) {
  const isMine = await isFirst("told", moment); // a focused page suppresses the others too
  if (!isMine || isSeen() || !place || !isWanted() || !isAllowed()) return;
  const registration = await worker();
  if (!registration.active) await navigator.serviceWorker.ready;
  registration.showNotification(title, { body, tag: `${location.pathname} ${moment}`, icon: place.dataset.icon, data: location.href });
}
// Close notifications when the table is looked at.
export async function forget() {
  if (!place || !isWanted() || !isAllowed()) return;
  const open = await (await worker()).getNotifications();
  for (const one of open) if (one.tag.startsWith(`${location.pathname} `)) one.close();
}
document.addEventListener("visibilitychange", () => document.hidden || forget());
addEventListener("focus", forget);
show();
