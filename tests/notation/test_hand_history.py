"""PHH: the same fields, texts and states as PokerKit, and exact round trips."""

from __future__ import annotations

import io
import warnings
from collections.abc import Callable
from dataclasses import fields
from decimal import Decimal
from functools import partial
from typing import Any, TypeAlias

import pokerkit
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fifthstreet.game.enums import Automation
from fifthstreet.game.variants import VARIANTS, NoLimitRoyalHoldem, NoLimitTexasHoldem
from fifthstreet.notation import HandHistory
from tests.notation import play

HOW_PLAYED = ("automations", "divmod", "rake", "parse_value")
TEXT = """variant = 'NT'
ante_trimming_status = false
antes = [0, 0]
blinds_or_straddles = [1, 2]
min_bet = 2
starting_stacks = [100, 100]
actions = ['d dh p1 AsKs', 'd dh p2 ????', 'p2 cbr 6', 'p1 cbr 18', 'p2 f']"""

cases = st.builds(
    partial,
    st.just(play.random_hand),
    st.sampled_from(play.VARIANTS),
    st.integers(0, 10_000),
    unit=st.sampled_from(play.UNITS),
    comments=st.booleans(),
)
Case: TypeAlias = Callable[[], pokerkit.HandHistory]


def snapshot(state: Any) -> dict[str, object]:
    names = (
        *("status", "bets", "stacks", "payoffs", "statuses", "street_index", "actor_index"),
        *("showdown_index", "stand_patter_or_discarder_index", "checking_or_calling_amount"),
        *("min_completion_betting_or_raising_to_amount", "total_pot_amount", "all_in_status"),
    )
    values = {name: getattr(state, name) for name in names}
    cards = ("hole_cards", "board_cards", "burn_cards", "mucked_cards")
    return {
        **{name: repr(getattr(state, name)) for name in cards},
        **{
            name: list(value) if isinstance(value, list | tuple) else value
            for name, value in values.items()
        },
        "operations": list(map(told, state.operations)),
    }


def told(operation: Any) -> tuple[object, ...]:
    values = {name: getattr(operation, name) for name in type(operation).__match_args__}
    shown = (repr(value) if "card" in name else value for name, value in values.items())
    return type(operation).__name__, operation.commentary, *shown


@pytest.fixture(autouse=True)
def _no_warnings() -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


@settings(deadline=None)
@given(cases)
def test_reads_and_writes_like_pokerkit(case: Case) -> None:
    theirs = case()
    text = theirs.dumps()
    ours = HandHistory.loads(text)
    for field in fields(theirs):
        if field.name not in HOW_PLAYED:
            assert getattr(ours, field.name) == getattr(theirs, field.name)
    assert [field.name for field in fields(ours)] == [field.name for field in fields(theirs)]
    assert ours.dumps() == text


@settings(deadline=None, max_examples=40)
@given(cases)
def test_every_state_is_pokerkits(case: Case) -> None:
    theirs = case()
    ours = HandHistory.loads(theirs.dumps())
    pairs = zip(ours.state_actions, theirs.state_actions, strict=True)
    for (state, action), (their_state, their_action) in pairs:
        assert action == their_action
        assert snapshot(state) == snapshot(their_state)


@settings(deadline=None, max_examples=40)
@given(cases, st.booleans())
def test_history_of_a_state_is_pokerkits(case: Case, merged: bool) -> None:
    theirs = case()
    ours = HandHistory.loads(theirs.dumps())
    *_, state = ours
    *_, their_state = theirs
    written = HandHistory.from_game_state(ours.create_game(), state, merged, hand="x").dumps()
    wanted = pokerkit.HandHistory.from_game_state(
        theirs.create_game(), their_state, merged, hand="x"
    )
    assert written == wanted.dumps()


