// Drawings call seats by their colours, because players see the same ones. This page replaces them by the names that players have typed.
(() => {
  "use strict";
  const LONGEST = 10; // characters that fit where a drawing has a colour
  const short = (/** @type {string} */ name) => (name.length > LONGEST ? `${name.slice(0, LONGEST - 1)}…` : name);
  function rename() {
    const names = new Map([...document.querySelectorAll("#seats [data-colour]")].map(({ dataset }) => [dataset.colour, short(dataset.name)]));
    for (const text of document.querySelectorAll(":is(#stage, #past) text")) {
      const node = text.firstChild;
      const [colour] = [...names.keys()].filter((one) => node?.nodeValue === one || node?.nodeValue?.startsWith(`${one} `));
      if (node?.nodeValue && colour) node.nodeValue = node.nodeValue.replace(colour, names.get(colour) ?? colour);
    }
  }
  rename();
  document.addEventListener("htmx:after:swap", rename);
  new MutationObserver(rename).observe(document.getElementById("past"), { childList: true });
})();
