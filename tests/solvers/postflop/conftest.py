"""Solutions of small spots, and a file of one."""

from pathlib import Path

import pytest

from fifthstreet.solvers.postflop import Solution
from tests.solvers.postflop.stored_spots import solved_flop, solved_river, solved_turn


@pytest.fixture(scope="session")
def river() -> Solution:
    return solved_river()


@pytest.fixture(scope="session")
def turn() -> Solution:
    return solved_turn()


@pytest.fixture(scope="session")
def flop() -> Solution:
    return solved_flop()


@pytest.fixture
def river_file(river: Solution, tmp_path: Path) -> Path:
    path = tmp_path / "river.solution"
    river.save(path)
    return path
