"""Mutation testing: change one expression at a time and see whether a test notices.

`make mutate PACKAGE=record` prints one line and writes the survivors as diffs to `mutants/`. The
mutations are mutmut's, a seeded sample of them; each is judged by those tests of the package that
run the mutated line, in a forked process on a copy of `src`. Long tests are skipped: a mutant that
only they would kill counts as survived. `--help` texts and `__all__` are not mutated.
"""

import argparse
import contextlib
import difflib
import multiprocessing
import os
import random
import shutil
import signal
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from multiprocessing.queues import SimpleQueue
from pathlib import Path
from typing import Any

import coverage
import libcst
import pytest
from libcst.metadata import MetadataWrapper, PositionProvider
from mutmut.mutation.file_mutation import Mutation, create_mutations

# Imports of tests are loaded once, before the forks.
PRELOAD = ("aiohttp.test_utils", "hypothesis.stateful", "jsonschema", "websockets.asyncio.client")

ROOT = Path(__file__).parents[1]
LONG = 1.5  # seconds of CPU


@dataclass(frozen=True)
class Package:
    """What is mutated, below src/calavera, and the tests that judge it."""

    sources: tuple[str, ...]
    tests: tuple[str, ...]
    without: tuple[str, ...] = ()  # sources
    ignored: tuple[str, ...] = ()  # tests that take long
    has_case: bool = True  # in SQL, a text in other letters is the same


PACKAGES = {
    "rules": Package(
        ("rules/**/*.py",),
        ("tests/rulebook", "tests/rules"),
        ignored=("tests/rules/test_random_games.py",),
    ),
    "record": Package(
        ("record/**/*.py",),
        ("tests/record",),
        without=("record/arguments.py",),
        ignored=("tests/record/test_fuzz.py", "tests/record/test_round_trip.py"),
    ),
    "protocol": Package(
        ("protocol/**/*.py",),
        (
            "tests/table",
            "tests/client/test_message_schema.py",
            "tests/client/test_protocol_page.py",
        ),
    ),
    "table": Package(("table/**/*.py",), ("tests/table",), ignored=("tests/table/test_games.py",)),
    "client": Package(
        ("client/**/*.py",),
        ("tests/client",),
        without=("client/arguments.py", "client/command.py"),
    ),
    "bots": Package(
        ("bots/**/*.py",),
        ("tests/bots", "tests/contracts/test_bots.py"),
        ignored=("tests/bots/test_ladder.py", "tests/bots/test_outsiders.py"),
    ),
    "solve-check": Package(
        ("solve/check/*.py",),
        (
            "tests/solve/test_check.py",
            "tests/solve/test_check_parts.py",
            "tests/solve/test_supremum.py",
        ),
    ),
    "server-limits": Package(
        ("server/limits/*.py",),
        (
            "tests/server/test_rate_limits.py",
            "tests/server/test_workers.py",
        ),
    ),
    "server-tokens": Package(
        (
            "table/running/tokens.py",
            "server/stores/tokens.py",
        ),
        (
            "tests/server/test_tokens.py",
            "tests/server/test_stored_tokens.py",
            "tests/server/test_people.py",
            "tests/contracts/test_stores.py",
        ),
        has_case=False,
    ),
    "server-people": Package(
        ("server/tables/people.py", "server/tables/devices.py"),
        (
            "tests/server/test_tokens.py",
            "tests/server/test_devices.py",
            "tests/server/test_people.py",
        ),
    ),
    "server-sessions": Package(
        ("server/sockets/*.py",),
        (
            "tests/server/test_sessions.py",
            "tests/server/test_handshakes.py",
            "tests/server/test_joining.py",
            "tests/server/test_websocket.py",
            "tests/server/test_protocols.py",
            "tests/server/test_frames.py",
        ),
    ),
    "server-headers": Package(
        ("server/http/static.py", "server/net/origins.py"),
        ("tests/server/test_static.py",),
    ),
}


@dataclass(frozen=True)
class Mutant:
    source: Path
    lines: range
    module: libcst.Module
    mutation: Mutation

    @property
    def before(self) -> str:
        return str(self.module.code)

    @cached_property
    def after(self) -> str:
        changed = self.module.deep_replace(self.mutation.original_node, self.mutation.mutated_node)
        assert isinstance(changed, libcst.Module)
        return str(changed.code)

    def diff(self) -> str:
        name = str(self.source)
        lines = self.before.splitlines(), self.after.splitlines()
        return "\n".join(difflib.unified_diff(*lines, name, name, n=1, lineterm="")) + "\n"


