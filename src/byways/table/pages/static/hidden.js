// htmx stops the stream of a hidden page. A player's page keeps it, so that their turn is announced at once; but only the pages hidden last do,
// because a browser allows six connections in all. A page that is shown again reconnects, because the old connection may be dead.
(() => {
  "use strict";
  const FEW = 3;
  const hidden = new BroadcastChannel("hidden"); // tells the other pages
  /** @type {Connection | null} */
  let connection = null;
  let later = 0; // pages that were hidden after this one
  const plays = () => ["yours", "theirs"].includes(document.getElementById("turn").value);

  function hide() {
    later = 0;
    if (plays()) hidden.postMessage(null);
    else connection?.visibilityHandler();
  }
  function reconnect() {
    connection?.visibilityHandler();
    connection?.delayCanceller?.();
    connection?.reader?.cancel();
  }
  hidden.addEventListener("message", () => document.hidden && ++later >= FEW && connection?.visibilityHandler());
  document.addEventListener("htmx:sse:before:connection", ({ detail }) => {
    connection = detail.connection;
    document.removeEventListener("visibilitychange", connection.visibilityHandler);
  });
  document.addEventListener("visibilitychange", () => (document.hidden ? hide() : reconnect()));
  if (document.hidden) hide();
})();
