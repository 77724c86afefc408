// Mutation testing of the pages: `node scripts/mutation/run.js wire` (folders or files of src).
//
// Stryker's instrumenter builds all mutants into the sources; runner.js switches them on one at a time
// and repeats, in the same worker, the tests that reach them. That takes milliseconds for each, not the
// seconds that a new worker needs. What is evaluated while a module loads gets a worker of its own.
import { createInstrumenter } from "@stryker-mutator/instrumenter";
import { spawn } from "node:child_process";
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { createInjector } from "typed-inject";

const wanted = process.argv.slice(2);
/** One of so many mutants is judged. */
const EVERY = Number(process.env.EVERY ?? 1);
const REPORT = `reports/mutants-${wanted.join("-").replaceAll("/", "-") || "all"}`;
const SOURCES = `${REPORT}.json`;
const LOG = `${REPORT}.log`;
/** The folders, and the tests that judge them. */
const FOLDERS = {
  game: [
    "choices",
    "bid",
    "guard",
    "keys",
    "patience",
    "peek",
    "dock-parts",
    "game-screen",
    "sending",
    "remarks",
    "hints.svelte",
    "dock",
  ],
  pass: ["kept", "pass", "pass-player", "pass-parts", "pass-screens", "pass-course"],
  table: [
    "lettering",
    "seats",
    "pace",
    "replay",
    "display",
    "stage",
    "session",
    "seating",
    "table",
    "scene",
  ],
  wire: ["retelling", "in-flight.svelte", "http", "connection"],
};
/** Without a line in the log for so long, the mutant never returns. */
const STALLED = 120_000;

const silent = () => false;
const logger = {
  isDebugEnabled: silent,
  isInfoEnabled: silent,
  debug: silent,
  info: silent,
  warn: console.warn,
};

/** Write the sources with all mutants, keep what is known of the same ones; return the mutants. */
async function instrument(names) {
  const files = names.map((name) => ({ name, content: readFileSync(name, "utf8"), mutate: true }));
  const instrumenter = createInjector()
    .provideValue("logger", logger)
    .injectFunction(createInstrumenter);
  const options = { plugins: null, excludedMutations: [], ignorers: [], noHeader: false };
  const { files: made, mutants } = await instrumenter.instrument(files, options);
  const sources = Object.fromEntries(made.map((file) => [file.name, file.content]));
  const isSame =
    existsSync(SOURCES) && isDeepStrictEqual(JSON.parse(readFileSync(SOURCES)), sources);
  const before = isSame ? entries().filter(({ kind }) => kind === "killed") : [];
  mkdirSync("reports", { recursive: true });
  writeFileSync(SOURCES, JSON.stringify(sources));
  writeFileSync(LOG, before.map((entry) => `${JSON.stringify(entry)}\n`).join(""));
  return mutants.filter(({ id }) => Number(id) % EVERY === 0);
}

/** Run vitest; resolve to whether its tests passed, or to null if it had to be stopped. */
function vitest(options, environment) {
  const child = spawn(
    "npx",
    ["vitest", "run", "--config", "scripts/mutation/config.ts", ...options],
    {
      env: { ...process.env, MUTATION_SOURCES: SOURCES, ...environment },
      stdio: "ignore",
      detached: true,
    },
  );
  return new Promise((resolve) => {
    const watch = setInterval(() => {
      if (Date.now() - statSync(LOG).mtimeMs > STALLED) process.kill(-child.pid, "SIGKILL");
    }, 1000);
    child.on("exit", (code) => {
      clearInterval(watch);
      resolve(code === null ? null : code === 0);
    });
  });
}

function entries() {
  return readFileSync(LOG, "utf8")
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

const note = (entry) => appendFileSync(LOG, `${JSON.stringify(entry)}\n`);

/** Run the tests, again where a worker was spoiled or never returned. */
async function judge(folders) {
  const judges = folders.flatMap((folder) =>
    FOLDERS[folder].map((name) => `tests/${name}.test.ts`),
  );
  let tests = judges;
  for (;;) {
    const before = entries().length;
    const passed = await vitest(tests, { MUTATION_LOG: LOG });
    const news = entries().slice(before);
    if (news.length === 0) throw new Error("vitest ran no test that reaches a mutant");
    const broken = news.filter((entry) => entry.kind === "broken");
    if (broken.length > 0) throw new Error(`fails without a mutant: ${broken[0].test}`);
    if (passed === null) {
      note({ ...news.findLast((entry) => entry.kind === "try"), kind: "killed", by: "time limit" });
      tests = judges;
      continue;
    }
    tests = [...new Set(news.filter((entry) => entry.kind === "spoiled").map(({ file }) => file))];
    if (tests.length === 0) return;
  }
}

/** Judge what is evaluated while modules load, each mutant in a run of its own. */
async function judgeStatic() {
  const killed = new Set(entries().flatMap(({ kind, id }) => (kind === "killed" ? [id] : [])));
  const where = new Map();
  for (const entry of entries().filter(({ kind }) => kind === "static"))
    for (const id of entry.ids)
      if (!killed.has(id)) where.set(id, (where.get(id) ?? new Set()).add(entry.file));
  console.log(`${where.size} are evaluated while a module loads`);
  for (const [id, tests] of where) {
    note({ kind: "try", id });
    const passed = await vitest(["--bail=1", ...tests], { __STRYKER_ACTIVE_MUTANT__: id });
    note(passed ? { kind: "survived", id } : { kind: "killed", id, by: "a run of its own" });
  }
}

function report(mutants) {
  const log = entries();
  const killed = new Set(log.flatMap(({ kind, id }) => (kind === "killed" ? [id] : [])));
  const reached = new Set(
    log.flatMap(({ kind, id, ids }) => (kind === "try" ? [id] : kind === "static" ? ids : [])),
  );
  const counts = new Map();
  for (const mutant of mutants) {
    const folder = mutant.fileName.split("/")[1];
    for (const key of [mutant.fileName, folder, "all"]) {
      const [dead, all] = counts.get(key) ?? [0, 0];
      counts.set(key, [dead + Number(killed.has(mutant.id)), all + 1]);
    }
    if (killed.has(mutant.id)) continue;
    const { line, column } = mutant.location.start;
    const state = reached.has(mutant.id) ? "survived" : "not reached";
    console.log(`${mutant.fileName}:${line + 1}:${column + 1} ${state}: ${mutant.mutatorName}`);
    console.log(`    ${mutant.replacement.replaceAll(/\s+/g, " ")}`);
  }
  for (const [key, [dead, all]] of [...counts].sort())
    console.log(`${key.padEnd(34)} ${dead} of ${all}  ${((100 * dead) / all).toFixed(1)} %`);
}

const names = (wanted.length > 0 ? wanted : Object.keys(FOLDERS)).flatMap((name) =>
  name.includes(".")
    ? [`src/${name}`]
    : readdirSync(`src/${name}`, { recursive: true })
        .filter((file) => /\.(ts|svelte)$/.test(file) && file !== "messages.ts")
        .map((file) => `src/${name}/${file}`),
);
const mutants = await instrument(names.sort());
console.log(`${mutants.length} mutants in ${names.length} files`);
await judge([...new Set(names.map((name) => name.split("/")[1]))]);
await judgeStatic();
report(mutants);
