"""Logs of Full Tilt Poker."""

from fifthstreet.pokerkit.notation import FullTiltPokerParser


def test_cap() -> None:
    text = """Full Tilt Poker Game #5: Table Elm - $1/$2 - $60 Cap No Limit Hold'em - 1:02:03 ET
Seat 1: ann ($200)
Seat 2: bob ($40)
bob posts the small blind of $1
ann posts the big blind of $2
The button is in seat #2
bob raises to $40
ann folds
"""
    hand = FullTiltPokerParser().parse_hand(text)
    assert hand.starting_stacks == [60, 40]
    assert hand.blinds_or_straddles == [1, 2]
