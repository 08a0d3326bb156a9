// Hides the links of seats that are taken, and closes the drawer with the last of them. Shares a link where the system can.
(() => {
  "use strict";
  const rows = [...document.querySelectorAll("#links [data-free]")];
  /** @param {With<"free">} row */
  const isFree = (row) => row.dataset.free.split(" ").some((seat) => document.getElementById(`seat-${seat}`)?.dataset.kind === "free");
  function update() {
    const taken = rows.filter((row) => !row.hidden && !isFree(row));
    for (const row of taken) row.hidden = true;
    const drawer = document.getElementById("links");
    if (drawer && taken.length && rows.every((row) => row.hidden)) drawer.open = false;
  }
  document.addEventListener("htmx:after:swap", update);
  for (const button of document.querySelectorAll("[data-share]")) {
    button.hidden = !navigator.share;
    button.addEventListener("click", () => navigator.share({ title: button.dataset.title, url: button.dataset.share }).catch(() => {})); // cancelled
  }
})();
