"""Logs of the iPoker Network."""

from fifthstreet.notation import phh_text, read_hands
from fifthstreet.pokerkit.logs import IPokerNetworkParser
from tests.pokerkit.site_logs import SITES, log_of

(IPOKER,) = [site for site in SITES if site.parser is IPokerNetworkParser]


def test_session() -> None:
    head = "<session>\n<tablename>Oslo</tablename>\n<currency>EUR</currency>\n"
    # Indented, and with attributes in another order.
    log = log_of(IPOKER, 2).replace("\n", "\n  ").replace('chips="$', 'win="$3" chips="$')
    (hand,) = read_hands(head + log, parser=IPokerNetworkParser())
    assert (hand.table, hand.currency, hand.currency_symbol) == ("Oslo", "EUR", "$")
    assert hand.winnings == [3] * len(hand.starting_stacks)


def test_unknown_stack() -> None:
    log = log_of(IPOKER, 2)
    stack = log.split('chips="$')[1].split('"')[0]
    (hand,) = read_hands(log.replace(f"${stack}", "$10000000", 1), parser=IPokerNetworkParser())
    assert "inf" in phh_text(hand)
