// Buttons that copy an address or a text. Without HTTPS there is no clipboard API, so a selection is copied instead.
document.addEventListener("click", async (event) => {
  const button = event.target.closest?.("[data-copy]");
  if (!button) return;
  const address = button.dataset.text ?? new URL(button.dataset.copy, location.href).href;
  if (navigator.clipboard) await navigator.clipboard.writeText(address);
  else {
    const field = Object.assign(document.createElement("textarea"), { value: address });
    document.body.append(field);
    field.select();
    document.execCommand("copy");
    field.remove();
    button.focus();
  }
  const name = button.textContent;
  if (name === button.dataset.copied) return;
  button.textContent = button.dataset.copied;
  setTimeout(() => { button.textContent = name; }, 1500);
});
