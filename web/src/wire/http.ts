// The HTTP calls: identity, bots, the lobby, records. Those of a screen that loads later are with it.
import type { BotName, Reason, SeenEvent, Settings, Summary } from "./messages";

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

/** Makes a call; raises CallRefused where there is no server. */
export async function ask(path: string, how: RequestInit): Promise<Response> {
  try {
    return await fetch(path, { credentials: "same-origin", ...how });
  } catch {
    throw new CallRefused("offline", "");
  }
}

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
  call<{ code: string }>("POST", "/api/tables", {
    ...(settings && { settings }),
    ...(bots && { bots }),
  });

/** A new identity for a player of this device, beside the browser's own. */
export const newIdentity = () => call<{ token: string; name: string }>("POST", "/api/identities");
export const renameAs = (token: string, name: string) =>
  call<{ name: string }>("PUT", "/api/me", { name }, token);
export const openTableAs = (token: string, settings: Settings) =>
  call<{ code: string }>("POST", "/api/tables", { settings }, token);

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
