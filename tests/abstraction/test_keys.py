"""Keys of information sets: equal exactly for hands that differ only in suits."""

from collections import defaultdict
from itertools import combinations, permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fifthstreet.abstraction import ExactCards
from fifthstreet.cards import HOLE_CARDS, Range, hole_index, parse_cards, parse_hole, stabiliser
from fifthstreet.tree import Kind
from fifthstreet.tree.strategy.tree_strategy import BOARD_CARDS
from tests.solvers.blueprint.small_spots import (
    FLOP,
    HEADS_UP_TO_THE_RIVER,
    NODE_SHIFT,
    RIVER,
    THREE_TO_THE_FLOP,
    TURN,
    SmallGame,
    table,
)
from tests.thoroughness import examples, slow

SUITLESS = (Range.parse("22+,A2s+"), Range.parse("AKo,T9s:0.5"))
# Spades differ; the other three suits are interchangeable.
SPADES = (Range.parse("AsKs,QQ"), Range.parse("JJ"))
TWO_AND_TWO = (Range.parse("AhKs,AsKh"), Range.parse("AA"))
RANGES = st.sampled_from([SUITLESS, SPADES, TWO_AND_TWO])
Cards = tuple[int, ...]


def cards(text: str) -> Cards:
    return tuple(int(card) for card in parse_cards(text))


