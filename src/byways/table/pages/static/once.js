// Lets only one of several pages of a seat make a sound or notify: the focused one, or whichever comes first.
const HELD = 5000; // milliseconds, after which every page sees the stored value
const seat = () => document.getElementById("steps").dataset.seat;
/** @param {number} milliseconds @returns {Promise<void>} */
const wait = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

// There are no locks without HTTPS, so two pages may both be first in a rare race.
/** @param {string} name @returns {Promise<boolean>} */
const isLocked = (name) =>
  new Promise((resolve) =>
    navigator.locks ? navigator.locks.request(name, { ifAvailable: true }, (lock) => { resolve(!lock); return lock && wait(HELD); }) : resolve(false),
  );

/** @param {string} what @param {number} moment */
export async function isFirst(what, moment) {
  const key = `${what} ${location.pathname} ${seat()}`;
  if (document.hidden || !document.hasFocus()) await wait(100 + 400 * Math.random());
  if (Number(localStorage.getItem(key)) >= moment) return false;
  localStorage.setItem(key, String(moment));
  return !(await isLocked(`${key} ${moment}`));
}
