// The device that plays without a server, as a page sees it: calls and sockets, answered by a worker.
import type { Wire } from "../connection";
import { fileAddress } from "../place";
import type { Beginning, Failure, News } from "./protocol";

/** `elsewhere`: in another tab. */
export type Phase = "asleep" | "loading" | "ready" | "elsewhere" | "failed";

/** A message to Python or from it. */
interface Message {
  type: string;
  id: number;
  [more: string]: unknown;
}

/** Who takes what the worker answers. */
interface Taker {
  hear(message: Message): void;
}

class Device {
  phase = $state<Phase>("asleep");
  /** How much of Python is here, from 0 to 1. */
  part = $state(0);
  failure = $state<Failure>("python");
  /** How many writes in a row found no room. */
  unstored = $state(0);
  /** Whether something waits for it. */
  isAwaited = $state(false);

  #worker: Worker | null = null;
  #count = 0;
  /** What waits for an answer, or is connected, with what was sent first. */
  #open = new Map<number, { taker: Taker; text: string }>();
  #starts: (() => void)[] = [];

  /** Starts it, unless it has been. */
  wake(): void {
    if (this.phase === "asleep") this.#start(false);
  }

  /** Settles when it can be asked. */
  async ready(): Promise<void> {
    this.wake();
    if (this.phase !== "ready") await new Promise<void>((done) => this.#starts.push(done));
  }

  constructor() {
    // A tab that nobody looks at does not wait in line: the one that is loaded again would lose its turn.
    document.addEventListener("visibilitychange", () => {
      if (this.phase !== "elsewhere") return;
      if (!document.hidden) this.#start(false);
      else this.#worker?.terminate();
    });
  }

  /** Takes it from the tab that has it. */
  take(): void {
    this.#start(true);
  }

  /** Tries again after a failure. */
  retry(): void {
    this.#start(false);
  }

  /** Makes a call, as `fetch` does. */
  ask(path: string, how: RequestInit = {}): Promise<Response> {
    const number = (this.#count += 1);
    const token = new Headers(how.headers).get("authorization")?.replace("Bearer ", "") ?? null;
    const answer = new Answering();
    answer.ended = () => this.#forget(number);
    how.signal?.addEventListener("abort", () => answer.abort());
    this.#send(number, answer, {
      type: "call",
      method: how.method ?? "GET",
      address: path,
      token,
      body: typeof how.body === "string" ? charactersOf(new TextEncoder().encode(how.body)) : "",
    });
    return answer.response;
  }

  /** Connects to a table, as a WebSocket does. */
  connect(address: string, token: string | null): Wire {
    const number = (this.#count += 1);
    const wire = new DeviceWire(
      (message) => this.#post(JSON.stringify({ ...message, id: number })),
      () => this.#forget(number),
    );
    this.#send(number, wire, { type: "open", address, token });
    return wire;
  }

  #send(id: number, taker: Taker, message: Omit<Message, "id">): void {
    const text = JSON.stringify({ ...message, id });
    this.#open.set(id, { taker, text });
    this.isAwaited = this.phase !== "ready";
    this.#post(text);
    this.wake();
  }

  #forget(number: number): void {
    this.#open.delete(number);
    if (this.#open.size === 0) this.isAwaited = false;
  }

