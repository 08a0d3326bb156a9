// A stream sends the whole table once, then what has changed: the new text in pieces, cut at each "<", of which old ones come by their numbers.
(() => {
  "use strict";
  const texts = new WeakMap(); // the last text that each connection has brought
  const whole = (before, changes) => changes.flatMap((one) => (Array.isArray(one) ? before.slice(...one) : one)).join("<");
  document.addEventListener("htmx:sse:before:message", ({ detail: { connection, message } }) => {
    if (message.event === "changes") [message.event, message.data] = ["", whole(texts.get(connection).split("<"), JSON.parse(message.data))];
    if (!message.event) texts.set(connection, message.data);
  });
})();
