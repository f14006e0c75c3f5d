"""The best way to solve a spot within memory and time."""

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from fifthstreet.errors import InputError, NotEnoughMemoryError
from fifthstreet.solvers.postflop import (
    Spot,
    choose_solve,
    estimate,
    estimate_time,
    solve,
    with_lock,
)
from fifthstreet.solvers.postflop.solving import time_measurement
from fifthstreet.solvers.postflop.solving.time_estimate import SpotTimes, TimeEstimate
from fifthstreet.tree.strategy import Lock

TURN = Spot.of("QsJh2h7c", 100, 300, oop="20%", ip="25%", bets="50%, 100%, a", max_raises=3)


# What buckets add to exploitability in tests, in percent of the pot.
ADDED = {None: 0.0, 127: 0.4, 63: 0.5, 31: 0.8, 15: 1.6}


def bytes_of(spot: Spot, precision: str, river_buckets: int | None = None) -> int:
    size = estimate(spot, river_buckets=river_buckets)
    return size.bytes[precision] + size.tree_bytes


def test_the_most_exact_way_that_fits_into_memory() -> None:
    ways = [
        (precision, buckets)
        for buckets in (None, 127, 63, 31, 15)
        for precision in ("float32", "int16")
    ]
    for number, (precision, buckets) in enumerate(ways):
        memory = bytes_of(TURN, precision, buckets)
        choice = choose_solve(TURN, memory)
        assert choice.bytes <= memory
        better = [way for way in ways[: number + 1] if bytes_of(TURN, *way) <= memory]
        assert (choice.precision, choice.river_buckets) == better[0]
        assert choice.spot is TURN
        assert choice.left_out == ()


def test_a_smaller_tree_is_the_last_resort() -> None:
    memory = bytes_of(TURN, "int16", 15) // 3
    choice = choose_solve(TURN, memory)
    assert choice.left_out
    assert len(choice.spot.tree) < len(TURN.tree)
    assert choice.bytes <= memory
    assert choice.river_buckets == 31
    with pytest.raises(NotEnoughMemoryError, match="even the smallest tree does not fit"):
        choose_solve(TURN, 1_000)


def test_spots_with_locks_and_rivers_keep_all_hands() -> None:
    locked = with_lock(TURN, Lock("r", {"k": 1.0}))
    memory = bytes_of(TURN, "int16") - 1
    choice = choose_solve(locked, memory)
    assert choice.river_buckets is None
    river = Spot.of("QsJh2h7c4d", 100, 300, oop="20%", ip="25%", bets="50%, 100%, a")
    assert choose_solve(river, bytes_of(river, "int16")).precision == "int16"


def test_a_solve_that_does_not_merge_suits_needs_more_memory() -> None:
    two_tone = Spot.of("QsJs2s7h", 100, 300, oop="20%", ip="25%", bets="50%, 100%, a")
    memory = bytes_of(two_tone, "float32")
    assert choose_solve(two_tone, memory).precision == "float32"
    apart = choose_solve(two_tone, memory, isomorphism=False)
    assert (apart.precision, apart.river_buckets) != ("float32", None)
    assert apart.bytes <= memory


def test_the_chosen_way_can_be_solved() -> None:
    choice = choose_solve(TURN, bytes_of(TURN, "int16", 31))
    assert choice.options == ("--precision", "int16", "--abstraction", "river-31")
    solution = solve(
        choice.spot,
        precision=choice.precision,
        river_buckets=choice.river_buckets,
        max_iterations=100,
        target_pot_percent=0.5,
    )
    assert solution.exploitability.pot_percent < 3
    assert solution.record.memory_bytes < 3 * choice.bytes


@pytest.mark.parametrize(
    ("seconds", "expected"),
    [(2, 15), (8, 31), (15, 63), (40, 127), (400, None)],
)
def test_less_time_means_fewer_buckets(
    monkeypatch: pytest.MonkeyPatch, seconds: float, expected: int | None
) -> None:
    """With 100 iterations to 0.5% of the pot, at a pace that buckets speed up."""
    paces = {None: 0.5, 127: 0.2, 63: 0.12, 31: 0.06, 15: 0.02}

    timed = time_ways(monkeypatch, paces)
    choice = choose_solve(TURN, 10**12, seconds=seconds)
    assert choice.river_buckets == expected
    assert timed[0] is None
    assert choice.expected_pot_percent is not None
    assert "when time is over" in str(choice)


