// The picture of a finished game: what it says, how it is sent, where its button is.
import { readFileSync } from "node:fs";
import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import ReplayScreen from "../src/replay/ReplayScreen.svelte";
import { canSend, send, themeNow, withStyle, wordsOf } from "../src/share/card";
import ShareDialog from "../src/share/ShareDialog.svelte";
import { shareWords, type Key } from "../src/share/words.svelte";
import english from "../src/share/words/en.json";
import { preferences } from "../src/ui/preferences.svelte";

const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg"><title>&lt;b&gt;Ana wins</title><desc>Bo &amp; Cy.</desc>' +
  "<defs><g/></defs></svg>";
const file = new File(["x"], "calavera.png", { type: "image/png" });

/** The server's answer to every call. */
function answer(status: number, body: string) {
  const ask = vi.fn<(path: string, how?: RequestInit) => Promise<Response>>(
    async () => new Response(body, { status, headers: { "content-type": "application/json" } }),
  );
  vi.stubGlobal("fetch", ask);
  return ask;
}

beforeEach(() => {
  HTMLDialogElement.prototype.showModal ??= function (this: HTMLDialogElement) {
    this.open = true;
  };
});
afterEach(() => {
  vi.unstubAllGlobals();
  document.body.replaceChildren();
  preferences.theme = "auto";
});

describe("a picture", () => {
  it("says what it shows, and takes no name for markup", () =>
    expect(wordsOf(SVG)).toBe("<b>Ana wins Bo & Cy."));

  it("carries its fonts, whatever they hold", () =>
    expect(withStyle(SVG, "a{b:c$&}")).toContain("<defs><style>a{b:c$&}</style><g/></defs>"));

  it("has the colours that the page has", () => {
    preferences.theme = "day";
    expect(themeNow()).toBe("day");
    preferences.theme = "auto";
    vi.stubGlobal("matchMedia", (query: string) => ({ matches: query.includes("light") }));
    expect(themeNow()).toBe("day");
    vi.stubGlobal("matchMedia", () => ({ matches: false }));
    expect(themeNow()).toBe("night");
  });

  it("is sent where the device can", async () => {
    vi.stubGlobal("navigator", {});
    expect(canSend(file)).toBe(false);
    const share = vi.fn<(data: ShareData) => Promise<void>>(() =>
      Promise.reject(new Error("thought better of it")),
    );
    vi.stubGlobal("navigator", { canShare: ({ files }: ShareData) => files?.length === 1, share });
    expect(canSend(file)).toBe(true);
    await send(file);
    expect(share).toHaveBeenCalledWith({ files: [file], title: "Calavera" });
  });
});

describe("the dialog", () => {
  it.each([
    [409, "not-finished"],
    [503, "busy"],
  ])("tells of a refusal: %i", async (status, reason) => {
    const ask = answer(status, JSON.stringify({ reason, detail: "" }));
    const dialog = mount(ShareDialog, {
      target: document.body,
      props: { bring: async () => "skull: 1", link: "/replay/ABCDEF/1", onclose: () => {} },
    });
    await vi.waitFor(() => {
      flushSync();
      expect(document.querySelector("[aria-busy=false]")).not.toBeNull();
    });
    expect(document.querySelector("[role=status]")!.textContent).not.toBe("");
    expect(document.querySelector("img, a[download]")).toBeNull();
    expect(document.querySelectorAll("dialog button")).toHaveLength(2);
    const [path, how] = ask.mock.calls.find(([path]) => path.startsWith("/api/"))!;
    expect(path).toMatch(/^\/api\/card\?theme=(day|night)&language=en$/);
    expect(how).toMatchObject({ method: "POST", body: "skull: 1" });
    await unmount(dialog);
  });
});

describe("the replay", () => {
  const told = (outcome: unknown) =>
    JSON.stringify({
      names: ["Ana", "Bo"],
      eyes: "public",
      choice: ["public"],
      comments: [],
      steps: [{ events: [BEGAN], holdings: null, view: { ...view(), board: board(outcome) } }],
    });
  const BEGAN = { type: "round-began", number: 1, first: "a" };
  const view = () => ({ viewer: [], own: [] });
  const board = (outcome: unknown) => ({
    setup: { players: 2, tribes: 1, placement: "simultaneous", start: [] },
    ...{ round: 1, first: "a", phase: "place", turn: [], mats: [], total: 0 },
    ...{ bidding: null, attempt: null, outcome, stoned: [] },
    ...{ under_the_gun: null, the_cop: null, burn_out: false },
  });

  it.each([
    [null, 0],
    [{ winner: 0, seat: "a", ending: "last-one-in" }, 1],
  ])("offers the picture of a finished game alone: %o", async (outcome, buttons) => {
    answer(200, told(outcome));
    const screen = mount(ReplayScreen, {
      target: document.body,
      props: { source: "ABCDEF/1", review: false },
    });
    await vi.waitFor(() => {
      flushSync();
      expect(document.querySelector(".player")).not.toBeNull();
    });
    expect(document.querySelectorAll('button[aria-label="Share"]')).toHaveLength(buttons);
    await unmount(screen);
  });
});

describe.each(["en", "it", "fr", "de", "es"] as const)("in %s", (locale) => {
  it("has all words", async () => {
    await shareWords.load(locale);
    const words = JSON.parse(readFileSync(`src/share/words/${locale}.json`, "utf8")) as object;
    expect(Object.keys(words)).toEqual(Object.keys(english));
    expect(shareWords.say("send" satisfies Key)).not.toBe("");
  });
});
