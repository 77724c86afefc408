// The calls that are no part of a table: what is sent, and what becomes of the answer.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import * as http from "../src/wire/http";
import { server } from "../src/wire/server.svelte";
import { retell } from "../src/wire/retelling";

let sent: { path: string; how: RequestInit }[];
let answers: (() => Response | Promise<Response>)[];

const json =
  (value: unknown, status = 200) =>
  () =>
    Response.json(value, { status });
const last = () => sent.at(-1)!;

beforeEach(() => {
  sent = [];
  answers = [];
  server.isAway = false;
  vi.stubGlobal("fetch", async (path: string, how: RequestInit) => {
    sent.push({ path, how });
    return (answers.shift() ?? json({}))();
  });
});
afterEach(() => vi.unstubAllGlobals());

describe("a call", () => {
  it("sends no body and no token where there is none", async () => {
    answers = [json({ tables: [{ code: "KRTMWX" }] })];
    expect(await http.tables()).toEqual([{ code: "KRTMWX" }]);
    expect(last()).toEqual({
      path: "/api/tables",
      how: { credentials: "same-origin", method: "GET", headers: {} },
    });
  });

  it("says what its body is, and whose token it uses", async () => {
    answers = [json({ name: "Ana" })];
    expect(await http.renameAs("t0", "Ana")).toEqual({ name: "Ana" });
    expect(last()).toEqual({
      path: "/api/me",
      how: {
        credentials: "same-origin",
        method: "PUT",
        headers: { "content-type": "application/json", authorization: "Bearer t0" },
        body: '{"name":"Ana"}',
      },
    });
  });

  it.each([
    ["GET /api/tables/KRTMWX", () => http.table("KRTMWX"), undefined],
    ["GET /api/tables/KRTMWX/game", () => http.history("KRTMWX"), undefined],
    ["POST /api/tables", () => http.openTable(), "{}"],
    [
      "POST /api/tables",
      () => http.openTable({ players: 3 } as never, ["bold"]),
      '{"settings":{"players":3},"bots":["bold"]}',
    ],
    ["POST /api/identities", () => http.newIdentity(), undefined],
    [
      "POST /api/tables",
      () => http.openTableAs("t0", { players: 3 } as never),
      '{"settings":{"players":3}}',
    ],
    ["DELETE /api/me/tokens/b", () => http.signOut("b"), undefined],
    ["PUT /api/me", () => http.rename("Bo"), '{"name":"Bo"}'],
  ])("goes to %s", async (line, call, body) => {
    await call();
    expect(`${last().how.method} ${last().path}`).toBe(line);
    expect(last().how.body).toBe(body);
  });

  it("carries a token for the history of one of several players", async () => {
    await http.history("KRTMWX", "t1");
    expect(last().how.headers).toEqual({ authorization: "Bearer t1" });
    await http.history("KRTMWX", null);
    expect(last().how.headers).toEqual({});
  });

  it("takes a new token before the others are signed out", async () => {
    await http.signOutOthers();
    expect(sent.map(({ path, how }) => `${how.method} ${path}`)).toEqual([
      "POST /api/me/tokens",
      "DELETE /api/me/tokens",
    ]);
  });
});

describe("a refusal", () => {
  it("has the server's reason and detail", async () => {
    answers = [json({ reason: "not-found", detail: "no such table" }, 404)];
    const error = await http.table("KRTMWX").catch((refusal: unknown) => refusal);
    expect(error).toBeInstanceOf(http.CallRefused);
    expect(error).toMatchObject({ reason: "not-found", message: "no such table" });
  });

  it("is busy where something else answered, and offline where no server did", async () => {
    answers = [() => new Response("<html>", { status: 500 })];
    await expect(http.table("KRTMWX")).rejects.toMatchObject({ reason: "busy", message: "" });
    expect(server.isAway).toBe(false);
    answers = [() => new Response("<html>", { status: 502 })]; // of a proxy
    await expect(http.table("KRTMWX")).rejects.toMatchObject({ reason: "offline", message: "" });
    expect(server.isAway).toBe(true);
    server.isAway = false;
    answers = [() => Promise.reject(new TypeError("no network"))];
    await expect(http.table("KRTMWX")).rejects.toMatchObject({ reason: "offline", message: "" });
  });
});

