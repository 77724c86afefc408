// What a browser keeps of a table.
import { beforeEach, expect, test } from "vitest";
import { keepTalk, keptTalk, lastTable } from "../src/ui/kept";

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

test("the table where we last played, and nothing that is none", () => {
  expect(lastTable.get()).toBeNull();
  lastTable.set("KRTMWX");
  expect(lastTable.get()).toBe("KRTMWX");
  lastTable.set("../evil");
  expect(lastTable.get()).toBeNull();
  lastTable.forget();
  expect(localStorage.length).toBe(0);
});

test("the last of what was said, each table's own", () => {
  const talk = Array.from({ length: 100 }, (_, number) => ({
    number,
    member: 1,
    name: "Bo",
    text: `${number}`,
  }));
  keepTalk("KRTMWX", talk);
  expect(keptTalk("KRTMWX").map(({ text }) => text)).toEqual(
    talk.slice(-60).map(({ text }) => text),
  );
  expect(keptTalk("ABCDEF")).toEqual([]);
});

test("what somebody else wrote there is nothing", () => {
  keepTalk("KRTMWX", []);
  const place = sessionStorage.key(0)!;
  for (const strange of ["no", "{}", '[{"text": 1}]', "null"]) {
    sessionStorage.setItem(place, strange);
    expect(keptTalk("KRTMWX")).toEqual([]);
  }
});
