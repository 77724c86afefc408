"""Backward induction over all 64 positions; a build can be interrupted and resumed."""

import signal
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from pathlib import Path

from calavera.bots.ending.booklet import read_pages
from calavera.solve.build.page_folder import is_solved, promises_on, read_page, write_page
from calavera.solve.build.position_solver import Care, solve_position
from calavera.solve.build.writer import page_of
from calavera.solve.errors import SolveError
from calavera.solve.model.duel_position import FIRST, SECOND, DuelPosition, every_position
from calavera.solve.model.promises import Promises
from calavera.solve.model.round_tree import round_tree


@dataclass(frozen=True)
class Build:
    """What is to be built, and where."""

    folder: Path
    care: Care
    jobs: int = 1

    def run(self, tell: Callable[[int, int], None]) -> None:
        """Solve what is not solved yet; `tell` is given the number done and the number of all."""
        self._prepare()
        positions = list(every_position())
        todo = [position for position in positions if not is_solved(self.folder, position)]
        tell(len(positions) - len(todo), len(positions))
        if self.jobs == 1:
            for number, position in enumerate(todo, start=1):
                solve_into(self.folder, position, self.care)
                tell(len(positions) - len(todo) + number, len(positions))
            return
        self._share_out(todo, len(positions), tell)

    def _prepare(self) -> None:
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise SolveError(f"{self.folder}: {error.strerror}") from None

    def _share_out(
        self, todo: list[DuelPosition], count: int, tell: Callable[[int, int], None]
    ) -> None:
        """Solve in processes, each position as soon as its successors are solved."""
        waiting, running = list(todo), dict[Future[None], DuelPosition]()
        with ProcessPoolExecutor(self.jobs, initializer=_end_at_once) as pool:
            try:
                while waiting or running:
                    open_ = {*waiting, *running.values()}
                    for position in [each for each in waiting if not open_ & successors(each)]:
                        waiting.remove(position)
                        job = pool.submit(solve_into, self.folder, position, self.care)
                        running[job] = position
                    done, _ = wait(running, return_when=FIRST_COMPLETED)
                    for job in done:
                        running.pop(job)
                        job.result()
                    tell(count - len(waiting) - len(running), count)
            except BrokenProcessPool:
                raise SolveError(
                    "a worker process died; the same command resumes the build"
                ) from None
            except BaseException:
                pool.shutdown(cancel_futures=True)
                raise


def _end_at_once() -> None:
    """Let Ctrl-C end a worker silently; its position is solved again on resume."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def successors(position: DuelPosition) -> set[DuelPosition]:
    """Return the positions that can follow a round."""
    return {
        after.position
        for node in round_tree(position).nodes
        for after in node.after
        if after.position is not None
    }


def solve_into(folder: Path, position: DuelPosition, care: Care) -> None:
    """Solve one position from its solved successors, and write its page."""
    book: dict[tuple[int, int], Promises] = {}
    for after in successors(position):
        pages = read_pages(read_page(folder, after))
        for role in (FIRST, SECOND):
            book[after.number, role] = promises_on(pages[role])
    write_page(folder, position, page_of(solve_position(position, book, care)))
