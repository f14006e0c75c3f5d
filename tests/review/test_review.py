"""Reviews: losses, sums, and every random hand on a tree."""

import json
from math import inf

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fifthstreet.cards import hole_text, parse_hole
from fifthstreet.notation import HandHistory
from fifthstreet.review import (
    PlayedHand,
    Session,
    SessionReport,
    SolutionLooks,
    SpotAnswers,
    play,
    review,
)
from fifthstreet.solvers.postflop import Solution, Spot, solve
from fifthstreet.translate import Limits, MatchQuality, Policy
from tests.review.hand_texts import IP, OOP, TO_THE_RIVER, played
from tests.review.random_looks import RandomLooks
from tests.review.test_hands import GAME, random_hand

SPOT = Spot.of("QsJh2h7c4d", 200, 900, oop=OOP, ip=IP, bets="50%, a", raises="60%")
ANY = Spot.of("QsJh2h", 40, 160, oop="random", ip="random", bets="50%, 100%, a", raises="80%, a")


@pytest.fixture(scope="module")
def solution() -> Solution:
    return solve(SPOT, target_pot_percent=0.2)


ANYTHING_GOES = Policy(limits=(Limits(inf, inf, inf, inf),) * 4)
# Spades are clubs, clubs diamonds, diamonds spades; hearts stay.
OTHER_SUITS = TO_THE_RIVER.replace("QsJh2h", "QcJh2h").replace("7c", "7d").replace("4d", "4s")


def reviewed(solution: Solution, *hands: PlayedHand, player: str | None = None) -> SessionReport:
    return review(Session(hands), SpotAnswers(SolutionLooks(solution)), player=player)


ON_THE_TREE = f"{TO_THE_RIVER}, p1 cc, p2 cbr 100, p1 cbr 340, p2 f"


def test_values_on_the_tree_are_the_solutions(solution: Solution) -> None:
    hand = played(ON_THE_TREE, holes=("AcAd", "QdQc"))
    report = reviewed(solution, hand)
    assert report.left_out == ()
    river = [each for each in report.decisions if each.decision.street == 3]
    paths = ["r", "r:k", "r:k:b100", "r:k:b100:b340"]
    assert [each.answer.path for each in river] == paths
    for each, path, hole, taken in zip(
        river, paths, ["AcAd", "QdQc"] * 2, ["k", "b100", "b340", "f"], strict=True
    ):
        node, index = solution.node(path), parse_hole(hole)
        answer = each.answer
        assert answer.standing == MatchQuality.GOOD
        assert answer.translation == "exact"
        assert answer.distance is not None
        assert (answer.distance.pot, answer.distance.stack, answer.distance.spr) == (0, 0, 0)
        assert [choice.action for choice in answer.choices] == list(node.actions)
        for choice in answer.choices:  # all-in is a bet like others in the real hand
            assert choice.real == choice.action or (choice.action, (choice.real or "")[:1]) == (
                "a",
                "b",
            )
        assert [choice.ev for choice in answer.choices] == node.action_ev[:, index].tolist()
        assert [choice.frequency for choice in answer.choices] == node.strategy[:, index].tolist()
        assert [choice.range_frequency for choice in answer.choices] == pytest.approx(
            node.frequencies.tolist()
        )
        place = node.actions.index(taken)
        assert answer.taken == place
        assert each.loss is not None
        lost = float(node.action_ev[:, index].max() - node.action_ev[place, index])
        assert each.loss.chips == pytest.approx(lost, abs=1e-9)
        assert each.loss.big_blinds == pytest.approx(lost / 10)
        assert each.loss.pot_percent == pytest.approx(100 * lost / node.pot)
    before = [each for each in report.decisions if each.decision.street < 3]
    assert {each.answer.standing for each in before} == {MatchQuality.OUTSIDE}


def test_folding_aces_to_nothing_costs_what_they_are_worth(solution: Solution) -> None:
    """The worst decision comes first, and costs what calling was worth."""
    hand = played(f"{TO_THE_RIVER}, p1 cc, p2 cbr 100, p1 f", holes=("AcAd", "QdQc"))
    worst = reviewed(solution, hand).worst(1)[0]
    values = solution.node("r:k:b100").action_ev[:, parse_hole("AcAd")]
    assert (worst.decision.words, worst.decision.hole) == ("folds", parse_hole("AcAd"))
    assert worst.loss is not None
    assert worst.loss.chips == pytest.approx(values.max(), abs=1e-3)
    assert worst.loss.chips > 10


def test_suits_by_another_name_change_nothing(solution: Solution) -> None:
    hand = played(ON_THE_TREE, holes=("AcAd", "QdQc"))
    other = played(f"{OTHER_SUITS}, p1 cc, p2 cbr 100, p1 cbr 340, p2 f", holes=("AdAs", "QsQd"))
    for each, same in zip(
        reviewed(solution, hand).decisions, reviewed(solution, other).decisions, strict=True
    ):
        assert each.answer == same.answer
        assert each.loss == same.loss


