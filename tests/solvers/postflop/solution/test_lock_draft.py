"""Locks that start with the solved mix of every hand, and what they change."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from fifthstreet.cards import Range, parse_hole
from fifthstreet.errors import InputError
from fifthstreet.solvers.postflop import (
    LockDraft,
    Solution,
    Spot,
    evaluate_strategy,
    resolve,
    solve,
    spot_symmetry,
    with_lock,
)
from fifthstreet.tree.strategy import Lock, LockedStrategy
from tests.cli.small_spot import spot_on

TARGET = 0.1  # percent of the pot


@cache
def turn() -> Solution:
    return solve(spot_on("QsJh2h7c"), target_pot_percent=TARGET, threads=1)


def locked(lock: Lock) -> Solution:
    spot = with_lock(turn().spot, lock)
    return resolve(turn(), spot, target_pot_percent=TARGET, threads=1)


def largest_change(lock: Lock) -> float:
    """Return how much a lock moves the EV of a player."""
    return max(abs(new - old) for new, old in zip(locked(lock).ev, turn().ev, strict=True))


@pytest.mark.parametrize("path", ["r", "r:k", "r:k:b50", "r:k:k:n8c"])
def test_a_lock_as_solved_keeps_the_ev(path: str) -> None:
    draft = LockDraft.of(turn().node(path))
    assert draft.frequencies == pytest.approx(draft.solved_frequencies, abs=1e-6)
    assert draft.ev[1] == pytest.approx(draft.ev[0], abs=1e-4)
    assert largest_change(draft.lock()) <= 2 * turn().exploitability.chips


def test_one_frequency_for_all_hands_is_another_strategy() -> None:
    """The mean of the range, played by every hand, is not the solved mix."""
    node = turn().node("r:k")
    flat = Lock("r:k", dict(zip(node.actions, node.frequencies.tolist(), strict=True)))
    assert LockDraft.of(node).applied(flat).frequencies == pytest.approx(node.frequencies)
    assert largest_change(flat) > 10 * turn().exploitability.chips


@pytest.mark.parametrize("frequency", [0.0, 0.2, 0.6, 1.0])
def test_a_scaled_lock_is_played(frequency: float) -> None:
    draft = LockDraft.of(turn().root).scaled("b50", frequency)
    assert draft.frequencies[1] == pytest.approx(frequency, abs=1e-6)
    new = locked(draft.lock()).root
    assert new.frequencies == pytest.approx(draft.frequencies, abs=1e-5)
    hands = np.flatnonzero(new.reach[0])
    assert new.strategy[:, hands] == pytest.approx(draft.rows[:, hands], abs=1e-5)
    order = np.argsort(turn().root.strategy[1, hands], kind="stable")
    assert (np.diff(new.strategy[1, hands][order]) >= -1e-5).all()


def test_painted_hands_play_what_they_are_given_and_restored_hands_as_solved() -> None:
    start = LockDraft.of(turn().root)
    draft = start.painted("AA, KhQh", {"k": 0.25, "b50": 0.75})
    one, other = parse_hole("AsAh"), parse_hole("KhQh")
    untouched = parse_hole("JsTs")
    assert draft.rows[:, [one, other]].T.tolist() == [[0.25, 0.75, 0], [0.25, 0.75, 0]]
    assert draft.rows[:, untouched].tolist() == start.rows[:, untouched].tolist()
    back = draft.restored("AsAh")
    assert back.rows[:, one].tolist() == start.rows[:, one].tolist()
    assert back.rows[:, other].tolist() == [0.25, 0.75, 0]
    lock = back.lock()
    assert lock.is_by_hand
    assert Lock.from_dict(lock.to_dict()) == lock


@pytest.mark.parametrize("hands", ["KK", "2h2d"])
def test_hands_that_a_player_never_has_cannot_be_painted(hands: str) -> None:
    with pytest.raises(InputError, match=f"OOP never has '{hands}' at 'r'"):
        LockDraft.of(turn().root).painted(hands, {"k": 1.0})


def test_the_ev_is_against_the_present_strategy_of_the_opponent() -> None:
    draft = LockDraft.of(turn().root).scaled("b50", 0.7).painted("AA", {"k": 1.0})
    both = LockedStrategy(turn(), [draft.lock()])
    values = evaluate_strategy(both, threads=1).values
    assert values is not None
    assert draft.ev[0] == pytest.approx(turn().ev[0], abs=1e-4)
    assert draft.ev[1] == pytest.approx(values[0] + turn().spot.pot / 2, abs=1e-3)
    assert draft.ev[1] < draft.ev[0]


def test_hands_that_do_not_arrive_get_the_mean_of_the_range() -> None:
    """AA always bets, so it has no mix after a check."""
    spot = with_lock(turn().spot, Lock("r", {"b50": 1.0}, Range("AA")))
    solution = solve(spot, max_iterations=20, threads=1)
    draft = LockDraft.of(solution.node("r:k:b50"))
    means = draft.frequencies.tolist()
    assert draft.rows[:, parse_hole("AsAh")].tolist() == pytest.approx(means)
    assert not np.isnan(draft.lock().probabilities(["f", "c"])[:, parse_hole("AsAh")]).any()


def test_a_lock_as_solved_keeps_the_symmetry_of_the_spot() -> None:
    spot = Spot.of("QsJs2s", 100, 150, oop="AA,KQs,JTs", ip="QQ,AJs,T9s", bets="50%", raises="")
    solution = solve(spot, max_iterations=30, threads=1)
    assert len(spot_symmetry(spot)) == 6
    draft = LockDraft.of(solution.root).scaled("b50", 0.5)
    assert len(spot_symmetry(with_lock(spot, draft.lock()))) == 6
    painted = draft.painted("AhAd", {"k": 1.0})
    assert len(spot_symmetry(with_lock(spot, painted.lock()))) == 2


def test_a_decision_that_is_never_reached_has_no_mix() -> None:
    spot = replace(turn().spot, locks=(Lock("r", {"k": 1.0}),))
    solution = solve(spot, max_iterations=5, threads=1)
    assert LockDraft.of(solution.node("r:b50")).frequencies.sum() == pytest.approx(1)
    with pytest.raises(InputError, match="no hand of OOP reaches 'r:b50:b170'"):
        LockDraft.of(solution.node("r:b50:b170"))
