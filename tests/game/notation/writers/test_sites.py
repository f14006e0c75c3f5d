"""PokerStars logs and Open Hand History that are written and read back."""

from __future__ import annotations

import json
import warnings
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fifthstreet.errors import InputError
from fifthstreet.game.notation import (
    HandHistory,
    ohh_text,
    ohhs_text,
    parse_phh,
    pokerstars_text,
    pokerstars_texts,
    read_hands,
)
from fifthstreet.game.notation.writers.story import Story
from tests.game.notation import play
from tests.game.notation.samples import EXPECTED, ROOT, sample
from tests.game.notation.texts import POKERSTARS
from tests.thoroughness import examples

FIELDS = (
    *("variant", "antes", "blinds_or_straddles", "min_bet", "small_bet", "big_bet", "bring_in"),
    *("ante_trimming_status", "starting_stacks", "actions", "players", "seats", "currency"),
    *("finishing_stacks", "winnings", "year", "month", "day", "time", "level"),
)
MONEY = (
    *("_rake", "_fees", "_house_added", "_uncalled", "_bounties"),
    *("_cash_outs", "_cash_out_fees", "_not_awarded"),
)


def contents(hand: HandHistory, *left_out: str) -> dict[str, Any]:
    fields = {name: getattr(hand, name) for name in FIELDS if name not in left_out}
    extras = hand.user_defined_fields
    return fields | {
        name: extras.get(name) for name in (*MONEY, "_runout_count", "_tournament", "_fast_fold")
    }


def read_one(text: str) -> HandHistory:
    reader = read_hands(text)
    hands = list(reader)
    assert reader.errors == []
    (hand,) = hands
    return hand


@pytest.mark.parametrize("name", EXPECTED)
def test_pokerstars_logs_are_read_back(name: str) -> None:
    for hand in read_hands(ROOT / name):
        again = read_one(pokerstars_text(hand))
        # Logs of tournaments always name a level.
        left_out = ["level"] if hand.level is None else []
        assert contents(again, *left_out) == contents(hand, *left_out)
        for field in ("_shown", "_mucked"):
            assert again.user_defined_fields.get(field) == hand.user_defined_fields.get(field)


@pytest.mark.parametrize("name", EXPECTED)
def test_open_hand_histories_are_read_back(name: str) -> None:
    for hand in read_hands(ROOT / name):
        # Cards shown while folding have no place in the standard.
        hidden = [action.replace("Ac??", "????") for action in hand.actions]
        again = read_one(ohh_text(hand))
        assert contents(again) == contents(replace(hand, actions=hidden))


@settings(deadline=None, max_examples=examples(100))
@given(st.sampled_from(play.ENGINE_VARIANTS), st.integers(0, 10_000), st.sampled_from(play.UNITS))
def test_random_hands(variant: str, seed: int, unit: Any) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        hand = parse_phh(play.random_hand(variant, seed, unit=unit).dumps())
        *_, state = hand
        for write in (pokerstars_text, ohh_text):
            *_, again = read_one(write(hand))
            assert again.stacks == state.stacks


def test_several_hands() -> None:
    hands = list(read_hands(ROOT / "pokerstars" / "cash.txt"))
    for write in (pokerstars_texts, ohhs_text):
        assert [hand.hand for hand in read_hands(write(hands))] == [hand.hand for hand in hands]


def test_open_hand_history_is_json_with_the_fields_of_the_standard() -> None:
    (hand,) = read_hands(POKERSTARS)
    written = json.loads(ohh_text(hand))["ohh"]
    assert written["site_name"] == "PokerStars"
    assert written["game_type"] == "Holdem"
    assert written["bet_limit"] == {"bet_type": "NL", "bet_cap": 0}
    assert [each["street"] for each in written["rounds"]] == ["Preflop"]
    raises = [action for action in written["rounds"][0]["actions"] if action["action"] == "Raise"]
    assert [action["amount"] for action in raises] == [6]
    assert written["pots"][0] == {
        "number": 0,
        "amount": 5,
        "rake": 0,
        "jackpot": 0,
        "player_wins": [{"player_id": 2, "win_amount": 5}],
    }


def test_open_hand_history_of_stud() -> None:
    """The standard names the game, but has no bring-in and only hold'em's streets."""
    (hand,) = read_hands(ROOT / "pokerstars" / "stud.txt")
    written = json.loads(ohh_text(hand))["ohh"]
    assert (written["game_type"], written["_variant"]) == ("Stud", "F7S")
    streets = [each["street"] for each in written["rounds"]]
    assert streets == ["Preflop", "Flop", "Turn", "River", "River", "Showdown"]
    third, fourth = written["rounds"][:2]
    posts = [each for each in third["actions"] if each["action"] == "Post Extra Blind"]
    assert hand.bring_in is not None
    assert [each["amount"] for each in posts] == [float(hand.bring_in)]
    deals = [each["cards"] for each in third["actions"] if each["action"] == "Dealt Cards"]
    assert set(map(len, deals)) == {1, 3}  # door cards, and hands that were seen
    assert {len(each.get("cards", "x")) for each in fourth["actions"]} == {1}
    del written["_variant"]
    assert read_one(json.dumps({"ohh": written})).variant == "F7S"


def test_games_without_a_name_in_the_standard() -> None:
    (hand,) = read_hands(POKERSTARS)
    with pytest.raises(InputError, match="Open Hand History has no name for pot-limit Courchevel"):
        ohh_text(replace(hand, variant="PC"))


