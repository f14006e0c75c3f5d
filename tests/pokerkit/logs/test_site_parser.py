"""A custom parser, made of patterns."""

from fifthstreet.pokerkit.logs import SiteParser
from fifthstreet.pokerkit.logs.patterns import hands_beginning_with, pattern
from fifthstreet.pokerkit.logs.site_parser import Notes


class HomeGameParser(SiteParser):
    HAND = hands_beginning_with("Hand ")
    FINAL_SEAT = pattern("button {digits:final_seat}")
    VARIANT = pattern("(?P<variant>holdem)")
    VARIANTS = {"holdem": "NT"}  # noqa: RUF012
    SEATS = pattern("{digits:seat} is {player} with")
    STARTING_STACKS = pattern("is {player} with {money:starting_stack}")
    ANTE_POSTING = pattern("{player} antes {money:ante}")
    BLIND_OR_STRADDLE_POSTING = pattern("{player} blind {money:blind_or_straddle}")
    HOLE_DEALING = pattern("{player} gets {cards}")
    BOARD_DEALING = pattern("board {cards}")
    FOLDING = pattern("{player} folds")
    CHECKING_OR_CALLING = pattern("{player} calls")
    COMPLETION_BETTING_OR_RAISING = pattern("{player} raises {money:amount}")
    HOLE_CARDS_SHOWING = pattern("{player} shows {cards}")


LOG = (
    "Hand holdem button 2\n1 is ann with 50\n2 is bob with 60\nann antes 1\nbob blind 1\n"
    "ann blind 2\nann gets AsKs\nbob raises 4\nann folds\n"
)


def test_custom_parser() -> None:
    ((line, hand),) = HomeGameParser().parse(LOG)
    assert line == 1
    assert not isinstance(hand, ValueError)
    assert hand.players == ["ann", "bob"]
    assert hand.antes == [0, 1]
    *_, state = hand
    assert state.stacks == [47, 63]


def test_repr_is_short() -> None:
    assert repr(Notes(players={"ann"})) == "<Notes: 1 players, 0 events>"
