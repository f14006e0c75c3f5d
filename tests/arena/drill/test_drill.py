"""Drills deal what the solution plays, and charge what its EVs say."""

from collections import Counter
from collections.abc import Callable
from functools import cache
from itertools import product
from math import sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fifthstreet.arena.drill import (
    Drill,
    DrillHand,
    FullHand,
    Grade,
    OneSpot,
    OneStreet,
    Question,
    grade_of,
    read_mode,
)
from fifthstreet.arena.drill.modes import DrillMode
from fifthstreet.cards import HOLE_MASKS, hole_cards, parse_hole
from fifthstreet.errors import InputError
from fifthstreet.solvers.postflop import Solution, Spot, open_solution, solve
from fifthstreet.tree import Kind

RIVER = Spot.of(
    "QsJh2h7c4d", 100, 200, oop="AA:0.5,KQs,T9s", ip="QQ,AJs,T9s", bets="50%, a", raises="a"
)
TURN = Spot.of("QsJh2h7c", 100, 200, oop="AA,KQs,T9s", ip="QQ,AJs,T9s", bets="75%", raises="a")
MODES: tuple[DrillMode, ...] = (
    FullHand(0),
    FullHand(1),
    OneStreet(2, 0),
    OneStreet(3, 1),
    OneSpot("r:k"),
    OneSpot("r:k:k:n3c"),
    OneSpot("r:k:k:n:k"),
)


@cache
def river() -> Solution:
    return solve(RIVER, target_pot_percent=0.01)


@cache
def turn() -> Solution:
    return solve(TURN, target_pot_percent=0.05)


def play(hand: DrillHand, choose: Callable[[Question], str]) -> list[float]:
    """Answer all questions of a hand; return the losses in chips."""
    while hand.question is not None:
        hand.answer(choose(hand.question))
    return [answer.loss for answer in hand.answers if answer.loss is not None]


def chosen_at_random(question: Question) -> str:
    return question.actions[question.roll % len(question.actions)]


def test_hands_are_dealt_together_in_proportion_to_both_ranges() -> None:
    """Chi-square against all pairs of hands that share no card."""
    weights = [range_.weights for range_ in RIVER.live_ranges]
    held = [np.flatnonzero(each).tolist() for each in weights]
    expected = {
        (first, second): float(weights[0][first] * weights[1][second])
        for first, second in product(*held)
        if not int(HOLE_MASKS[first]) & int(HOLE_MASKS[second])
    }
    total, count = sum(expected.values()), 3_000
    generator = np.random.default_rng(5)
    starts = Counter(FullHand().start(river(), generator).holes for _ in range(count))
    assert set(starts) <= set(expected)
    chi_square = sum(
        (starts[pair] - count * share / total) ** 2 / (count * share / total)
        for pair, share in expected.items()
    )
    degrees = len(expected) - 1
    assert chi_square < degrees + 4 * sqrt(2 * degrees)


def test_a_spot_is_dealt_by_the_reach_of_both_hands() -> None:
    """OOP's hands after a check, against reach times the opponent's hands that remain."""
    node = river().node("r:k")
    shares = node.reach[0] * node.opposing_reach[0]
    shares /= shares.sum()
    generator, count = np.random.default_rng(2), 1_500
    starts = Counter(OneSpot("r:k").start(river(), generator).holes[0] for _ in range(count))
    for hole in np.flatnonzero(shares > 0).tolist():
        share = float(shares[hole])
        assert abs(starts[hole] / count - share) < 4.5 * sqrt(share * (1 - share) / count) + 1e-9


