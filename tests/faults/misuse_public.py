"""Recipes of valid calls of public names that the native core works for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from copy import deepcopy
from dataclasses import fields
from typing import Any

import numpy as np

from fifthstreet.cards.equity import equity
from fifthstreet.cards.hands import STANDARD_HIGH, evaluate_cards, evaluate_masks
from fifthstreet.solvers.blueprint import BlueprintSolver
from fifthstreet.solvers.cfr import FullSolver, GameTree, SamplingSolver, Strategy
from fifthstreet.solvers.cfr.best_responses import best_response, exploitability
from fifthstreet.solvers.cfr.schemes import (
    ChanceSampling,
    ExternalSampling,
    OutcomeSampling,
    PublicChanceSampling,
)
from fifthstreet.solvers.common import IterativeSolver
from fifthstreet.solvers.postflop import Solver
from fifthstreet.solvers.postflop.backends.native import NativeBackend
from fifthstreet.solvers.postflop.spot.spot import TreeSpot
from fifthstreet.tree import BettingTree, TreeRules, build_tree
from tests.faults.misuse import Arguments, Recipe
from tests.faults.misuse_samples import RIVER, TURN, game_tree, plan_of
from tests.solvers.blueprint.small_spots import blueprint_solver

SCHEMES = (OutcomeSampling(), ExternalSampling(), ChanceSampling(), PublicChanceSampling())


def public_recipes() -> dict[str, Recipe]:
    """Return recipes of public calls."""
    return {
        **_game_recipes(),
        **_state_recipes(),
        **_spot_recipes(),
        **_blueprint_recipes(),
        **_hand_recipes(),
    }


def _game_recipes() -> dict[str, Recipe]:
    def use(**arguments: Any) -> None:
        tree = GameTree(**arguments)
        full = FullSolver(tree)
        full.iterate(2)
        exploitability(tree, full.average())
        best_response(tree, full.average(), 0)
        for scheme in SCHEMES:
            SamplingSolver(tree, scheme).iterate(10)

    def arguments(name: str) -> Callable[[], Arguments]:
        tree = game_tree(name)
        values = {each.name: getattr(tree, each.name) for each in fields(GameTree)}
        # Writable copies, as those of somebody who builds a tree of their own.
        return lambda: {
            key: value.copy() if isinstance(value, np.ndarray) else value
            for key, value in values.items()
        }

    def strategy(probabilities: Any, player: Any) -> None:
        tree = game_tree("leduc")
        best_response(tree, Strategy(tree, probabilities), player)
        exploitability(tree, Strategy(tree, probabilities))

    uniform = Strategy.uniform(game_tree("leduc")).probabilities
    return {
        # Several times, as it is the name that most misuse ends at.
        **{f"GameTree {n}": Recipe(arguments("kuhn"), use) for n in range(3)},
        **{f"GameTree of Leduc {n}": Recipe(arguments("leduc"), use) for n in range(2)},
        "Strategy": Recipe(lambda: {"probabilities": uniform.copy(), "player": 0}, strategy),
    }


def _state_recipes() -> dict[str, Recipe]:
    tree = game_tree("kuhn")
    solvers: Mapping[str, Callable[[], IterativeSolver]] = {
        "full": lambda: FullSolver(tree),
        **{
            type(scheme).__name__: lambda scheme=scheme: SamplingSolver(tree, scheme)  # type: ignore[misc]
            for scheme in SCHEMES
        },
        "range": lambda: Solver(RIVER, threads=1, plan=plan_of(RIVER)),
        "blueprint": _blueprint,
    }

    def recipe(make: Callable[[], IterativeSolver]) -> Recipe:
        solver = make()
        solver.iterate(3)
        state = solver.state()

        def restore(**state: Any) -> None:
            restored = make()
            try:
                restored.restore(state)
            except (KeyError, TypeError, AttributeError, IndexError, OverflowError):
                return  # a state is checked as plain data elsewhere; here it may not crash
            restored.iterate(4)
            restored.average()
            restored.exploitability()

        return Recipe(lambda: deepcopy(state), restore)

    return {f"restore {name}": recipe(make) for name, make in solvers.items()}


def _spot_recipes() -> dict[str, Recipe]:
    solver = Solver(TURN, threads=1, plan=plan_of(TURN))
    solver.iterate(2)
    solution, backend = solver.solution(), solver.backend
    assert isinstance(backend, NativeBackend)
    tree = build_tree(TreeRules(stacks=(100, 100), pot=50, first_street=2))

    def betting(**arrays: Any) -> None:
        made = BettingTree(tree.rules, **arrays)
        spot = TreeSpot(TURN.board, TURN.ranges, tree.rules, given_tree=made)
        tried = Solver(spot, threads=1)
        tried.iterate(1)
        for node in range(len(made)):
            made.path(node)

    return {
        "root_values": Recipe(lambda: {"player": 0, "mode": 2}, backend.root_values),
        "node_values": Recipe(lambda: {"player": 0, "mode": 2}, backend.node_values),
        "river_values": Recipe(lambda: {"player": 1, "mode": 2, "runout": 3}, backend.river_values),
        "node": Recipe(lambda: {"path": "r:k:k:n8c"}, solution.node),
        "probabilities": Recipe(lambda: {"node": 0, "board": TURN.board}, solution.probabilities),
        "reach": Recipe(lambda: {"node": 1, "board": TURN.board}, solution.reach),
        "solver": Recipe(
            lambda: {"threads": 1, "precision": "float32", "isomorphism": True},
            lambda **options: Solver(RIVER, **options).iterate(1),
        ),
        "BettingTree": Recipe(
            lambda: {name: array.copy() for name, array in tree.as_arrays().items()}, betting
        ),
    }


def _blueprint(**options: Any) -> BlueprintSolver:
    return blueprint_solver(
        RIVER.tree,
        RIVER.ranges,
        **{"board": RIVER.board, "batch": 8, "memory_limit": 1 << 26, **options},
    )


def _blueprint_recipes() -> dict[str, Recipe]:
    solver = _blueprint()
    solver.iterate(100)
    strategy = solver.average()

    def train(**options: Any) -> None:
        _blueprint(**options).iterate(20)

    return {
        "BlueprintSolver": Recipe(
            lambda: {"board": RIVER.board, "seed": 1, "threads": 1, "batch": 8}, train
        ),
        "blueprint probabilities": Recipe(
            lambda: {"node": 0, "board": RIVER.board}, strategy.probabilities
        ),
        "blueprint visits": Recipe(lambda: {"node": 0, "board": RIVER.board}, strategy.visits),
    }


def _hand_recipes() -> dict[str, Recipe]:
    rows = np.arange(70).reshape(10, 7) % 52
    return {
        "evaluate_cards of hands": Recipe(
            lambda: {"cards": rows.copy(), "threads": 1}, evaluate_cards
        ),
        "evaluate_masks of hands": Recipe(
            lambda: {"hands": np.full(3, 127, np.uint64), "threads": 1}, evaluate_masks
        ),
        "strength of a type": Recipe(
            lambda: {"hole": 3, "board": 31 << 20}, STANDARD_HIGH.strength
        ),
        "equity": Recipe(
            lambda: {"board": "QsJh2h", "threads": 1, "samples": 20_000, "seed": 1},
            lambda **options: equity("AA,KQs", "QQ", **options),
        ),
    }
