"""Logs of PokerStars: what used to go wrong, and errors that name their line."""

from __future__ import annotations

from decimal import Decimal

import pytest

from fifthstreet.errors import InputError
from fifthstreet.game.events import ForcedBet
from fifthstreet.game.notation import HandHistory, read_hands
from tests.game.notation.samples import sample
from tests.game.notation.texts import POKERSTARS


def only(text: str) -> HandHistory:
    reader = read_hands(text)
    hands = list(reader)
    assert reader.errors == []
    (hand,) = hands
    return hand


def put_in(hand: HandHistory) -> dict[str, Decimal]:
    """Return what each player posted in the replay."""
    assert hand.players is not None
    *_, state = hand
    paid = dict.fromkeys(hand.players, Decimal(0))
    for event in state.events:
        if isinstance(event, ForcedBet):
            paid[hand.players[event.seat]] += event.added
    return paid


def test_fields() -> None:
    hand = only(POKERSTARS)
    assert hand.players == ["ann", "bob", "big cat"]
    assert hand.seats == [1, 2, 3]
    assert hand.starting_stacks == [200, 1200, 200]
    assert hand.winnings == [0, 0, 5]
    assert (hand.hand, hand.table, hand.seat_count, hand.year) == (7, "Yew III", 6, 2009)
    assert (hand.currency, hand.currency_symbol) == ("USD", "$")
    assert hand.user_defined_fields == {
        "_rake": 0,
        "_uncalled": [0, 0, 4],
        "time_zone_abbreviation": "ET",
    }
    assert hand.actions == [
        *("d dh p1 AsKs", "d dh p2 ????", "d dh p3 ????", "p3 cbr 6", "p1 f", "p2 f")
    ]


def test_small_and_big_blinds_of_a_returning_player_are_read() -> None:
    hand = only(sample("pokerstars/dead_blinds.txt"))
    assert put_in(hand)["Dario"] == Decimal("1.50")
    assert hand.players is not None
    dario = hand.players.index("Dario")
    assert hand.antes[dario] == Decimal("0.50")
    assert hand.blinds_or_straddles is not None
    assert hand.blinds_or_straddles[dario] == -1


def test_a_late_big_blind_and_a_missed_small_blind_are_read() -> None:
    hand = only(sample("pokerstars/dead_blinds.txt"))
    assert put_in(hand) == {
        "Arlo": Decimal("0.50"),
        "Bibi": 1,
        "Cleo": 0,
        "Dario": Decimal("1.50"),
        "Enzo": 1,
        "Yann": Decimal("0.50"),
        "Zoe": 0,
    }


def test_raises_count_to_their_total_after_a_short_blind() -> None:
    hand = only(sample("pokerstars/short_blind.txt"))
    assert "p3 cbr 400" in hand.actions
    assert hand.blinds_or_straddles == [100, 200, 0, 0]
    *_, state = hand
    assert state.stacks == [210, 2200, 4360, 3000]


def test_winnings_at_the_showdown_are_read_from_the_summary_alone() -> None:
    text = sample("pokerstars/side_pots.txt")
    lines = [line for line in text.split("\n") if " collected $" not in line]
    hand = only("\n".join(lines))
    assert hand.winnings == [0, Decimal("58.25"), Decimal("58.50"), 0]


def test_mucked_cards_are_read() -> None:
    hand = only(sample("pokerstars/limit_omaha_hi_lo.txt"))
    assert hand.user_defined_fields["_mucked"] == ["", "KhJd4c5d"]
    assert "d dh p2 KhJd4c5d" in hand.actions
    assert hand.actions[-1] == "p2 sm"


def test_cards_that_are_shown_while_folding_are_read() -> None:
    hand = list(read_hands(sample("pokerstars/cash.txt")))[2]
    assert hand.user_defined_fields["_shown"] == ["9s9c", "", "Ac", ""]
    assert "d dh p3 Ac??" in hand.actions


def test_run_it_twice_is_read() -> None:
    hand = only(sample("pokerstars/run_twice.txt"))
    *_, state = hand
    assert state.board_count == 2
    boards = ["".join(map(repr, state.get_board_cards(index))) for index in range(2)]
    assert boards == ["Kd8d3c2sKh", "Kd8d3cTh4s"]


def test_cash_outs_are_read() -> None:
    hand = only(sample("pokerstars/cashed_out.txt"))
    assert hand.user_defined_fields["_cash_outs"] == [Decimal("0.24"), 0, Decimal("9.53"), 0]
    assert hand.user_defined_fields["_cash_out_fees"] == [0, 0, Decimal("0.10"), 0]


