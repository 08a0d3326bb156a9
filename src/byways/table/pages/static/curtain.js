// One seat at a time is open on a shared screen: opening another, or handing over, hides this page in every tab. A hidden page stays hidden
// when the browser restores it from its back/forward cache.
(() => {
  "use strict";
  const seat = document.currentScript?.dataset.seat;
  const page = document.documentElement;
  const tabs = new BroadcastChannel(`seats of ${location.pathname}`);
  function hide() {
    page.hidden = true;
    if (!document.hidden) location.replace(location.pathname);
  }
  tabs.addEventListener("message", ({ data }) => data !== seat && hide());
  tabs.postMessage(seat);
  document.addEventListener("click", ({ target }) => target.closest?.("#hand-over") && tabs.postMessage(null));
  document.addEventListener("visibilitychange", () => page.hidden && hide());
  addEventListener("pagehide", () => { page.hidden = true; });
  addEventListener("pageshow", ({ persisted }) => persisted && location.reload());
})();
