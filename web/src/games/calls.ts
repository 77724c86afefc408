// The HTTP calls about one's own finished games.
import { call } from "../wire/http";
import type { GameLine, Statistics } from "../wire/messages";

export type Result = "won" | "lost";
export type Rivals = "bots" | "people" | "mixed";

export interface Only {
  result: Result | null;
  rivals: Rivals | null;
  players: number | null;
}

export const EVERYTHING: Only = { result: null, rivals: null, players: null };

export interface Page {
  games: GameLine[];
  /** Where the next page begins; null after the last one. */
  next: string | null;
}

/** What is asked for, as the query of an address. */
export function queryOf(only: Only, more: Record<string, string> = {}): string {
  const wanted = Object.entries({ ...only, ...more }).filter(([, value]) => value !== null);
  const query = new URLSearchParams(wanted.map(([key, value]) => [key, String(value)]));
  return wanted.length > 0 ? `?${query}` : "";
}

const addressOf = ({ code, number }: GameLine) => `/api/me/games/${code}/${number}`;

export const ownGames = (only: Only, more: Record<string, string> = {}) =>
  call<Page>("GET", `/api/me/games${queryOf(only, more)}`);
export const statistics = (only: Only) => call<Statistics>("GET", `/api/me/stats${queryOf(only)}`);
export const forget = (game: GameLine) => call<unknown>("DELETE", addressOf(game));
export const restore = (game: GameLine) => call<unknown>("PUT", addressOf(game));
export const forgetAll = () => call<unknown>("DELETE", "/api/me/games");
export const exportAddress = (only: Only) => `/api/me/games/export${queryOf(only)}`;
