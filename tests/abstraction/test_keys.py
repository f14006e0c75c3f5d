"""Keys of information sets: equal for hands that a change of suits maps onto each other."""

from collections import defaultdict
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fifthstreet.abstraction import ExactCards
from fifthstreet.cards import HOLE_CARDS, Range, hole_index, parse_cards, parse_hole, stabiliser
from fifthstreet.strategy.tree_strategy import BOARD_CARDS
from fifthstreet.tree import Kind
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

SUITLESS = (Range.parse("22+,A2s+"), Range.parse("AKo,T9s:0.5"))
SPADES = (Range.parse("AsKs,QQ"), Range.parse("JJ"))  # of which only three suits are alike
TWO_AND_TWO = (Range.parse("AhKs,AsKh"), Range.parse("AA"))
RANGES = st.sampled_from([SUITLESS, SPADES, TWO_AND_TWO])
Cards = tuple[int, ...]


def cards(text: str) -> Cards:
    return tuple(int(card) for card in parse_cards(text))


def images(
    key: ExactCards, board: Cards, hand: Cards
) -> set[tuple[frozenset[int], Cards, frozenset[int]]]:
    """What a hand on a board can be called: flop, turn and river, hand, under each symmetry."""
    found = set()
    for perm in key.symmetry:
        board_image = tuple(card // 4 * 4 + perm[card % 4] for card in board)
        hand_image = frozenset(card // 4 * 4 + perm[card % 4] for card in hand)
        found.add((frozenset(board_image[:3]), board_image[3:], hand_image))
    return found


@st.composite
def boards(draw: st.DrawFn, known: Cards = ()) -> tuple[Cards, Cards]:
    """Two boards of one street: the second is often the first in other suits and another order."""
    size = draw(st.sampled_from([size for size in (0, 3, 4, 5) if size >= len(known)]))
    left = [card for card in range(52) if card not in known]
    drawn = draw(
        st.lists(
            st.sampled_from(left),
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
    """All hands on the first board against some on the second, by brute force."""
    mine, theirs = key.keys(first), key.keys(second)
    live = [hole for hole, pair in enumerate(HOLE_CARDS.tolist()) if not set(pair) & set(second)]
    for hole in data.draw(st.lists(st.sampled_from(live), min_size=1, max_size=8)):
        names = images(key, second, tuple(HOLE_CARDS[hole].tolist()))
        for other, pair in enumerate(HOLE_CARDS.tolist()):
            if set(pair) & set(first):
                continue
            seen = (frozenset(first[:3]), first[3:], frozenset(pair))
            assert (mine[other] == theirs[hole]) == (seen in names)


@settings(max_examples=60)
@given(RANGES, boards(), st.data())
def test_equal_keys_are_equal_up_to_suits(
    ranges: tuple[Range, Range], pair: tuple[Cards, Cards], data: st.DataObject
) -> None:
    check_keys(ExactCards.for_game(ranges), *pair, data)


KNOWN = [cards("AsTs4h"), cards("Js7s2s"), cards("QsJh2h7c"), cards("QsJh2h7c4d")]


@settings(max_examples=60)
@given(RANGES, st.sampled_from(KNOWN), st.data())
def test_known_cards_need_no_place_in_a_key(
    ranges: tuple[Range, Range], known: Cards, data: st.DataObject
) -> None:
    key = ExactCards.for_game(ranges, known)
    assert set(key.symmetry) == set(stabiliser([sum(1 << card for card in known)], ranges))
    first, second = data.draw(boards(known))
    check_keys(key, first, second, data)
    # However the known cards are ordered, the key is the same.
    for other in permutations(known[:3]):
        np.testing.assert_array_equal(key.keys((*other, *first[3:])), key.keys(first))


@given(RANGES, st.sampled_from(["2c3d", "9s9h"]), st.data())
def test_cards_to_come_that_are_known_stay_in_their_order(
    ranges: tuple[Range, Range], runout: str, data: st.DataObject
) -> None:
    """Two cards of one mask may be swapped by suits; one after the other they may not."""
    board, coming = cards("QsJh2h"), cards(runout)
    key = ExactCards.for_game(ranges, board, coming)
    fixed = [sum(1 << card for card in board), *(1 << card for card in coming)]
    assert set(key.symmetry) == set(stabiliser(fixed, ranges))
    dealt = (*board, *coming)
    size = data.draw(st.sampled_from([3, 4, 5]))
    check_keys(key, dealt[:size], dealt[:size], data)


def test_preflop_there_are_classes_of_hands() -> None:
    keys = ExactCards.for_game(SUITLESS).keys(())
    assert len(set(keys.tolist())) == 169
    assert keys[parse_hole("AsKs")] == keys[parse_hole("AdKd")] != keys[parse_hole("AsKd")]
    spades = ExactCards.for_game(SPADES).keys(())
    assert spades[parse_hole("AsKs")] != spades[parse_hole("AdKd")] == spades[parse_hole("AhKh")]


def test_streets_have_keys_of_their_own() -> None:
    """A node belongs to one street, so keys of two streets may be equal; here they are not."""
    key = ExactCards.for_game(SUITLESS)
    board = cards("QsJh2h7c4d")
    found = [set(key.keys(board[:size]).tolist()) for size in BOARD_CARDS]
    for place, keys in enumerate(found):
        for other in found[place + 1 :]:
            assert not keys & other


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


@pytest.mark.parametrize("name", GAMES)
def test_rows_of_a_sampled_training_are_under_these_keys(name: str) -> None:
    """The native core makes the same keys, and its averages are read back by them."""
    game: SmallGame = GAMES[name]
    solver = game.solver(batch=64, seed=3)
    solver.iterate(3_000)
    rows = table(solver)
    strategy, key = solver.average(), ExactCards.for_game(solver.ranges, solver.board)
    random = np.random.default_rng(1)
    by_node = defaultdict(set)
    for found in rows:
        by_node[found >> NODE_SHIFT].add(found & ((1 << NODE_SHIFT) - 1))
    seen = 0
    for node, keys in by_node.items():
        tree = game.tree
        assert tree.kind[node] == Kind.ACTION
        player = int(tree.player[node])
        missing = BOARD_CARDS[int(tree.street[node])] - len(game.board)
        left = [card for card in range(52) if card not in game.board]
        for _ in range(1 if missing == 0 else 20):
            drawn = random.choice(left, missing, replace=False).tolist()
            board = (*game.board, *drawn)
            of_hands = key.keys(board)
            played = strategy.probabilities(node, board)
            for hole in solver.ranges[player].hands().tolist():
                if set(HOLE_CARDS[hole].tolist()) & set(board):
                    continue
                own = int(of_hands[hole])
                if own not in keys:
                    assert played[:, hole] == pytest.approx(1 / len(played))
                    continue
                averages = rows[node << NODE_SHIFT | own][1].astype(np.float64)
                if averages.sum() > 0:
                    wanted = averages / averages.sum()
                    assert played[:, hole] == pytest.approx(wanted, abs=1e-6)
                    seen += 1
        if missing == 0:  # all boards were looked at: every row is some hand's
            hands = [
                int(key.keys(game.board)[hole])
                for hole in solver.ranges[player].hands().tolist()
                if not set(HOLE_CARDS[hole].tolist()) & set(game.board)
            ]
            assert keys <= set(hands)
    assert seen > 10


def test_a_hand_of_the_board_is_not_asked_for() -> None:
    """Its key is some number, and stays one."""
    keys = ExactCards.for_game(SUITLESS).keys(cards("QsJh2h"))
    assert keys.shape == (1326,)
    assert keys.dtype == np.uint64
    assert int(keys[hole_index(*cards("QsJh"))]) < 1 << NODE_SHIFT
