// Plays Skull at a live table. Written from docs/protocol.md alone; needs Node 20 and nothing else.
import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { choose } from "./strategy.mjs";
import { connect } from "./websocket.mjs";

const FINAL = ["closed", "unknown-table", "no-spectators", "removed", "signed-out"];
const OVERTAKEN = ["stale", "too-soon", "not-ready", "wrong-phase", "wrong-game"];
const SHORTEST_PAUSE = 100, LONGEST_PAUSE = 5000;
/** A command that is not answered for so long was sent into a dead line. */
const ANSWER = 10_000;

class Player {
  #base; #games; #finish;
  #token = null; #code = null;
  #socket = null; #pause = SHORTEST_PAUSE;
  /** What the table has told last, and the version up to which that is. */
  #known = {}; #version = null; #skew = 0;
  /** Commands that are not answered, by their ids. */
  #asked = new Map();
  #played = 0; #alarm;

  constructor(base, games) {
    [this.#base, this.#games] = [base.replace(/\/$/, ""), games];
    this.over = new Promise((finish) => (this.#finish = finish));
  }

  /** An HTTP call, made again where the server is busy or away. */
  async #call(method, path, body) {
    for (let wait = 200; ; wait = Math.min(2 * wait, LONGEST_PAUSE)) {
      const headers = {
        ...(this.#token && { Authorization: `Bearer ${this.#token}` }),
        ...(body && { "Content-Type": "application/json" }),
      };
      const answer = await fetch(this.#base + path, { method, headers, body: body && JSON.stringify(body) }).catch(() => null);
      if (answer?.ok) return answer.json();
      if (answer && answer.status !== 429 && answer.status < 500) throw new Error(`${path}: ${await answer.text()}`);
      await pause(1000 * (answer?.headers.get("Retry-After") ?? 0) || wait);
    }
  }

  async start({ table, players, tribes, bots }) {
    this.#token = (await this.#call("POST", "/api/identities")).token;
    this.#code = table ?? (await this.#call("POST", "/api/tables", { settings: { players, tribes }, bots })).code;
    console.log(`table ${this.#code}`);
    this.#connect();
  }

  // The connection.

  #connect() {
    const since = this.#version === null ? "" : `?since=${this.#version}`;
    const address = `${this.#base}/api/tables/${this.#code}/socket${since}`;
    const socket = connect(address, { Authorization: `Bearer ${this.#token}` }, {
      onmessage: (text) => socket === this.#socket && this.#hear(JSON.parse(text)),
      onclose: (status, wait) => socket === this.#socket && this.#lost(status, wait),
    });
    this.#socket = socket;
  }

  #lost(status, wait = 0) {
    this.#socket = null;
    if (status === 404) return this.#finish("unknown-table");
    setTimeout(() => this.#connect(), Math.max(1000 * wait, this.#pause * (0.75 + Math.random() / 2)));
    this.#pause = Math.min(2 * this.#pause, LONGEST_PAUSE);
  }

  /** Leave a connection that is dead or has missed something; the next one tells what came since. */
  #again() {
    const socket = this.#socket;
    this.#lost();
    socket?.close();
  }

  #hear(message) {
    const { type } = message;
    if (type === "welcome" || type === "frame") {
      if (type === "frame" && message.version !== this.#version + 1) return this.#again();
      [this.#version, this.#skew] = [message.version, message.now - Date.now()];
      for (const part of ["you", "room", "game"]) this.#known[part] = message[part] ?? this.#known[part];
      if (type === "frame") this.#asked.delete(message.done);
      else this.#resend();
      this.#think();
    } else if (type === "done") {
      this.#asked.delete(message.id);
      this.#think();
    } else if (type === "refused") this.#refused(message);
    else if (type === "bye") {
      if (FINAL.includes(message.reason)) this.#finish(message.reason);
      if (message.reason === "flooding") this.#pause = LONGEST_PAUSE;
    } // any other is for people, or comes from a newer server
  }

  /** The server plays an id once, so what was not answered can be sent again. */
  #resend() {
    this.#pause = SHORTEST_PAUSE;
    for (const command of this.#asked.values()) this.#transmit(command);
  }

  /** Only `busy` is worth sending again as it is; otherwise the table has moved on. */
  #refused({ id, reason, detail }) {
    const command = this.#asked.get(id);
    if (!command) return;
    if (reason !== "busy") this.#asked.delete(id);
    if (reason !== "busy" && !OVERTAKEN.includes(reason)) console.log(`refused: ${reason} (${detail})`);
    setTimeout(() => (reason === "busy" ? this.#transmit(command) : this.#think()), 300);
  }

  /** Have something done once, however often it has to be sent; not what is asked for already. */
  #ask(type, keys = {}) {
    const isSame = (one) => one.type === type && one.seat === keys.seat && one.decision === keys.decision;
    if ([...this.#asked.values()].some(isSame)) return;
    const command = { type, id: randomUUID(), ...keys };
    this.#asked.set(command.id, command);
    this.#transmit(command);
  }

  #transmit(command) {
    const socket = this.#socket;
    if (socket === null || !this.#asked.has(command.id)) return;
    socket.send(JSON.stringify(command));
    setTimeout(() => this.#asked.has(command.id) && socket === this.#socket && this.#again(), ANSWER);
  }

  // The table.

  #think() {
    const { you, room } = this.#known;
    if (room.phase === "gathering") this.#gather(this.#known);
    else if (room.phase === "playing" && you.seats.length > 0) this.#play(this.#known);
  }

  #gather({ you, room, game }) {
    const outcome = game?.view.board.outcome;
    if (outcome && game.number > this.#played && you.seats.length > 0) {
      this.#played = game.number;
      console.log(`game ${game.number}: ${you.seats.includes(outcome.seat) ? "won" : "lost"}`);
    }
    if (this.#played >= this.#games) return this.#finish("played");
    const own = room.places.find(({ place }) => place === you.place);
    if (!own) this.#ask("sit", { place: null });
    else if (!own.ready) this.#ask("ready", { ready: true, salt: randomUUID().replaceAll("-", "") });
    else if (you.host && room.places.every(({ ready }) => ready)) this.#ask("start");
  }

  #play({ you, room, game }) {
    const { board, own } = game.view;
    if (room.places[you.place].stand_in) this.#ask("back");
    const wait = (game.showing_until ?? 0) - this.#skew - Date.now();
    if (wait > 0) {
      for (const seat of you.seats)
        if (board.may_show.includes(seat) && !game.declined.includes(seat)) this.#ask("decline", { game: game.number, seat });
      clearTimeout(this.#alarm); // nobody says when that time is over
      this.#alarm = setTimeout(() => this.#think(), wait + 20);
      return;
    }
    for (const mine of own.filter(({ seat }) => board.turn.includes(seat))) {
      const { seat, decision } = mine;
      this.#ask("act", { game: game.number, seat, decision, action: choose(board, mine) });
    }
  }
}

const text = (value) => ({ type: "string", default: value });
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { table: { type: "string" }, players: text("3"), tribes: text("1"), bots: text(""), games: text("1") },
});
const { table, players, tribes, bots, games } = values;
const player = new Player(positionals[0] ?? "http://localhost:8000", Number(games));
await player.start({ table, players: Number(players), tribes: Number(tribes), bots: bots.split(",").filter(Boolean) });
const why = await player.over;
console.log(`over: ${why}`);
process.exit(why === "played" ? 0 : 1);
