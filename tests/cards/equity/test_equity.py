"""Equities compared with a naive oracle, other programs and published figures.

The oracle plays out every deal and ranks hands straight from the rules (`naive_hands`), so it
shares neither hand strengths nor counting with the package.
"""

from itertools import combinations
from typing import Any

import numpy as np
import phevaluator
import pytest
from hypothesis import given, reject, settings
from hypothesis import strategies as st
from pokerkit import (
    Card,
    Deck,
    OmahaEightOrBetterLowHand,
    OmahaHoldemHand,
    StandardHighHand,
    calculate_equities,
)
from tools.make_preflop_order import DATA as PREFLOP_ORDER
from tools.make_preflop_order import preflop_order_text

from fifthstreet.cards import (
    STANDARD,
    SUIT_PERMUTATIONS,
    Range,
    SuitPermutation,
    WeightedHands,
    card_text,
    cards_text,
    class_holes,
    class_index,
    hole_index,
    mask_of,
    mask_text,
    parse_cards,
    permute_mask,
)
from fifthstreet.cards.equity import GAMES, EquityResult, equity
from fifthstreet.cards.equity.calculate import Method
from fifthstreet.cards.hands import matching_hands
from fifthstreet.errors import InputError
from tests.oracles.dealing import deals
from tests.oracles.naive_equity import naive_equity
from tests.oracles.naive_hands import Cards
from tests.oracles.spots import NaiveSpot, spots
from tests.peers import eval7, needs_eval7
from tests.thoroughness import examples

TURNS_AND_RIVERS = ["holdem", "short-deck", "short-deck-trips", "royal", "greek"]
RIVERS = ["holdem-8", "omaha", "omaha-5", "omaha-6", "omaha-8", "big-o", "omaha-6-8"]


def equity_of(spot: NaiveSpot, game: str) -> EquityResult:
    return equity(
        *spot.texts,
        board=cards_text(spot.board),
        dead=cards_text(spot.dead),
        game=game,
        method="exact",
        threads=1,
    )


def check_against_oracle(spot: NaiveSpot, name: str) -> None:
    game = GAMES[name]
    low = game.low.name if game.low else None
    expected = naive_equity(game.high.name, low, game.deck, spot.players, spot.board, spot.dead)
    if expected is None:
        with pytest.raises(InputError, match="no deal is possible"):
            equity_of(spot, name)
        return
    result = equity_of(spot, name)
    assert result.is_exact
    assert result.game == name
    assert result.deals == expected.deals
    for ours, theirs in zip(result.players, expected.players, strict=True):
        assert ours.equity == pytest.approx(theirs.equity, abs=1e-12)
        assert ours.win == pytest.approx(theirs.win, abs=1e-12)
        assert ours.tie == pytest.approx(theirs.tie, abs=1e-12)
        assert ours.low == pytest.approx(theirs.low, abs=1e-12)
        assert ours.error == 0
    assert sum(player.equity for player in result.players) == pytest.approx(1, abs=1e-12)
    if game.hole_cards != 2:
        assert result.hands is None
        return
    assert result.hands is not None
    for values, equities in zip(result.hands, expected.hands, strict=True):
        expected_values = np.full(1326, np.nan)
        for hand, value in equities.items():
            expected_values[hole_index(*hand)] = value
        np.testing.assert_allclose(values, expected_values, rtol=0, atol=1e-12)


@pytest.mark.parametrize("name", TURNS_AND_RIVERS)
@settings(max_examples=examples(15), deadline=None)
@given(data=st.data())
def test_turns_and_rivers(name: str, data: st.DataObject) -> None:
    spot = data.draw(
        spots(
            GAMES[name].deck,
            2,
            players=st.integers(2, 3),
            boards=st.integers(4, 5),
            most_hands=3,
        )
    )
    check_against_oracle(spot, name)


@pytest.mark.parametrize("name", RIVERS)
@settings(max_examples=examples(15), deadline=None)
@given(data=st.data())
def test_rivers(name: str, data: st.DataObject) -> None:
    game = GAMES[name]
    spot = data.draw(
        spots(
            game.deck,
            game.hole_cards,
            players=st.integers(2, 3),
            boards=st.just(5),
            most_hands=2,
        )
    )
    check_against_oracle(spot, name)


@pytest.mark.parametrize("name", ["holdem-8", "omaha-8"])
def test_a_turn_with_a_low_to_come(name: str) -> None:
    texts = ("As2d", "KhKc", "3s4d") if name == "holdem-8" else ("As2dKsQh", "KhKcJdTs", "3s4d9h9c")
    players = [{tuple(sorted(parse_cards(text))): 1.0} for text in texts]
    spot = NaiveSpot(tuple(players), parse_cards("7c8hKd5s"), ())
    check_against_oracle(spot, name)
    assert all(player.low > 0 for player in equity_of(spot, name).players[::2])


