"""Root gadgets: extreme values leave the spot as it was, and equilibrium values change nothing."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from fifthstreet.cards import HOLE_COUNT
from fifthstreet.errors import InputError
from fifthstreet.solvers.postflop import Solver, Spot, solve
from fifthstreet.solvers.postflop.backends.exploitability import ValueMode, measure
from fifthstreet.solvers.postflop.backends.tables import GADGET_AVERAGES
from fifthstreet.solvers.postflop.spot.gadget import GADGET_KINDS, GadgetKind, RootGadget

RIVER = Spot.of("QsJh2h7c4d", 100, 250, oop="22+,A8s+,KTs+,QTs+,AJo+", ip="55+,A5s+,K9s+,ATo+")
TURN = Spot.of("QsJh2h7c", 100, 250, oop="AA,KQs,T9s,88", ip="QQ,AJs,KTs,99", bets="50%")


def with_gadget(spot: Spot, kind: GadgetKind, player: int, values: Any) -> Spot:
    return replace(spot, gadget=RootGadget(kind, player, np.broadcast_to(values, HOLE_COUNT)))


@pytest.mark.parametrize("player", [0, 1])
@pytest.mark.parametrize("spot", [RIVER, TURN], ids=["river", "turn"])
def test_hands_that_would_lose_by_declining_all_enter(spot: Spot, player: int) -> None:
    plain = solve(spot, target_pot_percent=0.05)
    game = with_gadget(spot, "resolve", player, -1_000.0)
    solved = solve(game, target_pot_percent=0.05)
    assert solved.ev == pytest.approx(plain.ev, abs=0.1)
    np.testing.assert_allclose(
        solved.node("r").reach[player], plain.node("r").reach[player], atol=0.02
    )


@pytest.mark.parametrize("player", [0, 1])
def test_nobody_enters_who_wins_more_by_declining(player: int) -> None:
    solver = Solver(with_gadget(RIVER, "resolve", player, 1_000.0))
    solver.run(target_pot_percent=0.05)
    gadget = solver.plan.gadget
    assert gadget is not None
    averages = solver.tables[player].arrays[GADGET_AVERAGES].reshape(2, -1)
    assert gadget.entering(averages).max() < 0.05
    declined = 1_000.0 - RIVER.pot / 2
    assert solver.exploitability().best_responses[player] == pytest.approx(declined)


@pytest.mark.parametrize("kind", GADGET_KINDS)
@pytest.mark.parametrize("player", [0, 1])
@pytest.mark.parametrize("spot", [RIVER, TURN], ids=["river", "turn"])
def test_equilibrium_values_leave_no_margin_and_no_loss(
    spot: Spot, kind: GadgetKind, player: int
) -> None:
    """The other player can hold every hand to its value, and no hand to less."""
    known = solve(spot, target_pot_percent=0.02)
    solver = Solver(with_gadget(spot, kind, player, known.root.ev[player]))
    solver.run(target_pot_percent=0.05)
    gadget = solver.plan.gadget
    assert gadget is not None
    gains = gadget.gains(solver.backend.root_values(player, ValueMode.BEST_RESPONSE))
    if kind == "resolve":
        gains /= np.maximum(gadget.weight / len(gains), 1)
    assert abs(gains.max()) < 0.01 * spot.pot
    assert solver.exploitability().pot_percent <= 0.05


@pytest.mark.parametrize("kind", GADGET_KINDS)
def test_what_one_player_wins_the_other_loses(kind: GadgetKind) -> None:
    solver = Solver(with_gadget(RIVER, kind, 1, 60.0))
    solver.iterate(7)
    values = measure(solver.backend, with_values=True).values
    assert values is not None
    assert sum(values) == pytest.approx(0, abs=1e-3)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"kind": "maximum"}, "gadget must be resolve or maxmargin, got 'maximum'"),
        ({"player": 2}, "player of a gadget must be 0 or 1, got 2"),
        ({"values": np.zeros(3)}, r"values of a gadget must be 1326 numbers, got \(3,\)"),
        ({"values": np.full(HOLE_COUNT, np.inf)}, "values of a gadget must be finite chips"),
    ],
)
def test_bad_gadgets(options: dict[str, Any], message: str) -> None:
    arguments: dict[str, Any] = {
        "kind": "resolve",
        "player": 0,
        "values": np.zeros(HOLE_COUNT),
    } | options
    with pytest.raises(InputError, match=message):
        RootGadget(**arguments)


def test_hands_without_a_value() -> None:
    with pytest.raises(
        ValueError, match=r"values of a gadget must be chips for each hand, got NaN for \d+"
    ):
        Solver(with_gadget(RIVER, "resolve", 0, np.nan))


def test_a_state_is_resumed_bit_for_bit() -> None:
    spot = with_gadget(TURN, "maxmargin", 0, 55.0)
    whole, first, second = (Solver(spot) for _ in range(3))
    whole.iterate(9)
    first.iterate(4)
    second.restore(first.state())
    second.iterate(5)
    for mine, theirs in zip(second.tables, whole.tables, strict=True):
        for name, array in mine.arrays.items():
            np.testing.assert_array_equal(array, theirs.arrays[name])


def test_a_spot_keeps_its_gadget_as_data() -> None:
    spot = with_gadget(RIVER, "maxmargin", 1, np.where(np.arange(HOLE_COUNT) % 2, np.nan, 1.5))
    read = Spot.from_dict(spot.to_dict()).gadget
    assert read is not None
    assert spot.gadget is not None
    assert (read.kind, read.player) == ("maxmargin", 1)
    np.testing.assert_array_equal(read.values, spot.gadget.values)


def test_solutions_with_a_gadget_are_not_saved(tmp_path: Any) -> None:
    solution = solve(with_gadget(RIVER, "resolve", 0, 40.0), max_iterations=2)
    with pytest.raises(InputError, match="with a gadget cannot be saved"):
        solution.save(tmp_path / "river.solution")


def test_reach_is_at_most_one() -> None:
    """Larger reach overflowed where all regrets of a decision are zero, and gave NaN."""
    oop = "AA,KQs:0.0001,T9s:0.000001"
    spot = Spot.of("QsJh2h7c4d", 100, 250, oop=oop, ip="QQ,AKo,AJs,KTs,99", bets="50%")
    solver = Solver(with_gadget(spot, "maxmargin", 1, 60.0), backend="native")
    gadget = solver.plan.gadget
    assert gadget is not None
    assert gadget.reach_factor.max() <= 1
    solver.run(target_pot_percent=0.05)
    assert solver.exploitability().pot_percent <= 0.05
