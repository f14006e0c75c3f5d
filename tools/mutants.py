"""Mutants of a module: its source with one small change, made by cosmic-ray.

Changes that tests cannot notice are left out: changes in annotations and in code for type checkers,
`is` for `==`, which is the same for small numbers and names, and `strict=False` of `zip`, which
matters only if another line is wrong.
"""

from __future__ import annotations

import ast
import difflib
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

Position = tuple[int, int]  # line from 1, column from 0

# Decorators that only type checkers read.
_TYPING_DECORATORS = {"final", "overload", "override"}
_IDENTITY = re.compile(r"_(Eq|NotEq|Lt|LtE|Gt|GtE)_(Is|IsNot)$")


@dataclass(frozen=True)
class Mutant:
    """A change: an occurrence of one of cosmic-ray's operators in a module."""

    module: str  # below src/fifthstreet
    operator: str
    occurrence: int
    start: Position
    end: Position
    text: str  # the line at the start


@dataclass(frozen=True)
class Change:
    """The source of a mutant, and its lines that differ."""

    source: str
    line: int
    definition: str  # the function or class of the line
    was: str
    now: str

    @property
    def key(self) -> tuple[str, str, str]:
        """What identifies the change in its module, wherever the line is."""
        return self.definition, self.was, self.now


def operators() -> Iterator[tuple[str, Any]]:
    """Yield the name and the object of each operator that can be used without arguments."""
    from cosmic_ray.plugins import get_operator, operator_names

    for name in sorted(operator_names()):
        kind = get_operator(name)
        if not kind.arguments() and not _IDENTITY.search(name):
            yield name, kind()


def module_mutants(module: str, source: str) -> list[Mutant]:
    """Return all mutants of a module."""
    from cosmic_ray.ast import ast_nodes, get_ast

    nodes = list(ast_nodes(get_ast(source)))
    lines = [line.strip() for line in source.splitlines()]
    skipped = unnoticed_ranges(source)
    found = []
    for name, operator in operators():
        positions = (each for node in nodes for each in operator.mutation_positions(node))
        for occurrence, (start, end) in enumerate(positions):
            if not any(first <= start < last for first, last in skipped):
                text = lines[start[0] - 1]
                found.append(Mutant(module, name, occurrence, start, end, text))
    return found


def unnoticed_ranges(source: str) -> list[tuple[Position, Position]]:
    """Return the parts of a module that only type checkers read, and `strict=True` of `zip`."""
    found: list[ast.expr | ast.stmt] = []
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.arg(annotation=ast.expr() as part):
                found.append(part)
            case ast.AnnAssign(annotation=part):
                found.append(part)
            case ast.keyword(arg="strict", value=part):
                found.append(part)
            case ast.If(test=ast.Name("TYPE_CHECKING")):
                found.append(node)
            case ast.FunctionDef(returns=returns, decorator_list=decorators):
                found += [returns] if returns else []
                found += [each for each in decorators if ast.unparse(each) in _TYPING_DECORATORS]
            case ast.ClassDef(decorator_list=decorators):
                found += [each for each in decorators if ast.unparse(each) in _TYPING_DECORATORS]
    # Decorators begin with the sign before them.
    return [
        (
            (each.lineno, max(each.col_offset - 1, 0)),
            (each.end_lineno or 0, each.end_col_offset or 0),
        )
        for each in found
    ]


def sample(mutants: Iterable[Mutant], seed: int) -> Iterator[Mutant]:
    """Yield one mutant of each place in the sources, in random order.

    Some places have a dozen mutants, others one, and all places count the same. The order depends
    on the text of the lines: if one changes, the others keep their order.
    """
    places: dict[tuple[str, Position, Position], list[Mutant]] = {}
    for mutant in mutants:
        places.setdefault((mutant.module, mutant.start, mutant.end), []).append(mutant)
    equal: Counter[str] = Counter()
    drawn = []
    for place in sorted(places):
        first = places[place][0]
        name = f"{seed} {first.module} {first.text} {first.start[1]} {first.end[1]}"
        number = sha256(f"{name} {equal[name]}".encode()).digest()
        equal[name] += 1
        drawn.append((number, places[place][number[0] % len(places[place])]))
    for _, mutant in sorted(drawn, key=lambda each: each[0]):
        yield mutant


def change_of(mutant: Mutant, source: str) -> Change | None:
    """Apply a mutant to the source of its module.

    Returns:
        The change, or None if the mutant is not a program or is the same program.
    """
    from cosmic_ray.mutating import mutate_code
    from cosmic_ray.plugins import get_operator

    operator = get_operator(mutant.operator)()
    changed = mutate_code(source, operator, mutant.occurrence)
    if changed is None:
        return None
    try:
        if ast.dump(ast.parse(changed)) == ast.dump(ast.parse(source)):
            return None
        compile(changed, mutant.module, "exec")
    except SyntaxError:
        return None
    before, after = source.splitlines(), changed.splitlines()
    was, now = [], []
    matcher = difflib.SequenceMatcher(None, before, after, autojunk=False)
    for kind, first, last, new_first, new_last in matcher.get_opcodes():
        if kind != "equal":
            was += [line.strip() for line in before[first:last]]
            now += [line.strip() for line in after[new_first:new_last]]
    line = mutant.start[0]
    texts = (" ".join(" ".join(each).split()) for each in (was, now))
    return Change(changed, line, definition_at(source, line), *texts)


def definition_at(source: str, line: int) -> str:
    """Return the name of the innermost function or class around a line, with those around it."""
    names = [
        (node.lineno, node.name)
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.FunctionDef | ast.ClassDef)
        and min([node.lineno, *(each.lineno for each in node.decorator_list)])
        <= line
        <= (node.end_lineno or 0)
    ]
    return ".".join(name for _, name in sorted(names))
