// Applies the chosen colours, light or dark, before the page is painted; without a choice the system decides.
(() => {
  "use strict";
  const KEY = "theme";
  const page = document.documentElement;
  const chosen = () => localStorage.getItem(KEY) ?? "";

  function apply() {
    page.classList.toggle("light", chosen() === "light");
    page.classList.toggle("dark", chosen() === "dark");
    const menu = document.getElementById("theme");
    if (menu) menu.value = chosen();
    const paper = getComputedStyle(page).backgroundColor;
    for (const colour of document.querySelectorAll("meta[name=theme-color]")) if (chosen()) colour.setAttribute("content", paper);
  }
  apply();
  document.addEventListener("DOMContentLoaded", () => {
    apply();
    document.getElementById("theme")?.addEventListener("change", ({ target }) => {
      if (!(target instanceof HTMLSelectElement)) return;
      localStorage.setItem(KEY, target.value);
      apply();
    });
  });
  addEventListener("storage", ({ key }) => key === KEY && apply()); // chosen in another tab
})();