describe("whether the server knows this browser", () => {
  it.each([
    [true, json({ tokens: [] })],
    [false, json({ reason: "no-identity" }, 401)],
    [true, json({ reason: "busy" }, 503)],
  ])("is %s", async (known, answer) => {
    answers = [answer];
    expect(await http.isKnown()).toBe(known);
    expect(last().path).toBe("/api/me/tokens");
  });

  it("is not doubted where nobody could be asked", async () => {
    answers = [() => Promise.reject(new TypeError("no network"))];
    expect(await http.isKnown()).toBe(true);
  });
});

it("asks for the bots once, and again only where it failed", async () => {
  vi.resetModules();
  const { bots } = await import("../src/wire/http");
  answers = [json({ reason: "busy" }, 503), json([{ name: "bold" }])];
  await expect(bots()).rejects.toMatchObject({ reason: "busy" });
  expect(await Promise.all([bots(), bots()])).toEqual([[{ name: "bold" }], [{ name: "bold" }]]);
  expect(sent.map(({ path }) => path)).toEqual(["/api/bots", "/api/bots"]);
  expect(sent[1]!.how.method).toBe("GET");
});

it("is called by the new name after a change", async () => {
  vi.resetModules();
  const { me, rename } = await import("../src/wire/http");
  answers = [json({ name: "Guest 7" }), json({ name: "Ana" })];
  expect(await me()).toEqual({ name: "Guest 7" });
  expect(last()).toMatchObject({ path: "/api/me", how: { method: "GET" } });
  await rename("Ana");
  expect(await me()).toEqual({ name: "Ana" });
  expect(sent).toHaveLength(2);
});

describe("a record", () => {
  it("comes as text, for whoever may know it", async () => {
    answers = [() => new Response("skull: 1"), () => new Response("skull: 1")];
    expect(await http.record("KRTMWX", "2")).toBe("skull: 1");
    expect(last()).toEqual({
      path: "/api/tables/KRTMWX/games/2/record",
      how: { credentials: "same-origin", headers: {} },
    });
    await http.record("KRTMWX", "2", "t0");
    expect(last().how.headers).toEqual({ authorization: "Bearer t0" });
  });

  it("is refused with a reason", async () => {
    answers = [json({ reason: "not-finished" }, 409)];
    await expect(http.record("KRTMWX", "2")).rejects.toMatchObject({ reason: "not-finished" });
  });
});

describe("a replay", () => {
  const step = { events: [], view: { viewer: ["a"] }, holdings: null };

  it("is asked for with the notation, and comes whole", async () => {
    answers = [json({ names: [], steps: [step, { ...step, view: {} }] })];
    const { steps } = await retell("skull: 1", null);
    expect(last()).toEqual({
      path: "/api/replay",
      how: {
        credentials: "same-origin",
        method: "POST",
        body: "skull: 1",
        headers: { "content-type": "text/plain" },
      },
    });
    expect(steps[1]!.view).toEqual({ viewer: ["a"] });
  });

  it("is seen by whoever is named", async () => {
    answers = [json({ names: [], steps: [step] })];
    await retell("skull: 1", "a&b");
    expect(last().path).toBe("/api/replay?eyes=a%26b");
  });
});

describe("addresses", () => {
  afterEach(() => vi.unstubAllGlobals());

  it.each([
    ["http:", false, "ws://here:8000/api/tables/KRTMWX/socket"],
    ["https:", true, "wss://here:8000/api/tables/KRTMWX/socket?watch=1"],
  ])("of the socket under %s", (protocol, watch, address) => {
    vi.stubGlobal("location", { protocol, host: "here:8000" });
    expect(http.socketAddress("KRTMWX", watch)).toBe(address);
    if (!watch) expect(http.socketAddress("KRTMWX")).toBe(address);
  });

  it("of the picture of a link", () => {
    expect(http.qrAddress("KRTMWX")).toBe("/api/tables/KRTMWX/qr.svg");
  });
});
