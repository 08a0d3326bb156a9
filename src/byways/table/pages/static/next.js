// N opens the game that has waited longest. At a table, a link shows how many other games wait; it is updated after each of the viewer's turns.
(() => {
  "use strict";
  const link = document.getElementById("next");
  const SAID = 5000; // milliseconds for which a sentence stays
  /** @type {string | null} */
  let turn = null;
  /** @param {With<"ask">} link */
  async function update(link) {
    const answer = await fetch(link.dataset.ask).catch(() => null);
    if (answer?.ok) link.innerHTML = await answer.text();
    link.hidden = !link.querySelector("a");
  }
  async function go() {
    if (!link) return location.assign("/next");
    await update(link);
    const [anchor, sentence] = [link.querySelector("a"), link.querySelector("p")];
    if (anchor) anchor.click();
    else if (sentence) say(sentence);
  }
  /** @param {HTMLElement} sentence */
  function say(sentence) {
    document.getElementById("advice").replaceChildren(sentence);
    sentence.hidden = false;
    setTimeout(() => sentence.remove(), SAID);
  }
  document.addEventListener("keydown", ({ key, ctrlKey, metaKey, altKey, target }) => {
    if (key?.toLowerCase() === "n" && !ctrlKey && !metaKey && !altKey && !target.matches("input, select, textarea")) go();
  });
  if (!link) return;
  update(link);
  document.addEventListener("htmx:after:swap", () => {
    const now = document.getElementById("turn").value;
    if (now !== turn && now !== "yours") update(link);
    turn = now;
  });
  document.addEventListener("visibilitychange", () => document.hidden || update(link));
})();