def test_open_hand_history_of_draws() -> None:
    """The standard calls all draw games Draw, and has no discards."""
    (hand,) = read_hands(ROOT / "pokerstars" / "triple_draw.txt")
    written = json.loads(ohh_text(hand))["ohh"]
    assert (written["game_type"], written["_variant"]) == ("Draw", "F2L3D")
    discards = [
        each["_discarded"]
        for round_ in written["rounds"]
        for each in round_["actions"]
        if "_discarded" in each
    ]
    assert len(discards) == sum(" sd" in action for action in hand.actions)
    del written["_variant"]
    reader = read_hands(json.dumps({"ohh": written}))
    assert list(reader) == []
    (error,) = reader.errors
    assert "game_type 'Draw' may be any draw game" in error.message
    assert "_variant must name it, like 'F2L3D'" in error.message


def test_pokerstars_logs_of_hands_without_a_date_or_a_table() -> None:
    """The format requires both, so they are written as what no real hand has."""
    hand = parse_phh(
        "variant = 'NT'\nantes = [0, 0]\nblinds_or_straddles = [5, 10]\nmin_bet = 10\n"
        "starting_stacks = [1000, 1000]\nactions = ['d dh p1 AsKs', 'd dh p2 ????', 'p2 f']"
    )
    assert (hand.year, hand.table) == (None, None)
    first, second, *_ = pokerstars_text(hand).splitlines()
    assert first.endswith("1970/01/01 0:00:00 ET")
    assert second.startswith("Table '1' ")


def test_raises_are_what_the_player_adds() -> None:
    """The specification of `amount`: a bet of 2 that is raised to 20 adds 18."""
    text = POKERSTARS.replace("bob: folds", "bob: raises $14 to $20\nbig cat: folds", 1)
    text = text.replace("($4) returned to big cat", "($14) returned to bob")
    text = text.replace("big cat collected $5", "bob collected $13").replace("pot $5", "pot $13")
    text = text.replace("big cat (button) collected ($5)", "big cat (button) folded")
    (hand,) = read_hands(text)
    actions = json.loads(ohh_text(hand))["ohh"]["rounds"][0]["actions"]
    assert [action["amount"] for action in actions if action["action"] == "Raise"] == [6, 18]


def test_exact_amounts() -> None:
    (hand,) = read_hands(POKERSTARS.replace("$200 in", "$200.10 in"))
    assert '"starting_stack": 200.10' in ohh_text(hand)


def test_unknown_games() -> None:
    (hand,) = read_hands(POKERSTARS)
    with pytest.raises(InputError, match="PokerStars has no no-limit royal hold'em"):
        pokerstars_text(replace(hand, variant="NR"))


def test_unfinished_hands() -> None:
    (hand,) = read_hands(ROOT / "pokerstars" / "unfinished.txt")
    for write in (pokerstars_text, ohh_text):
        assert read_one(write(hand)).is_unfinished


def test_a_bet_is_not_returned_where_a_log_is_cut_off() -> None:
    """The bet may still be called, so nobody knows whether it is returned."""
    (hand,) = read_hands(ROOT / "pokerstars" / "unfinished.txt")
    assert pokerstars_text(hand).splitlines()[-1] == "Einar: bets $1.10"


RUNOUT = ["d db 2c3c4c", "d db 5d", "d db 7d"]


def short_hand(actions: list[str], stacks: list[Any], unit: Any = 1, ante: Any = 0) -> HandHistory:
    deals = [f"d dh p{number} ????" for number in range(1, len(stacks) + 1)]
    return HandHistory(
        variant="NT",
        ante_trimming_status=True,
        antes=[ante] * len(stacks),
        blinds_or_straddles=[unit, 2 * unit, *[0] * len(stacks[2:])],
        min_bet=2 * unit,
        starting_stacks=stacks,
        actions=[*deals, *actions],
        parse_value=type(unit),
    )


def test_a_raise_is_above_the_full_blind_where_the_blind_is_short() -> None:
    lines = pokerstars_text(short_hand(["p3 cbr 6", "p1 f"], [100, 1, 100])).splitlines()
    assert "p2: posts big blind 1 and is all-in" in lines
    assert "p3: raises 4 to 6" in lines


def test_floats_are_written_without_rounding_errors() -> None:
    hand = short_hand(["p2 cbr 0.3", "p1 cc", *RUNOUT], [0.3, 0.3], unit=0.1)
    lines = pokerstars_text(hand).splitlines()
    assert "p2: raises 0.1 to 0.3 and is all-in" in lines
    assert "p1: calls 0.1 and is all-in" in lines
    assert "Total pot 0.6 | Rake 0.0" in lines


def test_antes_that_no_player_matches_are_returned() -> None:
    """They are in no pot, so the house does not rake them."""
    lines = pokerstars_text(short_hand(RUNOUT, [100, 5], ante=10)).splitlines()
    assert "p1: posts the ante 10" in lines
    assert "p2: posts the ante 5 and is all-in" in lines
    assert "Uncalled bet (5) returned to p1" in lines
    assert "Total pot 10 | Rake 0" in lines


def test_repr_is_short() -> None:
    (hand,) = read_hands(POKERSTARS)
    assert repr(Story(hand)) == "<Story: 3 players, 11 events>"


def test_a_board_without_a_flop_is_refused() -> None:
    """Such as of a log that is cut and whose flop cannot be read, which is an unfinished hand."""
    log = sample("ggpoker/ev_cashout.txt").replace("*** FLOP ***", "*** FLOP *j*")
    log = log.partition("b0b0b0: Receives")[0]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        reader = read_hands(log)
        (hand,) = reader
    assert hand.user_defined_fields["_unfinished"]
    with pytest.raises(InputError, match=r"as flop, turn and river, got \w+ after 1 cards"):
        pokerstars_text(hand)
