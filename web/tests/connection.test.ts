import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  Connection,
  decisionOf,
  NOT_ASKED,
  readyWish,
  surroundingsOf,
  type LinkState,
  type Listener,
} from "../src/wire/connection";
import type { Frame, Game, Welcome } from "../src/wire/messages";
import { FakeWire } from "./fake-wire";

function welcome(version: number): Partial<Welcome> {
  return { type: "welcome", version };
}

function frame(version: number, done: string | null = null): Partial<Frame> {
  return { type: "frame", version, done };
}

describe("a connection", () => {
  let wires: FakeWire[];
  let tasks: { task: () => void; pause: number }[];
  let links: LinkState[];
  let versions: number[];
  let refusals: string[];
  let heard: unknown[];
  let byes: string[];
  let known: boolean;
  let connection: Connection;
  const last = () => wires.at(-1)!;

  beforeEach(() => {
    wires = [];
    tasks = [];
    links = [];
    versions = [];
    refusals = [];
    heard = [];
    byes = [];
    known = false;
    let ids = 0;
    connection = new Connection(
      "ws://here/socket",
      {
        welcome: ({ version }) => versions.push(version),
        frame: ({ version }) => versions.push(version),
        presence: (here) => heard.push(here),
        announced: ({ text }) => heard.push(text),
        hinted: ({ id }) => heard.push(`hint ${id}`),
        newDevice: () => refusals.push("new-device"),
        refused: (reason, command) => refusals.push(`${reason} ${command?.type}`),
        link: (state, bye) => {
          links.push(state);
          if (bye) byes.push(bye);
        },
      },
      {
        open: (address) => {
          const wire = new FakeWire(address);
          wires.push(wire);
          return wire;
        },
        later: (task, pause) => tasks.push({ task, pause }),
        isKnown: () => Promise.resolve(known),
        newId: () => `id${(ids += 1)}`,
      },
    );
    connection.start();
  });

  it("asks for a hint until it is there, though the table has long heard of it", () => {
    connection.start();
    last().says(welcome(1));
    const id = connection.send({ type: "hint", game: 1, seat: "a", decision: 0 });
    last().says(frame(2, id));
    last().says({ type: "done", id, version: 2 });
    expect(connection.inFlight.of("hint").length).toBe(1);
    connection.again();
    last().says(welcome(2));
    expect(last().sent.map((sent) => sent.id)).toEqual([id]);
    last().says({ type: "hint", id, game: 1, seat: "a", decision: 0 });
    expect(connection.inFlight.of("hint")).toEqual([]);
    expect(heard).toEqual([`hint ${id}`]);
  });

  it("tells of another device, and stays away where it was signed out", async () => {
    last().says(welcome(17));
    last().says({ type: "new-device" });
    expect(refusals).toEqual(["new-device"]);
    last().says({ type: "bye", reason: "signed-out" });
    last().onclose?.();
    await vi.waitFor(() => expect(links).toEqual(["open", "lost", "over"]));
    expect(wires.length).toBe(1);
    expect(tasks).toEqual([]);
  });

  it("comes back where the browser has a new token", async () => {
    known = true;
    last().says(welcome(17));
    last().says({ type: "bye", reason: "signed-out" });
    await vi.waitFor(() => expect(last().address).toBe("ws://here/socket?since=17"));
    last().says(welcome(17));
    expect(links).toEqual(["open", "lost", "open"]);
  });

  it("asks for everything first, and for what it missed after a loss", () => {
    expect(last().address).toBe("ws://here/socket");
    last().says(welcome(17));
    last().says(frame(18));
    last().onclose?.();
    expect(links).toEqual(["open", "lost"]);
    tasks[0]!.task();
    expect(last().address).toBe("ws://here/socket?since=18");
  });

  it("waits longer each time, but not for ever", () => {
    for (let tries = 0; tries < 8; tries += 1) {
      last().onclose?.();
      tasks.at(-1)!.task();
    }
    expect(tasks[0]!.pause).toBeLessThan(tasks[1]!.pause);
    expect(tasks.at(-1)!.pause).toBe(8000);
    last().says(welcome(1));
    last().onclose?.();
    expect(tasks.at(-1)!.pause).toBe(tasks[0]!.pause);
  });

  it("sends again what was not answered, with the same id, once it is welcome", () => {
    connection.send({ type: "stand" });
    expect(last().sent).toEqual([]);
    last().says(welcome(1));
    expect(last().sent).toEqual([{ type: "stand", id: "id1" }]);
    last().onclose?.();
    tasks.at(-1)!.task();
    last().says(welcome(1));
    expect(last().sent).toEqual([{ type: "stand", id: "id1" }]);
    last().says(frame(2, "id1"));
    last().onclose?.();
    tasks.at(-1)!.task();
    last().says(welcome(2));
    expect(last().sent).toEqual([]);
  });

  it("forgets what was refused and tells why", () => {
    last().says(welcome(1));
    const id = connection.send({ type: "start" });
    expect(connection.inFlight.of("start").length > 0).toBe(true);
    last().says({ type: "refused", id, reason: "not-ready", detail: "" });
    expect(refusals).toEqual(["not-ready start"]);
    expect(connection.inFlight.of("start").length > 0).toBe(false);
  });

  it("takes a gap in the versions for a loss", () => {
    last().says(welcome(5));
    const first = last();
    first.says(frame(7));
    expect(versions).toEqual([5]);
    expect(first.closed).toBe(true);
    expect(last().address).toBe("ws://here/socket?since=5");
    first.says(frame(6));
    expect(versions).toEqual([5]);
  });

  it("comes back when the server restarts, and not when the table is gone", () => {
    last().says(welcome(1));
    last().says({ type: "bye", reason: "stopping" });
    last().onclose?.();
    expect(links.at(-1)).toBe("lost");
    tasks[0]!.task();
    last().says({ type: "bye", reason: "closed" });
    last().onclose?.();
    expect(links.at(-1)).toBe("over");
    expect(tasks).toHaveLength(1);
  });

  it("does not come back to a table that is damaged", () => {
    last().says({ type: "bye", reason: "damaged" });
    last().onclose?.();
    expect(links.at(-1)).toBe("over");
    expect(tasks).toHaveLength(0);
  });

  it("comes in again without a word of loss", () => {
    last().says(welcome(4));
    const first = last();
    connection.again();
    connection.send({ type: "stand" });
    expect(first.closed).toBe(true);
    expect(last().address).toBe("ws://here/socket?since=4");
    last().says(welcome(5));
    expect(last().sent).toHaveLength(1);
    expect(links).toEqual(["open"]);
  });

  it("does not trust a line that the device says is cut, nor one that does not answer", () => {
    last().says(welcome(3));
    const first = last();
    connection.cut();
    expect(first.closed).toBe(true);
    expect(links).toEqual(["open", "lost"]);
    connection.hurry();
    expect(last().address).toBe("ws://here/socket?since=3");
    last().says(welcome(3));
    const id = connection.send({ type: "stand" });
    const dead = last();
    tasks.at(-1)!.task();
    expect(dead.closed).toBe(true);
    last().says(welcome(3));
    expect(last().sent).toEqual([{ type: "stand", id }]);
    last().says(frame(4, id));
    const alive = last();
    tasks.at(-1)!.task();
    expect(alive.closed).toBe(false);
  });

  it("does not hurry before it was started", () => {
    const early = new Connection("ws://here", connection.listener, connection.surroundings);
    early.hurry();
    expect(wires).toHaveLength(1);
  });

  it("forgets what is done without a frame", () => {
    last().says(welcome(1));
    const id = connection.send({ type: "stand" });
    last().says({ type: "done", id });
    expect(connection.inFlight.all()).toEqual([]);
    tasks.at(-1)!.task();
    expect(last().closed).toBe(false);
  });

  it("says that it lost the table at a gap", () => {
    last().says(welcome(5));
    last().says(frame(7));
    last().says(welcome(7));
    expect(links).toEqual(["open", "lost", "open"]);
  });

  it("hurries only where it waits", () => {
    last().onclose?.();
    connection.hurry();
    expect(wires).toHaveLength(2);
    connection.hurry();
    tasks[0]!.task();
    expect(wires).toHaveLength(2);
  });

  it("asks with since among other questions of the address", () => {
    const watching = new Connection(
      "ws://here/socket?watch=1",
      connection.listener,
      connection.surroundings,
    );
    watching.start();
    expect(last().address).toBe("ws://here/socket?watch=1");
    last().says(welcome(3));
    last().onclose?.();
    tasks.at(-1)!.task();
    expect(last().address).toBe("ws://here/socket?watch=1&since=3");
  });

  it("spreads its return, so that not everybody comes back at once", () => {
    const spread = (pause: number) => pause + 17;
    const one = new Connection("ws://here/socket", connection.listener, {
      ...connection.surroundings,
      spread,
    });
    one.start();
    last().onclose?.();
    expect(tasks.at(-1)!.pause).toBe(417);
    tasks.at(-1)!.task();
    last().onclose?.();
    expect(tasks.at(-1)!.pause).toBe(817);
  });

  it("sends one command of a kind at a time where that is wanted", () => {
    last().says(welcome(1));
    connection.sendOnce({ type: "back" });
    connection.sendOnce({ type: "back" });
    connection.sendOnce({ type: "stand" });
    expect(last().sent.map(({ type }) => type)).toEqual(["back", "stand"]);
    last().says({ type: "done", id: "id1" });
    connection.sendOnce({ type: "back" });
    expect(last().sent.map(({ id }) => id)).toEqual(["id1", "id2", "id3"]);
  });

  it("answers a decision once", () => {
    last().says(welcome(1));
    const asking = (decision: number) =>
      ({
        number: 3,
        view: {
          own: [
            { seat: "a", decision: 4 },
            { seat: "b", decision },
          ],
        },
      }) as unknown as Game;
    const game = asking(7);
    connection.act(game, "b", { type: "pass" });
    connection.act(game, "b", { type: "bid", number: 2 });
    expect(last().sent).toEqual([
      { type: "act", id: "id1", game: 3, seat: "b", decision: 7, action: { type: "pass" } },
    ]);
    connection.act(game, "a", { type: "pass" });
    expect(last().sent[1]).toMatchObject({ seat: "a", decision: 4 });
    expect(decisionOf(game, "b")).toBe(7);
    expect(decisionOf(game, "c")).toBeNull();
    expect(decisionOf(asking(NOT_ASKED), "b")).toBeNull();
    connection.act(asking(NOT_ASKED), "b", { type: "pass" });
    expect(last().sent[2]).toMatchObject({ decision: 0 });
  });

  it("is ready with sixteen random bytes", () => {
    const wish = readyWish(true) as { salt: string };
    expect(wish).toMatchObject({ type: "ready", ready: true });
    expect(wish.salt).toMatch(/^[0-9a-f]{32}$/);
    expect((readyWish(true) as { salt: string }).salt).not.toBe(wish.salt);
    expect(readyWish(false)).toMatchObject({ ready: false });
    vi.spyOn(crypto, "getRandomValues").mockImplementation((array) => array);
    expect(readyWish(true)).toMatchObject({ salt: "00".repeat(16) });
    vi.restoreAllMocks();
  });

  it("stays closed, whatever still happens", async () => {
    last().says(welcome(1));
    connection.close();
    expect(links).toEqual(["open", "over"]);
    expect(last().closed).toBe(true);
    last().onclose?.();
    connection.cut();
    connection.hurry();
    connection.again();
    connection.start();
    expect(wires).toHaveLength(1);
    expect(tasks).toEqual([]);
    expect(links).toEqual(["open", "over"]);
  });

  it("is cut only where there is a line", () => {
    last().says(welcome(1));
    connection.cut();
    connection.cut();
    expect(tasks).toHaveLength(1);
    expect(links).toEqual(["open", "lost"]);
  });

  it("does not come in again where it is not in", () => {
    connection.again();
    expect(wires).toHaveLength(1);
    expect(last().closed).toBe(false);
  });

  it("sends nothing on a socket that is not welcome yet, after a loss either", () => {
    last().says(welcome(1));
    last().onclose?.();
    tasks.at(-1)!.task();
    connection.send({ type: "stand" });
    expect(last().sent).toEqual([]);
    connection.again();
    expect(last().sent).toEqual([]);
    last().says(welcome(1));
    connection.again();
    connection.send({ type: "start" });
    expect(last().sent).toEqual([]);
  });

  it("does not hear a socket that it has left", () => {
    last().says(welcome(4));
    const first = last();
    connection.again();
    first.says(frame(5));
    first.onclose?.();
    expect(versions).toEqual([4]);
    expect(links).toEqual(["open"]);
    expect(tasks).toEqual([]);
  });

  it("takes the first frame of a table that it never saw for a gap, unless it is the first", () => {
    last().says(frame(1));
    expect(versions).toEqual([1]);
  });

  it.each(["closed", "unknown-table", "no-spectators", "removed", "damaged"] as const)(
    "is over for good after %s, and says so",
    (reason) => {
      last().says({ type: "bye", reason });
      expect(links).toEqual(["over"]);
      expect(byes).toEqual([reason]);
      expect(last().closed).toBe(true);
    },
  );

  it("hands on who is here, and what the administrator says", () => {
    last().says({ type: "presence", here: [1, 2] });
    last().says({ type: "announcement", text: "soon", at: 7 });
    expect(heard).toEqual([[1, 2], "soon"]);
    const silent = { ...connection.listener } as Partial<Listener>;
    delete silent.announced;
    const other = new Connection("ws://here/socket", silent as Listener, connection.surroundings);
    other.start();
    last().says({ type: "announcement", text: "soon", at: 7 });
    expect(heard).toHaveLength(2);
  });

  it("hears a refusal of nothing in particular", () => {
    last().says({ type: "refused", id: null, reason: "too-fast", detail: "" });
    expect(refusals).toEqual(["too-fast undefined"]);
  });

  it("waits eight seconds for an answer", () => {
    last().says(welcome(1));
    connection.send({ type: "stand" });
    expect(tasks.at(-1)!.pause).toBe(8000);
    const first = last();
    first.onclose?.();
    tasks.at(-1)!.task();
    const second = last();
    tasks[0]!.task(); // the silence of a socket that is gone says nothing about the next
    expect(last()).toBe(second);
    expect(second.closed).toBe(false);
  });

  it("is signed out where nobody can say otherwise", async () => {
    const surroundings = { ...connection.surroundings };
    delete surroundings.isKnown;
    const one = new Connection("ws://here/socket", connection.listener, surroundings);
    one.start();
    last().says(welcome(1));
    links.length = 0;
    last().says({ type: "bye", reason: "signed-out" });
    await vi.waitFor(() => expect(links).toEqual(["lost", "over"]));
    expect(byes.at(-1)).toBe("signed-out");
  });
});

