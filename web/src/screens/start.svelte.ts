// Opening a table, and the wish to begin at once that goes with "play now".
import { SvelteSet } from "svelte/reactivity";
import { introduce } from "../ui/introduction";
import { router } from "../ui/route.svelte";
import { toasts } from "../ui/toasts.svelte";
import { bots, CallRefused, openTable } from "../wire/http";
import type { BotName, Room, Settings } from "../wire/messages";
import { refusalWords } from "../words/words";
import { LATER } from "./later";

const PLAIN: Settings = {
  players: 4,
  tribes: 1,
  placement: "simultaneous",
  clock: null,
  showing: 6,
  opens: true,
  spectators: true,
  listed: false,
  talk: true,
  pace: "usual",
};
const OPPONENTS = 3;

/** Tables whose game begins as soon as we sit there, and tables where we just sit down. */
const hurried = new SvelteSet<string>();
const ours = new Set<string>();

export function isHurried(code: string): boolean {
  return hurried.has(code);
}

/** Whether we have just opened this table and have no chair yet; true once. */
export function isNewlyOurs(code: string): boolean {
  return ours.delete(code);
}

export function hurry(code: string): void {
  hurried.add(code);
}

export function calmDown(code: string): void {
  hurried.delete(code);
}

export function complain(error: unknown, code = ""): void {
  if (error instanceof CallRefused) toasts.say(refusalWords(error.reason, code));
  else throw error;
}

/** The opponents of a first game: not the ones that play without sense, where there are others. */
async function opponents(): Promise<string[]> {
  const all = await bots();
  const sensible = all.filter((bot) => bot.strength !== "yardstick");
  const choice = sensible.length ? sensible : all;
  return Array.from({ length: OPPONENTS }, (_, index) => choice[index % choice.length]!.name);
}

/** Fetches what a game will need: the table itself, who we are, who plays. */
export function foresee(): void {
  void LATER.table?.();
  bots().catch(() => {});
  introduce().catch(() => {});
}

export async function playNow(): Promise<void> {
  try {
    await introduce();
    await playAgainst({ ...PLAIN, spectators: false }, await opponents());
  } catch (error) {
    complain(error);
  }
}

/** A new game as this one was, without waiting for its end: only bots play it. */
export async function playAfresh({ settings, places }: Room): Promise<void> {
  try {
    await playAgainst(settings, places.flatMap(({ bot }) => bot ?? []));
  } catch (error) {
    complain(error);
  }
}

async function playAgainst(settings: Settings, names: BotName[]): Promise<void> {
  const { code } = await openTable(settings, names);
  hurried.add(code);
  router.go(`/t/${code}`);
}

export async function gather(): Promise<void> {
  try {
    await introduce();
    const { code } = await openTable(PLAIN);
    ours.add(code);
    router.go(`/t/${code}`);
  } catch (error) {
    complain(error);
  }
}
