"""The blueprint solver: memory, runs, states, keys, and what it refuses."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from fifthstreet.abstraction import ExactCards
from fifthstreet.cards import Range, hole_permutation, parse_hole
from fifthstreet.errors import InputError
from fifthstreet.solvers.blueprint import BlueprintSolver
from fifthstreet.solvers.cfr.schemes import (
    Baseline,
    ChanceSampling,
    ExternalSampling,
    OutcomeSampling,
    Pruning,
    PublicChanceSampling,
    Scheme,
)
from fifthstreet.solvers.common import Progress
from fifthstreet.solvers.postflop import Spot, evaluate_strategy
from fifthstreet.tree import TreeRules, build_tree, subtree
from tests.solvers.blueprint.small_spots import (
    ALL_IN,
    FLOP,
    FLOP_SPOT,
    FOUR_ON_A_TURN,
    HEADS_UP_TO_THE_RIVER,
    NODE_SHIFT,
    RIVER,
    THREE_PREFLOP,
    THREE_TO_THE_FLOP,
    TURN,
    WIDE_RIVER,
    SmallGame,
    blueprint_solver,
    board_of,
    table,
)

IDENTITY = (0, 1, 2, 3)


def test_memory_is_counted_and_16_bits_take_less() -> None:
    full, half = (FLOP.solver(precision=name, board=()) for name in ("float32", "bfloat16"))
    for solver in (full, half):
        solver.iterate(60_000)
    assert full.information_sets > 100_000
    assert half.table_bytes < 0.9 * full.table_bytes
    assert full.memory_bytes > full.table_bytes
    assert 20 < full.table_bytes / full.information_sets < 60


def test_a_memory_limit_stops_before_anything_is_lost() -> None:
    limit = 10_000_000
    solver = FLOP.solver(memory_limit=limit, batch=256, board=())
    with pytest.raises(MemoryError, match=r"not enough memory: .*higher memory_limit"):
        solver.iterate(10_000_000)
    assert 0.7 * limit < solver.memory_bytes <= limit
    assert solver.iteration % 256 == 0
    # Nothing is lost, and a solver with more memory resumes to the same bits.
    resumed = FLOP.solver(batch=256, board=())
    resumed.restore(solver.state())
    resumed.iterate(2_560)
    whole = FLOP.solver(batch=256, board=())
    whole.iterate(resumed.iteration)
    assert np.array_equal(resumed.state()["rows"], whole.state()["rows"])


def test_a_memory_limit_holds_in_lock_free_mode() -> None:
    solver = FLOP.solver(memory_limit=8_000_000, batch=256, lock_free=True, board=())
    with pytest.raises(MemoryError, match="8 MB"):
        solver.iterate(10_000_000)
    assert solver.memory_bytes <= 8_000_000


def test_progress_is_reported_and_may_stop() -> None:
    reports: list[Progress] = []

    def stop(progress: Progress) -> bool:
        reports.append(progress)
        return progress.iteration == 0

    solver = WIDE_RIVER.solver()
    last = solver.run(seconds=60, progress=stop)
    assert [progress.iteration for progress in reports] == [0, solver.iteration]
    assert reports[-1] == last
    assert solver.information_sets > 0
    assert last.exploitability == evaluate_strategy(solver.average(), threads=1)
    assert solver.average().exploitability == last.exploitability


def test_a_run_keeps_to_its_seconds() -> None:
    solver = WIDE_RIVER.solver()
    assert solver.run(seconds=0.2).seconds < 5
    assert solver.iteration > 1024
    solver.run(seconds=0)


@pytest.mark.parametrize(
    ("scheme", "first"),
    [(ExternalSampling(), 30_720), (ChanceSampling(), 3_840), (PublicChanceSampling(), 120)],
)
def test_checks_by_a_local_best_response_come_sooner_where_traversals_are_large(
    scheme: Scheme, first: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(BlueprintSolver, "start_boards", None)
    solver = RIVER.solver(scheme=scheme, response_deals=1)
    solver.run(iterations=2 * first)
    assert [iteration for iteration, _ in solver.curve] == [first, 2 * first]


def test_a_target_is_reached() -> None:
    solver = WIDE_RIVER.solver(batch=64)
    assert solver.is_exact
    last = solver.run(target_pot_percent=2.0, seconds=60)
    assert last.exploitability.pot_percent <= 2.0
    assert [point[0] for point in solver.curve] == sorted({point[0] for point in solver.curve})


def test_multiway_and_preflop_games_are_checked_by_a_local_best_response() -> None:
    for game in (THREE_PREFLOP, HEADS_UP_TO_THE_RIVER):
        solver = game.solver(batch=64, response_deals=30)
        known = solver.run(iterations=640).exploitability
        assert not solver.is_exact
        assert known.is_lower_bound
        assert known.values is None
        assert known.error > 0
        assert len(known.best_responses) == game.tree.players


def test_uneven_stacks_on_a_board_are_checked_by_a_local_best_response() -> None:
    rules = TreeRules(stacks=(20, 60), pot=10, first_street=3, sizes=ALL_IN)
    solver = SmallGame.of(rules, "AA,T9s", "QQ,99", board="QsJh2h7c4d").solver(response_deals=20)
    assert solver.run(iterations=1).exploitability.is_lower_bound


def test_a_known_runout_is_checked_by_a_local_best_response() -> None:
    solver = FLOP.solver(runout=board_of("4hKc"), response_deals=20, batch=64)
    known = solver.run(iterations=5_000).exploitability
    assert known.is_lower_bound
    assert known.chips < 10


BAD_OPTIONS: list[tuple[dict[str, Any], str]] = [
    ({"threads": 0}, "threads must be at least 1, got 0"),
    ({"batch": 0}, "batch must be a whole number of at least 1, got 0"),
    ({"seed": -1}, "seed must be from 0 to .*, got -1"),
    ({"precision": "float64"}, "precision must be float32 or bfloat16, got 'float64'"),
    ({"weighting": "discounted"}, "weighting must be uniform or linear, got 'discounted'"),
    ({"memory_limit": 0}, "memory_limit must be at least 1 byte, got 0"),
    ({"response_deals": 0}, "response_deals must be at least 1, got 0"),
    ({"ranges": ["AsAc", "KdKc"]}, "the known cards block all hands of player 0"),
    ({"ranges": ["KdKc", "KdKh"]}, "must share no card in at least .* of all draws, got 0"),
    ({"ranges": ["KdK", "QdQh"]}, "K"),
    ({"ranges": ["KK"]}, "ranges must be one for each of 2 players, got 1"),
    ({"runout": board_of("2d")}, "runout must be the 0 cards that complete a board, got '2d'"),
    ({"board": board_of("AsTs4h")}, "board must be 5 different cards"),
    ({"board": board_of("AsTs4h7h") * 2}, "board must be 5 different cards"),
    ({"key": ExactCards((), (IDENTITY,))}, "key must be like .* of a different board"),
]


@pytest.mark.parametrize(("options", "text"), BAD_OPTIONS)
def test_bad_options_are_refused_in_one_line(options: dict[str, Any], text: str) -> None:
    spot = Spot.of("AsTs4h7h2c", 20, 60, oop="AA,KK", ip="QQ", bets="50%")
    arguments: dict[str, Any] = {
        "tree": spot.tree,
        "ranges": spot.ranges,
        "board": spot.board,
    } | options
    with pytest.raises(InputError, match=text) as caught:
        blueprint_solver(**arguments)
    assert "\n" not in str(caught.value)


def test_bad_games_are_refused_in_one_line() -> None:
    with pytest.raises(InputError, match="the known cards block all hands of player 0"):
        BlueprintSolver(
            FLOP.tree, ["7d7c", FLOP.ranges[1]], board=FLOP.board, runout=board_of("7dTc")
        )
    with pytest.raises(InputError, match=r"runout must be .*, got '7dTc'"):
        FLOP.solver(board=(), runout=board_of("7dTc"))
    rarely = Spot.of("AsTs4h7h2c", 20, 60, oop="KcKd", ip="KcKh,QQ:0.00001", bets="50%")
    with pytest.raises(InputError, match=r"must share no card in at least .* of all draws, got"):
        SmallGame.of_spot(rarely).solver()
    with pytest.raises(InputError, match="board must be 0 different cards"):
        THREE_PREFLOP.solver(board=board_of("AsTs4h"))


def test_ranges_that_three_players_cannot_hold_are_refused() -> None:
    # Two players can hold aces at the same time, three cannot: no deal would ever be drawn.
    rules = TreeRules.even(3, 20, blinds=(1, 2), first_street=0, last_street=0, sizes=ALL_IN)
    with pytest.raises(InputError, match=r"must share no card in at least .* of all draws, got 0"):
        BlueprintSolver(build_tree(rules), ["AA"] * 3)


def test_a_tree_without_choices_is_refused() -> None:
    spot = Spot.of("AsTs4h7h2c", 20, 60, oop="AA,KK", ip="QQ", bets="50%", max_raises=0)
    with pytest.raises(InputError, match="the tree has no decisions: add a bet size"):
        SmallGame.of_spot(spot).solver()


def test_a_state_of_another_game_is_refused() -> None:
    solver = TURN.solver()
    solver.iterate(1)
    state = solver.state()
    with pytest.raises(InputError, match="the state does not fit this solver: different tree"):
        FLOP.solver().restore(state)
    with pytest.raises(InputError, match="the state does not fit this solver: different seed"):
        TURN.solver(seed=1).restore(state)
    with pytest.raises(InputError, match="the state does not fit this solver: different ranges"):
        BlueprintSolver(TURN.tree, [TURN.ranges[0], "TT"], board=TURN.board).restore(state)
    with pytest.raises(InputError, match="the state does not fit this solver: different runout"):
        TURN.solver(runout=board_of("2c")).restore(state)
    with pytest.raises(InputError, match=r"state must be a result of .*, got damaged rows"):
        TURN.solver().restore({**state, "rows": state["rows"][:-1]})
    with pytest.raises(InputError, match=r"state must be a result of .*, got damaged rows"):
        TURN.solver().restore({**state, "rows": ~state["rows"]})


def test_a_state_of_another_tree_with_the_same_rules_is_refused() -> None:
    # A subtree without a bet that its own rules would give it.
    whole = build_tree(replace(FLOP_SPOT.rules, removed=("r:k:k:n:b10",)))
    part = subtree(whole, whole.find("r:k:k:n")[0])
    trees = (part, build_tree(part.rules))
    first, second = (
        BlueprintSolver(tree, FLOP.ranges, board=board_of("Js7s2s9d")) for tree in trees
    )
    first.iterate(1)
    with pytest.raises(InputError, match="the state does not fit this solver: different tree"):
        second.restore(first.state())


def test_names_tell_games_apart() -> None:
    solver = TURN.solver()
    assert solver.game_name.startswith("hold'em on AsTs4h7h: 2 players, pot 20, stacks 60, game ")
    assert solver.game_name == TURN.solver(seed=5, batch=7).game_name
    other = BlueprintSolver(TURN.tree, ["AJs", "TT"], board=TURN.board)
    assert solver.game_name != other.game_name
    assert "any board: 3 players, pot 3, stacks 12" in THREE_PREFLOP.solver().game_name


# Keys.


def decode_key(solver: BlueprintSolver, key: int) -> tuple[int, tuple[int, ...], int]:
    """Node, board and hand from the fields of a row's key."""
    node, part = key >> NODE_SHIFT, key & (1 << NODE_SHIFT) - 1
    count = (0, 3, 4, 5)[int(solver.tree.street[node])]
    cards = [part >> 11 + 6 * place & 63 for place in reversed(range(count))]
    known = (*solver.board, *solver.runout)[:count]
    return node, (*known, *cards[len(known) :]), part & (1 << 11) - 1