@pytest.mark.parametrize("mode", [OneStreet(3), OneSpot("r:k:k:n")])
def test_later_streets_are_reached_as_often_as_the_solution_gets_there(mode: DrillMode) -> None:
    """The river cards after checks, against the matchups that both check on each of them."""
    path = "r:k:k"
    node = turn().node(path)
    weights = np.zeros(52)
    for card in set(range(52)) - set(node.board):
        is_free = HOLE_MASKS & np.uint64(1 << card) == 0
        first, second = (np.where(is_free, reach, 0.0) for reach in node.reach)
        weights[card] = sum(
            first[a] * second[HOLE_MASKS & HOLE_MASKS[a] == 0].sum() for a in np.flatnonzero(first)
        )
    shares = weights / weights.sum()
    generator, count = np.random.default_rng(8), 700
    starts = [mode.start(turn(), generator) for _ in range(count)]
    checked = turn().tree.find("r:k:k:n3c")[0]
    cards = Counter(start.cards[0] for start in starts if start.node == checked)
    dealt = sum(cards.values())
    chi_square = sum(
        (cards[card] - dealt * shares[card]) ** 2 / (dealt * shares[card])
        for card in np.flatnonzero(shares).tolist()
    )
    degrees = np.count_nonzero(shares) - 1
    assert dealt > 100
    assert chi_square < degrees + 4.5 * sqrt(2 * degrees)


@given(
    st.sampled_from(MODES),
    st.integers(0, 2**32),
    st.integers(0, 2**32),
    st.sampled_from((0.0, 0.5, 1.0)),
)
def test_hands_follow_the_rules_and_their_seed(
    mode: DrillMode, seed: int, number: int, variety: float
) -> None:
    drill = Drill(turn(), mode, seed=seed, variety=variety)
    hand = drill.deal(number)
    losses = play(hand, chosen_at_random)
    end = hand.end
    assert end is not None
    assert hand.answers
    assert min(losses, default=0) >= 0
    cards = [*end.board, *(card for hole in end.holes for card in hole_cards(hole))]
    assert len(set(cards)) == len(cards)
    for answer in hand.answers:
        question = answer.question
        assert question.player == mode.seat_in(turn())
        assert question.hole == end.holes[question.player]
        assert sum(answer.frequencies) == pytest.approx(1)
        assert answer.frequencies[answer.rolled] > 0
        assert (answer.grade == Grade.UNKNOWN) == (answer.loss is None)
        assert turn().tree.find(question.path) == (question.node, question.cards)
    assert turn().tree.find(end.path)[1] == end.board[4 : 4 + end.path.count("n")]
    if isinstance(mode, OneSpot):
        assert len(hand.answers) == 1
    if isinstance(mode, OneStreet):
        assert {answer.question.board for answer in hand.answers} == {end.board[: mode.street + 2]}
    taken = [answer.action for answer in hand.answers]
    again = drill.deal(number, taken)
    assert again.end == end
    assert again.answers == hand.answers


def test_a_learner_who_plays_the_solution_loses_next_to_nothing() -> None:
    drill = Drill(river(), FullHand(1), seed=4)

    def solution_action(question: Question) -> str:
        shares = river().hand_probabilities(question.node, question.board, question.hole)
        generator = np.random.default_rng(question.hole)
        return str(generator.choice(question.actions, p=shares / shares.sum()))

    losses = [sum(play(drill.deal(number), solution_action)) for number in range(150)]
    most = 2 * river().exploitability.chips  # exploitability is a mean of both players
    assert np.mean(losses) <= most + 4 * np.std(losses) / sqrt(len(losses))


def test_a_learner_who_plays_at_random_loses_what_the_evs_say() -> None:
    node = river().node("r:k")
    weights = node.reach[1] * node.opposing_reach[1]
    lost = np.nan_to_num(node.action_ev.max(axis=0) - node.action_ev.mean(axis=0))
    expected = float((weights * lost).sum() / weights.sum())
    drill, count = Drill(river(), OneSpot("r:k"), seed=1), 400
    generator = np.random.default_rng(3)
    losses = [
        play(drill.deal(number), lambda question: str(generator.choice(question.actions)))[0]
        for number in range(count)
    ]
    assert abs(np.mean(losses) - expected) < 4.5 * np.std(losses) / sqrt(count)
    assert expected > 1


def test_what_is_won_is_settled_by_the_rules() -> None:
    """A call that loses costs the bet; a fold costs nothing more."""
    drill = Drill(river(), OneSpot("r:b50"), seed=1)
    outcomes = set()
    for number in range(60):
        hand = drill.deal(number)
        hand.answer("c" if number % 2 else "f")
        assert hand.end is not None
        outcomes.add((hand.end.words, hand.end.won))
    assert ("you fold", 0.0) in outcomes
    assert outcomes <= {
        ("you fold", 0.0),
        ("showdown won", 150.0),
        ("showdown lost", -50.0),
        ("showdown tied", 50.0),
    }


