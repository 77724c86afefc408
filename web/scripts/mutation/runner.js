// Repeats each test with one mutant after the other that it reaches; see run.js.
import { appendFileSync, readFileSync } from "node:fs";
import { relative } from "node:path";
import { TestRunner, vi } from "vitest";

const LOG = process.env.MUTATION_LOG;
const EVERY = Number(process.env.EVERY ?? 1);
/** A mutant that is reached so many times as often as the original is in an endless loop. */
const ENDLESS = 100;

const stryker = (globalThis.__stryker__ ??= {});
const note = (entry) => appendFileSync(LOG, `${JSON.stringify(entry)}\n`);

export default class MutationRunner extends TestRunner {
  killed = new Set();
  /** What was killed by a worker that turned out to be spoiled: it comes first in the next one. */
  suspects = new Set();
  spoiled = false;

  constructor(config) {
    super(config);
    for (const line of readFileSync(LOG, "utf8").split("\n").filter(Boolean)) {
      const { kind, id } = JSON.parse(line);
      if (kind === "killed") this.killed.add(id);
      if (kind === "spoiled") this.suspects.add(id);
    }
  }

  async onBeforeRunTask(test) {
    await super.onBeforeRunTask(test);
    if (this.spoiled) test.mode = "skip";
    this.file = relative(process.cwd(), test.file.filepath);
    this.runs = 1;
    this.hits = null;
    this.queue = null;
    this.active = undefined;
    this.doubtful = null;
    // Read before each repetition: how many there are is known after the first.
    test.repeats = { valueOf: () => this.runs - 1 };
  }

  onBeforeTryTask(test) {
    super.onBeforeTryTask(test);
    test.result.state = "run";
    test.result.errors = undefined;
    stryker.currentTestId = this.hits === null ? test.id : undefined;
    stryker.activeMutant = this.active;
    stryker.hitCount = 0;
    stryker.hitLimit = this.active ? this.hits[this.active] * ENDLESS : 0;
    if (this.active) note({ kind: "try", id: this.active });
  }

  async onAfterRetryTask(test) {
    const failed = test.result.state === "fail";
    stryker.activeMutant = undefined;
    stryker.currentTestId = undefined;
    // Calls that mocks remember hold whole pages.
    vi.clearAllMocks();
    if (this.hits === null) {
      if (failed) return note({ kind: "broken", test: `${this.file}: ${test.name}` });
      this.hits = stryker.mutantCoverage?.perTest[test.id] ?? {};
    } else if (this.queue === null) {
      // A test that cannot be repeated judges nothing.
      if (failed) return note({ kind: "once", test: `${this.file}: ${test.name}` });
      this.queue = Object.keys(this.hits)
        .filter((id) => !this.killed.has(id) && Number(id) % EVERY === 0)
        .sort((one, other) => this.suspects.has(other) - this.suspects.has(one));
    } else if (this.doubtful) {
      if (failed && !this.fresh) {
        this.spoiled = true;
        note({ kind: "spoiled", id: this.doubtful.id, file: this.file });
      } else {
        this.#kill(this.doubtful);
        if (failed) {
          this.spoiled = true;
          note({ kind: "spoiled", file: this.file });
        }
      }
      this.doubtful = null;
      if (this.spoiled) return;
    } else if (failed) {
      const { name, message } = test.result.errors[0];
      const kill = {
        id: this.active,
        by: `${this.file}: ${test.name}`,
        why: message.slice(0, 120),
      };
      // A failed expectation leaves a worker as it was; after any other error, that is checked.
      if (name === "AssertionError" && test.result.errors.length === 1) this.#kill(kill);
      else this.doubtful = kill;
    }
    if (this.doubtful || this.queue === null) this.active = undefined;
    else {
      // Right after a run without a mutant, no other mutant can be the reason for a failure.
      this.fresh = this.active === undefined;
      this.active = this.queue.shift();
      if (this.active === undefined) return;
    }
    this.runs += 1;
  }

  #kill(kill) {
    this.killed.add(kill.id);
    note({ kind: "killed", ...kill });
  }

  onAfterRunTask(test) {
    super.onAfterRunTask(test);
    // What mutants did is in the log; to vitest the test passed.
    if (test.result.state === "fail" && this.hits !== null) {
      test.result.state = "pass";
      test.result.errors = undefined;
    }
  }

  onBeforeRunFiles(files) {
    const ids = Object.keys(stryker.mutantCoverage?.static ?? {}).filter(
      (id) => Number(id) % EVERY === 0,
    );
    const file = relative(process.cwd(), files[0].filepath);
    note({ kind: "static", ids, file });
  }
}
