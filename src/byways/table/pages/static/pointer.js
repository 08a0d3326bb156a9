// An option that appears under a resting pointer is not previewed until the pointer moves, and focus moved by the page previews nothing until a
// key is pressed. Focus is invisible while the viewer clicks or taps, but still moves from option to option: the next key starts from there.
(() => {
  "use strict";
  const { classList: page } = document.documentElement; // outside what htmx swaps
  let place = ""; // of the pointer when it last moved
  let fresh = false; // whether the board has changed since the last movement or key

  /** @param {MutationRecord[]} changes */
  function rest(changes) {
    if (!changes.some(({ target }) => target instanceof Element && target.closest("#stage"))) return;
    fresh = true;
    page.add("resting");
  }
  const board = new MutationObserver(rest);
  board.observe(document.getElementById("table"), { childList: true, subtree: true });

  // Browsers also send pointermove when only the page has moved.
  document.addEventListener("pointermove", ({ clientX, clientY, pointerType }) => {
    const here = `${clientX} ${clientY}`;
    if (place === here) return;
    place = here;
    fresh = false;
    page.toggle("resting", pointerType === "touch"); // browsers keep :hover where a finger was
  }, true);
  document.addEventListener("pointerdown", ({ clientX, clientY }) => {
    place = `${clientX} ${clientY}`;
    page.add("pointing");
  }, true);
  document.addEventListener("keydown", () => {
    fresh = false;
    page.remove("settled", "pointing");
  }, true);
  document.addEventListener("focusin", () => {
    rest(board.takeRecords());
    page.toggle("settled", fresh);
  });
  page.add("resting");
})();
