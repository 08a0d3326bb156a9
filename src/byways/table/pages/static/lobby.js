// Remembers the settings of each game in this browser.
for (const form of document.querySelectorAll(".games form")) {
  const key = `lobby-${form.elements.game.value}`;
  const selects = [...form.querySelectorAll("select")];
  const said = (/** @type {HTMLOptionElement} */ option) => option.dataset.label ?? option.text;
  /** @param {HTMLSelectElement} select */
  function isSaid({ name, value, disabled, selectedIndex }) {
    const other = form.elements.others?.selectedOptions[0];
    if (name === "players") return value !== "2" || other?.dataset.one === other?.dataset.more; // "medium bot" says that there is one
    return !disabled && (name !== "preset" || selectedIndex > 0);
  }
  const chosen = () => selects.filter(isSaid).map((select) => said(select.selectedOptions[0]));
  const offered = selects.map(({ value }) => value).join();

  function show() {
    const { players, others } = form.elements;
    const preset = selects.find(({ name }) => name === "preset"); // not the buttons of that name
    if (players && others) others.disabled = players.value === "1"; // a solo game has no other players
    for (const one of others?.options ?? []) one.text = (!players || players.value === "2" ? one.dataset.one : one.dataset.more) ?? "";
    for (const one of form.closest("article")?.querySelectorAll("[data-most]") ?? []) one.disabled = Number(players?.value) > +one.dataset.most;
    if (preset?.selectedOptions[0].disabled) preset.value = [...preset.options].find(({ disabled }) => !disabled)?.value ?? "";
    const lasts = form.closest("article")?.querySelector(".minutes");
    if (preset && lasts) lasts.textContent = preset.selectedOptions[0].dataset.minutes ?? "";
    form.querySelector(".chosen")?.replaceChildren(chosen().join("\u00a0· "));
    const offer = form.querySelector(".offer");
    if (offer) offer.hidden = selects.map(({ value }) => value).join() !== offered;
  }
  function recall() {
    const last = JSON.parse(localStorage.getItem(key) ?? "{}");
    if (last.offer !== form.dataset.offer) return; // the visitor has moved on since then
    for (const select of selects) if ([...select.options].some(({ value }) => value === last[select.name])) select.value = last[select.name];
  }

  recall();
  show();
  form.addEventListener("change", () => {
    localStorage.setItem(key, JSON.stringify({ offer: form.dataset.offer, ...Object.fromEntries(selects.map(({ name, value }) => [name, value])) }));
    show();
  });
}

// On a phone, a tap on a card chooses its game for the bar below.
document.addEventListener("click", ({ target }) => {
  const [card, play] = [target.closest(".games article"), document.querySelector("[data-play]")];
  if (!card || !play || target.closest("a, button, details")) return;
  document.querySelector(".chosen-game")?.classList.remove("chosen-game");
  card.classList.add("chosen-game");
  for (const button of document.querySelectorAll(".bar-below button")) button.setAttribute("form", card.querySelector("form")?.id ?? "");
  play.textContent = play.dataset.play.replace("#", card.querySelector("h2")?.textContent ?? "");
});

// A panel over a card closes by its button, a click elsewhere, leaving it with Tab, or Escape.
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
