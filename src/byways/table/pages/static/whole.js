// A stream sends the whole table once, then what has changed: the new text in pieces, cut at each "<", of which old ones come by their numbers.
(() => {
  "use strict";
  /** @type {WeakMap<Connection, string>} */
  const texts = new WeakMap(); // the last text that each connection has brought
  /** @param {string[]} before @param {(string | [from: number, to: number])[]} changes */
  const whole = (before, changes) => changes.flatMap((one) => (Array.isArray(one) ? before.slice(...one) : one)).join("<");
  const known = (/** @type {Connection} */ connection) => /** @type {string} */ (texts.get(connection)); // the whole comes first
  document.addEventListener("htmx:sse:before:message", ({ detail: { connection, message } }) => {
    if (message.event === "changes") [message.event, message.data] = ["", whole(known(connection).split("<"), JSON.parse(message.data))];
    if (!message.event) texts.set(connection, message.data);
  });
})();
