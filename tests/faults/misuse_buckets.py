"""Misuse of samplers whose rows are buckets."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import numpy as np

from fifthstreet import _native
from fifthstreet.cards import HOLE_MASKS
from fifthstreet.cards.hands import STANDARD_HIGH
from fifthstreet.solvers.blueprint.solver import BlueprintSolver
from fifthstreet.solvers.blueprint.tables import RowLayout
from fifthstreet.tree import TreeRules, build_tree
from tests.faults.misuse import Arguments, Recipe
from tests.faults.misuse_samples import THREADS
from tests.faults.misuse_spots import deal_options, game_of

_PUBLIC_CHANCE = 3  # as the native core numbers schemes


def bucket_sampler_recipes() -> dict[str, Recipe]:
    """Return the recipes of training on buckets, preflop only."""
    tree = build_tree(TreeRules.even(2, 12, blinds=(1, 2), first_street=0, last_street=0))
    game = game_of(BlueprintSolver(tree, ["AA,KQs,JTs", "QQ,AJs,22"]))
    table = np.arange(169, dtype=np.uint16) // 10
    buckets = _native.BucketTables([table, None, None, None], [17, 0, 0, 0])
    layout = RowLayout.for_buckets(tree, buckets)
    actions = int(tree.n_children[0])

    def arrays(half: bool = False) -> Arguments:
        return {
            "first": layout.first.copy(),
            "regrets": np.zeros(layout.cells, np.uint16 if half else np.float32),
            "averages": np.zeros(layout.cells, np.float32),
        }

    def use(sampler: _native.BucketSampler) -> None:
        sampler.run(2, THREADS)
        sampler.average(0, [], HOLE_MASKS, np.zeros((actions, 1326)))
        sampler.visits(0, [], HOLE_MASKS, np.zeros(1326, np.uint64))
        assert sampler.iteration >= 0
        assert sampler.information_sets > 0
        assert sampler.rows_visited >= 0
        assert sampler.table_bytes > 0
        assert sampler.log_bytes >= 0

    def create(game: Any, options: Any, first: Any, regrets: Any, averages: Any) -> None:
        sampler = _native.BucketSampler(
            STANDARD_HIGH.evaluator, game, options, buckets, first, regrets, averages
        )
        use(sampler)
        sampler.quantise(np.zeros(averages.size, np.uint8))

    def trained() -> _native.BucketSampler:
        sampler = _native.BucketSampler(
            STANDARD_HIGH.evaluator, deepcopy(game), deal_options(), buckets, **arrays()
        )
        sampler.run(4, 1)
        return sampler

    kept = trained()
    # Public chance sampling, whose boards can be played elsewhere.
    dealer = _native.BucketSampler(
        STANDARD_HIGH.evaluator, deepcopy(game), deal_options(_PUBLIC_CHANCE), buckets, **arrays()
    )

    def restart(iteration: Any) -> None:
        sampler = trained()
        sampler.restart_at(iteration)
        use(sampler)

    recipes = {
        f"BucketSampler {scheme}": Recipe(
            lambda scheme=scheme: {  # type: ignore[misc]
                "game": deepcopy(game),
                "options": deal_options(scheme) | {"half": scheme % 2 == 0},
                **arrays(half=scheme % 2 == 0),
            },
            create,
            frozenset(
                {
                    "BucketSampler",
                    "BucketSampler.iteration",
                    "BucketSampler.information_sets",
                    "BucketSampler.rows_visited",
                    "BucketSampler.table_bytes",
                    "BucketSampler.log_bytes",
                }
            ),
        )
        for scheme in range(4)
    }
    query = {"node": 0, "board": []}
    return recipes | {
        "BucketSampler.run": Recipe(
            lambda: {"batches": 2, "threads": THREADS},
            lambda **arguments: trained().run(**arguments),
            frozenset({"BucketSampler.run"}),
        ),
        "BucketSampler.average": Recipe(
            lambda: {**query, "holes": HOLE_MASKS.copy(), "out": np.zeros((actions, 1326))},
            kept.average,
            frozenset({"BucketSampler.average"}),
        ),
        "BucketSampler.visits": Recipe(
            lambda: {**query, "holes": HOLE_MASKS.copy(), "out": np.zeros(1326, np.uint64)},
            kept.visits,
            frozenset({"BucketSampler.visits"}),
        ),
        "BucketSampler.restart_at": Recipe(
            lambda: {"iteration": 80}, restart, frozenset({"BucketSampler.restart_at"})
        ),
        "BucketSampler.board_plan": Recipe(
            lambda: {"traverser": 0},
            dealer.board_plan,
            frozenset({"BucketSampler.board_plan"}),
        ),
        "BucketSampler.deal_boards": Recipe(
            lambda: {
                "first": 5,
                "threads": THREADS,
                "out": np.zeros(2 * _native.BOARD_RECORD_BYTES, np.uint8),
            },
            dealer.deal_boards,
            frozenset({"BucketSampler.deal_boards"}),
        ),
        "BucketSampler.quantise": Recipe(
            lambda: {"out": np.zeros(layout.cells, np.uint8)},
            kept.quantise,
            frozenset({"BucketSampler.quantise"}),
        ),
    }
