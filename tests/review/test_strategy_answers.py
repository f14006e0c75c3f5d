"""Answers from a strategy, taken from the node that matches each decision."""

from math import inf
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fifthstreet.cards import Range, hole_text, parse_hole
from fifthstreet.game.state import State
from fifthstreet.review import (
    Answer,
    Decision,
    PlayedHand,
    Session,
    SessionReport,
    StrategyAnswers,
    read_session,
    review_hands,
)
from fifthstreet.solvers.postflop import Solution, Spot, read_spot, solve
from fifthstreet.tree import STREET_NAMES
from fifthstreet.tree.strategy import TreeStrategy, UniformStrategy
from fifthstreet.tree.translate import Follower, Limits, MatchQuality, Policy, match
from fifthstreet.tree.translate.betting_text import action_text
from tests.review.hand_texts import TO_THE_RIVER, played
from tests.review.random_play import RandomValues, random_hand
from tests.review.river import ON_THE_TREE, river_solution
from tests.thoroughness import examples
from tests.tree.strategy.wrapped import RandomStrategy
from tests.tree.translate.hands import tree as named_tree

EXAMPLES = Path(__file__).parents[2] / "examples"
ANY = Spot.of("QsJh2h", 40, 160, oop="random", ip="random", bets="50%, 100%, a", raises="80%, a")
ANYTHING_GOES = Policy(limits=(Limits(inf, inf, inf, inf),) * 4)
# Spades become clubs, clubs diamonds, and diamonds spades; hearts stay.
OTHER_SUITS = TO_THE_RIVER.replace("QsJh2h", "QcJh2h").replace("7c", "7d").replace("4d", "4s")


@pytest.fixture(scope="module")
def solution() -> Solution:
    return river_solution()


def reviewed(solution: Solution, *hands: PlayedHand) -> SessionReport:
    return review_hands(Session(hands), solution, budget=None)


# Hands in the tree.


def test_answers_match_the_solution(solution: Solution) -> None:
    hand = played(ON_THE_TREE, holes=("AcAd", "QdQc"))
    report = reviewed(solution, hand)
    assert report.left_out == ()
    river = [each for each in report.decisions if each.decision.street == 3]
    paths = ["r", "r:k", "r:k:b100", "r:k:b100:b340"]
    assert [each.answer.path for each in river] == paths
    for each, path, hole, taken in zip(
        river, paths, ["AcAd", "QdQc"] * 2, ["k", "b100", "b340", "f"], strict=True
    ):
        node, hand_index = solution.node(path), parse_hole(hole)
        answer = each.answer
        assert answer.quality == MatchQuality.GOOD
        assert answer.translation == "exact"
        assert answer.exploitability == solution.exploitability.pot_percent
        assert answer.distance is not None
        assert (answer.distance.pot, answer.distance.stack, answer.distance.spr) == (0, 0, 0)
        assert [choice.action for choice in answer.choices] == list(node.actions)
        for choice in answer.choices:  # in the real hand, an all-in is written as a bet
            assert choice.real == choice.action or (choice.action, (choice.real or "")[:1]) == (
                "a",
                "b",
            )
        assert [choice.ev for choice in answer.choices] == node.action_ev[:, hand_index].tolist()
        assert [choice.frequency for choice in answer.choices] == node.strategy[
            :, hand_index
        ].tolist()
        assert [choice.range_frequency for choice in answer.choices] == pytest.approx(
            node.frequencies.tolist()
        )
        index_taken = node.actions.index(taken)
        assert answer.taken == index_taken
        assert each.loss is not None
        lost = float(node.action_ev[:, hand_index].max() - node.action_ev[index_taken, hand_index])
        assert each.loss.chips == pytest.approx(lost, abs=1e-9)
        assert each.loss.big_blinds == pytest.approx(lost / 10)
        assert each.loss.pot_percent == pytest.approx(100 * lost / node.pot)
    before = [each for each in report.decisions if each.decision.street < 3]
    assert {each.answer.quality for each in before} == {MatchQuality.OUTSIDE}
    assert {each.answer.reason for each in before} == {"before the river, where the tree starts"}


def test_folding_aces_costs_what_they_are_worth(solution: Solution) -> None:
    """The worst decision comes first and costs the EV of the best action."""
    hand = played(f"{TO_THE_RIVER}, p1 cc, p2 cbr 100, p1 f", holes=("AcAd", "QdQc"))
    worst = reviewed(solution, hand).worst(1)[0]
    values = solution.node("r:k:b100").action_ev[:, parse_hole("AcAd")]
    assert (worst.decision.words, worst.decision.hole) == ("folds", parse_hole("AcAd"))
    assert worst.loss is not None
    assert worst.loss.chips == pytest.approx(values.max(), abs=1e-3)
    assert worst.loss.chips > 10


