"""`calculate_equities` and `calculate_hand_strength`, compared with PokerKit's."""

from __future__ import annotations

import random
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pokerkit
import pytest

from fifthstreet.cards.equity import equity
from fifthstreet.errors import InputError
from fifthstreet.pokerkit import equities as equities_module
from fifthstreet.pokerkit import hands as hand_classes
from fifthstreet.pokerkit.analysis import calculate_equities, calculate_hand_strength, parse_range
from fifthstreet.pokerkit.cards import Card, Deck
from fifthstreet.pokerkit.hands import StandardHighHand
from tests.thoroughness import slow

# Ranges, board, numbers of hole and board cards dealt, deck, hand types.
SPOTS: list[tuple[list[str], str, int, int, str, list[str]]] = [
    (["JsTs", "AhAd"], "9s8s2c", 2, 5, "STANDARD", ["StandardHighHand"]),
    (["AKs", "22", "77-55"], "Ts", 2, 5, "STANDARD", ["StandardHighHand"]),
    (["AKs", "66+"], "", 2, 5, "SHORT_DECK_HOLDEM", ["ShortDeckHoldemHand"]),
    (["AKs", "QQ"], "", 2, 5, "ROYAL_HOLDEM", ["StandardHighHand"]),
    (
        ["AsKs2s3d", "KcKdQhQs"],
        "2d",
        4,
        5,
        "STANDARD",
        ["OmahaHoldemHand", "OmahaEightOrBetterLowHand"],
    ),
    (["As2s3d", "2c3h4s"], "", 7, 0, "REGULAR", ["RegularLowHand"]),
    (["AsKs", "2h2c"], "", 5, 0, "STANDARD", ["StandardLowHand"]),
    (["As2d3c", "KsQdJcTh"], "", 4, 0, "REGULAR", ["BadugiHand"]),
    (["Ks", "Js", "Qs"], "Jh", 1, 1, "LEDUC_HOLDEM", ["LeducHoldemHand"]),
]


def ours(spot: Any, **options: Any) -> list[float]:
    ranges, board, holes, boards, deck, types = spot
    return calculate_equities(
        [[tuple(Card.parse(text))] if holes == 1 else parse_range(text) for text in ranges],
        Card.parse(board),
        holes,
        boards,
        Deck[deck],
        [getattr(hand_classes, name) for name in types],
        **options,
    )


@pytest.mark.parametrize("spot", [*SPOTS[:4], *slow(*((spot,) for spot in SPOTS[4:5])), *SPOTS[5:]])
def test_close_to_pokerkit(spot: Any) -> None:
    ranges, board, holes, boards, deck, types = spot
    random.seed(4)
    samples = 400
    expected = pokerkit.calculate_equities(
        [
            [tuple(pokerkit.Card.parse(text))] if holes == 1 else pokerkit.parse_range(text)
            for text in ranges
        ],
        list(pokerkit.Card.parse(board)),
        holes,
        boards,
        pokerkit.Deck[deck],
        [getattr(pokerkit, name) for name in types],
        sample_count=samples,
    )
    equities = ours(spot, sample_count=4_000, rng=1)
    # Four standard errors; a share from 0 to 1 has a standard deviation of at most 1/2.
    assert equities == pytest.approx(expected, abs=4 * 0.5 * (1 / samples + 1 / 4_000) ** 0.5)
    assert sum(equities) == pytest.approx(1)


