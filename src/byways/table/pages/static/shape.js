// Tells the server the shape of the window by a cookie, because some games draw tall and wide windows differently.
(() => {
  "use strict";
  const wide = matchMedia("(min-aspect-ratio: 1/1)");
  const saved = () => /(?:^|; )tall=(\d)/.exec(document.cookie)?.[1];
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API needs HTTPS
  const save = () => { document.cookie = `tall=${+!wide.matches}; path=/; max-age=31536000; samesite=lax`; };
  const reload = () => { if (document.body.classList.contains("playing") || document.body.classList.contains("reviewing")) location.reload(); };
  const before = saved() ?? "0";
  save();
  if (saved() && saved() !== before) addEventListener("DOMContentLoaded", reload); // this page was rendered for the other shape
  wide.addEventListener("change", () => { save(); reload(); });
})();
