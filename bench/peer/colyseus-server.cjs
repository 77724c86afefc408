// The game of boardgame-game.cjs in Colyseus: each player's hand is in their own StateView.
const http = require("node:http");
const { Room, Server } = require("@colyseus/core");
const { WebSocketTransport } = require("@colyseus/ws-transport");
const { ArraySchema, StateView, schema, view } = require("@colyseus/schema");

const hand = () => ["F", "F", "F", "S"];
const Hand = schema({ seat: "uint8", discs: { view: true, type: ["string"] } });
const Mat = schema({
  seat: "uint8", discs: "uint8", hand: "uint8", height: "uint8", flipped: "uint8",
  faces: ["string"], wins: "uint8", passed: "boolean",
});
const State = schema({ players: [Hand], mats: [Mat], total: "uint8", turn: "uint32", current: "uint8" });

class Table extends Room {
  onCreate({ players }) {
    this.maxClients = players;
    this.patchRate = null; // each move is told at once, not 20 times a second
    this.seats = new Map();
    this.state = new State();
    this.state.players = new ArraySchema();
    this.state.mats = new ArraySchema();
    this.state.total = this.state.turn = this.state.current = 0;
    for (let seat = 0; seat < players; seat += 1) {
      this.state.players.push(new Hand().assign({ seat, discs: hand() }));
      this.state.mats.push(new Mat().assign({
        seat, discs: 4, hand: 4, height: 0, flipped: 0, faces: [], wins: 0, passed: false,
      }));
    }
    this.onMessage("place", (client, disc) => this.place(this.seats.get(client.sessionId), disc));
  }

  onJoin(client, { seat }) {
    this.seats.set(client.sessionId, seat);
    client.view = new StateView();
    client.view.add(this.state.players[seat]);
    if (this.seats.size === this.maxClients) this.state.turn = 1;
    this.broadcastPatch();
  }

  place(seat, disc) {
    const { state } = this;
    const cards = state.players[seat].discs;
    const at = cards.indexOf(disc);
    if (seat !== state.current || !state.turn || at < 0) return;
    cards.splice(at, 1);
    const mat = state.mats[seat];
    mat.height += 1;
    mat.hand -= 1;
    state.total += 1;
    if (!cards.length) {
      cards.push(...hand());
      state.total -= mat.height;
      mat.height = 0;
      mat.hand = 4;
    }
    state.turn += 1;
    state.current = (seat + 1) % state.mats.length;
    this.broadcastPatch();
  }
}

const transport = new WebSocketTransport({ server: http.createServer() });
const server = new Server({ transport, greet: false });
server.define("table", Table);
server.listen(0).then(() => console.log(transport.server.address().port));
