// A player for every game of Byways by the line protocol (docs/protocol.md), for Node and without any package.

const lines = require("node:readline").createInterface({ input: process.stdin });

const IDLE = new Set(["pass", "done", "stop", "stay", "end", "decline"]);
let state = 1;

// A small generator of our own, because Math.random takes no seed and a game should be playable again.
function random() {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return state / 2 ** 32;
}

/**
 * Any choice, but doing something mostly rather than nothing.
 * @param {{ notation: string, parts: { choice: string } }[]} choices
 */
function pick(choices) {
  const active = choices.filter((choice) => !IDLE.has(choice.parts.choice));
  const liked = active.length && random() < 0.9 ? active : choices;
  return liked[Math.floor(random() * liked.length)].notation;
}

lines.on("line", (line) => {
  const message = JSON.parse(line);
  if (message.say === "hello") {
    state = message.seed;
  } else if (message.say === "request") {
    console.log(JSON.stringify({ id: message.id, choice: pick(message.choices) }));
  } else if (message.say === "error") {
    console.error(message.sentence);
  } else if (message.say === "result" || message.say === "removed") {
    lines.close();
  }
});