def test_ranges_that_tell_suits_apart_fit_no_other_board() -> None:
    spot = Spot.of("QsJh2h7c4d", 200, 900, oop="AcAd,KK", ip="QQ", bets="50%")
    answers = SpotAnswers(SolutionLooks(solve(spot, max_iterations=10)))
    assert answers.refusal(played(f"{TO_THE_RIVER}, p1 cc, p2 cc")) == ""
    refusal = answers.refusal(played(f"{OTHER_SUITS}, p1 cc, p2 cc"))
    assert refusal == "the board is QcJh2h7d4s; the tree is for QsJh2h7c4d"


def test_hands_that_do_not_fit_are_left_out_with_the_reason(solution: Solution) -> None:
    answers = SpotAnswers(SolutionLooks(solution))
    other_board = TO_THE_RIVER.replace("4d", "3d")
    all_check = "p1 cc, p2 cc, p3 cc"
    three = f"p3 cc, p1 cc, p2 cc, db QsJh2h, {all_check}, db 7c, {all_check}, db 4d, {all_check}"
    hands = (
        played(f"{other_board}, p1 cc, p2 cc"),
        played("p2 f"),
        played(three, stacks=(1000,) * 3, holes=("????",) * 3),
    )
    assert [each.reason for each in review(Session(hands), answers).left_out] == [
        "the board is QsJh2h7c3d; the tree is for QsJh2h7c4d",
        "no decision on the river, where the tree starts",
        "3 players on the river; the tree has 2",
    ]


def test_unknown_and_foreign_hands_get_the_range_alone(solution: Solution) -> None:
    report = reviewed(solution, played(ON_THE_TREE, holes=("????", "8c3d")))
    river = [each for each in report.decisions if each.decision.street == 3]
    assert ["unknown" in each.answer.reason for each in river] == [True, False] * 2
    assert ["not in the range" in each.answer.reason for each in river] == [False, True] * 2
    for each in river:
        assert each.loss is None
        assert [choice.ev for choice in each.answer.choices] == [None] * len(each.answer.choices)
        frequencies = [choice.range_frequency or 0.0 for choice in each.answer.choices]
        assert sum(frequencies) == pytest.approx(1)


def test_a_size_between_two_is_translated_and_one_too_far_is_lost(solution: Solution) -> None:
    near = reviewed(solution, played(f"{TO_THE_RIVER}, p1 cbr 105, p2 f", holes=("AcAd", "QdQc")))
    bet, fold = near.decisions[-2:]
    assert (bet.answer.translation, bet.decision.action) == ("translated", "b105")
    assert bet.answer.choices[bet.answer.taken or 0].action == "b100"
    assert fold.answer.path == "r:b100"
    far = reviewed(solution, played(f"{TO_THE_RIVER}, p1 cbr 300, p2 f", holes=("AcAd", "QdQc")))
    assert far.decisions[-1].answer.standing == MatchQuality.LOST
    assert "apart" in far.decisions[-1].answer.reason
    assert far.decisions[-1].answer.choices == ()


def test_chips_of_another_size_are_converted(solution: Solution) -> None:
    """A hand in tenths of the solution's chips, told that 1 of the solution is 0.1."""
    tenth = played(
        "p2 cbr 3, p1 cbr 10, p2 cc, db QsJh2h, p1 cc, p2 cc, db 7c, p1 cc, p2 cc, db 4d, "
        "p1 cc, p2 cbr 10, p1 cbr 34, p2 f",
        stacks=(100, 100),
        blinds=(0.5, 1),
        holes=("AcAd", "QdQc"),
    )
    whole = reviewed(solution, played(ON_THE_TREE, holes=("AcAd", "QdQc")))
    answers = SpotAnswers(SolutionLooks(solution), unit=0.1)
    for each, same in zip(
        review(Session((tenth,)), answers).decisions, whole.decisions, strict=True
    ):
        assert each.answer.path == same.answer.path
        if each.loss is not None and same.loss is not None:
            assert each.loss.chips == pytest.approx(same.loss.chips / 10)
            assert each.loss.big_blinds == pytest.approx(same.loss.big_blinds)
            assert each.loss.pot_percent == pytest.approx(same.loss.pot_percent)


def test_a_hand_that_seldom_gets_there_is_said(solution: Solution) -> None:
    """A hand that the tree never bets has bet, and now faces a raise."""
    bets = solution.root.strategy[solution.root.actions.index("b100")]
    never = int(np.nanargmin(bets))
    assert bets[never] < 0.01
    line = f"{TO_THE_RIVER}, p1 cbr 100, p2 cbr 340, p1 f"
    hand = played(line, holes=(hole_text(never), "QdQc"))
    report = reviewed(solution, hand)
    for each in report.decisions[-3:]:
        answer = each.answer
        assert answer.path is not None
        node = solution.node(answer.path)
        assert each.decision.hole is not None
        weight = solution.spot.ranges[node.player].weights[each.decision.hole]
        reach = node.reach[node.player][each.decision.hole] / weight
        assert answer.reach == pytest.approx(reach)
        assert ("seldom" in answer.reason) == (answer.reach is not None and answer.reach < 0.01)
        assert each.loss is not None
    assert "seldom" in report.decisions[-1].answer.reason


