"""Hands with the same terms share a game, and nothing else."""

from typing import Any

from fifthstreet.game.notation import HandHistory


def hand(antes: Any, blinds: list[int]) -> HandHistory:
    return HandHistory(
        variant="NT",
        antes=antes,
        blinds_or_straddles=blinds,
        min_bet=2,
        starting_stacks=[100, 100, 100],
        actions=[],
    )


def test_one_ante_for_all_is_not_the_ante_of_one_player() -> None:
    """An ante of 3 for all and a list with one ante of 3 shared a game."""
    assert hand(3, [1, 2]).create_state().antes == (3, 3, 3)
    assert hand([3], [1, 2]).create_state().antes == (3, 0, 0)
    assert hand(3, [1, 2]).create_state().antes == (3, 3, 3)


def test_a_change_to_one_hand_does_not_change_another() -> None:
    """The shared game held the lists of the first hand."""
    first = hand([0, 0, 0], [1, 2, 7])
    first.create_state()
    assert first.blinds_or_straddles is not None
    first.blinds_or_straddles[2] = 9
    assert hand([0, 0, 0], [1, 2, 7]).create_state().blinds_or_straddles == (1, 2, 7)
