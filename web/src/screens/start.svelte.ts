// Opening a table, and the wish to begin at once that goes with "play now".
import { SvelteSet } from "svelte/reactivity";
import { tellRefusal } from "../device/refusal";
import { introduce, introduceHere } from "../ui/introduction";
import { lastTableOf, pastime } from "../ui/kept";
import { router } from "../ui/route.svelte";
import { bots, CallRefused, openTable } from "../wire/http";
import type { BotName, Room, Settings } from "../wire/messages";
import { isStatic } from "../wire/place";
import { server } from "../wire/server.svelte";
import { LATER } from "./later";
import { drawOpponents, lastLevel, sameLevel } from "./opponents";

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
  guest_bots: true,
};
const OPPONENTS = 3;

/** Tables whose game begins as soon as we sit there, and tables where we just sit down. */
const hurried = new SvelteSet<string>();
const ours = new SvelteSet<string>();

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
  if (error instanceof CallRefused) tellRefusal(error.reason, code);
  else throw error;
}

/** Fetches what a game will need: the table itself, who we are, who plays. */
export function foresee(): void {
  void LATER.table?.();
  if (isStatic) return;
  bots().catch(() => {});
  introduce().catch(() => {});
}

/** A table at the server has to know who we are; on this device we are called the same. */
async function meet(): Promise<void> {
  await introduce().catch((error: unknown) => {
    if (!server.isAway) throw error;
  });
  if (server.isAway) await introduceHere();
}

export const playNow = (): Promise<void> => playQuickly(false);

/** A game against bots until the others at our table have finished: the way back leads there. */
export async function playMeanwhile(code: string): Promise<void> {
  lastTableOf(code).set(code);
  await playQuickly(true);
}

async function playQuickly(isPastime: boolean): Promise<void> {
  try {
    const from = router.route;
    await meet();
    const names = drawOpponents(await bots(), lastLevel.get(), OPPONENTS);
    // Where it takes long, somebody may have gone elsewhere.
    if (router.route === from) await playAgainst({ ...PLAIN, spectators: false }, names, isPastime);
  } catch (error) {
    complain(error);
  }
}

/** A new game as this one was, without waiting for its end: only bots play it, others of their level. */
export async function playAfresh({ code, settings, places }: Room): Promise<void> {
  try {
    const known = await bots();
    const present = places.flatMap(({ bot }) => bot ?? []);
    const level = sameLevel(known, present);
    const names = level ? drawOpponents(known, level, present.length) : present;
    await playAgainst(settings, names, pastime.is(code));
  } catch (error) {
    complain(error);
  }
}

async function playAgainst(
  settings: Settings,
  names: BotName[],
  isPastime: boolean,
): Promise<void> {
  const { code } = await openTable(settings, names);
  if (isPastime) pastime.set(code);
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
