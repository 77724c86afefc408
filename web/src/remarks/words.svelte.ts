// What bots say, in words; fetched when the first one speaks.
import { preferences } from "../ui/preferences.svelte";
import type { Remark } from "../wire/messages";
import { Book } from "../words/book.svelte";

const remarkWords = new Book<Remark>(
  import.meta.glob<Record<Remark, string>>("./words/*.json", { import: "default" }),
);

/** Nothing where the words cannot be fetched, or a newer server's bots say more than we know. */
export async function wordsOf(remark: Remark): Promise<string> {
  try {
    await remarkWords.load(preferences.locale);
    return remarkWords.say(remark);
  } catch {
    return "";
  }
}
