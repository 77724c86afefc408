// Notifications: asked for once, shown while nobody looks, nothing secret in them.
import { readFileSync } from "node:fs";
import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import Bell from "../src/away/Bell.svelte";
import { hush, ring } from "../src/away/bell";
import english from "../src/away/words/en.json";
import { notify } from "../src/away/notify.svelte";
import { Session } from "../src/table/session.svelte";
import { preferences } from "../src/ui/preferences.svelte";

interface Shown {
  title: string;
  options: NotificationOptions & { vibrate?: number[] };
  close: () => void;
}

let shown: Shown[];
let answer: NotificationPermission;

function show(title: string, options: Shown["options"]): Shown {
  const one = { title, options, close: () => void (shown = shown.filter((each) => each !== one)) };
  shown.push(one);
  return one;
}

const worker = {
  active: {},
  showNotification: async (title: string, options: Shown["options"]) => void show(title, options),
  getNotifications: async ({ tag }: { tag: string }) =>
    shown.filter(({ options }) => options.tag === tag),
};

function browser(hasWorker: boolean): void {
  const Fake = Object.assign(
    function (title: string, options: Shown["options"]) {
      return show(title, options);
    },
    { permission: "default", requestPermission: async () => (Fake.permission = answer) },
  );
  vi.stubGlobal("Notification", Fake);
  vi.stubGlobal("navigator", {
    ...navigator,
    languages: ["en"],
    serviceWorker: { getRegistration: async () => (hasWorker ? worker : undefined) },
  });
}

beforeEach(() => {
  localStorage.clear();
  shown = [];
  answer = "granted";
  preferences.sound = true;
  preferences.vibration = true;
  history.replaceState(null, "", "/t/KRTMWX");
  browser(true);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe("a notification", () => {
  it("names the table and nothing that happens there", async () => {
    await ring("KRTMWX");
    expect(shown).toHaveLength(1);
    expect(shown[0]).toMatchObject({
      title: "Your turn",
      options: {
        body: "Table KRTMWX",
        data: { address: `${location.origin}/t/KRTMWX` },
        silent: false,
        vibrate: [60, 80, 60],
      },
    });
  });

  it("is as loud as the player wants; a silent one has no pattern, which would be an error", async () => {
    preferences.vibration = false;
    await ring("KRTMWX");
    preferences.sound = false;
    preferences.vibration = true;
    await ring("ABCDEF");
    expect(shown.map(({ options }) => [options.silent, "vibrate" in options])).toEqual([
      [false, false],
      [true, false],
    ]);
  });

  it("is taken back after it was shown, each table's own", async () => {
    void ring("KRTMWX");
    void ring("ABCDEF");
    await hush("KRTMWX");
    expect(shown.map(({ options }) => options.body)).toEqual(["Table ABCDEF"]);
  });

  it("comes from the page itself where there is no service worker", async () => {
    browser(false);
    await ring("KRTMWX");
    expect(shown).toHaveLength(1);
    const focus = vi.spyOn(window, "focus").mockImplementation(() => {});
    (shown[0] as unknown as { onclick: () => void }).onclick();
    expect(focus).toHaveBeenCalledOnce();
    await hush("KRTMWX");
    expect(shown).toEqual([]);
  });

  it("that fails leaves the game alone", async () => {
    vi.spyOn(worker, "showNotification").mockRejectedValueOnce(new TypeError("no"));
    await ring("KRTMWX");
    await ring("KRTMWX");
    expect(shown).toHaveLength(1);
  });
});

describe("asking", () => {
  it("happens once, and the answer is kept", async () => {
    notify.permission = "default";
    expect(notify.mayAsk).toBe(true);
    notify.turnOff();
    expect([notify.mayAsk, notify.isOn]).toEqual([false, false]);
    await notify.turnOn();
    expect([notify.mayAsk, notify.isOn]).toEqual([false, true]);
    expect(JSON.parse(localStorage.getItem("calavera-notify")!)).toEqual({ on: true, asked: true });
    answer = "denied";
    await notify.turnOn();
    expect(notify.isOn).toBe(false);
  });
});

describe("a bell", () => {
  let session: Session;
  let bell: Record<string, unknown>;
  const hide = (hidden: boolean) => {
    vi.spyOn(document, "hidden", "get").mockReturnValue(hidden);
    document.dispatchEvent(new Event("visibilitychange"));
    flushSync();
  };
  const turn = (decision: string) => {
    session.turn = decision;
    flushSync();
  };
  const rung = () => vi.waitFor(() => expect(shown).toHaveLength(1));
  const silent = () => vi.waitFor(() => expect(shown).toEqual([]));

  beforeEach(async () => {
    vi.stubGlobal("fetch", async () => Response.json({ name: "Ana" }));
    vi.stubGlobal("WebSocket", function () {
      return { send() {}, close() {} };
    });
    await notify.turnOn();
    session = new Session("KRTMWX");
    bell = mount(Bell, { target: document.body, props: { session } });
    flushSync();
  });
  afterEach(() => {
    void unmount(bell);
    session.close();
    hide(false);
  });

  it("rings for a turn that comes while nobody looks, until somebody does", async () => {
    turn("a1");
    hide(true);
    await hush("ABCDEF"); // all before is done
    expect(shown, "a turn that the player has seen").toEqual([]);
    turn("");
    turn("a2");
    await rung();
    hide(false);
    await silent();
  });

  it("stops when the turn is over, and rings again for the next", async () => {
    hide(true);
    turn("a1");
    await rung();
    turn("");
    await silent();
    turn("a2");
    await rung();
  });

  it("is silent where it is not wanted", async () => {
    notify.turnOff();
    hide(true);
    turn("a1");
    await hush("ABCDEF");
    expect(shown).toEqual([]);
  });
});

describe("a tap on it", () => {
  type Handler = (event: unknown) => void;
  async function tap(urls: string[]): Promise<string[]> {
    const done: string[] = [];
    const handlers: Record<string, Handler> = {};
    const self = {
      registration: { scope: "https://x/" },
      addEventListener: (name: string, handler: Handler) => (handlers[name] = handler),
      clients: {
        matchAll: async () =>
          urls.map((url) => ({ url, focus: async () => void done.push(`focus ${url}`) })),
        openWindow: async (path: string) => void done.push(`open ${path}`),
      },
    };
    new Function("self", readFileSync("public/service-worker.js", "utf8"))(self);
    let work: Promise<unknown> = Promise.resolve();
    handlers["notificationclick"]!({
      notification: { data: { address: "https://x/t/KRTMWX" }, close: () => done.push("close") },
      waitUntil: (task: Promise<unknown>) => (work = task),
    });
    await work;
    return done;
  }

  it("brings that table to the front, or opens it again", async () => {
    const [home, other, table] = ["/", "/t/ABCDEF", "/t/KRTMWX"].map((path) => `https://x${path}`);
    expect(await tap([home!, other!, table!])).toEqual(["close", `focus ${table}`]);
    expect(await tap([home!, other!])).toEqual(["close", "open https://x/t/KRTMWX"]);
  });
});

it.each(["it", "fr", "de", "es"])("is told in %s, with the same names", (locale) => {
  const words = JSON.parse(readFileSync(`src/away/words/${locale}.json`, "utf8")) as Record<
    string,
    string
  >;
  const inputs = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();
  expect(Object.keys(words)).toEqual(Object.keys(english));
  for (const [key, text] of Object.entries(english))
    expect(inputs(words[key]!), key).toEqual(inputs(text));
});
