// Players who move as soon as it is their turn: node colyseus-crowd.cjs PORT TABLES PLAYERS; prints moves made.
const { Client } = require("colyseus.js");

const [port, tables, players] = process.argv.slice(2).map(Number);
const client = new Client(`ws://127.0.0.1:${port}`);
const turns = new Array(tables).fill(0);

function play(room, table, seat) {
  let answered = 0;
  room.onStateChange((state) => {
    if (seat === 0) turns[table] = Math.max(0, state.turn - 1);
    if (!state.turn || state.current !== seat || answered === state.turn) return;
    answered = state.turn;
    setImmediate(() => room.send("place", state.players[seat].discs[0]));
  });
}

(async () => {
  for (let table = 0; table < tables; table += 1) {
    const first = await client.create("table", { players, seat: 0 });
    play(first, table, 0);
    for (let seat = 1; seat < players; seat += 1) {
      play(await client.joinById(first.roomId, { seat }), table, seat);
    }
  }
})();
setInterval(() => console.log(turns.reduce((sum, turn) => sum + turn, 0)), 500);
