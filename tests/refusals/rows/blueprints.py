"""Refusals of sampled hold'em, buckets of hands and local best responses."""

from __future__ import annotations

from dataclasses import fields, replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from fifthstreet.errors import DamagedFileError, NotEnoughMemoryError
from tests.refusals.rows import abstraction as hand_classes
from tests.refusals.rows.games import kuhn, uniform
from tests.refusals.rows.tree import preflop
from tests.refusals.table import Table, face, new_path, replaced
from tests.refusals.things import restored, rewritten, river_spot, turn_spot

fs = face("")
cfr = face("solvers.cfr")
blueprint = face("solvers.blueprint")
abstracted = face("solvers.abstracted")
games = face("solvers.games")
Street = face("abstraction").StreetRecipe
ExactCards = face("abstraction").ExactCards
Uniform = cfr.Uniform
PUBLIC = cfr.PublicChanceSampling()
MEM = NotEnoughMemoryError
BLOCKED = (32, 33, 0, 4, 8)  # holds Td and Tc
MEMORY = "solvers.blueprint.tables.available_bytes"


@cache
def push() -> Any:
    """Return a tree in which players are all-in or fold."""
    return fs.build_tree(preflop(stacks=(10, 10), sizes=fs.Sizes.uniform("a", "a")))


@cache
def river_tree() -> Any:
    return river_spot().tree


def buckets() -> Any:
    return hand_classes.preflop()


def solver(tree: Any = None, ranges: Any = ("random", "random"), **options: Any) -> Any:
    declared = {each.name for each in fields(blueprint.BlueprintOptions)}
    chosen = {name: options.pop(name) for name in declared & options.keys()}
    return fs.BlueprintSolver(
        tree or push(), ranges, blueprint.BlueprintOptions(**chosen), **options
    )


def bucketed(**options: Any) -> Any:
    return solver(key=buckets(), **options)


def on_river(**options: Any) -> Any:
    usual = {"board": river_spot().board, "ranges": river_spot().ranges}
    return solver(river_tree(), **(usual | options))


@cache
def trained() -> Any:
    made = bucketed()
    made.iterate(10)
    return made


@cache
def file() -> Path:
    path = new_path("push.blueprint")
    blueprint.save_blueprint(trained(), path)
    return path


def opened(change: Any = bool, **options: Any) -> Any:
    options.setdefault("abstraction", buckets())
    return blueprint.open_blueprint(rewritten(file(), change), **options)


def respond(strategy: Any = None, **options: Any) -> Any:
    return fs.local_best_response(strategy or uniform_push(), **options)


def uniform_push(players: int = 2) -> Any:
    tree = push()
    if players != 2:
        tree = fs.build_tree(preflop(stacks=(10,) * 3, sizes=fs.Sizes.uniform("a", "a")))
    return fs.UniformStrategy(tree, [fs.Range("random")] * players)


def fixed_runout() -> Any:
    """Return a strategy on the turn with a known river card."""
    board, ranges = turn_spot().board, turn_spot().ranges
    return solver(fs.build_tree(turn_spot().rules), ranges, board=board, runout=(0,)).average()


def spot_buckets(spot: Any = None, recipe: Any = 3, **options: Any) -> Any:
    return abstracted.spot_buckets(spot or river_spot(), recipe, **options)


@cache
def river_buckets() -> Any:
    return spot_buckets()


def bucket_solver(**options: Any) -> Any:
    spot = options.pop("spot", river_spot())
    return abstracted.BucketSolver(spot, options.pop("buckets", river_buckets()), **options)


def labels(change: Any) -> Any:
    """Build buckets from labels after a change."""
    pairs = [[each.copy() for each in pair] for pair in river_buckets().labels]
    change(pairs)
    return abstracted.SpotBuckets.of(river_spot(), pairs)


def flop_subset() -> Any:
    return face("abstraction").flop_subset(10)


def postflop_game(spot: Any, **options: Any) -> Any:
    return blueprint.PostflopHoldem(spot, "tiny", **options)