describe("the browser's surroundings", () => {
  const sockets: unknown[][] = [];
  beforeEach(() => {
    sockets.length = 0;
    vi.stubGlobal("WebSocket", function (...how: unknown[]) {
      sockets.push(how);
    });
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
    vi.useRealTimers();
  });

  it("open a socket with a cookie, or with a token as a protocol's name", async () => {
    surroundingsOf(null).open("ws://here");
    surroundingsOf("t0").open("ws://here");
    expect(sockets).toEqual([["ws://here"], ["ws://here", ["calavera", "calavera.token.t0"]]]);
    expect(await surroundingsOf("t0").isKnown!()).toBe(false);
  });

  it("spread a pause by a quarter, and wait", () => {
    const { spread, later } = surroundingsOf(null);
    const random = vi.spyOn(Math, "random");
    random.mockReturnValue(0);
    expect(spread!(1000)).toBe(750);
    random.mockReturnValue(1);
    expect(spread!(1000)).toBe(1250);
    vi.useFakeTimers();
    const task = vi.fn();
    later(task, 500);
    vi.advanceTimersByTime(499);
    expect(task).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(task).toHaveBeenCalledOnce();
  });

  it("give every command an id of its own", () => {
    const ids = Array.from({ length: 20 }, () => surroundingsOf(null).newId());
    expect(new Set(ids).size).toBe(20);
    for (const id of ids) expect(id).toMatch(/^[0-9a-z]{6,21}$/);
  });
});
