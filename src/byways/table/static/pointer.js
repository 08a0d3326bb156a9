// A pointer that rests where an option appears looks at nothing until it moves; focus that the page moved previews nothing until a key is pressed.
(() => {
  "use strict";
  const { classList: page } = document.documentElement; // what is swapped in keeps its hands off it
  let place = ""; // where the pointer was last seen
  let fresh = false; // whether the board has changed since somebody moved or pressed anything

  function rest(changes) {
    if (!changes.some(({ target }) => target.closest("#stage"))) return;
    fresh = true;
    page.add("resting");
  }
  const board = new MutationObserver(rest);
  board.observe(document.getElementById("table"), { childList: true, subtree: true });

  // A browser tells of movement as well when only the page has moved.
  document.addEventListener("pointermove", ({ clientX, clientY }) => {
    if (place === (place = `${clientX} ${clientY}`)) return;
    fresh = false;
    page.remove("resting");
  }, true);
  document.addEventListener("pointerdown", ({ clientX, clientY }) => (place = `${clientX} ${clientY}`), true);
  document.addEventListener("keydown", () => {
    fresh = false;
    page.remove("settled");
  }, true);
  document.addEventListener("focusin", () => {
    rest(board.takeRecords());
    page.toggle("settled", fresh);
  });
  page.add("resting");
})();
