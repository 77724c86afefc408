// The name that a newcomer is given.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { preferences } from "../src/ui/preferences.svelte";

let asked: { method: string; body: string | undefined }[] = [];
let name: string;
let isRefused: boolean;

beforeEach(() => {
  vi.resetModules(); // a page asks once who it is
  asked = [];
  name = "Guest 784";
  isRefused = false;
  vi.stubGlobal(
    "fetch",
    async (_: string, { method = "", body }: { method?: string; body?: string }) => {
      asked.push({ method, body });
      if (method === "GET") return Response.json({ name });
      return isRefused
        ? Response.json({ reason: "name" }, { status: 400 })
        : Response.json(JSON.parse(body!));
    },
  );
});
afterEach(() => {
  vi.unstubAllGlobals();
  preferences.locale = "en";
});

async function introduced(locale: typeof preferences.locale): Promise<string[]> {
  const { preferences: fresh } = await import("../src/ui/preferences.svelte");
  const { introduce } = await import("../src/ui/introduction");
  fresh.locale = locale;
  return (await Promise.all([introduce(), introduce()])).map((each) => each.name);
}

test("is said in the language of the page, once", async () => {
  expect(await introduced("de")).toEqual(["Gast 784", "Gast 784"]);
  expect(asked.map(({ method }) => method)).toEqual(["GET", "PUT"]);
});

test("stays where the page speaks English", async () => {
  expect(await introduced("en")).toEqual(["Guest 784", "Guest 784"]);
  expect(asked).toHaveLength(1);
});

test("stays where somebody chose it, or another", async () => {
  name = "Guest of honour";
  expect(await introduced("it")).toEqual([name, name]);
  expect(asked).toHaveLength(1);
});

test("stays where the server wants no other", async () => {
  isRefused = true;
  expect(await introduced("fr")).toEqual(["Guest 784", "Guest 784"]);
});