def test_a_flop() -> None:
    first = {parse_cards("KcAc"): 1.0, parse_cards("QdQh"): 0.5}
    second = {parse_cards("8s9s"): 1.0}
    spot = NaiveSpot((first, second), parse_cards("TsJs2c"), parse_cards("7d"))
    check_against_oracle(spot, "holdem")


@pytest.mark.parametrize("count", [4, 9, 10])
@settings(max_examples=examples(8), deadline=None)
@given(data=st.data())
def test_many_players(count: int, data: st.DataObject) -> None:
    *hands, board = data.draw(deals(STANDARD, *(2 for _ in range(count)), 5))
    players = tuple({tuple(sorted(hand)): 1.0} for hand in hands)
    check_against_oracle(NaiveSpot(players, board, ()), "holdem")


TEN_PAIRS = [f"{rank}c{rank}d" for rank in "23456789"] + ["2h2s", "3h3s"]


def test_ten_players_share_the_pot() -> None:
    for player in equity(*TEN_PAIRS, board="AsKsQsJsTs").players:
        assert player.equity == pytest.approx(0.1, abs=1e-12)
        assert (player.win, player.tie) == (0, 1)


@pytest.mark.parametrize("method", ["exact", "sample"])
def test_equities_of_ten_players_add_up_to_one(method: Method) -> None:
    result = equity(*TEN_PAIRS, board="AsKsQs", method=method, samples=20_000)
    assert sum(player.equity for player in result.players) == pytest.approx(1, abs=1e-12)
    assert sum(player.win for player in result.players) < 1


@settings(max_examples=examples(15), deadline=None)
@given(
    spot=spots(STANDARD, 2, players=st.integers(2, 4), boards=st.integers(3, 5), most_hands=3),
    perm=st.sampled_from(SUIT_PERMUTATIONS),
    data=st.data(),
)
def test_suit_names_and_player_order_do_not_matter(
    spot: NaiveSpot, perm: SuitPermutation, data: st.DataObject
) -> None:
    def renamed(cards: Cards) -> str:
        return mask_text(permute_mask(mask_of(cards), perm))

    order = data.draw(st.permutations(range(len(spot.players))))
    try:
        result = equity_of(spot, "holdem")
    except ValueError:  # the hands always share a card
        reject()
    texts = [
        ",".join(f"{renamed(hand)}:{weight}" for hand, weight in spot.players[player].items())
        for player in order
    ]
    moved = equity(*texts, board=renamed(spot.board), dead=renamed(spot.dead), method="exact")
    assert moved.deals == result.deals
    for position, player in enumerate(order):
        assert moved.players[position].equity == pytest.approx(
            result.players[player].equity, abs=1e-12
        )
        assert moved.players[position].tie == pytest.approx(result.players[player].tie, abs=1e-12)


def test_texts_ranges_and_listed_hands_are_equivalent() -> None:
    texts = ("AsKs,QQ:0.5", "JJ+,76s")
    expected = equity(*texts, board="2c7d9h").players
    ranges = [Range.parse(text) for text in texts]
    assert equity(*ranges, board="2c7d9h").players == expected
    listed = [WeightedHands.from_range(range_) for range_ in ranges]
    assert equity(*listed, board="2c7d9h").players == expected
    assert equity(texts[0], listed[1], board=mask_of(parse_cards("2c7d9h"))).players == expected


def test_random_is_every_hand() -> None:
    named = equity("AsKs", "random", board="2c7d9hQs", dead="Jc")
    listed = equity("AsKs", Range.full(), board="2c7d9hQs", dead="Jc")
    assert named.players[0].equity == pytest.approx(listed.players[0].equity, abs=1e-12)
    assert named.deals == listed.deals


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@settings(max_examples=examples(30), deadline=None)
@given(data=st.data())
@needs_eval7
def test_eval7_agrees_on_rivers(data: st.DataObject) -> None:
    hand, board = data.draw(deals(STANDARD, 2, 5))
    range_text = data.draw(st.sampled_from(["22+, A2s+", "AK, KQ, QJ", "54s, 88-66, T2o+"]))
    hand_cards, board_cards = (
        [eval7.Card(card_text(card)) for card in cards] for cards in (hand, board)
    )
    theirs = eval7.py_hand_vs_range_exact(hand_cards, eval7.HandRange(range_text), board_cards)
    ours = equity(cards_text(hand), range_text, board=cards_text(board))
    assert ours.players[0].equity == pytest.approx(theirs, abs=1e-6)


