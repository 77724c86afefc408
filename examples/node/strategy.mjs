// A simple player: bluffs now and then, and bids what it can turn over by itself.

const random = (list) => list[Math.floor(Math.random() * list.length)];

/** One of the legal actions of a seat. */
export function choose(board, { seat, stack, legal }) {
  const of = (type) => legal.filter((action) => action.type === type);
  const [places, bids, flips] = [of("place"), of("bid"), of("flip")];
  if (flips.length > 0) return flips.find(({ mat }) => mat === seat) ?? lowest(board, flips);
  const safe = stack.includes("S") ? 0 : stack.length;
  const own = bids.filter(({ number }) => number <= safe).at(-1);
  if (places.length > 0 && (bids.length === 0 || !own || Math.random() < 0.5)) {
    const skull = places.find(({ disc }) => disc === "S");
    return skull && Math.random() < 0.25 ? skull : (places.find(({ disc }) => disc === "F") ?? places[0]);
  }
  return own ?? of("pass")[0] ?? bids[0] ?? random(legal.filter(({ type }) => type !== "show"));
}

/** The mat with the fewest discs: there were the fewest chances to hide a skull. */
function lowest(board, flips) {
  const height = Object.fromEntries(board.mats.map((mat) => [mat.seat, mat.height]));
  return flips.toSorted((one, other) => height[one.mat] - height[other.mat])[0];
}
