"""Weak spots are the decisions that cost most, and can be dealt again exactly."""

from collections import Counter
from dataclasses import replace

import pytest

from fifthstreet.arena.drill import (
    Drill,
    DrillAnswer,
    DrillPart,
    DrillRecords,
    DrillSession,
    Grade,
    OneSpot,
    decision_places,
    session_title,
    weak_spots,
)
from fifthstreet.cards import hole_text, parse_hole
from fifthstreet.errors import InputError
from fifthstreet.solvers.postflop import Spot, solve
from fifthstreet.tree import Menu, Sizes
from tests.arena.drill.test_drill import river, turn
from tests.arena.drill.test_log import answer

PART = DrillPart.of("river", Drill(river(), OneSpot("r:k")))


def records(*answers: DrillAnswer, parts: tuple[DrillPart, ...] = (PART,)) -> DrillRecords:
    session = DrillSession(1, "2030-01-01T00:00:00+00:00", "x", parts, seed=1, variety=0.0)
    return DrillRecords({1: session}, list(answers))


def test_the_largest_loss_is_first_and_losses_within_error_do_not_count() -> None:
    small = answer(1, 1.5, Grade.INACCURACY)
    large = [replace(answer(2, loss), path=f"r:k:n{card}", hole="AhKh") for loss, card in LARGE]
    within = replace(answer(3, 40.0, Grade.WITHIN_ERROR), hole="AdKd")
    found = weak_spots(records(small, *large, within))
    assert [(spot.line, spot.action, len(spot.answers)) for spot in found] == [
        ("r:k:n", "k", 2),
        ("r:k", "k", 1),
    ]
    assert found[0].loss == 9.0
    assert found[0].error == 2.0
    assert [each.loss for each in found[0].answers] == [5.0, 4.0]


LARGE = [(4.0, "8c"), (5.0, "9d")]


def test_a_spot_disappears_once_it_is_answered_well() -> None:
    bad = answer(1, 5.0)
    assert len(weak_spots(records(bad))) == 1
    assert weak_spots(records(bad, answer(2, 0.0, Grade.BEST))) == []


def test_spots_of_several_solutions_are_kept_apart() -> None:
    parts = (PART, replace(PART, solution="other"))
    answers = [answer(hand, 5.0) for hand in range(1, 9)]
    found = weak_spots(records(*answers, parts=parts))
    assert {spot.solution for spot in found} == {"river", "other"}


def test_all_parts_are_dealt_once_before_any_is_dealt_again() -> None:
    parts = tuple(replace(PART, solution=str(number)) for number in range(5))
    session = records(parts=parts).sessions[1]
    for start in (1, 6, 11):
        dealt = Counter(session.part(hand).solution for hand in range(start, start + 5))
        assert set(dealt.values()) == {1}
        assert len(dealt) == 5
    assert session.solutions == ["0", "1", "2", "3", "4"]


def test_one_hand_is_dealt_again_at_the_same_decision() -> None:
    hole = parse_hole("JdTd")
    drill = Drill(turn(), OneSpot("r:k:k:n3c", parse_hole("AhAd")), seed=5)
    others = set()
    for number in range(1, 30):
        hand = drill.deal(number)
        assert hand.question is not None
        assert hole_text(hand.question.hole) == "AhAd"
        assert hand.question.path == "r:k:k:n3c"
        hand.answer("k")
        assert hand.end is not None
        others.add(hand.end.holes[1])
        assert not {"Ah", "Ad"} & {hole_text(hand.end.holes[1])[at : at + 2] for at in (0, 2)}
    assert len(others) > 3
    outside = Drill(turn(), OneSpot("r", hole), seed=5).deal(1)  # after a mistake, say
    assert outside.question is not None
    assert outside.question.hole == hole


def test_a_hand_that_the_board_blocks_is_refused() -> None:
    with pytest.raises(InputError, match="must be played by the solution with QsJd"):
        Drill(river(), OneSpot("r:k", parse_hole("QsJd")))


def test_streets_and_seats_without_decisions_are_not_offered() -> None:
    assert decision_places(turn()) == {"turn": ("oop", "ip"), "river": ("oop", "ip")}
    sizes = Sizes.by_street({3: Menu.of("a")})
    checking = Spot.of("QsJh2h7c", 100, 100, oop="AA", ip="KK", sizes=sizes)
    assert decision_places(solve(checking, max_iterations=3)) == {"river": ("oop", "ip")}


def test_titles_name_what_is_trained() -> None:
    spot = Drill(river(), OneSpot("r:k"))
    one = Drill(river(), OneSpot("r:k", parse_hole("AhAd")))
    assert session_title([("my river", spot)]) == "my river: after check"
    assert session_title([("a", one), ("a", one)]) == "2 decisions again"
    assert session_title([("a", spot), ("b", spot)]) == "2 solutions: after check"
