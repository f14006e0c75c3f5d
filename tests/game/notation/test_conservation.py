"""Chips of PHH hands: none appear, and none vanish except as rake."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from fifthstreet.errors import InputError
from fifthstreet.game.notation import parse_phh, phh_text, read_hands
from tests.game.notation.samples import EXPECTED, ROOT
from tests.game.notation.texts import PHH

HAND = PHH.replace("[100, 100]", "[300, 250]")  # p1 wins 6 from p2, of a pot of 12


def refusal(*lines: str, text: str = HAND) -> str:
    text = "\n".join((text, *lines))
    with pytest.raises(InputError) as parsing:
        parse_phh(text)
    reader = read_hands(text)
    assert list(reader) == []
    assert [error.message for error in reader.errors] == [str(parsing.value)]
    return str(parsing.value)


def stacks(*lines: str, text: str = HAND) -> list[Any]:
    reader = read_hands("\n".join((text, *lines)))
    hands = list(reader)
    assert [str(error) for error in reader.errors] == []
    *_, state = hands[0]
    return state.stacks


@pytest.mark.parametrize("lines", [(), ("_rake = 0",), ("_fees = 0", "_house_added = 0")])
def test_chips_that_appear_are_refused(lines: tuple[str, ...]) -> None:
    message = refusal("finishing_stacks = [50000, 50000]", *lines)
    assert "550, got 100000: starting_stacks add up to 550" in message


def test_a_rake_that_does_not_add_up_is_refused() -> None:
    message = refusal("finishing_stacks = [306, 244]", "_rake = 100")
    assert "finishing_stacks must add up to 450, got 550: starting_stacks add up to 550" in message
    message = refusal("finishing_stacks = [305, 244]", "_rake = 0")
    assert "finishing_stacks must add up to 550, got 549" in message


def test_sums_with_rake_fees_and_payments_of_the_house() -> None:
    assert stacks("finishing_stacks = [305, 244]", "_rake = 1") == [305, 244]
    assert stacks("finishing_stacks = [303, 244]", "_rake = 1", "_fees = 2") == [303, 244]
    assert stacks("finishing_stacks = [308, 244]", "_rake = 1", "_house_added = 3") == [308, 244]
    refusal("finishing_stacks = [303, 244]", "_rake = 1")
    paid = ("_cash_outs = [10, 0]", "_not_awarded = 12")
    assert stacks("finishing_stacks = [304, 244]", "_rake = 0", *paid) == [304, 244]
    refusal("finishing_stacks = [305, 244]", "_rake = 0", *paid)


def test_missing_chips_may_be_a_rake_that_is_not_stated() -> None:
    """The format has no field for rake, and published hands of card rooms do not state it."""
    assert stacks("finishing_stacks = [305, 244]") == [306, 244]


def test_chips_that_were_not_bet_cannot_be_raked() -> None:
    reader = read_hands(f"{HAND}\nfinishing_stacks = [281, 244]")
    assert list(reader) == []
    assert "must be at least 282, which p1 did not bet, got 281" in reader.errors[0].message


def test_decimals_are_exact_and_floats_nearly_so() -> None:
    text = HAND.replace("[300, 250]", "[300.1, 250.2]")
    lines = ("finishing_stacks = [306.1, 244.2]", "_rake = 0")
    assert stacks(*lines, text=text) == [Decimal("306.1"), Decimal("244.2")]
    parse_phh("\n".join((text, *lines)), parse_value=float)
    refusal("finishing_stacks = [306.1, 244.2000001]", "_rake = 0", text=text)


def test_infinite_stacks_are_not_added_up() -> None:
    text = HAND.replace("[300, 250]", "[inf, inf]")
    assert len(list(read_hands(f"{text}\nfinishing_stacks = [inf, inf]"))) == 1


@pytest.mark.parametrize("name", EXPECTED)
def test_hands_of_all_sites_add_up(name: str) -> None:
    for hand in read_hands(ROOT / name):
        assert parse_phh(phh_text(hand)) == hand