def time_ways(monkeypatch: pytest.MonkeyPatch, paces: dict[int | None, float]) -> list[int | None]:
    """Replace measurements by seconds per iteration; return the ways that are timed."""
    timed: list[int | None] = []

    def estimate_way(
        _: SpotTimes, precision: str, river_buckets: int | None, **__: object
    ) -> TimeEstimate:
        timed.append(river_buckets)
        pace = paces[river_buckets]
        whole = 100 * pace
        added = ADDED[river_buckets]
        return TimeEstimate(
            0.5, 2, precision, whole, (whole, whole), 100, pace, 0, 0.0, 0.0, False, "", added
        )

    monkeypatch.setattr(SpotTimes, "estimate", estimate_way)
    return timed


def test_ways_that_cannot_be_better_are_not_timed(monkeypatch: pytest.MonkeyPatch) -> None:
    timed = time_ways(monkeypatch, dict.fromkeys(ADDED, 0.5))
    assert choose_solve(TURN, 10**12, seconds=70).river_buckets is None  # good enough: 0.28%
    assert timed == [None]
    timed.clear()
    assert choose_solve(TURN, 10**12, seconds=45).river_buckets is None  # 0.6%
    assert timed == [None, 127, 63, 31]  # 31 buckets add 0.8%, and fewer buckets add more


def test_the_error_of_buckets_is_measured_on_the_spot(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A fixed error of 0.8% was added for 31 buckets: half of what they add with deep stacks."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    added = {}
    for stack in (100, 2_000):
        spot = Spot.of("QsJh2h7c", 100, stack, oop="30%", ip="40%", bets="100%", max_raises=2)
        time = estimate_time(spot, target_pot_percent=0.5, threads=1, river_buckets=15)
        added[stack] = time.bucket_pot_percent
        exact, shared = (
            solve(spot, max_iterations=100, target_pot_percent=0, river_buckets=count)
            for count in (None, 15)
        )
        true = shared.exploitability.pot_percent - exact.exploitability.pot_percent
        assert true / 1.5 < time.bucket_pot_percent < 1.5 * true
        assert f"to which buckets add about {time.bucket_pot_percent:.2g}%" in str(time)
    assert added[2_000] > 1.5 * added[100]


def test_convergence_is_measured_once_for_all_ways(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Each way took as long as an estimate of the whole time: 6 to 18 seconds together."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    counts: Counter[str] = Counter()

    def counted(name: str) -> None:
        function = getattr(time_measurement, name)

        def call(*arguments: Any) -> Any:
            counts[name] += 1
            return function(*arguments)

        monkeypatch.setattr(time_measurement, name, call)

    for name in ("_solve_parts", "_pace_change", "_pace"):
        counted(name)
    said: list[str] = []
    choice = choose_solve(TURN, 10**12, seconds=0.05, threads=1, progress=said.append)
    assert choice.expected_pot_percent is not None
    # One pace for each way, and one for the change of the pace.
    assert counts == {"_solve_parts": 1, "_pace_change": 1, "_pace": len(said) + 1}
    assert said[0] == "measuring how fast the spot converges"
    assert said[1:] == [
        f"timing {count} buckets of hands on each river"
        for count in (127, 63, 31, 15)[: len(said) - 1]
    ]
    assert len(said) > 1


def test_a_choice_for_time_is_measured_on_the_machine() -> None:
    choice = choose_solve(TURN, 10**12, seconds=600, threads=1)
    assert choice.river_buckets is None
    assert choice.expected_pot_percent is not None
    assert choice.expected_pot_percent < 0.5


def test_budgets_must_be_above_zero() -> None:
    with pytest.raises(InputError, match="memory must be at least 1 byte, got 0"):
        choose_solve(TURN, 0)
    with pytest.raises(InputError, match="seconds must be above 0, got 0"):
        choose_solve(TURN, 10**9, seconds=0)
