// Each game is set as it was last time: this browser remembers how.
for (const form of document.querySelectorAll(".games form")) {
  const key = `lobby-${form.elements.game.value}`;
  const selects = [...form.querySelectorAll("select")];
  const chosen = () => selects.filter((select) => !select.disabled && (select.name !== "preset" || select.selectedIndex)).map((select) => select.selectedOptions[0].text);

  function show() {
    const { players, others, preset } = form.elements;
    if (players && others) others.disabled = players.value === "1"; // nobody sits with those who play alone
    for (const one of form.closest("article")?.querySelectorAll("[data-most]") ?? []) one.disabled = Number(players?.value) > +one.dataset.most;
    if (preset?.selectedOptions?.[0].disabled) preset.selectedIndex = 0;
    form.querySelector(".chosen")?.replaceChildren(chosen().join(" · "));
  }
  function recall() {
    const last = JSON.parse(localStorage.getItem(key) ?? "{}");
    for (const select of selects) if ([...select.options].some(({ value }) => value === last[select.name])) select.value = last[select.name];
  }

  recall();
  show();
  form.addEventListener("change", () => {
    localStorage.setItem(key, JSON.stringify(Object.fromEntries(selects.map(({ name, value }) => [name, value]))));
    show();
  });
}

// What lies over a card is closed by its cross, by a click elsewhere, by leaving it with Tab, or by Escape.
/** @param {Element | null} keep */
function close(keep) {
  for (const one of document.querySelectorAll(".over[open]")) if (!one.contains(keep)) one.open = false;
}
document.addEventListener("pointerdown", ({ target }) => close(target));
document.addEventListener("focusin", ({ target }) => close(target));
document.addEventListener("click", ({ target }) => {
  const open = target.closest("[data-close]")?.closest(".over");
  if (!open) return;
  close(null);
  open.firstElementChild?.focus();
});
document.addEventListener("keydown", (event) => {
  const open = event.key === "Escape" && document.querySelector(".over[open]");
  if (!open) return;
  close(null);
  open.firstElementChild?.focus();
});
