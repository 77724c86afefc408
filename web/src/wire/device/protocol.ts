// What a page and its worker say to each other. Texts are those of `calavera/local/device.py`.

/** The first message to a worker. */
export interface Beginning {
  /** Where Python lies. */
  folder: string;
  /** The name of a lock that the worker holds as long as it lives. */
  life: string;
  /** Whether another tab has to give the device up. */
  takes: boolean;
}

/** News of the worker itself. */
export type News =
  | { type: "alive" }
  /** Another tab plays; this one is next. */
  | { type: "waiting" }
  | { type: "loading"; part: number }
  | { type: "ready" }
  /** Another tab plays now. */
  | { type: "taken" }
  | { type: "failed"; why: Failure }
  /** Whether there was room for what was stored last. */
  | { type: "stored"; hasRoom: boolean };

/** No storage, or no Python. */
export type Failure = "storage" | "python";
