"""One contract for every backend: the same numbers as the reference, up to rounding.

Backends that store float32 and add in another order differ by a few units in the last place of the
largest number added; 1e-5 of a hand's whole value leaves room for ten such steps. In 16 bits, a
number may be rounded the other way at every iteration, by 1/32767 of the largest in its block.
Strategies follow regrets of at least a few percent of the largest, so 2e-3 is enough.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fifthstreet.solvers.common import SCHEDULES
from fifthstreet.solvers.postflop import Solver, Spot
from fifthstreet.solvers.postflop.backends import BACKENDS
from fifthstreet.solvers.postflop.backends.exploitability import ValueMode
from fifthstreet.solvers.postflop.backends.tables import GADGET_AVERAGES, GADGET_REGRETS
from fifthstreet.solvers.postflop.spot.gadget import GadgetRows
from fifthstreet.tree import Menu, Sizes
from tests.conformance.tables import Array, Scales, node_values, randomise, root_values, up_to_date
from tests.solvers.postflop.draws import FLOP, RIVER, TURN, Bounds, spots
from tests.thoroughness import examples, slow

OTHERS = [name for name in BACKENDS if name != "reference"]
TOLERANCE = {"float32": 1e-5, "int16": 2e-3}
SETTINGS = st.fixed_dictionaries(
    {
        "schedule": st.sampled_from(list(SCHEDULES.values())),
        "precision": st.sampled_from(list(TOLERANCE)),
        "isomorphism": st.booleans(),
    }
)
STARTS = st.tuples(st.sampled_from([2, 3, 7, 100]), st.integers(0, 2**32), st.integers(1, 3))

Values = Callable[[Solver, ValueMode], list[list[Array]]]


def either(bounds: Bounds) -> st.SearchStrategy[Spot]:
    """Draw spots with single hands or with whole classes, whose suits are often interchangeable."""
    return spots(bounds, gadgets=True) | spots(bounds, symmetric=True, gadgets=True)


def check_contract(
    spot: Spot,
    backend: str,
    options: dict[str, Any],
    start: tuple[int, int, int],
    *,
    values: Sequence[Values] = (root_values, node_values),
) -> None:
    """Check that the same iterations on the same tables give the same tables and values."""
    iteration, seed, count = start
    solvers = [Solver(spot, backend=name, **options) for name in ("reference", backend)]
    for solver in solvers:
        randomise(solver, iteration, seed)
        solver.iterate(count)
    tolerance = TOLERANCE[options["precision"]]
    compare_tables(solvers, tolerance)
    compare_values(solvers, tolerance, values)
    compare_entered(solvers, tolerance)


def compare_tables(solvers: list[Solver], tolerance: float) -> None:
    scales = Scales.of(solvers[0].spot)
    for player, (expected, actual) in enumerate(zip(*map(up_to_date, solvers), strict=True)):
        for block, (expected_block, actual_block) in enumerate(zip(expected, actual, strict=True)):
            for name, numbers in expected_block.numbers.items():
                scale = scales.reach if name == "average" else scales.value
                np.testing.assert_allclose(
                    actual_block.numbers[name],
                    numbers,
                    rtol=tolerance,
                    atol=tolerance * scale[expected_block.street],
                    err_msg=f"{name} of player {player}, block {block}",
                )

    if (gadget := solvers[0].plan.gadget) is not None:
        compare_gadgets(solvers, gadget, tolerance)


def compare_gadgets(solvers: list[Solver], gadget: GadgetRows, tolerance: float) -> None:
    """Regrets are in chips times the opponent's reach, or in chips; averages are probabilities."""
    chips = solvers[0].spot.pot / 2 + solvers[0].spot.stack
    opposing = solvers[0].spot.live_ranges[1 - gadget.player].combos
    scales = {
        GADGET_REGRETS: chips * (opposing if gadget.kind == "resolve" else 1.0),
        GADGET_AVERAGES: 1.0,
    }
    for name, scale in scales.items():
        expected, actual = (
            solver.tables[gadget.player].arrays[name].reshape(2, -1)[:, : len(gadget.alternative)]
            for solver in solvers
        )
        np.testing.assert_allclose(
            actual, expected, rtol=tolerance, atol=tolerance * scale, err_msg=name
        )