@pytest.mark.parametrize("spot", SPOTS[:4])
def test_python_and_native_agree(spot: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    native = ours(spot, sample_count=200_000, rng=1)
    monkeypatch.setattr(equities_module, "_equity_game", lambda spot: None)
    plain = ours(spot, sample_count=3_000, rng=1)
    assert plain == pytest.approx(native, abs=4 * 0.5 / 3_000**0.5)


def test_native_is_used_where_possible(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> list[float]:
        raise AssertionError("dealt in Python")

    monkeypatch.setattr(equities_module, "_sample_deals", fail)
    for spot in SPOTS[:5]:
        ours(spot, sample_count=100)
    with pytest.raises(AssertionError, match="dealt in Python"):
        ours(SPOTS[5], sample_count=100)


def test_results_are_exact_where_that_is_cheap() -> None:
    exact = equity("JsTs", "AhAd", board="9s8s2c")
    assert ours(SPOTS[0], sample_count=100_000) == [player.equity for player in exact.players]


@pytest.mark.parametrize("spot", [SPOTS[1], SPOTS[5]])
def test_random_sources(spot: Any) -> None:
    def equities(rng: Any) -> list[float]:
        return ours(spot, sample_count=100, rng=rng)

    assert equities(7) == equities(7)
    assert len({tuple(equities(seed)) for seed in range(6)}) > 1
    assert equities(random.Random(7)) == equities(random.Random(7))
    assert equities(np.random.default_rng(7)) == equities(np.random.default_rng(7))
    random.seed(7)
    first = equities(None)
    random.seed(7)
    assert equities(None) == first


def test_executors_do_not_change_the_result() -> None:
    with ThreadPoolExecutor(2) as executor:
        assert ours(SPOTS[5], sample_count=50, rng=3, executor=executor) == ours(
            SPOTS[5], sample_count=50, rng=3
        )


def test_hand_strength() -> None:
    def strength(players: int, hand: str, board: str) -> float:
        return calculate_hand_strength(
            players,
            parse_range(hand),
            Card.parse(board),
            2,
            5,
            Deck.STANDARD,
            (StandardHighHand,),
            sample_count=1_000,
        )

    assert strength(3, "3h3c", "3s3d2c2h") == 1
    assert strength(2, "AA", "") > strength(3, "AA", "") > 0.6


def test_duplicate_hands_count_twice() -> None:
    aces, kings = (tuple(Card.parse(text)) for text in ("AsAh", "KsKh"))
    queens = tuple(Card.parse("QsQh"))
    once, twice = (
        calculate_equities(
            ([aces] * times + [queens], [kings]),
            Card.parse("2c3d7h"),
            2,
            5,
            Deck.STANDARD,
            (StandardHighHand,),
            sample_count=100_000,
        )
        for times in (1, 2)
    )
    assert twice[0] > once[0]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"hole_ranges": [[], [()]]}, "every range must have at least one hand"),
        ({"hole_ranges": [parse_range("AsKs"), parse_range("AsKs")]}, "share.* card"),
        ({"hole_ranges": [parse_range("AsKsQs"), [()]]}, "every hand must have at most 2 cards"),
        ({"board_cards": list(Card.parse("2s3s4s5s6s7s"))}, "board cards must be at most 5, got 6"),
        ({"hand_types": ()}, "hand_types must have at least one hand type"),
        ({"sample_count": 0}, "sample_count must be at least 1, got 0"),
        ({"hole_dealing_count": 30}, "too small"),
        ({"hole_dealing_count": 3, "hole_ranges": [parse_range("AsKs")] * 2}, "share a card"),
    ],
)
def test_bad_arguments(change: dict[str, Any], message: str) -> None:
    arguments: dict[str, Any] = {
        "hole_ranges": [parse_range("AA"), parse_range("KK")],
        "board_cards": (),
        "hole_dealing_count": 2,
        "board_dealing_count": 5,
        "deck": Deck.STANDARD,
        "hand_types": (StandardHighHand,),
        "sample_count": 10,
    }
    with pytest.raises(InputError, match=message):
        calculate_equities(**(arguments | change))


def test_boards_on_which_nobody_has_a_hand() -> None:
    with pytest.raises(InputError, match="no player has a hand"):
        calculate_equities(
            (parse_range("KsKh"), parse_range("QsQh")),
            Card.parse("KcQcJcJd9d"),
            2,
            5,
            Deck.STANDARD,
            (hand_classes.EightOrBetterLowHand,),
            sample_count=10,
        )
