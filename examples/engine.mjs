// An engine for Calavera in Node, without dependencies: calavera arena "cmd:node engine.mjs" cautious
//
// It bids what its own flowers allow, and flips the lowest stacks. docs/engines.md has the lines.
import { createInterface } from "node:readline";

let view = null;

/** How many discs of its own stack are flowers, from the top down to its skull. */
const safe = ({ stack }) => {
  const skull = [...stack].reverse().indexOf("S");
  return skull < 0 ? stack.length : skull;
};

function choose(seat, moves, random) {
  const own = view.own.find((one) => one.seat === seat);
  const bid = safe(own);
  const others = view.board.mats.filter((mat) => moves.includes(`>${mat.seat}`));
  others.sort((one, other) => one.face_down - other.face_down);
  const wanted = [
    `>${seat}`,
    others.length > 0 && `>${others[0].seat}`,
    random % 3 === 0 && moves.includes("S") && own.stack.length === 0 && "S",
    bid > 0 && String(bid),
    "F",
    "-",
  ];
  return wanted.find((move) => moves.includes(move)) ?? moves[random % moves.length];
}

function go(words) {
  const [seat] = words;
  const random = Number(words[words.indexOf("random") + 1]);
  const moves = words.slice(words.indexOf("moves") + 1).filter((move) => move !== "!");
  console.log(`move ${choose(seat, moves, random)}`);
}

for await (const line of createInterface({ input: process.stdin })) {
  const [word, ...words] = line.split(" ");
  if (word === "calavera") console.log("name Clavel\nready");
  else if (word === "view") view = JSON.parse(line.slice("view ".length));
  else if (word === "go") go(words);
  else if (word === "quit") break;
}
