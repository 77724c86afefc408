import { beforeEach, describe, expect, it, vi } from "vitest";
import { Connection, type LinkState } from "../src/wire/connection";
import type { Frame, Welcome } from "../src/wire/messages";
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
  let known: boolean;
  let connection: Connection;
  const last = () => wires.at(-1)!;

  beforeEach(() => {
    wires = [];
    tasks = [];
    links = [];
    versions = [];
    refusals = [];
    known = false;
    let ids = 0;
    connection = new Connection(
      "ws://here/socket",
      {
        welcome: ({ version }) => versions.push(version),
        frame: ({ version }) => versions.push(version),
        presence: () => {},
        newDevice: () => refusals.push("new-device"),
        refused: (reason, _, command) => refusals.push(`${reason} ${command?.type}`),
        link: (state) => links.push(state),
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
    expect(connection.isAsking((command) => command.type === "start")).toBe(true);
    last().says({ type: "refused", id, reason: "not-ready", detail: "" });
    expect(refusals).toEqual(["not-ready start"]);
    expect(connection.isAsking((command) => command.type === "start")).toBe(false);
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

  it("hurries only where it waits", () => {
    last().onclose?.();
    connection.hurry();
    expect(wires).toHaveLength(2);
    connection.hurry();
    tasks[0]!.task();
    expect(wires).toHaveLength(2);
  });
});
