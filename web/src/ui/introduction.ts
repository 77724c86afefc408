// Who we are at the server. It calls a newcomer "Guest 784"; the page says that in its own language.
import { device } from "../wire/device/device.svelte";
import { me, rename, type Me } from "../wire/http";
import { isStatic } from "../wire/place";
import { languages } from "../words/languages.svelte";
import { m } from "../words/words";
import { lastName } from "./kept";
import { preferences } from "./preferences.svelte";

const GIVEN = /^Guest (\d+)$/;

let underWay: Promise<Me> | null = null;

/** Our name; gives a browser its cookie. */
export function introduce(): Promise<Me> {
  underWay ??= translated().finally(() => (underWay = null));
  return underWay;
}

/** Without the server, this device calls us as the server did. */
export async function introduceHere(): Promise<void> {
  const name = lastName.get();
  if (name) await device.ask("/api/me", { method: "PUT", body: JSON.stringify({ name }) });
}

/** Gives us another name. */
export async function takeName(name: string): Promise<Me> {
  return kept(await rename(name));
}

const translated = async (): Promise<Me> => kept(await named());

function kept(mine: Me): Me {
  if (!isStatic) lastName.set(mine.name);
  return mine;
}

async function named(): Promise<Me> {
  const mine = await me();
  const number = GIVEN.exec(mine.name)?.[1];
  if (number === undefined || preferences.locale === "en") return mine;
  try {
    await languages.speak(preferences.locale);
    return await rename(m.guest({ number }));
  } catch {
    return mine;
  }
}
