// The shape of the window, which some games draw differently: the server reads it from a cookie.
(() => {
  "use strict";
  const wide = matchMedia("(min-aspect-ratio: 1/1)");
  const told = () => /(?:^|; )tall=(\d)/.exec(document.cookie)?.[1];
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API needs HTTPS
  const tell = () => { document.cookie = `tall=${+!wide.matches}; path=/; max-age=31536000; samesite=lax`; };
  const again = () => { if (document.body.classList.contains("playing") || document.body.classList.contains("reviewing")) location.reload(); };
  const before = told() ?? "0";
  tell();
  if (told() && told() !== before) addEventListener("DOMContentLoaded", again); // this page was drawn for the other shape
  wide.addEventListener("change", () => { tell(); again(); });
})();