# Sums.


def test_a_session_sums_up(solution: Solution) -> None:
    hands = [
        played(ON_THE_TREE, holes=("AcAd", "QdQc"), players=("Ann", "Bob")),
        played(f"{TO_THE_RIVER}, p1 cbr 100, p2 f", holes=("KdQd", "AcJc"), players=("Bob", "Ann")),
    ]
    report = reviewed(solution, *hands)
    assert list(report.players) == ["Bob", "Ann"]
    for name, total in report.players.items():
        own = [each for each in report.decisions if each.decision.name == name]
        losses = [each.loss for each in own if each.loss is not None]
        assert total.decisions == len(own) == sum(total.matches.values())
        assert total.valued == len(losses) > 0
        assert total.ev_loss.chips == pytest.approx(sum(loss.chips for loss in losses))
        streets = report.streets(name).values()
        assert sum(part.decisions for part in streets) == total.decisions
        assert sum(part.ev_loss.big_blinds for part in streets) == pytest.approx(
            total.ev_loss.big_blinds
        )
        alone = reviewed(solution, *hands, player=name)
        assert alone.players == {name: total}
    costs = [each.loss.big_blinds for each in report.worst() if each.loss is not None]
    assert costs == sorted(costs, reverse=True)
    assert report.worst(2) == report.worst()[:2]
    with pytest.raises(ValueError, match="nobody called 'Zed' in the hands; want Bob, Ann"):
        reviewed(solution, *hands, player="Zed")


SCHEMA = {
    "report": ["source", "hands", "left_out", "players", "decisions"],
    "decision": [
        *("hand", "label", "decision", "player", "seat", "street", "board", "hole", "pot"),
        *("to_call", "stack", "action", "match", "reason", "node", "divergence", "taken"),
        *("translation", "reach", "frequency", "ev", "best", "best_ev", "ev_loss"),
        *("exploitability_pot_percent", "actions"),
    ],
    "action": ["action", "real", "frequency", "range_frequency", "ev"],
    "total": [
        *("decisions", "good", "poor", "lost", "outside", "valued", "ev_loss_chips"),
        *("ev_loss_big_blinds", "mean_ev_loss_big_blinds", "mean_ev_loss_pot_percent"),
    ],
}


def test_plain_data_has_these_fields(solution: Solution) -> None:
    facts = reviewed(solution, played(ON_THE_TREE, holes=("AcAd", "????"))).to_dict()
    assert json.loads(json.dumps(facts, allow_nan=False)) == facts
    assert list(facts) == SCHEMA["report"]
    for decision in facts["decisions"]:
        assert list(decision) == SCHEMA["decision"]
        for action in decision["actions"]:
            assert list(action) == SCHEMA["action"]
    for player in facts["players"].values():
        assert list(player) == [*SCHEMA["total"], "streets"]
        for street in player["streets"].values():
            assert list(street) == SCHEMA["total"]


def test_plain_data_is_finite_also_where_nothing_is_left_behind(solution: Solution) -> None:
    """All-in for a little more than the tree's largest raise: its stack to pot ratio is 0."""
    line = f"{TO_THE_RIVER}, p1 cbr 100, p2 cbr 340, p1 cbr 900, p2 f"
    facts = reviewed(solution, played(line, holes=("AcAd", "QdQc"))).to_dict()
    json.dumps(facts, allow_nan=False)
    divergences = [each["divergence"] for each in facts["decisions"] if each["divergence"]]
    assert None in [each["spr"] for each in divergences]


# Random hands on a tree for every board.


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_losses_are_never_negative_and_nothing_for_the_best(data: st.DataObject) -> None:
    looks = RandomLooks(ANY)
    hand = play(HandHistory.from_game_state(GAME, random_hand(data)))
    report = review(Session((hand,)), SpotAnswers(looks, policy=ANYTHING_GOES))
    if report.left_out:
        assert report.decisions == ()
        return
    assert len(report.decisions) == len(hand.decisions)
    for each in report.decisions:
        answer = each.answer
        if not answer.choices:
            assert answer.reason
            assert each.loss is None
            continue
        assert answer.path is not None
        node, cards = ANY.tree.find(answer.path)
        assert cards == each.decision.board[3:]
        assert each.decision.hole is not None
        hole = each.decision.hole
        assert sum(choice.frequency or 0.0 for choice in answer.choices) == pytest.approx(1)
        values = looks.seen[node].action_ev
        assert values is not None
        assert [choice.ev for choice in answer.choices] == values[:, hole].tolist()
        assert each.loss is not None
        assert each.loss.chips >= 0
        assert (each.loss.chips == 0) == (
            answer.choices[answer.taken or 0].ev
            == max(
                choice.ev or 0.0
                for place, choice in enumerate(answer.choices)
                if choice.real is not None or place == answer.taken
            )
        )
