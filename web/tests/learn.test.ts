import { describe, expect, it } from "vitest";
import { isSameAction, LESSONS, LessonRun, stepsLeft } from "../src/learn/lesson.svelte";
import { fill } from "../src/words/book.svelte";
import { preferences } from "../src/ui/preferences.svelte";

preferences.sound = false; // there are no loudspeakers here

const settled = async (run: LessonRun) => {
  while (!run.stage.settled) await new Promise((done) => setTimeout(done, 5));
};
const hurried = (run: LessonRun) => {
  Object.defineProperty(run.stage, "tempo", { get: () => 0, set: () => {} });
};

describe("a lesson", () => {
  it("shows the learner's hand first and asks for nothing yet", () => {
    const run = new LessonRun(LESSONS[0]!);
    expect(run.node?.kind).toBe("tell");
    expect(run.stage.view?.own[0]?.hand).toEqual(["F", "F", "F", "S"]);
    expect(run.stage.decisionOf("a")).toBeNull();
    expect(run.progress).toBe(0);
  });

  it("explains a choice that leads nowhere and takes it back", async () => {
    const run = new LessonRun(LESSONS[0]!);
    hurried(run);
    run.on();
    run.on();
    expect(run.node?.words).toBe("disc_place");
    expect(run.stage.decisionOf("a")).not.toBeNull();
    run.act("a", { type: "place", disc: "S" });
    expect(run.node?.kind).toBe("note");
    run.on();
    expect(run.node?.words).toBe("disc_place");
    expect(run.stage.view?.own[0]?.hand).toHaveLength(4);
    hurried(run);
    run.act("a", { type: "place", disc: "F" });
    await settled(run);
    expect(run.node?.words).toBe("disc_placed");
    expect(run.stage.view?.board.total).toBe(3);
  });

  it("does not hear what was not offered", () => {
    const run = new LessonRun(LESSONS[0]!);
    run.act("a", { type: "place", disc: "F" });
    expect(run.place).toBe(0);
  });

  it.each(LESSONS)("$name has a way to its end that grows shorter", (lesson) => {
    lesson.nodes.forEach((node, place) => {
      if (node.kind === "note") return;
      const ways = node.choices.length ? node.choices.map(({ to }) => to) : [node.next];
      for (const to of ways) expect(stepsLeft(lesson, to)).toBeLessThan(stepsLeft(lesson, place));
    });
  });
});

describe("words", () => {
  it("are the newer or the older ones", () => {
    expect(fill("Lay [a flower|a rose].", "new")).toBe("Lay a flower.");
    expect(fill("Lay [a flower|a rose].", "old")).toBe("Lay a rose.");
  });

  it("take what is put in as it is", () => {
    expect(fill("Lesson {number} of {count}", "new", { number: 1, count: 7 })).toBe(
      "Lesson 1 of 7",
    );
    expect(fill("{name}", "new", { name: "[a|b] {name}" })).toBe("[a|b] {name}");
    // No line begins with one of these signs.
    expect(fill("Quoi ? « {name} » : 5 %", "new", { name: "a ?" })).toBe(
      "Quoi\u00a0? «\u00a0a ?\u00a0»\u00a0: 5\u00a0%",
    );
  });
});

it("knows the same action with its keys in another order", () => {
  expect(isSameAction({ type: "bid", number: 2 }, { number: 2, type: "bid" })).toBe(true);
  expect(isSameAction({ type: "bid", number: 2 }, { type: "bid", number: 3 })).toBe(false);
});