def compare_entered(solvers: list[Solver], tolerance: float) -> None:
    """Values where the second street begins, without what fills up rows."""
    plan, scales = solvers[0].plan, Scales.of(solvers[0].spot)
    if len(plan.betting) == 1:
        return
    for mode, player in product(ValueMode, (0, 1)):
        counts = plan.runouts[1].seats[player].count.tolist()
        expected, actual = (solver.backend.entered_values(player, mode) for solver in solvers)
        for runout, count in enumerate(counts):
            np.testing.assert_allclose(
                actual[runout, :, :count],
                expected[runout, :, :count],
                atol=tolerance * scales.value[1],
                err_msg=f"{mode.name} of player {player}, runout {runout}",
            )


def compare_values(solvers: list[Solver], tolerance: float, values: Sequence[Values]) -> None:
    scales = Scales.of(solvers[0].spot)
    for mode, values_of in product(ValueMode, values):
        expected, actual = (values_of(solver, mode) for solver in solvers)
        for player, (expected_streets, actual_streets) in enumerate(
            zip(expected, actual, strict=True)
        ):
            for street, (expected_values, actual_values) in enumerate(
                zip(expected_streets, actual_streets, strict=True)
            ):
                np.testing.assert_allclose(
                    actual_values,
                    expected_values,
                    atol=tolerance * scales.value[street],
                    err_msg=f"{mode.name} of player {player}, street {street}",
                )


@pytest.mark.parametrize("backend", OTHERS)
@given(spot=spots(RIVER, gadgets=True), options=SETTINGS, start=STARTS)
def test_rivers(
    backend: str, spot: Spot, options: dict[str, Any], start: tuple[int, int, int]
) -> None:
    check_contract(spot, backend, options, start)


@pytest.mark.parametrize("backend", OTHERS)
@settings(max_examples=examples(12))
@given(spot=either(TURN), options=SETTINGS, start=STARTS)
def test_turns(
    backend: str, spot: Spot, options: dict[str, Any], start: tuple[int, int, int]
) -> None:
    check_contract(spot, backend, options, start)


@pytest.mark.parametrize("backend", OTHERS)
@pytest.mark.parametrize("schedule", [*slow("discounted"), "predictive"])
def test_a_flop(backend: str, schedule: str) -> None:
    """Suits are interchangeable, and showdowns have one card or no card to come."""
    sizes = Sizes.by_street({2: Menu.of("a"), 3: Menu.of("100%")})
    spot = Spot.of("As7s2s", 10, 40, oop="KK:0.5,T9s", ip="QQ:0.75,AKs", sizes=sizes)
    options = {"schedule": SCHEDULES[schedule], "precision": "float32"}
    check_contract(spot, backend, options, (5, 11, 1), values=[root_values])


@pytest.mark.slow
@pytest.mark.parametrize("backend", OTHERS)
@settings(max_examples=examples(6))
@given(spot=either(FLOP), options=SETTINGS, start=STARTS)
def test_flops(
    backend: str, spot: Spot, options: dict[str, Any], start: tuple[int, int, int]
) -> None:
    check_contract(spot, backend, options, start)


