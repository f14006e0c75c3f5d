"""Targets for readers of hand histories, each with the writers that take what it reads."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Iterator

from fifthstreet.game.notation import (
    AbsolutePokerParser,
    ACPCLogParser,
    FullTiltPokerParser,
    GGPokerParser,
    HandHistory,
    HandParser,
    IPokerNetworkParser,
    OngameNetworkParser,
    OpenHandHistoryParser,
    PartyPokerParser,
    PHHParser,
    Poker888Parser,
    PokerStarsParser,
    WinamaxParser,
    acpc_log_line,
    ohh_text,
    phh_text,
    pluribus_game,
    pokerstars_text,
    read_hands,
)
from fifthstreet.game.notation.readers import PLURIBUS_STACK
from fuzz.cards import example_texts
from fuzz.target import Target, accepted, text_target

_MAX_BYTES = 8192
_PARSERS: dict[str, Callable[[], HandParser]] = {
    "absolute": AbsolutePokerParser,
    "full_tilt": FullTiltPokerParser,
    "ggpoker": GGPokerParser,
    "ipoker": IPokerNetworkParser,
    "ongame": OngameNetworkParser,
    "partypoker": PartyPokerParser,
    "poker888": Poker888Parser,
    "pokerstars": PokerStarsParser,
    "winamax": WinamaxParser,
    "open_hand_history": OpenHandHistoryParser,
    "phh": PHHParser,
    "acpc": lambda: ACPCLogParser(pluribus_game(), PLURIBUS_STACK),
}


def check_hands(text: str, parser: HandParser | None = None) -> None:
    """Read a text; hands that are read can be replayed and written, and PHH comes back as it was.

    Other notations have no place for some of the fields, so their texts only have to be read again
    or refused.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of rules that a log does not keep to
        # With a line break, a text is never the name of a file.
        reader = read_hands(f"{text}\n", parser=parser)
        for hand in reader:
            _check_hand(hand)
    for error in reader.errors:
        assert "\n" not in str(error), f"an error of several lines: {error!r}"


def _check_hand(hand: HandHistory) -> None:
    *_, last = hand
    assert sum(last.payoffs) <= 0 or hand.user_defined_fields
    assert _read_one(phh_text(hand)) == hand
    for write in (pokerstars_text, ohh_text):
        if (written := accepted(write, hand)) is not None:
            list(read_hands(written))
    accepted(acpc_log_line, hand)


def _read_one(text: str) -> HandHistory:
    reader = read_hands(text, parser=PHHParser())
    hands = list(reader)
    assert len(hands) == 1, f"{reader.errors} in {text}"
    return hands[0]


def _samples(name: str) -> Callable[[], Iterator[str]]:
    def texts() -> Iterator[str]:
        from tests.game.notation.samples import EXPECTED, sample

        yield from (
            text for each in EXPECTED if each.startswith(f"{name}/") for text in [sample(each)]
        )
        yield from example_texts({"open_hand_history": "ohh"}.get(name, name))()

    return texts


def _all_samples() -> Iterable[str]:
    for name in _PARSERS:
        yield from list(_samples(name)())[:2]


TARGETS: list[Target] = [
    *(
        text_target(
            name,
            lambda text, make=make: check_hands(text, make()),  # type: ignore[misc]
            _samples(name),
            _MAX_BYTES,
        )
        for name, make in _PARSERS.items()
    ),
    text_target("any", check_hands, _all_samples, _MAX_BYTES),
]
