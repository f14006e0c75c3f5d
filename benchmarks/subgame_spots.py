"""Subgames of spots: what each method makes of a blueprint, and of a bet that is not in its tree.

Turns are solved roughly, well, or with buckets of hands, and all of their rivers are re-solved;
best responses in the whole turn are exact. On rivers solved with bets of 50% and 100% of the pot,
the first player bets 75%: the answer is translated, re-solved, or read from a tree with the size.
Writes benchmarks/results/subgame_spots.json; `python -m benchmarks.subgame_spots` prints it as
tables. Takes about 10 CPU minutes.
"""

import json
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np

from benchmarks.measure import Figure, at_most
from benchmarks.patched_strategies import PatchedStrategy
from fifthstreet.abstraction import StreetRecipe
from fifthstreet.solvers.abstracted import BucketSolver, spot_buckets
from fifthstreet.solvers.postflop import Solution, Spot, evaluate_strategy, solve
from fifthstreet.solvers.postflop.spot.spot import TreeSpot
from fifthstreet.solvers.search import (
    METHODS,
    SAFE_METHODS,
    nested_subgame,
    resolve_rivers,
    solve_subgame,
    with_action,
)
from fifthstreet.tree import subtree
from fifthstreet.tree.strategy import HoleArray, PlainStrategy, TreeStrategy
from fifthstreet.tree.translate import PseudoHarmonic

Row: TypeAlias = dict[str, Any]

RESULTS = Path(__file__).parent / "results/subgame_spots.json"
NONE, TRANSLATION, IN_TREE = "none", "translation", "in the tree"
OOP = "22+,A2s+,K9s+,QTs+,JTs,T9s,ATo+,KJo+"
IP = "22+,A2s+,K9s+,Q9s+,J9s+,T9s,98s,ATo+,KJo+,QJo"
TURNS = ("QsJs2s7s", "Kd8d3d5d")
RIVERS = ("QsJh2h7c4d", "Kd8s3c3h9s", "Ah5d4c9hTc")
TARGET = 0.05  # percent of a subgame's pot
BUCKETS = 10
MAX_ADDED = 0.2  # percent of the pot that unfinished solves may add
MAX_LOST = 0.2  # percent of the pot that a safe answer to 75% may lose


def figures() -> Iterator[Figure]:
    """Measure everything, write the results, and yield figures that sum them up."""
    turns, rivers = [*turn_rows()], [*river_rows()]
    RESULTS.write_text(
        json.dumps({"unit": "percent of the pot", "turns": turns, "rivers": rivers}, indent=1)
        + "\n"
    )
    for method in SAFE_METHODS:
        rise = max(row[method] - row[NONE] for row in turns)
        yield at_most(f"turns: most that {method} adds", max(rise, 0.0), MAX_ADDED, "% of the pot")
        lost = max(row[method] for row in rivers)
        yield at_most(f"off the tree: {method}", lost, MAX_LOST, "% of the pot")


def turn_rows() -> Iterator[Row]:
    """Yield exploitability in percent of the pot by method, for each turn and blueprint."""
    for board in TURNS:
        spot = Spot.of(board, 100, 200, oop=OOP, ip=IP, bets="50%", raises="a", max_raises=2)
        for name, blueprint in blueprints(spot):
            row: Row = {"board": board, "blueprint": name}
            row[NONE] = evaluate_strategy(blueprint).pot_percent
            for method in METHODS:
                composed = resolve_rivers(blueprint, method, target_pot_percent=TARGET)
                row[method] = composed.exploitability.pot_percent
            yield row


def blueprints(spot: Spot) -> Iterator[tuple[str, TreeStrategy]]:
    """Yield strategies of a spot with their names."""
    for iterations in (5, 20):
        yield (
            f"{iterations} iterations",
            solve(spot, max_iterations=iterations, target_pot_percent=0, backend="native"),
        )
    bucketed = BucketSolver(spot, spot_buckets(spot, StreetRecipe("ehs", BUCKETS)))
    bucketed.iterate(200)
    yield f"{BUCKETS} buckets", bucketed.average()
    yield "solved to 0.05%", solve(spot, target_pot_percent=0.05, backend="native")


def river_rows() -> Iterator[Row]:
    """Yield what a best response with a bet of 75% wins beyond the equilibrium, by answer."""
    for board in RIVERS:
        spot = Spot.of(board, 100, 300, oop=OOP, ip=IP, bets="50%, 100%", raises="a", max_raises=2)
        blueprint = solve(spot, target_pot_percent=TARGET, backend="native")
        larger = with_action(spot.rules, "r:b75")
        node = larger.find("r:b75")[0]
        whole = TreeSpot(spot.board, spot.ranges, larger.rules, given_tree=larger)
        exact = evaluate_strategy(solve(whole, target_pot_percent=0.01, backend="native"))
        assert exact.values is not None

        def gain(strategy: TreeStrategy, value: float = exact.values[0]) -> float:
            return evaluate_strategy(strategy).best_responses[0] - value

        row: Row = {"board": board, NONE: blueprint.exploitability.pot_percent}
        row[IN_TREE] = gain(solve(whole, target_pot_percent=TARGET, backend="native"))
        row[TRANSLATION] = gain(
            PatchedStrategy(larger, blueprint, node, Translated(blueprint, whole))
        )
        for method in METHODS:
            task = nested_subgame(blueprint, "r", "b75", player=1, method=method)
            answer = solve_subgame(task, target_pot_percent=TARGET, backend="native").solution
            row[method] = gain(PatchedStrategy(larger, blueprint, node, answer))
        yield row


class Translated(PlainStrategy):
    """Answers a bet of 75% as a mixture of the answers to 50% and 100%."""

    def __init__(self, blueprint: Solution, whole: Spot) -> None:
        """Read the answers from a blueprint that has both sizes."""
        node = whole.tree.find("r:b75")[0]
        super().__init__(subtree(whole.tree, node), blueprint.ranges, blueprint.board)
        self._blueprint = blueprint
        lower = float(PseudoHarmonic().share_of_lower(0.75, 0.5, 1.0))
        self._shares = {"r:b50": lower, "r:b100": 1 - lower}

    def probabilities(self, node: int, board: tuple[int, ...]) -> HoleArray:
        """Return the mixture; the answers have the same actions, by their order."""
        tree = self._blueprint.tree
        steps = [
            after - int(self.tree.first_child[before])
            for before, after in pairwise(self.tree.line(node))
        ]
        total = np.zeros(1)
        for path, share in self._shares.items():
            at = tree.find(path)[0]
            for step in steps:
                at = int(tree.first_child[at]) + step
            total = total + share * np.nan_to_num(self._blueprint.probabilities(at, board))
        return total


def tables() -> str:
    """Return the results as Markdown tables."""
    data = json.loads(RESULTS.read_text())
    parts = []
    for name, columns in (
        ("turns", ("board", "blueprint", NONE, *METHODS)),
        ("rivers", ("board", NONE, IN_TREE, TRANSLATION, *METHODS)),
    ):
        lines = ["| " + " | ".join(columns) + " |", "|" + "---|" * len(columns)]
        for row in data[name]:
            cells = [row[c] if isinstance(row[c], str) else f"{row[c]:.2f}" for c in columns]
            lines.append("| " + " | ".join(cells) + " |")
        parts.append("\n".join(lines))
    return "\n\n".join(parts)


if __name__ == "__main__":
    print(tables())