@settings(deadline=None, max_examples=20)
@given(st.lists(cases, max_size=5))
def test_many_hands_in_one_file(chosen: list[Case]) -> None:
    theirs = [case() for case in chosen]
    text = pokerkit.HandHistory.dumps_all(theirs)
    ours = list(HandHistory.loads_all(text))
    assert [hand.dumps() for hand in ours] == [hand.dumps() for hand in theirs]
    assert HandHistory.dumps_all(ours) == text
    file = io.BytesIO()
    HandHistory.dump_all(ours, file)
    assert list(HandHistory.load_all(io.BytesIO(file.getvalue()))) == ours


field_texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=10)


@given(
    st.dictionaries(field_texts.map("_{}".format), st.one_of(field_texts, st.integers())),
    st.lists(field_texts, min_size=2, max_size=2),
)
def test_round_trip_of_any_names_and_own_fields(own: dict[str, Any], players: list[str]) -> None:
    hand = HandHistory.loads(TEXT, players=players, user_defined_fields=own)
    again = HandHistory.loads(hand.dumps())
    assert again == hand
    assert again.user_defined_fields == own
    assert again.dumps() == hand.dumps()


@pytest.mark.parametrize("crlf", [False, True])
def test_hand_written_file(crlf: bool) -> None:
    text = (
        "# A hand.\n\n"
        + TEXT.replace("['d", "[\n  # Pre-flop\n  'd").replace("', 'd", "',  # Ann\n\n  'd")
        + "\nplayers = [\"Ann\", 'Bob']\nyear = 2009\ntime = 12:34:56\n\n[_notes]\nby = 'me'\n"
    )
    hand = HandHistory.loads(text.replace("\n", "\r\n") if crlf else text)
    assert hand.players == ["Ann", "Bob"]
    assert str(hand.time) == "12:34:56"
    assert hand.user_defined_fields == {"_notes": {"by": "me"}}
    assert HandHistory.loads(hand.dumps()) == hand


def test_required_fields_are_those_of_the_format() -> None:
    for code, names in pokerkit.HandHistory.required_field_names.items():
        assert HandHistory.required_field_names[code] == names
    assert HandHistory.optional_field_names == pokerkit.HandHistory.optional_field_names
    assert set(HandHistory.game_types) == set(VARIANTS)


@pytest.mark.parametrize("code", VARIANTS)
def test_every_game_can_be_told(code: str) -> None:
    game_type = VARIANTS[code]
    terms: dict[str, Any] = {
        "raw_antes": 1,
        "raw_blinds_or_straddles": (1, 2),
        "bring_in": 1,
        "small_bet": 2,
        "big_bet": 4,
        "min_bet": 2,
        "bet": 2,
    }
    names = HandHistory.required_field_names[code]
    chosen = {
        term: value
        for term, value in terms.items()
        if term.removeprefix("raw_") in names or (term == "bet" and code == "KP")
    }
    if code == "KP":
        del chosen["min_bet"]
    game = game_type(automations=tuple(Automation), ante_trimming_status=True, **chosen)
    state = game(50, 2)
    while state.status:
        if state.can_check_or_call():
            state.check_or_call()
        elif state.can_post_bring_in():
            state.post_bring_in()
        else:
            state.stand_pat_or_discard()
    hand = HandHistory.from_game_state(game, state)
    again = HandHistory.loads(hand.dumps())
    *_, last = again
    assert again.variant == code
    assert last.stacks == state.stacks


def test_a_second_board_is_told() -> None:
    game = NoLimitTexasHoldem(tuple(Automation), True, 0, (1, 2), 2, starting_board_count=2)
    state = game(50, 3)
    while state.status:
        state.check_or_call()
    hand = HandHistory.loads(HandHistory.from_game_state(game, state).dumps())
    *_, last = hand
    assert repr(last.board_cards) == repr(state.board_cards)
    assert last.stacks == state.stacks
    hand.user_defined_fields["_starting_board_count"] = "two"
    with pytest.raises(ValueError, match="cannot be set up"):
        hand.create_state()


def test_numbers_are_ints_or_decimals_unless_a_parser_is_given() -> None:
    text = TEXT.replace("[100, 100]", "[100, 99.50]")
    assert HandHistory.loads(text).starting_stacks == [100, Decimal("99.50")]
    assert HandHistory.loads(text, parse_value=float).starting_stacks == [100, 99.5]  # type: ignore[arg-type]


