"""The raise statements of the package, and which of them an exception comes from.

A refusal is a raise statement that creates its exception, unless the exception belongs to a class
outside the package's hierarchy of errors. Functions that return errors count as refusals too.
"""

from __future__ import annotations

import ast
import builtins
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import chain

from tests.package_files import SOURCES, source_files

# Exceptions outside the hierarchy: of other libraries, or caught by the package that raises them.
OTHER_ERRORS = {
    "FrozenInstanceError",
    "HTTPException",
    "PersonsTurn",
    "SeatError",
    "StoppedError",
    "TableClosed",
    "_NotSimpleError",
    "typer.Exit",
}


@dataclass(frozen=True)
class Statement:
    """A raise statement: its module, its function, and its number in that function."""

    module: str
    function: str
    number: int
    first_line: int
    last_line: int

    def __str__(self) -> str:
        return f"{self.module} {self.function} {self.number}"


@cache
def raising_modules() -> tuple[str, ...]:
    """Return the modules that may have refusals: those in whose text `raise` occurs."""
    paths = (path for path in source_files() if "raise " in path.read_text(encoding="utf-8"))
    return tuple(path.relative_to(SOURCES).as_posix() for path in paths)


@cache
def statements(module: str) -> tuple[Statement, ...]:
    """Return the refusals of a module."""
    return tuple(statements_of(module, (SOURCES / module).read_text(encoding="utf-8")))


def statements_of(module: str, text: str) -> Iterator[Statement]:
    """Yield the refusals of a module's text, in the order of its lines."""
    counts: Counter[str] = Counter()
    nodes = _raises(ast.parse(text), "")
    for function, node in sorted(nodes, key=lambda pair: pair[1].lineno):
        counts[function] += 1
        last_line = node.end_lineno or node.lineno
        yield Statement(module, function, counts[function], node.lineno, last_line)


def _raises(parent: ast.AST, outer: str) -> Iterator[tuple[str, ast.Raise]]:
    # Statements are in the lists of statements, and need no look at expressions.
    lists = [
        getattr(parent, name, []) for name in ("body", "handlers", "orelse", "finalbody", "cases")
    ]
    for node in chain.from_iterable(each for each in lists if isinstance(each, list)):
        name = outer
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            name = f"{outer}.{node.name}".lstrip(".")
        if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call):
            error = ast.unparse(node.exc.func)
            if error not in OTHER_ERRORS and not hasattr(builtins, error):
                yield outer, node
        yield from _raises(node, name)


def raised_by(error: BaseException) -> list[Statement]:
    """Return the refusals that led to an error, its causes included."""
    found: list[Statement] = []
    cause: BaseException | None = error
    while cause is not None:
        found += _raised_directly(cause)
        cause = cause.__cause__ or cause.__context__
    return found


def _raised_directly(error: BaseException) -> list[Statement]:
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    if trace is None:
        return []
    # Compiled modules have paths relative to the folder they were built in.
    path = trace.tb_frame.f_code.co_filename.replace("\\", "/")
    module = path.rpartition("fifthstreet/")[2]
    own = statements(module) if module in raising_modules() else ()
    return [each for each in own if each.first_line <= trace.tb_lineno <= each.last_line]