@pytest.mark.parametrize("game", [TURN, FLOP, THREE_PREFLOP, THREE_TO_THE_FLOP, FOUR_ON_A_TURN])
@pytest.mark.parametrize("any_board", [False, True])
def test_rows_have_the_keys_of_exact_cards(game: SmallGame, any_board: bool) -> None:
    solver = game.solver(batch=64, board=() if any_board else game.board)
    solver.iterate(2_000)
    rows, strategy = table(solver), solver.average()
    assert isinstance(solver.key, ExactCards)
    random = np.random.default_rng(3)
    for key in random.permutation(list(rows))[:200].tolist():
        node, board, hand = decode_key(solver, key)
        perm = solver.key.symmetry[random.integers(len(solver.key.symmetry))]
        board = tuple(card // 4 * 4 + perm[card % 4] for card in board)
        image = int(hole_permutation(perm)[hand])
        assert int(solver.key.keys(board)[image]) == key & (1 << NODE_SHIFT) - 1
        averages = rows[key][1].astype(np.float64)
        expected = np.full(len(averages), 1 / len(averages))
        if averages.any():
            expected = averages / averages.sum()
        shares = strategy.probabilities(node, board)[:, image]
        np.testing.assert_allclose(shares, expected, rtol=1e-6)


def test_hands_with_the_same_key_are_played_alike() -> None:
    solver = TURN.solver(batch=64)
    solver.iterate(5_000)
    strategy, node = solver.average(), TURN.tree.find("r:k:k:n")[0]
    assert isinstance(solver.key, ExactCards)
    for card in board_of("2c3d9sTh"):
        board = (*TURN.board, card)
        _, first, same = np.unique(solver.key.keys(board), return_index=True, return_inverse=True)
        shares = strategy.probabilities(node, board)
        free = ~np.isnan(shares[0])
        np.testing.assert_array_equal(shares[:, free], shares[:, first[same]][:, free])


def test_a_key_may_tell_suits_apart() -> None:
    plain = FLOP.solver(batch=64)
    exact = FLOP.solver(batch=64, key=ExactCards(FLOP.board, (IDENTITY,)))
    for solver in (plain, exact):
        solver.iterate(2_000)
    assert exact.information_sets > 1.5 * plain.information_sets
    with pytest.raises(InputError, match="different key"):
        plain.restore(exact.state())


def test_a_key_that_merges_what_ranges_tell_apart_is_refused() -> None:
    swapped = ExactCards(RIVER.board, (IDENTITY, (1, 0, 2, 3)))
    with pytest.raises(InputError, match="merges hands that the ranges or the board tell apart"):
        RIVER.solver(key=swapped)
    one_suit = BlueprintSolver(THREE_PREFLOP.tree, ["AsKs,QQ", "JJ", "TT"])
    every = ExactCards.for_game([Range.full()])
    assert isinstance(one_suit.key, ExactCards)
    assert len(one_suit.key.symmetry) < len(every.symmetry)
    with pytest.raises(InputError, match="merges hands"):
        BlueprintSolver(THREE_PREFLOP.tree, ["AsKs,QQ", "JJ", "TT"], key=every)


# Schemes and visits.


def test_visits_are_counted() -> None:
    plain, counting = (RIVER.solver(batch=16, count_visits=count) for count in (False, True))
    for solver in (plain, counting):
        solver.iterate(320)
    visits = counting.average().visits(0, RIVER.board)
    assert not plain.average().visits(0, RIVER.board).any()
    # Every traversal visits the root once, with one of the hands that share a row.
    rows = {int(visits[hand]) for hand in RIVER.ranges[0].without(0).hands() if visits[hand]}
    assert sum(rows) <= 320 <= int(visits.sum())
    assert counting.table_bytes >= plain.table_bytes
    assert counting.average().first_visits()["AdAc"] == visits[parse_hole("AdAc")]
    for one, other in zip(
        plain.average().first_decision().items(),
        counting.average().first_decision().items(),
        strict=True,
    ):
        assert one == other


def test_public_chance_sampling_visits_every_hand() -> None:
    solver = RIVER.solver(scheme=PublicChanceSampling(), batch=2, count_visits=True)
    solver.iterate(10)
    visits = solver.average().first_visits()
    assert min(visits.values()) >= 10  # hands of the same row are counted together


@pytest.mark.parametrize(
    ("game", "options", "message"),
    [
        (
            THREE_PREFLOP,
            {"scheme": PublicChanceSampling()},
            "public chance sampling requires 2 players, got 3",
        ),
        (RIVER, {"scheme": OutcomeSampling(0.5, Baseline())}, "scheme must have no baseline"),
        (
            RIVER,
            {"scheme": ChanceSampling(), "pruning": Pruning()},
            "pruning requires ExternalSampling, got ChanceSampling",
        ),
        (RIVER, {"scheme": "chance"}, "scheme must be one like .*, got 'chance'"),
        (
            FLOP,
            {"scheme": PublicChanceSampling(), "memory_limit": 10_000},
            "a batch of 4 traversals of public chance sampling may need",
        ),
    ],
)
def test_schemes_that_are_refused(game: SmallGame, options: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        game.solver(**options)
