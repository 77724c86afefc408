// The HTTP calls: identity, bots, the lobby, records. Those of a screen that loads later are with it.
import { device } from "./device/device.svelte";
import type { BotName, Reason, SeenEvent, Settings, Summary } from "./messages";
import { HERE, isHere, isStatic, plain } from "./place";
import { isGone, server } from "./server.svelte";

export interface BotLine {
  name: BotName;
  nickname: string;
  temper: string;
  strength: "yardstick" | "easy" | "medium" | "advanced" | "hard" | "expert";
}

export class CallRefused extends Error {
  constructor(
    readonly reason: Reason | "offline",
    detail: string,
  ) {
    super(detail);
  }
}

/** What this device answers as well where the server does not: whatever is about none of its tables. */
const ANYWHERE = /^\/api\/(bots|tables|identities|replay|card|review|puzzles\/.*|endings\/.*)$/;

/** Makes a call; raises CallRefused where nobody can answer it. */
export async function ask(path: string, how: RequestInit): Promise<Response> {
  if (isHere(path)) return device.ask(plain(path), how);
  const answer = await askServer(path, how);
  if (answer) return answer;
  if (isAnsweredAnywhere(path, how)) return device.ask(path, how);
  throw new CallRefused("offline", "");
}

/** The server's answer; null where there is none. */
async function askServer(path: string, how: RequestInit): Promise<Response | null> {
  if (server.isAway && isAnsweredAnywhere(path, how)) return null;
  try {
    const answer = await fetch(path, { credentials: "same-origin", ...how });
    if (!isGone(answer)) return answer;
  } catch (error) {
    if (how.signal?.aborted) throw error;
  }
  server.lose();
  return null;
}

/** The list of all tables is the server's; a new one can be anywhere, and its players with it. */
const isAnsweredAnywhere = (path: string, how: RequestInit) =>
  path === "/api/me"
    ? new Headers(how.headers).has("authorization")
    : ANYWHERE.test(path.split("?")[0]!) && !(path === "/api/tables" && how.method === "GET");

/** Authenticates with the token, else with the browser's cookie. */
export async function call<Answer>(
  method: string,
  path: string,
  body?: unknown,
  token?: string | undefined,
): Promise<Answer> {
  const headers = {
    ...(body !== undefined && { "content-type": "application/json" }),
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  };
  return read(
    await ask(path, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) }),
  );
}

/** Reads the answer to a call; raises CallRefused where it is a refusal. */
export async function read<Answer>(response: Response): Promise<Answer> {
  const answer = (await response.json().catch(() => ({}))) as { reason?: Reason; detail?: string };
  if (!response.ok) throw new CallRefused(answer.reason ?? "busy", answer.detail ?? "");
  return answer as Answer;
}

/** Memoizes a call; one that failed is made again. */
function once<Answer>(ask: () => Promise<Answer>): () => Promise<Answer> {
  let answer: Promise<Answer> | null = null;
  return () =>
    (answer ??= ask().catch((error: unknown) => {
      answer = null;
      throw error;
    }));
}

export interface Me {
  name: string;
}

const askMe = once(() => call<Me>("GET", "/api/me"));
let renamed: Me | null = null;
/** Who we are; gives a browser its cookie. */
export const me = async (): Promise<Me> => renamed ?? askMe();
export const rename = async (name: string): Promise<Me> =>
  (renamed = await call<Me>("PUT", "/api/me", { name }));

/** One device on which we are signed in. */
export interface Device {
  id: string;
  /** The family of its browser, `Firefox, Android`; empty where it is unknown. */
  device: string;
  used: number;
  current: boolean;
}

export const devices = async () =>
  (await call<{ tokens: Device[] }>("GET", "/api/me/tokens")).tokens;
/** Whether the server knows this browser; unlike `me` it makes nobody new. */
export const isKnown = async () => {
  try {
    await devices();
    return true;
  } catch (error) {
    return !(error instanceof CallRefused && error.reason === "no-identity");
  }
};
export const signOut = (id: string) => call<unknown>("DELETE", `/api/me/tokens/${id}`);
/** This browser takes a new token first: whoever has copied the old one is signed out, too. */
export async function signOutOthers(): Promise<void> {
  await call("POST", "/api/me/tokens");
  await call("DELETE", "/api/me/tokens");
}

export const bots = once(() => call<BotLine[]>("GET", "/api/bots"));
export const tables = async () => (await call<{ tables: Summary[] }>("GET", "/api/tables")).tables;
export const table = (code: string) => call<Summary>("GET", `/api/tables/${code}`);
/** How the present game went, as far as we saw it. */
export const history = (code: string, token: string | null = null) =>
  call<{ version: number; number: number; events: SeenEvent[] }>(
    "GET",
    `/api/tables/${code}/game`,
    undefined,
    token ?? undefined,
  );
export const openTable = (settings?: Settings, bots?: BotName[]) =>
  open({ ...(settings && { settings }), ...(bots && { bots }) });

/** A new table: at the server, or on this device where the server is away. */
async function open(body: unknown, token?: string): Promise<{ code: string }> {
  const { code } = await call<{ code: string }>("POST", "/api/tables", body, token);
  if (!server.isMissing) return { code };
  // The browser may not throw away what is played here; it asks at the first game at the earliest.
  void (navigator as Partial<Navigator>).storage?.persist?.().catch(() => false);
  return { code: isStatic ? code : HERE + code };
}

/** A new identity for a player of this device, beside the browser's own. */
export const newIdentity = () => call<{ token: string; name: string }>("POST", "/api/identities");
export const renameAs = (token: string, name: string) =>
  call<{ name: string }>("PUT", "/api/me", { name }, token);
export const openTableAs = (token: string, settings: Settings) => open({ settings }, token);

/** A finished game in the notation, as far as we may know it. */
export async function record(
  code: string,
  game: string,
  token?: string | undefined,
): Promise<string> {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const response = await ask(recordAddress(code, game), { headers });
  return response.ok ? response.text() : read<string>(response);
}

/** With `watch` as the public, whoever we are. */
export function socketAddress(code: string, watch = false): string {
  if (isHere(code)) return `/api/tables/${plain(code)}/socket${watch ? "?watch=1" : ""}`;
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  return `${scheme}://${location.host}/api/tables/${code}/socket${watch ? "?watch=1" : ""}`;
}

/** A picture of the table's link, to be photographed. */
export function qrAddress(code: string): string {
  return `/api/tables/${code}/qr.svg`;
}

export function recordAddress(code: string, game: number | string): string {
  return `/api/tables/${code}/games/${game}/record`;
}
