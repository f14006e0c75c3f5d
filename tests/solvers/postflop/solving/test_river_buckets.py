"""Solves in which hands share strategies on the river."""

import time
from dataclasses import replace
from math import ceil
from pathlib import Path

import numpy as np
import pytest

from fifthstreet.cards import HOLE_COUNT, parse_cards
from fifthstreet.errors import DamagedFileError, InputError
from fifthstreet.solvers.postflop import (
    Solver,
    Spot,
    estimate,
    evaluate_strategy,
    load_checkpoint,
    make_plan,
    open_solution,
    parse_abstraction,
    resolve,
    solve,
    with_lock,
)
from fifthstreet.solvers.postflop.backends import ValueMode, with_river_buckets
from fifthstreet.solvers.postflop.solving import estimate_plan
from fifthstreet.solvers.postflop.solving.time_measurement import measure
from fifthstreet.solvers.postflop.spot import row_stride
from fifthstreet.tree.strategy import Lock
from tests.solvers.postflop.example_spots import MEDIUM_TURN
from tests.solvers.postflop.solving.test_solver import bits
from tests.solvers.postflop.solving.timed_jobs import job_of

TURN = Spot.of("QsJh2h7c", 100, 300, oop="15%", ip="20%", bets="50%, a", max_raises=2)
FLOP = Spot.of("QsJh2h", 100, 100, oop="TT+,KQs,T9s", ip="99+,AJs,KTs", bets="60%", max_raises=1)
ALL_HANDS = HOLE_COUNT  # no hand shares a bucket


def test_memory_counts_the_exits_before_a_river_in_buckets() -> None:
    """The reach and the values at exits, by hand, were not counted, and not known in advance."""
    solver = Solver(TURN, river_buckets=1)  # with one bucket, payoffs take hardly any memory
    before = solver.backend.scratch_bytes
    solver.iterate(1)
    assert solver.backend.scratch_bytes == before
    plan = solver.plan
    (turn, _), (deals, rivers) = plan.betting, plan.runouts
    width = max(int(plan.layouts[player].stride[0].max()) for player in (0, 1))
    padded = int(row_stride(np.array([len(turn.exit_node)]))[0])
    # Numbers of four bytes.
    rows = deals.count * (3 * len(turn.kind) + 1) * width
    # Of 12 runouts at a time in buckets, and of 4 with all hands.
    sums = width * (ceil(rivers.count / 12) * padded + ceil(rivers.count / 4) * len(turn.exit_node))
    exits = deals.count * 2 * width * padded
    # Two solvers: with buckets, and with all hands for exploitability, which has no such exits.
    assert before >= 4 * (2 * rows + sums + exits)
    assert before < 4 * (2 * rows + sums + 2 * exits)


@pytest.mark.parametrize("spot", [TURN, FLOP], ids=["turn", "flop"])
@pytest.mark.parametrize("schedule", ["discounted", "predictive"])
def test_with_a_bucket_for_each_hand_the_game_is_the_same(spot: Spot, schedule: str) -> None:
    exact = Solver(spot, schedule=schedule, backend="native")
    alone = Solver(spot, schedule=schedule, river_buckets=ALL_HANDS)
    assert alone.plan.entries == exact.plan.entries
    for solver in (exact, alone):
        solver.iterate(1)
    for mine, theirs in zip(alone.tables, exact.tables, strict=True):
        for name in ("regrets", "averages"):
            np.testing.assert_allclose(
                mine.arrays[name], theirs.arrays[name], rtol=1e-4, atol=0.1, err_msg=name
            )
    # Later, rounding decides between actions of equal value.
    for solver in (exact, alone):
        solver.iterate(29)
    assert alone.exploitability().chips == pytest.approx(exact.exploitability().chips, rel=0.05)
    assert alone.solution().ev == pytest.approx(exact.solution().ev, rel=1e-3)


def test_buckets_meet_with_the_means_of_their_hands() -> None:
    """In the first iteration all actions are as likely, so reach is in proportion to ranges."""
    spot = TURN.with_rules(max_raises=(0, 0, 0, 2))
    plan = make_plan(spot, isomorphism=False)
    shared = with_river_buckets(plan, 7)
    assert shared.buckets is not None
    backend = Solver(spot, plan=plan, backend="native").backend
    for player in (0, 1):
        solver = Solver(spot, plan=shared)
        seat, own = plan.runouts[1].seats[player], plan.first_row(player)
        by_hand, in_buckets = np.zeros_like(own), np.zeros_like(own)
        for runout in range(plan.runouts[1].count):
            count = int(seat.count[runout])
            order, bucket = (
                seat.order[runout, :count],
                shared.buckets.bucket[player][runout, :count],
            )
            values = backend.river_values(player, ValueMode.AVERAGE, runout)[0, :count]
            by_hand[order] += values
            sums, weights = (np.bincount(bucket, own[order] * each, 7) for each in (values, 1.0))
            in_buckets[order] += (sums / np.maximum(weights, 1e-9))[bucket]
        np.testing.assert_allclose(
            backend.root_values(player, ValueMode.AVERAGE), by_hand, rtol=1e-4, atol=1e-4
        )
        found = solver.backend.update_through(
            player, 1, solver.schedule.discounts(2).single(), plan.first_row(1 - player)
        )
        np.testing.assert_allclose(found, in_buckets, rtol=1e-4, atol=1e-3)
        assert np.abs(found - by_hand).max() > 1  # buckets differ from hands


