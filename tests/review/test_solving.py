"""Answers from solving the spot that was played."""

from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fifthstreet.cards import Range, cards_text, parse_hole
from fifthstreet.errors import InputError
from fifthstreet.review import (
    PlayedHand,
    Session,
    SessionReport,
    SolveAnswers,
    SolveSettings,
    estimate_solves,
    real_spot,
    review_hands,
)
from fifthstreet.review.off_tree import HELD_WEIGHT
from fifthstreet.review.solving import first_alone
from fifthstreet.solvers.postflop import Spot, solve
from fifthstreet.tree import Sizes
from fifthstreet.tree.translate import MatchQuality
from tests.review.hand_texts import IP, OOP, TO_THE_RIVER, played
from tests.review.random_play import RandomValues, random_hand
from tests.thoroughness import examples


def settings_of(**changes: Any) -> SolveSettings:
    return SolveSettings(
        oop=Range.parse(OOP),
        ip=Range.parse(IP),
        sizes=Sizes.uniform("50%, a", raises="60%"),
        **{"first_street": 3, "target_pot_percent": 0.2, **changes},
    )


def reviewed(*hands: PlayedHand, **changes: Any) -> tuple[SessionReport, SolveAnswers]:
    answers = SolveAnswers(settings_of(**changes))
    return review_hands(Session(hands), answers), answers


def test_solving_agrees_with_a_solution_of_the_same_spot() -> None:
    hand = played(f"{TO_THE_RIVER}, p1 cc, p2 cbr 100, p1 cbr 340, p2 f", holes=("AcAd", "QdQc"))
    report, answers = reviewed(hand)
    spot = Spot.of(
        "QsJh2h7c4d", 200, 900, oop=OOP, ip=IP, bets="50%, a", raises="60%", min_bet=10,
        max_raises=2, force_allin=0.2,
    )  # fmt: skip
    other = review_hands(Session((hand,)), solve(spot, target_pot_percent=0.2))
    assert answers.solves == 1
    for each, same in zip(report.decisions, other.decisions, strict=True):
        if each.decision.street == 3:
            assert each.answer == same.answer
            assert each.loss == same.loss
            assert each.loss is not None


def test_the_tree_has_the_bets_that_were_made() -> None:
    """123 and 417 are on no menu, but the solved tree includes them."""
    line = f"{TO_THE_RIVER}, p1 cbr 123, p2 cbr 417, p1 cbr 900, p2 cc"
    hand = played(line, holes=("AcAd", "QdQc"))
    report, _ = reviewed(hand)
    river = report.decisions[-4:]
    assert [each.answer.translation for each in river] == ["exact"] * 4
    assert [each.answer.path for each in river] == ["r", "r:b123", "r:b123:b417", "r:b123:b417:a"]
    spot = real_spot(hand, hand.starts[3], settings_of())
    assert spot.rules.added == ("r:b123:b417:b900:c",)
    node = solve(spot, target_pot_percent=0.2).node("r:b123")
    assert [choice.ev for choice in river[1].answer.choices] == node.action_ev[
        :, parse_hole("QdQc")
    ].tolist()
    assert all(each.answer.quality == MatchQuality.GOOD for each in river)


def test_later_streets_and_similar_hands_share_a_solve() -> None:
    turn = TO_THE_RIVER.rpartition(", db 4d")[0].rpartition(", p1 cc, p2 cc")[0]
    lines = [
        f"{turn}, p1 cbr 100, p2 cc, db 4d, p1 cc, p2 cc",
        f"{turn}, p1 cc, p2 cc, db 3c, p1 cbr 100, p2 f",
    ]
    hands = [played(line, holes=("AcAd", "QdQc")) for line in lines]
    report, answers = reviewed(*hands, first_street=2, target_pot_percent=2)
    assert answers.solves == 1  # turn and river of both hands
    paths = [each.answer.path for each in report.decisions if each.answer.path]
    assert paths == [
        *("r", "r:b100", "r:b100:c:n4d", "r:b100:c:n4d:k"),
        *("r", "r:k", "r:k:k:n3c", "r:k:k:n3c:b100"),
    ]


