"""Blinds and late posts of a log, as forced bets of the rules."""

from __future__ import annotations

from fifthstreet.game.notation.readers.building.blinds import forced_bets
from fifthstreet.game.notation.readers.building.kinds import Post
from fifthstreet.game.notation.readers.building.seats import Seat


def test_without_a_small_blind_the_first_big_blind_after_the_button_counts() -> None:
    seats = [Seat(number, f"player {number}", 5000, False) for number in range(1, 5)]
    posts = [(Post.BIG, seats[3], 100), (Post.BIG, seats[0], 100)]
    found = forced_bets("NT", seats, posts, (50, 100))
    assert found.blinds_or_straddles == [100, 0, 0, -100]
    assert found.to_call == 100
