"""Actions as text."""

from __future__ import annotations

import pytest

from fifthstreet.errors import InputError
from fifthstreet.game.enums import Automation
from fifthstreet.game.notation import apply_action
from fifthstreet.game.notation.actions import action_texts
from fifthstreet.game.variants import NoLimitTexasHoldem

AUTOMATIONS = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.CARD_BURNING,
)


def test_comments_are_kept() -> None:
    state = NoLimitTexasHoldem(AUTOMATIONS, True, 0, (1, 2), 2)(200, 2)
    for action in (
        "# before the deal",
        "d dh p1 AsKs # a # b",
        "d dh p2 ????  #",
        "p2 cc # limps",
        "p1 cc",
        "d db AcKcQc # wet",
    ):
        apply_action(state, action)
    comments = [event.commentary for event in state.events if event.commentary is not None]
    assert comments == ["before the deal", "a # b", "", "limps", "wet"]
    # A comment on a deal becomes an action of its own before it.
    assert action_texts(state.events, merge_deals=True) == [
        "# before the deal",
        "# a # b",
        "#",
        "d dh p1 AsKs",
        "d dh p2 ????",
        "p2 cc # limps",
        "p1 cc",
        "# wet",
        "d db AcKcQc",
    ]


@pytest.mark.parametrize(
    "action",
    [
        *("p2 cc now", "d", "d db", "d dh p2", "d dh p0 AsKs", "d dh p-1 AsKs", "x db AsKsQs"),
        *("p2 cbr", "p2 cbr 1e", "p2 #cc", "p1 sm #", "d db AsK", "d db 1s2s3s", "p² cc"),
    ],
)
def test_bad_actions_change_nothing(action: str) -> None:
    state = NoLimitTexasHoldem(AUTOMATIONS, True, 0, (1, 2), 2)(200, 2)
    before = repr(state.events)
    with pytest.raises(InputError, match=r"."):
        apply_action(state, action)
    assert repr(state.events) == before


def test_unusual_player_labels() -> None:
    state = NoLimitTexasHoldem(AUTOMATIONS, True, 0, (1, 2), 2)(200, 20)
    apply_action(state, "d dh p20 As")
    apply_action(state, "d dh p01 Ks")
    assert repr(state.hole_cards[19]) == "[As]"
    assert repr(state.hole_cards[0]) == "[Ks]"
