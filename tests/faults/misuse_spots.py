"""Recipes of native calls of the range solver and of sampled deals."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import numpy as np

from fifthstreet import _native
from fifthstreet.cards import HOLE_MASKS
from fifthstreet.cards.hands import STANDARD_HIGH
from fifthstreet.solvers.blueprint import BlueprintOptions, BlueprintSolver
from fifthstreet.solvers.blueprint.native_game import native_game
from fifthstreet.solvers.common.schedules import DEFAULT_SCHEDULE, schedule_of
from fifthstreet.solvers.postflop import Solver, Spot
from fifthstreet.solvers.postflop.backends.cuda.layout import card_places
from fifthstreet.solvers.postflop.backends.native import _native_streets, native_solver
from fifthstreet.solvers.postflop.backends.river_buckets import with_river_buckets
from fifthstreet.solvers.postflop.spot.plan import make_plan
from fifthstreet.tree import TreeRules, build_tree
from tests.faults.misuse import Arguments, Recipe
from tests.faults.misuse_samples import RIVER, THREADS, TURN, plan_of, recorded

# Rows of hands.


def row_recipes() -> dict[str, Recipe]:
    names = ("parent", "dealt", "boards", "member_runout", "member_back", "first", "second")
    recipes = {}
    calls = recorded(_native, "deal_rows", lambda: make_plan(TURN))
    for number, call in enumerate(calls):
        is_river = number == len(calls) - 1

        def deal(is_river: bool = is_river, **arguments: Any) -> None:
            _native.deal_rows(STANDARD_HIGH.evaluator if is_river else None, **arguments)

        def arguments(call: tuple[Any, ...] = call) -> Arguments:
            return deepcopy({**dict(zip(names, call[1:-1], strict=True)), "threads": THREADS})

        recipes[f"deal_rows {number}"] = Recipe(arguments, deal, frozenset({"deal_rows"}))
    seats = plan_of(TURN).runouts[-1].seats
    lists = recorded(_native, "list_by_card", lambda: card_places(seats[0], seats[1]))
    for number, call in enumerate(lists):
        recipes[f"list_by_card {number}"] = Recipe(
            lambda call=call: {str(at): deepcopy(value) for at, value in enumerate(call)},  # type: ignore[misc]
            lambda **arguments: _native.list_by_card(*arguments.values()),
            frozenset({"list_by_card"}),
        )
    return recipes


# The range solver.


def range_recipes() -> dict[str, Recipe]:
    recipes = {}
    for name, spot in (("river", RIVER), ("turn", TURN)):
        for part, recipe in _range_recipes_of(spot).items():
            recipes[f"{part}, {name}"] = recipe
    return recipes | _bucket_recipes()


def _bucket_recipes() -> dict[str, Recipe]:
    """Recipes of a river that is played between buckets of hands."""
    plan = with_river_buckets(plan_of(TURN), 3)
    factors = schedule_of(DEFAULT_SCHEDULE).discounts(20).single()
    weights = [plan.first_row(player) for player in (0, 1)]

    def create(streets: Any, first: Any, second: Any, in_buckets: Any, threads: Any) -> None:
        solver = _native.RangeSolver(streets, first, second, in_buckets, threads)
        for player, tables in enumerate(Solver(TURN, plan=plan).tables):
            solver.set_tables(player, dict(tables.arrays))
        if in_buckets:
            solver.iterate(1, 2, factors.positive, factors.negative, factors.keep, THREADS)
        for player in (0, 1):
            solver.evaluate(player, 1, THREADS, [], np.zeros(1326, np.float32))

    def divide(player: Any, buckets: Any, threads: Any, out: Any) -> None:
        native_solver(plan).divide_river(player, buckets, threads, out)

    def arguments(in_buckets: bool) -> Arguments:
        return {
            "streets": deepcopy(_native_streets(plan)),
            "first": weights[0].copy(),
            "second": weights[1].copy(),
            "in_buckets": in_buckets,
            "threads": THREADS,
        }

    return {
        "RangeSolver in buckets": Recipe(lambda: arguments(True), create),
        "RangeSolver of buckets by hand": Recipe(lambda: arguments(False), create),
        "divide_river": Recipe(
            lambda: {
                "player": 0,
                "buckets": 2,
                "threads": THREADS,
                "out": np.zeros(plan.runouts[1].seats[0].order.size, np.uint16),
            },
            divide,
            frozenset({"RangeSolver.divide_river"}),
        ),
    }


def _range_recipes_of(spot: Spot) -> dict[str, Recipe]:
    plan = plan_of(spot)
    factors = schedule_of(DEFAULT_SCHEDULE).discounts(20).single()
    weights = [
        plan.root_weights(player)[0, : plan.runouts[0].seats[player].count[0]] for player in (0, 1)
    ]

    def tables(precision: str = "float32") -> list[Arguments]:
        return [dict(each.arrays) for each in Solver(spot, precision=precision, plan=plan).tables]

    def fresh(precision: str = "float32") -> _native.RangeSolver:
        solver = _native.RangeSolver(_native_streets(plan), weights[0], weights[1])
        for player, arrays in enumerate(tables(precision)):
            solver.set_tables(player, arrays)
        return solver

    def use(solver: _native.RangeSolver) -> None:
        assert solver.scratch_bytes >= 0
        solver.iterate(1, 3, factors.positive, factors.negative, factors.keep, THREADS)
        for player in (0, 1):
            solver.evaluate(player, 1, THREADS, [], np.zeros(1326, np.float32))
            stride = int(plan.layouts[player].stride[-1][0])
            out = np.zeros((len(plan.betting[-1].kind), stride), np.float32)
            solver.evaluate_river(player, 2, 0, out)

    def create(streets: Any, first: Any, second: Any) -> None:
        solver = _native.RangeSolver(streets, first, second)
        for player, arrays in enumerate(tables()):
            solver.set_tables(player, arrays)
        use(solver)

    def set_tables(player: Any, arrays: Any) -> None:
        solver = fresh()
        solver.set_tables(player, arrays)
        use(solver)

    def set_locks(player: Any, start: Any, rows: Any) -> None:
        solver = fresh()
        solver.set_locks(player, start, rows)
        use(solver)

    def set_gadget(player: Any, gadget: Any) -> None:
        solver = fresh()
        solver.set_gadget(player, gadget)
        use(solver)

    hands = len(weights[0])
    blocks = plan.layouts[0].blocks
    starts = np.where(np.arange(blocks) == 0, 0, -1).astype(np.int64)
    stride = int(plan.layouts[0].stride[-1][0])
    root_stride = int(plan.layouts[0].stride[0][0])
    taps = [
        np.zeros(len(betting.kind) * int(strides.sum()), np.float32)
        for betting, strides in zip(plan.betting, plan.layouts[0].stride, strict=True)
    ]

    def evaluate(**arguments: Any) -> None:
        fresh().evaluate(**arguments)

    return {
        "RangeSolver": Recipe(
            lambda: {
                "streets": deepcopy(_native_streets(plan)),
                "first": weights[0].copy(),
                "second": weights[1].copy(),
            },
            create,
            frozenset({"RangeSolver", "RangeSolver.scratch_bytes"}),
        ),
        "set_tables": Recipe(
            lambda: {"player": 0, "arrays": tables()[0]},
            set_tables,
            frozenset({"RangeSolver.set_tables"}),
        ),
        "set_tables int16": Recipe(lambda: {"player": 0, "arrays": tables("int16")[0]}, set_tables),
        "set_locks": Recipe(
            lambda: {"player": 0, "start": starts.copy(), "rows": np.full(400, 0.5, np.float32)},
            set_locks,
            frozenset({"RangeSolver.set_locks"}),
        ),
        "set_gadget": Recipe(
            lambda: {
                "player": 0,
                "gadget": {
                    "is_max_margin": True,
                    "value_factor": np.ones(hands, np.float32),
                    "alternative": np.zeros(hands, np.float32),
                    "reach_factor": np.ones(hands, np.float32),
                    "regrets": np.zeros(2 * root_stride, np.float32),
                    "averages": np.zeros(2 * root_stride, np.float32),
                },
            },
            set_gadget,
            frozenset({"RangeSolver.set_gadget"}),
        ),
        "iterate": Recipe(
            lambda: {
                "first": 1,
                "count": 2,
                "positive": factors.positive.copy(),
                "negative": factors.negative.copy(),
                "keep": factors.keep.copy(),
                "threads": THREADS,
            },
            lambda **arguments: fresh().iterate(**arguments),
            frozenset({"RangeSolver.iterate"}),
        ),
        "pass_through": Recipe(
            lambda: {
                "player": 0,
                "mode": 0,
                "iteration": 2,
                "updates": 1,
                "positive": factors.positive.copy(),
                "negative": factors.negative.copy(),
                "keep": factors.keep.copy(),
                "threads": THREADS,
                "reach": weights[1].copy(),
                "out": np.zeros(hands, np.float32),
            },
            lambda **arguments: fresh().pass_through(**arguments),
            frozenset({"RangeSolver.pass_through"}),
        ),
        "evaluate": Recipe(
            lambda: {
                "player": 0,
                "mode": 2,
                "threads": THREADS,
                "taps": [tap.copy() for tap in taps[:1]],
                "out": np.zeros(1326, np.float32),
            },
            evaluate,
            frozenset({"RangeSolver.evaluate"}),
        ),
        "evaluate_river": Recipe(
            lambda: {
                "player": 0,
                "mode": 2,
                "runout": 0,
                "out": np.zeros((len(plan.betting[-1].kind), stride), np.float32),
            },
            lambda **arguments: fresh().evaluate_river(**arguments),
            frozenset({"RangeSolver.evaluate_river"}),
        ),
    }


# Sampled deals.


def deal_options(scheme: int = 1) -> Arguments:
    """Return options of a sampler."""
    return {
        "scheme": scheme,
        "epsilon": 0.5,
        "tremble": 0.25,
        "averages_all": True,
        "seed": 7,
        "batch": 8,
        "linear": True,
        "prune_below": -5.0,
        "prune_share": 0.5,
        "prune_after": 2,
        "half": False,
        "counts_visits": True,
        "lock_free": False,
        "memory_limit": 1 << 26,
    }


def game_of(solver: BlueprintSolver) -> dict[str, Any]:
    return native_game(
        solver.tree, solver.ranges, solver.rake, solver.board, solver.runout, solver.key
    )


def deal_recipes() -> dict[str, Recipe]:
    rules = TreeRules(stacks=(20, 20), pot=10, first_street=3)
    solver = BlueprintSolver(
        build_tree(rules), ["AA,KQs,JTs", "QQ,AJs,22"], BlueprintOptions(batch=8), board=RIVER.board
    )
    game = game_of(solver)
    high = STANDARD_HIGH.evaluator

    def use(sampler: _native.DealSampler) -> None:
        sampler.run(3, THREADS)
        actions = int(game["n_children"][0])
        sampler.average(0, list(RIVER.board), HOLE_MASKS, np.zeros((actions, 1326)))
        sampler.visits(0, list(RIVER.board), HOLE_MASKS, np.zeros(1326, np.uint64))
        words, lengths, iteration = sampler.save()
        assert sampler.load(words, lengths, iteration)
        assert sampler.iteration == iteration
        assert sampler.information_sets >= 0
        assert sampler.rows_visited >= 0
        assert sampler.table_bytes >= 0
        assert sampler.log_bytes >= 0

    def create(game: Any, options: Any) -> None:
        use(_native.DealSampler(high, game, options))

    def trained() -> _native.DealSampler:
        sampler = _native.DealSampler(high, deepcopy(game), deal_options())
        sampler.run(4, 1)
        return sampler

    kept = trained()
    words, lengths, iteration = kept.save()

    def load(**arguments: Any) -> None:
        sampler = trained()
        sampler.load(**arguments)
        sampler.run(3, THREADS)
        sampler.average(
            0, list(RIVER.board), HOLE_MASKS, np.zeros((int(game["n_children"][0]), 1326))
        )

    query = {"node": 0, "board": list(RIVER.board)}
    recipes = {
        f"DealSampler {scheme}": Recipe(
            lambda scheme=scheme: {"game": deepcopy(game), "options": deal_options(scheme)},  # type: ignore[misc]
            create,
            frozenset(
                {
                    "DealSampler",
                    "DealSampler.save",
                    "DealSampler.iteration",
                    "DealSampler.information_sets",
                    "DealSampler.rows_visited",
                    "DealSampler.table_bytes",
                    "DealSampler.log_bytes",
                }
            ),
        )
        for scheme in range(4)
    }
    return recipes | {
        "DealSampler.run": Recipe(
            lambda: {"batches": 2, "threads": THREADS},
            lambda **arguments: trained().run(**arguments),
            frozenset({"DealSampler.run"}),
        ),
        "DealSampler.average": Recipe(
            lambda: {
                **query,
                "holes": HOLE_MASKS.copy(),
                "out": np.zeros((int(game["n_children"][0]), 1326)),
            },
            kept.average,
            frozenset({"DealSampler.average"}),
        ),
        "DealSampler.visits": Recipe(
            lambda: {**query, "holes": HOLE_MASKS.copy(), "out": np.zeros(1326, np.uint64)},
            kept.visits,
            frozenset({"DealSampler.visits"}),
        ),
        "DealSampler.load": Recipe(
            lambda: {"words": words.copy(), "lengths": list(lengths), "iteration": iteration},
            load,
            frozenset({"DealSampler.load"}),
        ),
    }
