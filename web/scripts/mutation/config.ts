// For `make mutate-web`: the sources with all mutants, and the runner that switches them on.
import { readFileSync } from "node:fs";
import { relative } from "node:path";
import type { Plugin } from "vite";
import { mergeConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import base from "../../vite.config";

const files = JSON.parse(readFileSync(process.env["MUTATION_SOURCES"]!, "utf8")) as Record<
  string,
  string
>;
const inRoot = (path: string) => relative(process.cwd(), path);

const mutants: Plugin = {
  name: "mutants",
  enforce: "pre",
  load: (id) => files[inRoot(id)] ?? null,
};

/** Test files in the order of the command: quick ones first, so that slow ones have less to judge. */
class AsAsked extends BaseSequencer {
  override async sort(specifications: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => process.argv.indexOf(inRoot(moduleId));
    return specifications.toSorted((one, other) => place(one) - place(other));
  }
}

export default mergeConfig(base, {
  plugins: [mutants],
  test: {
    pool: "threads",
    maxWorkers: 1,
    // Slow is not wrong: the machine may be busy.
    testTimeout: 30_000,
    sequence: { sequencer: AsAsked },
    ...(process.env["MUTATION_LOG"] ? { runner: "./scripts/mutation/runner.js" } : {}),
  },
});
