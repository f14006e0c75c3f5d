"""How ranges hit boards: shares of classes add up, and agree with classes of single hands."""

import pytest

from fifthstreet.cards import Range
from fifthstreet.cards.hands import classify, range_hits
from fifthstreet.errors import InputError


@pytest.mark.parametrize("board", ["QsJh2h", "QsJh2h7c", "8c8d8h8s2c"])
def test_shares_add_up(board: str) -> None:
    hits = range_hits("30%, 72o:0.25", board)
    lists = [hits.made, hits.draws] if len(board) < 10 else [hits.made]
    for rows in lists:
        assert sum(row.combos for row in rows) == pytest.approx(hits.combos)
        assert sum(row.share for row in rows) == pytest.approx(1)
    assert (hits.draws == ()) == (len(board) == 10)


def test_counts_are_those_of_the_classes() -> None:
    board = "QsJh2h"
    classes, held = classify(board), Range("40%")
    hits = {row.name: row.combos for row in range_hits(held, board).made}
    for name in ("set", "top pair", "ace high"):
        assert hits[name] == pytest.approx(float(held.weights[classes.named(name)].sum()))


def test_hands_that_the_board_blocks_do_not_count() -> None:
    hits = range_hits("QQ", "QsQh2h")
    assert hits.combos == 1
    assert [(row.name, row.combos, row.share) for row in hits.made] == [("quads", 1.0, 1.0)]


def test_a_range_that_the_board_blocks_has_no_shares() -> None:
    hits = range_hits("QsQh", "QsQh2h")
    assert (hits.combos, hits.made, hits.draws) == (0, (), ())


def test_a_board_has_three_cards_or_more() -> None:
    with pytest.raises(InputError, match="board must have 3 to 5 cards"):
        range_hits("QQ", "Qs")
