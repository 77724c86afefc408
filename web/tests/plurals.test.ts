import { afterEach, expect, it } from "vitest";
import { languages } from "../src/words/languages.svelte";
import { m } from "../src/words/words";

afterEach(() => languages.speak("en"));

it.each([
  ["en", "1 of 4 chairs taken", "3 of 4 chairs taken"],
  ["it", "1 posto su 4 occupato", "3 posti su 4 occupati"],
  ["fr", "1 place sur 4 prise", "3 places sur 4 prises"],
  ["de", "1 von 4 Plätzen besetzt", "3 von 4 Plätzen besetzt"],
  ["es", "1 sitio de 4 ocupado", "3 sitios de 4 ocupados"],
] as const)("counts the chairs of a table in %s", async (locale, one, several) => {
  await languages.speak(locale);
  expect(m.chairs_taken({ taken: 1, players: 4 })).toBe(one);
  expect(m.chairs_taken({ taken: 3, players: 4 })).toBe(several);
});