def mutants_of(source: Path, below: Path) -> Iterator[Mutant]:
    module, mutations, _, _ = create_mutations(str(source), (below / source).read_text())
    positions = MetadataWrapper(module, unsafe_skip_copy=True).resolve(PositionProvider)
    exported = {
        line
        for statement in module.body
        if module.code_for_node(statement).lstrip().startswith("__all__")
        for line in _lines(positions[statement])
    }
    # Python may count a statement of several lines as its first line alone.
    statements = {
        line: _lines(position)
        for node, position in positions.items()
        if isinstance(node, libcst.SimpleStatementLine)
        for line in _lines(position)
    }
    for mutation in mutations:
        lines = _lines(positions[mutation.original_node])
        if lines.start not in exported:
            yield Mutant(source, statements.get(lines.start, lines), module, mutation)


def _lines(position: Any) -> range:
    return range(position.start.line, position.end.line + 1)


@dataclass(eq=False)  # pytest hashes its plugins
class Trace:
    """A plugin of pytest: which test runs which lines, and how long it takes."""

    measure: coverage.Coverage
    cpu: dict[str, float] = field(default_factory=dict)
    failed: set[str] = field(default_factory=set)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        begun = time.process_time()
        self.measure.switch_context(item.nodeid)
        yield
        self.measure.switch_context("")
        self.cpu[item.nodeid] = time.process_time() - begun

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.failed.add(report.nodeid)


@dataclass(eq=False)
class Judges:
    """A plugin of pytest: only these tests, those with most kills first, then the shortest."""

    cpu: dict[str, float]
    kills: Counter[str]
    killer: Path

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = [item for item in items if item.nodeid in self.cpu]
        items.sort(key=lambda item: (-self.kills[item.nodeid], self.cpu[item.nodeid]))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.killer.write_text(report.nodeid)

    def best(self) -> "Judges":
        """The few with most kills: most mutants die by them, without importing the others."""
        best = [test for test, _ in self.kills.most_common(5) if test in self.cpu]
        return replace(self, cpu={test: self.cpu[test] for test in best})


def run_tests(tests: list[str], plugin: object, log: Path, *more: str) -> int:
    """Run them in this process, which has to be a separate fork."""
    os.setpgid(0, 0)
    output = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    os.dup2(output, 1)
    os.dup2(output, 2)
    options = ["-q", "--hypothesis-seed=0", "-W", "ignore::pytest.PytestAssertRewriteWarning"]
    unused = [f"-pno:{name}" for name in ("cacheprovider", "schemathesis", "xdist")]
    return int(pytest.main([*options, *unused, *more, *tests], plugins=[plugin]))


def survey(package: Package, below: Path, log: Path, answer: "SimpleQueue[Any]") -> None:
    sources = [str(below / pattern) for pattern in package.sources]
    measure = coverage.Coverage(data_file=None, config_file=False, include=sources)
    trace = Trace(measure)
    measure.start()
    ignored = [f"--ignore={path}" for path in package.ignored]
    run_tests(list(package.tests), trace, log, *ignored)
    measure.stop()
    data, found = measure.get_data(), {}
    for source in data.measured_files():
        found[source] = data.contexts_by_lineno(source)
    judges = {test: cpu for test, cpu in trace.cpu.items() if test not in trace.failed}
    answer.put((judges, trace.failed, found))


