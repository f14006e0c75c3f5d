"""Chips of a hand between the events of the rules engine."""

from __future__ import annotations

from fifthstreet.tree.translate.counted_hand import CountedHand


def test_a_player_whose_bet_covers_all_others_does_not_act() -> None:
    hand = CountedHand([1.0, 100.0, 2.0], 0)
    hand.move_bet(0, 1.0)
    hand.move_bet(1, 2.0)
    assert hand.first_to_act(0, 2.0) == 2
    hand.move_bet(2, 2.0)
    assert hand.first_to_act(0, 2.0) == -1
