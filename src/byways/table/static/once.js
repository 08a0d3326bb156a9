// Of several pages of one seat, one speaks: the one that is looked at, or whichever comes first.
const seat = () => document.getElementById("steps").dataset.seat;

export async function isFirst(what, moment) {
  const key = `${what} ${location.pathname} ${seat()}`;
  if (document.hidden || !document.hasFocus()) await new Promise((done) => setTimeout(done, 100 + 400 * Math.random()));
  if (+localStorage.getItem(key) >= moment) return false;
  localStorage.setItem(key, moment);
  return true;
}
