// The web worker in which Python plays. It holds the device's lock as long as it lives: of all tabs one.
import { startPython } from "../../worker/python";
import type { Beginning, Failure, News } from "./protocol";
import { Rows } from "./rows";

const DEVICE = "calavera-device";
/** Of Python: its list, three of Pyodide, and two libraries. */
const FILES = 6;

const post = (news: News | string): void => postMessage(news);
const never = new Promise<never>(() => {});

/** Settles when this worker has the lock, and keeps it; without locks it goes without. */
function hold(name: string, options: LockOptions): Promise<boolean> {
  // A page without TLS has none; a row that exists already is never overwritten all the same.
  const { locks } = navigator as Partial<Navigator>;
  if (!locks) return Promise.resolve(true);
  return new Promise((done) => {
    let isHeld = false;
    locks
      .request(name, options, (lock) => {
        isHeld = lock !== null;
        done(isHeld);
        return isHeld ? never : undefined;
      })
      // What is held can be taken by another tab; a page that may have no locks goes without.
      .catch(() => (isHeld ? giveUp() : done(true)));
  });
}

let rows: Rows | null = null;

/** Another tab has taken the device. */
function giveUp(): void {
  rows?.close();
  post({ type: "taken" });
  close();
}

async function own(takes: boolean): Promise<void> {
  if (await hold(DEVICE, takes ? { steal: true } : { ifAvailable: true })) return;
  post({ type: "waiting" });
  await hold(DEVICE, {});
}

async function begin({ folder, life, takes }: Beginning): Promise<void> {
  await hold(life, {});
  post({ type: "alive" });
  await own(takes);
  const opened = await attempt("storage", () => Rows.open());
  if (!opened) return;
  rows = opened;
  opened.onwritten = (error) => post({ type: "stored", hasRoom: error === null });
  const receive = await attempt("python", async () => {
    watch(folder);
    const python = await startPython(folder);
    const { start } = python.pyimport("calavera.local.browser") as {
      start: (rows: Rows, post: (text: string) => void) => Promise<(text: string) => void>;
    };
    return start(opened, post);
  });
  if (!receive) return;
  onmessage = ({ data }: MessageEvent<string>) => receive(data);
  post({ type: "ready" });
}

/** Tells how many of the files are here. */
function watch(folder: string): void {
  let count = 0;
  new PerformanceObserver((list) => {
    count += list.getEntries().filter(({ name }) => name.startsWith(folder)).length;
    post({ type: "loading", part: Math.min(count / FILES, 1) });
  }).observe({ type: "resource" });
}

async function attempt<Value>(why: Failure, task: () => Promise<Value>): Promise<Value | null> {
  try {
    return await task();
  } catch (error) {
    console.warn(`the game did not start (${why})`, error);
    post({ type: "failed", why });
    return null;
  }
}

onmessage = ({ data }: MessageEvent<Beginning>) => void begin(data);
