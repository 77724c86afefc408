// A page and the worker in which Python plays, as far as a page knows it: a test is the worker.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

class FakeWorker {
  static all: FakeWorker[] = [];
  sent: unknown[] = [];
  isDead = false;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onerror: ((event: Event) => void) | null = null;
  constructor() {
    FakeWorker.all.push(this);
  }
  postMessage(message: unknown) {
    this.sent.push(typeof message === "string" ? JSON.parse(message) : message);
  }
  terminate() {
    this.isDead = true;
  }
  says(data: unknown) {
    this.onmessage?.({ data });
  }
  /** What Python says. */
  tells(message: object) {
    this.says(JSON.stringify(message));
  }
}

let deaths: (() => void)[];
let device: typeof import("../src/wire/device/device.svelte").device;
const worker = () => FakeWorker.all.at(-1)!;
const start = () => {
  worker().says({ type: "alive" });
  worker().says({ type: "ready" });
};

beforeEach(async () => {
  vi.resetModules();
  FakeWorker.all = [];
  deaths = [];
  vi.stubGlobal("Worker", FakeWorker);
  vi.stubGlobal("navigator", {
    languages: ["en"],
    locks: { request: (_: string, done: () => void) => deaths.push(done) },
  });
  ({ device } = await import("../src/wire/device/device.svelte"));
});
afterEach(() => vi.unstubAllGlobals());

describe("a call", () => {
  it("wakes the device and waits for it", async () => {
    expect(FakeWorker.all).toHaveLength(0);
    const answer = device.ask("/api/me", {
      method: "PUT",
      body: '{"name":"Añá"}',
      headers: { authorization: "Bearer t0" },
    });
    expect(device.phase).toBe("loading");
    expect(device.isAwaited).toBe(true);
    expect(worker().sent).toMatchObject([
      { folder: "http://localhost:3000/python/", takes: false },
    ]);
    worker().says({ type: "loading", part: 0.5 });
    expect(device.part).toBe(0.5);
    start();
    expect(device.isAwaited).toBe(false);
    expect(worker().sent.at(-1)).toEqual({
      type: "call",
      id: 1,
      method: "PUT",
      address: "/api/me",
      token: "t0",
      body: '{"name":"A\u00c3\u00b1\u00c3\u00a1"}', // each character is a byte of UTF-8
    });
    worker().tells({
      type: "answer",
      id: 1,
      status: 409,
      kind: "application/json",
      body: '{"detail":"\u00c3\u00b1"}',
    });
    const response = await answer;
    expect([response.status, response.headers.get("content-type")]).toEqual([
      409,
      "application/json",
    ]);
    expect(await response.json()).toEqual({ detail: "ñ" });
  });

  it("takes an answer that comes in parts", async () => {
    const answer = device.ask("/api/review");
    start();
    worker().tells({ type: "news", id: 1, body: "a\n" });
    const response = await answer;
    worker().tells({ type: "news", id: 1, body: "b\n" });
    worker().tells({ type: "answer", id: 1, status: 200, kind: "application/x-ndjson", body: "" });
    expect(await response.text()).toBe("a\nb\n");
  });

  it("is given up when nobody waits for it", async () => {
    const waiting = new AbortController();
    const answer = device.ask("/api/review", { signal: waiting.signal });
    waiting.abort();
    await expect(answer).rejects.toMatchObject({ name: "AbortError" });
    start();
    expect(worker().sent).toHaveLength(1);
  });
});

describe("a worker that dies", () => {
  it("is replaced: calls are asked again, and sockets reconnect", async () => {
    const wire = device.connect("/api/tables/KRTMWX/socket", "t0");
    const answer = device.ask("/api/bots");
    const closed = vi.fn();
    wire.onclose = closed;
    start();
    expect(worker().sent).toMatchObject([
      {},
      { type: "open", token: "t0" },
      { type: "call", id: 2 },
    ]);
    wire.send("{}");
    expect(worker().sent.at(-1)).toEqual({ type: "send", id: 1, text: "{}" });

    deaths[0]!();
    expect(closed).toHaveBeenCalledOnce();
    expect(FakeWorker.all).toHaveLength(2);
    expect(device.phase).toBe("loading");
    start();
    expect(worker().sent).toMatchObject([{ takes: false }, { type: "call", id: 2 }]);
    worker().tells({ type: "answer", id: 2, status: 200, kind: "application/json", body: "[]" });
    expect(await (await answer).json()).toEqual([]);
  });

  it("is not replaced for ever where it never starts", () => {
    device.wake();
    worker().says({ type: "alive" });
    deaths[0]!();
    expect([device.phase, device.failure, FakeWorker.all.length]).toEqual(["failed", "python", 1]);
    device.retry();
    deaths[0]!(); // the first one's, which is known to be dead
    expect(device.phase).toBe("loading");
  });
});

