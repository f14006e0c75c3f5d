"""A pickled solution is the same, to the bit, and needs no file."""

import copy
import pickle
from pathlib import Path

import numpy as np
import pytest

from fifthstreet.solvers.postflop import Solution, card_report, open_solution
from tests.solvers.postflop.same import assert_same_bits
from tests.solvers.postflop.solution.test_solution_files import PATHS


def pickled(solution: Solution) -> Solution:
    again: Solution = pickle.loads(pickle.dumps(solution))
    return again


def assert_same(again: Solution, solution: Solution, name: str) -> None:
    assert type(again) is type(solution)
    assert (again.spot, again.record) == (solution.spot, solution.record)
    assert again.byte_error == solution.byte_error
    assert repr(again) == repr(solution)
    assert again.file is None
    for path in PATHS[name]:
        assert_same_bits(again.node(path), solution.node(path))
    for mine, theirs in zip(again.tables, solution.tables, strict=True):
        for key, array in theirs.arrays.items():
            np.testing.assert_array_equal(mine.arrays[key], array)


@pytest.mark.parametrize("name", PATHS)
def test_a_pickled_solution_is_the_same(name: str, request: pytest.FixtureRequest) -> None:
    solution: Solution = request.getfixturevalue(name)
    _ = solution.root  # whose values, backend and locks belong to this process
    again = pickled(solution)
    assert_same(again, solution, name)
    assert again.ev == solution.ev
    assert_same(copy.deepcopy(solution), solution, name)


@pytest.mark.parametrize("options", [{}, {"in_bytes": True}, {"last_street": 1}], ids=str)
def test_an_opened_solution_can_be_pickled(
    options: dict[str, object], flop: Solution, tmp_path: Path
) -> None:
    path = tmp_path / "flop.solution"
    flop.save(path, **options)  # type: ignore[arg-type]
    opened = open_solution(path)
    again = pickled(opened)
    path.unlink()
    assert again.last_street == opened.last_street
    assert_same(again, opened, "flop")


def test_reports_and_nodes_of_a_pickle(turn: Solution) -> None:
    assert card_report(pickled(turn), "r:k:k") == card_report(turn, "r:k:k")
    node = pickle.loads(pickle.dumps(turn.node("r:k:k:n8c")))
    assert_same_bits(node, turn.node("r:k:k:n8c"))
