"""Hands that leave the tree of a strategy: the rest is solved with the chips really played."""

import json
from collections import Counter

import numpy as np
import pytest

from fifthstreet.agents import StrategyAgent, create_agent
from fifthstreet.cards import Range, parse_hole
from fifthstreet.errors import InputError
from fifthstreet.game import ActionAmount
from fifthstreet.game.actions import act
from fifthstreet.game.variants import NoLimitTexasHoldem
from fifthstreet.review import (
    AdviceSource,
    AnswersBeyondTree,
    Session,
    SolveBudget,
    StrategyAnswers,
    advise,
    rest_of_hand,
    review_hands,
    solve_rest,
    solve_streets,
)
from fifthstreet.solvers.postflop import Spot, solve
from fifthstreet.tree import BettingTree, Sizes
from fifthstreet.tree.strategy import UniformStrategy
from fifthstreet.tree.translate import MatchQuality, match
from fifthstreet.tree.translate.play import play_path
from tests.agents.views import view_in_turn
from tests.review.hand_texts import IP, OOP, TO_THE_RIVER, played
from tests.review.river import river_solution
from tests.tree.translate.hands import EVERYTHING
from tests.tree.translate.test_scenarios import hand, heads_up

SIZES = Sizes.uniform("50%, a", raises="60%")
EXACT = SolveBudget(seconds=60, target_pot_percent=0.02, sizes=SIZES)
QUICK = SolveBudget(seconds=1.0, max_iterations=4, sizes=Sizes.uniform("a", raises="a"))
NARROW = "TT+,AQ+,76s,65s"
LARGE_BET = f"{TO_THE_RIVER}, p1 cc, p2 cbr 440, p1 f"

# The document's nine hands: stack, bets of the tree after the flop, and what was played.
SCENARIOS = {
    1: (100, ("50%",), "r:n:b3.00:c:n"),
    2: (50, ("a", "a"), "r:n:b2.00:c:n:b6.00:c:n:b15.00:c:n"),
    3: (75, ("50%", "a"), "r:n:b3.00:c:n:b12.00:c:n:b30.00"),
    4: (40, ("a",), "r:n:b2.00:c:n:b4.00:r8.00:c"),
    5: (60, ("50%",), "r:n:b3.00:c:n:b12.00:c:n"),
    7: (45, ("50%", "50%"), "r:n:b2.00:c:n:k:k:n:b15.00"),
    8: (70, ("50%", "a"), "r:n:b3.00:c:n:b9.00:c:n:b27.00"),
    9: (100, ("50%", "a"), "r:n:b10.00:c:n:b2.00:c:n:b20.00"),
}


def uniform(tree: BettingTree, range_text: str = NARROW) -> UniformStrategy:
    return UniformStrategy(tree, [Range.parse(range_text)] * 2)


def test_a_lost_hand_is_solved_with_the_real_bet() -> None:
    """The same as a spot with the strategy's ranges and the real bet, solved on its own."""
    state = played(LARGE_BET, holes=("AcAd", "QdQc")).decisions[-1].state
    advice = advise(river_solution(), state, budget=EXACT)
    assert (advice.quality, advice.source) == (MatchQuality.LOST, AdviceSource.SOLVE)
    spot = Spot.of("QsJh2h7c4d", 200, 900, oop=OOP, ip=IP, sizes=SIZES, max_raises=2)
    alone = solve(spot.with_rules(force_allin=0.2, added=("r:k:b440",)), target_pot_percent=0.002)
    node, hole = alone.node("r:k:b440"), parse_hole("AcAd")
    assert [each.action for each in advice.actions] == ["f", "c", "b900"]
    for each, ev in zip(advice.actions, node.action_ev[:, hole], strict=True):
        assert each.ev == pytest.approx(ev, abs=0.3)
    assert advice.error is not None
    assert advice.basis.exploitability is not None
    assert advice.basis.exploitability <= 0.02
    assert advice.notes[0].startswith("effective stack 460 against 0 in the tree")
    assert "solved from the river on with the real chips and bets" in advice.notes[1]
    data = advice.to_dict()
    assert data["source"] == "solve"
    assert json.loads(json.dumps(data)) == data