def test_renaming_suits_changes_nothing(solution: Solution) -> None:
    hand = played(ON_THE_TREE, holes=("AcAd", "QdQc"))
    other = played(f"{OTHER_SUITS}, p1 cc, p2 cbr 100, p1 cbr 340, p2 f", holes=("AdAs", "QsQd"))
    for each, same in zip(
        reviewed(solution, hand).decisions, reviewed(solution, other).decisions, strict=True
    ):
        assert each.answer == same.answer
        assert each.loss == same.loss


# Hands that do not fit the tree.


def test_ranges_with_particular_suits_fit_no_other_board() -> None:
    spot = Spot.of("QsJh2h7c4d", 200, 900, oop="AcAd,KK", ip="QQ", bets="50%")
    answers = StrategyAnswers(solve(spot, max_iterations=10))
    assert answers.refusal(played(f"{TO_THE_RIVER}, p1 cc, p2 cc")) == ""
    refusal = answers.refusal(played(f"{OTHER_SUITS}, p1 cc, p2 cc"))
    assert refusal == "the board is QcJh2h7d4s; the tree is for QsJh2h7c4d"


def test_hands_that_do_not_fit_are_left_out_with_a_reason(solution: Solution) -> None:
    other_board = TO_THE_RIVER.replace("4d", "3d")
    all_check = "p1 cc, p2 cc, p3 cc"
    three_players = (
        f"p3 cc, p1 cc, p2 cc, db QsJh2h, {all_check}, db 7c, {all_check}, db 4d, {all_check}"
    )
    report = reviewed(
        solution,
        played(f"{other_board}, p1 cc, p2 cc"),
        played("p2 f"),
        played(three_players, stacks=(1000,) * 3, holes=("????",) * 3),
    )
    assert (report.hands, report.decisions) == (0, ())
    assert [each.reason for each in report.left_out] == [
        "the board is QsJh2h7c3d; the tree is for QsJh2h7c4d",
        "no decision on the river, where the tree starts",
        "3 players on the river; the tree has 2",
    ]


def test_unknown_hands_and_hands_outside_the_range_get_range_frequencies_only(
    solution: Solution,
) -> None:
    report = reviewed(solution, played(ON_THE_TREE, holes=("????", "8c3d")))
    river = [each for each in report.decisions if each.decision.street == 3]
    assert ["unknown" in each.answer.reason for each in river] == [True, False] * 2
    assert ["not in the tree" in each.answer.reason for each in river] == [False, True] * 2
    for each in river:
        assert each.loss is None
        assert [choice.ev for choice in each.answer.choices] == [None] * len(each.answer.choices)
        frequencies = [choice.range_frequency or 0.0 for choice in each.answer.choices]
        assert sum(frequencies) == pytest.approx(1)


def test_near_sizes_are_translated_and_far_ones_are_lost(solution: Solution) -> None:
    near = reviewed(solution, played(f"{TO_THE_RIVER}, p1 cbr 105, p2 f", holes=("AcAd", "QdQc")))
    bet, fold = near.decisions[-2:]
    assert (bet.answer.translation, bet.decision.action) == ("translated", "b105")
    assert bet.answer.choices[bet.answer.taken or 0].action == "b100"
    assert fold.answer.path == "r:b100"
    far = reviewed(solution, played(f"{TO_THE_RIVER}, p1 cbr 300, p2 f", holes=("AcAd", "QdQc")))
    assert far.decisions[-1].answer.quality == MatchQuality.LOST
    assert "apart" in far.decisions[-1].answer.reason
    assert far.decisions[-1].answer.choices == ()


def test_chips_of_another_value_are_converted(solution: Solution) -> None:
    """With `unit=0.1`, a hand in tenths of the solution's chips gets the same answers."""
    in_tenths = played(
        "p2 cbr 3, p1 cbr 10, p2 cc, db QsJh2h, p1 cc, p2 cc, db 7c, p1 cc, p2 cc, db 4d, "
        "p1 cc, p2 cbr 10, p1 cbr 34, p2 f",
        stacks=(100, 100),
        blinds=(0.5, 1),
        holes=("AcAd", "QdQc"),
    )
    whole = reviewed(solution, played(ON_THE_TREE, holes=("AcAd", "QdQc")))
    answers = StrategyAnswers(solution, unit=0.1)
    for each, same in zip(
        review_hands(Session((in_tenths,)), answers).decisions, whole.decisions, strict=True
    ):
        assert each.answer.path == same.answer.path
        assert (each.loss is None) == (same.loss is None)
        if each.loss is not None and same.loss is not None:
            assert each.loss.chips == pytest.approx(same.loss.chips / 10)
            assert each.loss.big_blinds == pytest.approx(same.loss.big_blinds)
            assert each.loss.pot_percent == pytest.approx(same.loss.pot_percent)