def test_exploitability_is_measured_with_all_hands() -> None:
    solution = solve(TURN, river_buckets=15, max_iterations=100, target_pot_percent=0)
    assert solution.record.river_buckets == 15
    measured = evaluate_strategy(solution)  # which stores the strategy of each hand
    assert solution.exploitability.chips == pytest.approx(measured.chips, rel=1e-4)
    exact = solve(TURN, max_iterations=100, target_pot_percent=0)
    assert solution.exploitability.chips > 2 * exact.exploitability.chips
    assert solution.exploitability.pot_percent < 3
    assert solution.ev[0] == pytest.approx(exact.ev[0], abs=1)


def test_more_buckets_are_less_exploitable() -> None:
    found = [
        solve(TURN, river_buckets=count, max_iterations=150, target_pot_percent=0.01)
        for count in (3, 15, 63)
    ]
    errors = [solution.exploitability.pot_percent for solution in found]
    assert errors == sorted(errors, reverse=True)
    assert errors[2] < 1


def test_hands_of_a_bucket_are_played_alike_on_the_river_only() -> None:
    solver = Solver(TURN, river_buckets=15, isomorphism=False)
    solver.iterate(40)
    solution, buckets = solver.solution(), solver.plan.buckets
    assert buckets is not None
    runouts = solver.plan.runouts[1]
    runout = int(np.flatnonzero(runouts.card == int(next(iter(parse_cards("2d")))))[0])
    holes = runouts.seats[0].hands(runout)
    bucket = buckets.bucket[0][runout, : len(holes)]
    river = solution.node("r:k:k:n2d").strategy[:, holes]
    for number in range(15):
        alike = river[:, bucket == number]
        assert (alike == alike[:, :1]).all()
    assert len(np.unique(river, axis=1).T) > 5
    turn = solution.node("r").strategy[:, holes]
    assert len(np.unique(turn, axis=1).T) > 15


def test_buckets_put_hands_of_similar_strength_together() -> None:
    plan = make_plan(TURN)
    shared = with_river_buckets(plan, 10)
    assert shared.buckets is not None
    for player in (0, 1):
        seat = plan.runouts[1].seats[player]
        for runout in range(0, plan.runouts[1].count, 7):
            count = int(seat.count[runout])
            place = np.arange(count) / count  # hands are in order of strength
            bucket = shared.buckets.bucket[player][runout, :count]
            spread = [np.ptp(place[bucket == number]) for number in np.unique(bucket)]
            assert max(spread) < 0.5
            assert bucket.max() < 10


def test_threads_do_not_change_a_bit() -> None:
    one, three = (Solver(FLOP, river_buckets=7, threads=threads) for threads in (1, 3))
    for solver in (one, three):
        solver.iterate(12)
    assert bits(one) == bits(three)
    assert one.exploitability() == three.exploitability()


@pytest.mark.parametrize("precision", ["float32", "int16"])
def test_a_checkpoint_continues_with_the_same_bits(tmp_path: Path, precision: str) -> None:
    whole, half = (Solver(FLOP, river_buckets=7, precision=precision) for _ in range(2))
    whole.iterate(20)
    half.iterate(9)
    half.save(tmp_path / "flop.checkpoint")
    resumed = load_checkpoint(tmp_path / "flop.checkpoint")
    resumed.iterate(11)
    assert bits(resumed) == bits(whole)
    assert resumed.river_buckets == 7
    restored = Solver(FLOP, river_buckets=7, precision=precision)
    restored.restore(half.state())
    restored.iterate(11)
    assert bits(restored) == bits(whole)
    with pytest.raises(InputError, match="different river_buckets"):
        Solver(FLOP, river_buckets=8, precision=precision).restore(half.state())


def test_the_saved_solution_is_the_same(tmp_path: Path) -> None:
    solution = solve(FLOP, river_buckets=7, max_iterations=40, target_pot_percent=0)
    solution.save(tmp_path / "whole.solution")
    opened = open_solution(tmp_path / "whole.solution", verify=True)
    for path in ("r", "r:k:k:n3d:k", "r:k:k:n3d:k:k:n8s", "r:k:k:n3d:k:k:n8s:b60"):
        mine, theirs = opened.node(path), solution.node(path)
        np.testing.assert_array_equal(mine.strategy, theirs.strategy)
        assert mine.range_ev == theirs.range_ev
    assert opened.record == solution.record
    assert evaluate_strategy(opened).chips == pytest.approx(solution.exploitability.chips, rel=1e-4)
    rounded = solution.rounded()
    assert rounded.exploitability.chips == pytest.approx(solution.exploitability.chips, abs=0.5)


