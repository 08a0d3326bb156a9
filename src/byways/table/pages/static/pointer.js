// A pointer that rests where an option appears looks at nothing until it moves; focus that the page moved previews nothing until a key is pressed.
// Who clicks or taps needs to see no focus, which goes on from option to option all the same: the next key starts from there.
(() => {
  "use strict";
  const { classList: page } = document.documentElement; // what is swapped in keeps its hands off it
  let place = ""; // where the pointer was last seen
  let fresh = false; // whether the board has changed since somebody moved or pressed anything

  /** @param {MutationRecord[]} changes */
  function rest(changes) {
    if (!changes.some(({ target }) => target instanceof Element && target.closest("#stage"))) return;
    fresh = true;
    page.add("resting");
  }
  const board = new MutationObserver(rest);
  board.observe(document.getElementById("table"), { childList: true, subtree: true });

  // A browser tells of movement as well when only the page has moved.
  document.addEventListener("pointermove", ({ clientX, clientY, pointerType }) => {
    const here = `${clientX} ${clientY}`;
    if (place === here) return;
    place = here;
    fresh = false;
    page.toggle("resting", pointerType === "touch"); // what a finger touched counts as pointed at long after
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