def test_a_hand_that_rarely_reaches_its_node_is_flagged(solution: Solution) -> None:
    """A hand that the strategy never bets has bet, and now faces a raise."""
    bets = solution.root.strategy[solution.root.actions.index("b100")]
    never_bets = int(np.nanargmin(bets))
    assert bets[never_bets] < 0.01
    line = f"{TO_THE_RIVER}, p1 cbr 100, p2 cbr 340, p1 f"
    hand = played(line, holes=(hole_text(never_bets), "QdQc"))
    report = reviewed(solution, hand)
    for each in report.decisions[-3:]:
        answer = each.answer
        assert answer.path is not None
        node = solution.node(answer.path)
        assert each.decision.hole is not None
        weight = solution.ranges[node.player].weights[each.decision.hole]
        reach = node.reach[node.player][each.decision.hole] / weight
        assert answer.reach == pytest.approx(reach)
        assert ("seldom" in answer.reason) == (answer.reach is not None and answer.reach < 0.01)
        assert each.loss is not None
    assert "seldom" in report.decisions[-1].answer.reason


def test_description_of_a_source(solution: Solution) -> None:
    answers = StrategyAnswers(solution)
    assert answers.describe() == {
        "kind": "solution",
        "board": "QsJh2h7c4d",
        "ranges": {"oop": solution.ranges[0].text(), "ip": solution.ranges[1].text()},
        "range_names": None,
        "assumed_ranges": False,
        "tree": "tree: pot 200, stack 900, 33 nodes; river bet 50%, a; raise 60%",
        "exploitability": solution.exploitability.chips,
        "exploitability_pot_percent": solution.exploitability.pot_percent,
        "iterations": solution.record.iterations,
        "target_pot_percent": pytest.approx(0.002),
        "stopped_early": False,
        "after_flop": None,
        "file": None,
        "pot": 200,
        "stack": 900,
        "unit": 1,
    }
    assert StrategyAnswers(solution, unit=0.1).describe()["unit"] == 0.1
    preflop = named_tree("heads-up")
    uniform = StrategyAnswers(UniformStrategy(preflop, [Range.parse("random")] * 2))
    description = uniform.describe()
    assert (description["kind"], description["board"], description["pot"]) == ("uniform", None, 0)
    # The unit of a tree with blinds depends on the blinds of the hand.
    assert (description["unit"], description["exploitability_pot_percent"]) == (None, None)


# Every hand is followed once, and every decision is matched as `match` would.


