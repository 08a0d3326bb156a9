// htmx stops the stream of a hidden page. Where one plays it goes on, so that one's turn is known at once; but only in the pages that were
// hidden last, because a browser has six connections for all of them. Whoever comes back gets a fresh one: the old one may be dead.
(() => {
  "use strict";
  const FEW = 3;
  const hidden = new BroadcastChannel("hidden"); // hears of every other page that is hidden
  /** @type {Connection | null} */
  let connection = null;
  let later = 0; // pages that were hidden after this one
  const plays = () => ["yours", "theirs"].includes(document.getElementById("turn").value);

  function hide() {
    later = 0;
    if (plays()) hidden.postMessage(null);
    else connection?.visibilityHandler();
  }
  function comeBack() {
    connection?.visibilityHandler();
    connection?.delayCanceller?.();
    connection?.reader?.cancel();
  }
  hidden.addEventListener("message", () => document.hidden && ++later >= FEW && connection?.visibilityHandler());
  document.addEventListener("htmx:sse:before:connection", ({ detail }) => {
    connection = detail.connection;
    document.removeEventListener("visibilitychange", connection.visibilityHandler);
  });
  document.addEventListener("visibilitychange", () => (document.hidden ? hide() : comeBack()));
  if (document.hidden) hide();
})();
