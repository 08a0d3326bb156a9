// Of several pages of one seat, one speaks: the one that is looked at, or whichever comes first.
const HELD = 5000; // milliseconds, after which every page knows what is noted
const seat = () => document.getElementById("steps").dataset.seat;
const wait = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

// By plain http there are no locks: then a note that comes late lets two speak.
const isLocked = (name) =>
  new Promise((tell) =>
    navigator.locks ? navigator.locks.request(name, { ifAvailable: true }, (lock) => (tell(!lock), lock && wait(HELD))) : tell(false),
  );

export async function isFirst(what, moment) {
  const key = `${what} ${location.pathname} ${seat()}`;
  if (document.hidden || !document.hasFocus()) await wait(100 + 400 * Math.random());
  if (+localStorage.getItem(key) >= moment) return false;
  localStorage.setItem(key, moment);
  return !(await isLocked(`${key} ${moment}`));
}
