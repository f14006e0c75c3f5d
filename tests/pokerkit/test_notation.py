"""PokerKit's HandHistory and parsers: reading, writing, and the class of hands."""

from __future__ import annotations

import io
import warnings
from collections.abc import Generator
from typing import Any

import pokerkit
import pytest

from fifthstreet.errors import InputError
from fifthstreet.game.notation import history, readers
from fifthstreet.game.notation.fields import GAME_TYPES, REQUIRED_FIELDS
from fifthstreet.pokerkit import notation
from fifthstreet.pokerkit.notation import ACPCProtocolParser, HandHistory, Parser, REParser
from tests.game.notation import play
from tests.game.notation.texts import PHH, PLURIBUS
from tests.pokerkit.logs.test_pattern_parser import LOG
from tests.pokerkit.logs.test_pattern_parser import HomeGameParser as NativeHomeGameParser
from tests.pokerkit.logs.test_sites import text_of
from tests.pokerkit.site_logs import SITES, Site, log_of

every_site = pytest.mark.parametrize("site", SITES, ids=[site.method for site in SITES])


@pytest.fixture(autouse=True)
def _no_warnings() -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


@pytest.mark.parametrize("variant", play.VARIANTS)
def test_text_and_files(variant: str) -> None:
    theirs = play.random_hand(variant, 3, unit=play.UNITS[2], comments=True)
    ours = HandHistory.loads(theirs.dumps())
    assert type(ours) is HandHistory
    assert ours.dumps() == theirs.dumps()
    file = io.BytesIO()
    ours.dump(file)
    assert HandHistory.load(io.BytesIO(file.getvalue())) == ours


def test_texts_and_files_of_many_hands() -> None:
    theirs = [play.random_hand(variant, 4) for variant in play.VARIANTS]
    text = pokerkit.HandHistory.dumps_all(theirs)
    ours = list(HandHistory.loads_all(text))
    assert {type(hand) for hand in ours} == {HandHistory}
    assert HandHistory.dumps_all(ours) == text
    file = io.BytesIO()
    HandHistory.dump_all(ours, file)
    assert list(HandHistory.load_all(io.BytesIO(file.getvalue()))) == ours


def test_fields_can_be_replaced() -> None:
    hand = HandHistory.loads(PHH, hand=7, _note="x", parse_value=float)
    assert (hand.hand, hand.user_defined_fields) == (7, {"_note": "x"})
    assert [hand.level for hand in HandHistory.loads_all(f"[1]\n{PHH}", level=2)] == [2]


def test_subclasses_load_hands_of_their_own_class() -> None:
    class Mine(HandHistory):
        pass

    assert type(Mine.loads(PHH)) is Mine


def test_compression_status() -> None:
    hand = HandHistory.loads(PHH)
    *_, state = hand
    game = hand.create_game()
    for status in (True, False):
        theirs = pokerkit.HandHistory.loads(PHH)
        *_, their_state = theirs
        expected = pokerkit.HandHistory.from_game_state(theirs.create_game(), their_state, status)
        ours = HandHistory.from_game_state(game, state, status)
        assert type(ours) is HandHistory
        assert ours.dumps() == expected.dumps()


def test_class_variables() -> None:
    assert [*HandHistory.game_types] == [*GAME_TYPES]
    for code, game in HandHistory.game_types.items():
        assert issubclass(game, GAME_TYPES[code]) is (code != "FO/8")  # pot-limit in PokerKit
    assert HandHistory.required_field_names is REQUIRED_FIELDS
    assert HandHistory.optional_field_names == pokerkit.HandHistory.optional_field_names
    for name in ("ACPC_PROTOCOL_VARIANTS", "PLURIBUS_PROTOCOL_VARIANTS"):
        assert getattr(HandHistory, name) == getattr(pokerkit.HandHistory, name)
    for their_game, code in pokerkit.HandHistory.variants.items():
        assert HandHistory.variants[HandHistory.game_types[code]] == code
        assert GAME_TYPES[code].__name__ == their_game.__name__


@every_site
def test_logs(site: Site) -> None:
    text = log_of(site, 3)
    (theirs,) = getattr(pokerkit.HandHistory, site.method)(text)
    (ours,) = getattr(HandHistory, site.method)(text, error_status=True)
    assert type(ours) is HandHistory
    assert text_of(ours, theirs, site) == theirs.dumps()


@every_site
def test_bad_hands_of_logs(site: Site) -> None:
    logs = [log_of(site, number) for number in range(3)]
    name = "Bob the 2nd"
    first, rest = logs[1].split(name, 1)
    logs[1] = first + name + rest.replace(name, "Mallory")
    hands: Generator[HandHistory, None, int] = getattr(HandHistory, site.method)("".join(logs))
    next(hands)
    with pytest.warns(UserWarning, match=r"line \d+: the hand cannot be read"):
        next(hands)
    with pytest.raises(StopIteration) as end:
        next(hands)
    assert end.value.value == 3
    with pytest.raises(InputError, match=r"line \d+: the hand cannot be read"):
        list(getattr(HandHistory, site.method)("".join(logs), error_status=True))


def test_acpc() -> None:
    their_game, game, text = play.random_acpc_hand("FT", 4)
    hand = HandHistory.loads(text)
    assert list(hand.to_acpc_protocol(1)) == list(
        pokerkit.HandHistory.loads(text).to_acpc_protocol(1)
    )
    line = hand.to_acpc_log()
    (ours,) = HandHistory.from_acpc_protocol(game, 10_000, line, error_status=True)
    (theirs,) = pokerkit.HandHistory.from_acpc_protocol(their_game, 10_000, line)
    assert type(ours) is HandHistory
    assert ours.dumps() == theirs.dumps()


def test_pluribus() -> None:
    text = "\n".join([PLURIBUS, PLURIBUS.replace("r210", "r1"), PLURIBUS])
    hands = HandHistory.from_pluribus(text)
    assert next(hands).to_pluribus_protocol() == PLURIBUS
    with pytest.warns(UserWarning, match="line 2: the hand cannot be read"):
        next(hands)
    with pytest.raises(StopIteration) as end:
        next(hands)
    assert end.value.value == 3
    with pytest.raises(InputError, match="line 2"):
        list(HandHistory.from_pluribus(text, error_status=True))


def test_custom_parsers() -> None:
    class HomeGameParser(REParser):
        pass

    for name, value in vars(NativeHomeGameParser).items():
        if name.isupper():
            setattr(HomeGameParser, name, value)
    (hand,) = HomeGameParser()(LOG, error_status=True)
    assert type(hand) is HandHistory
    assert hand.players == ["ann", "bob"]


def test_parsers_have_pokerkits_base_classes_and_ours() -> None:
    for name in notation.__all__:
        ours: Any = getattr(notation, name)
        if name.endswith("Parser") and name not in ("Parser", "REParser"):
            assert issubclass(ours, Parser)
            assert issubclass(ours, REParser) == issubclass(
                getattr(pokerkit, name), pokerkit.REParser
            )
            assert issubclass(ours, readers.HandParser)
    assert ACPCProtocolParser.AUTOMATIONS
    assert issubclass(HandHistory, history.HandHistory)
