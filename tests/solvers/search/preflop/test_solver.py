"""The preflop solver: jam or fold, flops without betting, and states."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from fifthstreet.cards import (
    CLASS_NAMES,
    HOLE_CLASS,
    HOLE_MASKS,
    canonical_boards,
    mask_text,
    parse_mask,
)
from fifthstreet.cards.equity.calculate import equity
from fifthstreet.cards.equity.preflop import preflop_matrix
from fifthstreet.errors import InputError
from fifthstreet.solvers.postflop.backends.exploitability import ValueMode
from fifthstreet.solvers.search.preflop import PreflopGame, PreflopSolver
from fifthstreet.solvers.search.preflop.game import class_matrices
from fifthstreet.tree import Menu, Sizes, TreeRules

JAM_OR_FOLD = TreeRules(
    stacks=(10.0, 10.0),
    blinds=(0.5, 1.0),
    first_street=0,
    sizes=Sizes.uniform("", raises="a"),
    removed=("r:c",),
    chip=0.5,
)
# Limps and jams; flops are checked down, so that they are worth what they are all-in.
CHECKED_DOWN = replace(JAM_OR_FOLD, removed=(), sizes=Sizes.by_street({0: Menu.of("", raises="a")}))
FLOPS = np.array([parse_mask(text) for text in ("2c2d2h", "7c8c9c")], np.uint64)
EXPECTED_PUSH = {"AA": 1.0, "22": 1.0, "A2o": 1.0, "72o": 0.0, "32o": 0.0, "K2s": 1.0}


def game(rules: TreeRules, flops: Any = FLOPS, counts: Any = (1, 3)) -> PreflopGame:
    return PreflopGame(rules, flops, np.array(counts, np.int64))


@pytest.fixture(scope="module")
def jam_or_fold() -> PreflopSolver:
    solver = PreflopSolver(PreflopGame(JAM_OR_FOLD, *canonical_boards(3)))
    solver.run(target_pot_percent=0.01, max_iterations=2_000)
    return solver


def test_jam_or_fold_equilibrium(jam_or_fold: PreflopSolver) -> None:
    """Published charts for ten big blinds: 58% are jammed, and 37% call."""
    assert jam_or_fold.exploitability().pot_percent <= 0.01
    pushed, called = (rows[1] for rows in jam_or_fold.average().values())
    shares = jam_or_fold.frequencies()
    assert shares[0][1] == pytest.approx(0.583, abs=0.01)
    assert list(shares.values())[1][1] == pytest.approx(0.37, abs=0.015)
    for name, share in EXPECTED_PUSH.items():
        assert pushed[CLASS_NAMES.index(name)] == pytest.approx(share, abs=0.02), name
    assert called[CLASS_NAMES.index("AA")] == pytest.approx(1, abs=1e-3)


def test_values_add_up(jam_or_fold: PreflopSolver) -> None:
    dealt = np.bincount(HOLE_CLASS) / 1326
    first, second = (float(values @ dealt) for values in jam_or_fold.values())
    assert first == pytest.approx(-second, abs=1e-6)
    assert -0.1 < second < 0  # the small blind of half a chip is worth something to its owner


def test_better_hands_win_more(jam_or_fold: PreflopSolver) -> None:
    value = dict(zip(CLASS_NAMES, jam_or_fold.values()[1].tolist(), strict=True))
    order = ["AA", "KK", "QQ", "JJ", "TT", "99", "88"]
    assert [value[name] for name in order] == sorted((value[n] for n in order), reverse=True)
    for suited, offsuit in (("AKs", "AKo"), ("T9s", "T9o"), ("72s", "72o")):
        assert value[suited] >= value[offsuit] - 1e-6


def test_all_flops_are_the_real_deal() -> None:
    pairs, won = class_matrices(*_all_flops(), preflop_matrix())
    share = pairs.sum() / (1326 * 1225)
    assert share == pytest.approx(17_296 / 22_100)
    aces, kings = CLASS_NAMES.index("AA"), CLASS_NAMES.index("KK")
    assert pairs[aces, kings] == pytest.approx(36 * share)
    np.testing.assert_allclose(won, -won.T, atol=1e-6)
    assert won[aces, kings] / pairs[aces, kings] == pytest.approx(0.8195 - 0.1805 + 0.0, abs=0.02)


def _all_flops() -> tuple[Any, Any]:
    boards, counts = canonical_boards(3)
    return boards, counts / counts.sum()


def test_flops_that_are_checked_down() -> None:
    """A limp that is checked wins the pot with the better hand, on the flops of the subset."""
    solver = PreflopSolver(game(CHECKED_DOWN))
    (line,) = solver.game.lines
    ones = np.ones(len(CLASS_NAMES))
    weights = solver.game.weights.tolist()
    for part, flop, weight in zip(solver.flops[line], FLOPS.tolist(), weights, strict=True):
        won = part.values(0, ValueMode.AVERAGE, ones) / weight
        assert abs(won.sum()) < 1e-5 * 1176 * 1081  # both players have the same hands
        for name in ("AA", "T6s", "72o"):
            hands = (HOLE_MASKS & np.uint64(flop) == 0) & (CLASS_NAMES.index(name) == HOLE_CLASS)
            known = equity(name, "random", board=mask_text(flop)).players[0].equity
            expected = (2 * known - 1) * hands.sum() * 1081  # half of the pot is one chip
            assert won[CLASS_NAMES.index(name)] == pytest.approx(expected, abs=0.5), name
    solver.run(target_pot_percent=0.5, max_iterations=300)
    assert solver.exploitability().pot_percent <= 0.5


def test_a_state_is_resumed_bit_for_bit() -> None:
    whole, first, second = (PreflopSolver(game(CHECKED_DOWN)) for _ in range(3))
    whole.iterate(3)
    first.iterate(1)
    second.restore(first.state())
    second.iterate(2)
    expected, actual = whole.state(), second.state()
    assert expected.keys() == actual.keys()
    for name, value in expected.items():
        np.testing.assert_array_equal(actual[name], value, err_msg=name)


def test_states_of_other_games() -> None:
    state = PreflopSolver(game(CHECKED_DOWN)).state()
    with pytest.raises(InputError, match="different counts"):
        PreflopSolver(game(CHECKED_DOWN, counts=(2, 3))).restore(state)


@pytest.mark.parametrize(
    ("rules", "options", "message"),
    [
        (replace(JAM_OR_FOLD, stacks=(10.0, 12.0)), {}, "must have two equal stacks"),
        (JAM_OR_FOLD, {"counts": (1,)}, "flops must have one weight each, got 1 for 2"),
        (JAM_OR_FOLD, {"counts": (1, 0)}, "weights of flops must be more than 0, got 0"),
        (
            JAM_OR_FOLD,
            {"flops": FLOPS[:1] | np.uint64(1 << 51), "counts": (1,)},
            "a flop must have 3 cards",
        ),
    ],
)
def test_bad_input(rules: TreeRules, options: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        game(rules, **options)