@pytest.mark.parametrize(
    ("name", "hole", "types"),
    [
        ("holdem", 2, (StandardHighHand,)),
        ("omaha", 4, (OmahaHoldemHand,)),
        ("omaha-8", 4, (OmahaHoldemHand, OmahaEightOrBetterLowHand)),
    ],
)
@settings(max_examples=examples(20), deadline=None)
@given(data=st.data())
def test_pokerkit_agrees_on_rivers(
    name: str, hole: int, types: tuple[Any, ...], data: st.DataObject
) -> None:
    *hands, board = data.draw(deals(STANDARD, hole, hole, hole, 5))
    theirs = calculate_equities(
        [[list(Card.parse(cards_text(hand)))] for hand in hands],
        list(Card.parse(cards_text(board))),
        hole,
        5,
        Deck.STANDARD,
        types,
        sample_count=1,  # enough, since all cards are known
    )
    ours = equity(*map(cards_text, hands), board=cards_text(board), game=name)
    assert [player.equity for player in ours.players] == pytest.approx(theirs, abs=1e-12)


# Preflop figures from books and equity calculators.
@pytest.mark.parametrize(
    ("hands", "expected"),
    [
        (("AA", "KK"), 0.81946),
        (("AsKs", "QhQd"), 0.46214),
        (("AKs", "22"), 0.49893),
    ],
)
def test_published_matchups(hands: tuple[str, str], expected: float) -> None:
    result = equity(*hands)
    assert result.is_exact
    assert result.players[0].equity == pytest.approx(expected, abs=5e-6)


# Percent against a random hand.
AGAINST_RANDOM = {
    "AA": 85.20,
    "KK": 82.40,
    "QQ": 79.93,
    "JJ": 77.47,
    "TT": 75.01,
    "99": 72.06,
    "AKs": 67.04,
    "AKo": 65.32,
    "22": 50.33,
    "72o": 34.58,
    "32o": 32.30,
}


@pytest.fixture(scope="module")
def random_hands() -> EquityResult:
    return equity("random", "random", method="exact")


def test_published_figures_against_a_random_hand(random_hands: EquityResult) -> None:
    assert random_hands.is_exact
    assert random_hands.hands is not None
    for values in random_hands.hands:
        for name, percent in AGAINST_RANDOM.items():
            class_equities = values[class_holes(class_index(name))]
            np.testing.assert_allclose(class_equities, class_equities[0], rtol=0, atol=1e-12)
            assert round(100 * float(class_equities[0]), 2) == percent
        assert values[hole_index(*parse_cards("AsAh"))] == pytest.approx(0.852037, abs=5e-7)
        assert values.mean() == pytest.approx(0.5, abs=1e-12)


def test_the_file_of_the_preflop_order_is_what_is_computed(random_hands: EquityResult) -> None:
    assert PREFLOP_ORDER.read_text() == preflop_order_text(random_hands)


@pytest.mark.slow
@pytest.mark.parametrize("hands", [("AsKs", "QhQd"), ("JcTc", "2d2h"), ("7s2d", "AhAd")])
def test_phevaluator_agrees_before_the_flop(hands: tuple[str, str]) -> None:
    """Count wins and ties over all 1,712,304 boards."""
    first, second = parse_cards(hands[0]), parse_cards(hands[1])
    deck = [card for card in STANDARD if card not in (*first, *second)]
    wins = ties = boards = 0
    for board in combinations(deck, 5):
        ours = phevaluator.evaluate_cards(*first, *board)
        theirs = phevaluator.evaluate_cards(*second, *board)
        wins += ours < theirs
        ties += ours == theirs
        boards += 1
    player = equity(*hands, method="exact").players[0]
    assert player.win == pytest.approx(wins / boards, abs=1e-12)
    assert player.tie == pytest.approx(ties / boards, abs=1e-12)


def test_hands_by_class_on_the_board() -> None:
    board = "QsJh2h"
    result = equity("flush draw & not pair", "top pair+", board=board)
    drawing, made = (matching_hands(text, board) for text in ("flush draw & not pair", "top pair+"))
    assert result.players == equity(drawing, made, board=board).players
    with pytest.raises(InputError, match="player 1: 'set' requires a board"):
        equity("set", "AA")
    with pytest.raises(
        ValueError,
        match="player 1: a hand of 4 cards must be like 'AAxx', 'AKQJds' or 'AsAhKdQc', got 'set'",
    ):
        equity("set", "AAKK", game="omaha", board=board)
