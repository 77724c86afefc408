// What is not part of a table: names, bots, the lobby, records.
import type { BotName, Reason, SeenEvent, Settings, Summary } from "./messages";

export interface BotLine {
  name: BotName;
  nickname: string;
  temper: string;
  strength: "yardstick" | "easy" | "medium" | "advanced" | "hard";
}

export class CallRefused extends Error {
  constructor(
    readonly reason: Reason | "offline",
    detail: string,
  ) {
    super(detail);
  }
}

async function call<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
  let response: Response;
  try {
    response = await fetch(path, {
      method,
      credentials: "same-origin",
      ...(body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
    });
  } catch {
    throw new CallRefused("offline", "");
  }
  const answer = (await response.json().catch(() => ({}))) as { reason?: Reason; detail?: string };
  if (!response.ok) throw new CallRefused(answer.reason ?? "busy", answer.detail ?? "");
  return answer as Answer;
}

export const me = () => call<{ name: string }>("GET", "/api/me");
export const rename = (name: string) => call<{ name: string }>("PUT", "/api/me", { name });
export const bots = () => call<BotLine[]>("GET", "/api/bots");
export const tables = async () => (await call<{ tables: Summary[] }>("GET", "/api/tables")).tables;
export const table = (code: string) => call<Summary>("GET", `/api/tables/${code}`);
/** How the present game went, as far as we saw it. */
export const history = (code: string) =>
  call<{ version: number; number: number; events: SeenEvent[] }>("GET", `/api/tables/${code}/game`);
export const openTable = (settings?: Settings, bots?: BotName[]) =>
  call<{ code: string }>("POST", "/api/tables", { ...(settings && { settings }), ...(bots && { bots }) });

export function socketAddress(code: string): string {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  return `${scheme}://${location.host}/api/tables/${code}/socket`;
}

/** A picture of the table's link, to be photographed. */
export function qrAddress(code: string): string {
  return `/api/tables/${code}/qr.svg`;
}

export function recordAddress(code: string, game: number): string {
  return `/api/tables/${code}/games/${game}/record`;
}
