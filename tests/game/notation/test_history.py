"""Hand histories: PokerKit's fields and states, from tables and from played games."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from dataclasses import dataclass, fields
from functools import partial
from typing import Any, TypeAlias

import pokerkit
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fifthstreet.errors import InputError
from fifthstreet.game.enums import Automation
from fifthstreet.game.notation import HandHistory, parse_phh, phh_text
from fifthstreet.game.notation.fields import REQUIRED_FIELDS
from fifthstreet.game.variants import VARIANTS, NoLimitRoyalHoldem, NoLimitTexasHoldem
from tests.game.notation import play
from tests.game.notation.texts import PHH
from tests.thoroughness import examples

cases = st.builds(
    partial,
    st.just(play.random_hand),
    st.sampled_from(play.ENGINE_VARIANTS),
    st.integers(0, 10_000),
    unit=st.sampled_from(play.UNITS),
    comments=st.booleans(),
)
Case: TypeAlias = Callable[[], pokerkit.HandHistory]
TABLE: dict[str, Any] = {
    "variant": "NT",
    "antes": [0, 0],
    "blinds_or_straddles": [1, 2],
    "min_bet": 2,
    "starting_stacks": [100, 100],
    "actions": ["d dh p1 AsKs", "d dh p2 ????", "p2 cbr 6", "p1 cbr 18", "p2 f"],
    "_note": "a bluff",
}


@pytest.fixture(autouse=True)
def _no_warnings() -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


@settings(deadline=None, max_examples=examples(40))
@given(cases)
def test_every_state_matches_pokerkit(case: Case) -> None:
    theirs = case()
    ours = parse_phh(theirs.dumps())
    pairs = zip(ours.state_actions, theirs.state_actions, strict=True)
    for (state, action), (their_state, their_action) in pairs:
        assert action == their_action
        assert play.snapshot(state) == play.snapshot(their_state)


@settings(deadline=None, max_examples=examples(40))
@given(cases, st.booleans())
def test_history_of_a_state_matches_pokerkit(case: Case, merged: bool) -> None:
    theirs = case()
    ours = parse_phh(theirs.dumps())
    *_, state = ours
    *_, their_state = theirs
    hand = HandHistory.from_game_state(ours.create_game(), state, merge_deals=merged, hand="x")
    expected = pokerkit.HandHistory.from_game_state(
        theirs.create_game(), their_state, merged, hand="x"
    )
    assert phh_text(hand) == expected.dumps()


def test_fields_match_pokerkit() -> None:
    names = [field.name for field in fields(pokerkit.HandHistory)]
    assert [field.name for field in fields(HandHistory)] == names


def test_repr_is_short() -> None:
    hand = HandHistory.from_table(TABLE)
    assert repr(hand) == "<HandHistory NT: 2 players, 5 actions>"


def test_tables_are_not_modified() -> None:
    table = dict(TABLE)
    hand = HandHistory.from_table(table, {"hand": 7, "_table": "by the window"})
    assert table == TABLE
    assert hand.hand == 7
    assert hand.user_defined_fields == {"_note": "a bluff", "_table": "by the window"}


def test_tables_and_constructor_build_equal_hands() -> None:
    given_fields = dict(TABLE)
    user_defined = {"_note": given_fields.pop("_note")}
    assert HandHistory.from_table(TABLE) == HandHistory(
        **given_fields, user_defined_fields=user_defined
    )


def test_subclasses_build_hands_of_their_own_class() -> None:
    class Plain(HandHistory):
        pass

    @dataclass
    class Rated(HandHistory):
        rating: int = 3

    assert type(Plain.from_table(TABLE)) is Plain
    assert Rated.from_table(TABLE).rating == 3
    assert Rated.from_table(TABLE, {"rating": 5}).rating == 5
    assert [type(hand) for hand in Plain.from_tables({"1": TABLE, "2": TABLE})] == [Plain, Plain]


def test_errors_in_tables_name_the_hand() -> None:
    with pytest.raises(InputError, match="'variant' must be in the table of a hand"):
        list(HandHistory.from_tables(TABLE))
    with pytest.raises(
        ValueError, match=r"hand \[b\]: required fields are missing: actions, antes"
    ):
        list(HandHistory.from_tables({"a": TABLE, "b": {"variant": "NT"}}))


@pytest.mark.parametrize("code", VARIANTS)
def test_every_game_can_be_recorded(code: str) -> None:
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
    names = REQUIRED_FIELDS[code]
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
            state.discard()
    hand = HandHistory.from_game_state(game, state)
    parsed = parse_phh(phh_text(hand))
    *_, last = parsed
    assert parsed.variant == code
    assert last.stacks == state.stacks


def test_a_second_board_is_recorded() -> None:
    game = NoLimitTexasHoldem(tuple(Automation), True, 0, (1, 2), 2, starting_board_count=2)
    state = game(50, 3)
    while state.status:
        state.check_or_call()
    hand = parse_phh(phh_text(HandHistory.from_game_state(game, state)))
    *_, last = hand
    assert repr(last.board_cards) == repr(state.board_cards)
    assert last.stacks == state.stacks
    hand.user_defined_fields["_starting_board_count"] = "two"
    with pytest.raises(InputError, match="starting_board_count must be a whole number, got 'two'"):
        hand.create_state()


def test_hands_share_games_only_if_their_terms_are_the_same() -> None:
    """Games are shared, so neither a similar hand nor a change of this one may affect them."""
    fields = {**TABLE, "antes": [3], "starting_stacks": [90, 90, 90], "actions": []}
    listed, same = (HandHistory.from_table(fields) for _ in range(2))
    for_all = HandHistory.from_table({**fields, "antes": 3})
    assert listed.create_state().antes == (3, 0, 0)
    assert for_all.create_state().antes == (3, 3, 3)
    listed.antes = [5]
    assert same.create_state().antes == (3, 0, 0)
    same.antes[0] = 4
    assert HandHistory.from_table({**fields, "antes": [3]}).create_state().antes == (3, 0, 0)


def test_unusual_automations_show_every_step() -> None:
    hand = parse_phh(PHH)
    theirs = pokerkit.HandHistory.loads(PHH)
    hand.automations = ()
    theirs.automations = ()
    assert [action for _, action in hand.state_actions] == [
        action for _, action in theirs.state_actions
    ]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("'NT'", "'XX'", "variant must be one of FT, NT, .*, got 'XX'"),
        ("min_bet = 2\n", "", "required fields are missing for the variant NT: min_bet"),
        ("[100, 100]", "[100, 0]", "stack"),
        (
            "'p2 f'",
            "'p2 jumps'",
            "action 5 of 5, 'p2 jumps': an action must be like .*, got 'p2 jumps'",
        ),
        ("'p2 f'", "'p1 f'", "'p1 f' is out of turn: it is p2's turn"),
        ("cbr 6", "cbr six", "amount must be a number, got 'six'"),
        ("cbr 6", "cbr nan", "amount must be a number, got 'nan'"),
        ("dh p1", "dh q1", "a player must be like 'p1', got 'q1'"),
        ("dh p1", "dh p9", "a player must be from p1 to p2, got p9"),
    ],
)
def test_invalid_hands_are_rejected_when_replayed(old: str, new: str, message: str) -> None:
    hand = parse_phh(PHH.replace(old, new))
    with pytest.raises(InputError, match=message):
        list(hand)


def test_games_without_a_code_cannot_be_recorded() -> None:
    class Mine(NoLimitTexasHoldem):
        pass

    game = Mine((), True, 0, (1, 2), 2)
    with pytest.raises(InputError, match="PHH has no variant code for Mine"):
        HandHistory.from_game_state(game, game(100, 2))
    royal = NoLimitRoyalHoldem((), True, 0, (1, 2), 2)
    assert HandHistory.from_game_state(royal, royal(100, 2)).variant == "NR"
