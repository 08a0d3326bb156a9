// What is this, and why not? A tap or click on the board where nothing can be chosen asks, and so does resting on a thing, or its focus.
(() => {
  "use strict";
  /** @template {string} Id @param {Id} id */
  const byId = (id) => document.getElementById(id);
  const REST = 450; // milliseconds
  let [asked, resting] = [0, 0];
  /** @type {Element | null} */
  let rested = null; // the thing that the pointer rested on to ask

  const svg = () => document.querySelector("#stage > svg");
  /** @param {Element | null | undefined} element */
  const thingOf = (element) => element?.closest?.("#stage [data-thing]") ?? null;
  // What can be chosen may lie on a thing, which can be looked up all the same.
  /** @param {FromElement<MouseEvent>} event */
  const thingUnder = ({ target, clientX: x, clientY: y }) => (target.closest?.("#stage") ? document.elementsFromPoint(x, y).map(thingOf).find(Boolean) ?? null : null);
  /** @param {Element} element */
  function pieceOf(element) {
    const piece = element?.closest?.("#stage [id]");
    return piece?.id.startsWith("board-") ? piece.id.slice("board-".length) : "";
  }

  // The answer lies beside what was asked about, inside the window, and is read aloud.
  /** @param {HTMLElement} box @param {number} x @param {number} y */
  function place(box, x, y) {
    const { width, height } = box.getBoundingClientRect();
    const above = y - height - 14;
    box.style.left = `${Math.max(8, Math.min(x - width / 2, innerWidth - width - 8))}px`;
    box.style.top = `${above > 8 ? above : Math.min(y + 18, innerHeight - height - 8)}px`;
  }
  function close() {
    asked += 1;
    clearTimeout(resting);
    rested = null;
    byId("about").hidden = true;
  }
  /** @param {Element} element @param {number} x @param {number} y */
  async function ask(element, x, y) {
    asked += 1;
    const mine = asked;
    const at = new DOMPoint(x, y).matrixTransform(svg().getScreenCTM().inverse());
    const box = byId("about");
    const url = new URL(box.dataset.ask, location.href);
    url.searchParams.set("piece", pieceOf(element));
    url.searchParams.set("x", at.x.toFixed(1));
    url.searchParams.set("y", at.y.toFixed(1));
    const answer = await fetch(url).catch(() => null);
    if (mine !== asked || !answer?.ok) return;
    const words = await answer.text();
    if (mine !== asked) return;
    box.innerHTML = words; // made by the server, which escapes names
    box.hidden = !words.trim();
    if (!box.hidden) place(box, x, y);
  }
  /** @param {Element} element @returns {Point} */
  function middle(element) {
    const box = element.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  }

  // One stop for Tab among the things, from there the arrows.
  const things = () => [...document.querySelectorAll("#stage [data-thing]")].filter((thing) => thing.checkVisibility({ visibilityProperty: true }));
  /** @param {Element | undefined} current */
  const rove = (current) => things().forEach((thing) => thing.setAttribute("tabindex", thing === current ? "0" : "-1"));
  document.addEventListener("keydown", (event) => {
    const [all, by] = [things(), { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key]];
    if (!by || !thingOf(event.target)) return;
    all.at((all.indexOf(event.target) + by) % all.length)?.focus({ preventScroll: true });
    event.preventDefault();
    event.stopImmediatePropagation(); // elsewhere the arrows look back
  }, true);
  const settle = () => rove(thingOf(document.activeElement) ?? things()[0]);

  document.addEventListener("byways:missed", (event) => ask(event.detail.target, event.detail.x, event.detail.y));
  document.addEventListener("pointermove", (event) => {
    clearTimeout(resting);
    const thing = event.pointerType === "mouse" ? thingUnder(event) : null;
    if (rested && thing !== rested) close();
    if (thing && thing !== rested) resting = setTimeout(() => { ask(thing, event.clientX, event.clientY); rested = thing; }, REST);
  });
  document.addEventListener("focusin", ({ target }) => {
    if (!thingOf(target) || !target.matches(":focus-visible")) return;
    rove(target);
    ask(target, ...middle(target));
  });
  document.addEventListener("focusout", (event) => thingOf(event.target) && close());
  document.addEventListener("pointerdown", (event) => event.target.closest("#about") || close());
  document.addEventListener("keydown", (event) => event.key === "Escape" && close());
  document.addEventListener("htmx:after:swap", (event) => { settle(); if (event.target.id === "table") close(); });
  settle();
})();
