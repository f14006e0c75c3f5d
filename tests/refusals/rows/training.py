"""Refusals of training files, and of the sizes of games."""

from __future__ import annotations

from typing import Any

import numpy as np

from fifthstreet.errors import DamagedFileError
from tests.refusals.rows.multiway import spot as multiway_spot
from tests.refusals.table import Table, face, replaced
from tests.refusals.things import kuhn_training, rewritten, river_file, river_spot, turn_spot

solvers = face("solvers")
games = face("solvers.games")
game_size = face("solvers.game_size")
FOUR = ("AA,KQs", "QQ,AJs", "88+", "TT")
POTS = game_size.Reductions(buckets=5, recall=False, pots=True)


def load(**facts: Any) -> Any:
    return solvers.load_training(rewritten(kuhn_training(), lambda old: old.update(facts)))


def halves() -> Any:
    """Leaf values that give each hand half of the pot."""
    return face("solvers.values").FunctionLeaves(lambda *_: np.full((2, 1326), 0.5))


TABLE: Table = {
    "solvers/solve_blinds.py": [
        (
            "solve_preflop",
            lambda: solvers.solve_preflop(depth="x"),
            "depth must be hand or street, got 'x'",
        ),
        (
            "_check_unused",
            lambda: solvers.solve_preflop(depth="street", threads=2),
            "threads=2 does not apply to depth='street': omit it",
        ),
        (
            "_heads_up_solver",
            lambda: solvers.solve_preflop(leaf_values=halves()),
            "leaf_values requires depth='street', got depth='hand'",
        ),
        (
            "solve_preflop",
            lambda: solvers.solve_preflop(seed=3),
            "after and seed require a recipe with a number of seats",
        ),
        (
            "_check_unused",
            lambda: solvers.solve_preflop({"seats": 3}, backend="cuda"),
            "backend='cuda' does not apply to a table of seats: omit it",
        ),
        (
            "preflop_street_solver",
            lambda: solvers.preflop_street_solver({"rake": {"rate": 0.05}}, halves()),
            "depth='street' requires a game without rake, got a rate of 0.05. Use depth='hand'",
        ),
    ],
    "solvers/solve_spot.py": [
        (
            "solve",
            lambda: solvers.solve(river_spot(), depth="x"),
            "depth must be hand or street, got 'x'",
        ),
        (
            "_solve_multiway",
            lambda: solvers.solve(multiway_spot(), depth="street"),
            "depth='street' does not apply to three ranges: omit it",
        ),
        (
            "_solve_multiway",
            lambda: solvers.solve(multiway_spot(ranges=FOUR), schedule="cfr+"),
            "schedule='cfr+' does not apply to four ranges: omit it",
        ),
        (
            "_refuse_table_options",
            lambda: solvers.solve(turn_spot(), depth="street", precision="int16"),
            "precision='int16' does not apply to depth='street': omit it",
        ),
        (
            "street_solver",
            lambda: solvers.street_solver(river_spot()),
            "depth='street' requires a flop or turn, got a river. Use depth='hand'",
        ),
    ],
    "solvers/training.py": [
        ("_resuming", lambda: load(algorithm="x"), "cannot be resumed: "),
        ("_training", lambda: load(name="snap"), "cannot be resumed: game must be one of"),
        (
            "_training",
            lambda: load(spot={"board": 7}),
            "its contents are not valid",
            DamagedFileError,
        ),
        ("_check_name", lambda: load(name="holdem:x"), "must have its spot", DamagedFileError),
        ("_check_name", lambda: load(name="own:X"), "specify that game as well", DamagedFileError),
        (
            "_check_abstraction",
            lambda: load(name="nlhe", game_options={"abstraction": "x"}),
            "its card abstraction is the file 'x'",
            DamagedFileError,
        ),
        (
            "load_strategy",
            lambda: solvers.load_strategy(river_file(), games.Kuhn()),
            "must be a strategy of a game's tree",
            DamagedFileError,
        ),
        (
            "load_strategy",
            lambda: solvers.load_strategy(kuhn_training(), games.leduc()),
            "got a file for 'Kuhn poker",
        ),
    ],
    "solvers/game_size/advice.py": [
        ("advise", lambda: game_size.advise(river_spot(), 0), "memory must be at least 1 byte"),
    ],
    "solvers/game_size/cards.py": [
        ("count_cards", lambda: game_size.count_cards(1, flops=[7]), "without a board"),
    ],
    "solvers/game_size/size.py": [
        ("Reductions.__post_init__", lambda: game_size.Reductions(buckets=0), "at least 1, got 0"),
        (
            "Reductions.__post_init__",
            lambda: game_size.Reductions(recall=False),
            "requires buckets",
        ),
        ("Reductions.__post_init__", lambda: game_size.Reductions(textures=True), "imperfect"),
        (
            "Reductions.__post_init__",
            lambda: game_size.Reductions(menu=False, pots=True),
            "requires the menu",
        ),
        (
            "count_game_cards",
            lambda: game_size.count_game_cards(river_spot(), game_size.Reductions(flops=25)),
            "got a spot with a board",
        ),
        (
            "_tree",
            lambda: replaced(
                {"solvers.game_size.size._MAX_BUILT": 5},
                lambda: game_size.game_size(river_spot(), POTS),
            ),
            "pot buckets require a tree of at most 5 nodes",
        ),
    ],
}
