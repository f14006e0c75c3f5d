"""Samples of all sites: stacks, winnings and rake are those of the log to the cent."""

from __future__ import annotations

import warnings
from dataclasses import replace
from decimal import Decimal

import pytest

from fifthstreet.game.notation import HandHistory, parse_phh, phh_text, read_hands
from fifthstreet.game.state import State
from tests.game.notation.samples import EXPECTED, ROOT, amounts, sample

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


@pytest.mark.parametrize(
    ("name", "number", "player", "dead", "live"),
    [
        ("pokerstars/dead_blinds.txt", 0, "Dario", "0.50", "1"),
        ("winamax/dead_blinds.txt", 0, "Hugo", "0.25", "0.50"),
        ("poker888/dead_blind.txt", 0, "Tilda", "1", "2"),
        ("ipoker/omaha.xml", 0, "Mira", "0.10", "0.20"),
        ("partypoker/dead_blind.txt", 0, "Ubul", "0.10", "0.25"),
        ("full_tilt/dead_blind.txt", 0, "Gerda", "0.50", "1"),
        ("absolute/cash.txt", 1, "TORVALD", "0.50", "1"),
        ("open_hand_history/cash.ohh", 0, "Zeno", "0.50", "1"),
    ],
)
def test_dead_and_late_blinds_are_read_in_every_sites_reader(
    name: str, number: int, player: str, dead: str, live: str
) -> None:
    hand = read(name)[number]
    assert hand.players is not None
    assert hand.blinds_or_straddles is not None
    index = hand.players.index(player)
    assert hand.antes[index] == Decimal(dead)
    assert hand.blinds_or_straddles[index] == -Decimal(live)


def test_ggpoker_missed_blinds_and_cash_outs_of_the_winner() -> None:
    text = sample("ggpoker/cash.txt").replace(
        "*** HOLE CARDS ***", "77be0d: posts missed blind $0.5\n*** HOLE CARDS ***"
    )
    text = text.replace("collected $18.05", "collected $18.55").replace("($18.05)", "($18.55)")
    (hand,) = read_hands(text.replace("Total pot $19.1", "Total pot $19.6"))
    assert hand.blinds_or_straddles is not None
    assert hand.blinds_or_straddles[3] == -Decimal("0.50")
    text = sample("ggpoker/ev_cashout.txt").replace("b0b0b0: Receives Cashout ($53.1)", "")
    text = text.replace("*** SHOWDOWN", "Hero: Pays Cashout Risk ($54.25)\n*** SHOWDOWN")
    (hand,) = read_hands(text)
    assert hand.finishing_stacks == [0, Decimal("103.25")]
    assert hand.user_defined_fields["_cash_outs"] == [0, Decimal("-54.25")]


@pytest.mark.parametrize("has_caller", [False, True])
def test_a_short_big_blind_is_called_in_full(has_caller: bool) -> None:
    """Others must call the full big blind, as the rooms have it."""
    text = sample("pokerstars/short_blind.txt")
    text = text.replace("Qi (2600 in", "Qi (120 in").replace(
        "posts big blind 200", "posts big blind 120 and is all-in"
    )
    preflop = "Oda: calls 200" if has_caller else "Oda: folds\nUncalled bet (80) returned to Runa"
    checks = "Runa: checks\nOda: checks\n" if has_caller else ""
    mucks = "Oda: mucks hand\n" if has_caller else ""
    main, side = (280, 310) if has_caller else (210, 100)
    text = f"""{text.partition("Runa: raises")[0]}Runa: calls 200
{preflop}
*** FLOP *** [9s 5h 2d]
{checks}*** TURN *** [9s 5h 2d] [Kc]
{checks}*** RIVER *** [9s 5h 2d Kc] [Jc]
{checks}*** SHOW DOWN ***
Runa: shows [Qd Qh] (a pair of Queens)
{mucks}Runa collected {side} from side pot
Qi: shows [Ac 7c] (high card Ace)
Pelle: shows [Kd 4d] (a pair of Kings)
Pelle collected {main} from main pot
*** SUMMARY ***
Total pot {main + side} Main pot {main}. Side pot {side}. | Rake 0
"""
    reader = read_hands(text)
    (hand,) = reader
    assert reader.errors == []
    assert end(hand).stacks == ([280, 0, 4210, 2800] if has_caller else [210, 0, 4080, 3000])