def test_the_end_of_a_hand_has_the_chips_after_the_last_action() -> None:
    hand = Drill(river(), OneSpot("r:b50"), seed=1).deal(1)
    assert hand.question is not None
    assert (hand.question.pot, hand.question.stacks) == (150, (150, 200))
    hand.answer("c")
    end = hand.end
    assert end is not None
    assert (end.pot, end.stacks) == (200, (150, 150))
    assert end.to_dict()["stacks"] == [150, 150]


def test_a_favourite_is_best_and_a_hopeless_call_is_a_blunder() -> None:
    node = river().node("r:a")
    assert node.kind == Kind.ACTION
    hole = parse_hole("Th9h")
    drill = Drill(river(), OneSpot("r:a"), seed=1)
    for number in range(300):
        hand = drill.deal(number)
        assert hand.question is not None
        if hand.question.hole == hole:
            fold = drill.deal(number).answer("f")
            call = hand.answer("c")
            assert fold.grade == Grade.BEST
            assert call.grade == Grade.BLUNDER
            assert call.loss == pytest.approx(-float(node.action_ev[1, hole]))
            return
    pytest.fail("Th9h was never dealt")


@given(st.floats(0, 100), st.floats(0, 100), st.floats(0, 100), st.booleans())
def test_a_larger_loss_never_has_a_better_grade(
    loss: float, more: float, error: float, is_favourite: bool
) -> None:
    order = list(Grade)
    first = grade_of(loss, error, is_favourite=is_favourite)
    second = grade_of(loss + more, error, is_favourite=is_favourite)
    assert order.index(first) <= order.index(second)


@pytest.mark.parametrize("mode", MODES)
def test_modes_survive_a_round_trip(mode: DrillMode) -> None:
    assert read_mode(mode.to_dict()) == mode


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({"mode": "session"}, "mode must be hand, street or spot"),
        ({"mode": "hand", "seat": "button"}, "seat must be oop or ip"),
        (
            {"mode": "street", "seat": "ip", "street": "preflop"},
            "street must be flop, turn or river",
        ),
        ({"mode": "spot"}, "must be the path of a decision"),
    ],
)
def test_wrong_modes_say_what_is_accepted(data: dict[str, str], message: str) -> None:
    with pytest.raises(InputError, match=message):
        read_mode(data)


@pytest.mark.parametrize(
    ("mode", "message"),
    [
        (OneStreet(1), "street must be one of turn, river, got 1"),
        (OneSpot("r:k:k"), "path must lead to a decision"),
        (OneSpot("r:b1"), "'r:b1': the step after 'r' must be one of k, b75, got 'b1'"),
        (OneSpot("r:k:k:nQs"), "Qs in path 'r:k:k:nQs' is on the board"),
    ],
)
def test_drills_that_a_solution_lacks_are_refused(mode: DrillMode, message: str) -> None:
    with pytest.raises(InputError, match=message):
        Drill(turn(), mode)


def test_wrong_answers_are_refused_and_change_nothing() -> None:
    hand = Drill(river(), OneSpot("r:k")).deal(1)
    question = hand.question
    with pytest.raises(InputError, match="action must be one of k, b50, a, got 'c'"):
        hand.answer("c")
    assert hand.question is question
    hand.answer("k")
    with pytest.raises(InputError, match="the hand is over"):
        hand.answer("k")


def test_hands_end_where_a_truncated_solution_does(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:

    path = tmp_path_factory.mktemp("drill") / "turn.solution"
    turn().save(path, last_street=2)
    drill = Drill(open_solution(path), FullHand(0), seed=2)
    ends = set()
    for number in range(20):
        hand = drill.deal(number)
        play(hand, chosen_at_random)
        assert hand.end is not None
        ends.add(hand.end.words)
    assert "the solution ends with the turn" in ends
