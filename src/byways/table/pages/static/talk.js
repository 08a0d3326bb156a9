// A few words between people. They come by the stream, as events of their own; each viewer may mute them, and unread ones are counted.
(() => {
  "use strict";
  /** @template {string} Id @param {Id} id */
  const byId = (id) => document.getElementById(id);
  const [panel, toggle, said, unread] = [byId("talk"), byId("talk-toggle"), byId("said"), byId("unread")];
  const [READ, MUTED] = [`read ${location.pathname}`, `muted ${location.pathname}`];
  const isMuted = () => localStorage.getItem(MUTED) !== null;
  const isWide = () => matchMedia("(min-aspect-ratio: 1/1)").matches;

  function show() {
    panel.classList.toggle("muted", isMuted());
    byId("mute").setAttribute("aria-pressed", String(isMuted()));
    if (!panel.hidden && !isMuted() && !document.hidden) localStorage.setItem(READ, String(said.lastElementChild?.value ?? 0));
    const fresh = isMuted() ? [] : [...said.querySelectorAll("li:not(.mine)")].filter(({ value }) => value > Number(localStorage.getItem(READ)));
    unread.textContent = fresh.length ? unread.dataset.words.replace("#", String(fresh.length)) : "";
    said.parentElement.scrollTop = said.parentElement.scrollHeight;
  }
  /** @param {boolean} yes */
  function open(yes) {
    panel.hidden = !yes;
    toggle.setAttribute("aria-expanded", String(yes));
    show();
  }

  document.addEventListener("talk", ({ detail }) => {
    const list = new DOMParser().parseFromString(detail.data, "text/html").querySelector("ol"); // made by the server
    if (!list) return;
    said.append(...[...list.children].filter(({ id }) => !byId(id)));
    panel.classList.toggle("is-closed", list.className === "closed");
    if (toggle.hidden && isWide() && localStorage.getItem("talk") === "open") open(true);
    toggle.hidden = false;
    show();
  });
  document.addEventListener("visibilitychange", show);
  document.addEventListener("htmx:after:request", ({ target, detail }) => target.id === "speak" && detail.ctx.response?.status === 204 && byId("speak").reset());

  toggle.addEventListener("click", () => {
    open(Boolean(panel.hidden));
    localStorage.setItem("talk", panel.hidden ? "closed" : "open");
    if (!panel.hidden) byId("speak").elements.text.focus();
  });
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
