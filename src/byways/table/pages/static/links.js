// The links of seats that are taken go, and with the last of them the box.
(() => {
  "use strict";
  const rows = [...document.querySelectorAll("#links [data-free]")];
  /** @param {With<"free">} row */
  const isFree = (row) => document.getElementById(`seat-${row.dataset.free}`)?.dataset.kind === "free";
  function settle() {
    const taken = rows.filter((row) => !row.hidden && !isFree(row));
    for (const row of taken) row.hidden = true;
    if (taken.length && rows.every((row) => row.hidden)) document.getElementById("links").open = false;
  }
  document.addEventListener("htmx:after:swap", settle);
})();
