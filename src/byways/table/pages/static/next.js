// N leads to the game that has waited longest. At a table, a link says how many others wait; it is asked for again whenever one's turn has ended.
(() => {
  "use strict";
  const link = document.getElementById("next");
  const SAID = 5000; // milliseconds for which a sentence is shown
  /** @type {string | null} */
  let turn = null;
  /** @param {With<"ask">} link */
  async function look(link) {
    const answer = await fetch(link.dataset.ask).catch(() => null);
    if (answer?.ok) link.innerHTML = await answer.text();
    link.hidden = !link.querySelector("a");
  }
  async function go() {
    if (!link) return location.assign("/next");
    await look(link);
    const [way, sentence] = [link.querySelector("a"), link.querySelector("p")];
    if (way) way.click();
    else if (sentence) tell(sentence);
  }
  /** @param {HTMLElement} sentence */
  function tell(sentence) {
    document.getElementById("advice").replaceChildren(sentence);
    sentence.hidden = false;
    setTimeout(() => sentence.remove(), SAID);
  }
  document.addEventListener("keydown", ({ key, ctrlKey, metaKey, altKey, target }) => {
    if (key?.toLowerCase() === "n" && !ctrlKey && !metaKey && !altKey && !target.matches("input, select, textarea")) go();
  });
  if (!link) return;
  look(link);
  document.addEventListener("htmx:after:swap", () => {
    const now = document.getElementById("turn").value;
    if (now !== turn && now !== "yours") look(link);
    turn = now;
  });
  document.addEventListener("visibilitychange", () => document.hidden || look(link));
})();
