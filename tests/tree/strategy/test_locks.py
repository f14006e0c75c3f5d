"""Locks: validation, plain data and suit symmetry."""

import json
from typing import Any

import numpy as np
import pytest

from fifthstreet.cards import SUIT_PERMUTATIONS, Range, cards_text, parse_cards
from fifthstreet.errors import InputError
from fifthstreet.tree.strategy import Lock, is_symmetric, locked_node
from tests.solvers.postflop.example_spots import TURN


@pytest.mark.parametrize(
    ("strategy", "message"),
    [
        ({"k": 0.5, "b50": 0.4}, r"lock 'r': probabilities must add up to 1, got 0\.9"),
        ({}, "lock 'r': probabilities must add up to 1, got 0"),
        ({"k": 1.5, "b50": -0.5}, r"lock 'r': k must be 0 to 1, got 1\.5"),
        ({"k": float("nan"), "b50": 1.0}, "lock 'r': k must be 0 to 1, got nan"),
    ],
)
def test_bad_probabilities(strategy: dict[str, float], message: str) -> None:
    with pytest.raises(InputError, match=message):
        Lock("r", strategy)


@pytest.mark.parametrize(
    ("strategy", "hands", "message"),
    [
        (
            {"k": Range("AA:0.5")},
            None,
            r"lock 'r': probabilities of A.A. must add up to 1, got 0\.5",
        ),
        ({"k": Range("none")}, None, "lock 'r': ranges must have hands"),
        ({"k": Range("AA")}, Range("AA"), "lock 'r': hands must be left out"),
        ({"k": Range("AA"), "b50": 0.5}, None, "lock 'r': probabilities must be all numbers or"),
    ],
)
def test_bad_probabilities_of_hands(
    strategy: dict[str, Any], hands: Range | None, message: str
) -> None:
    with pytest.raises(InputError, match=message):
        Lock("r", strategy, hands)


def test_probabilities() -> None:
    aces, kings, queens = (Range(f"{rank}{rank}").hands()[0] for rank in "AKQ")
    by_hand = Lock("r", {"k": Range("AA:0.25,KK"), "b50": Range("AA:0.75")})
    rows = by_hand.probabilities(["k", "b50", "a"])
    assert rows[:, aces].tolist() == [0.25, 0.75, 0]
    assert rows[:, kings].tolist() == [1, 0, 0]
    assert np.isnan(rows[:, queens]).all()
    rows = Lock("r", {"a": 1.0}, Range("AA:0.5")).probabilities(["k", "a"])
    assert rows[:, aces].tolist() == [0, 1]
    assert np.isnan(rows[:, kings]).all()
    assert Lock("r", {"k": 1.0}).probabilities(["k"]).tolist() == [[1.0] * 1326]


def test_bad_path() -> None:
    with pytest.raises(InputError, match="k, c, f, b and an amount, a, or n and cards, got 'z'"):
        Lock("z", {"k": 1.0})


@pytest.mark.parametrize(
    "lock",
    [
        Lock("r", {"k": 1.0}),
        Lock("r:k:k:n2c:k", {"k": 0.25, "b50": 0.75}, Range.parse("AA:0.5,KQs,AhKd:0.1")),
        Lock("r", {"k": Range("AA:0.3,KK"), "b50": Range("AA:0.7")}),
    ],
)
def test_plain_data(lock: Lock) -> None:
    assert Lock.from_dict(json.loads(json.dumps(lock.to_dict()))) == lock


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (
            {"path": "r", "strategy": {"k": 1}, "range": "AA"},
            "fields of lock must be path, strategy, hands, got 'range'",
        ),
        ({"strategy": {"k": 1}}, "lock must have path"),
        ({"path": "r"}, "lock must have strategy"),
        ({"path": "r", "strategy": 1}, "lock 'r': strategy must be a table, got 1"),
        ({"path": "r", "strategy": {"k": True}}, r"lock\.k must be a number or a range, got True"),
        (
            {"path": "r", "strategy": {"k": "x"}},
            r"lock\.k must be a number or a range: a hand .* got 'x'",
        ),
    ],
)
def test_bad_plain_data(data: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message) as error:
        Lock.from_dict(data)
    assert "\n" not in str(error.value)


def test_text() -> None:
    assert repr(Lock("r:k", {"k": 0.75, "b50": 0.25})) == "<Lock r:k: k 0.75, b50 0.25>"
    many_hands = Lock(
        "r",
        {"k": 1.0},
        Range.parse(",".join(f"{rank}{suit}2d" for rank in "AKQJT98" for suit in "chs")),
    )
    assert len(repr(many_hands)) < 170


def test_locked_node() -> None:
    node, cards = locked_node(TURN.tree, TURN.board, Lock("r:k:k:n2c:k", {"k": 1.0}))
    assert TURN.tree.path(node, cards) == "r:k:k:n2c:k"
    assert cards_text(cards) == "2c"
    assert locked_node(TURN.tree, TURN.board, Lock("r:k:k:n:k", {"k": 1.0}))[1] == ()


def test_suit_symmetry_of_probabilities_by_hand() -> None:
    lock = Lock(
        "r", {"k": Range("AsKs:0.5,AhKh:0.5,AdKd:0.2"), "b50": Range("AsKs:0.5,AhKh:0.5,AdKd:0.8")}
    )
    assert sum(is_symmetric(lock, perm) for perm in SUIT_PERMUTATIONS) == 2


@pytest.mark.parametrize(
    ("hands", "count"),
    [(None, 24), ("AA,KQs", 24), ("AhAs", 4), ("AsKs", 6), ("AsKh", 2), ("AsKh,AhKs", 4)],
)
def test_suit_symmetry(hands: str | None, count: int) -> None:
    lock = Lock("r", {"k": 1.0}, None if hands is None else Range.parse(hands))
    assert sum(is_symmetric(lock, perm) for perm in SUIT_PERMUTATIONS) == count
    if hands is None:
        return
    names = {cards_text(sorted(parse_cards(hand))) for hand, _ in lock.hands or ()}
    for perm in SUIT_PERMUTATIONS:
        images = {
            cards_text(
                sorted(int(card) // 4 * 4 + perm[int(card) % 4] for card in parse_cards(hand))
            )
            for hand in names
        }
        assert is_symmetric(lock, perm) == (images == names)
