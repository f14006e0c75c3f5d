"""Logs of the iPoker Network."""

from fifthstreet.game.notation import phh_text, read_hands
from fifthstreet.pokerkit.notation import IPokerNetworkParser
from tests.pokerkit.logs.test_sites import read_theirs
from tests.pokerkit.site_logs import SITES, log_of

(IPOKER,) = [site for site in SITES if site.parser is IPokerNetworkParser]


def test_session() -> None:
    head = "<session>\n<tablename>Oslo</tablename>\n<currency>EUR</currency>\n"
    log = log_of(IPOKER, 2).replace("\n", "\n  ")
    (hand,) = read_hands(head + log, parser=IPokerNetworkParser())
    assert (hand.table, hand.currency, hand.currency_symbol) == ("Oslo", "EUR", "$")
    assert hand.winnings == [2, 0]


def test_unknown_stack() -> None:
    log = log_of(IPOKER, 2)
    stack = log.split('chips="$')[1].split('"')[0]
    (hand,) = read_hands(log.replace(f"${stack}", "$10000000", 1), parser=IPokerNetworkParser())
    assert "inf" in phh_text(hand)


def test_seats_that_contradict_the_actions() -> None:
    """PokerKit seats the players in the order in which they act."""
    log = log_of(IPOKER, 6).replace('seat="7"', 'seat=""').replace('seat="5"', 'seat="7"')
    log = log.replace('seat=""', 'seat="5"')
    assert len(read_theirs(IPOKER, log)) == 1
    reader = read_hands(log, parser=IPokerNetworkParser())
    assert list(reader) == []
    assert "out of turn" in str(reader.errors[0])
