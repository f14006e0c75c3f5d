"""A saved solution is the same when it is opened, to the bit."""

import time
from dataclasses import replace
from functools import cache
from hashlib import sha256
from pathlib import Path

import numpy as np
import pytest

from fifthstreet.cards import Range
from fifthstreet.errors import InputError
from fifthstreet.solvers.postflop import Solution, Solver, Spot, card_report, open_solution, solve
from fifthstreet.solvers.postflop.backends.tables import Tables
from fifthstreet.solvers.postflop.solution.sections import section_arrays, section_sizes
from fifthstreet.solvers.postflop.spot.plan import make_plan
from fifthstreet.support.storage.container import header_of, make_sections
from fifthstreet.tree import Rake
from fifthstreet.tree.strategy import Lock
from tests.solvers.postflop.same import assert_same_bits
from tests.solvers.postflop.stored_spots import FLOP, LOCKED, RIVER, TURN

PATHS = {
    "river": ["r", "r:k", "r:k:k", "r:b50", "r:b50:c", "r:a:f"],
    "turn": ["r", "r:k:k", "r:k:k:n8c", "r:k:k:nAs:k", "r:b12.5:c:n2c"],
    "flop": ["r", "r:k", "r:k:k", "r:k:k:n3c", "r:k:k:n3c:k:k:n4d", "r:b15:c:nTs:k:k:nTd:k"],
}


