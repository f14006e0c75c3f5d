"""Training with one row per node and bucket."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from fifthstreet.cards import hole_permutation, parse_hole
from fifthstreet.errors import InputError
from fifthstreet.solvers.blueprint import BlueprintSolver, local_best_response
from fifthstreet.solvers.blueprint.tables import RowLayout
from fifthstreet.solvers.cfr.schemes import (
    ChanceSampling,
    ExternalSampling,
    OutcomeSampling,
    Pruning,
    PublicChanceSampling,
)
from fifthstreet.tree import Kind, TreeRules
from fifthstreet.tree.strategy import UniformStrategy
from tests.solvers.blueprint.small_buckets import (
    every_hand_on,
    every_preflop_hand,
    random_buckets,
)
from tests.solvers.blueprint.small_spots import POT, SmallGame, board_of

ALL_HANDS = "100%"
PREFLOP = SmallGame.of(
    TreeRules.even(2, 12, blinds=(1, 2), first_street=0, last_street=0, sizes=POT),
    ALL_HANDS,
    ALL_HANDS,
)
THREE_PREFLOP = SmallGame.of(
    TreeRules.even(3, 12, blinds=(1, 2), first_street=0, last_street=0, sizes=POT),
    *[ALL_HANDS] * 3,
)
# Betting on the flop only; turn and river are dealt without it.
FLOP_ONLY = SmallGame.of(
    TreeRules.even(2, 30, pot=10, last_street=1, sizes=POT),
    "KK,T9s,A5s,77,JTo",
    "QQ,A8s,J9s,22",
    board="Js7s2s",
)
TO_THE_FLOP = SmallGame.of(
    TreeRules.even(2, 12, blinds=(1, 2), first_street=0, last_street=1, sizes=POT, max_raises=1),
    ALL_HANDS,
    ALL_HANDS,
)
SCHEMES = [ExternalSampling(), OutcomeSampling(), ChanceSampling(), PublicChanceSampling()]
MIXED = random_buckets(40, "preflop", "flop")


def decisions(game: SmallGame) -> list[int]:
    return [int(node) for node in np.flatnonzero(game.tree.kind == Kind.ACTION)]


def same_tables(first: BlueprintSolver, second: BlueprintSolver) -> bool:
    one, other = first.state(), second.state()
    return one["facts"] == other["facts"] and all(
        one[name].tobytes() == other[name].tobytes() for name in ("regrets", "averages")
    )


@pytest.mark.parametrize("game", [PREFLOP, THREE_PREFLOP, FLOP_ONLY])
@pytest.mark.parametrize(
    "options",
    [
        *({"scheme": scheme} for scheme in SCHEMES[:3]),
        {"pruning": Pruning(below=-2.0, share=0.7)},
    ],
)
def test_a_bucket_per_hand_gives_the_bits_of_exact_cards(
    game: SmallGame, options: dict[str, Any]
) -> None:
    buckets = every_hand_on(game.board) if game.board else every_preflop_hand()
    exact, bucketed = (game.solver(batch=100, key=key, **options) for key in (None, buckets))
    for solver in (exact, bucketed):
        solver.iterate(2_000)
    for node in decisions(game):
        np.testing.assert_array_equal(
            bucketed.average().probabilities(node, game.board),
            exact.average().probabilities(node, game.board),
        )


@pytest.mark.parametrize("game", [PREFLOP, FLOP_ONLY])
def test_public_chance_sampling_with_a_bucket_per_hand_is_that_of_exact_cards(
    game: SmallGame,
) -> None:
    # With buckets, sums are of float32, and small differences grow. With one board to a batch, both
    # update their rows after each board, and traversers take turns.
    buckets = every_hand_on(game.board) if game.board else every_preflop_hand()
    exact, bucketed = (
        game.solver(scheme=PublicChanceSampling(), key=key, batch=1) for key in (None, buckets)
    )
    for solver in (exact, bucketed):
        solver.iterate(10)
    for node in decisions(game):
        np.testing.assert_allclose(
            bucketed.average().probabilities(node, game.board),
            exact.average().probabilities(node, game.board),
            atol=1e-3,
        )


def test_exploitability_with_a_bucket_per_hand_falls_as_with_exact_cards() -> None:
    spot_key = every_hand_on(FLOP_ONLY.board)
    exact, bucketed = (FLOP_ONLY.solver(key=key, batch=64) for key in (None, spot_key))
    for solver in (exact, bucketed):
        solver.iterate(64 * 500)
    assert bucketed.is_exact
    assert bucketed.exploitability().chips == exact.exploitability().chips
    assert bucketed.exploitability().chips < 0.3


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("precision", ["float32", "bfloat16"])
def test_the_same_bits_on_any_number_of_threads(scheme: Any, precision: str) -> None:
    solvers = [
        TO_THE_FLOP.solver(
            key=MIXED, scheme=scheme, precision=precision, batch=20, threads=threads, seed=3
        )
        for threads in (1, 2, 3)
    ]
    for solver in solvers:
        solver.iterate(20 if isinstance(scheme, PublicChanceSampling) else 1_000)
    assert same_tables(solvers[0], solvers[1])
    assert same_tables(solvers[0], solvers[2])
    assert solvers[0].state()["averages"].any()


@pytest.mark.parametrize("precision", ["float32", "bfloat16"])
@pytest.mark.parametrize("is_on_disk", [False, True])
def test_a_restored_state_is_resumed_to_the_same_bits(
    precision: str, is_on_disk: bool, tmp_path: Path
) -> None:
    first, second = (
        TO_THE_FLOP.solver(
            key=MIXED,
            precision=precision,
            batch=64,
            table_folder=str(tmp_path / str(number)) if is_on_disk else None,
        )
        for number in range(2)
    )
    first.iterate(1_000)
    second.restore(first.state())
    assert same_tables(first, second)
    for solver in (first, second):
        solver.iterate(1_000)
    assert same_tables(first, second)
    assert second.iteration == first.iteration


def test_tables_in_a_folder_have_the_bits_of_those_in_memory(tmp_path: Path) -> None:
    in_memory, on_disk = (
        TO_THE_FLOP.solver(key=MIXED, batch=64, table_folder=folder)
        for folder in (None, str(tmp_path))
    )
    for solver in (in_memory, on_disk):
        solver.iterate(2_000)
    assert same_tables(in_memory, on_disk)
    assert on_disk.table_bytes == in_memory.table_bytes
    assert list(tmp_path.iterdir()) == []  # the files have no names


def test_strategies_are_the_same_up_to_suits() -> None:
    solver = TO_THE_FLOP.solver(key=MIXED, batch=64)
    solver.iterate(10_000)
    strategy = solver.average()
    perm = (2, 0, 1, 3)
    cards = board_of("Js7h2d")
    images = tuple(card // 4 * 4 + perm[card % 4] for card in cards)
    flop = next(node for node in decisions(TO_THE_FLOP) if TO_THE_FLOP.tree.street[node] == 1)
    for node, board, image in ((0, (), ()), (flop, cards, images), (flop, cards, images[::-1])):
        shares = strategy.probabilities(node, board)
        image_shares = strategy.probabilities(node, image)
        np.testing.assert_array_equal(shares, image_shares[:, hole_permutation(perm)])
        assert np.nanstd(shares) > 0


def test_hands_of_a_bucket_are_played_alike() -> None:
    solver = TO_THE_FLOP.solver(key=MIXED, batch=64)
    solver.iterate(5_000)
    board = board_of("Js7h2d")
    flop = next(node for node in decisions(TO_THE_FLOP) if TO_THE_FLOP.tree.street[node] == 1)
    shares = solver.average().probabilities(flop, board)
    buckets = MIXED.buckets(board)
    for bucket in range(40):
        rows = shares[:, buckets == bucket]
        assert (rows == rows[:, :1]).all()


def test_lock_free_threads_train_too() -> None:
    solver = PREFLOP.solver(key=every_preflop_hand(), lock_free=True, threads=2)
    solver.iterate(200_000)
    assert solver.average().hand("r", "AsAh")["f"] < 0.02
    assert solver._sampler.log_bytes == 0


@pytest.mark.slow
def test_a_local_best_response_gains_little_after_training() -> None:
    solver = PREFLOP.solver(key=every_preflop_hand())
    solver.iterate(200_000)
    trained = local_best_response(solver.average(), deals=100)
    uniform = local_best_response(UniformStrategy(PREFLOP.tree, PREFLOP.ranges), deals=100)
    assert trained.chips < 0.3 * uniform.chips


def test_quantised_averages_sum_to_one_and_are_close() -> None:
    solver = TO_THE_FLOP.solver(key=MIXED, batch=64)
    solver.iterate(5_000)
    quantised = solver.quantised()
    averages = solver.state()["averages"]
    layout = RowLayout.for_buckets(TO_THE_FLOP.tree, MIXED.native)
    played = 0
    for node in decisions(TO_THE_FLOP):
        actions, first = int(TO_THE_FLOP.tree.n_children[node]), layout.first[node]
        cells = slice(first, first + 40 * actions)
        sums = averages[cells].reshape(-1, actions).astype(np.float64)
        rows = quantised[cells].reshape(-1, actions).astype(np.int64)
        is_played = sums.sum(axis=1) > 0
        played += int(is_played.sum())
        assert (rows[is_played].sum(axis=1) == 255).all()
        assert not rows[~is_played].any()
        exact = sums[is_played] / sums[is_played].sum(axis=1, keepdims=True)
        assert np.abs(rows[is_played] / 255 - exact).max(initial=0.0) < 1 / 255
    assert played > 100


def test_the_layout_goes_street_by_street() -> None:
    tree = TO_THE_FLOP.tree
    layout = RowLayout.of(tree, (169, 40, 1, 1))
    nodes = np.array(decisions(TO_THE_FLOP))
    by_place = nodes[np.argsort(layout.first[nodes])]
    assert (np.diff(tree.street[by_place].astype(int)) >= 0).all()
    sizes = np.where(tree.street[by_place] == 0, 169, 40) * tree.n_children[by_place]
    np.testing.assert_array_equal(layout.first[by_place], np.cumsum(sizes) - sizes)
    assert layout.cells == sizes.sum()
    assert layout.table_bytes("float32") == 8 * layout.cells
    assert layout.table_bytes("bfloat16") == 6 * layout.cells


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"key": every_preflop_hand()}, "the abstraction has no buckets for 3-card boards"),
        ({"key": MIXED, "memory_limit": 0}, "memory_limit must be at least 1 byte, got 0"),
        ({"key": MIXED, "count_visits": True}, "count_visits requires a key of exact cards"),
        ({"table_folder": "somewhere"}, "table_folder requires a key of buckets"),
        ({"key": MIXED, "table_folder": "/proc/nothing"}, "cannot be written"),
    ],
)
def test_bad_options_are_refused_in_one_line(options: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message) as raised:
        TO_THE_FLOP.solver(**options)
    assert "\n" not in str(raised.value)


def test_tables_that_do_not_fit_into_memory_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fifthstreet.solvers.blueprint.tables.available_bytes", lambda: 10_000)
    with pytest.raises(InputError, match=r"the tables need .* available. Use fewer buckets"):
        TO_THE_FLOP.solver(key=MIXED)


def test_a_state_of_other_buckets_or_of_wrong_arrays_is_refused() -> None:
    solver = TO_THE_FLOP.solver(key=MIXED, batch=64)
    solver.iterate(200)
    other = TO_THE_FLOP.solver(key=random_buckets(30, "preflop", "flop"), batch=64)
    with pytest.raises(InputError, match="different key"):
        other.restore(solver.state())
    before = solver.state()
    for name, bad in (
        ("regrets", before["regrets"][:-1]),
        ("averages", before["averages"].astype(np.float64)),
        ("averages", np.full_like(before["averages"], np.nan)),
    ):
        with pytest.raises(InputError, match=f"got damaged {name}"):
            solver.restore({**before, name: bad})
    assert same_tables(solver, solver)
    assert solver.state()["regrets"].tobytes() == before["regrets"].tobytes()


def test_rows_visited_are_counted() -> None:
    solver = PREFLOP.solver(key=every_preflop_hand(), batch=10)
    solver.iterate(100)
    assert 100 < solver.rows_visited < 100 * len(PREFLOP.tree)
    assert np.isfinite(solver.average().probabilities(0, ())[:, parse_hole("AsAh")]).all()


def test_the_change_of_a_strategy_is_told() -> None:
    solver = TO_THE_FLOP.solver(key=MIXED, batch=64)
    assert solver.strategy_change() is None
    solver.iterate(2_000)
    first = solver.strategy_change()
    assert solver.strategy_change() == 0
    solver.iterate(200)
    second = solver.strategy_change()
    assert first is not None
    assert second is not None
    assert 0 < second < first <= 1
    assert FLOP_ONLY.solver().strategy_change() is None


def test_the_change_of_a_strategy_is_the_mean_distance_of_rows() -> None:
    solver = PREFLOP.solver(key=every_preflop_hand(), batch=64)
    solver.strategy_change()
    solver.iterate(3_000)
    distances = []
    first = RowLayout.for_buckets(PREFLOP.tree, every_preflop_hand().native).first
    averages = solver.state()["averages"]
    for node in decisions(PREFLOP):
        actions = int(PREFLOP.tree.n_children[node])
        rows = averages[first[node] : first[node] + 169 * actions].reshape(169, actions)
        distances += [0.5 * float(row.sum() > 0) for row in rows]
    assert solver.strategy_change() == pytest.approx(np.mean(distances))


def test_a_live_state_is_that_of_the_tables_themselves() -> None:
    solver = TO_THE_FLOP.solver(key=MIXED, batch=64)
    solver.iterate(64)
    live, kept = solver.live_state(), solver.state()
    assert live["regrets"].tobytes() == kept["regrets"].tobytes()
    solver.iterate(64)
    assert live["regrets"].tobytes() == solver.state()["regrets"].tobytes()
    assert live["regrets"].tobytes() != kept["regrets"].tobytes()
    solver.restore(kept)
    assert solver.traversals == 0
    assert solver.iteration == 64
