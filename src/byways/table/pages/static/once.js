// Of several pages of one seat, one speaks: the one that is looked at, or whichever comes first.
const HELD = 5000; // milliseconds, after which every page knows what is noted
const seat = () => document.getElementById("steps").dataset.seat;
/** @param {number} milliseconds @returns {Promise<void>} */
const wait = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

// By plain http there are no locks: then a note that comes late lets two speak.
/** @param {string} name @returns {Promise<boolean>} */
const isLocked = (name) =>
  new Promise((tell) =>
    navigator.locks ? navigator.locks.request(name, { ifAvailable: true }, (lock) => { tell(!lock); return lock && wait(HELD); }) : tell(false),
  );

/** @param {string} what @param {number} moment */
export async function isFirst(what, moment) {
  const key = `${what} ${location.pathname} ${seat()}`;
  if (document.hidden || !document.hasFocus()) await wait(100 + 400 * Math.random());
  if (Number(localStorage.getItem(key)) >= moment) return false;
  localStorage.setItem(key, String(moment));
  return !(await isLocked(`${key} ${moment}`));
}
