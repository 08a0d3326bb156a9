// Chat. Messages come through the stream as separate events; each viewer can mute them. Unread ones are counted, and the latest is shown for a while.
(() => {
  "use strict";
  /** @template {string} Id @param {Id} id */
  const byId = (id) => document.getElementById(id);
  const [panel, toggle, said, unread] = [byId("talk"), byId("talk-toggle"), byId("said"), byId("unread")];
  const peek = byId("peek");
  const PEEKED = 8000; // milliseconds for which a new message is shown while the chat is closed
  let shown = 0; // the number of the last message that was
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let later;
  const [READ, MUTED] = [`read ${location.pathname}`, `muted ${location.pathname}`];
  const isMuted = () => localStorage.getItem(MUTED) !== null;
  const isWide = () => matchMedia("(min-aspect-ratio: 1/1)").matches;

  function show() {
    panel.classList.toggle("muted", isMuted());
    byId("mute").setAttribute("aria-pressed", String(isMuted()));
    if (!panel.hidden && !isMuted() && !document.hidden) localStorage.setItem(READ, String(said.lastElementChild?.value ?? 0));
    const fresh = isMuted() ? [] : [...said.querySelectorAll("li:not(.mine)")].filter(({ value }) => value > Number(localStorage.getItem(READ)));
    unread.textContent = fresh.length ? unread.dataset.words.replace("#", String(fresh.length)) : "";
    glance(panel.hidden ? fresh.at(-1) : undefined);
    said.parentElement.scrollTop = said.parentElement.scrollHeight;
  }
  /** @param {HTMLLIElement | undefined} line */
  function glance(line) {
    if (!line) peek.hidden = true;
    if (!line || line.value <= shown) return;
    shown = line.value;
    peek.hidden = false;
    peek.firstElementChild?.replaceChildren(...line.cloneNode(true).childNodes);
    clearTimeout(later);
    later = setTimeout(() => { peek.hidden = true; }, PEEKED);
  }
  /** @param {boolean} yes */
  function open(yes) {
    panel.hidden = !yes;
    document.body.classList.toggle("talking", yes);
    toggle.setAttribute("aria-expanded", String(yes));
    show();
  }

  document.addEventListener("talk", ({ detail }) => {
    const list = new DOMParser().parseFromString(detail.data, "text/html").querySelector("ol"); // HTML from our server
    if (!list) return;
    said.append(...[...list.children].filter(({ id }) => !byId(id)));
    panel.classList.toggle("is-closed", list.className === "closed");
    if (toggle.hidden && isWide() && localStorage.getItem("talk") === "open") open(true);
    toggle.hidden = false;
    show();
  });
  document.addEventListener("visibilitychange", show);
  document.addEventListener("htmx:after:request", ({ target, detail }) => target.id === "speak" && detail.ctx.response?.status === 204 && byId("speak").reset());

  function turn() {
    open(Boolean(panel.hidden));
    localStorage.setItem("talk", panel.hidden ? "closed" : "open");
    if (panel.hidden) toggle.focus();
    else byId("speak").elements.text.focus();
  }
  for (const button of [toggle, peek, byId("talk-close")]) button.addEventListener("click", turn);
  byId("mute").addEventListener("click", () => {
    if (isMuted()) localStorage.removeItem(MUTED);
    else localStorage.setItem(MUTED, "");
    show();
  });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape" && panel.contains(event.target)) {
      open(false);
      toggle.focus();
    }
    const reaction = document.querySelectorAll("#reactions button")[Number(event.key) - 1];
    if (reaction && !toggle.hidden && !event.target.matches("input, select, textarea")) reaction.click();
  });
})();
