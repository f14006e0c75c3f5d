"""Recorded hands beside the rules: legal actions, stacks, winnings and rake."""

from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from fifthstreet.game.notation import AuditResult, HandHistory, audit_hand, read_hands

PUBLISHED = Path(__file__).parent / "samples/published/hands.phhs"


def won_hand(**fields: Any) -> HandHistory:
    """Return a hand in which p1 wins 100 from p2 with aces, with stated results."""
    return HandHistory(
        variant="NT",
        antes=[0, 0],
        blinds_or_straddles=[1, 2],
        min_bet=2,
        starting_stacks=[100, 200],
        actions=[
            *("d dh p1 AsAh", "d dh p2 KsKh", "p2 cbr 100", "p1 cc"),
            *("d db 2c3d7h", "d db 8s", "d db Jc", "p1 sm AsAh", "p2 sm KsKh"),
        ],
        **fields,
    )


def test_published_hands_end_as_reported() -> None:
    hands = list(read_hands(PUBLISHED))
    assert len(hands) == 4
    for hand in hands:
        assert audit_hand(hand).result is AuditResult.SAME, hand.players


def test_samples_of_all_sites_end_as_stated() -> None:
    results = Counter(audit_hand(hand).result for hand in read_hands(PUBLISHED.parent.parent))
    assert results == {AuditResult.SAME: 70, AuditResult.UNDECIDED: 5}


@pytest.mark.parametrize(
    ("fields", "result", "rake"),
    [
        ({"finishing_stacks": [200, 100]}, AuditResult.SAME, 0),
        ({"winnings": [200, 0]}, AuditResult.SAME, 0),
        (
            {"finishing_stacks": [195, 100], "user_defined_fields": {"_rake": 5}},
            AuditResult.SAME,
            5,
        ),
        (
            {"winnings": [195, 0], "user_defined_fields": {"_rake": 3, "_fees": 2}},
            AuditResult.SAME,
            5,
        ),
        ({"finishing_stacks": [195, 100]}, AuditResult.RAKED, 5),
        ({"winnings": [195, 0]}, AuditResult.RAKED, 5),
        # The other player won, chips are created, or a player who won nothing pays the rake.
        ({"finishing_stacks": [0, 300]}, AuditResult.DIFFERENT, 0),
        ({"finishing_stacks": [201, 100]}, AuditResult.DIFFERENT, -1),
        ({"finishing_stacks": [200, 95]}, AuditResult.DIFFERENT, 5),
        ({"winnings": [100, 100]}, AuditResult.DIFFERENT, 0),
        (
            {"finishing_stacks": [195, 100], "user_defined_fields": {"_rake": 4}},
            AuditResult.DIFFERENT,
            5,
        ),
        ({}, AuditResult.UNDECIDED, 0),
        (
            {"finishing_stacks": [200, 100], "user_defined_fields": {"_unfinished": True}},
            AuditResult.UNDECIDED,
            0,
        ),
        (
            {"finishing_stacks": [180, 100], "user_defined_fields": {"_not_awarded": 20}},
            AuditResult.UNDECIDED,
            0,
        ),
    ],
)
def test_stated_results(fields: dict[str, Any], result: AuditResult, rake: int) -> None:
    audit = audit_hand(won_hand(**fields))
    assert (audit.result, audit.rake) == (result, rake)
    assert bool(audit.reason) == (result is not AuditResult.SAME)


def test_a_split_pot_and_an_uncalled_bet() -> None:
    split = won_hand(winnings=[100, 100])
    split.actions[:2] = ["d dh p1 AsQh", "d dh p2 AdQs"]
    split.actions[-2:] = ["p1 sm AsQh", "p2 sm AdQs"]
    assert audit_hand(split).result is AuditResult.SAME
    folded = replace(
        won_hand(winnings=[0, 4]),
        actions=["d dh p1 ????", "d dh p2 ????", "p2 cbr 40", "p1 f"],
    )
    assert audit_hand(folded).result is AuditResult.SAME  # the big blind and as much of the raise
    assert audit_hand(replace(folded, winnings=[0, 42])).differences == (0, 38)


def test_unknown_cards_decide_unless_they_were_mucked() -> None:
    hidden = won_hand(finishing_stacks=[200, 100])
    hidden.actions[1] = "d dh p2 ????"
    hidden.actions[-1:] = []
    assert audit_hand(hidden).reason == "cards that are not known decide the pot"
    for text in ("p2 sm", "p2 sm ????", "p2 sm # mucks"):
        mucked = replace(hidden, actions=[*hidden.actions, text])
        assert audit_hand(mucked).result is AuditResult.SAME, text


def test_an_illegal_action() -> None:
    hand = won_hand(finishing_stacks=[200, 100])
    hand.actions[2] = "p2 cbr 3"
    audit = audit_hand(hand)
    assert audit.result is AuditResult.REFUSED
    assert "'p2 cbr 3'" in audit.reason
