"""Docstrings of classes and fields, for schema descriptions."""

import ast
import inspect
from itertools import pairwise
from textwrap import dedent


def docstring(thing: object) -> str:
    """The docstring of a class or function, on one line."""
    return _one_line(inspect.getdoc(thing) or "")


def field_docstrings(cls: type) -> dict[str, str]:
    """The docstring under each field of a class, from the source: Python discards them."""
    (definition,) = ast.parse(dedent(inspect.getsource(cls))).body
    assert isinstance(definition, ast.ClassDef)
    found = {}
    for statement, following in pairwise(definition.body):
        match statement, following:
            case (
                ast.AnnAssign(target=ast.Name(id=name)),
                ast.Expr(value=ast.Constant(value=str(text))),
            ):
                found[name] = _one_line(text)
    return found


def _one_line(text: str) -> str:
    return " ".join(text.split())
