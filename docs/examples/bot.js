// A bot in JavaScript: it reads what its seat is shown, and answers with an action.
const WORTH = { stock: 8, skip: 4, jump: 4, trip: 4, pile: 3, flip: 2, discard: 1 };

function worth(path) {
  const words = path.label.toLowerCase();
  return Object.entries(WORTH).reduce((best, [word, points]) => (words.includes(word) ? Math.max(best, points) : best), 0);
}

const lines = require("node:readline").createInterface({ input: process.stdin });
lines.on("line", (line) => {
  const message = JSON.parse(line);
  const paths = message.type === "shown" && message.scene ? message.scene.paths : [];
  if (paths.length) {
    const best = paths.reduce((one, other) => (worth(other) > worth(one) ? other : one));
    console.log(JSON.stringify({ action: best.action }));
  }
});