def test_a_hand_outside_the_range_is_answered() -> None:
    hand = played(f"{TO_THE_RIVER}, p1 cc, p2 cc", holes=("8c3d", "QdQc"))
    spot = real_spot(hand, hand.starts[3], settings_of())
    assert spot.ranges[0].weights[parse_hole("8c3d")] == pytest.approx(HELD_WEIGHT)
    assert spot.ranges[1] == Range.parse(IP)
    report, _ = reviewed(hand)
    check = report.decisions[-2]
    assert check.answer.reason == ""
    assert check.answer.basis is not None
    assert check.answer.basis.range_names == (  # and the reader is told
        "OOP as given, with 8c3d added, which this range does not have",
        "IP as given",
    )
    assert check.loss is not None
    # Adding the hand hardly changes the value of the range.
    without = solve(
        real_spot(played(f"{TO_THE_RIVER}, p1 cc, p2 cc"), hand.starts[3], settings_of())
    )
    assert solve(spot).ev[0] == pytest.approx(without.ev[0], abs=1.0)


def test_more_than_two_players_and_early_streets_are_not_solved() -> None:
    hand = played(
        "p3 cbr 30, p1 cc, p2 cc, db QsJh2h, p1 cc, p2 cbr 60, p3 f, p1 cc, "
        "db 7c, p1 cc, p2 cc, db 4d, p1 cc, p2 cc",
        stacks=(1000, 800, 1200),
        holes=("AcAd", "QdQc", "????"),
    )
    start = first_alone(hand)
    assert start is not None
    assert (start.street, cards_text(start.board)) == (2, "QsJh2h7c")
    spot = real_spot(hand, start, settings_of())
    assert (spot.pot, spot.stack) == (210.0, 710.0)
    report, _ = reviewed(hand, first_street=1, target_pot_percent=5)
    reasons = [each.answer.reason for each in report.decisions]
    assert reasons[:3] == ["preflop: not solved"] * 3
    multiway = "more than two players: reviews solve the rest of hands of two players only"
    assert reasons[3:7] == [multiway] * 4
    assert reasons[7:] == [""] * 4
    ended = played("p2 f")
    assert reviewed(ended)[0].left_out[0].reason == "no decision on the river or later"


def test_a_spot_that_cannot_be_solved() -> None:
    """The board blocks every hand of a range."""
    hand = played(f"{TO_THE_RIVER}, p1 cc, p2 cc")
    report, answers = reviewed(hand)
    assert answers.solves == 1
    blocked = SolveSettings(Range.parse("4d4c"), Range.parse(IP), Sizes.uniform("50%"), 3)
    report = review_hands(Session((hand,)), SolveAnswers(blocked))
    last = report.decisions[-1].answer
    assert last.quality == MatchQuality.OUTSIDE
    assert last.reason.startswith(
        "not solved: ranges.oop: no hand in the range is possible on this board"
    )
    with pytest.raises(InputError, match=r"must be 1 \(flop\) to 3 \(river\), got 0"):
        settings_of(first_street=0)


def test_decimal_chips() -> None:
    hand = played(
        "p2 cbr 0.75, p1 cc, db QsJh2h, p1 cc, p2 cc, db 7c, p1 cc, p2 cc, db 4d, "
        "p1 cbr 1.1, p2 cc",
        stacks=(Decimal("25.00"), Decimal("24.50")),
        blinds=("0.10", "0.25"),
        holes=("AcAd", "QdQc"),
    )
    spot = real_spot(hand, hand.starts[3], settings_of())
    assert (spot.pot, spot.stack, spot.rules.chip) == (1.5, 23.75, 0.01)
    report, _ = reviewed(hand)
    bet = report.decisions[-2]
    assert (bet.answer.path, bet.answer.translation) == ("r", "exact")
    assert bet.answer.choices[bet.answer.taken or 0].action == "b1.1"
    assert bet.loss is not None
    assert bet.loss.big_blinds == pytest.approx(bet.loss.chips / 0.25)


# Clamped: folds instead of free checks, which no tree has.
EXACT = {(MatchQuality.GOOD, "exact"), (MatchQuality.GOOD, "clamped"), (MatchQuality.POOR, "exact")}


@settings(max_examples=examples(150))
@given(st.data())
def test_every_heads_up_street_becomes_a_spot_with_its_line(data: st.DataObject) -> None:
    """The tree of a random hand has each of its actions exactly, with no divergence."""
    hand = random_hand(data)
    start = first_alone(hand)
    if start is None:
        return
    wide = SolveSettings(Range.parse("random"), Range.parse("random"), Sizes.uniform("66%"))
    spot = real_spot(hand, start, wide)
    spot.tree.find(hand.path(start.street))
    report = review_hands(Session((hand,)), RandomValues(spot))
    assert report.left_out == ()
    for each in report.decisions:
        if each.decision.street < start.street:
            continue
        answer = each.answer
        assert (answer.quality, answer.translation) in EXACT
        assert answer.distance is not None
        assert (answer.distance.pot, answer.distance.stack, answer.distance.spr) == (0, 0, 0)
        state, other = each.decision.state, sum(start.live) - each.decision.seat
        uncalled = state.bets[other] - state.bets[each.decision.seat] - each.decision.stack
        assert answer.pot == each.decision.pot - max(uncalled, 0)
        free_fold = each.decision.action == "f" and not each.decision.to_call
        assert (answer.translation == "clamped") == free_fold