  #post(text: string): void {
    if (this.phase === "ready") this.#worker?.postMessage(text);
  }

  #start(takes: boolean): void {
    this.#worker?.terminate();
    const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
    const life = crypto.getRandomValues(new Uint32Array(4)).join("-");
    this.#worker = worker;
    this.phase = "loading";
    this.part = 0;
    this.unstored = 0;
    worker.onmessage = ({ data }: MessageEvent<News | string>) => {
      if (worker !== this.#worker) return;
      if (typeof data === "string") this.#hear(JSON.parse(data) as Message);
      else if (data.type === "alive") this.#outlive(worker, life);
      else this.#learn(data);
    };
    worker.onerror = (event) => {
      event.preventDefault();
      if (worker === this.#worker && this.phase === "loading") this.#fail("python");
    };
    const beginning: Beginning = { folder: fileAddress("python/"), life, takes };
    worker.postMessage(beginning);
  }

  /** Its lock is free when the worker has died, however that came. */
  #outlive(worker: Worker, life: string): void {
    void (navigator as Partial<Navigator>).locks?.request(life, () => {
      if (worker !== this.#worker) return;
      if (this.phase === "ready") this.#restart();
      else if (this.phase === "loading") this.#fail("python");
    });
  }

  /** Nothing that was acknowledged is lost; what was not is asked again. */
  #restart(): void {
    this.#hangUp();
    this.#start(false);
    this.isAwaited = this.#open.size > 0;
  }

  #hangUp(): void {
    for (const [number, { taker }] of this.#open)
      if (taker instanceof DeviceWire) {
        this.#open.delete(number);
        taker.onclose?.();
      }
  }

  #fail(why: Failure): void {
    this.#worker?.terminate();
    this.#worker = null;
    this.failure = why;
    this.phase = "failed";
  }

  #learn(news: News): void {
    switch (news.type) {
      case "waiting":
        this.phase = "elsewhere";
        return;
      case "loading":
        if (this.phase === "ready") return;
        this.phase = "loading";
        this.part = news.part;
        return;
      case "ready":
        this.phase = "ready";
        this.isAwaited = false;
        for (const { text } of this.#open.values()) this.#post(text);
        for (const done of this.#starts.splice(0)) done();
        return;
      case "taken":
        // It waits in line: when the other tab is closed this one goes on by itself.
        this.#restart();
        this.phase = "elsewhere";
        return;
      case "failed":
        this.#fail(news.why);
        return;
      case "stored":
        this.unstored = news.hasRoom ? 0 : this.unstored + 1;
    }
  }

  #hear(message: Message): void {
    this.#open.get(message.id)?.taker.hear(message);
  }
}

/** The answer to a call, which may come in parts. */
class Answering implements Taker {
  readonly response: Promise<Response>;
  ended: () => void = () => {};
  #done!: (response: Response) => void;
  #fail!: (error: unknown) => void;
  #parts: ReadableStreamDefaultController<Uint8Array> | null = null;

  constructor() {
    this.response = new Promise((done, fail) => {
      this.#done = done;
      this.#fail = fail;
    });
  }

  hear(message: Message): void {
    const bytes = bytesOf(message["body"] as string);
    if (message.type === "news") this.#take(bytes);
    else {
      this.ended();
      if (this.#parts) this.#parts.close();
      else
        this.#done(
          new Response(bytes, {
            status: message["status"] as number,
            headers: { "content-type": message["kind"] as string },
          }),
        );
    }
  }

  #take(bytes: Uint8Array<ArrayBuffer>): void {
    if (!this.#parts) {
      const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
        start: (parts) => void (this.#parts = parts),
      });
      this.#done(new Response(body));
    }
    this.#parts!.enqueue(bytes);
  }

  abort(): void {
    const error = new DOMException("nobody waits for it", "AbortError");
    this.ended();
    this.#fail(error);
    this.#parts?.error(error);
  }
}

/** A session at a table. */
class DeviceWire implements Wire, Taker {
  onmessage: Wire["onmessage"] = null;
  onclose: Wire["onclose"] = null;

  constructor(
    readonly post: (message: { type: string; text?: string }) => void,
    readonly forget: () => void,
  ) {}

  send(text: string): void {
    this.post({ type: "send", text });
  }

  close(): void {
    this.post({ type: "close" });
    this.forget();
  }

  hear(message: Message): void {
    if (message.type === "message") this.onmessage?.({ data: message["text"] as string });
    else {
      this.forget();
      this.onclose?.();
    }
  }
}

/** A body crosses as text, in which each character stands for a byte. */
const bytesOf = (text: string) => Uint8Array.from(text, (each) => each.charCodeAt(0));
const charactersOf = (bytes: Uint8Array) =>
  Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");

export const device = new Device();
