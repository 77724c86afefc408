// Players who move as soon as it is their turn: node boardgame-crowd.cjs PORT TABLES PLAYERS; prints moves made.
const { Client } = require("boardgame.io/client");
const { SocketIO } = require("boardgame.io/multiplayer");
const { Peer } = require("./boardgame-game.cjs");

const [port, tables, players] = process.argv.slice(2).map(Number);
const turns = new Array(tables).fill(0);

for (let table = 0; table < tables; table += 1) {
  for (let seat = 0; seat < players; seat += 1) {
    const client = Client({
      game: Peer, numPlayers: players, matchID: `t${table}`, playerID: String(seat), debug: false,
      multiplayer: SocketIO({ server: `http://127.0.0.1:${port}`, socketOpts: { transports: ["websocket"] } }),
    });
    let answered = -1;
    client.subscribe((state) => {
      if (!state || !state.isConnected) return;
      if (seat === 0) turns[table] = state.ctx.turn;
      if (state.ctx.currentPlayer !== String(seat) || answered === state.ctx.turn) return;
      answered = state.ctx.turn;
      setImmediate(() => client.moves.place(state.G.players[seat][0]));
    });
    client.start();
  }
}
setInterval(() => console.log(turns.reduce((sum, turn) => sum + turn, 0)), 500);
