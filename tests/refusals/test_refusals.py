"""Every refusal of the package is provoked, and is of the hierarchy of errors.

Each module has one test, so that no state is shared between the processes of a parallel run.
"""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

import pytest

from tests.refusals.exceptions import NEVER_RAISED, NOT_COVERED, PROVOKED_ELSEWHERE
from tests.refusals.rows import TABLES
from tests.refusals.statements import Statement, raising_modules, statements
from tests.refusals.table import Row, provoke

TESTS = Path(__file__).parents[1]
EXCUSED = {**NEVER_RAISED, **PROVOKED_ELSEWHERE, **NOT_COVERED}


def rows_of(module: str) -> list[Row]:
    return [row for table in TABLES for row in table.get(module, ())]


def problems(module: str, rows: list[Row], own: tuple[Statement, ...]) -> list[str]:
    """Return what is wrong with the rows of a module, and which refusals they leave out."""
    outcomes = [provoke(module, row) for row in rows]
    wrong = [problem for _, problem in outcomes if problem]
    hit = {statement for hits, _ in outcomes for statement in hits}
    for statement in own:
        if statement in hit and str(statement) in EXCUSED:
            wrong.append(f"{statement}: a row provokes it, so remove it from the lists")
        if statement not in hit and str(statement) not in EXCUSED:
            wrong.append(f"{statement} (line {statement.first_line}): add a row that provokes it")
    return wrong


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("module", raising_modules())
def test_all_refusals_of_a_module_are_provoked(module: str) -> None:
    found = problems(module, rows_of(module), statements(module))
    assert not found, "\n".join(["", *found])


def test_tables_and_lists_name_refusals_of_the_package() -> None:
    modules = {module for module in raising_modules() if statements(module)}
    known = {str(statement) for module in modules for statement in statements(module)}
    assert {module for table in TABLES for module in table} <= modules
    assert set(EXCUSED) <= known
    assert len(EXCUSED) == len(NEVER_RAISED) + len(PROVOKED_ELSEWHERE) + len(NOT_COVERED)
    assert all(NEVER_RAISED.values())


def test_most_refusals_are_provoked_by_rows() -> None:
    total = sum(len(statements(module)) for module in raising_modules())
    assert total > 1500
    assert len(EXCUSED) < 0.1 * total
    assert sum(len(rows_of(module)) for module in raising_modules()) > 0.9 * total


@pytest.mark.parametrize("test", sorted(set(PROVOKED_ELSEWHERE.values())))
def test_tests_named_in_the_lists_exist(test: str) -> None:
    path, _, name = test.partition("::")
    assert name in functions_of(path)


@cache
def functions_of(path: str) -> set[str]:
    tree = ast.parse((TESTS / path).read_text(encoding="utf-8"))
    return {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