@pytest.mark.parametrize(
    "chat",
    [
        'bob said, "fold: or else"',
        'bob said, "ann: folds"',
        "bob: is this chat",
    ],
)
def test_chat_with_a_colon_does_not_lose_the_hand(chat: str) -> None:
    text = POKERSTARS.replace("ann: folds", f"{chat}\nann: folds")
    assert only(text) == only(POKERSTARS)


@pytest.mark.parametrize("gap", ["", "\n", "\n\n", "\n\n\n\n"])
def test_hands_any_number_of_blank_lines_apart_are_not_merged(gap: str) -> None:
    other = POKERSTARS.replace("#7", "#8")
    assert [hand.hand for hand in read_hands(POKERSTARS + gap + other)] == [7, 8]


@pytest.mark.parametrize(
    ("name", "number"),
    [("zoom", 210000000101), ("home_game", 210000000401), ("home_game_tournament", 210000000402)],
)
def test_zoom_and_home_games_have_numbers(name: str, number: int) -> None:
    assert only(sample(f"pokerstars/{name}.txt")).hand == number


def test_tournaments() -> None:
    hand = only(sample("pokerstars/tournament_bounty.txt"))
    assert hand.level == 4
    extras = hand.user_defined_fields
    assert (extras["_tournament"], extras["_buy_in"]) == ("3100000002", "€4.60+€4.60+€0.80 EUR")
    assert extras["_bounties"] == [0, 0, Decimal("4.60")]
    assert (extras["_places"], extras["_prizes"]) == ({"Pia": 14}, {"Pia": "€12.50"})


def test_button_at_an_empty_seat() -> None:
    text = POKERSTARS.replace("#3 is the button", "#9 is the button")
    assert only(text).seats == [1, 2, 3]


@pytest.mark.parametrize("name", ["a: b", "a: bc", "a: bcd", "a: b: cd", "calls me"])
def test_names_with_a_colon_or_a_verb(name: str) -> None:
    hand = only(POKERSTARS.replace("big cat", name))
    assert hand.players == ["ann", "bob", name]
    assert hand.actions == only(POKERSTARS).actions


def test_a_hand_that_ends_in_the_middle_is_marked() -> None:
    for cut in ("*** HOLE", "big cat: raises", "bob: folds", "big cat collected"):
        hand = only(POKERSTARS.partition(cut)[0])
        assert hand.is_unfinished
        assert hand.finishing_stacks is None
    assert not only(POKERSTARS).is_unfinished


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("raises $4 to $6", "raises $1 to $3", r"line 10: .*'p3 cbr 3' of big cat: 3 is below"),
        ("big cat: raises $4 to $6", "ann: calls $1", r"line 11: .*'p1 f' of ann"),
        ("Hold'em No Limit", "Canasta No Limit", "line 1: the game must be one of"),
        ("bob: folds", "rob: folds", "line 12: no seat or stack is given for 'rob'"),
        ("[As Ks]", "[As As]", "line 1: As is dealt twice"),
        ("($4) returned", "($3) returned", "line 14: 3 is returned to big cat, but 4 of"),
        ("Total pot $5", "Total pot $6", "line 14: the pot is 6, but the bets add up to 5"),
        ("Rake $0", "Rake $1", "line 14: 6 is collected and raked from a pot of 5"),
        ("ann ($200", "big cat ($200", "line 5: two seats are given for 'big cat'"),
        ("raises $4 to $6", "raises $4", "line 10: a raise must be like"),
    ],
)
def test_errors_name_the_line(old: str, new: str, message: str) -> None:
    reader = read_hands(POKERSTARS.replace(old, new))
    assert list(reader) == []
    with pytest.raises(InputError, match=message):
        raise reader.errors[0]


def test_amounts_with_many_decimals() -> None:
    text = POKERSTARS.replace("$", "").replace("(200 in", "(200.00012345 in", 1)
    assert only(text).starting_stacks[0] == Decimal("200.00012345")
    reader = read_hands(text.replace("200.00012345", "200.0001234567"))
    assert list(reader) == []
    assert "amount must have at most 8 decimals, got" in str(reader.errors[0])


def test_amounts_as_floats() -> None:
    (hand,) = read_hands(POKERSTARS, parse_value=float)
    assert hand.starting_stacks == [200.0, 1200.0, 200.0]
    assert type(hand.starting_stacks[0]) is float