def test_given_fields_override_those_of_the_text() -> None:
    automations = (Automation.ANTE_POSTING,)
    with pytest.warns(UserWarning, match="'colour' is not a field"):
        hand = HandHistory.loads(TEXT, hand=7, automations=automations, colour="red", _x=1)
    assert (hand.hand, hand.automations) == (7, automations)
    assert hand.user_defined_fields == {"colour": "red", "_x": 1}


def test_how_a_hand_is_played_is_not_read_from_text() -> None:
    with pytest.warns(UserWarning, match="'rake'"):
        hand = HandHistory.loads(TEXT + "\nrake = 3")
    assert callable(hand.rake)
    assert hand.user_defined_fields == {"rake": 3}


def test_unusual_automations_show_every_step() -> None:
    hand = HandHistory.loads(TEXT)
    theirs = pokerkit.HandHistory.loads(TEXT)
    hand.automations = ()
    theirs.automations = ()
    assert [action for _, action in hand.state_actions] == [
        action for _, action in theirs.state_actions
    ]


def test_a_subclass_loads_itself() -> None:
    class Mine(HandHistory):
        pass

    assert type(Mine.loads(TEXT)) is Mine


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("variant = 'NT'\n", "", "the hand has no variant"),
        ("'NT'", "3", "variant is 3; want text"),
        ("[100, 100]", "'x'", "starting_stacks is 'x'; want an array of numbers"),
        ("[100, 100]", "[100, true]", "starting_stacks: an item is True; want a number"),
        ("[100, 100]", "[100, nan]", "starting_stacks: an item is Decimal"),
        ("['d dh p1 AsKs'", "[1", "Cannot|want an array of texts|[Uu]n"),
        ("min_bet = 2", "min_bet = '2'", "min_bet is '2'; want a number"),
        ("antes = [0, 0]", "antes = ", "Invalid value"),
    ],
)
def test_bad_fields_are_refused_at_once(old: str, new: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        HandHistory.loads(TEXT.replace(old, new))


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("'NT'", "'XX'", "unknown variant: 'XX'; want one of FT, NT"),
        ("min_bet = 2\n", "", "the hand has no min_bet; NT needs it"),
        ("[100, 100]", "[100, 0]", "stack"),
        ("'p2 f'", "'p2 jumps'", "action 5 of 5 does not fit, 'p2 jumps': not an action"),
        ("'p2 f'", "'p1 f'", "'p1 f' is out of turn: it is p2's"),
        ("cbr 6", "cbr six", "not an amount: 'six'"),
        ("cbr 6", "cbr nan", "not an amount: 'nan'"),
        ("dh p1", "dh q1", "not a player: 'q1'"),
        ("dh p1", "dh p9", "p9"),
    ],
)
def test_bad_hands_are_refused_when_played(old: str, new: str, message: str) -> None:
    hand = HandHistory.loads(TEXT.replace(old, new))
    with pytest.raises(ValueError, match=message):
        list(hand)


def test_unknown_variants_cannot_be_written() -> None:
    with pytest.raises(ValueError, match="unknown variant"):
        HandHistory.loads(TEXT.replace("'NT'", "'XX'")).dumps()


def test_games_without_a_code_cannot_be_told() -> None:
    class Mine(NoLimitTexasHoldem):
        pass

    game = Mine((), True, 0, (1, 2), 2)
    with pytest.raises(ValueError, match="no name for Mine"):
        HandHistory.from_game_state(game, game(100, 2))
    royal = NoLimitRoyalHoldem((), True, 0, (1, 2), 2)
    assert HandHistory.from_game_state(royal, royal(100, 2)).variant == "NR"


def test_hands_outside_of_tables() -> None:
    with pytest.raises(ValueError, match="'variant' is outside of any hand"):
        list(HandHistory.loads_all(TEXT))
    with pytest.raises(ValueError, match=r"hand \[b\]: the hand has no"):
        list(HandHistory.loads_all(f"[a]\n{TEXT}\n[b]\nvariant = 'NT'"))
