// At one screen one seat is open: whoever opens another, or hands over, closes this page in every tab. What is left shows nothing any more,
// also where the browser has kept it whole to go back to.
(() => {
  "use strict";
  const seat = document.currentScript?.dataset.seat;
  const page = document.documentElement;
  const tabs = new BroadcastChannel(`seats of ${location.pathname}`);
  function fall() {
    page.hidden = true;
    if (!document.hidden) location.replace(location.pathname);
  }
  tabs.addEventListener("message", ({ data }) => data !== seat && fall());
  tabs.postMessage(seat);
  document.addEventListener("click", ({ target }) => target.closest?.("#hand-over") && tabs.postMessage(null));
  document.addEventListener("visibilitychange", () => page.hidden && fall());
  addEventListener("pagehide", () => { page.hidden = true; });
  addEventListener("pageshow", ({ persisted }) => persisted && location.reload());
})();
