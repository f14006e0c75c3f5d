"""Textures of boards."""

from itertools import combinations

import numpy as np
import pytest

from fifthstreet.abstraction import BoardTexture, board_textures
from fifthstreet.cards import canonical_boards, cards_of, subsets
from fifthstreet.errors import InputError


def straightness(ranks: set[int]) -> int:
    """Count the ranks that each straight has, one straight after another."""
    straights = [{12, 0, 1, 2, 3}, *(set(range(low, low + 5)) for low in range(9))]
    return max(len(ranks & straight) for straight in straights)


@pytest.mark.parametrize("cards", [3, 4, 5])
def test_fields_by_their_definition(cards: int) -> None:
    boards = canonical_boards(cards)[0][:: 10 ** (cards - 3)]
    for mask, texture in zip(boards.tolist(), board_textures(boards), strict=True):
        dealt = cards_of(mask)
        ranks = [card // 4 for card in dealt]
        suits = [card % 4 for card in dealt]
        assert texture == BoardTexture(
            cards=cards,
            num_suits=len(set(suits)),
            most_of_a_suit=max(map(suits.count, suits)),
            num_ranks=len(set(ranks)),
            most_of_a_rank=max(map(ranks.count, ranks)),
            straightness=straightness(set(ranks)),
            high_card_rank=max(ranks),
        )
        assert texture == BoardTexture.of(mask)
        assert texture.has_pair == any(a == b for a, b in combinations(ranks, 2))


@pytest.mark.parametrize(
    ("board", "text"),
    [
        ("Ks7d2c", "K high, three suits, no pair"),
        ("QsJh2h", "Q high, two suits, no pair, flush draw, straight draw"),
        ("5c4c3c", "5 high, one suit, no pair, flush, straight, flush draw, straight draw"),
        ("As2h9d", "A high, three suits, no pair, straight draw"),
        ("9s9h9d", "9 high, three suits, three of a rank"),
        ("9s9h4d4c", "9 high, four suits, two pairs"),
        ("9s9h9d4c4d", "9 high, four suits, three of a rank and a pair"),
        ("9s9h9d9c4d", "9 high, four suits, four of a rank"),
        ("AsKsQs7h7d", "A high, three suits, a pair, flush, straight"),
    ],
)
def test_words(board: str, text: str) -> None:
    assert str(BoardTexture.of(board)) == text


def test_textures_do_not_depend_on_suits() -> None:
    flops = subsets((1 << 52) - 1, 3)
    table = board_textures(flops).table()
    canonical, counts = canonical_boards(3)
    shares = np.unique(table, axis=0, return_counts=True)
    expected, places = np.unique(board_textures(canonical).table(), axis=0, return_inverse=True)
    assert np.array_equal(shares[0], expected)
    assert np.array_equal(shares[1], np.bincount(places.ravel(), counts))


def test_wrong_boards() -> None:
    for board in (0, 0b11, (1 << 6) - 1, 1 << 60 | 7):
        with pytest.raises(InputError, match="a board must be 3 to 5 cards, got"):
            board_textures([board])
    with pytest.raises(InputError, match="boards must have 1 dimension, got 2"):
        board_textures([[7]])
    with pytest.raises(InputError, match=r"As appears twice"):
        BoardTexture.of("AsAs2d")


def test_repr() -> None:
    assert repr(board_textures(canonical_boards(3)[0])).endswith("116 different>")
    assert len(board_textures([])) == 0