# Rounding breaks ties, of which later iterations on a turn have many: see `randomise`.
@pytest.mark.parametrize("backend", OTHERS)
@pytest.mark.parametrize(
    ("board", "precision", "iterations", "schedule"),
    [
        *product(["QsJh2h7c4d"], TOLERANCE, [6], SCHEDULES),
        ("QsJh2h7c", "float32", 2, "predictive"),
        *slow(*(("QsJh2h7c", "float32", 2, name) for name in SCHEDULES if name != "predictive")),
    ],
)
def test_from_the_first_iteration(
    backend: str, schedule: str, board: str, precision: str, iterations: int
) -> None:
    """Tables are empty at first, averages begin, and every subtree is reached."""
    oop, ip = "AA,KQs,T9s,88,QJs:0.5", "QQ,AJs,KTs,99,55:0.3"
    spot = Spot.of(board, 100, 250, oop=oop, ip=ip, bets="50%")
    options: dict[str, Any] = {"schedule": SCHEDULES[schedule], "precision": precision}
    solvers = [Solver(spot, backend=name, **options) for name in ("reference", backend)]
    # The GPU subtracts sums over a whole row, which rounds more than the CPU does: on a turn, ties
    # are broken differently after one iteration.
    ties_diverge = backend == "cuda" and len(spot.board) == 4
    for solver in solvers:
        solver.iterate(1 if ties_diverge else iterations)
    compare_tables(solvers, 10 * TOLERANCE[precision])
    compare_values(solvers, TOLERANCE[precision], [root_values])


@pytest.mark.parametrize("backend", list(BACKENDS))
@pytest.mark.parametrize("precision", list(TOLERANCE))
def test_tables_are_updated_in_place(backend: str, precision: str) -> None:
    """Updates of a copy, made to convert the type of an array, would be lost."""
    spot = Spot.of("QsJh2h7c4d", 10, 20, oop="AA,KQs", ip="QQ,AJs", bets="50%")
    solver = Solver(spot, precision=precision, backend=backend, schedule=SCHEDULES["predictive"])
    solver.iterate(2)
    for tables in solver.tables:
        assert all(array.any() for array in tables.arrays.values())


@pytest.mark.parametrize("backend", OTHERS)
def test_predictions_at_unreached_nodes_are_reset(backend: str) -> None:
    """No regret is observed there, so the prediction is zero, not an old regret."""
    spot = Spot.of("2c2d2h2s3c", 2, 2, oop="3h3d", ip="4c3s,3h3d", bets="50%", raises="100%")
    options = {"schedule": SCHEDULES["predictive"], "precision": "float32"}
    for seed in range(10):
        check_contract(spot, backend, options, (2, seed, 3))


@pytest.mark.parametrize("backend", OTHERS)
@settings(max_examples=examples(30))
@given(spot=either(TURN) | spots(RIVER), options=SETTINGS, start=STARTS)
def test_passes_of_a_larger_game(
    backend: str, spot: Spot, options: dict[str, Any], start: tuple[int, int, int]
) -> None:
    """The opponent's reach at the root comes from outside, and the values there are returned."""
    spot = replace(spot, gadget=None)
    iteration, seed, _ = start
    random = np.random.default_rng(seed)
    solvers = [Solver(spot, backend=name, **options) for name in ("reference", backend)]
    for solver in solvers:
        randomise(solver, iteration, seed)
    discounts = SCHEDULES["discounted"].discounts(iteration + 2).single()
    scale = Scales.of(spot).value[0]
    plan = solvers[0].plan
    for player in (0, 1):
        # Suits that the plan merges have the same reach.
        weights = plan.root_weights(1 - player)[0, : plan.runouts[0].seats[1 - player].count[0]]
        reach = (random.uniform(0, 1) * weights).astype(np.float32)
        expected, actual = (
            solver.backend.update_through(player, iteration + 1, discounts, reach)
            for solver in solvers
        )
        tolerance = TOLERANCE[options["precision"]]
        np.testing.assert_allclose(actual, expected, atol=tolerance * scale)
        for mode in ValueMode:
            expected, actual = (
                solver.backend.values_through(player, mode, reach) for solver in solvers
            )
            np.testing.assert_allclose(actual, expected, atol=10 * tolerance * scale)
