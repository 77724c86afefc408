"""The proof checker of the booklet, independent of how it was built."""

from calavera.solve.check.checker import Promise, ProofError, check_booklet

__all__ = ["Promise", "ProofError", "check_booklet"]
