// N leads to the game that has waited longest. At a table, a link says how many others wait; it is asked for again whenever one's turn has ended.
(() => {
  "use strict";
  const link = document.getElementById("next");
  const SAID = 5000; // milliseconds for which a sentence is shown
  let turn = null;
  async function look() {
    const answer = await fetch(link.dataset.ask).catch(() => null);
    if (answer?.ok) link.innerHTML = await answer.text();
    link.hidden = !link.querySelector("a");
  }
  async function go() {
    if (!link) return location.assign("/next");
    await look();
    const way = link.querySelector("a");
    if (way) way.click();
    else tell(link.querySelector("p"));
  }
  function tell(sentence) {
    document.getElementById("advice").replaceChildren(sentence);
    sentence.hidden = false;
    setTimeout(() => sentence.remove(), SAID);
  }
  function news() {
    const now = document.getElementById("turn").value;
    if (now !== turn && now !== "yours") look();
    turn = now;
  }
  document.addEventListener("keydown", ({ key, ctrlKey, metaKey, altKey, target }) => {
    if (key?.toLowerCase() === "n" && !ctrlKey && !metaKey && !altKey && !target.matches("input, select, textarea")) go();
  });
  if (!link) return;
  look();
  document.addEventListener("htmx:after:swap", news);
  document.addEventListener("visibilitychange", () => document.hidden || look());
})();