describe("another tab", () => {
  it("has to be asked for the device, and is only when somebody wants it", () => {
    device.wake();
    const first = worker();
    first.says({ type: "alive" });
    first.says({ type: "waiting" });
    expect(device.phase).toBe("elsewhere");
    device.take();
    expect(first.isDead).toBe(true);
    expect(worker().sent).toMatchObject([{ takes: true }]);
    start();
    expect(device.phase).toBe("ready");
  });

  it("may take it: this one waits in line and says so", () => {
    const wire = device.connect("/api/tables/KRTMWX/socket", null);
    const closed = vi.fn();
    wire.onclose = closed;
    start();
    const first = worker();
    first.says({ type: "taken" });
    expect(closed).toHaveBeenCalledOnce();
    expect(device.phase).toBe("elsewhere");
    expect(worker()).not.toBe(first);
    expect(worker().sent).toMatchObject([{ takes: false }]);
    first.says({ type: "ready" }); // a late word of the one that gave up
    expect(device.phase).toBe("elsewhere");
    start();
    expect(device.phase).toBe("ready");
  });
});

it("says when there was no room, until there is", () => {
  device.wake();
  start();
  worker().says({ type: "stored", hasRoom: false });
  worker().says({ type: "stored", hasRoom: false });
  expect(device.unstored).toBe(2);
  worker().says({ type: "stored", hasRoom: true });
  expect(device.unstored).toBe(0);
});

describe("where a call goes", () => {
  const offline = () => Promise.reject(new TypeError("offline"));

  it("is this device for its own tables, by their plain code", async () => {
    const fetched = vi.fn(offline);
    vi.stubGlobal("fetch", fetched);
    const { record, socketAddress } = await import("../src/wire/http");
    void record("~KRTMWX", "2");
    start();
    expect(worker().sent.at(-1)).toMatchObject({
      address: "/api/tables/KRTMWX/games/2/record",
    });
    expect(socketAddress("~KRTMWX")).toBe("/api/tables/KRTMWX/socket");
    expect(fetched).not.toHaveBeenCalled();
  });

  it("is this device for a new table, where the server is away", async () => {
    vi.stubGlobal("fetch", vi.fn(offline));
    const { openTable, table, tables } = await import("../src/wire/http");
    const opened = openTable();
    await vi.waitFor(() => expect(FakeWorker.all).toHaveLength(1));
    start();
    worker().tells({
      type: "answer",
      id: 1,
      status: 201,
      kind: "application/json",
      body: '{"code":"KRTMWX"}',
    });
    expect(await opened).toEqual({ code: "~KRTMWX" });
    await expect(tables()).rejects.toMatchObject({ reason: "offline" });
    await expect(table("ABCDEF")).rejects.toMatchObject({ reason: "offline" });
    expect(worker().sent).toHaveLength(2);
  });
});

describe("a static site", () => {
  beforeEach(() => {
    vi.resetModules();
    document.head.innerHTML = '<meta name="calavera-mode" content="static">';
    vi.stubGlobal("location", new URL("https://ana.example/skull/index.html#/t/KRTMWX?a=1"));
  });
  afterEach(() => (document.head.innerHTML = ""));

  it("has its screens behind a #, and its files beside the page", async () => {
    const place = await import("../src/wire/place");
    expect(place.to("/learn")).toBe("#/learn");
    expect(place.linkTo("/learn")).toBe("https://ana.example/skull/#/learn");
    expect(place.fileAddress("python/")).toBe("https://ana.example/skull/python/");
    expect(place.pathNow()).toBe("/t/KRTMWX?a=1");
    vi.stubGlobal("location", new URL("https://ana.example/skull/#content"));
    expect(place.pathNow()).toBe("/");
    expect(place.isHere("KRTMWX")).toBe(true);
  });
});