@pytest.mark.parametrize("name", PATHS)
def test_an_opened_solution_is_the_same(
    name: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    solution: Solution = request.getfixturevalue(name)
    size = solution.save(tmp_path / "file")
    opened = open_solution(tmp_path / "file", verify=True)
    assert size.bytes == (tmp_path / "file").stat().st_size
    assert size.byte_error is None
    assert opened.byte_error is None
    assert (opened.spot, opened.record) == (solution.spot, solution.record)
    assert repr(opened) == repr(solution)
    for path in PATHS[name]:
        assert_same_bits(opened.node(path), solution.node(path))
    assert opened.ev == solution.ev
    assert opened.equity == solution.equity
    for mine, theirs in zip(opened.tables, solution.tables, strict=True):
        for key, array in theirs.arrays.items():
            np.testing.assert_array_equal(mine.arrays[key], array)


def test_reports_are_the_same(turn: Solution, tmp_path: Path) -> None:
    turn.save(tmp_path / "file")
    assert card_report(open_solution(tmp_path / "file"), "r:k:k") == card_report(turn, "r:k:k")


@pytest.mark.parametrize(
    "spot",
    [
        LOCKED,
        replace(RIVER, rake=Rake(0.05, 3)),
        TURN.with_rules(merge=0.1, add_allin=1.5, force_allin=0.15, max_raises=2, min_bet=2),
        TURN.with_rules(removed=("r:a",)),
        replace(RIVER, locks=(Lock("r:k", {"k": 1.0}, Range.parse("QQ:0.5")),)),
    ],
)
def test_every_field_of_a_spot_reads_back(spot: Spot, tmp_path: Path) -> None:
    solution = solve(spot, max_iterations=5)
    solution.save(tmp_path / "file")
    opened = open_solution(tmp_path / "file")
    assert opened.spot == spot
    assert opened.spot.tree.same_as(spot.tree)
    assert_same_bits(opened.node("r:k"), solution.node("r:k"))


@pytest.mark.parametrize("isomorphism", [True, False])
def test_without_isomorphism(isomorphism: bool, tmp_path: Path) -> None:
    solution = solve(FLOP, max_iterations=4, isomorphism=isomorphism)
    solution.save(tmp_path / "file")
    opened = open_solution(tmp_path / "file")
    for path in PATHS["flop"]:
        assert_same_bits(opened.node(path), solution.node(path))


def test_16_bit_solutions(tmp_path: Path) -> None:
    solution = solve(TURN, max_iterations=20, precision="int16")
    size = solution.save(tmp_path / "file")
    opened = open_solution(tmp_path / "file", verify=True)
    for path in PATHS["turn"]:
        assert_same_bits(opened.node(path), solution.node(path))
    exact = solve(TURN, max_iterations=1).save(tmp_path / "wide")
    assert size.strategy_bytes < 0.6 * exact.strategy_bytes


def test_a_solution_before_its_first_iteration(tmp_path: Path) -> None:
    solution = Solver(RIVER).solution()
    solution.save(tmp_path / "file")
    assert_same_bits(open_solution(tmp_path / "file").root, solution.root)


def test_an_opened_solution_can_be_saved_onto_itself(river_file: Path, river: Solution) -> None:
    opened = open_solution(river_file)
    before = river_file.read_bytes()
    opened.save(river_file)
    assert river_file.read_bytes() == before
    assert_same_bits(opened.root, river.root)


def test_saving_the_same_twice_gives_the_same_file(turn: Solution, tmp_path: Path) -> None:
    for name in "ab":
        turn.save(tmp_path / name)
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()


def test_sections_are_aligned_for_the_native_core(turn: Solution, tmp_path: Path) -> None:
    turn.save(tmp_path / "file")
    opened = open_solution(tmp_path / "file")
    for tables in opened.tables:
        assert tables.arrays["averages"].ctypes.data % 64 == 0


def test_a_symlink_stays_a_symlink(river: Solution, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "file")
    river.save(tmp_path / "link")
    assert (tmp_path / "link").is_symlink()
    assert open_solution(tmp_path / "file").ev == river.ev


@pytest.mark.parametrize("last_street", [0, 1, 4])
def test_bad_last_street(turn: Solution, tmp_path: Path, last_street: int) -> None:
    with pytest.raises(
        ValueError, match=rf"last_street must be 2 \(turn\) or 3 .*, got {last_street}"
    ):
        turn.save(tmp_path / "file", last_street=last_street)
    assert not list(tmp_path.iterdir())


def test_bad_file_paths(river: Solution, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="must be a file to write, got a folder"):
        river.save(tmp_path)
    with pytest.raises(InputError, match="cannot be written: No such file or directory"):
        river.save(tmp_path / "nowhere" / "file")
    with pytest.raises(InputError, match="cannot be read: No such file or directory"):
        open_solution(tmp_path / "nothing")


@cache
def hash_of_zeros(size: int) -> str:
    return sha256(bytes(size)).hexdigest()


def sparse_solution(spot: Spot, path: Path) -> int:
    """Write a sparse file as large as the solution of a spot; return its size."""
    plan = make_plan(spot)
    # One element, broadcast to the size of the tables: only the sizes are used.
    first, second = (
        Tables({"averages": np.broadcast_to(np.float32(0), layout.entries)})
        for layout in plan.layouts
    )
    values = [
        [
            np.broadcast_to(np.float32(0), len(betting.kind) * int(stride.sum()))
            for betting, stride in zip(plan.betting[:-1], layout.stride[:-1], strict=True)
        ]
        for layout in plan.layouts
    ]
    facts = {
        "spot": spot.to_dict(),
        "record": solve(RIVER, max_iterations=0).record.to_dict(),
        "last_street": 3,
        "byte_error": None,
    }
    arrays = section_arrays(spot, plan, (first, second), (values[0], values[1]), 3)
    sizes = section_sizes(spot, plan, 3)
    assert {name: array.size for name, array in arrays.items()} == {
        name: size for name, size in sizes.items() if name in arrays
    }
    # Chunks of zeros; the last chunk of a section may be shorter.
    sections = [
        replace(
            section,
            hashes=tuple(
                hash_of_zeros(min(section.chunk, section.end - section.offset - first))
                for first in range(0, section.end - section.offset, section.chunk)
            ),
        )
        for section in make_sections(arrays)
    ]
    header = header_of("solution", facts, sections)
    with path.open("wb") as file:
        file.write(header)
        return file.truncate(len(header) + sections[-1].end)


@pytest.mark.parametrize(
    ("hands", "least"),
    [
        ("55+,A8s+,KTs+,AJo+", 3e8),
        pytest.param("22+,A2+,K2+,Q2+,J2+,T2+,92+,82+,72+", 1e10, marks=pytest.mark.slow),
    ],
)
def test_opening_reads_no_tables(hands: str, least: float, tmp_path: Path) -> None:
    spot = Spot.of("QsJh2h", 180, 1810, oop=hands, ip=hands, bets="33%, 75%", raises="60%")
    assert sparse_solution(spot, tmp_path / "file") > least
    start = time.process_time()
    opened = open_solution(tmp_path / "file")
    seconds = time.process_time() - start
    assert seconds < 1
    node = opened.node("r:k")  # holes read as zeros, which make all actions equally likely
    assert node.frequencies == pytest.approx(1 / len(node.actions))