def images(
    key: ExactCards, board: Cards, hand: Cards
) -> set[tuple[frozenset[int], Cards, frozenset[int]]]:
    """Return the images of a hand and board (flop, later cards, hand) under the symmetries."""
    result = set()
    for perm in key.symmetry:
        board_image = tuple(card // 4 * 4 + perm[card % 4] for card in board)
        hand_image = frozenset(card // 4 * 4 + perm[card % 4] for card in hand)
        result.add((frozenset(board_image[:3]), board_image[3:], hand_image))
    return result


@st.composite
def boards(draw: st.DrawFn, known: Cards = ()) -> tuple[Cards, Cards]:
    """Two boards of a street; the second is often the first with other suits or another order."""
    size = draw(st.sampled_from([size for size in (0, 3, 4, 5) if size >= len(known)]))
    deck = [card for card in range(52) if card not in known]
    drawn = draw(
        st.lists(
            st.sampled_from(deck),
            min_size=size - len(known),
            max_size=size - len(known),
            unique=True,
        )
    )
    first = (*known, *drawn)
    if draw(st.booleans()):
        perm = draw(st.permutations(range(4)))
        renamed = [card // 4 * 4 + perm[card % 4] for card in drawn]
        if not set(renamed) & set(known):
            drawn = renamed
    if not known and draw(st.booleans()):
        drawn = [*draw(st.permutations(drawn[:3])), *drawn[3:]]
    return first, (*known, *drawn)


def check_keys(key: ExactCards, first: Cards, second: Cards, data: st.DataObject) -> None:
    """Compare all hands on the first board with some on the second by brute force."""
    first_keys, second_keys = key.keys(first), key.keys(second)
    live = [hole for hole, pair in enumerate(HOLE_CARDS.tolist()) if not set(pair) & set(second)]
    for hole in data.draw(st.lists(st.sampled_from(live), min_size=1, max_size=8)):
        equivalents = images(key, second, tuple(HOLE_CARDS[hole].tolist()))
        for other, pair in enumerate(HOLE_CARDS.tolist()):
            if set(pair) & set(first):
                continue
            other_hand = (frozenset(first[:3]), first[3:], frozenset(pair))
            assert (first_keys[other] == second_keys[hole]) == (other_hand in equivalents)


@settings(max_examples=60)
@given(RANGES, boards(), st.data())
def test_keys_are_equal_exactly_up_to_suits(
    ranges: tuple[Range, Range], pair: tuple[Cards, Cards], data: st.DataObject
) -> None:
    check_keys(ExactCards.for_game(ranges), *pair, data)


KNOWN_BOARDS = [cards("AsTs4h"), cards("Js7s2s"), cards("QsJh2h7c"), cards("QsJh2h7c4d")]


@settings(max_examples=examples(60))
@given(RANGES, st.sampled_from(KNOWN_BOARDS), st.data())
def test_keys_with_a_known_board(
    ranges: tuple[Range, Range], known: Cards, data: st.DataObject
) -> None:
    key = ExactCards.for_game(ranges, known)
    assert set(key.symmetry) == set(stabiliser([sum(1 << card for card in known)], ranges))
    first, second = data.draw(boards(known))
    check_keys(key, first, second, data)
    # The order of the flop does not matter.
    for other in permutations(known[:3]):
        np.testing.assert_array_equal(key.keys((*other, *first[3:])), key.keys(first))


@given(RANGES, st.sampled_from(["2c3d", "9s9h"]), st.data())
def test_known_runouts_keep_their_order(
    ranges: tuple[Range, Range], runout: str, data: st.DataObject
) -> None:
    """A suit permutation must keep each runout card, not only the set of them."""
    board, later_cards = cards("QsJh2h"), cards(runout)
    key = ExactCards.for_game(ranges, board, later_cards)
    fixed = [sum(1 << card for card in board), *(1 << card for card in later_cards)]
    assert set(key.symmetry) == set(stabiliser(fixed, ranges))
    dealt = (*board, *later_cards)
    size = data.draw(st.sampled_from([3, 4, 5]))
    check_keys(key, dealt[:size], dealt[:size], data)


def test_preflop_keys_are_hand_classes() -> None:
    keys = ExactCards.for_game(SUITLESS).keys(())
    assert len(set(keys.tolist())) == 169
    assert keys[parse_hole("AsKs")] == keys[parse_hole("AdKd")] != keys[parse_hole("AsKd")]
    spades = ExactCards.for_game(SPADES).keys(())
    assert spades[parse_hole("AsKs")] != spades[parse_hole("AdKd")] == spades[parse_hole("AhKh")]


def test_keys_differ_between_streets() -> None:
    """Not strictly needed, since each node belongs to one street."""
    key = ExactCards.for_game(SUITLESS)
    board = cards("QsJh2h7c4d")
    by_street = [set(key.keys(board[:size]).tolist()) for size in BOARD_CARDS]
    for first, second in combinations(by_street, 2):
        assert not first & second


def test_text_and_plain_data() -> None:
    key = ExactCards.for_game(SUITLESS, cards("Js7s2s"))
    assert repr(key) == "<ExactCards: known cards Js7s2s, 6 suit permutations>"
    assert "known cards none" in repr(ExactCards.for_game(SUITLESS))
    data = key.to_dict()
    assert (data["kind"], data["known"]) == ("exact cards", "Js7s2s")
    assert [tuple(perm) for perm in data["symmetry"]] == list(key.symmetry)
    assert ExactCards.for_game(TWO_AND_TWO, cards("Js7s2s")).to_dict() != data


GAMES = {
    "river": RIVER,
    "turn": TURN,
    "flop": FLOP,
    "preflop": HEADS_UP_TO_THE_RIVER,
    "three players": THREE_TO_THE_FLOP,
}


@pytest.mark.parametrize("name", [*slow("preflop"), *(name for name in GAMES if name != "preflop")])
def test_native_tables_use_the_same_keys(name: str) -> None:
    """The native core computes the same keys, and averages are looked up by them."""
    game: SmallGame = GAMES[name]
    solver = game.solver(batch=64, seed=3)
    solver.iterate(3_000)
    rows = table(solver)
    strategy, key = solver.average(), ExactCards.for_game(solver.ranges, solver.board)
    rng = np.random.default_rng(1)
    by_node = defaultdict(set)
    for row_key in rows:
        by_node[row_key >> NODE_SHIFT].add(row_key & ((1 << NODE_SHIFT) - 1))
    compared = 0
    for node, keys in by_node.items():
        tree = game.tree
        assert tree.kind[node] == Kind.ACTION
        player = int(tree.player[node])
        missing = BOARD_CARDS[int(tree.street[node])] - len(game.board)
        deck = [card for card in range(52) if card not in game.board]
        for _ in range(1 if missing == 0 else 20):
            drawn = rng.choice(deck, missing, replace=False).tolist()
            board = (*game.board, *drawn)
            hand_keys = key.keys(board)
            probabilities = strategy.probabilities(node, board)
            for hole in solver.ranges[player].hands().tolist():
                if set(HOLE_CARDS[hole].tolist()) & set(board):
                    continue
                own = int(hand_keys[hole])
                if own not in keys:
                    assert probabilities[:, hole] == pytest.approx(1 / len(probabilities))
                    continue
                averages = rows[node << NODE_SHIFT | own][1].astype(np.float64)
                if averages.sum() > 0:
                    expected = averages / averages.sum()
                    assert probabilities[:, hole] == pytest.approx(expected, abs=1e-6)
                    compared += 1
        if missing == 0:  # the only board, so every row belongs to one of these hands
            hands = [
                int(key.keys(game.board)[hole])
                for hole in solver.ranges[player].hands().tolist()
                if not set(HOLE_CARDS[hole].tolist()) & set(game.board)
            ]
            assert keys <= set(hands)
    assert compared > 10


def test_hands_blocked_by_the_board_have_keys_in_range() -> None:
    """Their keys have no meaning, but must not spill over into the node's bits."""
    keys = ExactCards.for_game(SUITLESS).keys(cards("QsJh2h"))
    assert keys.shape == (1326,)
    assert keys.dtype == np.uint64
    assert int(keys[hole_index(*cards("QsJh"))]) < 1 << NODE_SHIFT
