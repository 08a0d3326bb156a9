// The shape of the window, which some games draw differently: the server reads it from a cookie.
(() => {
  "use strict";
  const wide = matchMedia("(min-aspect-ratio: 1/1)");
  const tell = () => { document.cookie = `tall=${+!wide.matches}; path=/; max-age=31536000; samesite=lax`; };
  tell();
  wide.addEventListener("change", () => { tell(); if (document.body.classList.contains("playing")) location.reload(); });
})();
