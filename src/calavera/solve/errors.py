"""The errors of the solver."""

from calavera.errors import UserError


class SolveError(UserError, ValueError):
    """A request that the solver cannot meet; the message is one line for a person."""


class LinearProgramUnsolved(RuntimeError):
    """HiGHS found no solution, which should not happen: every program here has one."""
