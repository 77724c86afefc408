// A game of the size of Skull: open mats, secret hands that each player alone sees, a move a turn.
const { INVALID_MOVE, PlayerView } = require("boardgame.io/core");

const hands = (count) =>
  Object.fromEntries(Array.from({ length: count }, (_, seat) => [seat, ["F", "F", "F", "S"]]));

exports.Peer = {
  name: "peer",
  setup: ({ ctx }) => ({
    players: hands(ctx.numPlayers),
    mats: Array.from({ length: ctx.numPlayers }, (_, seat) => ({
      seat, discs: 4, hand: 4, height: 0, flipped: 0, faces: [], wins: 0, passed: false,
    })),
    total: 0,
  }),
  playerView: PlayerView.STRIP_SECRETS,
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    place: { client: false, move: ({ G, playerID }, disc) => {
      const hand = G.players[playerID];
      if (!hand.includes(disc)) return INVALID_MOVE;
      hand.splice(hand.indexOf(disc), 1);
      const mat = G.mats[playerID];
      mat.height += 1;
      mat.hand -= 1;
      G.total += 1;
      if (!hand.length) {
        G.players[playerID] = ["F", "F", "F", "S"];
        G.total -= mat.height;
        mat.height = 0;
        mat.hand = 4;
      }
    } },
  },
};
