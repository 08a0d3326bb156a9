// A live page takes what comes; the arrow keys step through the moments.
(() => {
  "use strict";
  const table = document.getElementById("table");
  if (table.dataset.stream) {
    new EventSource(table.dataset.stream).onmessage = (event) => {
      const focused = document.activeElement?.id;
      table.innerHTML = event.data;
      if (focused) document.getElementById(focused)?.focus();
    };
  }
  document.addEventListener("keydown", (event) => {
    const link = event.key === "ArrowLeft" ? "previous" : event.key === "ArrowRight" ? "next" : null;
    if (link && !event.ctrlKey && !event.metaKey && !event.altKey) document.getElementById(link)?.click();
  });
})();
