// Reassembles snapshots. A stream sends the whole text once, then differences: parts between "<" that were there before come as ranges of numbers.
(() => {
  "use strict";
  /** @type {WeakMap<Connection, string>} */
  const texts = new WeakMap(); // the last text of each connection
  /** @param {string[]} before @param {(string | [from: number, to: number])[]} changes */
  const whole = (before, changes) => changes.flatMap((one) => (Array.isArray(one) ? before.slice(...one) : one)).join("<");
  const known = (/** @type {Connection} */ connection) => /** @type {string} */ (texts.get(connection)); // the whole text comes first
  document.addEventListener("htmx:sse:before:message", ({ detail: { connection, message } }) => {
    if (message.event === "changes") [message.event, message.data] = ["", whole(known(connection).split("<"), JSON.parse(message.data))];
    if (!message.event) texts.set(connection, message.data);
  });
})();