def test_rivers_that_are_not_saved_are_solved_with_all_hands(tmp_path: Path) -> None:
    solution = solve(FLOP, river_buckets=7, max_iterations=60, target_pot_percent=0)
    solution.save(tmp_path / "turn.solution", last_street=2)
    opened = open_solution(tmp_path / "turn.solution")
    np.testing.assert_array_equal(opened.node("r").strategy, solution.node("r").strategy)
    river = opened.node("r:k:k:n3d:k:k:n8s").strategy
    assert not np.array_equal(river, solution.node("r:k:k:n3d:k:k:n8s").strategy, equal_nan=True)


def test_buckets_that_do_not_exist_are_damage(tmp_path: Path) -> None:
    solver = Solver(FLOP, river_buckets=7)
    solver.iterate(2)
    assert solver.plan.buckets is not None
    solver.plan.buckets.bucket[1][3, 0] = 7
    solver.save(tmp_path / "flop.checkpoint")
    with pytest.raises(DamagedFileError, match="buckets that do not exist"):
        load_checkpoint(tmp_path / "flop.checkpoint")


def test_locks_before_the_river_hold() -> None:
    spot = with_lock(TURN, Lock("r", {"k": 1.0}))
    solution = solve(spot, river_buckets=15, max_iterations=40, target_pot_percent=0)
    assert solution.node("r").frequencies[0] == 1
    with pytest.raises(InputError, match="must have no locks on the river"):
        Solver(with_lock(TURN, Lock("r:k:k:n2d", {"k": 1.0})), river_buckets=15)


def test_a_lock_can_be_tried_on_the_solution() -> None:
    """The changed spot is solved with all hands, from the strategies of the buckets."""
    solution = solve(TURN, river_buckets=15, max_iterations=60, target_pot_percent=0)
    changed = resolve(solution, with_lock(TURN, Lock("r:k:k:n2d", {"k": 1.0})), max_iterations=20)
    assert changed.node("r:k:k:n2d").frequencies[0] == 1
    assert changed.record.river_buckets is None


def test_a_run_stops_when_buckets_limit_it() -> None:
    solver = Solver(TURN, river_buckets=5)
    state = solver.run(target_pot_percent=0.01, max_iterations=10_000)
    assert solver.has_stalled
    assert state.iteration < 1_000
    assert solver.solution().record.is_stopped_early
    exact = Solver(TURN)
    exact.run(target_pot_percent=0.3, max_iterations=10_000)
    assert not exact.has_stalled


@pytest.mark.parametrize("spot", [TURN, FLOP], ids=["turn", "flop"])
def test_the_estimate_is_the_size_of_the_tables(spot: Spot) -> None:
    solver = Solver(spot, river_buckets=7)
    size = estimate(spot, river_buckets=7)
    assert size == replace(estimate_plan(solver.plan, solver.schedule), nodes=size.nodes)
    assert size.bytes["float32"] == sum(tables.bytes for tables in solver.tables)
    assert size.information_sets < estimate(spot).information_sets / 2


def test_the_estimated_time_is_shorter() -> None:
    """Times are CPU seconds; try again if another program has taken the caches."""
    exact = job_of(MEDIUM_TURN)
    shared = replace(exact, river_buckets=7)
    paces: list[list[float]] = []
    for _ in range(6):
        paces.append([measure(job, time.process_time).iteration_seconds for job in (exact, shared)])
        if paces[-1][1] < paces[-1][0]:
            return
    pytest.fail(f"seconds with all hands and with buckets: {paces}")


@pytest.mark.parametrize("text", ["river", "river-", "river-0", "river-x", "turn-31", "31"])
def test_other_abstractions_are_refused(text: str) -> None:
    with pytest.raises(InputError, match="abstraction must be river-N"):
        parse_abstraction(text)


def test_what_buckets_cannot_do_is_refused() -> None:
    river = Spot.of("QsJh2h7c4d", 100, 200, oop="AA,KQs", ip="QQ,AJs", bets="50%")
    with pytest.raises(InputError, match="got a river"):
        Solver(river, river_buckets=7)
    with pytest.raises(InputError, match="buckets must be at least 1, got 0"):
        Solver(TURN, river_buckets=0)
    for backend in ("cuda", "reference"):
        with pytest.raises(InputError, match=f"native or auto for river buckets, got {backend}"):
            Solver(TURN, river_buckets=7, backend=backend)
