"""Refusals of spots with three ranges, and of their files, solvers, solutions and commands."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from fifthstreet.errors import NotEnoughMemoryError
from tests.refusals.rows.cli import run
from tests.refusals.table import Table, face, new_path, replaced

multiway = face("solvers.multiway")
solvers = face("solvers")
tree_strategy = face("tree.strategy")
BOARD, RANGES = "QsJh2h7c4d", ("AA,KQs", "QQ,AJs", "88+")
FIELDS = {"board": BOARD, "pot": 90, "stack": 200, "ranges": list(RANGES)}


def spot(board: str = BOARD, pot: float = 90, stacks: Any = 200, **options: Any) -> Any:
    ranges = options.pop("ranges", RANGES)
    return multiway.MultiwaySpot.of(board, pot, stacks, ranges, **{"bets": "50%"} | options)


def changed(**fields: Any) -> Any:
    """Return a spot with other fields, which the class checks."""
    given = spot()
    values = {name: getattr(given, name) for name in ("board", "ranges", "rules")}
    return multiway.MultiwaySpot(**values | fields)


def from_fields(**fields: Any) -> Any:
    return multiway.make_multiway_spot(FIELDS | fields)


@cache
def solution() -> Any:
    return multiway.solve_multiway(spot(), max_iterations=1, progress=False)


@cache
def turn_solution() -> Any:
    return multiway.solve_multiway(spot(BOARD[:8]), max_iterations=1, progress=False)


@cache
def sampled() -> Any:
    four = spot(BOARD[:8], ranges=(*RANGES, "TT"))
    return multiway.solve_sampled(four, max_iterations=1, threads=1, deals=2)


@cache
def file() -> Path:
    path = new_path("three.solution")
    solution().save(path)
    return path


@cache
def spot_file() -> Path:
    path = new_path("three.toml")
    lines = [f'board = "{BOARD}"', "pot = 90", "stack = 200", f"ranges = {list(RANGES)}"]
    path.write_text("\n".join(lines))
    return path


TABLE: Table = {
    "solvers/multiway/spot.py": [
        (
            "_check_board",
            lambda: spot("QsJh"),
            "board must have 3 to 5 cards, got 2",
        ),
        (
            "_check_board",
            lambda: changed(board=(0, 1, 2, 3, 52)),
            "board: cards must be from 0 to 51, got 52",
        ),
        (
            "_check_board",
            lambda: changed(board=(0, 1, 2, 3, 3)),
            "board: 2s appears twice",
        ),
        (
            "MultiwaySpot.__post_init__",
            lambda: changed(ranges=spot().ranges[:2]),
            "ranges must be 3 to 6, got 2",
        ),
        (
            "MultiwaySpot.__post_init__",
            lambda: spot(stacks=(200, 200)),
            "stacks must be 3, one per player, got 2",
        ),
        (
            "MultiwaySpot.__post_init__",
            lambda: spot(stacks=(200, 0, 0)),
            "stacks must be positive for at least two players, got (200, 0, 0)",
        ),
        (
            "MultiwaySpot.__post_init__",
            lambda: spot(ranges=("QsJh", "QQ", "88")),
            "ranges (player 0): no hand in the range is possible on this board",
        ),
        (
            "MultiwaySpot.of",
            lambda: spot(ranges=("AA", "x", "88")),
            "ranges (player 1): ",
        ),
        ("MultiwaySpot.of", lambda: spot(pot=0), "pot must be a positive number of chips, got 0"),
        ("MultiwaySpot.of", lambda: spot(stacks=-1), "stack must be at least 0 chips, got -1"),
    ],
    "solvers/multiway/spot_file.py": [
        (
            "make_multiway_spot",
            lambda: from_fields(ranges=["AA", "KK"]),
            "ranges must be 3, one per player, got 2",
        ),
        (
            "make_multiway_spot",
            lambda: from_fields(stack=[200, 100]),
            "stack must be 3, one per player, got 2",
        ),
        (
            "_sizes",
            lambda: from_fields(sizes={"river": [{}, {}]}),
            "sizes.river must be 1 table or 3, got 2",
        ),
    ],
    "solvers/multiway/river_game.py": [
        (
            "RiverGame.__init__",
            lambda: multiway.RiverGame(spot(ranges=("AsAh", "AsAh", "88"))),
            "ranges: hands of the three players always share a card",
        ),
    ],
    "solvers/multiway/runout_game.py": [
        (
            "RunoutGame._matchups",
            lambda: multiway.RunoutGame(spot(BOARD[:8], ranges=("AsAh", "AsAh", "88"))),
            "ranges: hands of the three players always share a card",
        ),
    ],
    "solvers/multiway/sampled.py": [
        (
            "SampledSolver.__init__",
            lambda: multiway.SampledSolver(spot(locks=(tree_strategy.Lock("r", {"k": 1.0}),))),
            "locks require three ranges, which are solved with vectors",
        ),
        (
            "SampledSolution.node",
            lambda: sampled().node("r:k:k:k:k:n"),
            "path must name the card of each deal, like n8c, got 'r:k:k:k:k:n'",
        ),
    ],
    "solvers/multiway/solver.py": [
        (
            "_sampler",
            lambda: multiway.MultiwaySolver(spot(), runouts=(1, 48)),
            "runouts must be omitted on a river, got (1, 48)",
        ),
        (
            "_sampler",
            lambda: multiway.MultiwaySolver(spot(BOARD[:8]), runouts=(1, 5)),
            "runouts: rivers must divide 48, got 5",
        ),
        (
            "MultiwaySolver.__init__",
            lambda: multiway.MultiwaySolver(spot(ranges=(*RANGES, "77"))),
            "ranges must be 3 for vectors, got 4",
        ),
        (
            "MultiwaySolver.__init__",
            lambda: multiway.MultiwaySolver(spot(), schedule="predictive"),
            "schedule must not be predictive with three ranges",
        ),
        (
            "MultiwaySolver.__init__",
            lambda: replaced(
                {"solvers.multiway.solver.available_bytes": lambda: 9},
                lambda: multiway.MultiwaySolver(spot()),
            ),
            "not enough memory: needs",
            NotEnoughMemoryError,
        ),
    ],
    "solvers/multiway/solution.py": [
        (
            "MultiwaySolution.probabilities",
            lambda: solution().probabilities(len(solution().tree) - 1, ()),
            "node must be a decision, got ",
        ),
        (
            "MultiwaySolution.node",
            lambda: turn_solution().node("r:k:k:k:n"),
            "path must name the card of each deal, like n8c, got 'r:k:k:k:n'",
        ),
        (
            "MultiwaySolution.node",
            lambda: turn_solution().node("r:k:k:k:nQs"),
            "Qs in 'r:k:k:k:nQs' is on the board",
        ),
    ],
    "cli/solve_multiway.py": [
        (
            "check_options",
            lambda: run("solve {file} --precision int16", file=spot_file()),
            "--precision does not apply to three ranges: omit it",
        ),
    ],
    "cli/show.py": [
        (
            "ShowCommand._show_multiway",
            lambda: run("show {file} --classes", file=file()),
            "--classes does not apply to solutions of three players: omit it",
        ),
        (
            "ShowCommand._show_multiway",
            lambda: run("show {file} --player oop", file=file()),
            "--player must be 0, 1, 2, got 'oop'",
        ),
    ],
}
