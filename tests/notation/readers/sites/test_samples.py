"""Samples of all sites: stacks, winnings and rake are those of the log to the cent."""

from __future__ import annotations

import warnings
from dataclasses import replace
from decimal import Decimal

import pytest

from fifthstreet.game.state import State
from fifthstreet.notation import HandHistory, parse_phh, phh_text, read_hands
from tests.notation.samples import EXPECTED, ROOT, amounts

LEAST_SAMPLES = 40
every_sample = pytest.mark.parametrize("name", EXPECTED)


def read(name: str) -> list[HandHistory]:
    reader = read_hands(ROOT / name)
    hands = list(reader)
    assert reader.errors == []
    return hands


def end(hand: HandHistory) -> State:
    *_, state = hand
    return state


def test_there_are_enough_samples_and_all_are_expected() -> None:
    files = {
        str(path.relative_to(ROOT)).replace("\\", "/")
        for path in ROOT.rglob("*")
        if path.suffix in (".txt", ".xml", ".ohh")
    }
    assert files == set(EXPECTED)
    assert len(files) >= LEAST_SAMPLES


@every_sample
def test_money_is_that_of_the_log_to_the_cent(name: str) -> None:
    hands = read(name)
    assert len(hands) == len(EXPECTED[name])
    for hand, expected in zip(hands, EXPECTED[name], strict=True):
        assert (str(hand.hand), hand.variant) == (expected["hand"], expected["variant"])
        assert hand.players is not None
        state = end(hand)
        if hand.is_unfinished:
            assert expected["is_unfinished"]
            assert hand.finishing_stacks is None
            assert state.status
            continue
        stacks = amounts(expected["finishing_stacks"])
        assert dict(zip(hand.players, state.stacks, strict=True)) == stacks
        assert hand.finishing_stacks == state.stacks
        assert hand.winnings is not None
        collected = {
            player: won for player, won in zip(hand.players, hand.winnings, strict=True) if won
        }
        assert collected == amounts(expected["collected"])
        for field in ("rake", "fees", "house_added"):
            assert hand.user_defined_fields.get(f"_{field}", 0) == Decimal(expected.get(field, "0"))
        assert state.payoffs == [
            after - before for before, after in zip(hand.starting_stacks, state.stacks, strict=True)
        ]


@every_sample
def test_the_cards_agree_with_who_won(name: str) -> None:
    """Divide the pots by the rules: nobody but the house takes from what a player won."""
    for hand in read(name):
        if hand.is_unfinished or "_cash_outs" in hand.user_defined_fields:
            continue
        extras = {key: value for key, value in hand.user_defined_fields.items() if key != "_rake"}
        state = end(replace(hand, user_defined_fields=extras))
        assert hand.winnings is not None
        assert hand.finishing_stacks is not None
        house = sum(extras.get(key, 0) for key in ("_fees",)) - extras.get("_house_added", 0)
        house += hand.user_defined_fields["_rake"]
        taken = [
            by_rules - by_log
            for by_rules, by_log in zip(state.stacks, hand.finishing_stacks, strict=True)
        ]
        assert sum(taken) == house
        for share, won in zip(taken, hand.winnings, strict=True):
            assert won or not share  # only winners pay the house
            assert min(house, 0) <= share <= max(house, 0)


@every_sample
def test_hands_are_written_and_read_back(name: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for hand in read(name):
            again = parse_phh(phh_text(hand))
            assert again == hand
            assert end(again).stacks == end(hand).stacks


@every_sample
def test_cutting_a_log_anywhere_gives_unfinished_hands_or_an_error(name: str) -> None:
    lines = (ROOT / name).read_text(encoding="utf-8").split("\n")
    whole = [phh_text(hand) for hand in read(name)]
    for count in range(1, len(lines)):
        reader = read_hands("\n".join(lines[:count]))
        for hand in reader:
            if hand.is_unfinished:
                end(hand)
            else:  # at most lines of a summary are missing
                assert hand.finishing_stacks is not None
        assert len(reader.errors) <= 1
    assert [phh_text(hand) for hand in read_hands("\n".join(lines))] == whole


@every_sample
def test_every_hand_is_from_its_site(name: str) -> None:
    venues = {
        "absolute": "Absolute Poker",
        "full_tilt": "Full Tilt Poker",
        "ggpoker": "GGPoker",
        "ipoker": "iPoker Network",
        "ongame": "Ongame Network",
        "partypoker": "PartyPoker",
        "poker888": "888poker",
        "pokerstars": "PokerStars",
        "winamax": "Winamax",
    }
    site = name.partition("/")[0]
    for hand in read(name):
        assert hand.venue == venues.get(site, hand.venue)
        assert hand.year is not None
        assert hand.time is not None
        assert hand.table
        assert hand.hand
        assert hand.seats is not None
        assert len(hand.seats) == len(hand.starting_stacks)
        is_tournament = "_tournament" in hand.user_defined_fields
        assert is_tournament == (hand.currency is None)