def test_a_hand_is_followed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each hand has one follower, which begins it once and reads each operation once."""
    created: list[Follower] = []
    spans_read: list[tuple[Follower, int, int]] = []  # follower, first and end operation
    begun: list[Follower] = []
    create, begin, observe = Follower.__init__, Follower.begin, Follower.observe

    def counted_create(follower: Follower, *arguments: Any, **options: Any) -> None:
        created.append(follower)
        create(follower, *arguments, **options)

    def counted_begin(follower: Follower, state: State) -> None:
        begun.append(follower)
        calls_before = len(spans_read)
        begin(follower, state)
        del spans_read[calls_before:]  # if not compiled, `begin` calls the counted `observe`
        spans_read.append((follower, 0, follower._seen))

    def counted_observe(follower: Follower, state: State) -> int:
        first = follower._seen
        node = observe(follower, state)
        spans_read.append((follower, first, follower._seen))
        return node

    monkeypatch.setattr(Follower, "__init__", counted_create)
    monkeypatch.setattr(Follower, "begin", counted_begin)
    monkeypatch.setattr(Follower, "observe", counted_observe)
    session = read_session([EXAMPLES / "session.phhs"])
    strategy = RandomValues(read_spot(EXAMPLES / "turn.toml"))
    for player in (None, "Ann"):
        created.clear()
        begun.clear()
        spans_read.clear()
        report = review_hands(session, strategy, player=player, budget=None)
        hands = [hand for hand in session.hands if not StrategyAnswers(strategy).refusal(hand)]
        assert report.hands == len(hands) == 3
        assert begun == created
        assert len(created) == len(hands)
        for follower, hand in zip(created, hands, strict=True):
            spans = [(first, last) for who, first, last in spans_read if who is follower]
            assert [first for first, _ in spans] == [0, *(last for _, last in spans[:-1])]
            assert spans[-1][1] == len(hand.decisions[-1].after().events)
            assert len(spans) == 1 + len(hand.decisions)


def check_against_match(
    answers: StrategyAnswers, hand: PlayedHand, answered: list[tuple[Decision, Answer]]
) -> None:
    """Check answers against the strategy and a new `match` at each decision."""
    strategy = answers.strategy
    tree = strategy.tree
    assert [decision for decision, _ in answered] == list(hand.decisions)
    for decision, answer in answered:
        first = tree.rules.first_street
        if decision.street < first:
            reason = f"before the {STREET_NAMES[first]}, where the tree starts"
            assert answer == Answer(MatchQuality.OUTSIDE, reason)
            continue
        matched = match(tree, decision.state, answers.policy, unit=answers.unit)
        assert answer.quality == matched.quality
        if matched.divergences:
            last = matched.divergences[-1]
            assert answer.distance is not None
            assert (answer.distance.pot, answer.distance.stack, answer.distance.spr) == (
                *(last.pot, last.stack, last.spr),
            )
        else:
            assert answer.distance is None
        if matched.quality not in (MatchQuality.GOOD, MatchQuality.POOR) or not matched.children:
            assert (answer.choices, answer.path, answer.taken) == ((), None, None)
            assert answer.reason == matched.reason or "has ended" in answer.reason
            continue
        assert answer.path is not None
        node, cards = tree.find(answer.path)
        assert node == matched.node
        assert answer.pot == matched.shadow.pot * matched.unit
        real = {each.label: action_text(*each.real) for each in matched.legal}
        assert [choice.action for choice in answer.choices] == list(tree.actions(node))
        for choice in answer.choices:
            assert choice.real == real.get(choice.action)
        taken = match(tree, decision.after(), answers.policy, unit=answers.unit).actions[-1]
        assert answer.taken is not None
        assert tree.children(node)[answer.taken] == taken.node
        assert answer.translation == taken.status.value
        check_numbers(strategy, decision, answer, node, cards)


def check_numbers(
    strategy: TreeStrategy,
    decision: Decision,
    answer: Answer,
    node: int,
    cards: tuple[int, ...],
) -> None:
    """Check the frequencies, if the hand's board has the suits of the strategy's."""
    dealt = len(decision.board) - len(cards)
    if strategy.board and strategy.board != decision.board[:dealt]:
        return
    assert decision.board[dealt:] == cards
    here = strategy.at(node, decision.board)
    for index, choice in enumerate(answer.choices):
        assert choice.range_frequency == pytest.approx(float(here.frequencies[index]))
        if decision.hole is not None and not np.isnan(here.strategy[index, decision.hole]):
            assert choice.frequency == here.strategy[index, decision.hole]
        else:
            assert (choice.frequency, choice.ev) == (None, None)


@pytest.mark.parametrize("policy", [None, ANYTHING_GOES])
def test_the_example_session_is_matched_as_by_match(policy: Policy | None) -> None:
    session = read_session([EXAMPLES / "session.phhs"])
    answers = StrategyAnswers(RandomValues(read_spot(EXAMPLES / "turn.toml")), policy=policy)
    hands = [hand for hand in session.hands if not answers.refusal(hand)]
    assert len(hands) == 3
    for hand in hands:
        answered = list(answers.answers(hand))
        check_against_match(answers, hand, answered)
        for name in hand.names:
            own = list(answers.answers(hand, name))
            assert own == [each for each in answered if each[0].name == name]


def random_strategy(name: str) -> TreeStrategy:
    tree = named_tree(name)
    return RandomStrategy(tree, (Range.parse("random"),) * tree.players, ())


STRATEGIES: dict[str, TreeStrategy] = {
    "any flop": RandomValues(ANY, any_board=True),
    **{name: random_strategy(name) for name in ("heads-up", "heads-up, preflop only", "three")},
}


@pytest.mark.parametrize("name", STRATEGIES)
@pytest.mark.parametrize("policy", [None, ANYTHING_GOES])
@settings(max_examples=examples(40))
@given(data=st.data())
def test_random_hands_are_matched_as_by_match(
    name: str, policy: Policy | None, data: st.DataObject
) -> None:
    hand = random_hand(data)
    answers = StrategyAnswers(STRATEGIES[name], policy=policy)
    if not answers.refusal(hand):
        check_against_match(answers, hand, list(answers.answers(hand)))


@settings(max_examples=examples(150))
@given(st.data())
def test_losses_are_never_negative_and_zero_for_the_best_action(data: st.DataObject) -> None:
    strategy = RandomValues(ANY, any_board=True)
    hand = random_hand(data)
    report = review_hands(Session((hand,)), StrategyAnswers(strategy, policy=ANYTHING_GOES))
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
        values = strategy.seen[node].action_ev
        assert values is not None
        assert [choice.ev for choice in answer.choices] == values[:, hole].tolist()
        assert each.loss is not None
        assert each.loss.chips >= 0
        assert (each.loss.chips == 0) == (
            answer.choices[answer.taken or 0].ev
            == max(
                choice.ev or 0.0
                for index, choice in enumerate(answer.choices)
                if choice.real is not None or index == answer.taken
            )
        )