@contextlib.contextmanager
def copied_source() -> Iterator[Path]:
    """A copy of src for this process and its children."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder, "src")
        shutil.copytree(ROOT / "src", copy)
        os.environ["PYTHONPATH"] = str(copy)
        sys.path.insert(0, str(copy))
        # Each process recompiles the mutant; other modules are already compiled.
        os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
        sys.dont_write_bytecode = True
        yield copy / "calavera"


def in_fork(target: Callable[..., None], *arguments: object) -> Any:
    process = multiprocessing.get_context("fork").Process(target=target, args=arguments)
    process.start()
    return process


def judge(tests: tuple[str, ...], judges: Judges, log: Path) -> None:
    files = sorted({name.split("::")[0] for name in judges.cpu if name.startswith(tests)})
    sys.exit(run_tests(files, judges, log, "-x"))


def is_killed(mutant: Mutant, below: Path, tests: tuple[str, ...], judges: Judges) -> bool:
    path = below / mutant.source
    path.write_text(mutant.after)
    for compiled in path.parent.glob(f"__pycache__/{path.stem}.*.pyc"):
        compiled.unlink()
    killed = any(do_fail(below, tests, some) for some in (judges.best(), judges) if some.cpu)
    path.write_text(mutant.before)
    return killed


def do_fail(below: Path, tests: tuple[str, ...], judges: Judges) -> bool:
    """Whether one of these tests fails, or they do not end."""
    judges.killer.write_text("")
    process = in_fork(judge, tests, judges, below / "mutant.log")
    process.join(30 + 10 * sum(judges.cpu.values()))
    timed_out = process.exitcode is None
    with contextlib.suppress(ProcessLookupError):  # including the servers it started
        os.killpg(process.pid, signal.SIGKILL)
    process.join()
    if killer := judges.killer.read_text():
        judges.kills[killer] += 1
    return timed_out or process.exitcode != 0


def mutate(name: str, sample: int, seed: int) -> None:
    package = PACKAGES[name]
    report = ROOT / "mutants" / f"{name}.diff"
    report.parent.mkdir(exist_ok=True)
    with copied_source() as below:
        found = {pattern: set(below.glob(pattern)) for pattern in package.sources}
        assert all(found.values()), f"no such source: {found}"
        sources = set().union(*found.values()) - {below / path for path in package.without}
        mutants = [
            mutant
            for source in sorted(sources)
            for mutant in mutants_of(source.relative_to(below), below)
            if package.has_case or mutant.after.lower() != mutant.before.lower()
        ]
        total = len(mutants)
        if sample < total:
            mutants = random.Random(seed).sample(mutants, sample)
        answer: SimpleQueue[Any] = multiprocessing.SimpleQueue()
        log = report.with_suffix(".log")
        surveyor = in_fork(survey, package, below, log, answer)
        while answer.empty() and surveyor.exitcode is None:
            surveyor.join(0.1)
        if answer.empty():
            sys.exit(f"{name}: the tests did not run, see {log}")
        cpu, failed, contexts = answer.get()
        for test in sorted(failed):
            print(f"{name}: left out, fails without a mutation: {test}", file=sys.stderr)
        surveyor.join()
        cpu = {test: seconds for test, seconds in cpu.items() if seconds < LONG}
        killer, kills = below / "killer.txt", Counter[str]()
        shortest = {test.split("::")[0]: test for test in sorted(cpu, key=cpu.__getitem__)[::-1]}
        one_of_each = {test: cpu[test] for test in shortest.values()}
        if do_fail(below, package.tests, Judges(one_of_each, kills, killer)):
            sys.exit(f"{name}: the tests that judge fail without a mutation")
        survived: list[str] = []
        report.write_text("")
        for number, mutant in enumerate(mutants, 1):
            runs = defaultdict(list, contexts.get(str(below / mutant.source), {}))
            tests = {test for line in mutant.lines for test in runs[line]}
            if "" in tests:  # at import
                tests = set(cpu)
            judges = Judges({test: cpu[test] for test in tests if test in cpu}, kills, killer)
            if not is_killed(mutant, below, package.tests, judges):
                survived.append(mutant.diff())
                report.write_text("\n".join(survived))
            if sys.stderr.isatty():
                print(f"\r{name}: {number}/{len(mutants)}", end="\r", file=sys.stderr)
    judged = len(mutants)
    killed = judged - len(survived)
    print(
        f"{name}: {judged} of {total} mutants, {killed} killed, {len(survived)} survived,"
        f" {100 * killed / judged:.1f} %",
        flush=True,
    )


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.mutation")
    parser.add_argument("package", nargs="*", help=", ".join(PACKAGES))
    parser.add_argument("--sample", type=int, default=200, help="mutants of a package (200)")
    parser.add_argument("--seed", type=int, default=1, help="which sample (1)")
    arguments = parser.parse_args()
    for module in PRELOAD:
        __import__(module)
    for name in arguments.package or PACKAGES:
        mutate(name, arguments.sample, arguments.seed)


if __name__ == "__main__":
    main()