RIVER_HAND = f"{TO_THE_RIVER}, p1 cbr 100, p2 cc"


def answers_of(
    folder: Path, hand: PlayedHand, **changes: Any
) -> tuple[SessionReport, SolveAnswers]:
    answers = SolveAnswers(settings_of(**changes), save=folder)
    return review_hands(Session((hand,)), answers), answers


def test_a_later_review_reuses_stored_solutions(tmp_path: Path) -> None:
    hand = played(RIVER_HAND, holes=("AcAd", "QdQc"))
    first, answers = answers_of(tmp_path, hand)
    assert answers.solves == 1
    again, later = answers_of(tmp_path, hand)
    assert later.solves == 0
    assert [each.loss for each in again.decisions] == [each.loss for each in first.decisions]
    (path,) = tmp_path.iterdir()
    assert again.decisions[-1].answer.basis is not None
    assert again.decisions[-1].answer.basis.file == str(path)


def test_other_spots_and_higher_targets_are_solved_again(tmp_path: Path) -> None:
    hand = played(RIVER_HAND, holes=("AcAd", "QdQc"))
    answers_of(tmp_path, hand, target_pot_percent=5)
    better, answers = answers_of(tmp_path, hand, target_pot_percent=0.1)
    assert answers.solves == 1
    error = better.decisions[-1].answer.exploitability
    assert error is not None
    assert error <= 0.1
    # Another hand on the same board does not replace the file.
    _, other = answers_of(tmp_path, played(RIVER_HAND, holes=("AcAd", "8d7d")))
    assert other.solves == 1
    assert len(list(tmp_path.iterdir())) == 3
    _, last = answers_of(tmp_path, hand, target_pot_percent=0.1)
    assert last.solves == 0


def test_a_damaged_file_is_solved_again(tmp_path: Path) -> None:
    hand = played(RIVER_HAND, holes=("AcAd", "QdQc"))
    answers_of(tmp_path, hand)
    (path,) = tmp_path.iterdir()
    path.write_bytes(b"not a solution")
    _, answers = answers_of(tmp_path, hand)
    assert answers.solves == 1


def test_the_time_of_all_solves_is_limited() -> None:
    hands = [played(RIVER_HAND, holes=(held, "QdQc")) for held in ("AcAd", "8d7d")]
    report, answers = reviewed(*hands, total_seconds=0)
    assert answers.solves == 0
    reasons = {each.answer.reason for each in report.decisions if each.decision.street == 3}
    assert reasons == {"not solved: the time for solves was used up"}


def test_hands_that_a_player_left_before_are_not_solved() -> None:
    later = "db QsJh2h, p1 cc, p3 cc, db 7c, p1 cc, p3 cc, db 4d, p1 cc, p3 cc"
    hand = played(
        f"p3 cbr 30, p1 cbr 100, p2 f, p3 cc, {later}", stacks=(1000,) * 3, holes=("????",) * 3
    )
    answers = SolveAnswers(settings_of())
    assert answers.start(hand, "p2") is None
    assert answers.start(hand, "p3") is not None


def test_the_estimate_counts_spots_time_memory_and_disk(tmp_path: Path) -> None:
    hands = [
        played(RIVER_HAND, holes=("AcAd", "QdQc")),
        played(RIVER_HAND, holes=("AhAd", "QdQc")),  # the same ranges: the same spot
        played(RIVER_HAND, holes=("8d7d", "QdQc")),
        played("p2 f"),
    ]
    answers = SolveAnswers(settings_of())
    size = estimate_solves(answers, hands)
    assert (size.spots, size.stored, size.disk_bytes) == (2, 0, 0)
    assert 0 < size.seconds_range[0] <= size.seconds <= size.seconds_range[1]
    assert size.memory_bytes > 1_000
    assert answers.solves == 0
    stored = SolveAnswers(settings_of(), save=tmp_path)
    assert estimate_solves(stored, hands).disk_bytes > 1_000
    review_hands(Session(tuple(hands)), stored)
    later = estimate_solves(SolveAnswers(settings_of(), save=tmp_path), hands)
    assert (later.spots, later.stored, later.seconds) == (0, 2, 0)
    limited = SolveAnswers(settings_of(total_seconds=1e-6))
    assert estimate_solves(limited, hands).seconds == 1e-6
