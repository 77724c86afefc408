// The size of letters in a name.
import { expect, test } from "vitest";
import { typeFor } from "../src/table/scene/lettering";

const of = (name: string, lines: 1 | 2 = 1) => typeFor(name, { width: 80, lines, usual: 16 });

test("is the usual one where there is room", () => {
  expect(of("Bo")).toBe(16);
});

test("gives way to a long name, and to its longest word where there are two lines", () => {
  expect(of("Obsidiana 2")).toBeLessThan(16);
  expect(of("Obsidiana 2", 2)).toBeGreaterThan(of("Obsidiana 2"));
});

test("stays legible: then a word is broken, or cut", () => {
  expect(of("Bartholomäusstiftsherrin")).toBe(10);
  expect(of("Bartholomäusstiftsherrin", 2)).toBe(10);
});