@pytest.mark.parametrize("number", SCENARIOS)
def test_the_scenarios_are_answered_by_a_solve(number: int) -> None:
    stack, bets, path = SCENARIOS[number]
    state = hand(stack)
    assert play_path(state, path) is None
    strategy = uniform(heads_up(stack, *bets))
    advice = advise(strategy, state, hand="QdQc", budget=QUICK)
    assert (advice.quality, advice.source) == (MatchQuality.LOST, AdviceSource.SOLVE)
    assert sum(each.probability for each in advice.actions) == pytest.approx(1)
    for each in advice.actions:
        act(state.copy(), *each.real)  # raises an error if it is not legal
    assert "exploitability" in advice.notes[1]


def test_ranges_are_of_the_last_node_before_the_hand_left_the_tree() -> None:
    """The tree's own line is followed up to the turn, where a large bet leaves it."""
    stack, bets, path = SCENARIOS[7]
    state = hand(stack)
    play_path(state, path)
    strategy = uniform(heads_up(stack, *bets))
    source = StrategyAnswers(strategy)
    rest = rest_of_hand(source, state, match(strategy.tree, state))
    assert (rest.street, rest.is_near) == (2, False)
    assert rest.origin.startswith("r:b2:c:n")
    assert rest.hand.pot * rest.hand.chip == 4
    assert rest.hand.stack * rest.hand.chip == 43
    assert rest.hand.path == "r:b15"
    board = tuple(int(card) for card in state.get_board_cards(0))
    node, _ = strategy.tree.find("r:b2:c:n:k:k:n")
    for own, reach in zip(rest.ranges, strategy.reach(node, board), strict=True):
        np.testing.assert_allclose(own.weights, reach / reach.max(), atol=1e-6)


def test_a_line_that_the_tree_lacks_before_the_flop_has_the_nearest_ranges() -> None:
    stack, bets, path = SCENARIOS[1]
    state = hand(stack)
    play_path(state, path)
    strategy = uniform(heads_up(stack, *bets))
    rest = rest_of_hand(StrategyAnswers(strategy), state, match(strategy.tree, state))
    assert (rest.street, rest.is_near) == (1, True)
    assert "the nearest line of the tree" in rest.words()


def test_later_streets_are_solved_again() -> None:
    stack, bets, path = SCENARIOS[2]
    state = hand(stack)
    play_path(state, path)
    source = StrategyAnswers(uniform(heads_up(stack, *bets)))
    streets = solve_streets(source, state, QUICK)
    assert [street.rest.street for street in streets] == [1, 2, 3]
    first, second, third = streets
    node, cards = first.solution.tree.find("r:b6:c:n")
    assert cards == ()
    board = third.rest.hand.board
    reach = first.solution.reach(node, board[:4])
    np.testing.assert_allclose(second.rest.ranges[0].weights, reach[0] / reach[0].max(), atol=1e-6)
    assert second.words().startswith("solved again from the turn on: exploitability")


def test_a_hand_that_is_not_in_its_range_is_added() -> None:
    state = played(LARGE_BET, holes=("8c3d", "QdQc")).decisions[-1].state
    advice = advise(river_solution(), state, budget=EXACT)
    assert advice.source is AdviceSource.SOLVE
    assert advice.best.action == "f"


def test_more_sizes_fit_into_more_time() -> None:
    state = played(LARGE_BET, holes=("AcAd", "QdQc")).decisions[-1].state
    source = StrategyAnswers(river_solution())
    rest = rest_of_hand(source, state, match(source.strategy.tree, state))
    small, large = (
        solve_rest(rest, source.strategy.rake, SolveBudget(seconds=seconds, max_iterations=1))
        for seconds in (1e-6, 10.0)
    )
    assert len(small.tree) < len(large.tree)


def test_what_cannot_be_solved_says_why() -> None:
    preflop = hand(100)
    play_path(preflop, "r:n:b30")
    strategy = uniform(heads_up(100, "50%"))
    advice = advise(strategy, preflop, hand="QdQc")
    assert advice.source is AdviceSource.POT_ODDS
    assert advice.notes[-1] == "not solved: the hand has not reached the flop"
    other = played(f"{TO_THE_RIVER.replace('4d', '3d')}, p1 cc", holes=("AcAd", "QdQc"))
    advice = advise(river_solution(), other.decisions[-1].state)
    assert advice.notes[-1] == "not solved: the tree is for another board"


