"""Players who sell their share of the pot to the site: who pays whom, and what the pot paid."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from fifthstreet.game.notation import HandHistory, ohh_text, pokerstars_text, read_hands
from tests.game.notation.samples import sample

STARS = sample("pokerstars/cashed_out.txt")
GG = sample("ggpoker/ev_cashout.txt")
NOOR_CASHED = "Noor cashed out the hand for $9.53 | Cash Out Fee $0.10\n"
GG_WINNER = GG.replace("b0b0b0: Receives Cashout ($53.1)\n", "").replace(
    "*** SHOWDOWN", "Hero: Pays Cashout Risk ($54.25)\n*** SHOWDOWN"
)
# The pot is split, and the player who cashed out is paid the rest of what they were promised.
GG_SPLIT = GG.replace("Hero collected $117.5", "Hero collected $58.75").replace(
    "*** SUMMARY", "b0b0b0 collected $58.75 from pot\n*** SUMMARY"
)


def read_one(text: str) -> HandHistory:
    reader = read_hands(text)
    hands = list(reader)
    assert [str(error) for error in reader.errors] == []
    (hand,) = hands
    return hand


def error_of(text: str) -> str:
    reader = read_hands(text)
    assert list(reader) == []
    (error,) = reader.errors
    return error.message


def unaccounted(hand: HandHistory) -> Any:
    """Chips at the end and elsewhere, less chips at the start and what the site paid."""
    extras = hand.user_defined_fields
    assert hand.finishing_stacks is not None
    taken = sum(extras.get(name, 0) for name in ("_rake", "_fees", "_not_awarded"))
    paid = sum(extras.get("_cash_outs", ())) + extras.get("_house_added", 0)
    return sum(hand.finishing_stacks) + taken - sum(hand.starting_stacks) - paid


def test_the_site_takes_the_pot_of_a_winner_who_cashed_out() -> None:
    hand = read_one(STARS)
    assert hand.players == ["Lotte", "Mirek", "Noor", "Kofi"]
    assert hand.winnings == [Decimal("0.24"), 0, Decimal("9.53"), 0]
    assert hand.user_defined_fields["_not_awarded"] == Decimal("9.87")
    assert hand.user_defined_fields["_rake"] == Decimal("0.46")
    assert unaccounted(hand) == 0


def test_chips_collected_by_a_player_who_cashed_out_go_to_the_site() -> None:
    hand = read_one(STARS.replace(NOOR_CASHED, f"Noor collected $9.87 from pot\n{NOOR_CASHED}"))
    assert hand == read_one(STARS)


def test_a_winner_who_did_not_cash_out_collects_the_pot() -> None:
    text = STARS.replace(NOOR_CASHED, "Noor collected $9.87 from pot\n")
    text = text.replace(" (pot not awarded as player cashed out)", "")
    hand = read_one(text)
    assert hand.winnings == [Decimal("0.24"), 0, Decimal("9.87"), 0]
    assert "_not_awarded" not in hand.user_defined_fields
    assert unaccounted(hand) == 0


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            STARS.replace(NOOR_CASHED, "Noor collected $987 from pot\n"),
            "987.46 is collected and raked from a pot of 10.33",
        ),
        (
            STARS.replace("won ($9.87)", "won ($987)"),
            "987.46 is collected and raked from a pot of 10.33",
        ),
        (STARS.replace("won ($9.87)", "won ($9.86)"), "10.32 is collected and raked from a pot"),
        (STARS.replace("| Rake $0.46", "| Rake $46"), "55.87 is collected and raked from a pot"),
        (STARS.replace("for $9.53", "for $953"), "Noor is paid 953 for a pot of 10.33"),
        (GG.replace("collected $117.5", "collected $1175"), "1177.50 is collected and raked from"),
        (GG.replace("collected $117.5", "collected $11.75"), "14.25 is collected and raked from"),
        (GG.replace("Cashout ($53.1)", "Cashout ($531)"), "b0b0b0 is paid 531 for a pot of 120"),
    ],
)
def test_the_pot_is_checked_although_a_player_cashed_out(text: str, message: str) -> None:
    assert message in error_of(text)


def test_a_log_without_a_summary_leaves_the_rest_of_the_pot_to_the_site() -> None:
    hand = read_one(STARS.partition("*** SUMMARY")[0])
    assert hand.user_defined_fields["_not_awarded"] == Decimal("10.33")
    assert unaccounted(hand) == 0


@pytest.mark.parametrize(
    ("text", "winnings"),
    [
        (GG, [Decimal("53.1"), Decimal("117.5")]),
        (GG_WINNER, [0, Decimal("63.25")]),
        (GG_SPLIT, [Decimal("111.85"), Decimal("58.75")]),
    ],
)
def test_ggpoker_pays_in_addition_to_the_pot(text: str, winnings: list[Any]) -> None:
    hand = read_one(text)
    assert hand.winnings == winnings
    assert "_not_awarded" not in hand.user_defined_fields
    assert unaccounted(hand) == 0


@pytest.mark.parametrize("text", [STARS, GG, GG_WINNER, GG_SPLIT])
def test_cash_outs_are_written_and_read_back(text: str) -> None:
    hand = read_one(text)
    for write in (pokerstars_text, ohh_text):
        again = read_one(write(hand))
        assert again.winnings == hand.winnings
        assert again.finishing_stacks == hand.finishing_stacks
        for name in ("_rake", "_fees", "_cash_outs", "_cash_out_fees", "_not_awarded"):
            assert again.user_defined_fields.get(name) == hand.user_defined_fields.get(name)