def limit_hands(**changes: Any) -> Any:
    return abstracted.LimitHands(replace(games.leduc(), **changes))


def limit(recipe: Any, game: Any = None) -> Any:
    game = game or games.leduc()
    return abstracted.limit_buckets(game, cfr.flatten(game), recipe)


def opened_with(rows: Any) -> Any:
    """Open a blueprint with other rows."""
    storage = face("support.storage")
    container = storage.open_container(file(), None)
    path = new_path("rows.blueprint")
    with path.open("wb+") as stream:
        storage.write_container(stream, container.kind, container.facts, {"rows": rows})
    return blueprint.open_blueprint(path, abstraction=buckets())


def nan_like(state: Any) -> Any:
    return np.full_like(state["averages"], np.nan)


def wrong_table(state: dict[str, Any]) -> None:
    name = next(name for name, value in state.items() if isinstance(value, np.ndarray))
    state[name] = np.ones(1)


TABLE: Table = {
    "solvers/blueprint/board_responder.py": [
        ("BoardResponder.__init__", lambda: respond(runouts=0), "runouts must be at least 1"),
        ("BoardResponder.__init__", lambda: respond(max_lines=0), "at least 1 or None, got 0"),
        (
            "BoardResponder.__init__",
            lambda: respond(fixed_runout(), luck_adjusted=True),
            "requires a strategy without a fixed runout",
        ),
        (
            "BoardResponder.__init__",
            lambda: respond(fs.UniformStrategy(push(), [fs.Range("AsKs"), fs.Range("AsQs")])),
            "ranges must have hands that share no card",
        ),
    ],
    "solvers/blueprint/dealing.py": [
        (
            "HandDealer.__init__",
            lambda: blueprint.HandDealer([fs.Range("AsKs"), fs.Range("AsQs")]),
            "must share no card in at least",
        ),
    ],
    "solvers/blueprint/files.py": [
        (
            "BucketStrategy.__init__",
            lambda: opened_with(np.zeros(3, np.uint8)),
            "probabilities, got 3",
            DamagedFileError,
        ),
        ("current_strategy", lambda: blueprint.current_strategy(solver()), "got exact cards"),
        (
            "open_blueprint",
            lambda: opened(abstraction=hand_classes.make(np.zeros(169, np.uint8))),
            "abstraction must be the one that",
        ),
        (
            "open_blueprint",
            lambda: opened_with(np.zeros(3)),
            "rows must be uint8, got float64",
            DamagedFileError,
        ),
        (
            "_tree",
            lambda: opened(lambda facts: facts.update(tree="x")),
            "the betting tree does not match its rules",
            DamagedFileError,
        ),
        (
            "open_blueprint",
            lambda: opened(lambda facts: facts.update(betting="x")),
            "betting must be exact or summary, got 'x'",
            DamagedFileError,
        ),
        ("_abstraction", lambda: opened(abstraction=None), "specify the abstraction"),
    ],
    "solvers/blueprint/game_checks.py": [
        ("checked_board", lambda: on_river(board=(0, 1)), "board must be 5 different cards"),
        ("check_betting", lambda: solver(betting="x"), "betting must be exact or summary, got 'x'"),
        ("check_betting", lambda: solver(betting="summary"), "requires a key of buckets, got"),
        (
            "check_betting",
            lambda: bucketed(betting="summary", scheme=PUBLIC),
            "betting must be 'exact' for public chance sampling, got 'summary'",
        ),
        (
            "check_trembling",
            lambda: solver(tremble=0.1, scheme=cfr.ChanceSampling()),
            "tremble and averages require external sampling",
        ),
        ("check_flops", lambda: on_river(flops=flop_subset()), "flops require an empty board"),
        ("checked_runout", lambda: on_river(runout=(0,)), "runout must be the 0 cards"),
        ("live_ranges", lambda: solver(ranges=["AA"]), "one for each of 2 players, got 1"),
        ("live_ranges", lambda: on_river(ranges=["TdTc", "AA"], board=BLOCKED), "all hands of"),
        (
            "checked_key",
            lambda: on_river(key=ExactCards.for_game(river_spot().ranges, (0, 4, 8, 12, 16), ())),
            "of a different board",
        ),
        (
            "checked_key",
            lambda: on_river(key=ExactCards(river_spot().board, ((0, 1, 2, 3), (1, 0, 2, 3)))),
            "which merges hands that the ranges",
        ),
        (
            "check_scheme",
            lambda: solver(scheme=cfr.OutcomeSampling(baseline=cfr.Baseline())),
            "must have no baseline for sampled deals",
        ),
        (
            "check_scheme",
            lambda: solver(uniform_push(3).tree, ["random"] * 3, scheme=PUBLIC),
            "requires 2 players, got 3",
        ),
        ("check_log_size", lambda: solver(scheme=PUBLIC, memory_limit=9), "public chance", MEM),
        ("check_backend", lambda: solver(backend="x"), "backend must be"),
        ("check_backend", lambda: solver(backend="cuda"), "with a key of buckets"),
        (
            "check_backend",
            lambda: bucketed(backend="cuda", scheme=PUBLIC, precision="bfloat16"),
            "requires precision float32 and no table_folder",
        ),
    ],
    "solvers/blueprint/local_response.py": [
        ("local_best_response", lambda: respond(deals=0), "deals must be at least 1, got 0"),
        ("local_best_response", lambda: respond(seed=-1), "seed must be at least 0, got -1"),
        ("local_best_response", lambda: respond(uniform_push(3), runouts=2), "require 2 players"),
        ("seat_gains", lambda: blueprint.seat_gains(uniform_push()), "require at least 3 players"),
        (
            "seat_gains",
            lambda: blueprint.seat_gains(uniform_push(3), deals=1),
            "deals must be at least 2, got 1",
        ),
    ],
    "solvers/blueprint/response_menu.py": [
        ("ResponseMenu.__post_init__", lambda: blueprint.ResponseMenu(("x",) * 4), "like 'fcpa'"),
        ("ResponseMenu.__post_init__", lambda: blueprint.ResponseMenu(("fc",)), "must be 4"),
        ("response_menu", lambda: respond(menu="x"), "menu must be one of"),
    ],
    "solvers/blueprint/options.py": [
        ("BlueprintOptions.__post_init__", lambda: solver(seed=-1), "seed must be from 0 to 2^64"),
        ("BlueprintOptions.__post_init__", lambda: solver(tremble=1), "below 1, got 1"),
        ("BlueprintOptions.__post_init__", lambda: solver(averages="x"), "must be next or all"),
        (
            "BlueprintOptions.__post_init__",
            lambda: solver(batch=10**9),
            "traversals, got 1000000000",
        ),
        ("BlueprintOptions.__post_init__", lambda: solver(precision="x"), "precision must be"),
        (
            "BlueprintOptions.__post_init__",
            lambda: solver(memory_limit=0),
            "at least 1 byte, got 0",
        ),
        ("BlueprintOptions.__post_init__", lambda: solver(response_deals=0), "response_deals must"),
        (
            "BlueprintOptions.__post_init__",
            lambda: solver(weighting="discounted"),
            "weighting must be uniform or linear",
        ),
    ],
    "solvers/blueprint/solver.py": [
        (
            "BlueprintSolver.__init__",
            lambda: solver(fs.build_tree(replace(river_tree().rules, max_raises=0))),
            "the tree has no decisions: add a bet size",
        ),
        (
            "BlueprintSolver._new_tables",
            lambda: solver(table_folder=new_path().parent),
            "table_folder requires a key of buckets",
        ),
        (
            "BlueprintSolver._new_tables",
            lambda: bucketed(count_visits=True),
            "count_visits requires a key of exact cards",
        ),
        (
            "BlueprintSolver.sampler_and_tables",
            lambda: solver().sampler_and_tables(),
            "a training on a cluster requires buckets",
        ),
        (
            "BlueprintSolver.quantised",
            lambda: blueprint.save_blueprint(solver(), new_path()),
            "the training must be on buckets",
        ),
        (
            "BlueprintSolver.restore",
            lambda: restored(solver(), lambda state: state["facts"].update(seed=7)),
            "the state does not fit this solver: different",
        ),
    ],
    "solvers/blueprint/strategy.py": [
        (
            "SampledStrategy._check_board",
            lambda: fixed_runout().node("r:k:k:n3c"),
            "board must start with",
        ),
        (
            "SampledStrategy.hand",
            lambda: on_river().average().hand("r", "TdAs"),
            "hand TdAs shares a card with the board",
        ),
    ],
    "solvers/blueprint/tables.py": [
        (
            "RowLayout.of",
            lambda: on_river(key=buckets()),
            "the abstraction has no buckets for 5-card boards",
        ),
        (
            "KeyedTables.restore",
            lambda: restored(solver(), lambda state: state.update(rows=np.ones(1))),
            "got damaged rows",
        ),
        ("BucketedTables.__init__", lambda: replaced({MEMORY: lambda: 9}, bucketed), "table", MEM),
        (
            "BucketedTables.restore",
            lambda: restored(bucketed(), lambda state: state.update(regrets=np.ones(1))),
            "got damaged regrets",
        ),
        (
            "BucketedTables.restore",
            lambda: restored(bucketed(), lambda state: state.update(averages=nan_like(state))),
            "got damaged averages",
        ),
    ],
    "solvers/blueprint/whole_game.py": [
        ("NoLimitHoldem.__post_init__", lambda: blueprint.NoLimitHoldem(players=1), "from 2 to"),
        ("NoLimitHoldem.__post_init__", lambda: blueprint.NoLimitHoldem(betting="x"), "summary"),
        (
            "cold_call_limits",
            lambda: blueprint.NoLimitHoldem(cold_calls="1,2"),
            "cold_calls must be numbers like 1/2/0, got '1,2'",
        ),
        ("NoLimitHoldem.__post_init__", lambda: blueprint.NoLimitHoldem(stack=1), "more than 1"),
        (
            "NoLimitHoldem.__post_init__",
            lambda: blueprint.NoLimitHoldem(last_street="x"),
            "last_street must be one of",
        ),
    ],
    "solvers/abstracted/dividing.py": [
        (
            "check_method",
            lambda: spot_buckets(recipe=Street("potential-aware", 3)),
            "river: method must be one of",
        ),
    ],
    "solvers/abstracted/game.py": [
        (
            "AbstractedSpot._place",
            lambda: abstracted.AbstractedSpot(river_spot(), river_buckets()).information_set(
                "r:k:k", "AsAh"
            ),
            "path must lead to a decision",
        ),
    ],
    "solvers/abstracted/limit_bucketing.py": [
        ("limit_buckets", lambda: limit([Street("ehs", 3)]), "one for each of 2 rounds, got 1"),
    ],
    "solvers/abstracted/limit_hands.py": [
        ("LimitHands.__init__", lambda: limit_hands(players=3), "must have 2 players, got 3"),
        (
            "LimitHands.opponent_equities",
            lambda: limit_hands(board=(1, 0)).opponent_equities(2),
            "must have no board cards in the first round",
        ),
        ("LimitHands.places", lambda: limit_hands().places(kuhn()), "tree must be for Leduc"),
        (
            "_deals",
            lambda: limit_hands(ranks="23456789TJQKA", suits="cdhs", board=(0, 3)).rounds,
            "hands in the last round, got",
        ),
    ],
    "solvers/abstracted/methods.py": [
        ("spot_buckets", lambda: spot_buckets(boards="x"), "boards must be one of"),
        ("spot_buckets", lambda: spot_buckets(recipe={}), "recipe must be for river"),
    ],
    "solvers/abstracted/passes.py": [
        (
            "Passes._street",
            lambda: bucket_solver(spot=replace(river_spot(), board=(0, 4, 8, 12, 17))),
            "the buckets were made for a different spot",
        ),
        (
            "Passes._street",
            lambda: bucket_solver(
                spot=replace(river_spot(), ranges=(fs.Range("AA,22"), fs.Range("JJ")))
            ),
            "the buckets were made for a different spot",
        ),
    ],
    "solvers/abstracted/solver.py": [
        (
            "BucketSolver.__init__",
            lambda: bucket_solver(spot=replace(river_spot(), locks=(fs.Lock("r", {"k": 1}),))),
            "the spot must have no locks",
        ),
        ("BucketSolver.__init__", lambda: bucket_solver(schedule="predictive"), "not be predict"),
        ("BucketSolver.__init__", lambda: bucket_solver(precision="x"), "precision must be"),
        (
            "_check_memory",
            lambda: replaced(
                {"solvers.abstracted.solver.available_bytes": lambda: 9}, bucket_solver
            ),
            "not enough memory: a pass with buckets needs",
            MEM,
        ),
        ("_check_decisions", lambda: bucket_solver(decisions=np.zeros(1)), "one number for each"),
        (
            "_check_decisions",
            lambda: bucket_solver(decisions=np.zeros(len(river_tree()), int)),
            "the same player, street and action count",
        ),
    ],
    "solvers/blueprint/start_boards.py": [
        (
            "BoardStrategy.__init__",
            lambda: blueprint.BoardStrategy(on_river().average(), (0, 4, 8)),
            "board must be 5 different cards with",
        ),
    ],
    "solvers/blueprint/postflop_game.py": [
        (
            "PostflopHoldem.__post_init__",
            lambda: postflop_game(replace(river_spot(), locks=(fs.Lock("r", {"k": 1}),))),
            "the spot must have no locks",
        ),
        (
            "PostflopHoldem.__post_init__",
            lambda: postflop_game(river_spot(), flops=25),
            "flops and from_turn require a spot on a flop",
        ),
        (
            "PostflopHoldem.__post_init__",
            lambda: blueprint.PostflopOptions(flops=9).game(),
            "flops must be 10 to 1,000 for a subset, or 1,755 for all, got 9",
        ),
    ],
    "solvers/abstracted/warm_up.py": [
        (
            "_check_memory",
            lambda: replaced(
                {"solvers.abstracted.warm_up.available_bytes": lambda: 9}, spot_buckets
            ),
            "not enough memory: features of warm-up need",
            MEM,
        ),
    ],
    "solvers/common/run.py": [
        (
            "TableSolver.restore",
            lambda: restored(bucket_solver(), lambda state: state.update(buckets="x")),
            "different buckets",
        ),
        (
            "TableSolver.restore",
            lambda: restored(bucket_solver(), wrong_table),
            "different",
        ),
    ],
    "solvers/abstracted/spot_bucketing.py": [
        ("SpotBuckets.of", lambda: labels(list.clear), "labels must have 1 streets, got 0"),
        (
            "SpotBuckets.bucket",
            lambda: river_buckets().bucket(0, 0, river_spot().board),
            "has no bucket on",
        ),
        (
            "_checked",
            lambda: labels(lambda pairs: pairs[0].__setitem__(0, np.zeros(3))),
            "labels must be whole numbers of shape",
        ),
        (
            "_checked",
            lambda: labels(lambda pairs: pairs[0][0].fill(-1)),
            "must be at least 0",
        ),
    ],
    "solvers/abstracted/tree.py": [
        ("AbstractedTree.of", lambda: abstracted.AbstractedTree.of(kuhn(), ["x"]), "one entry for"),
        (
            "AbstractedTree.of",
            lambda: abstracted.AbstractedTree.of(kuhn(), ["x"] * len(kuhn().keys)),
            "must have the same player and actions",
        ),
        (
            "AbstractedTree.full_strategy",
            lambda: abstracted.AbstractedTree.of(kuhn(), kuhn().keys).full_strategy(
                uniform(cfr.flatten(games.Kuhn(2, 4)))
            ),
            "strategy must be for",
        ),
    ],
}