def test_refusals() -> None:
    source = StrategyAnswers(uniform(heads_up(100, "50%")))
    tree = source.strategy.tree
    preflop = hand(100)
    play_path(preflop, "r:n:b30")
    with pytest.raises(InputError, match="the hand has not reached the flop"):
        rest_of_hand(source, preflop, match(tree, preflop))
    multiway = hand(100, 3)
    play_path(multiway, "r:n:c:c:k:n")
    with pytest.raises(InputError, match="3 players"):
        rest_of_hand(source, multiway, match(tree, multiway))
    flop = hand(100)
    play_path(flop, "r:n:b3:c:n")
    only_two = "only two players can be on the flop to solve it, got 3"
    with pytest.raises(InputError, match=only_two):
        rest_of_hand(source, multiway, match(tree, flop), street=1)
    multiway.bet_or_raise_to(9)
    multiway.fold()
    assert sum(multiway.statuses) == 2  # but three saw the flop
    with pytest.raises(InputError, match=only_two):
        rest_of_hand(source, multiway, match(tree, flop), street=1)
    river = StrategyAnswers(river_solution())
    other = played(f"{TO_THE_RIVER.replace('4d', '3d')}, p1 cc", holes=("AcAd", "QdQc"))
    state = other.decisions[-1].state
    with pytest.raises(InputError, match="the tree is for another board"):
        rest_of_hand(river, state, match(river.strategy.tree, state))


# Reviews.


def test_a_review_goes_on_where_the_hand_leaves_the_tree() -> None:
    line = f"{TO_THE_RIVER}, p1 cc, p2 cbr 440, p1 cc"
    session = Session((played(line, holes=("AcAd", "QdQc")),))
    without = review_hands(session, river_solution(), budget=None)
    assert without.decisions[-1].answer.choices == ()
    report = review_hands(session, river_solution(), budget=EXACT)
    last = report.decisions[-1]
    assert last.answer.quality is MatchQuality.LOST
    assert last.answer.note.startswith("solved from the river on")
    assert last.loss is not None
    advice = advise(river_solution(), last.decision.state, budget=EXACT)
    frequencies = [choice.frequency for choice in last.answer.choices]
    assert frequencies == pytest.approx([each.probability for each in advice.actions], abs=0.02)
    taken = last.answer.taken
    assert taken is not None
    assert last.answer.choices[taken].action == "c"
    assert last.to_dict()["note"] == last.answer.note
    before = [each.answer for each in report.decisions[:-1]]
    assert before == [each.answer for each in without.decisions[:-1]]


def test_a_review_counts_its_solves() -> None:
    line = f"{TO_THE_RIVER}, p1 cbr 440, p2 cbr 900, p1 cc"
    source = AnswersBeyondTree(StrategyAnswers(river_solution()), EXACT)
    report = review_hands(Session((played(line, holes=("AcAd", "QdQc")),)), source)
    assert source.solves == 1
    assert [each.answer.note != "" for each in report.decisions[-2:]] == [True, True]


# Agents.


def test_an_agent_plays_the_solve() -> None:
    stack, bets, path = SCENARIOS[7]
    game = NoLimitTexasHoldem(EVERYTHING, True, 0, (0.5, 1), 1)
    state = game([stack, stack], 2, seed=1)
    play_path(state, path)
    strategy = uniform(heads_up(stack, *bets))
    view = view_in_turn(game, state, 1)
    own = "".join(map(repr, view.hole_cards))
    advice = advise(strategy, state, hand=own, budget=QUICK)
    assert advice.source is AdviceSource.SOLVE
    wanted = Counter[str]()
    for seed in range(20):
        action = StrategyAgent(strategy, QUICK).decide(view_in_turn(game, state, seed))
        assert isinstance(action, ActionAmount)
        wanted[action.kind.name] += 1
    likely = {each.real.kind.name for each in advice.actions if each.probability > 0.01}
    assert set(wanted) <= likely
    assert advice.best.real.kind.name in wanted


def test_agents_by_name_take_seconds() -> None:
    assert isinstance(create_agent("strategy:file=hu20,seconds=0.5"), StrategyAgent)
